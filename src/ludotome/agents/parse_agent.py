"""Parse agent: from `random`, `greedy` or `mcts:500` to the agent it names."""

from __future__ import annotations

from ludotome.agents.agent import Agent
from ludotome.agents.greedy import GreedyAgent
from ludotome.agents.mcts import MctsAgent
from ludotome.agents.random_agent import RandomAgent
from ludotome.gamedef import of_kind

AGENTS = ("random", "greedy", "mcts:N")
_DEFAULT_SIMULATIONS = 1000
_MOST_SIMULATIONS = 10_000_000


def parse_agent(text: str) -> Agent:
    """Return the agent that *text* names; a `ValueError` says what can be written."""
    of_kind("text", text, str, f"write one of {', '.join(AGENTS)}")
    if not text.strip():
        raise ValueError(f"the name of an agent is empty; write one of {', '.join(AGENTS)}")
    name, colon, number = text.strip().lower().partition(":")
    if name == "random" and not colon:
        return RandomAgent()
    if name == "greedy" and not colon:
        return GreedyAgent()
    if name == "mcts" and (not colon or number.isdecimal()):
        simulations = int(number) if colon else _DEFAULT_SIMULATIONS
        if 1 <= simulations <= _MOST_SIMULATIONS:
            return MctsAgent(simulations)
        raise ValueError(f"agent `{text}` has {simulations} simulations; write mcts:1 to mcts:{_MOST_SIMULATIONS}")
    raise ValueError(f"unknown agent `{text}`; write one of {', '.join(AGENTS)}")
