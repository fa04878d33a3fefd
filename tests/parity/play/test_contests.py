"""Games between agents in machine code equal those that Python plays decision by decision, in every statistic."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.native import Chooser
from ludotome.play import shipped_games
from ludotome.simulate.play_agents import agent_games
from ludotome.simulate.table import seated
from ludotome.simulate.watch import watch_game
from tests.support.faulty_game import ALWAYS_NINE, FULL

CERTAIN = [name for name in shipped_games() if not lt.load(name).is_uncertain]
LONG = {"chess", "go", "amazons", "gomoku"}


@pytest.mark.parametrize("name", CERTAIN)
@pytest.mark.parametrize("agents", [["mcts:8", "greedy"], ["greedy", "random"]], ids=["search", "greedy"])
def test_every_shipped_game_is_played_alike(name: str, agents: list[str]):
    """Outcomes, lengths, choices, actions taken and offered, changes of the lead; native and Python."""
    game, table = lt.load(name), seated(agents, 2)
    cut = 60 if name in LONG else None
    native, interrupted = agent_games(game, 3, table, seed=11, first=4, players=2, max_plies=cut)
    assert not interrupted
    assert native == tuple(watch_game(game, index, table, 11, 2, cut, "native") for index in range(4, 7))


UNCERTAIN = [name for name in shipped_games() if name not in CERTAIN]


@pytest.mark.parametrize("name", UNCERTAIN)
@pytest.mark.parametrize("agents", [["mcts:8", "greedy"], ["greedy", "random"]], ids=["search", "greedy"])
def test_games_with_chance_or_secrets_are_played_alike(name: str, agents: list[str]):
    game, table = lt.load(name), seated(agents, 2)
    native, interrupted = agent_games(game, 3, table, seed=11, first=4, players=2, max_plies=30)
    assert not interrupted
    assert native == tuple(watch_game(game, index, table, 11, 2, 30, "native") for index in range(4, 7))


def test_games_with_secrets_need_no_python_in_the_loop():
    """All except those in which players choose in the middle of a decision."""
    choosers = [Chooser("search", 4), Chooser("greedy")]
    played = {name: lt.load(name).contest(choosers, 2, players=2, seed=1) for name in UNCERTAIN}
    assert [name for name, found in played.items() if found is None] == ["market"]


@pytest.mark.parametrize("text", [FULL, ALWAYS_NINE], ids=["full", "always-nine"])
@pytest.mark.parametrize("agents", ["random", "greedy", "mcts:12"])
def test_faults_of_the_document_are_met_alike(text: str, agents: str):
    game, table = lt.load_text(text), seated(agents, 2)
    native, _ = agent_games(game, 8, table, seed=3, players=2)
    assert native == tuple(watch_game(game, index, table, 3, 2, None, "native") for index in range(8))
    if agents == "random":
        assert any(one.fault for one in native)
