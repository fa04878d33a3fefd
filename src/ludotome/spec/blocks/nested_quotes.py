"""Nested quotes: a quoted value that contains quotes of its own kind, so that its text continues after them.

"tokens(frog) where owner == "Red""     a name in an expression, which needs no quotes
"say "add" now"                         a text, which needs quotes of the other kind around it
"""

from __future__ import annotations

import re

from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.fault import Fault, without_comment
from ludotome.spec.expressions import Name, parse_expression
from ludotome.spec.slips import Slip

_QUOTED_VALUE = re.compile(r"(?:^|[:\[{,-]\s+|\[|\{)(([\"']).*)$")


def explain_nested_quotes(fault: Fault) -> Slip | None:
    """Return the slip for a value of the line where libyaml stopped that continues after its closing quote, if any."""
    found = _QUOTED_VALUE.search(fault.line)
    if found is None or fault.index <= fault.line_start + found.start(1):
        return None
    if "flow" in fault.context:
        return _in_brackets(fault)
    if "block" not in fault.context and "mapping values" not in fault.problem:
        return None
    if re.search(r"[\[{]", fault.line[: found.start(1)]):
        return None  # a bracket before it is the error, otherwise the quotes would still be in brackets
    value = without_comment(found.group(1))
    start = fault.line_start + found.start(1)
    meant = value[1:-1] if value.endswith(value[0]) and len(value) > 1 else value
    quoted = mistakes.quoted(meant)
    # A single apostrophe may be part of a text, a single quote only by mistake.
    is_text = quoted.count(quoted[0]) == 2 and (value[0] == "'" or meant.count(value[0]) % 2 == 0)
    return _meant_otherwise(start, value) or mistakes.nested_quotes(start, value, quoted, certain=is_text)


def _meant_otherwise(start: int, value: str) -> Slip | None:
    """Return the slip for a name in quotes inside an expression, or for an extra quote at either end."""
    bare, quote = _with_bare_names(value), value[0]
    if bare is not None:
        return mistakes.quoted_name(start, value, *bare)
    if value.count(quote) == 3 and value.endswith(quote * 2):
        return mistakes.nested_quotes(start, value, value[:-1], certain=True)
    if value.count(quote) == 3 and value.startswith(quote * 2) and value.endswith(quote):
        return mistakes.nested_quotes(start, value, value[1:], certain=True)
    return None


def find_doubled_quote(text: str, at: int) -> Slip | None:
    """Return the slip for the quote at *at* if it directly follows the closing quote of a value on its line."""
    quote, line_start = text[at], mistakes.line_at(text, at)[0]
    start = text.rfind(quote, line_start, at - 1) if text[at - 1 : at] == quote else -1
    return mistakes.nested_quotes(start, text[start : at + 1], text[start:at], certain=True) if start >= 0 else None


def _in_brackets(fault: Fault) -> Slip | None:
    before = fault.text[fault.line_start : fault.index].rstrip()
    if not before.endswith(('"', "'")) or fault.text[fault.index : fault.index + 1] in ("{", "["):
        return None
    start = before.rfind(before[-1], 0, len(before) - 1)
    if start < 0:
        return None
    begin = fault.line_start + start
    goes_on = re.match(r"[^,}\]\n]*", fault.text[fault.index :])
    end = fault.index + (len(goes_on.group().rstrip()) if goes_on is not None else 0)
    value = fault.text[begin:end]
    meant = value[1:-1] if len(value) > 1 and value.endswith(value[0]) else value
    return _meant_otherwise(begin, value) or mistakes.nested_quotes(begin, value, mistakes.quoted(meant), certain=False)


def _with_bare_names(value: str) -> tuple[str, str] | None:
    """Return the first quoted name inside *value*, and *value* without such quotes, if that is an expression."""
    quote = value[0]
    name = re.compile(rf"{quote}(\$?[A-Za-z]\w*){quote}")
    found = name.search(value, 1)
    if found is None or not value.endswith(quote):
        return None
    inside = name.sub(r"\1", value[1:-1])
    parsed = parse_expression(inside)
    if not all(slip.edits for slip in parsed.slips) or isinstance(parsed.tree, Name):
        return None  # errors in the rest are reported next, with a fix
    if parsed.tree is None and not parsed.slips:
        return None
    return found[1], quote + inside + quote
