"""parse_game_spec: the text of a document → its sections as plain values, with positions.

    Markdown → YAML blocks → entries → sections, merged over all blocks

Invariants:
    * total: any text gives a result; parts that cannot be read become diagnostics, and the rest is still read;
    * if a section is written in several blocks, its lists are concatenated in reading order, and its mappings merged.

It does not check the contents of sections.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice

import yaml
from msgspec import Struct

from ludotome.diagnostics import Diagnostic, SourceText, Span, near_names, nearest
from ludotome.gamedef import MAX_BLOCKS, MAX_CHARACTERS, MAX_DIAGNOSTICS, MAX_NODES, of_kind
from ludotome.spec.blocks import (
    Block,
    Budget,
    Place,
    Tree,
    YamlValue,
    grow_section,
    grow_tree,
    mistakes,
    read_block,
    yaml_blocks,
)
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.report import Report
from ludotome.spec.reshape import Reshaper
from ludotome.spec.section_homes import (
    home_by_entries,
    home_by_use,
    metadata_field,
    sections_inside,
    variables_by_scope,
)
from ludotome.spec.sections import SECTIONS
from ludotome.spec.shapes import SECTION_FIELDS
from ludotome.spec.shapes.repairs import repair, repair_zones
from ludotome.spec.slips import Slip
from ludotome.spec.source_map import SourceMap

# Characters that are not text: control characters, halves of surrogate pairs, byte order marks and replacement
# characters.
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffd\ufffe\uffff]")
_NODES: dict[str, type[yaml.Node]] = {"mapping": yaml.MappingNode, "list": yaml.SequenceNode, "value": yaml.Node}
# Keys that are not sections, and where they belong.
_HOMES = {"phases": "turnStructure"}
_VARIABLES = ("globalVars", "perPlayerVars", "perZoneVars")
_OF_VARIABLES = ("variables", "vars", "variable", "var", "state")
_SHAPES = {"mapping": ("a mapping", "`name: value` lines"), "list": ("a list", "entries that begin with `- `")}


class ParseResult(Struct, frozen=True):
    """The document, the positions of its values, and the errors of its text."""

    doc: GameSpecDoc
    source_map: SourceMap
    diagnostics: tuple[Diagnostic, ...]


def parse_game_spec(markdown: str, name: str = "") -> ParseResult:
    """Return the sections of *markdown* with their positions, and every error in its Markdown and YAML.

    Spans have *name* as their source; the empty name is the main document.
    """
    of_kind("markdown", markdown, str, "write the text of a document (`load` takes its path)")
    source = SourceText(markdown, name)
    report = Report(source)
    if len(markdown) > MAX_CHARACTERS:
        report.add(
            "LT001",
            "document",
            f"a document of {len(markdown)} characters is longer than {MAX_CHARACTERS}",
            "split it, or move boards into mission files",
            span=source.span(0, 0),
        )
        return ParseResult(GameSpecDoc({}, broken=frozenset(SECTIONS)), SourceMap(source), report.diagnostics)
    blocks, slips = yaml_blocks(SourceText(_readable(source, report)))
    for slip in slips:
        report.add_slip(slip, "document", source.span)
    gathering = _Gathering(source, report)
    if len(blocks) > MAX_BLOCKS:
        report.add("LT001", "document", f"more than {MAX_BLOCKS} blocks", "join some of them", span=source.span(0, 0))
    for block in blocks[:MAX_BLOCKS]:
        gathering.add_block(block)
    if not blocks:
        report.add(
            "LT002",
            "document",
            "there is no YAML block in this document",
            "write the game between a line ```` ```yaml ```` and a line ```` ``` ````",
            span=source.span(0, 0),
        )
    ordered = {name: gathering.sections[name] for name in SECTIONS if name in gathering.sections}
    broken = frozenset(gathering.broken)
    return ParseResult(GameSpecDoc(ordered, broken), gathering.source_map, report.diagnostics)


def _readable(source: SourceText, report: Report) -> str:
    """Report characters that are not text, and return the text with a placeholder of the same length for each."""
    for found in islice(_UNREADABLE.finditer(source.text), MAX_DIAGNOSTICS + 1):
        character = found.group()
        is_mark = character == "\ufeff"
        span = source.span(found.start(), found.end())
        report.add(
            "LT004",
            "document",
            "a byte order mark" if is_mark else f"an invalid character (U+{ord(character):04X})",
            "remove it" if is_mark else "save the document as UTF-8 and write the character again",
            span=span,
            severity="warning" if is_mark else "error",
            edits=[(span, "")] if is_mark else (),
        )
    return _UNREADABLE.sub(lambda found: " " if found.group() == "\ufeff" else "\ufffd", source.text)


class _Gathering:
    """The sections collected so far over the blocks."""

    def __init__(self, source: SourceText, report: Report) -> None:
        self.report = report
        self.source_map = SourceMap(source)
        self.sections: dict[str, YamlValue] = {}
        self.broken: set[str] = set()
        self.budget = Budget(MAX_NODES)
        self.heads: dict[str, list[tuple[int, str]]] = {}  # by the text of a block: the starts of its sections

    def add_block(self, block: Block) -> None:
        read = read_block(block.text)
        tree = Tree(block, self.budget, self.source_map.places)
        tree.slips.extend(read.slips)
        self.broken.update(name for name in read.broken if name in SECTIONS)
        seen: set[str] = set()
        unknown: list[tuple[str, yaml.Node, yaml.Node]] = []
        explicit = self._explicit_section(block, read.entries)
        if explicit is not None:
            read.entries = explicit
        for key, value in read.entries:
            if not isinstance(key, yaml.ScalarNode):
                tree.slips.append(mistakes.key_is_no_name(block.text, key.start_mark.index, key.end_mark.index))
                continue
            name = key.value
            if name in seen:
                tree.slips.append(mistakes.duplicate_key(name, key.start_mark.index, key.end_mark.index))
            elif name in SECTIONS:
                self._add_section(tree, name, key, value)
            else:
                unknown.append((name, key, value))
            seen.add(name)
        for name, key, value in unknown:
            self._unknown_section(block, name, key, value)
        if self.budget.nodes < 0:
            self._over_budget(block)
        for slip in tree.slips[: MAX_DIAGNOSTICS + 1]:  # no more are reported
            self._keep_slip(slip, block)

    def _keep_slip(self, slip: Slip, block: Block) -> None:
        def span(start: int, end: int) -> Span:
            return self.source_map.block_span(block, start, end)

        path = self.source_map.path_at(block.to_source(slip.start)) or self._section_before(block, slip.start)
        self.report.add_slip(slip, path, span)

    def _section_before(self, block: Block, offset: int) -> str:
        """Return the section whose part of the block contains *offset*, for places that could not be read."""
        if block.text not in self.heads:
            self.heads[block.text] = [
                (key.end(), key[1]) for key in re.finditer(r"^(\w+) *:", block.text, re.MULTILINE)
            ]
        before = bisect_right(self.heads[block.text], offset + 1, key=lambda head: head[0])
        name = self.heads[block.text][before - 1][1] if before else ""
        return name if name in SECTIONS else "document"

    def _explicit_section(
        self, block: Block, entries: list[tuple[yaml.Node, yaml.Node]]
    ) -> list[tuple[yaml.Node, yaml.Node]] | None:
        """`section: zones` with the content under `items:` → the entry `zones: …`."""
        by_name = {key.value: (key, value) for key, value in entries if isinstance(key, yaml.ScalarNode)}
        if "section" not in by_name:
            return None
        name_node = by_name["section"][1]
        if "items" in by_name and isinstance(name_node, yaml.ScalarNode):
            rest = [entry for name, entry in by_name.items() if name not in ("section", "items")]
            return [(name_node, by_name["items"][1]), *rest]
        key = by_name["section"][0]
        self.report.add(
            "LT103",
            "document",
            "`section` needs the name of a section, and its content under `items`",
            "write `section: zones` and `items:` with the list below it, or `zones:` alone",
            span=self.source_map.block_span(block, key.start_mark.index, key.end_mark.index),
        )
        # The meaning of the other keys is unknown; the intended section, if any, counts as written.
        self.broken.update(name for name in (getattr(name_node, "value", ""),) if name in SECTIONS)
        return [entry for name, entry in by_name.items() if name in SECTIONS]

    def _add_section(self, tree: Tree, name: str, key: yaml.ScalarNode, value: yaml.Node) -> None:
        shape = SECTIONS[name]
        if isinstance(value, yaml.ScalarNode) and not value.style and not value.value:
            self.broken.add(name)
            grow_tree(tree, value, name, key)
            return
        if not isinstance(value, _NODES[shape]):
            self.broken.add(name)
            slips = len(tree.slips)
            grown = grow_tree(tree, value, name, key)
            if len(tree.slips) == slips:  # otherwise the value is not what its author meant, and that was reported
                self._wrong_shape(tree.block, name, value, grown)
            return
        before = self.sections.get(name)
        if isinstance(value, yaml.SequenceNode) and isinstance(before, list):
            start = len(before)
            items = [grow_tree(tree, item, f"{name}[{start + index}]") for index, item in enumerate(value.value)]
            self.sections[name] = [*before, *items]
        elif isinstance(value, yaml.MappingNode) and isinstance(before, dict):
            self._join_mapping(tree, name, before, value)
        elif before is not None:
            tree.slips.append(mistakes.duplicate_key(name, key.start_mark.index, key.end_mark.index))
        else:
            self.sections[name] = grow_section(tree, value, name, key)

    def _join_mapping(self, tree: Tree, name: str, before: dict[str, YamlValue], value: yaml.MappingNode) -> None:
        first_place = tree.places[name]
        added = grow_tree(tree, value, name)
        tree.places[name] = first_place
        assert isinstance(added, dict)
        for key, _ in value.value:
            if isinstance(key, yaml.ScalarNode) and key.value in before:
                tree.slips.append(mistakes.duplicate_key(key.value, key.start_mark.index, key.end_mark.index))
        self.sections[name] = {**before, **{key: below for key, below in added.items() if key not in before}}

    def _wrong_shape(self, block: Block, name: str, value: yaml.Node, grown: YamlValue) -> None:
        what, how = _SHAPES[SECTIONS[name]]
        if name == "remove" and isinstance(value, yaml.SequenceNode):
            how = "the names below their sections, such as `actions: [pass]`,"
        first_line_end = block.text.find("\n", value.start_mark.index)
        end = min(value.end_mark.index, first_line_end if first_line_end >= 0 else len(block.text))
        reshaper = Reshaper(self.source_map)
        field = SECTION_FIELDS[name]
        found = repair_zones(reshaper, grown) if name == "zones" else repair(reshaper, field, grown, name)
        self.report.add(
            "LT102",
            name,
            f"`{name}` must be {what}",
            f"write {how} under `{name}:`" if found is None else found.suggestion,
            edits=found.edits if found is not None else (),
            span=self.source_map.block_span(block, value.start_mark.index, max(end, value.start_mark.index + 1)),
        )

    def _unknown_section(self, block: Block, name: str, key: yaml.Node, value: yaml.Node) -> None:
        start, end = key.start_mark.index, key.end_mark.index
        if name in _HOMES and not self._is_written(_HOMES[name], block):
            home, place = _HOMES[name], Place(block, (start, end), (value.start_mark.index, value.end_mark.index), "")
            self.broken.add(home)
            self.report.add(
                "LT101",
                name,
                f"there is no section `{name}`",
                f"put `{name}` under `{home}:`",
                span=self.source_map.block_span(block, start, end),
                edits=Reshaper(self.source_map).under(home, place),
            )
            return
        if self._of_metadata(block, name, key, value):
            return
        if self._is_group(block, name, key, value) or self._are_variables(block, name, key, value):
            return
        text, written = self.source_map.source.text, {*self.sections, *self.broken}
        around = text[: block.to_source(start)] + text[block.to_source(value.end_mark.index) :]
        known = foreign_word("section", name, SECTIONS) or next(iter(nearest(name, SECTIONS)), None)
        meant = known or home_by_entries(value, written) or home_by_use(name, value, around, written)
        span = self.source_map.block_span(block, start, end)
        if meant is not None:
            self.broken.add(meant)
        homeless = "remove it, or move it under the section it belongs to"
        if name.casefold() in _OF_VARIABLES:
            homeless = f"write one of {', '.join(f'`{one}`' for one in _VARIABLES)}"
        self.report.add(
            "LT101",
            name or "document",
            f"there is no section `{name}`",
            f"write `{meant}`" if meant else homeless,
            span=span,
            alternatives=(meant,) if meant else near_names(name, SECTIONS),
            edits=[(span, meant)] if meant and not self._is_written(meant, block) else (),
        )

    def _is_group(self, block: Block, name: str, key: yaml.Node, value: yaml.Node) -> bool:
        """Report a key that contains only sections, as in `equipment: { board: … }`; return whether it is one."""
        inside = sections_inside(value)
        fits = all(isinstance(below, _NODES[SECTIONS[section]]) for section, _, below in inside)
        is_other = foreign_word("section", name, SECTIONS) is not None  # `moves` may contain a move called `end`
        if not inside or (is_other and not (fits and len(inside) > 1)):
            return False
        start, end = key.start_mark.index, key.end_mark.index
        self.broken.update(section for section, _, _ in inside)
        text = block.text[start : value.end_mark.index].rstrip()
        is_block = (
            isinstance(value, yaml.CollectionNode)
            and not value.flow_style
            and (start == 0 or block.text[start - 1] == "\n")
        )
        column = min(one.start_mark.column for _, one, _ in inside)
        lines = text.split("\n")[1:] if is_block else []
        is_even = all(not line[:column].strip(" -") for line in lines)
        span = self.source_map.block_span(block, start, start + len(text))
        lifted = "\n".join(line[column:] for line in lines)
        self.report.add(
            "LT101",
            name or "document",
            f"there is no section `{name}`",
            f"write what is under `{name}:` as sections by themselves",
            span=self.source_map.block_span(block, start, end),
            edits=[(span, lifted)] if lines and is_even else (),
        )
        return True

    def _are_variables(self, block: Block, name: str, key: yaml.Node, value: yaml.Node) -> bool:
        """Report variables of several kinds in one section, each with its scope; return whether they are that."""
        start = key.start_mark.index
        found = variables_by_scope(value, block.text)
        at_margin = start == 0 or block.text[start - 1] == "\n"
        if not found or not at_margin or any(self._is_written(section, block) for section in found):
            return False
        self.broken.update(found)
        texts = [f"{section}:\n" + "\n".join(f"  - {one}" for one in entries) for section, entries in found.items()]
        end = start + len(block.text[start : value.end_mark.index].rstrip())
        listed = " and ".join(f"`{section}`" for section in found)
        self.report.add(
            "LT101",
            name or "document",
            f"there is no section `{name}`",
            f"write {listed}: the section says whose variable it is",
            span=self.source_map.block_span(block, start, key.end_mark.index),
            edits=[(self.source_map.block_span(block, start, end), "\n".join(texts))],
        )
        return True

    def _of_metadata(self, block: Block, name: str, key: yaml.Node, value: yaml.Node) -> bool:
        """Report a field of `metadata` that is written outside it; return whether it is one."""
        metadata = self.sections.get("metadata")
        field = metadata_field(name, value, metadata) if isinstance(metadata, dict) and metadata else None
        start, end = key.start_mark.index, value.end_mark.index
        line_end = block.text.find("\n", end)
        if field is None or block.text[end:line_end].strip() or (start and block.text[start - 1] != "\n"):
            return False
        written = block.text[value.start_mark.index : end].rstrip()
        added = None if "\n" in written else Reshaper(self.source_map).field_added("metadata", f"{field}: {written}")
        if added is None:
            return False
        gone = self.source_map.block_span(block, start, line_end + 1 if line_end >= 0 else len(block.text))
        self.report.add(
            "LT101",
            name,
            f"there is no section `{name}`",
            f"write `{field}: {written}` under `metadata:`",
            span=self.source_map.block_span(block, start, key.end_mark.index),
            edits=[*added, (gone, "")],
        )
        return True

    def _is_written(self, section: str, block: Block) -> bool:
        return section in self.sections or re.search(rf"^{section} *:", block.text, re.MULTILINE) is not None

    def _over_budget(self, block: Block) -> None:
        self.report.add(
            "LT007",
            "document",
            f"aliases expand to more than {MAX_NODES} values",
            "write the values out, or use fewer aliases",
            span=self.source_map.block_span(block, 0, 0),
        )
        self.broken.update(SECTIONS)
