"""Commas: unquoted expressions in brackets that are cut off at one of their own commas.

    { name: $to, domain: destinations($frog, walk) }     →     `destinations($frog` and the key `walk)`

This module does not know which values are expressions: if the joined text is not an expression, it is left alone.
"""

from __future__ import annotations

import yaml

from ludotome.spec.blocks import mistakes
from ludotome.spec.expressions import parse_expression
from ludotome.spec.slips import Slip


def find_cut_expression(text: str, node: yaml.Node) -> Slip | None:
    """Return the slip for a scalar *node* with a parenthesis that is closed only after a following comma.

    The slip extends to the end of the expression. A closing quote after the expression may remain.
    """
    if not isinstance(node, yaml.ScalarNode) or node.style or node.value.count("(") <= node.value.count(")"):
        return None
    start = node.start_mark.index
    end = _end_of_expression(text, start)
    written = text[start:end].rstrip()
    has_quote = written.endswith(('"', "'"))
    inside = written[:-1] if has_quote else written
    parsed = parse_expression(inside)
    if "," not in inside or parsed.tree is None or parsed.slips:
        return None
    return mistakes.comma_in_value(start, written, f'"{inside}"')


def _end_of_expression(text: str, start: int) -> int:
    """Return the offset of the first comma or closing bracket outside parentheses, or of the end of the line."""
    depth = 0
    line_end = mistakes.line_at(text, start)[1]
    for at in range(start, line_end):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth <= 0 and text[at] in ",]}":
            return at
    return line_end
