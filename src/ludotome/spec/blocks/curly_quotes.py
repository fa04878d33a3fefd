"""Curly quotes: values and keys in the quotes that word processors make of `"` and `'`.

YAML reads them as letters, so they become part of a name, and a comma or brace between them ends the value.

This module does not know expressions, which may contain such quotes too.
"""

from __future__ import annotations

import re

import yaml

from ludotome.spec.blocks import mistakes
from ludotome.spec.expressions.tokens import CURLY
from ludotome.spec.slips import Slip

_PAIR = re.compile(f"[{CURLY}]([^{CURLY}\n]*)[{CURLY}]")
_OPENING = frozenset(CURLY)
_BEFORE_VALUE = ":[{,-"
_AFTER_VALUE = re.compile(r"[ ]*(?:[,:\]}]|#|$)", re.MULTILINE)


def find_curly_quotes(text: str, node: yaml.Node) -> Slip | None:
    """Return the slip for a scalar *node* in curly quotes that are closed at the end of a value on the same line.

    The slip extends to the closing quote, which in brackets may be after the scalar's own end.
    """
    start = node.start_mark.index
    if not isinstance(node, yaml.ScalarNode) or node.style or text[start : start + 1] not in _OPENING:
        return None
    pair = _PAIR.match(text, start)
    if pair is None or _AFTER_VALUE.match(text, pair.end()) is None:
        return None
    return mistakes.curly_quotes([(start, pair.end(), pair[1])])


def find_curly_quotes_in_line(text: str, start: int) -> Slip | None:
    """Return the slip for all values in curly quotes of the line that begins at *start*; None if there are none."""
    line = text[start : mistakes.line_at(text, start)[1]]
    pairs = [
        (start + pair.start(), start + pair.end(), pair[1])
        for pair in _PAIR.finditer(line)
        if _is_before_value(line, pair.start()) and _AFTER_VALUE.match(line, pair.end())
    ]
    return mistakes.curly_quotes(pairs) if pairs else None


def _is_before_value(line: str, end: int) -> bool:
    """Return whether a value can begin at *end*; a line can have thousands of quotes, so only the blanks are read."""
    while end and line[end - 1] == " ":
        end -= 1
    return end == 0 or line[end - 1] in _BEFORE_VALUE
