"""Decision table: all decisions of the games played, one row each, for other programs.

The columns are those of `docs/simulate.md`. A row contains the values of all its options, so columns are nested, and
there are many rows: pyarrow writes them (the extra `parquet`); the flat table of games needs no package.

This module computes no statistics and opens no file.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec

from ludotome.gamedef import PlayError
from ludotome.simulate.play_games import Played, checked_played
from ludotome.toolchain import ToolError


def decision_table(played: Played) -> Any:
    """Return the decisions of *played* as a `pyarrow.Table`, game by game, in the order in which they were made.

    The games must have been played with `decisions=True`. The table's metadata contains the game, its rules and its
    parameters under the key `ludotome`.
    """
    arrow = _arrow("pyarrow")
    checked_played(played)
    if not played.has_decisions:
        raise PlayError("bad-argument", "the decisions were not saved; play the games with `decisions=True`")
    schema = arrow.schema(
        [
            ("game", arrow.int64()), ("seed", arrow.uint64()), ("ply", arrow.int32()), ("seat", arrow.int32()),
            ("agent", arrow.string()), ("legal", arrow.int32()), ("chosen", arrow.int32()),
            ("decision", arrow.string()), ("value", arrow.float64()), ("visits", arrow.list_(arrow.int32())),
            ("values", arrow.list_(arrow.float64())),
        ],
        metadata={"ludotome": msgspec.json.encode(_about(played))},
    )  # fmt: skip
    rows = [
        (
            game, watched.seed, ply, one.seat, played.agents[watched.agent_of_seat[one.seat]].name, one.legal,
            one.chosen, one.notation, None if one.values is None else one.values[one.chosen], one.visits, one.values,
        )
        for game, watched in enumerate(played.watched)
        for ply, one in enumerate(watched.decisions)
    ]  # fmt: skip
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return arrow.Table.from_arrays(arrays, schema=schema)


def write_decisions(played: Played) -> bytes:
    """Return the decisions of *played* as the bytes of a Parquet file."""
    table = decision_table(played)
    buffer = _arrow("pyarrow").BufferOutputStream()
    _arrow("pyarrow.parquet").write_table(table, buffer, compression="zstd")
    return bytes(buffer.getvalue())


def check_arrow() -> None:
    """Raise `ToolError`, which says what to install, if pyarrow is missing."""
    _arrow("pyarrow")


def _arrow(module: str) -> ModuleType:
    try:
        return import_module(module)
    except ImportError:
        message = '`pyarrow` is not installed; run `pip install "ludotome[parquet]"`'
        raise ToolError("missing-extra", message) from None


def _about(played: Played) -> dict[str, object]:
    game = played.game
    return {
        "game": game.name, "rules": game.rules_hash, "parameters": game.parameters, "seed": played.seed,
        "agents": [agent.name for agent in played.agents],
    }  # fmt: skip
