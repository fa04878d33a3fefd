"""Agents: choose a decision from what one seat may see.

Invariants:
    * every agent works on the `State` of `play`, on either backend;
    * what is hidden from a seat reaches its agent only redrawn, by `state.resample`.

This room does not know any game, prints nothing and keeps no files.
"""

from ludotome.agents.agent import Agent, Stream
from ludotome.agents.greedy import GreedyAgent
from ludotome.agents.mcts import MctsAgent
from ludotome.agents.parse_agent import AGENTS, LEVELS, parse_agent
from ludotome.agents.random_agent import RandomAgent

__all__ = ["Agent", "Stream", "RandomAgent", "GreedyAgent", "MctsAgent", "parse_agent", "AGENTS", "LEVELS"]
