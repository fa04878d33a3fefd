"""Agent: the interface of computer players, which choose decisions for a seat from what it may see.

Invariants:
    * an agent gets the state and its own stream of random numbers; the same two give the same decision;
    * it accesses hidden information only through `state.resample`, so it decides alike in states that look alike to it.

This module does not know how agents choose.
"""

from __future__ import annotations

from typing import Protocol

from ludotome.chance import Generator, bounded
from ludotome.gamedef import Decision, PlayError, of_kind
from ludotome.play import State


class Stream:
    """Random numbers for one agent in one game: a generator of `chance` that stores its state."""

    def __init__(self, generator: Generator) -> None:
        self._generator = of_kind("generator", generator, Generator, "write one, as `seed_generator(7)`")

    def below(self, n: int) -> int:
        """Return a number from 0 up to, not including, *n*."""
        value, self._generator = bounded(self._generator, n)
        return value

    def seed(self) -> int:
        """Return a new seed."""
        return self.below(2**63)


def check_asked(state: State, stream: Stream) -> None:
    """Raise an error unless the arguments of `choose` are a state and a stream."""
    of_kind("state", state, State, "write a state, as `game.new_initial_state()`")
    of_kind("stream", stream, Stream, "write one, as `Stream(seed_generator(7))`")


def imagined(state: State, stream: Stream) -> State | None:
    """Return a world that looks like *state* to the seat that decides; None if none was found.

    Without hidden information or dice, the only possible world is a clone.
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
    """Return whether the document caused the error: its effects are impossible, so the decision cannot be made."""
    return error.code == "document-fault"


class Agent(Protocol):
    """A computer player: chooses a decision for the seat that decides in a state."""

    name: str

    def choose(self, state: State, stream: Stream) -> Decision:
        """Return one of the legal decisions of *state*, which is not changed."""
        ...
