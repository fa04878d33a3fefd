"""Answers to a seat reveal nothing hidden: worlds it cannot distinguish give equal answers, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotome.gamedef import PlayError
from ludotome.mcp import Tables
from ludotome.mcp.limits import MOST_SECONDS, MOST_TABLES
from ludotome.mcp.tables import _seen
from ludotome.play import load
from ludotome.workers import Job


def everything_sent(tables: Tables, table: str, seat: int) -> str:
    """Return all answers of the play tools for *seat*, including refusals."""
    moves = ["0", "c", "xyzzy", '{"action":"call"}']
    answers: list[Any] = [tables.view(table, seat, form) for form in ("text", "svg", "data")]
    answers += [tables.moves(table, seat), _seen(tables._tables[table], seat, ())]
    answers += [tables.why(table, seat, move) for move in moves]
    return json.dumps(answers, sort_keys=True)


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "market"])
def test_hidden_cards_never_appear_in_what_a_seat_is_sent(name: str) -> None:
    game, tables = load(name), Tables()
    compared = 0
    for seed in range(6):
        table = tables.open(game, 0, None, 2, Job(MOST_SECONDS))["table"]
        held = tables._tables[table]
        for step in range(4):
            if held.state.is_terminal():
                break
            for seat in (0, 1):
                here = everything_sent(tables, table, seat)
                kept = held.state
                held.state = kept.resample(seat, seed * 10 + step)
                is_another = held.state.state_hash() != kept.state_hash()
                assert everything_sent(tables, table, seat) == here, f"seat {seat} can tell two worlds apart"
                held.state, compared = kept, compared + is_another
            player = held.state.current_player()
            tables.apply(table, player, tables.moves(table, player)["moves"][0], Job(MOST_SECONDS))
    assert compared > 10, "the worlds differed in what is hidden"


def test_a_seat_of_an_agent_cannot_be_asked_for() -> None:
    tables = Tables()
    table = tables.open(load("leduc-poker"), "First", "random", None, Job(MOST_SECONDS))["table"]
    for ask in (
        lambda: tables.view(table, 1, "data"),
        lambda: tables.moves(table, "Second"),
        lambda: tables.apply(table, 1, "c", Job(MOST_SECONDS)),
        lambda: tables.why(table, 1, "c"),
    ):
        with pytest.raises(PlayError, match="played by an agent"):
            ask()


def test_two_games_have_different_deals() -> None:
    """The seed comes from the system: 60 deals of 3 cards are not all the same."""
    tables, game = Tables(), load("kuhn-poker")
    assert len({tables.open(game, 0, None, None, Job(MOST_SECONDS))["board"] for _ in range(60)}) == 3


def test_the_game_used_longest_ago_makes_room() -> None:
    tables, game = Tables(), load("tic-tac-toe")
    opened = [tables.open(game, 0, None, None, Job(MOST_SECONDS))["table"] for _ in range(MOST_TABLES)]
    tables.moves(opened[0], 0)
    tables.open(game, 0, None, None, Job(MOST_SECONDS))
    assert tables.moves(opened[0], 0)["moves"]
    with pytest.raises(PlayError, match="there is no open game"):
        tables.moves(opened[1], 0)


def test_wrong_seats_and_opponents_are_named() -> None:
    tables, game = Tables(), load("tic-tac-toe")
    with pytest.raises(PlayError, match=r"there is no seat 5; write one of 0 \(X\), 1 \(O\)"):
        tables.open(game, 5, None, None, Job(MOST_SECONDS))
    with pytest.raises(PlayError, match=r"there is no seat '99+…; write one of"):
        tables.open(game, "9" * 5000, None, None, Job(MOST_SECONDS))
    with pytest.raises(PlayError, match="`opponent` is 'clever'; write one of random, greedy, easy"):
        tables.open(game, 0, "clever", None, Job(MOST_SECONDS))
    table = tables.open(game, 0, None, None, Job(MOST_SECONDS))["table"]
    with pytest.raises(PlayError, match="`form` is 'png'; write text, svg or data"):
        tables.view(table, 0, "png")
