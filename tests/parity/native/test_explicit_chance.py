"""Explicit chance: both kernels offer the same chance decisions, at every decision of every game with chance."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import Decision, GameDef, PlayError, walk
from ludotome.gamedef import effects as fx
from ludotome.native import supports
from ludotome.toolchain import ToolWarning
from tests.support.parity import check_played_alike, compiled_games
from tests.support.small_games import cards, game

SHIPPED = ("pig", "kuhn-poker", "leduc-poker", "market", "skirmish", "boarding")
AT_ONCE, FAR = 12, 1_000_000
DECK: dict[str, Any] = {"ref": "top", "zone": "deck"}
RANK: dict[str, Any] = {"ref": "tokenProp", "token": DECK, "prop": "rank"}
SHUFFLED: list[dict[str, Any]] = [*cards("deck", 5, 6, 7, 8), {"shuffle": {"zone": "deck"}}]


# ── games ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_games_of_chance_are_played_alike(name: str) -> None:
    """Decisions, states, hashes and whole games, with the minimum and the maximum number of players."""
    game_def = lt.load(name).game_def
    for count in {game_def.metadata.players.min, game_def.metadata.players.max}:
        check_played_alike(game_def, count, chance="explicit", flags=("-O1",))


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("start", range(4))
def test_random_games_of_chance_are_played_alike(start: int, compile_quickly: Callable[[], None]) -> None:
    """Four dozen of them in every run; the first with this machine's compiler."""
    if start:
        compile_quickly()
    _check_block(start)


@pytest.mark.long
@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("start", range(100, 150))
def test_more_random_games_of_chance_are_played_alike(start: int) -> None:
    """Six hundred more."""
    _check_block(start)


def _check_block(start: int) -> None:
    for seed, game_def, players in itertools.islice(_chancy(start * FAR), AT_ONCE):
        try:
            check_played_alike(game_def, players, chance="explicit")
        except Exception as error:
            error.add_note(f"random_game({seed}) for {players} players")
            raise


def _chancy(first: int) -> Iterator[tuple[int, GameDef, int]]:
    """Yield the random games from seed *first* on that have chance decisions and can be compiled."""
    return (game for game in compiled_games(first, "explicit") if any(map(_is_chancy, walk(game[1]))))


def _is_chancy(node: object) -> bool:
    return isinstance(node, fx.Roll | fx.Shuffle) or (isinstance(node, fx.MoveToken) and node.position == "random")


# ── the interface ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SHIPPED)
def test_handles_say_the_same_and_records_replay_on_either_backend(name: str) -> None:
    """Outcomes with their probabilities, texts, what each seat sees, and undo."""
    loaded, chooser = lt.load(name), random.Random(4)
    native, reference = (
        loaded.new_initial_state(8, backend=backend, chance="explicit") for backend in ("native", "reference")
    )
    for _ in range(40):
        assert native.backend == "native"
        assert native.is_chance_node() == reference.is_chance_node()
        assert native.chance_outcomes() == reference.chance_outcomes()
        assert native.to_json() == reference.to_json()
        assert native.observation(0) == reference.observation(0)
        assert native.legal_action_strings() == reference.legal_action_strings()
        if reference.is_terminal():
            break
        assert native.random_playout(5) == reference.random_playout(5)
        decision = chooser.choice(reference.legal_actions())
        native.apply_action(decision)
        reference.apply_action(decision)
    record = native.record()
    assert record == reference.record()
    for backend in ("native", "reference"):
        again = record.replay(loaded, backend)  # type: ignore[arg-type]
        assert (again.backend, again.state_hash()) == (backend, reference.state_hash())
        assert loaded.state_from_json(native.to_json(), backend).state_hash() == native.state_hash()  # type: ignore[arg-type]


def test_outcomes_that_were_not_asked_are_refused_alike() -> None:
    """A die of six sides has no seven, no `choose`, and no second answer."""
    loaded = lt.load("pig")
    states = [loaded.new_initial_state(backend=backend, chance="explicit") for backend in ("native", "reference")]
    wrong = (Decision(chance=0), Decision(chance=7), Decision(chance=2**40), Decision(choose=3), Decision("roll"))
    for state in states:
        state.apply_action("roll")
    for decision in wrong:
        said = []
        for state in states:
            with pytest.raises(PlayError) as caught:
                state.apply_action(decision)
            said.append((caught.value.code, str(caught.value)))
        assert said[0] == said[1]
    for state in states:
        state.apply_action(Decision(chance=3))
        with pytest.raises(PlayError) as caught:
            state.apply_action(Decision(chance=3))
        assert caught.value.code == "illegal-decision"
    assert states[0].state_hash() == states[1].state_hash()


# ── the top of a shuffled zone ─────────────────────────────────────────────────────────────────────────────────────


def _set(value: Any) -> dict[str, Any]:
    return {"setVar": {"var": "n", "value": value}}


@pytest.mark.parametrize(
    "effects",
    [
        [_set(RANK), _set(RANK)],
        [
            {"moveToken": {"token": DECK, "to": "row"}},
            {"moveToken": {"token": DECK, "to": "deck", "position": "bottom"}},
        ],
        [{"if": {"when": {"op": ">", "left": RANK, "right": 6}, "then": [_set(RANK), {"shuffle": {"zone": "deck"}}]}}],
        [{"draw": {"from": "deck", "to": "row", "count": 3}}, {"shuffle": {"zone": "row"}}],
        [{"moveAll": {"from": "deck", "to": "row"}}],
        [{"destroyToken": {"token": DECK}}, _set(RANK)],
        [{"moveToken": {"token": DECK, "to": "deck", "position": "random"}}],
    ],
)
def test_reading_an_open_top_asks_alike(effects: list[dict[str, Any]]) -> None:
    """Once, and not again until the deck is shuffled again."""
    check_played_alike(game([{"id": "go", "effects": effects}], setup=SHUFFLED), chance="explicit")


def test_a_die_of_two_sides_alone_is_compiled_without_a_warning() -> None:
    """With so few outcomes a compiler follows the pointer to them through their reallocation."""
    check_played_alike(
        game([{"id": "go", "effects": [{"roll": {"bind": "$d", "sides": 2}}]}]), chance="explicit", flags=()
    )


def test_what_cannot_be_asked_is_refused_by_name() -> None:
    """A `pre` that reads an open top would need chance while decisions are listed; `auto` then says why it is slow."""
    pre = {"op": ">", "left": RANK, "right": 6}
    small = game([{"id": "go", "pre": pre}, {"id": "stay"}], setup=SHUFFLED)
    assert supports(small) == ()
    (reason,) = supports(small, chance="explicit")
    assert "`actions[0].pre` reads the top of a shuffled zone" in reason
    with pytest.raises(lt.ToolError, match="reads the top of a shuffled zone"):
        lt.Game(small).new_initial_state(backend="native", chance="explicit")
    with pytest.warns(ToolWarning, match=r"played on the reference kernel: .*reads the top of a shuffled zone"):
        state = lt.Game(small).new_initial_state(chance="explicit")
    assert state.backend == "reference"


def test_a_die_with_too_many_sides_is_refused_alike() -> None:
    small = game([{"id": "go", "effects": [{"roll": {"bind": "$d", "sides": 10_001}}]}])
    for backend in ("native", "reference"):
        state = lt.Game(small).new_initial_state(backend=backend, chance="explicit")  # type: ignore[arg-type]
        with pytest.raises(PlayError) as caught:
            state.apply_action(Decision("go"))
        assert (caught.value.code, caught.value.details["fault"]) == ("document-fault", "many-outcomes")
