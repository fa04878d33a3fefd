"""A search in machine code visits what the meaning, in plain Python, visits: every decision, as often, as valuable."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.play import shipped_games
from tests.support.faulty_game import ALWAYS_NINE, FULL
from tests.support.searches import advanced, search_by_meaning

CERTAIN = [name for name in shipped_games() if not lt.load(name).is_uncertain]
SLOW = {"amazons", "chess", "checkers", "go", "gomoku", "hex", "othello"}  # of which the reference plays few


@pytest.mark.parametrize("name", CERTAIN)
@pytest.mark.parametrize(("plies", "simulations"), [(0, 1), (0, 2), (0, 200), (7, 400), (20, 150)])
def test_machine_code_visits_what_the_meaning_visits(name: str, plies: int, simulations: int):
    """The meaning steps on the native kernel here, which is quick; on the reference below."""
    for seed in (1, 2**63 + 5):
        state = advanced(lt.load(name).new_initial_state(seed=seed, backend="native"), plies, seed)
        assert state.search(simulations, seed=seed) == search_by_meaning(state, simulations, seed)


@pytest.mark.parametrize("name", CERTAIN)
def test_a_search_on_the_reference_kernel_finds_the_same(name: str):
    """Nothing native takes part on one side, nothing of the reference on the other."""
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
    """Some decisions cannot be made, and many a simulated game ends at one."""
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
    """Near the end all is proven after few simulations, and the search stops."""
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
def test_a_search_finds_the_same_in_every_world_its_seat_cannot_tell_apart(name: str, plies: int):
    """So nothing that is hidden from the seat, nor dice to come, can have decided anything."""
    state = advanced(lt.load(name).new_initial_state(seed=7, backend="native"), plies, 7)
    player = state.current_player()
    found = state.search(12, seed=2)
    for seed in range(3):
        world = state.resample(player, seed)
        assert world.observation(player) == state.observation(player)
        assert world.search(12, seed=2) == found
