"""Scalars: the meaning of a YAML scalar, and the place where each of its characters was written.

`resolve_plain` implements the YAML 1.2 core schema: only `true`, `false`, `null` and numbers are not text, so `no`,
`off`, `on` and the direction `n` stay names. `decoded_offsets` undoes folding, quotes and escapes, so that a word
inside a folded expression can be reported at its place.

This module does not know how scalars are used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ludotome.gamedef import MAX_DIGITS

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULL = frozenset({"", "~", "null", "Null", "NULL"})

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_LENGTHS = {"x": 2, "u": 4, "U": 8}


def resolve_plain(text: str) -> str | int | float | bool | None:
    """Return the value of the unquoted scalar *text*; a number with too many digits stays text."""
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if text[0].isalpha() or text[0] in "$_(":  # nearly every scalar: skip the two patterns
        return text
    if _INT.fullmatch(text):
        return _integer(text)
    if _FLOAT.fullmatch(text) and len(text) <= 40:
        return float(text)
    return text


def _integer(text: str) -> int | str:
    if len(text.lstrip("+-")) > MAX_DIGITS:
        return text
    if text.startswith(("0o", "0x")):
        return int(text[2:], 8 if text[1] == "o" else 16)
    return int(text)


@lru_cache(maxsize=32)  # a long text is looked up once for each name in it
def decoded_offsets(raw: str, style: str, value: str) -> Sequence[int] | None:
    """Return, for each character of *value*, its offset in *raw*, and one more entry for the end.

    *raw* is the scalar as written, including quotes and block header; *style* is its YAML style character. None if the
    two cannot be matched, so that the caller reports the whole scalar instead of a wrong place.
    """
    quotes = 1 if style in ("'", '"') else 0
    plain = style not in ("|", ">") and len(raw) >= 2 * quotes
    if plain and raw[quotes : len(raw) - quotes] == value and "\n" not in value:
        return range(quotes, len(raw) - quotes + 1)  # nothing to decode, as in nearly every scalar
    if style in ("|", ">"):
        decoded = _decode_block(raw, folded=style == ">")
        keep = len(value)
        if decoded is None or "".join(character for character, _ in decoded)[:keep] != value:
            return None
        offsets = [offset for _, offset in decoded[:keep]]
        end = offsets[-1] + 1 if offsets else len(raw)
        return (*offsets, end)
    decoded = _decode_flow(raw, style)
    if "".join(character for character, _ in decoded) != value:
        return None
    end = len(raw) - 1 if style in ("'", '"') else len(raw)
    return (*(offset for _, offset in decoded), end)


def _decode_flow(raw: str, style: str) -> list[tuple[str, int]]:
    """Decode plain and quoted scalars: escapes, and line breaks folded with the spaces around them."""
    out: list[tuple[str, int]] = []
    at, end = (1, len(raw) - 1) if style in ("'", '"') else (0, len(raw))
    while at < end:
        character = raw[at]
        if character == "'" and style == "'":
            out.append(("'", at))
            at += 2
        elif character == "\\" and style == '"':
            at = _escape(raw, at, out)
        elif character in "\n\x85\u2028\u2029":
            at = _fold_line_break(raw, at, end, out)
        else:
            out.append((character, at))
            at += 1
    return out


def _escape(raw: str, at: int, out: list[tuple[str, int]]) -> int:
    letter = raw[at + 1 : at + 2]
    if letter in _HEX_LENGTHS:
        length = _HEX_LENGTHS[letter]
        try:
            out.append((chr(int(raw[at + 2 : at + 2 + length], 16)), at))
        except (ValueError, OverflowError):
            out.append(("", at))
        return at + 2 + length
    if letter == "\n":  # an escaped line break joins the lines without a space
        at += 2
        while raw[at : at + 1] in (" ", "\t") and at < len(raw):
            at += 1
        return at
    out.append((_ESCAPES.get(letter, ""), at))
    return at + 2


def _fold_line_break(raw: str, at: int, end: int, out: list[tuple[str, int]]) -> int:
    while out and out[-1][0] in " \t" and raw[out[-1][1]] in " \t":
        out.pop()
    breaks = []
    while at < end and raw[at] in " \t\n\x85\u2028\u2029":
        if raw[at] not in " \t":
            breaks.append(at)
        at += 1
    if len(breaks) == 1:
        out.append((" ", breaks[0]))
    else:
        out.extend(("\n", place) for place in breaks[1:])
    return at


def _decode_block(raw: str, *, folded: bool) -> list[tuple[str, int]] | None:
    """Decode `|` and `>` scalars: remove the indentation and, for `>`, fold line breaks between ordinary lines."""
    header_end = raw.find("\n")
    if header_end < 0:
        return []
    lines: list[tuple[str, int]] = []
    at = header_end + 1
    for line in raw[at:].split("\n"):
        lines.append((line, at))
        at += len(line) + 1
    indent = _block_indent(raw[:header_end], lines)
    if indent is None:
        return None
    out: list[tuple[str, int]] = []
    previous_ordinary = False
    pending: list[int] = []
    for line, start in lines:
        text = line[indent:]
        if not text.strip(" ") and len(line) <= indent:
            pending.append(start + len(line))
            continue
        ordinary = text[:1] not in (" ", "\t")
        if out or pending:
            out.extend(_block_breaks(pending, fold=folded and previous_ordinary and ordinary, first=not out))
        out.extend((character, start + indent + index) for index, character in enumerate(text))
        pending = [start + len(line)]
        previous_ordinary = ordinary
    out.extend(("\n", min(place, len(raw))) for place in pending)
    return out


def _block_breaks(pending: list[int], *, fold: bool, first: bool) -> list[tuple[str, int]]:
    if fold and len(pending) == 1 and not first:
        return [(" ", pending[0])]
    if fold and not first:
        return [("\n", place) for place in pending[1:]]
    return [("\n", place) for place in pending]


def _block_indent(header: str, lines: list[tuple[str, int]]) -> int | None:
    if any(character.isdigit() for character in header.split("#")[0]):
        return None  # an explicit indentation counts from the parent, which is not known here
    for line, _ in lines:
        if line.strip(" "):
            return len(line) - len(line.lstrip(" "))
    return 0
