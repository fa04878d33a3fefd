"""Agent: whoever chooses a decision for a seat, from what that seat may see.

Invariants:
    * an agent is given the state and a stream of random numbers of its own; the same two give the same answer;
    * it looks at hidden things only through `state.resample`, so two states its seat cannot tell apart get one answer.

This module does not know any way of choosing.
"""

from __future__ import annotations

from typing import Protocol

from ludotome.chance import Generator, bounded
from ludotome.gamedef import Decision, PlayError, of_kind
from ludotome.play import State


class Stream:
    """Random numbers for one agent in one game: `chance`'s generator with its state kept inside."""

    def __init__(self, generator: Generator) -> None:
        self._generator = of_kind("generator", generator, Generator, "write one, as `seed_generator(7)`")

    def below(self, n: int) -> int:
        """Return a number from 0 up to, not including, *n*."""
        value, self._generator = bounded(self._generator, n)
        return value

    def seed(self) -> int:
        """Return a fresh seed."""
        return self.below(2**63)


def check_asked(state: State, stream: Stream) -> None:
    """Refuse what an agent cannot choose from: anything but a state and a stream."""
    of_kind("state", state, State, "write a state, as `game.new_initial_state()`")
    of_kind("stream", stream, Stream, "write one, as `Stream(seed_generator(7))`")


def imagined(state: State, stream: Stream) -> State | None:
    """Return a world that the seat to decide cannot tell from *state*; None where none was found.

    Where nothing is hidden and nothing rolled a clone is the one possible world.
    """
    if not state.game.is_uncertain:
        return state.clone()
    try:
        return state.resample(state.current_player(), stream.seed())
    except PlayError as error:
        if error.code != "no-world":
            raise
        return None


def is_fault(error: PlayError) -> bool:
    """Whether the document is to blame: what it asks for cannot be done, so the decision cannot be made."""
    return error.code == "document-fault"


class Agent(Protocol):
    """Chooses for whoever is to decide in a state."""

    name: str

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return one of the legal decisions of *state*, which is left as it was."""
        ...
