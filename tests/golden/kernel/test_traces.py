"""Small games with fixed decisions: state, triggers and hashes after each decision, as text."""

# ruff: noqa: E501  (one effect a line)

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludotome.gamedef import Decision, GameDef, Symbols, decision_to_data, state_to_data
from ludotome.kernel import (
    apply_move,
    compute_full_hash,
    compute_position_hash,
    current_player,
    initial_state,
    legal_notations,
)
from tests.support.small_games import cards, game, note
from tests.unit.gamedef.games import tic_tac_toe

HERE = Path(__file__).parent
QUIET = ("format", "version", "generator", "regionHistory", "usage", "openOrder", "pending")


def market() -> GameDef:
    """Cards from a row to hands, a trigger that pays, and a choice of the other player."""
    return game(
        [
            {
                "id": "take",
                "params": [{"name": "$c", "domain": {"query": "tokensInZone", "zone": "row"}}],
                "cost": [{"addVar": {"var": "money", "delta": -1, "scope": "player", "player": "actor"}}],
                "effects": [{"moveToken": {"token": "$c", "to": {"ref": "ownedZone", "zone": "hand", "player": "actor"}}}],
            },
            {"id": "pass", "effects": [note(7)]},
        ],
        setup=[*cards("deck", 4, 5, 6, 7, 8), {"shuffle": {"zone": "deck"}}, {"draw": {"from": "deck", "to": "row", "count": 2}}],
        triggers=[
            {
                "id": "pays",
                "event": {"type": "tokenEntered", "zone": "hand"},
                "effects": [
                    {"chooseOne": {"bind": "$how", "options": {"query": "list", "items": [1, 2]}, "chooser": {"ref": "playerProp", "player": "actor", "prop": "next"}}},
                    {"addVar": {"var": "money", "delta": "$how", "scope": "player", "player": "$player"}},
                ],
            },
            {"id": "refill", "event": {"type": "actionResolved", "action": "take"}, "effects": [{"draw": {"from": "deck", "to": "row", "count": 1}}]},
        ],
        ends=[{"when": {"op": "empty", "zone": "deck"}, "result": {"type": "rank", "by": [{"ref": "pvar", "player": "$player", "var": "money"}]}}],
    )  # fmt: skip


def trace(game_def: GameDef, decisions: list[Any], seed: int) -> str:
    state = initial_state(game_def, seed)
    lines: list[str] = []
    for decision in (None, *decisions):
        if decision is not None:
            result = apply_move(game_def, state, decision)
            state = result.state
            lines.append(f"> {decision_to_data(decision)}")
            lines += [
                f"  ! {firing.trigger} on {firing.event}, depth {firing.depth}" for firing in result.trigger_firings
            ]
        shown = {key: value for key, value in state_to_data(Symbols(game_def), state).items() if key not in QUIET}
        lines += [f"  {key}: {value}" for key, value in shown.items()]
        lines.append(f"  player {current_player(game_def, state)} can: {' | '.join(legal_notations(game_def, state))}")
        hashes = compute_position_hash(game_def, state), compute_full_hash(game_def, state)
        lines.append(f"  position {hashes[0]:016x}, state {hashes[1]:016x}")
    return "\n".join((*lines, ""))


def place(cell: str) -> Decision:
    return Decision("place", (("$cell", cell),))


TRACES: dict[str, tuple[GameDef, list[Decision], int]] = {
    "tic-tac-toe": (tic_tac_toe(), [place(cell) for cell in ("cell_1_1", "cell_0_0", "cell_0_2", "cell_2_2", "cell_2_0")], 1),
    "market": (market(), [Decision("take", (("$c", 1),)), Decision(choose=2), Decision("pass"), Decision("pass")], 3),
}  # fmt: skip


@pytest.mark.parametrize("name", TRACES)
def test_a_game_goes_exactly_as_written_down(name: str, golden: Any) -> None:
    golden(trace(*TRACES[name]), HERE / f"{name}.txt")
