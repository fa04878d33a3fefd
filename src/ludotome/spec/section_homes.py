"""section_homes: a section by a name that no section has → the section that its entries fit, and no other.

    pieces: [ { id: rook, movement: … } ]    →  tokenTypes
    name: trio                               →  `id` of `metadata`

Invariants:
    * no word decides here: a home is the one section whose entries have such fields;
    * where several sections fit, as for variables, or one that is written already, there is no home.

This module reports nothing; `parse_game_spec` does.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import yaml

from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.sections import SECTIONS
from ludotome.spec.shapes import SECTION_FIELDS
from ludotome.spec.shapes.field import Field, Shape

_NAMES = ("id", "name")
_MOST_ENTRIES = 100


def home_by_entries(value: yaml.Node, written: Container[str]) -> str | None:
    """Return the one section, not *written* yet, whose entries have the fields that those of *value* have."""
    entries = list(_entries(value))
    if not entries:
        return None
    homes = [
        section
        for section in SECTIONS
        if (shape := _entry_shape(SECTION_FIELDS.get(section))) is not None
        and all(_fits(shape, keys, named=named) for keys, named in entries)
    ]
    return homes[0] if len(homes) == 1 and homes[0] not in written else None


def metadata_field(name: str, value: yaml.Node, metadata: Container[str]) -> str | None:
    """Return the field of `metadata` that *name* is, if one value or a list of them stands there and it is free."""
    shape = SECTION_FIELDS["metadata"].shape
    assert shape is not None
    meant = name if name in shape.fields else foreign_word("field of metadata", name, tuple(shape.fields))
    if meant is None or meant in metadata or isinstance(value, yaml.MappingNode):
        return None
    return meant


def _entry_shape(field: Field | None) -> Shape | None:
    """The shape of the entries of a list or mapping, None if they have none."""
    return field.of.shape if field is not None and field.of is not None else None


def _entries(value: yaml.Node) -> Iterator[tuple[list[str], bool]]:
    """Yield the keys of each entry, and whether its name stands before it; nothing if some entry is no mapping."""
    named = isinstance(value, yaml.MappingNode)
    nodes = [below for _, below in value.value] if named else value.value
    if not isinstance(value, yaml.MappingNode | yaml.SequenceNode) or len(nodes) > _MOST_ENTRIES:
        return
    if not all(isinstance(node, yaml.MappingNode) and node.value for node in nodes):
        return
    for node in nodes:
        yield [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)], named


def _fits(shape: Shape, keys: list[str], *, named: bool) -> bool:
    """Whether *keys* are fields of *shape*, by our names or others', and all are there that must be."""
    known = tuple(shape.fields)
    meant = {key if key in known else foreign_word(f"field of {shape.name}", key, known) for key in keys}
    needed = {key for key, field in shape.fields.items() if field.required and not (named and key in _NAMES)}
    return None not in meant and needed <= meant
