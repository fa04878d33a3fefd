"""In two states that a seat cannot distinguish, all answers, errors and lists of alternatives for it are the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotome as lt
from ludotome.chance import seed_generator, shuffled
from ludotome.gamedef import Decision, GameDef, GameState, PlayError, Token, decision_to_data
from ludotome.kernel import resample
from ludotome.kernel.rules import tables_of
from ludotome.play import Seat
from tests.support.generated_games import any_game
from tests.support.random_play import states
from tests.support.secret_games import secret_game, secret_games

SEEDS = st.integers(0, 2**32)
GIVEN = ("x", "go", "play 0", "play 3", "play t0", "0", "1", "7", "{}", '{"action": "go", "params": {"$x": 1}}')
VALUES = ("t0", "t2", "t9", "hand:1#0", "deck#0", 1, "deck", None)


# ── answers to a seat ──────────────────────────────────────────────────────────────────────────────────────────────


def told(seat: Seat) -> dict[str, Any]:
    """Return all answers to a seat that need no attempt."""
    return {
        "observation": json.dumps(seat.observation()),
        "legal": [decision_to_data(decision) for decision in seat.legal_actions()],
        "texts": seat.legal_action_strings(),
        "outcome": repr(seat.outcome()),
        "view": seat.view().to_json(),
    }


def tried(seat: Seat) -> dict[str, Any]:
    """Return the answers to a seat that tries illegal decisions."""
    legal = seat.legal_actions()
    answers: dict[str, Any] = {}
    for wrong in (*GIVEN, *_wrong(seat)):
        if wrong in seat.legal_action_strings() or wrong in legal:
            continue
        try:
            seat.apply(wrong)
            answers[repr(wrong)] = "made"
        except PlayError as error:
            answers[repr(wrong)] = (error.code, str(error), repr(error.details), seat.why(wrong))
    return answers


def _wrong(seat: Seat) -> Iterator[Decision]:
    """Yield decisions with every action and arbitrary values."""
    for action in seat._game_def.actions:
        names = [param.name for param in action.params]
        yield Decision(action.id)
        for value in VALUES if names else ():
            yield Decision(action.id, tuple((name, value) for name in names))
    yield from (Decision(choose=value) for value in VALUES)


# ── states that a seat cannot distinguish ───────────────────────────────────────────────────────────────────────────


def twins(game: lt.Game, state: GameState, player: int, seed: int) -> Iterator[GameState]:
    """Yield worlds drawn for *player*, and the state itself with the slots of its tokens exchanged."""
    for number in range(2):
        with suppress(PlayError):  # no world was found
            yield resample(game.game_def, state, player, seed + number)
    if state.pending is None and any(zone.visibility != "public" for zone in game.game_def.zones):
        yield other_slots(game, state, seed)


def other_slots(game: lt.Game, state: GameState, seed: int) -> GameState:
    """Return *state* with other slots for its tokens, except those of fixed types, which are known to all."""
    tables = tables_of(game.game_def)
    fixed = tables.rules.possible.is_fixed
    free = [slot for slot, token in enumerate(state.tokens) if token is None or not fixed(token.type)]
    order, _ = shuffled(seed_generator(seed), tuple(free))
    new = {**{slot: slot for slot in range(len(state.tokens))}, **dict(zip(free, order, strict=True))}
    holders = tables.rules.token_holders

    def renamed(values: tuple[Any, ...], places: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(new[v] if place in places and v is not None else v for place, v in enumerate(values))

    tokens: list[Token | None] = [None] * len(state.tokens)
    for slot, token in enumerate(state.tokens):
        if token is not None:
            props = renamed(token.props, holders.props.get(token.type, ()))
            tokens[new[slot]] = Token(token.type, token.owner, token.zone, props)
    while tokens and tokens[-1] is None:
        tokens.pop()
    rows = tuple(
        tuple(new[v] if place in holders.player_vars and v is not None else v for v in row)
        for place, row in enumerate(state.player_vars)
    )
    return msgspec.structs.replace(
        state,
        tokens=tuple(tokens),
        zones=tuple(tuple(new[slot] for slot in slots) for slots in state.zones),
        global_vars=renamed(state.global_vars, holders.global_vars),
        player_vars=rows,
        open_order=tuple(sorted(new[slot] for slot in state.open_order)),
    )


def assert_tells_nothing(game: lt.Game, state: GameState, seed: int) -> int:
    """Assert the law at one state for every seat; return how many pairs of states were compared."""
    compared = 0
    for player in range(state.players):
        true = game.state_of(state, "reference").seat(player)
        known, answers = told(true), None
        for twin in twins(game, state, player, seed):
            other = game.state_of(twin, "reference").seat(player)
            mine = told(other)
            assert mine["observation"] == known["observation"]
            if sorted(map(str, mine["legal"])) != sorted(map(str, known["legal"])):
                continue  # the rules make legality depend on hidden information, so the lists of legal decisions differ
            assert mine == known
            answers = tried(true) if answers is None else answers
            assert tried(other) == answers
            compared += 1
    return compared


@settings(max_examples=60)
@given(secret_games, SEEDS, SEEDS)
def test_nothing_hidden_is_revealed_to_a_seat_in_games_of_secrets(game_def: GameDef, seed: int, other: int) -> None:
    game = lt.Game(game_def)
    for state in list(states(game_def, seed, most=7))[::3]:
        assert_tells_nothing(game, state, other)


@settings(max_examples=25)
@given(any_game(), SEEDS, SEEDS)
def test_nothing_hidden_is_revealed_to_a_seat_in_any_game(game_def: GameDef, seed: int, other: int) -> None:
    game = lt.Game(game_def)
    for state in list(states(game_def, seed, most=5))[::3]:
        assert_tells_nothing(game, state, other)


def test_the_law_is_tested_on_many_states() -> None:
    """The properties above are not vacuous."""
    compared = 0
    for seed in range(8):
        game = lt.Game(secret_game(seed))
        compared += sum(assert_tells_nothing(game, state, 1) for state in list(states(game.game_def, seed, 4))[::2])
    assert compared > 40


HIDDEN = ("kuhn-poker", "leduc-poker", "market", "pig", "skirmish")


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_hidden_is_revealed_to_a_seat_in_shipped_games(name: str) -> None:
    game = lt.load(name)
    for state in list(states(game.game_def, 3, most=12))[::4]:
        assert_tells_nothing(game, state, 5)
