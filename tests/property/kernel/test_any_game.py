"""Laws that hold in every game, over generated definitions and random play."""

from __future__ import annotations

import itertools
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.chance import seed_generator, shuffled
from ludotome.gamedef import (
    Decision,
    GameDef,
    GameState,
    PlayError,
    Symbols,
    VarDef,
    decision_to_data,
    from_json,
    state_from_json,
    state_to_json,
    to_json,
)
from ludotome.kernel import (
    apply_move,
    check_state,
    compute_full_hash,
    compute_position_hash,
    current_player,
    eval_query,
    initial_state,
    legal_moves,
    observation,
    resample,
    why_illegal,
)
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.rules import tables_of
from ludotome.kernel.run import Run
from tests.support.generated_games import any_game
from tests.support.random_play import states, steps

SEEDS = st.integers(0, 2**32)
CHANCE = st.sampled_from(("sampled", "explicit"))
FEW = settings(max_examples=30)


def in_range(declared: Any, value: int | None) -> bool:
    if declared.type == "int":
        return value is not None and declared.min <= value <= declared.max
    return value in (0, 1) if declared.type == "bool" else True


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_tokens_are_conserved_and_lie_where_they_say(game_def: GameDef, seed: int, chance: str) -> None:
    """Every token is in exactly one zone, the one in its entry, and no zone or type exceeds its capacity."""
    for state in states(game_def, seed, chance=chance):
        lying = [slot for slots in state.zones for slot in slots]
        assert len(lying) == len(set(lying)) == sum(token is not None for token in state.tokens)
        for zone, slots in enumerate(state.zones):
            capacity = game_def.zones[zone].capacity
            assert capacity is None or len(slots) <= capacity
            for slot in slots:
                token = state.tokens[slot]
                assert token is not None
                assert token.zone == zone
        numbers = Symbols(game_def).name_index
        for kind in game_def.token_types:
            there = sum(token is not None and token.type == numbers[kind.id] for token in state.tokens)
            assert kind.max is None or there <= kind.max


@FEW
@given(any_game(), SEEDS)
def test_variables_stay_in_their_range_and_hold_no_dead_token(game_def: GameDef, seed: int) -> None:
    for state in states(game_def, seed):
        rows: list[tuple[VarDef, tuple[int | None, ...]]] = [
            *((var, (value,)) for var, value in zip(game_def.global_vars, state.global_vars, strict=True)),
            *zip(game_def.per_player_vars, state.player_vars, strict=True),
            *zip(game_def.per_zone_vars, state.zone_vars, strict=True),
        ]
        for var, values in rows:
            assert all(in_range(var, value) for value in values)
            if var.type == "token":
                assert all(value is None or state.tokens[value] is not None for value in values)


@FEW
@given(any_game(), SEEDS)
def test_every_listed_decision_applies_or_is_a_fault_of_the_document(game_def: GameDef, seed: int) -> None:
    for state in itertools.islice(states(game_def, seed), 6):
        for move in legal_moves(game_def, state)[:12]:
            assert why_illegal(game_def, state, move) is None
            assert _code_of(game_def, state, move) in (None, "document-fault")


def _code_of(game_def: GameDef, state: GameState, move: Decision) -> str | None:
    """Return the error code of a decision, None if it is made."""
    try:
        apply_move(game_def, state, move)
    except PlayError as error:
        return error.code
    return None


@FEW
@given(any_game(), SEEDS)
def test_a_brute_force_enumeration_lists_no_other_decision(game_def: GameDef, seed: int) -> None:
    """Every action with every combination of possible parameters: legal exactly if listed."""
    for state in itertools.islice(states(game_def, seed), 3):
        if state.outcome is not None or state.pending is not None:
            continue
        listed = legal_moves(game_def, state)
        assert len(set(listed)) == len(listed)
        shown = [json.dumps(decision_to_data(move)) for move in listed]  # 1 is not True here
        for action in game_def.actions:
            if len(action.params) > 1:
                continue
            everything = _universe(game_def, state)
            tried = [()] if not action.params else [((action.params[0].name, value),) for value in everything]
            for params in tried:
                move = Decision(action.id, params)
                assert (why_illegal(game_def, state, move) is None) == (json.dumps(decision_to_data(move)) in shown)


def _universe(game_def: GameDef, state: GameState) -> list[Any]:
    return [*(zone.id for zone in game_def.zones), *range(-2, len(state.tokens) + 5), True, None, "nothing"]


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_applying_is_pure_and_repeatable(game_def: GameDef, seed: int, chance: str) -> None:
    for before, move, after in steps(game_def, seed, chance=chance):
        kept = state_to_json(Symbols(game_def), before)
        assert apply_move(game_def, before, move).state == after
        assert state_to_json(Symbols(game_def), before) == kept


@FEW
@given(any_game(), SEEDS, st.integers(1, 30))
def test_apply_is_atomic_under_injected_errors(game_def: GameDef, seed: int, breaks_at: int) -> None:
    """If any effect raises an error, the given state is unchanged, and the same call then gives its usual result."""
    for before, move, after in itertools.islice(steps(game_def, seed), 4):
        kept = state_to_json(Symbols(game_def), before)
        original = Run.spend

        def spend(run: Run, path: str, limit: int = breaks_at, spend: Any = original) -> None:
            spend(run, path)
            if run.spent == limit and not run.is_trial:
                raise RuntimeError("injected")

        Run.spend = spend  # type: ignore[method-assign]
        try:
            apply_move(game_def, before, move)
        except RuntimeError:
            pass
        finally:
            Run.spend = original  # type: ignore[method-assign]
        assert state_to_json(Symbols(game_def), before) == kept
        assert apply_move(game_def, before, move).state == after


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_load_after_save_is_the_same_state(game_def: GameDef, seed: int, chance: str) -> None:
    symbols = Symbols(game_def)
    for state in states(game_def, seed, most=12, chance=chance):
        again = state_from_json(symbols, state_to_json(symbols, state))
        assert again == state
        check_state(game_def, again)
        assert legal_moves(game_def, again) == legal_moves(game_def, state)
        assert compute_full_hash(game_def, again) == compute_full_hash(game_def, state)


@FEW
@given(any_game(), SEEDS)
def test_a_definition_read_back_plays_the_same_hashes(game_def: GameDef, seed: int) -> None:
    again = from_json(to_json(game_def))
    one = [compute_full_hash(game_def, state) for state in states(game_def, seed, most=15)]
    two = [compute_full_hash(again, state) for state in states(again, seed, most=15)]
    assert one == two


@FEW
@given(any_game(), SEEDS, SEEDS)
def test_what_a_seat_sees_does_not_change_with_what_it_cannot_see(game_def: GameDef, seed: int, other: int) -> None:
    """Hidden tokens without references are permuted among their places; the observation does not change."""
    for state in states(game_def, seed, most=10):
        if state.pending is not None:
            continue
        for player in range(state.players):
            permuted = _permuted(game_def, state, player, other)
            assert observation(game_def, permuted, player) == observation(game_def, state, player)


def _permuted(game_def: GameDef, state: GameState, player: int, seed: int) -> GameState:
    """Return *state* with the contents of hidden slots exchanged; slots keep their places."""
    import msgspec

    tables = tables_of(game_def)
    hidden = [slot for zone, slots in enumerate(state.zones) if not sees_zone(tables, zone, player) for slot in slots]
    order, _ = shuffled(seed_generator(seed), hidden)
    tokens = list(state.tokens)
    for slot, source in zip(hidden, order, strict=True):
        content, place = state.tokens[source], state.tokens[slot]
        assert content is not None
        assert place is not None
        tokens[slot] = msgspec.structs.replace(content, zone=place.zone)
    return msgspec.structs.replace(state, tokens=tuple(tokens), generator=(1, 1))


@FEW
@given(any_game(), SEEDS, SEEDS)
def test_resampling_keeps_the_observation_and_the_legal_number_of_tokens(
    game_def: GameDef, seed: int, other: int
) -> None:
    for state in states(game_def, seed, most=8):
        for player in range(state.players):
            drawn = resample(game_def, state, player, other)
            assert observation(game_def, drawn, player) == observation(game_def, state, player)
            assert [len(slots) for slots in drawn.zones] == [len(slots) for slots in state.zones]


@FEW
@given(any_game(), SEEDS)
def test_the_position_hash_forgets_slots_and_remembers_contents(game_def: GameDef, seed: int) -> None:
    """Tokens with other slots give the same position and another state; a token with another owner changes both."""
    import msgspec

    for state in states(game_def, seed, most=6):
        if state.pending is not None or len(state.tokens) < 2 or None in state.tokens:
            continue
        swapped = _swap_slots(game_def, state, 0, len(state.tokens) - 1)
        assert compute_position_hash(game_def, swapped) == compute_position_hash(game_def, state)
        assert compute_full_hash(game_def, swapped) != compute_full_hash(game_def, state) or swapped == state
        token = state.tokens[0]
        assert token is not None
        other = msgspec.structs.replace(token, owner=1 if token.owner != 1 else 0)
        changed = msgspec.structs.replace(state, tokens=(other, *state.tokens[1:]))
        assert compute_position_hash(game_def, changed) != compute_position_hash(game_def, state)


def _swap_slots(game_def: GameDef, state: GameState, a: int, b: int) -> GameState:
    """Return *state* with the slots *a* and *b* exchanged everywhere."""
    import msgspec

    def renamed(slot: int | None) -> int | None:
        return {a: b, b: a}.get(slot, slot) if slot is not None else None  # type: ignore[arg-type]

    def row(declared: Any, values: Any) -> tuple[int | None, ...]:
        return tuple(renamed(value) if declared.type == "token" else value for value in values)

    kinds = Symbols(game_def).token_type
    tokens: list[Any] = list(state.tokens)
    tokens[a], tokens[b] = tokens[b], tokens[a]
    tokens = [
        msgspec.structs.replace(
            token,
            props=tuple(
                renamed(value) if prop.type == "token" else value
                for prop, value in zip(kinds[token.type].props, token.props, strict=True)
            ),
        )
        for token in tokens
    ]
    held = (row(var, (value,))[0] for var, value in zip(game_def.global_vars, state.global_vars, strict=True))
    return msgspec.structs.replace(
        state,
        tokens=tuple(tokens),
        global_vars=tuple(held),
        zones=tuple(tuple(renamed(slot) for slot in slots) for slots in state.zones),
    )


@FEW
@given(any_game(), SEEDS)
def test_connected_zones_are_zones_without_repeats(game_def: GameDef, seed: int) -> None:
    """Every zone in `connectedZones` exists, and none occurs twice."""
    from ludotome.gamedef import AllZones, ConnectedZones, ZoneLiteral

    try:
        state = initial_state(game_def, seed)
    except PlayError:
        return
    everywhere = eval_query(game_def, state, AllZones())
    for zone in everywhere[:4]:
        found = eval_query(game_def, state, ConnectedZones(ZoneLiteral(zone)))
        assert len(set(found)) == len(found)
        assert set(found) <= set(everywhere) - {zone}


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_somebody_can_always_decide_until_the_game_is_over(game_def: GameDef, seed: int, chance: str) -> None:
    for state in states(game_def, seed, chance=chance):
        who = current_player(game_def, state)
        moves = legal_moves(game_def, state)
        assert bool(moves) == (state.outcome is None)
        assert (who == -4) == (state.outcome is not None)
        kinds = {move.kind for move in moves}
        assert kinds <= ({"chance"} if who == -1 else {"choose"} if state.pending is not None else {"action"})
