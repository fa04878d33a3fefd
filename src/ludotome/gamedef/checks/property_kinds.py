"""Property kinds: a property of tokens or zones must have the same kind of value everywhere."""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.gamedef.infer import Inference

_SHOWN = {"int": "a number", "bool": "true or false", "name": "a name"}


def check(inference: Inference) -> None:
    """Report every property whose kind differs from its first declaration; ranges and names may differ."""
    game = inference.symbols.game_def
    _check_each(
        inference,
        (
            (prop.name, "name" if isinstance(prop.type, tuple) else prop.type, f"tokenTypes[{i}].props[{j}]")
            for i, kind in enumerate(game.token_types)
            for j, prop in enumerate(kind.props)
        ),
    )
    _check_each(
        inference,
        (
            (name, {bool: "bool", int: "int", str: "name"}[type(value)], f"zones[{i}].props.{name}")
            for i, zone in enumerate(game.zones)
            for name, value in zone.props.items()
        ),
    )


def _check_each(inference: Inference, declared: Iterable[tuple[str, str, str]]) -> None:
    first: dict[str, tuple[str, str]] = {}
    for name, kind, path in declared:
        before = first.setdefault(name, (kind, path))
        if before[0] != kind:
            here, there = (_SHOWN.get(one, f"a {one}") for one in (kind, before[0]))
            message = f"`{name}` holds {here} here and {there} at `{before[1]}`"
            inference.findings.add("LT416", path, message, "give one of the two another name, or both the same type")
