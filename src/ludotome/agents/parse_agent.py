"""Parse agent: create the agent named `random`, `greedy`, `mcts:500`, `mcts:200ms` or by a level."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludotome.agents.agent import Agent
from ludotome.agents.greedy import GreedyAgent
from ludotome.agents.mcts import MctsAgent
from ludotome.agents.random_agent import RandomAgent
from ludotome.gamedef import of_kind

LEVELS = {"easy": 25, "normal": 100, "hard": 400, "best": 3200}
"""Simulations per decision of each level."""
AGENTS = ("random", "greedy", *LEVELS, "mcts:N", "mcts:Nms")
_DEFAULT_SIMULATIONS = 1000
_MOST_SIMULATIONS = 10_000_000
_MOST_MILLISECONDS = 3_600_000


def parse_agent(text: str, levels: Mapping[str, int] | None = None) -> Agent:
    """Return the agent that *text* names; raise `ValueError`, which lists the valid forms.

    *levels* are the simulations measured for a game; `LEVELS` applies to levels that it does not contain.
    """
    of_kind("text", text, str, f"write one of {', '.join(AGENTS)}")
    name = text.strip().lower()
    if not name:
        raise ValueError(f"the name of an agent is empty; write one of {', '.join(AGENTS)}")
    if name == "random":
        return RandomAgent()
    if name == "greedy":
        return GreedyAgent()
    if name in LEVELS:
        return MctsAgent((levels or {}).get(name, LEVELS[name]), name=name)
    budget = re.fullmatch(r"mcts(?::([0-9]{1,20})(ms)?)?", name)
    if budget is None:
        raise ValueError(f"unknown agent `{text}`; write one of {', '.join(AGENTS)}")
    number = int(budget[1] or _DEFAULT_SIMULATIONS)
    if budget[2]:
        return MctsAgent(milliseconds=_within(text, number, "milliseconds", _MOST_MILLISECONDS, "ms"))
    return MctsAgent(_within(text, number, "simulations", _MOST_SIMULATIONS, ""))


def _within(text: str, number: int, what: str, most: int, unit: str) -> int:
    if 1 <= number <= most:
        return number
    raise ValueError(f"agent `{text}` has {number} {what}; write mcts:1{unit} to mcts:{most}{unit}")
