"""Agents: computer players, which choose decisions from what their seat may see.

Invariants:
    * every agent works on the `State` of `play`, on either backend;
    * an agent sees information hidden from its seat only as a random sample, by `state.resample`.

This package does not know any game, prints nothing and writes no files.
"""

from ludotome.agents.agent import Agent, Stream
from ludotome.agents.greedy import GreedyAgent
from ludotome.agents.mcts import MctsAgent
from ludotome.agents.parse_agent import AGENTS, LEVELS, parse_agent
from ludotome.agents.random_agent import RandomAgent

__all__ = ["Agent", "Stream", "RandomAgent", "GreedyAgent", "MctsAgent", "parse_agent", "AGENTS", "LEVELS"]
