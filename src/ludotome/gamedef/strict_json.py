"""Strict JSON: parse JSON and reject texts that parsers interpret differently.

It is used for definitions, states, decisions and records.

Invariants:
    * no object has a duplicate key, no number is NaN or infinite, no string contains half of a surrogate pair;
    * every error in a text raises `ValueError` with a short message of our own, or the place of a syntax error.

This module does not know the meaning of the data.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any, NoReturn

from ludotome.gamedef.arguments import bad_argument

_TOO_LONG = "integer string conversion"  # part of Python's message about a number with too many digits


def read_json(text: str | bytes) -> Any:
    """Return the plain data in JSON *text* (UTF-8 if bytes); raise `ValueError` if it is not valid."""
    if not isinstance(text, str | bytes):
        raise bad_argument("text", text, "write JSON, as a text or as its bytes in UTF-8")
    try:
        plain = text.decode("utf-8") if isinstance(text, bytes) else text
        data = _DECODER.decode(plain)
        if "\\u" in plain or not plain.isascii():
            json.dumps(data, ensure_ascii=False).encode("utf-8")  # fails for half of a surrogate pair
    except RecursionError:
        raise ValueError("its lists and objects are nested too deeply") from None
    except UnicodeDecodeError as problem:
        raise ValueError(f"byte {problem.start} is not UTF-8; save the text as UTF-8") from None
    except UnicodeEncodeError as problem:
        half = f"\\u{ord(problem.object[problem.start]):04x}"
        raise ValueError(f"`{half}` is half of a character; write both halves, or leave it out") from None
    except ValueError as problem:
        if _TOO_LONG not in str(problem):
            raise
        raise ValueError(f"a number has more than {sys.get_int_max_str_digits()} digits; write a smaller one") from None
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key `{twice[:60]}` is given twice in one object; keep one of the two")
    return made


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
