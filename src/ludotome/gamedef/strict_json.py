"""Strict JSON: parse JSON and reject texts that parsers interpret differently.

It is used for definitions, states, decisions and records.

Invariants:
    * no object has a duplicate key, no number is NaN or infinite, no string contains half of a surrogate pair;
    * every error in a text raises `ValueError` (or `RecursionError`, for lists nested too deeply).

This module does not know the meaning of the data.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from ludotome.gamedef.arguments import bad_argument


def read_json(text: str | bytes) -> Any:
    """Return the plain data in JSON *text* (UTF-8 if bytes); raise `ValueError` if it is not valid."""
    if not isinstance(text, str | bytes):
        raise bad_argument("text", text, "write JSON, as a text or as its bytes in UTF-8")
    plain = text.decode("utf-8") if isinstance(text, bytes) else text
    data = _DECODER.decode(plain)
    if "\\u" in plain or not plain.isascii():
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # fails for half of a surrogate pair
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key `{twice[:60]}` is given twice in one object; keep one of the two")
    return made


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
