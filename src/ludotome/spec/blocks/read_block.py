"""read_block: the text of one block → its top-level entries as composed YAML nodes, and the errors in the rest.

The events are checked first: depth, number of nodes, aliases and documents are limited before libyaml's composer, which
recurses in C, runs. A block with a syntax error is split at its top-level keys, and each part is parsed separately, so
that one error hides neither the other sections nor the errors in them.

Invariants:
    * every mark of every returned node is an offset of the whole block, also for parts parsed separately;
    * `broken` names the top-level keys whose part could not be read.
"""

from __future__ import annotations

import re
from functools import lru_cache

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef import MAX_ALIASES, MAX_NODES, MAX_YAML_DEPTH
from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.colons import BareLine, find_bare_line, find_swallowed_value
from ludotome.spec.blocks.explain_syntax import explain_syntax
from ludotome.spec.blocks.reading import reading_of
from ludotome.spec.slips import Slip

_MAX_PARTS = 60

_TOP_KEY = re.compile(r"(?:\"([^\"\n]+)\"|'([^'\n]+)'|([A-Za-z_][\w-]*))[ ]*:(?=\s|$)")
_SOMETHING = re.compile(r"^ *[^\s#]", re.MULTILINE)
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)


class ReadBlock(Struct):
    """The result of reading a block: entries (key node, value node), slips, and the names of broken top-level keys."""

    entries: list[tuple[yaml.Node, yaml.Node]] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


class _Part(Struct, frozen=True):
    """A top-level key with everything below it; `bare` if it lacks its colon."""

    start: int
    end: int
    name: str
    bare: BareLine | None


class _BaseLoader(yaml.CBaseLoader):
    """libyaml's loader without implicit types; those are `scalars.resolve_plain`."""


def read_block(text: str) -> ReadBlock:
    """Return the top-level entries of *text*; an empty block has none and is not an error."""
    read = _read_block(text)
    return ReadBlock(list(read.entries), list(read.slips), list(read.broken))


@lru_cache(maxsize=32)  # typing changes only one block of a text
def _read_block(text: str) -> ReadBlock:
    read = ReadBlock()
    error = _scan(text)
    if error is None:
        _compose(text, read)
        return read
    if error.code in _LIMIT_CODES:
        read.slips.append(error)
        return read
    parts = _parts(text)
    if len(parts) < 2 and all(part.bare is None for part in parts):
        _read_broken(text, 0, len(text), error, read)
        read.broken.extend(part.name for part in parts)
        return read
    for part in parts:
        _read_part(text, part, read)
    if not read.slips:
        read.slips.append(error)
    return read


def _read_part(text: str, part: _Part, read: ReadBlock) -> None:
    alone = _alone(text, part.start, part.end)
    if part.bare is not None:
        _add_bare(alone, part.bare.slip(), part.name, read)
    elif (fault := _scan(alone)) is None:
        _compose(alone, read)
    else:
        _read_broken(text, part.start, part.end, fault, read)
        read.broken.append(part.name)


def _add_bare(text: str, slip: Slip, name: str, read: ReadBlock) -> None:
    """Keep the *slip* of a top-level key without a colon; its fix is certain if *text* can be read after it."""
    certain = reading_of(mistakes.after(text, slip.edits)) is not None
    read.slips.append(slip if certain else replace(slip, edits=()))
    read.broken.append(name)


def _read_broken(text: str, start: int, end: int, error: Slip, read: ReadBlock) -> None:
    """Look for more errors in the list entries of a part that cannot be read as a whole."""
    entries = _entries(text, start, end)
    faults = [fault for first, last in entries if (fault := _scan(_alone(text, first, last))) is not None]
    read.slips.extend(faults or [error])


def _alone(text: str, start: int, end: int) -> str:
    """Return the text with everything outside the part blanked out, so that offsets are kept."""
    return re.sub(r"[^\n]", " ", text[:start]) + text[start:end]


def _parts(text: str) -> list[_Part]:
    """Return the top-level keys with everything below them; a word followed by a value counts, even without a colon."""
    found: list[tuple[int, str, BareLine | None]] = []
    for line in re.finditer(r"^(?=\w|[\"'])", text, re.MULTILINE):
        if (key := _TOP_KEY.match(text, line.start())) is not None:
            found.append((line.start(), key[1] or key[2] or key[3], None))
        elif (bare := find_bare_line(text, line.start())) is not None and bare.has_value:
            found.append((line.start(), bare.word, bare))
    found = found[:_MAX_PARTS]
    ends = [*(start for start, _, _ in found[1:]), len(text)]
    return [_Part(start, end, name, bare) for (start, name, bare), end in zip(found, ends, strict=False)]


def _entries(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the entries of a part that is a list; none if the part begins with something else."""
    first = _ITEM.search(text, start, end)
    if first is None or _SOMETHING.search(text, text.find("\n", start, end) + 1, first.start()) is not None:
        return []
    indent = first.group(1)
    found = [match.start() for match in _ITEM.finditer(text, start, end) if match.group(1) == indent][:_MAX_PARTS]
    return list(zip(found, [*found[1:], end], strict=True))


_LIMIT_CODES = ("LT005",)


def _limit(message: str, suggestion: str, index: int) -> Slip:
    return Slip(code=_LIMIT_CODES[0], start=index, end=index + 1, message=message, suggestion=suggestion)


def _scan(text: str) -> Slip | None:
    """Return the first thing that forbids composing *text*: a syntax error, a limit, a bad alias, a second document."""
    depth = nodes = aliases = documents = 0
    open_anchors: list[str | None] = []
    anchors: set[str] = set()
    try:
        for event in yaml.parse(text, Loader=_BaseLoader):
            index = event.start_mark.index if event.start_mark is not None else 0
            if isinstance(event, yaml.AliasEvent):
                aliases += 1
                if aliases > MAX_ALIASES:
                    return _limit(f"more than {MAX_ALIASES} aliases", "write the values out", index)
                if event.anchor in open_anchors or event.anchor not in anchors:
                    end = index + 1 + len(event.anchor or "")
                    inside = event.anchor in open_anchors
                    return mistakes.undefined_alias(text[index:end], index, end, inside=inside)
            elif isinstance(event, yaml.NodeEvent):
                nodes += 1
                if nodes > MAX_NODES:
                    return _limit(f"more than {MAX_NODES} values in one block", "write a smaller document", index)
                if event.anchor is not None:
                    anchors.add(event.anchor)
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                open_anchors.append(event.anchor)
                if depth > MAX_YAML_DEPTH:
                    return _limit(f"values are nested deeper than {MAX_YAML_DEPTH} levels", "nest less", index)
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
                open_anchors.pop()
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    return mistakes.second_document(index, mistakes.line_at(text, index)[1], "---")
    except yaml.YAMLError as error:
        return explain_syntax(text, error)
    return None


def _compose(text: str, read: ReadBlock) -> None:
    try:
        node = yaml.compose(text, Loader=_BaseLoader)
    except yaml.YAMLError as error:  # an anchor defined twice
        read.slips.append(explain_syntax(text, error))
        return
    if node is None:
        return
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _add_entry(text, key, value, read)
        return
    start = node.start_mark.index
    end = min(node.end_mark.index, start + len(text[start:].split("\n", 1)[0].rstrip()))
    written = text[start:end]
    if re.fullmatch(r"[A-Za-z_]\w*:\S.*", written):
        read.slips.append(mistakes.colon_without_blank(start, written))
        return
    read.slips.append(
        Slip(
            code="LT100",
            start=start,
            end=max(end, start + 1),
            message="a block must hold sections",
            suggestion="begin with the name of a section and a colon, such as `actions:`",
        )
    )


def _add_entry(text: str, key: yaml.Node, value: yaml.Node, read: ReadBlock) -> None:
    swallowed = (
        find_swallowed_value(text, key, value, flow=False)
        if isinstance(key, yaml.ScalarNode) and not key.style
        else None
    )
    if swallowed is None:
        read.entries.append((key, value))
    else:
        _add_bare(text, swallowed[0], key.value.split()[0], read)
