"""The generator of games uses every node and field: the kernels are compared only on what it generates."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import msgspec
import pytest

from ludotome import gamedef as gd
from ludotome.gamedef import NODES, Node, fields_of, walk
from tests.support.generated_games import random_game

GAMES = 300
STRUCTS = (
    gd.ActionDef, gd.PhaseDef, gd.TurnStructure, gd.TriggerDef, gd.EventPattern, gd.EndCondition, gd.Result, gd.Limit,
    gd.Longest, gd.MovementPattern, gd.NotationPiece, gd.Scoring,
)  # fmt: skip


@cache
def generated() -> dict[type[msgspec.Struct], tuple[msgspec.Struct, ...]]:
    """Return every value in many generated games, by class."""
    found: dict[type[msgspec.Struct], list[msgspec.Struct]] = {}
    for seed in range(GAMES):
        game_def = random_game(seed)
        for part in (*walk(game_def), *_structs(game_def)):
            found.setdefault(type(part), []).append(part)
    return {cls: tuple(parts) for cls, parts in found.items()}


def _structs(value: Any) -> Iterator[msgspec.Struct]:
    """Yield the declarations inside *value*, without nodes."""
    if isinstance(value, tuple):
        for item in value:
            yield from _structs(item)
    elif isinstance(value, msgspec.Struct) and not isinstance(value, Node):
        yield value
        for name in value.__struct_fields__:
            yield from _structs(getattr(value, name))


@pytest.mark.parametrize("cls", NODES, ids=lambda cls: cls.__name__)
def test_every_node_is_generated(cls: type[Node]) -> None:
    """If a node of gamedef is in no generated game, add it in `tests/support/generated_games`."""
    assert generated().get(cls)


@pytest.mark.parametrize("cls", [*NODES, *STRUCTS], ids=lambda cls: cls.__name__)
def test_every_field_is_generated_in_all_its_ways(cls: type[msgspec.Struct]) -> None:
    """Optional fields are both omitted and given; every allowed word occurs."""
    for info in fields_of(cls):
        values = [getattr(part, info.name) for part in generated()[cls]]
        for word in _words(info.type):
            assert any(word == value or (isinstance(value, tuple) and word in value) for value in values), (
                f"{cls.__name__}.{info.name} is never {word!r}"
            )
        if not info.required:
            assert any(value == info.default for value in values), f"{cls.__name__}.{info.name} is always given"
            assert any(value != info.default for value in values), f"{cls.__name__}.{info.name} is never given"


def _words(of: Any) -> tuple[Any, ...]:
    if typing.get_origin(of) is Literal:
        return typing.get_args(of)
    return tuple(word for option in typing.get_args(of) for word in _words(option))
