"""Strict JSON: from text to plain data, refusing what two readers could take for different things.

Definitions, states, decisions and records are all read here.

Invariants:
    * no object has a key twice, no number is NaN or infinite by name, no text holds half of a surrogate pair;
    * whatever is wrong with a text is a `ValueError` (or a `RecursionError`, for lists in lists without end).

This module does not know what the data mean.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from ludotome.gamedef.arguments import bad_argument


def read_json(text: str | bytes) -> Any:
    """Return the plain data that JSON *text*, as UTF-8 if bytes, holds; a `ValueError` says what is wrong."""
    if not isinstance(text, str | bytes):
        raise bad_argument("text", text, "write JSON, as a text or as its bytes in UTF-8")
    plain = text.decode("utf-8") if isinstance(text, bytes) else text
    data = _DECODER.decode(plain)
    if "\\u" in plain or not plain.isascii():
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # which half of a pair cannot be
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
