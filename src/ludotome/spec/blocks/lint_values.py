"""lint_values: errors in YAML that is well formed but does not mean what its author thinks.

Each rule checks one key or scalar as written and returns a slip. No rule reports ordinary nesting, flow lists,
comments preceded by a space, or real booleans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.commas import find_cut_expression
from ludotome.spec.blocks.curly_quotes import find_curly_quotes
from ludotome.spec.slips import Slip

_CUT_BY_COMMENT = re.compile(r" (#[^\s#!][^\n]*)")
_DASH_GLUED = re.compile(r"-[A-Za-z$\[{\"']")
_ODD_BLANK = re.compile("[\u00a0\u2007\u202f\u3000\u2003\u2002\u2009\u200a\u200b\ufeff]")
_TAG = re.compile(r"(?:&\S+\s+)?(!\S*)")
_QUOTED_NAME = re.compile(r"\s*\$?[A-Za-z][\w-]*(:\$?\w+)?\s*")


def lint_scalar(text: str, node: yaml.ScalarNode, path: str, key: yaml.ScalarNode | None) -> Iterator[Slip]:
    """Yield the errors of the value *node*, which is under *key*."""
    start, end = node.start_mark.index, node.end_mark.index
    written = text[start:end]
    if (tag := find_tag(text, node)) is not None:
        yield tag
    elif not node.style and (cut := _find_cut_value(text, node)) is not None:
        yield cut
    elif node.style:
        if node.style in ("'", '"') and node.value != node.value.strip() and _is_name(path, node.value):
            yield mistakes.outer_blanks(start, end, node.value)
    elif not node.value and written.startswith("&"):
        yield mistakes.special_character(start, end, written)
    elif not written.strip():
        yield from _empty(text, node, key)
    elif "\n" in written:
        yield _several_lines(text, start, end, key)
    else:
        yield from _plain(text, start, end, key)


def find_tag(text: str, node: yaml.Node) -> Slip | None:
    """Return the slip for a value with a tag, which has no meaning here; None if it has none.

    For a value on one line the tag may be part of an unquoted text: `!x`.
    """
    start = node.start_mark.index
    found = _TAG.match(text, start)
    if found is None:
        return None
    if isinstance(node, yaml.ScalarNode) and not found.group(1).startswith("!!"):
        whole = text[start : mistakes.line_at(text, start)[1]].rstrip()
        return mistakes.special_character(start, start + len(whole), whole, "!", certain=False)
    return mistakes.tagged(found.start(1), found.end(1), found.group(1))


def find_template(text: str, node: yaml.MappingNode) -> Slip | None:
    """Return the slip for `{$cell}`, a text that YAML reads as a mapping from one name to nothing.

    None for anything else.
    """
    if not node.flow_style or len(node.value) != 1:
        return None
    ((key, value),) = node.value
    start, end = node.start_mark.index, node.end_mark.index
    is_text = isinstance(key, yaml.ScalarNode) and not key.style and key.value.startswith("$")
    if not is_text or ":" in text[key.end_mark.index : end] or value.start_mark.index < key.end_mark.index:
        return None
    return mistakes.special_character(start, end, text[start:end])


def end_of_cut_value(text: str, node: yaml.Node) -> int:
    """Return the real end of the value that begins at *node*; 0 if YAML did not cut it short."""
    slip = _find_cut_value(text, node)
    return slip.end if slip is not None else 0


def _find_cut_value(text: str, node: yaml.Node) -> Slip | None:
    return find_curly_quotes(text, node) or find_cut_expression(text, node)


def _plain(text: str, start: int, end: int, key: yaml.ScalarNode | None) -> Iterator[Slip]:
    written = text[start:end]
    if not written.isascii() and (odd := [found.start() for found in _ODD_BLANK.finditer(written)]):
        yield mistakes.odd_blank(written, start, odd)
    if (cut := _CUT_BY_COMMENT.match(text, end)) is not None:
        comment_end = cut.start(1) + len(cut.group(1).rstrip())
        yield mistakes.cut_by_comment(cut.start(1), comment_end, written, text[start:comment_end])
    if key is not None and _DASH_GLUED.match(written) and "\n" in text[key.end_mark.index : start]:
        yield mistakes.dash_without_blank(start)


def lint_key(text: str, key: yaml.ScalarNode, value: yaml.Node, *, flow: bool) -> Iterator[Slip]:
    """Yield the errors of the key itself."""
    start, end = key.start_mark.index, key.end_mark.index
    written = text[start:end]
    if key.style:
        return
    if (curly := find_curly_quotes(text, key)) is not None:
        yield curly
    elif _DASH_GLUED.match(written):
        yield mistakes.dash_without_blank(start)
    elif written.endswith(":") and len(written) > 1 and text[end : end + 1] == ":":
        yield mistakes.two_colons(start, written)
    elif flow and ":" in written and isinstance(value, yaml.ScalarNode) and not value.value:
        yield mistakes.colon_without_blank(start, written)


def _is_name(path: str, value: str) -> bool:
    """Return whether a quoted text is a name, where outer spaces matter; in drawings a space is fine."""
    return ".draw" not in path and _QUOTED_NAME.fullmatch(value) is not None


def _empty(text: str, node: yaml.ScalarNode, key: yaml.ScalarNode | None) -> Iterator[Slip]:
    at = node.start_mark.index
    if key is None:
        dash = text.rfind("-", mistakes.line_at(text, at)[0], at + 1)
        start = dash if dash >= 0 else max(0, at - 1)
        yield mistakes.empty_value(start, start + 1, None)
        return
    start, end = key.start_mark.index, key.end_mark.index
    rest = text[end : mistakes.line_at(text, end)[1]]
    if (cut := re.fullmatch(r"\s*:\s+([#&]\S+)\s*", rest)) is not None:
        begin = end + cut.start(1)
        yield mistakes.special_character(begin, begin + len(cut.group(1)), cut.group(1))
    elif key.style or ":" not in key.value:  # otherwise `lint_key` reports the missing space
        yield mistakes.empty_value(start, end, key.value)


def _several_lines(text: str, start: int, end: int, key: yaml.ScalarNode | None) -> Slip:
    written = text[start:end]
    if key is not None and _DASH_GLUED.match(written):
        return mistakes.dash_without_blank(start)
    if key is not None and re.search(r"\n\s*- ", written):
        return mistakes.mixed_styles(
            start,
            start + len(written.split("\n")[0].rstrip()),
            "a key has both a value and a list",
            "keep one of them: the value after the colon, or the lines that begin with `- `",
        )
    return mistakes.several_lines(text, start, end)
