"""Messages to a seat: no byte depends on hidden information, in random games of every document.

At every position, everything hidden from the seat is redrawn, and the message is made from that world. Spectators see
less than any seat, so their view is the same in the worlds of all seats. Such a world knows the last decision as its
own seat saw it; the spectators' text of it must be that of some seat that did not decide.
"""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

import ludotome as lt
from ludotome.play import shipped_games
from ludotome.tables.seen import Moves, seen
from ludotome.tables.table import WATCHER, Table
from tests.support.house import ROOT
from tests.unit.tables.test_table import NOBODY, Played

SHARED = sorted((ROOT / "tests" / "documents" / "more").glob("*.md"))
PLIES, WORLDS = 12, 2


def told(table: Table, moves: Moves, seat: int) -> bytes:
    return msgspec.json.encode(seen(table, moves, seat, 3.0, NOBODY))


def in_world(table: Table, moves: Moves, world: lt.State, seat: int) -> bytes:
    """Return the message to *seat* as if *world* were the state of the table."""
    other, known = copy.copy(table), copy.copy(moves)
    other.state = world
    known._table = other
    known._told = {viewer: kept[:-1] for viewer, kept in moves._told.items()}  # the last move is read from the world
    return told(other, known, seat)


def without_last(message: bytes) -> dict[str, Any]:
    """Return a message without the last decision and its dice."""
    data: dict[str, Any] = msgspec.json.decode(message)
    for read_from_the_past in ("last", "dice"):
        data["view"].pop(read_from_the_past, None)
    return data | {"moves": data["moves"][:-1]}


def is_read_by_a_seat(table: Table, moves: Moves) -> bool:
    """Return whether the spectators' text of the last decision is that of some seat that did not decide."""
    if not table.decisions:
        return True
    others = [seat for seat in range(len(table.seats)) if seat != table.decisions[-1].by]
    return moves.told(None)[-1] in {moves.told(seat)[-1] for seat in others}


def differences(name: str, plies: int, worlds: int) -> list[str]:
    """Return where a message differs between worlds, in a random game of a document."""
    played, found, compared = Played(name), [], 0
    moves = Moves(played.table)
    for ply in range(plies):
        table = played.table
        if table.is_over:  # the result is public, and reveals hidden information
            break
        messages = {seat: told(table, moves, seat) for seat in (*range(len(table.seats)), WATCHER)}
        for seat in range(len(table.seats)):
            for seed in range(worlds):
                try:
                    world = table.state.resample(seat, seed)
                except lt.PlayError as error:
                    if error.code != "no-world":  # not always found within the bounds
                        raise
                    continue
                compared += 1
                if in_world(table, moves, world, seat) != messages[seat]:
                    found.append(f"{name}: ply {ply}, message to seat {seat}")
                if without_last(in_world(table, moves, world, WATCHER)) != without_last(messages[WATCHER]):
                    found.append(f"{name}: ply {ply}, message to watchers, worlds of seat {seat}")
        if not is_read_by_a_seat(table, moves):
            found.append(f"{name}: ply {ply}, the last decision as watchers read it")
        played.play(1, seed=ply)
    return found if compared else [f"{name}: no world was found"]


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "market"])
def test_nothing_hidden_is_sent(name: str) -> None:
    assert differences(name, PLIES, WORLDS) == []


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:played on the reference kernel")
@pytest.mark.parametrize("name", [*shipped_games(), *(str(file) for file in SHARED)])
def test_nothing_hidden_is_sent_in_whole_games(name: str) -> None:
    assert differences(name, 200, 3) == []


def test_a_message_that_reveals_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law detects a message that shows everybody the view of the first seat."""
    plain = lt.State.view

    def of_the_first(state: lt.State, seat: int | None = None) -> object:
        del seat
        return plain(state, 0)

    monkeypatch.setattr(lt.State, "view", of_the_first)
    assert differences("kuhn-poker", 1, 8) != []
