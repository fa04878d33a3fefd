"""Colons: keys without their colon, on a line of their own, in brackets, or as part of a longer key.

    params                     result { type: draw }                     { name: $to, domain "board" }
      - { name: $to }

YAML reads such a word and what follows as one text, and reports an error, if at all, somewhere after it.

This module does not know which names are keys.
"""

from __future__ import annotations

import re

import yaml
from msgspec import Struct

from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.fault import KEY, width_of
from ludotome.spec.slips import Slip

_BARE = re.compile(r"(?P<head> *(?:- +)*)(?P<word>[A-Za-z_]\w*)(?: +(?P<rest>[^\s#:].*?))? *(?:\s#.*)?")
_LONG_KEY = re.compile(r"(?P<word>[A-Za-z_]\w*) +(?P<rest>\S.*)", re.DOTALL)
_BEGINS_VALUE = ("{", "[", '"', "'")


class BareLine(Struct, frozen=True):
    """A line that begins with a word without a colon: the place of the word, and the rest of the line."""

    start: int
    word: str
    rest: str
    column: int
    begins_entry: bool
    has_below: bool

    @property
    def has_value(self) -> bool:
        """Return whether what follows, on the line or below it, can only be the value of the word."""
        return self.rest.startswith(_BEGINS_VALUE) if self.rest else self.has_below

    def slip(self, *, is_first: bool = False) -> Slip:
        """Return the slip for the line; its fix inserts the colon if nothing else can be meant.

        The first line of a mapping (*is_first*) has no text above it to continue with, and keys below it.
        """
        written = f"{self.word} {self.rest}".rstrip()
        if self.has_value or (is_first and self.rest):
            otherwise = ""
        elif is_first:
            otherwise = ", or remove the lines below it"
        else:
            otherwise = f", `- {written}` for a list entry, or indent the line to continue the text above"
        return mistakes.no_colon(self.start, self.word, self.rest, otherwise)


def find_bare_line(text: str, start: int) -> BareLine | None:
    """Return the line of *text* that begins at *start* if it is a word without a colon, and perhaps a value."""
    line = text[start : mistakes.line_at(text, start)[1]]
    found = _BARE.fullmatch(line)
    if found is None or KEY.fullmatch(line) is not None:
        return None
    rest = found["rest"] or ""
    if ": " in rest and not rest.startswith(_BEGINS_VALUE):
        return None
    column = len(found["head"])
    has_below = _has_below(text, start, column)
    return BareLine(start + column, found["word"], rest, column, "-" in found["head"], has_below)


def _has_below(text: str, start: int, column: int) -> bool:
    """Return whether the next non-blank line is indented deeper, or is a list entry at this column."""
    for line in text[mistakes.line_at(text, start)[1] + 1 :].split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            return width_of(line) > column or (width_of(line) == column and line.lstrip().startswith("- "))
    return False


def find_swallowed_value(text: str, key: yaml.ScalarNode, value: yaml.Node, *, flow: bool) -> tuple[Slip, int] | None:
    """Return the slip for a *key* that contains its own value, and the end of that value; None for an ordinary key.

    In brackets a key of several words is one only when nothing else is its value.
    """
    if key.style or " " not in key.value:
        return None
    start, end = key.start_mark.index, key.end_mark.index
    found = _LONG_KEY.fullmatch(text, start, end)
    if found is None:
        return None
    rest, at = found["rest"], found.start("rest")
    if rest.startswith(_BEGINS_VALUE):
        end = _end_of_value(text, at)
        return mistakes.no_colon(start, found["word"], text[at:end]), end
    is_alone = isinstance(value, yaml.ScalarNode) and not value.value and not text[end:].lstrip().startswith(":")
    if flow and is_alone and ":" not in rest:
        return mistakes.no_colon(start, found["word"], rest, "; put a text that contains a comma in quotes"), end
    return None


def _end_of_value(text: str, start: int) -> int:
    """Return the end of the quoted or bracketed value at *start*, at most the end of its line."""
    line_end = mistakes.line_at(text, start)[1]
    if text[start] in "\"'":
        closing = text.find(text[start], start + 1, line_end)
        return closing + 1 if closing >= 0 else line_end
    depth = 0
    for at in range(start, line_end):
        depth += (text[at] in "[{") - (text[at] in "]}")
        if depth == 0:
            return at + 1
    return line_end


def find_word_before_bracket(text: str, opening: int, at: int) -> Slip | None:
    """Return the slip for a word right before the bracket at *at*, as an entry of the mapping or list at *opening*.

    A list in a list is an entry that lacks its comma.
    """
    found = re.search(r"[\[{,]\s*([A-Za-z_]\w*) +$", text[opening:at])
    if found is None or (text[opening] == "[" and text[at] == "["):
        return None
    return mistakes.no_colon(opening + found.start(1), found[1], text[at : _end_of_value(text, at)])
