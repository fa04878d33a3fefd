"""Every fault during play was announced: the checker has warned of it at the very effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotome as lt
from ludotome.chance import seed_generator
from ludotome.gamedef import GameDef, PlayError, validate_game_def
from ludotome.kernel import apply_move, initial_state, legal_moves, random_move
from ludotome.play import shipped_games
from tests.support.generated_games import any_game, random_game
from tests.support.small_games import cards, game, play

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/kernel.md").read_text(encoding="utf-8")
CODE_OF_FAULT = dict(re.findall(r"^\| `([a-z-]+)` \| .* \| (LT\d{3})", PAGE, re.MULTILINE))
OF_A_WHOLE_DECISION = ("budget", "clamped", "many-outcomes")


def faults_of(game_def: GameDef, seed: int, chance: Any) -> Iterator[PlayError]:
    """Yield the faults in a random game, trying several of the listed decisions at each stop."""
    generator = seed_generator(seed)
    try:
        state = initial_state(game_def, seed, None, chance)
        for _ in range(20):
            if state.outcome is not None:
                return
            for move in legal_moves(game_def, state)[:8]:
                try:
                    apply_move(game_def, state, move)
                except PlayError as error:
                    yield error
            move, generator = random_move(game_def, state, generator)
            state = apply_move(game_def, state, move).state
    except PlayError as error:
        yield error


def assert_announced(game_def: GameDef, error: PlayError) -> None:
    assert error.code == "document-fault", error
    kind, where = error.details["fault"], error.details["chain"][-1]
    warned = [found for found in validate_game_def(game_def) if found.code == CODE_OF_FAULT[kind]]
    if kind not in OF_A_WHOLE_DECISION:
        warned = [found for found in warned if found.path.startswith(where)]
    assert warned, f"nobody warned of `{kind}` at {where}: {error}"


@settings(max_examples=120)
@given(any_game(), st.integers(0, 2**32), st.sampled_from(("sampled", "explicit")))
def test_a_fault_at_play_was_warned_of(game_def: GameDef, seed: int, chance: str) -> None:
    for error in faults_of(game_def, seed, chance):
        assert_announced(game_def, error)


def test_the_law_is_not_empty() -> None:
    """Generated games do have faults, of several kinds, and some have neither warnings nor faults."""
    kinds, clean = set[str](), 0
    for seed in range(150):
        game_def = random_game(seed)
        kinds |= {error.details["fault"] for error in faults_of(game_def, seed, "sampled")}
        clean += not any(found.code in CODE_OF_FAULT.values() for found in validate_game_def(game_def))
    assert len(kinds) >= 2
    assert clean >= 5


GO: dict[str, Any] = {"id": "go"}
HALL = [
    {"id": "a", "adjacentTo": ["b"]},
    {"id": "b", "adjacentTo": ["a", "c"]},
    {"id": "c", "adjacentTo": ["b"]},
    {"id": "deck", "capacity": 3},
]
CARD: dict[str, Any] = {"createToken": {"type": "card", "zone": "a"}}
FIRST: dict[str, Any] = {"aggregate": "first", "query": {"query": "tokens", "types": ["card"]}}
ASK: dict[str, Any] = {"chooseOne": {"bind": "$c", "options": {"query": "intsInRange", "min": 5, "max": 6}}}
LOOP: dict[str, Any] = {"query": "intsInRange", "min": 1, "max": 150}
KINDS = {
    "full-zone": [{"createToken": {"type": "card", "zone": "deck"}}] * 4,
    "not-there": [{"moveToken": {"token": FIRST, "from": "b", "to": "c"}}],
    "not-adjacent": [ASK, {"moveTokenAdjacent": {"token": FIRST, "to": "c"}}],
    "budget": [
        {"forEach": {"bind": "$a", "over": LOOP, "effects": [{"forEach": {"bind": "$b", "over": LOOP, "effects": [
            {"addVar": {"var": "n", "delta": 1}}]}}]}}
    ],
    "no-slot": [{"createToken": {"type": "card", "zone": "b", "count": 60}}],
    "limit": [{"forEach": {"bind": "$a", "over": LOOP, "limit": 9, "effects": []}}],
    "many-outcomes": [{"roll": {"bind": "$d", "sides": 20_000}}],
}  # fmt: skip


@pytest.mark.parametrize("kind", list(KINDS))
def test_each_kind_of_fault_can_happen_and_is_warned_of(kind: str) -> None:
    made = game([GO | {"effects": KINDS[kind]}], setup=[CARD], zones=HALL)
    with pytest.raises(PlayError) as caught:
        _taken_and_answered(made, "explicit" if kind == "many-outcomes" else "sampled")
    assert caught.value.details["fault"] == kind
    assert_announced(made, caught.value)


def _taken_and_answered(made: GameDef, chance: str) -> None:
    state = play(made, "go", chance=chance)
    apply_move(made, state, legal_moves(made, state)[0])


def test_a_cost_that_turns_out_unpayable_is_warned_of() -> None:
    pay = {
        "addVar": {"var": "money", "scope": "player", "player": {"ref": "actor"}, "delta": {"op": "neg", "arg": "$c"}}
    }
    made = game([GO | {"cost": [ASK, pay]}])
    state = play(made, "go")
    with pytest.raises(PlayError) as caught:
        apply_move(made, state, legal_moves(made, state)[0])
    assert caught.value.details["fault"] == "clamped"
    assert_announced(made, caught.value)


def test_every_fault_a_kernel_can_raise_is_in_the_table() -> None:
    raised = set[str]()
    for file in (ROOT / "src/ludotome/kernel").glob("*.py"):
        found = re.findall(r'(?:DocumentFault|NotAdjacentFault|CostRefused)\(\s*"([a-z-]+)"', file.read_text("utf-8"))
        raised |= set(found)
    assert raised == set(CODE_OF_FAULT)


@pytest.mark.parametrize("name", shipped_games())
def test_no_shipped_game_can_have_a_fault(name: str) -> None:
    assert validate_game_def(lt.load(name).game_def) == ()


@pytest.mark.parametrize("file", sorted((ROOT / "tests/documents").glob("*.md")), ids=lambda file: file.stem)
def test_no_example_can_have_a_fault(file: Path) -> None:
    assert validate_game_def(lt.load(file).game_def) == ()


def test_cards_are_dealt_from_a_bounded_deck_without_a_warning() -> None:
    made = game([GO | {"effects": [{"draw": {"from": "deck", "to": "row", "count": 1}}]}], setup=cards("deck", 1, 2))
    assert validate_game_def(made) == ()
