"""section_homes: a section with an unknown name → the only section that its entries fit.

    pieces: [ { id: rook, movement: … } ]    →  tokenTypes
    name: trio                               →  `id` of `metadata`
    variables: [ { name: pot, … } ]          →  globalVars, if `pot` is written and `actor.pot` is not
    equipment: { board: …, pieces: … }       →  `zones` and `tokenTypes`, by themselves

Invariants:
    * the name does not matter: a home is the only section whose entries have such fields;
    * if several sections fit, or the section is already written, there is no home; among the sections of variables, the
      use of the variables decides.

This module reports nothing; `parse_game_spec` does.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

import yaml

from ludotome.spec.foreign_words import foreign_word, variables_of
from ludotome.spec.sections import SECTIONS
from ludotome.spec.shapes import BOARD_MACROS, SECTION_FIELDS
from ludotome.spec.shapes.field import Field, Shape

_NAMES = ("id", "name")
_SCOPES = ("scope", "per")
_PLAYERS = ("actor", "active", "lastActor", "players")
_MOST_ENTRIES = 100


def home_by_entries(value: yaml.Node, written: Container[str]) -> str | None:
    """Return the one section, not *written* yet, whose entries have the fields that those of *value* have."""
    entries = list(_entries(value))
    if not entries:
        return None
    if isinstance(value, yaml.SequenceNode) and all(len(keys) == 1 and keys[0] in BOARD_MACROS for keys, _ in entries):
        return None if "zones" in written else "zones"
    homes = [
        section
        for section in SECTIONS
        if (shape := _entry_shape(SECTION_FIELDS.get(section))) is not None
        and all(_fits(shape, keys, named=named) for keys, named in entries)
    ]
    return homes[0] if len(homes) == 1 and homes[0] not in written else None


def home_by_use(section: str, value: yaml.Node, text: str, written: Container[str]) -> str | None:
    """Return the section, not *written* yet, of the variables in *value*, by how the rest of *text* uses them.

    `G.pot` is a global variable if `G` is the *section* itself; `actor.pot` is a variable of a player.
    """
    shape = _entry_shape(SECTION_FIELDS["globalVars"])
    entries = list(_entries(value))
    if not entries:
        return None
    names = list(_below(value, _NAMES))
    scopes = {variables_of(scope) for scope in _below(value, _SCOPES)}
    fits = (_fits(shape, [key for key in keys if key not in _SCOPES], named=named) for keys, named in entries if shape)
    if not names or not all(fits):
        return None
    if scopes:
        said = scopes.pop()
        return said if not scopes and said not in written else None
    uses = re.findall(rf"(?<![\w$])(?:(\$?\w+)\.)?(?:{'|'.join(map(re.escape, names))})\b", text)
    owners = {owner for owner in uses if owner and owner != section}
    if owners and not all(owner in _PLAYERS or foreign_word("player", owner.lstrip("$"), _PLAYERS) for owner in owners):
        return None
    home = "perPlayerVars" if owners else "globalVars"
    return home if uses and home not in written else None


def variables_by_scope(value: yaml.Node, text: str) -> dict[str, list[str]]:
    """Return the entries of each section of variables, where every entry of *value* says whose variable it is.

    Each is a mapping in one line, made of what *text*, in which *value* stands, has there; empty if an entry does not
    say it, or is longer.
    """
    found: dict[str, list[str]] = {}
    for entry in value.value if isinstance(value, yaml.CollectionNode) else ():
        key, node = entry if isinstance(entry, tuple) else (None, entry)
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        if not all(isinstance(field, yaml.ScalarNode) for field, _ in pairs):
            return {}
        scopes = [variables_of(below.value) for field, below in pairs if field.value in _SCOPES]
        kept = [
            (field.value, text[below.start_mark.index : below.end_mark.index])
            for field, below in pairs
            if field.value not in _SCOPES
        ]
        named = [("name", key.value)] if isinstance(key, yaml.ScalarNode) else []
        if len(scopes) != 1 or scopes[0] is None or any("\n" in below for _, below in kept):
            return {}
        fields = ", ".join(f"{field}: {below}" for field, below in (*named, *kept))
        found.setdefault(scopes[0], []).append(f"{{ {fields} }}")
    return found


def sections_inside(value: yaml.Node) -> list[tuple[str, yaml.Node, yaml.Node]]:
    """Return the sections in *value*, a mapping or a list of mappings, with their nodes; none if it has other keys."""
    mappings = value.value if isinstance(value, yaml.SequenceNode) else [value]
    if not mappings or not all(isinstance(one, yaml.MappingNode) for one in mappings):
        return []
    pairs = [pair for one in mappings for pair in one.value]
    found: list[tuple[str, yaml.Node, yaml.Node]] = [
        (meant, key, below)
        for key, below in pairs
        if isinstance(key, yaml.ScalarNode)
        and (meant := key.value if key.value in SECTIONS else foreign_word("section", key.value, SECTIONS)) is not None
    ]
    names = [name for name, _, _ in found]
    return found if len(found) == len(pairs) and len(set(names)) == len(names) else []


def metadata_field(name: str, value: yaml.Node, metadata: Container[str]) -> str | None:
    """Return the field of `metadata` that *name* means, if *value* is not a mapping and it is not written yet."""
    shape = SECTION_FIELDS["metadata"].shape
    assert shape is not None
    meant = name if name in shape.fields else foreign_word("field of metadata", name, tuple(shape.fields))
    if meant is None or meant in metadata or isinstance(value, yaml.MappingNode):
        return None
    return meant


def _below(value: yaml.Node, fields: Container[str]) -> Iterator[str]:
    """Yield the value of each of *fields* in each entry of *value*; the key of an entry of a mapping is its name."""
    for node in value.value:
        entry = node
        if isinstance(value, yaml.MappingNode):
            key, entry = node
            if "name" in fields and isinstance(key, yaml.ScalarNode):
                yield key.value
        for key, below in entry.value if isinstance(entry, yaml.MappingNode) else ():
            if isinstance(key, yaml.ScalarNode) and key.value in fields and isinstance(below, yaml.ScalarNode):
                yield below.value


def _entry_shape(field: Field | None) -> Shape | None:
    """Return the shape of the entries of a list or mapping, None if they have none."""
    return field.of.shape if field is not None and field.of is not None else None


def _entries(value: yaml.Node) -> Iterator[tuple[list[str], bool]]:
    """Yield the keys of each entry, and whether its name is its key; nothing if some entry is not a mapping."""
    named = isinstance(value, yaml.MappingNode)
    nodes = [below for _, below in value.value] if named else value.value
    if not isinstance(value, yaml.MappingNode | yaml.SequenceNode) or len(nodes) > _MOST_ENTRIES:
        return
    if not all(isinstance(node, yaml.MappingNode) and node.value for node in nodes):
        return
    for node in nodes:
        yield [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)], named


def _fits(shape: Shape, keys: list[str], *, named: bool) -> bool:
    """Whether *keys* are fields of *shape*, by our names or foreign ones, and include all required fields."""
    known = tuple(shape.fields)
    meant = {key if key in known else foreign_word(f"field of {shape.name}", key, known) for key in keys}
    needed = {key for key, field in shape.fields.items() if field.required and not (named and key in _NAMES)}
    return None not in meant and needed <= meant
