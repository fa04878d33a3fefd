"""Reading: parse a text with libyaml, for modules that explain where it stopped and try fixes.

This module does not know any error; `read_block` has already applied its limits to the text.
"""

from __future__ import annotations

from collections.abc import Iterator

import yaml


def reading_of(text: str) -> tuple[object, ...] | None:
    """Return what libyaml reads in *text*, without positions; None if it cannot read it."""
    try:
        events = yaml.parse(text, Loader=yaml.CBaseLoader)
        return tuple((type(event).__name__, getattr(event, "value", None)) for event in events)
    except yaml.YAMLError:
        return None


def stops_at(text: str) -> int:
    """Return the offset at which libyaml stops reading *text*, which is past its end when it reads everything."""
    try:
        for _ in yaml.parse(text, Loader=yaml.CBaseLoader):
            pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return int(mark.index) if mark is not None else 0
    return len(text) + 1


def long_quotes(text: str, before: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each multi-line quoted scalar that ends at *before* or earlier, in order."""
    for token in _tokens(text, before):
        start, end = token.start_mark.index, token.end_mark.index
        if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"') and "\n" in text[start:end]:
            yield start, end


def open_brackets(text: str, before: int) -> list[int]:
    """Return the offsets of the brackets that are open at *before*, the outermost first."""
    opened: list[int] = []
    for token in _tokens(text, before):
        if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
            opened.append(token.start_mark.index)
        elif isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken) and opened:
            opened.pop()
    return opened


def _tokens(text: str, before: int) -> Iterator[yaml.Token]:
    """Yield the tokens of *text* that end at *before* or earlier, up to the first that cannot be read."""
    try:
        for token in yaml.scan(text, Loader=yaml.CBaseLoader):
            if token.end_mark.index > before:
                return
            yield token
    except yaml.YAMLError:
        return
