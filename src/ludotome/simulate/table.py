"""Table: the agents at the table, given as one for all seats or one per seat, as objects or names.

This module does not know games.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludotome.agents import AGENTS, Agent, RandomAgent, parse_agent
from ludotome.gamedef import PlayError, bad_argument


def seated(agents: Any, seats: int) -> tuple[Agent, ...]:
    """Return one agent per seat; random ones for None."""
    given = _listed(agents)
    if len(given) not in (1, seats):
        raise PlayError("bad-argument", f"{len(given)} agents for {seats} seats; name one, or one for each seat")
    return tuple(map(_agent, given if len(given) == seats else given * seats))


def _listed(agents: Any) -> list[Agent | str]:
    """Return the given agents, or the single one, as a list; default: a random agent."""
    if isinstance(agents, str) and "," in agents:
        raise bad_argument("agents", agents, f"write a list, as {[name.strip() for name in agents.split(',')]}")
    if isinstance(agents, str) or _chooses(agents):
        return [agents]
    if agents is not None and not isinstance(agents, Iterable):
        raise bad_argument("agents", agents, f"write agents, or their names: {', '.join(AGENTS)}")
    return list(agents or (RandomAgent(),))


def _agent(given: Agent | str) -> Agent:
    """Return an agent given as an object or by its name."""
    if isinstance(given, str):
        try:
            return parse_agent(given)
        except ValueError as problem:
            raise PlayError("bad-argument", str(problem)) from None
    if not _chooses(given):
        raise PlayError("bad-argument", f"{given!r} is not an agent; write one, or its name: {', '.join(AGENTS)}")
    if isinstance(given, type):
        raise bad_argument("an agent", given, f"write an agent of that class, as `{given.__name__}()`")
    if not isinstance(getattr(given, "name", None), str):
        raise bad_argument("an agent", given, "give it a `name`, the text that reports call it by")
    return given


def _chooses(given: Any) -> bool:
    return callable(getattr(given, "choose", None))
