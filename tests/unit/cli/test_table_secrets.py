"""The table in a terminal: everything a person reads depends only on what their seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.cli import table as cli_table
from ludotome.cli.table import Table

HEARTS = Path(__file__).resolve().parents[2] / "documents" / "more" / "hearts.md"
ASKED = (
    "moves", "why", "why play", "why 99", "why play 3", "0", "99", "play 0", "play 51", "xyz", "rules?", "why xyz",
    '{"action": "play", "params": {"$card": 7}}',
)  # fmt: skip


def read(state: lt.State, seat: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Return all output for a person who uses every command and then leaves."""
    answers: Iterator[str | None] = iter(["", *ASKED, *(f"why {n}" for n in range(60)), "board", "quit"])
    monkeypatch.setattr(cli_table, "read_line", lambda _, completions=None: _answer(answers, completions))
    table = Table(state.clone(), [None] * len(state.game.game_def.metadata.seats), seed=1, record=None, again=None)
    table._person(seat)
    out = capsys.readouterr()
    return out.out + out.err


def _answer(answers: Iterator[str | None], completions: object) -> str | None:
    if callable(completions):
        print(completions())  # which Tab would show
    return next(answers)


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "market", str(HEARTS)])
def test_a_person_reads_the_same_in_every_world_they_cannot_distinguish(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lists, their order, refusals, reasons, completions and the board, where all hidden information is redrawn."""
    game = lt.load(name)
    state = game.new_initial_state(seed=5, backend="reference", players=game.game_def.metadata.players.max)
    for _ in range(3):
        seat = state.current_player()
        if state.is_terminal():
            break
        told = read(state, seat, monkeypatch, capsys)
        assert len(told) > 500
        for world in (state.resample(seat, seed) for seed in (1, 2)):
            assert read(world, seat, monkeypatch, capsys) == told
        state.apply_action(state.legal_actions()[0])
