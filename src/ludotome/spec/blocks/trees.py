"""Trees: composed YAML nodes → plain values, and the place of every key and value.

Invariants:
    * a path names one value: `actions[2].effects[0].moveToken.from`, an odd key as `vars["White.castleE"]`;
    * places are in offsets of their block; a mapping's or list's place ends where its last part ends;
    * a budget limits the copies made by aliases.

This module does not know sections; it reports the errors of YAML values and leaves shapes to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import yaml
from msgspec import Struct, field

from ludotome.gamedef import MAX_NODES
from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.colons import find_swallowed_value
from ludotome.spec.blocks.fences import Block
from ludotome.spec.blocks.lint_values import end_of_cut_value, find_tag, find_template, lint_key, lint_scalar
from ludotome.spec.blocks.scalars import resolve_plain
from ludotome.spec.sections import PASSES
from ludotome.spec.slips import Slip

YamlValue: TypeAlias = "str | int | float | bool | list[YamlValue] | dict[str, YamlValue] | None"

_PLAIN_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$:-]*")


class Place(Struct, frozen=True):
    """Where a value is in its block: the key before it (if any), the value, and how a scalar was written."""

    block: Block
    key: tuple[int, int] | None
    value: tuple[int, int]
    style: str
    text: str | None = None


class Budget(Struct):
    """How many more nodes may be made; aliases multiply nodes, so every copy counts."""

    nodes: int


class Tree(Struct):
    """The tree under construction: the places by path, the slips found, and the duplicate keys left out."""

    block: Block
    budget: Budget
    places: dict[str, Place] = field(default_factory=dict)
    slips: list[Slip] = field(default_factory=list)


def key_path(parent: str, key: str) -> str:
    """Return the path of *key* under *parent*; the empty parent is the document."""
    if _PLAIN_KEY.fullmatch(key) is None:
        escaped = key.replace("\\", "\\\\").replace('"', '\\"')
        return f'{parent}["{escaped}"]'
    return f"{parent}.{key}" if parent else key


class _Grown(Struct, frozen=True):
    """A separate tree: its value, its places, its slips and its number of nodes."""

    value: YamlValue
    places: tuple[tuple[str, Place], ...]
    slips: tuple[Slip, ...]
    nodes: int


@lru_cache(maxsize=64)  # by the node itself, since `read_block` returns the same node for unchanged text
def _grown(text: str, node: yaml.Node, path: str, key: yaml.ScalarNode | None) -> _Grown:
    tree = Tree(Block(text, (0,), (0,)), Budget(MAX_NODES))
    value = grow_tree(tree, node, path, key)
    return _Grown(value, tuple(tree.places.items()), tuple(tree.slips), MAX_NODES - tree.budget.nodes)


def grow_section(tree: Tree, node: yaml.Node, path: str, key: yaml.ScalarNode | None = None) -> YamlValue:
    """Return what `grow_tree` returns; for a section that was read before, only the places are made again."""
    grown = _grown(tree.block.text, node, path, key)
    tree.budget.nodes -= grown.nodes
    if tree.budget.nodes < 0:
        return None
    block = tree.block
    for below, place in grown.places:
        tree.places[below] = Place(block, place.key, place.value, place.style, place.text)
    tree.slips.extend(grown.slips)
    return _copied(grown.value)


def _copied(value: YamlValue) -> YamlValue:
    """Return a deep copy of *value*, which the caller may change."""
    if isinstance(value, dict):
        return {key: _copied(below) for key, below in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def grow_tree(tree: Tree, node: yaml.Node, path: str, key: yaml.ScalarNode | None = None) -> YamlValue:
    """Return the plain value of *node*, recording its place and those below it under *path*."""
    tree.budget.nodes -= 1
    if tree.budget.nodes < 0:
        return None
    key_place = (key.start_mark.index, key.end_mark.index) if key is not None else None
    start = node.start_mark.index
    if isinstance(node, yaml.ScalarNode):
        return _scalar(tree, node, path, key, key_place)
    if (tag := find_tag(tree.block.text, node)) is not None:
        tree.slips.append(tag)
    if isinstance(node, yaml.SequenceNode):
        tree.places[path] = Place(tree.block, key_place, (start, start), "[")
        items = [grow_tree(tree, item, f"{path}[{index}]") for index, item in enumerate(_items(tree, node))]
        end = _end_of(tree, node, [f"{path}[{index}]" for index in range(len(items))])
        tree.places[path] = Place(tree.block, key_place, (start, end), "[" if node.flow_style else "-")
        return items
    assert isinstance(node, yaml.MappingNode)
    if (slip := find_template(tree.block.text, node)) is not None:
        tree.slips.append(slip)
        tree.places[path] = Place(tree.block, key_place, (start, node.end_mark.index), "", "")
        return None  # as if nothing were written; the possible values are reported later
    tree.places[path] = Place(tree.block, key_place, (start, start), "{")
    mapping, paths = _mapping(tree, node, path)
    end = _end_of(tree, node, paths)
    tree.places[path] = Place(tree.block, key_place, (start, end), "{" if node.flow_style else ":")
    return mapping


def _items(tree: Tree, node: yaml.SequenceNode) -> Iterator[yaml.Node]:
    """Yield the entries of a list, except those that belong to a preceding value that YAML cut short."""
    read_to = 0
    for item in node.value:
        if item.start_mark.index >= read_to:
            slips = len(tree.slips)
            yield item
            read_to = end_of_cut_value(tree.block.text, item) if len(tree.slips) > slips else 0


def _scalar(
    tree: Tree, node: yaml.ScalarNode, path: str, key: yaml.ScalarNode | None, key_place: tuple[int, int] | None
) -> YamlValue:
    start, end = node.start_mark.index, node.end_mark.index
    style = node.style or ""
    if style in ("|", ">"):
        end = start + len(tree.block.text[start:end].rstrip())
    tree.places[path] = Place(tree.block, key_place, (start, end), style, node.value)
    tree.slips.extend(lint_scalar(tree.block.text, node, path, key))
    return node.value if style else resolve_plain(node.value)


def _mapping(tree: Tree, node: yaml.MappingNode, path: str) -> tuple[dict[str, YamlValue], list[str]]:
    mapping: dict[str, YamlValue] = {}
    first_keys: dict[str, yaml.Node] = {}
    paths: list[str] = []
    read_to = 0
    for key, value in node.value:
        if key.start_mark.index < read_to:
            continue  # part of a preceding value that YAML cut short
        if not isinstance(key, yaml.ScalarNode):
            tree.slips.append(mistakes.key_is_no_name(tree.block.text, key.start_mark.index, key.end_mark.index))
            continue
        if (swallowed := find_swallowed_value(tree.block.text, key, value, flow=bool(node.flow_style))) is not None:
            slip, read_to = swallowed
            tree.slips.append(slip)
            paths.append(_add_unread(tree, mapping, path, slip, read_to))
            continue
        name = key.value
        if name in first_keys:
            tree.slips.append(mistakes.duplicate_key(name, key.start_mark.index, key.end_mark.index))
            continue
        first_keys[name] = key
        tree.slips.extend(lint_key(tree.block.text, key, value, flow=bool(node.flow_style)))
        below = key_path(path, name)
        slips = len(tree.slips)
        mapping[name] = grow_tree(tree, value, below, key)
        if name == "effects" and mapping[name] is None and _does_nothing(node, path):
            tree.slips[slips:] = [mistakes.no_effects(slip, key.end_mark.index + 1) for slip in tree.slips[slips:]]
        read_to = end_of_cut_value(tree.block.text, value) if len(tree.slips) > slips else 0
        paths.append(below)
    return mapping, paths


def _does_nothing(node: yaml.MappingNode, path: str) -> bool:
    """Whether the action of *node*, by its name, has no effects: it is a pass."""
    named = [value.value for key, value in node.value if key.value == "id" and isinstance(value, yaml.ScalarNode)]
    return next(iter(named), path.rpartition(".")[2]).lower() in PASSES


def _add_unread(tree: Tree, mapping: dict[str, YamlValue], path: str, slip: Slip, end: int) -> str:
    """Record a key that lacks its colon as one without a value, so that it is not reported as missing.

    Return its path.
    """
    name = tree.block.text[slip.start : slip.end]
    below = key_path(path, name)
    if name not in mapping:
        mapping[name] = None
        tree.places[below] = Place(tree.block, (slip.start, slip.end), (slip.end, end), "", "")
    return below


def _end_of(tree: Tree, node: yaml.CollectionNode, paths: list[str]) -> int:
    """Return the end of a collection; libyaml extends a block collection to the next token."""
    if node.flow_style or not paths:
        return int(node.end_mark.index)
    last = tree.places.get(paths[-1])
    return last.value[1] if last is not None else int(node.end_mark.index)
