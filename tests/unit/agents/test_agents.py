"""Agents choose legal decisions, see no more than their seat, and find the best result of one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludotome as lt
from ludotome.agents import LEVELS, Agent, GreedyAgent, MctsAgent, RandomAgent, Stream, parse_agent
from ludotome.chance import seed_generator
from ludotome.gamedef import PlayError
from ludotome.play import Game, State
from tests.support.faulty_game import FULL
from tests.support.small_games import cards
from tests.support.small_games import game as small_game

AGENTS = [RandomAgent(), GreedyAgent(), MctsAgent(40)]


def stream(seed: int) -> Stream:
    return Stream(seed_generator(seed))


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return lt.load("tic-tac-toe")


def after(game: Game, *moves: str) -> State:
    state = game.new_initial_state(seed=1)
    for move in moves:
        state.apply_action(move)
    return state


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_an_agent_answers_with_a_legal_decision_and_leaves_the_state_alone(agent: Agent, tic_tac_toe: Game):
    state = after(tic_tac_toe, "a1", "b2")
    before = state.to_json()
    assert agent.choose(state, stream(1)) in state.legal_actions()
    assert state.to_json() == before


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_the_same_state_and_stream_give_the_same_answer(agent: Agent, tic_tac_toe: Game):
    state = after(tic_tac_toe, "b2")
    assert agent.choose(state, stream(5)) == agent.choose(state.clone(), stream(5))


@pytest.mark.parametrize("agent", AGENTS[1:], ids=lambda agent: agent.name)
@pytest.mark.parametrize("seed", range(5))
def test_a_win_in_one_is_taken(agent: Agent, seed: int, tic_tac_toe: Game):
    state = after(tic_tac_toe, "a1", "b1", "a2", "b2")
    state.apply_action(agent.choose(state, stream(seed)))
    assert state.returns()[0] == 1


@pytest.mark.parametrize("seed", range(3))
def test_search_blocks_a_threat(seed: int, tic_tac_toe: Game):
    state = after(tic_tac_toe, "a1", "b2", "a2")
    chosen = MctsAgent(300).choose(state, stream(seed))
    assert dict(chosen.params)["$cell"] == "cell_0_0"  # a3, against the column of X


def test_greedy_prefers_the_greater_score():
    game = lt.load("market")
    state = game.new_initial_state(seed=4, players=2)
    assert GreedyAgent().choose(state, stream(1)) in state.legal_actions()


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_two_states_a_seat_cannot_distinguish_get_one_answer(agent: Agent):
    """Kuhn poker: the first player's card is the same, the second's is not."""
    game = lt.load("kuhn-poker")
    states = [game.new_initial_state(seed=seed) for seed in range(40)]
    seen = [state for state in states if state.observation(0) == states[0].observation(0)]
    others = {state.to_json() for state in seen}
    assert len(others) > 1, "the deals should differ in what the seat cannot see"
    assert len({agent.choose(state, stream(9)) for state in seen}) == 1


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_an_agent_that_can_imagine_no_world_still_decides(agent: Agent, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> State:
        raise lt.PlayError("no-world", "no world was found")

    monkeypatch.setattr(State, "resample", refuse)
    state = lt.load("kuhn-poker").new_initial_state(seed=1)
    assert agent.choose(state, stream(1)) in state.legal_actions()


TOP_OF_THEIRS = {
    "ref": "top",
    "zone": {
        "ref": "ownedZone",
        "zone": "hand",
        "player": {"ref": "playerProp", "player": "actor", "prop": "opponent"},
    },
}
DEAL = [
    *cards("deck", 1, 2, 3, 4, 5, 6),
    {"shuffle": {"zone": "deck"}},
    {"draw": {"from": "deck", "to": "hand:0", "count": 2}},
    {"draw": {"from": "deck", "to": "hand:1", "count": 2}},
]


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
@pytest.mark.parametrize("others", [[], [{"id": "wait"}]], ids=["nothing-else", "something-else"])
@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_decision_that_an_imagined_world_forbids_can_be_made(agent: Agent, others: list[Any], backend: Any):
    """Whether calling is legal depends on a hidden card: in some sampled worlds it is not."""
    is_high = {"op": ">", "left": {"ref": "tokenProp", "token": TOP_OF_THEIRS, "prop": "rank"}, "right": 3}
    gain = {"addVar": {"var": "money", "scope": "player", "player": "actor", "delta": 1}}
    money = {"ref": "pvar", "player": "$player", "var": "money"}
    twice = [{"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": 2}}]
    small = small_game(
        [{"id": "call", "params": twice, "pre": is_high, "effects": [gain]}, *others],
        setup=DEAL,
        players=(2, 2),
        scoring={"value": money},
        metadata={"maxPlies": 6},
    )
    game = lt.from_game_def(small)
    met = 0
    for seed in range(8):
        state = game.new_initial_state(seed=seed, backend=backend)
        while not state.is_terminal():
            met += len(state.legal_actions()) > len(others)
            state.apply_action(agent.choose(state, stream(seed)))
    assert met, "in some deal the call is legal"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("random", "random"),
        (" MCTS:50 ", "mcts:50"),
        ("mcts", "mcts:1000"),
        ("mcts:200ms", "mcts:200ms"),
        ("easy", "easy"),
        ("Best", "best"),
    ],
)
def test_agents_are_made_from_their_names(text: str, name: str):
    assert parse_agent(text).name == name


def test_a_level_is_a_number_of_simulations():
    found = {name: parse_agent(name) for name in LEVELS}
    assert all(isinstance(agent, MctsAgent) for agent in found.values())
    assert [getattr(agent, "simulations", 0) for agent in found.values()] == [25, 100, 400, 3200]


def test_an_agent_with_a_time_limit_says_so(tic_tac_toe: Game):
    agent = parse_agent("mcts:20ms")
    assert isinstance(agent, MctsAgent)
    assert agent.is_timed
    state = after(tic_tac_toe, "a1", "b1", "a2", "b2")
    assert agent.choose(state, stream(1)) in state.legal_actions()
    assert not MctsAgent(5).is_timed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rndom",
        "mcts:",
        "mcts:0",
        "mcts:-1",
        "mcts:1e9",
        "random:3",
        "mcts:99999999999",
        "mcts:0ms",
        "mcts:ms",
        "easy:3",
    ],
)
def test_a_wrong_name_says_what_can_be_written(text: str):
    with pytest.raises(ValueError, match=r"write (one of|mcts:1(ms)? to)"):
        parse_agent(text)


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("agent", [GreedyAgent(), MctsAgent(30)], ids=lambda agent: agent.name)
def test_a_decision_that_is_a_fault_of_the_document_is_not_chosen_where_there_is_another(agent: Agent, backend: Any):
    state = lt.load_text(FULL).new_initial_state(seed=1, backend=backend)
    for number in range(12):
        state.apply_action(agent.choose(state, stream(number)))
    assert len(state.history()) == 12


@pytest.mark.parametrize("agent", [GreedyAgent(), MctsAgent(10)], ids=lambda agent: agent.name)
def test_an_agent_with_nothing_but_faults_still_answers(agent: Agent):
    blocked = FULL.replace("adjacentZones($p.zone)", "zones where occupied(it) and it != $p.zone")
    state = lt.load_text(blocked).new_initial_state(seed=1)
    assert agent.choose(state, stream(1)) in state.legal_actions()


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_an_agent_refuses_what_is_not_a_state_or_a_stream(agent: Agent, tic_tac_toe: Game) -> None:
    state: Any = tic_tac_toe.new_initial_state()
    wrong: Any
    for wrong in (None, 7, seed_generator(7)):
        with pytest.raises(PlayError, match=r"stream is .*; write one, as `Stream\(seed_generator\(7\)\)`") as caught:
            agent.choose(state, wrong)
        assert caught.value.code == "bad-argument"
    for wrong in (None, tic_tac_toe):
        with pytest.raises(PlayError, match=r"state is .*; write a state, as `game\.new_initial_state\(\)`"):
            agent.choose(wrong, stream(1))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: MctsAgent("100"), "simulations is '100'; write how many"),  # type: ignore[arg-type]
        (lambda: MctsAgent(1.5), "simulations is 1.5; write how many"),  # type: ignore[arg-type]
        (lambda: MctsAgent(True), "simulations is True; write how many"),
        (lambda: MctsAgent(0), "simulations is 0; write how many"),
        (lambda: MctsAgent(), "has a number of simulations or of milliseconds; write one"),
        (lambda: MctsAgent(5, milliseconds=5), "has a number of simulations or of milliseconds; write one"),
        (lambda: MctsAgent(milliseconds=0), "milliseconds is 0; write how long to search, from 1"),
        (lambda: Stream(7), r"generator is 7; write one, as `seed_generator\(7\)`"),  # type: ignore[arg-type]
        (lambda: parse_agent(3), "text is 3; write one of random, greedy, easy, normal, hard, best, mcts:N, mcts:Nms"),  # type: ignore[arg-type]
    ],
    ids=[
        "a text",
        "a float",
        "a truth value",
        "none",
        "no budget",
        "two budgets",
        "no time",
        "a stream of a seed",
        "a number for a name",
    ],
)
def test_what_cannot_be_an_argument_is_refused_by_name(call: Callable[[], object], said: str) -> None:
    with pytest.raises(PlayError, match=said) as caught:
        call()
    assert caught.value.code == "bad-argument"
