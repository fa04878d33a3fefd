"""A table: its commands, the meaning of its events, and what is sent to whom."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import ludotome as lt
from ludotome.play import shipped_games
from ludotome.tables.events import Event, Opened, read, written
from ludotome.tables.seen import Moves, seen
from ludotome.tables.table import WATCHER, Table, TableError

NOBODY = frozenset[int]()


class Played:
    """A table with its events, to which commands are given one after another."""

    def __init__(self, name: str, **opened: Any) -> None:
        self.game = lt.load(name)
        document = self.game.document or ""
        players = self.game.game_def.metadata.players.min
        self.events: list[Event] = [Opened(0.0, document, players=players, **opened)]
        self.table = Table.of(self.game, self.events)
        self.do(self.table.begin(0.0))

    def do(self, events: Sequence[Event]) -> None:
        self.table.happen(events)
        self.events += events

    def seat_everybody(self) -> list[str]:
        secrets = []
        for _ in self.table.seats:
            events, secret = self.table.sit(None, "Ann", 1.0)
            self.do(events)
            secrets.append(secret)
        return secrets

    def play(self, plies: int, seed: int = 1) -> None:
        draw = random.Random(seed)
        for _ in range(plies):
            if self.table.is_over:
                return
            seat = self.table.current
            count = len(self.table.state.seat(seat).legal_actions())
            self.do(self.table.decide(seat, len(self.table.decisions), draw.randrange(count), 2.0))


def message(table: Table, seat: int) -> bytes:
    return msgspec.json.encode(seen(table, Moves(table), seat, 3.0, NOBODY))


def is_asked(table: Table) -> bool:
    return table.asked is not None


@pytest.mark.parametrize("name", shipped_games())
def test_a_table_read_back_from_its_events_is_the_same(name: str) -> None:
    played = Played(name)
    played.seat_everybody()
    played.play(30)
    again = Table.of(played.game, [read(written(event)) for event in played.events])
    assert again.state.state_hash() == played.table.state.state_hash()
    for seat in (WATCHER, *range(len(again.seats))):
        assert message(again, seat) == message(played.table, seat)


def test_a_command_changes_nothing_by_itself() -> None:
    played = Played("pig")
    before = message(played.table, WATCHER), played.table.state.state_hash()
    played.table.decide(0, 0, 0, 1.0)
    played.table.sit(0, "Ann", 1.0)
    assert (message(played.table, WATCHER), played.table.state.state_hash()) == before


def test_a_secret_opens_its_seat_and_is_not_kept() -> None:
    played = Played("breakthrough")
    first, second = played.seat_everybody()
    assert (played.table.seat_of(first), played.table.seat_of(second)) == (0, 1)
    assert played.table.seat_of("guess") is None
    kept = b"".join(map(written, played.events))
    assert first.encode() not in kept
    with pytest.raises(TableError, match="every seat is taken"):
        played.table.sit(None, "Bob", 1.0)


def test_a_decision_is_made_once_and_only_in_turn() -> None:
    played = Played("breakthrough")
    decided = played.table.decide(0, 0, 3, 1.0)
    played.do(decided)
    for arguments, said in [
        ((0, 0, 3), "ply 1, and this was meant for ply 0"),
        ((0, 1, 3), "it is the turn of Black"),
        ((1, 1, 999), "none has the number 999"),
        ((1, 1, -1), "none has the number -1"),
    ]:
        with pytest.raises(TableError, match=said):
            played.table.decide(*arguments, 1.0)
    assert len(played.table.decisions) == 1


def test_people_undo_by_consent() -> None:
    played = Played("breakthrough")
    played.seat_everybody()
    start = played.table.state.state_hash()
    played.play(2)
    played.do(played.table.ask_back(0, 3.0))
    assert is_asked(played.table)
    with pytest.raises(TableError, match="the others have to agree"):
        played.table.answer_back(0, True, 3.0)
    played.do(played.table.answer_back(1, False, 3.0))
    assert not is_asked(played.table)
    assert len(played.table.decisions) == 2
    played.do(played.table.ask_back(0, 3.0))
    played.do(played.table.answer_back(1, True, 3.0))
    assert not is_asked(played.table)
    assert played.table.decisions == []
    assert played.table.state.state_hash() == start


def test_beside_agents_one_person_takes_back_alone() -> None:
    played = Played("breakthrough")
    played.do(played.table.sit(0, "Ann", 1.0)[0])
    played.do(played.table.seat_agent(1, "easy", 1.0))
    played.play(2)
    played.do(played.table.ask_back(0, 3.0))
    assert played.table.decisions == []


def test_a_roll_that_is_taken_back_is_rolled_again() -> None:
    fallen = set()
    played = Played("pig")
    played.do(played.table.sit(0, "Ann", 1.0)[0])
    for _ in range(60):
        played.do(played.table.decide(0, 0, 0, 1.0))
        assert played.table.has_chance_since(0)
        fallen.add(str(played.table.decisions[1].decision))
        played.do(played.table.ask_back(0, 2.0) if played.table.decisions[-1].by else [])
        if played.table.decisions:
            break
    assert len(fallen) > 1


def test_the_clock_runs_for_the_seat_that_decides() -> None:
    played = Played("breakthrough", seconds=100.0)
    played.do(played.table.decide(0, 0, 0, 10.0))
    assert [played.table.time_left(seat, 40.0) for seat in (0, 1)] == [100.0, 70.0]
    played.do(played.table.decide(1, 1, 0, 60.0))
    assert [played.table.time_left(seat, 70.0) for seat in (0, 1)] == [90.0, 50.0]
    assert played.table.run_out(159.0) == []
    played.do(played.table.run_out(160.0))
    assert played.table.is_over
    with pytest.raises(TableError, match="the game is over"):
        played.table.decide(0, 2, 0, 161.0)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (lambda table: table.sit(7, "Ann", 0.0), "there is no seat 7"),
        (lambda table: table.sit(0, " \n ", 0.0), "write a name"),
        (lambda table: table.seat_agent(0, "mcts:999999", 0.0), "there is no agent `mcts:999999`"),
        (lambda table: table.note(WATCHER, "x" * 2001, 0.0), "this one has 2,001"),
        (lambda table: table.say(0, 99, 0.0), "there is no phrase 99"),
        (lambda table: table.answer_back(0, True, 0.0), "nobody has asked"),
        (lambda table: table.ask_back(0, 0.0), "not made a decision"),
        (lambda table: table.follow("x", 0.0), "not over yet"),
        (lambda table: table.leave(1, 0.0), "is free"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(command: Any, said: str) -> None:
    with pytest.raises(TableError, match=said):
        command(Played("breakthrough").table)


def test_names_are_one_line_and_shortened() -> None:
    played = Played("breakthrough")
    played.do(played.table.sit(0, "A\x1b[31mnn\n" + "x" * 100, 0.0)[0])
    name = played.table.seats[0].name
    assert len(name) <= 40
    assert name.isprintable()


@pytest.mark.parametrize("name", ["pig", "leduc-poker", "market", "breakthrough"])
def test_moves_sent_one_by_one_are_those_sent_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision followed by chance adds several moves; the game is not replayed for that."""
    played = Played(name)
    one_by_one = Moves(played.table)
    viewers = (None, *range(len(played.table.seats)))
    began: list[Table] = []
    begun = Table.begun
    for ply in range(20):
        with monkeypatch.context() as counting:
            counting.setattr(Table, "begun", lambda table: began.append(table) or begun(table))
            played.play(1, seed=ply)
            told = {viewer: one_by_one.told(viewer) for viewer in viewers}
        assert told == {viewer: Moves(played.table).told(viewer) for viewer in viewers}
        assert len(told[None]) == len(played.table.decisions)
    assert began == []


def test_a_decision_that_was_tried_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The state that a command has computed is used when its events are applied, and equals their meaning."""
    played = Played("pig")
    made: list[object] = []
    apply = lt.State.apply_action
    monkeypatch.setattr(lt.State, "apply_action", lambda state, given: made.append(given) or apply(state, given))
    played.play(10)
    assert len(made) == len(played.table.decisions)
    again = Table.of(played.game, [read(written(event)) for event in played.events])
    assert again.state.state_hash() == played.table.state.state_hash()
    assert [str(one) for one in again.state.history()] == [str(one) for one in played.table.state.history()]
