"""A search in machine code equals the reference in plain Python: every decision, its visits and its value."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome import kernel
from ludotome.play import SearchResult, shipped_games
from ludotome.play.handles import Handles
from tests.support.faulty_game import ALWAYS_NINE, FULL
from tests.support.searches import advanced, search_by_meaning
from tests.support.secret_games import REMEMBERED, secret_game

CERTAIN = [name for name in shipped_games() if not lt.load(name).is_uncertain]
SLOW = {
    "amazons",
    "chess",
    "checkers",
    "go",
    "gomoku",
    "hex",
    "othello",
}  # few of them in plain Python


@pytest.mark.parametrize("name", CERTAIN)
@pytest.mark.parametrize(("plies", "simulations"), [(0, 1), (0, 2), (0, 200), (7, 400), (20, 150)])
def test_machine_code_visits_what_the_reference_visits(name: str, plies: int, simulations: int):
    """Here the reference search runs on the native kernel, which is fast; below on the reference kernel."""
    for seed in (1, 2**63 + 5):
        state = advanced(lt.load(name).new_initial_state(seed=seed, backend="native"), plies, seed)
        assert state.search(simulations, seed=seed) == search_by_meaning(state, simulations, seed)


@pytest.mark.parametrize("name", CERTAIN)
def test_a_search_on_the_reference_kernel_finds_the_same(name: str):
    """One side uses nothing native, the other nothing of the reference."""
    simulations = 3 if name in SLOW else 40
    native, reference = (
        advanced(lt.load(name).new_initial_state(seed=3, backend=backend), 4, 3)  # type: ignore[arg-type]
        for backend in ("native", "reference")
    )
    found = native.search(simulations, seed=9)
    assert found == reference.search(simulations, seed=9)
    assert sum(found.visits) == found.simulations
    assert found.simulations == simulations or found.proven is not None


@pytest.mark.parametrize("text", [FULL, ALWAYS_NINE], ids=["full", "always-nine"])
@pytest.mark.parametrize("plies", [0, 3])
def test_faults_of_the_document_count_alike(text: str, plies: int):
    """Some decisions cannot be made, and many simulated games end at one."""
    state = lt.load_text(text).new_initial_state(seed=1, backend="native")
    for _ in range(plies):
        state.apply_action(state.search(50).decision)
    assert state.search(120, seed=5) == search_by_meaning(state, 120, 5)
    twin = lt.load_text(text).new_initial_state(seed=1, backend="reference")
    for decision in state.history():
        twin.apply_action(decision)
    assert twin.search(40, seed=5) == state.search(40, seed=5)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_an_end_game_is_proven_alike(name: str):
    """Near the end everything is proven after few simulations, and the search stops."""
    proven = 0
    for seed in range(12):
        state = advanced(lt.load(name).new_initial_state(seed=seed, backend="native"), 40, seed)
        for _ in range(4):
            if state.history():
                state.undo_action()
        found = state.search(500, seed=seed)
        assert found == search_by_meaning(state, 500, seed)
        proven += found.proven is not None
    assert proven >= 6


UNCERTAIN = [name for name in shipped_games() if name not in CERTAIN]


def decided_by_players(state: lt.State) -> lt.State:
    """Return *state* itself, played on until chance does not decide."""
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", UNCERTAIN)
def test_machine_code_visits_what_the_reference_visits_in_worlds(name: str, chance: str):
    """Nodes are decisions as the seat knows them, with chance nodes; the reference search runs on the native kernel."""
    for plies, simulations in ((0, 1), (0, 2), (3, 60), (7, 40)):
        state = lt.load(name).new_initial_state(seed=5, backend="native", chance=chance)  # type: ignore[arg-type]
        state = decided_by_players(advanced(state, plies, 5))
        assert state.search(simulations, seed=9) == search_by_meaning(state, simulations, 9)


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_while_a_choice_is_pending_machine_code_visits_what_the_reference_visits(chance: str):
    """Worlds then run the decision again; no part of the search is in Python."""
    state, asked = lt.load("market").new_initial_state(seed=4, backend="native", chance=chance), 0  # type: ignore[arg-type]
    for ply in range(40):
        if state.asked is not None and not state.is_chance_node():
            assert state.search(25, seed=ply) == search_by_meaning(state, 25, ply)
            assert state.backend_search(1, 2**20) is not None
            asked += 1
        if asked == 3 or state.is_terminal():
            break
        advanced(state, 1, ply)
    assert asked == 3


@pytest.mark.parametrize("seed", [0, 3, 8, 9])
def test_generated_secrets_are_searched_alike(seed: int):
    """Decisions about tokens that the seat does not see share a node, at the root and below."""
    game = lt.Game(secret_game(seed))
    for plies in (0, 2, 5):
        state = advanced(game.new_initial_state(seed=seed, backend="native"), plies, seed)
        assert state.search(40, seed=2) == search_by_meaning(state, 40, 2)


def test_decisions_that_the_seat_cannot_distinguish_are_one():
    """The seat cannot know which card of another hand is meant: the first one represents all."""
    state = lt.load_text(REMEMBERED).new_initial_state(seed=2, backend="native")
    found = state.search(200, seed=4)
    pointed = [visits for visits, one in zip(found.visits, state.legal_actions(), strict=True) if one.action == "write"]
    assert len(pointed) == 2
    assert min(pointed) == 0 < max(pointed)
    assert found == search_by_meaning(state, 200, 4)


@pytest.mark.parametrize("name", UNCERTAIN)
def test_an_uncertain_game_is_searched_alike_on_both_kernels(name: str):
    native, reference = (
        advanced(lt.load(name).new_initial_state(seed=5, backend=backend), 3, 5)  # type: ignore[arg-type]
        for backend in ("native", "reference")
    )
    found = native.search(4, seed=9)
    assert found == reference.search(4, seed=9)
    assert found.simulations == 4


@pytest.mark.parametrize("name", UNCERTAIN)
@pytest.mark.parametrize("plies", [0, 2, 5])
def test_a_search_finds_the_same_in_every_world_its_seat_cannot_distinguish(name: str, plies: int):
    """So nothing hidden from the seat, and no future die, affects the result."""
    state = advanced(lt.load(name).new_initial_state(seed=7, backend="native"), plies, 7)
    player = state.current_player()
    found = state.search(12, seed=2)
    for seed in range(3):
        world = state.resample(player, seed)
        assert world.observation(player) == state.observation(player)
        assert world.search(12, seed=2) == found


@pytest.mark.parametrize("seed", range(4))
def test_generated_secrets_decide_nothing(seed: int):
    """The law for games whose cards are burnt, changed and passed on unseen; decisions are named by handles."""
    game = lt.Game(secret_game(seed))
    for plies in (1, 4):
        state = advanced(game.new_initial_state(seed=seed, backend="native"), plies, seed)
        player = state.current_player()
        found = named(state, player, state.search(30, seed=2))
        for draw in range(3):
            world = state.resample(player, draw)
            if sorted(named(world, player)) == sorted(named(state, player)):  # else the rules reveal it
                assert named(world, player, world.search(30, seed=2)) == found


def named(state: lt.State, player: int, found: SearchResult | None = None) -> dict[str, object]:
    """Return visits and value of each decision under the name that its seat knows."""
    handles = Handles(state.game.game_def, state.game_state, player).of_slot
    texts = [
        repr(kernel.named_decision(state.game.game_def, state.game_state, decision, handles))
        for decision in state.legal_actions()
    ]
    if found is None:
        return dict.fromkeys(texts)
    return dict(zip(texts, zip(found.visits, found.values, strict=True), strict=True))
