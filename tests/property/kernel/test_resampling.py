"""No world drawn for a seat depends on hidden information: indistinguishable states give equal worlds."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotome as lt
from ludotome.chance import seed_generator, shuffled
from ludotome.gamedef import Decision, GameDef, GameState, PlayError, Token
from ludotome.kernel import apply_move, check_state, initial_state, legal_moves, observation, resample
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.redaction import redacted_action
from ludotome.kernel.rules import TokenHolders, tables_of
from ludotome.kernel.working import thaw
from tests.support.generated_games import any_game
from tests.support.random_play import states
from tests.support.small_games import cards, game, play

SEEDS = st.integers(0, 2**32)
CHANCE = st.sampled_from(("sampled", "explicit"))
FEW = settings(max_examples=25)


# ── states a seat cannot distinguish ────────────────────────────────────────────────────────────────────────────────


def twins(game_def: GameDef, state: GameState, player: int, seed: int) -> Iterator[GameState]:
    """Yield states that look like *state* to *player*: hidden tokens exchanged, other future dice."""
    before = state if state.pending is None else state.pending.before
    hidden = _free_hidden_slots(game_def, before, player)
    order, generator = shuffled(seed_generator(seed), hidden)
    for slots in (order, hidden[1:] + hidden[:1]):
        renamed = dict(zip(hidden, slots, strict=True))
        other = _renamed(before, renamed)
        other = msgspec.structs.replace(other, generator=(generator.state, generator.increment))
        if state.pending is not None:
            pending = state.pending
            decision = None if pending.decision is None else _with_tokens(game_def, pending.decision, renamed)
            if not _same_for(game_def, before, pending.decision, other, decision, player):
                continue
            other = msgspec.structs.replace(
                other, ply=state.ply, pending=msgspec.structs.replace(pending, before=other, decision=decision)
            )
        if _looks_like(game_def, other, state, player):
            yield other
    if state.pending is None:
        fixed = tables_of(game_def).rules.possible.is_fixed
        others = [slot for slot in hidden if (token := state.tokens[slot]) is not None and not fixed(token.type)]
        yield _with_contents_moved_on(state, others)  # ids of hidden tokens are unknown


def _with_contents_moved_on(state: GameState, slots: list[int]) -> GameState:
    """Return *state* in which each of *slots* has the content of the previous one."""
    tokens = list(state.tokens)
    for slot, source in zip(slots, slots[1:] + slots[:1], strict=True):
        token, content = state.tokens[slot], state.tokens[source]
        assert token is not None
        assert content is not None
        tokens[slot] = Token(content.type, content.owner, token.zone, content.props)
    return msgspec.structs.replace(state, tokens=tuple(tokens))


def _free_hidden_slots(game_def: GameDef, state: GameState, player: int) -> list[int]:
    """Return the hidden tokens without references, open order, or a type or history that distinguishes them."""
    tables = tables_of(game_def)
    holders = TokenHolders(tables)
    pointed = {state.global_vars[place] for place in holders.global_vars}
    pointed |= {slot for place in holders.player_vars for slot in state.player_vars[place]}
    pointed |= {
        token.props[place] for token in state.tokens if token is not None for place in holders.props.get(token.type, ())
    }
    hidden = [slot for zone, slots in enumerate(state.zones) if not sees_zone(tables, zone, player) for slot in slots]
    return [slot for slot in hidden if slot not in pointed and slot not in state.open_order]


def _renamed(state: GameState, renamed: dict[int, int]) -> GameState:
    """Return *state* with tokens exchanged."""
    zones = tuple(tuple(renamed.get(slot, slot) for slot in slots) for slots in state.zones)
    tokens = list(state.tokens)
    for zone, slots in enumerate(zones):
        for slot in slots:
            token = tokens[slot]
            assert token is not None
            tokens[slot] = Token(token.type, token.owner, zone, token.props)
    return msgspec.structs.replace(state, zones=zones, tokens=tuple(tokens))


def _with_tokens(game_def: GameDef, decision: Decision, renamed: dict[int, int]) -> Decision:
    assert decision.action is not None
    tables = tables_of(game_def)
    types = tables.rules.actions[tables.symbols.action_index[decision.action]].types
    params = (
        (name, renamed.get(value, value) if kind.kind == "token" and isinstance(value, int) else value)
        for (name, value), kind in zip(decision.params, types, strict=True)
    )
    return Decision(decision.action, tuple(params))


def _same_for(
    game_def: GameDef, one: GameState, made: Decision | None, other: GameState, also: Decision | None, player: int
) -> bool:
    tables = tables_of(game_def)
    return (
        made is None
        or also is None
        or (redacted_action(tables, thaw(one), made, player) == redacted_action(tables, thaw(other), also, player))
    )


def _looks_like(game_def: GameDef, other: GameState, state: GameState, player: int) -> bool:
    try:
        check_state(game_def, other)
        return observation(game_def, other, player) == observation(game_def, state, player)
    except PlayError:
        return False  # not a state that play can reach


def assert_same_worlds(game_def: GameDef, one: GameState, other: GameState, player: int, seeds: range) -> None:
    for seed in seeds:
        assert world(game_def, one, player, seed) == world(game_def, other, player, seed)


def world(game_def: GameDef, state: GameState, player: int, seed: int) -> GameState | str:
    try:
        return resample(game_def, state, player, seed)
    except PlayError as error:
        return error.code


# ── any game ───────────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=100)
@given(any_game(), SEEDS, SEEDS, CHANCE)
def test_states_a_seat_cannot_distinguish_give_equal_worlds(
    game_def: GameDef, seed: int, other: int, chance: str
) -> None:
    for state in states(game_def, seed, most=8, chance=chance):
        for player in range(state.players):
            for twin in twins(game_def, state, player, other):
                assert_same_worlds(game_def, state, twin, player, range(2))


def test_the_law_is_tested_on_many_states_including_pending_ones() -> None:
    """The property above is not vacuous: generated games have such states, with pending choices and without."""
    from tests.support.generated_games import random_game

    found = {True: 0, False: 0}
    for seed in range(300):
        game_def = random_game(seed)
        for state in states(game_def, seed, most=8):
            for twin in twins(game_def, state, 0, seed):
                found[state.pending is not None] += twin != state
    assert found[False] > 50
    assert found[True] > 5


@FEW
@given(any_game(), SEEDS, SEEDS, CHANCE)
def test_a_world_looks_the_same_and_is_a_state_of_play(game_def: GameDef, seed: int, other: int, chance: str) -> None:
    for state in states(game_def, seed, most=6, chance=chance):
        for player in range(state.players):
            drawn = world(game_def, state, player, other)
            if drawn != "no-world":
                assert isinstance(drawn, GameState)
                assert observation(game_def, drawn, player) == observation(game_def, state, player)
                check_state(game_def, drawn)


# ── real games ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "least"), [("kuhn-poker", 20), ("leduc-poker", 60)])
def test_every_deal_a_seat_cannot_distinguish_gives_the_same_worlds(name: str, least: int) -> None:
    """Real games from many seeds, grouped by what a seat has seen of them from the first deal on."""
    game_def = lt.load(name).game_def
    groups: dict[tuple[int, str], list[GameState]] = defaultdict(list)
    for seed in range(60):
        state, seen = initial_state(game_def, seed), {0: "", 1: ""}
        for step in range(8):
            for player in (0, 1):
                seen[player] += json.dumps(observation(game_def, state, player))
                groups[player, seen[player]].append(state)
            if state.outcome is not None:
                break
            moves = legal_moves(game_def, state)
            state = apply_move(game_def, state, moves[(step * 7 + seed % 3) % len(moves)]).state
    compared = 0
    for (player, _), alike in groups.items():
        for other in alike[1:]:
            assert_same_worlds(game_def, alike[0], other, player, range(2))
            compared += other != alike[0]
    assert compared >= least


def test_the_market_is_imagined_from_what_is_seen() -> None:
    game_def = lt.load("market").game_def
    compared = 0
    for seed in range(6):
        for state in states(game_def, seed, most=30):
            for twin in twins(game_def, state, 0, seed):
                assert_same_worlds(game_def, state, twin, 0, range(2))
                compared += 1
    assert compared > 60


# ── pending choices that random draws alone would not reach again ──────────────────────────────────────────────────

ASK: dict[str, Any] = {"chooseOne": {"bind": "$c", "options": {"query": "intsInRange", "min": 1, "max": 2}}}
DEAL = [
    *cards("deck", *range(20)),
    {"shuffle": {"zone": "deck"}},
    {"draw": {"from": "deck", "to": "hand:0", "count": 5}},
    {"draw": {"from": "deck", "to": "hand:1", "count": 5}},
]
DICE = [
    effect
    for number in range(5)
    for effect in (
        {"roll": {"bind": f"$d{number}", "sides": 6}},
        {"setVar": {"var": f"die{number}", "value": f"$d{number}"}},
    )
]
FIVE = [{"name": f"die{number}", "type": "int", "min": 0, "max": 6, "init": 0} for number in range(5)]
CASES = {
    "five dice are seen": game([{"id": "go", "effects": [*DICE, ASK]}], setup=DEAL, globalVars=FIVE),
    "three cards are drawn": game(
        [{"id": "go", "effects": [{"draw": {"from": "deck", "to": "row", "count": 3}}, ASK]}], setup=DEAL
    ),
    "the deck is shuffled and drawn from": game(
        [
            {
                "id": "go",
                "effects": [{"shuffle": {"zone": "deck"}}, {"draw": {"from": "deck", "to": "row", "count": 4}}, ASK],
            }
        ],
        setup=DEAL,
    ),
    "setup asks": game([{"id": "go"}], setup=[*DEAL, {**ASK, "chooseOne": {**ASK["chooseOne"], "chooser": {"id": 0}}}]),
}


@pytest.mark.parametrize("name", list(CASES))
@pytest.mark.parametrize("player", [0, 1])
def test_a_world_is_found_whatever_was_drawn_before_the_question(name: str, player: int) -> None:
    """Dice seen, cards drawn and decks shuffled since the decision occur again; hidden information differs."""
    game_def = CASES[name]
    state = play(game_def) if name == "setup asks" else play(game_def, "go")
    assert state.pending is not None
    worlds = [resample(game_def, state, player, seed) for seed in range(8)]
    assert all(observation(game_def, drawn, player) == observation(game_def, state, player) for drawn in worlds)
    futures = set()
    for drawn in worlds:
        after = apply_move(game_def, drawn, Decision(choose=1)).state
        hidden = after.zones[3 if player == 0 else 2]
        futures.add((hidden, after.generator))
    assert len(futures) == len(worlds)
