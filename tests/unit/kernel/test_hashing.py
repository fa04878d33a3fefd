"""The two hashes, and the recorded positions of a game."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from ludotome.gamedef import Decision, GameState, PlayError, Token
from ludotome.kernel import apply_move, compute_full_hash, compute_position_hash, legal_moves
from tests.support.kernel_world import plain_world, state_with, token
from tests.support.small_games import N, cards, game, play

DECK_FIRST, DECK_SECOND = token("card", "deck", rank=1), token("card", "deck", rank=2)
PILE_FIRST, PILE_SECOND = token("card", "pile", rank=1), token("card", "pile", rank=2)


def position(*made: Any) -> int:
    return compute_position_hash(plain_world(), state_with(*made))


def whole(*made: Any) -> int:
    return compute_full_hash(plain_world(), state_with(*made))


def test_place_counts_in_stacks_and_queues_but_not_in_sets() -> None:
    assert position(DECK_FIRST, DECK_SECOND) != position(DECK_SECOND, DECK_FIRST)
    assert position(PILE_FIRST, PILE_SECOND) == position(PILE_SECOND, PILE_FIRST)
    assert whole(PILE_FIRST, PILE_SECOND) != whole(PILE_SECOND, PILE_FIRST)


def test_identical_tokens_are_interchangeable_but_counted() -> None:
    """Two equal tokens count twice: an exclusive or would lose them."""
    twins = token("card", "pile", rank=1, count=2)
    assert (
        len({position(), position(PILE_FIRST), position(twins), position(token("card", "pile", rank=1, count=3))}) == 4
    )


def test_a_variable_that_is_not_part_of_the_position_is_part_of_the_state() -> None:
    noisy = {"setVar": {"var": "noise", "value": 5}}
    counted = {"setVar": {"var": "count", "value": 5}}
    assert position(noisy) == position() != position(counted)
    assert len({whole(noisy), whole(), whole(counted)}) == 3


def test_a_token_in_a_variable_counts_by_what_it_is_not_by_its_slot() -> None:
    def held(*made: Any, zone: str) -> int:
        return position(*made, {"setVar": {"var": "held", "value": {"ref": "top", "zone": zone}}})

    pawn, rook = token("pawn", "p", 0), token("rook", "q", 0)
    assert held(pawn, rook, zone="p") == held(rook, pawn, zone="p")
    assert held(pawn, rook, zone="p") != held(pawn, rook, zone="q")


def test_who_is_out_who_is_next_and_what_is_used_up_change_the_position() -> None:
    out, named = {"eliminate": {"player": {"id": 1}}}, {"setActivePlayer": {"player": {"id": 1}}}
    assert len({position(), position(out), position(named)}) == 3
    small = game(
        [{"id": "x", "limits": [{"scope": "game", "max": 2}]}, {"id": "y"}], phases=[{"id": "main", "ends": "manual"}]
    )
    assert compute_position_hash(small, play(small, "x")) != compute_position_hash(small, play(small, "y"))


def test_turn_and_ply_are_not_part_of_the_position() -> None:
    small = game([{"id": "go"}])
    one, two = play(small), play(small, "go", "go")
    assert compute_position_hash(small, one) == compute_position_hash(small, two)
    assert compute_full_hash(small, one) != compute_full_hash(small, two)


def test_the_seed_is_part_of_the_state_and_not_of_the_position() -> None:
    small = game([{"id": "go"}])
    one, two = play(small, seed=1), play(small, seed=2)
    assert compute_position_hash(small, one) == compute_position_hash(small, two)
    assert compute_full_hash(small, one) != compute_full_hash(small, two)


def test_a_game_that_repeats_is_seen_to_repeat() -> None:
    """A switch is flipped to and fro: the first position recurs at plies 4 and 8; the third time ends the game."""
    flip = {"setVar": {"var": "n", "value": {"op": "-", "left": 1, "right": N}}}
    thrice = {"when": {"op": ">=", "left": {"ref": "seen"}, "right": 2}, "result": {"type": "draw"}}
    small = game([{"id": "flip", "effects": [flip]}], ends=[thrice], players=(2, 2))
    state = play(small)
    plies = 0
    while state.outcome is None:
        state = apply_move(small, state, Decision("flip")).state
        plies += 1
    assert (plies, len(state.history)) == (4, 4)  # n and the player to move return every two plies


def test_history_remembers_only_the_last_positions() -> None:
    step = {"setVar": {"var": "n", "value": {"op": "%", "left": {"op": "+", "left": N, "right": 1}, "right": 5}}}
    again = {"when": {"op": ">=", "left": {"ref": "seen"}, "right": 1}, "result": {"type": "draw"}}
    for kept, ends in ((20, True), (3, False)):
        small = game([{"id": "step", "effects": [step]}], ends=[again], metadata={"history": kept, "maxPlies": 40})
        state = play(small, *["step"] * 10)
        assert (state.outcome is not None) == ends
        assert len(state.history) <= kept


def test_a_region_is_seen_by_its_contents_alone() -> None:
    """A small positional superko: no content of the row may occur again, for either player to move."""
    put = {"createToken": {"type": "card", "zone": "row", "props": {"rank": "$r"}}}
    clear = {"moveAll": {"from": "row", "to": "deck"}}
    new = {"op": "==", "left": {"ref": "seen", "region": "rows"}, "right": 0}
    ranks = [{"name": "$r", "domain": {"query": "intsInRange", "min": 1, "max": 2}}]
    small = game(
        [{"id": "put", "params": ranks, "effects": [clear, put], "post": new}],
        regions=[{"id": "rows", "zones": ["row"]}],
    )
    state = play(small)
    assert len(legal_moves(small, state)) == 2
    state = apply_move(small, state, Decision("put", (("$r", 1),))).state
    assert [dict(move.params)["$r"] for move in legal_moves(small, state)] == [2]
    state = apply_move(small, state, Decision("put", (("$r", 2),))).state
    assert state.outcome is not None  # both have occurred: no decision is left


def boards(count: int) -> Any:
    """Yield small states of the world: three tokens on nine cells, each of two types and three owners."""
    blank = state_with(token("card", "pile", count=3))
    cells = itertools.product(range(9), repeat=3)
    kinds = itertools.cycle(itertools.product((0, 1, None), repeat=3))
    pieces = [entry for entry in blank.tokens if entry is not None]
    for places, owners in itertools.islice(itertools.product(cells, itertools.islice(kinds, 27)), count):
        entries = zip(pieces, places, owners, strict=True)
        tokens = tuple(Token(piece.type, owner, place, piece.props) for piece, place, owner in entries)
        zones: list[tuple[int, ...]] = [()] * len(blank.zones)
        for slot, place in enumerate(places):
            zones[place] = (*zones[place], slot)
        yield msgspec.structs.replace(blank, tokens=tokens, zones=tuple(zones))


def canonical(state: GameState) -> tuple[Any, ...]:
    return tuple(sorted((token.zone, -1 if token.owner is None else token.owner) for token in state.tokens if token))


def test_small_states_do_not_collide() -> None:
    """5,000 states: as many position hashes as positions, and as many state hashes as states."""
    made = list(boards(5_000))
    assert len({compute_full_hash(plain_world(), state) for state in made}) == len(made)
    assert len({compute_position_hash(plain_world(), state) for state in made}) == len({canonical(s) for s in made})


@pytest.mark.long
def test_a_million_small_states_do_not_collide() -> None:
    small = game([{"id": "go"}], players=(2, 2))
    start = play(small)
    seen = set()
    for n in range(1000):
        for money in range(1000):
            state = msgspec.structs.replace(start, global_vars=(n,), player_vars=((money % 20, money // 20),))
            seen.add(compute_full_hash(small, state))
    assert len(seen) == 1_000_000


def test_hashes_are_64_bits() -> None:
    small = game([{"id": "go"}], setup=cards("deck", 1, 2, 3))
    for value in (compute_full_hash(small, play(small)), compute_position_hash(small, play(small))):
        assert 0 <= value < 2**64


def test_a_finished_game_is_another_state() -> None:
    small = game([{"id": "go"}], metadata={"maxPlies": 1})
    over = play(small, "go")
    with pytest.raises(PlayError):
        apply_move(small, over, Decision("go"))
    assert compute_full_hash(small, over) != compute_full_hash(small, msgspec.structs.replace(over, outcome=None))
