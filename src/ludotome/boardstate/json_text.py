"""JSON text: strict JSON parsing, with the position of errors, and copies of JSON values.

Invariants:
    * every accepted value survives writing and reading: no NaN, no infinity, no duplicate key, no
      half of a surrogate pair, no integer beyond 64 bits, at most `MAX_DEPTH` levels;
    * a copy shares nothing mutable with its original.

This module does not know what the values mean.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

MAX_DEPTH = 64

_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonFault(Exception):  # noqa: N818 - a signal inside this package, not an error of the caller
    """An error in a JSON text or value, with its offset if known."""

    def __init__(self, problem: str, offset: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.offset = offset


def decode_json(text: str) -> tuple[Any, int]:
    """Return the JSON value that *text* starts with and the offset after it; raise `JsonFault` if there is none.

    The value must then pass `copy_json`, which finds what JSON allows but this package does not.
    """
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        raise JsonFault(error.msg[:1].lower() + error.msg[1:], error.pos) from None
    except RecursionError:
        raise _too_deep() from None
    return value, end


def encode_json(value: Any) -> str:
    """Return *value* as compact JSON on one line, keys in their order."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def copy_json(value: Any, depth: int = 0) -> Any:
    """Return a copy of *value* made of plain dicts and lists; raises `JsonFault` if JSON cannot hold it."""
    if depth > MAX_DEPTH:
        raise _too_deep()
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _checked_text(value)
    if isinstance(value, int):
        return _checked_integer(value)
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, list | tuple):
        return [copy_json(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return {_checked_key(key): copy_json(item, depth + 1) for key, item in value.items()}
    raise JsonFault(f"a value of type {type(value).__name__} ({value!r:.40}) has no place in JSON")


def _too_deep() -> JsonFault:
    return JsonFault(f"nested more than {MAX_DEPTH} levels deep")


def _checked_integer(value: int) -> int:
    if not -(2**63) <= value < 2**63:
        raise JsonFault("a whole number does not fit 64 bits")
    return int(value)


def _checked_text(value: str) -> str:
    if _SURROGATE.search(value):
        raise JsonFault("a text holds half of a surrogate pair")
    return str(value)


def _checked_key(key: Any) -> str:
    if not isinstance(key, str):
        raise JsonFault(f"the key {key!r:.40} is not text")
    return _checked_text(key)


def _integer(text: str) -> int:
    # Python refuses to convert thousands of digits; such a number exceeds 64 bits anyway.
    if len(text) > 20:
        raise JsonFault("a whole number does not fit 64 bits")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise JsonFault(f"the key {twice!r:.40} is given twice")
    return value


def _constant(name: str) -> NoReturn:
    raise JsonFault(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)
