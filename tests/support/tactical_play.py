"""Tactical play: random games of the tactical documents, with helpers to examine them from outside.

Chance is explicit, so that a test sees every roll. This module knows no rules of any game.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import ludotome as lt
from ludotome.gamedef import Decision, Symbols, Token
from ludotome.play import BackendName

DECISIONS, SECONDS = 3_000, 15.0  # a kernel's share, whichever comes first,
LEAST = 600  # but at least this many on a busy machine


Start = Callable[[lt.Game, random.Random, BackendName], lt.State]


def first_state(game: lt.Game, chooser: random.Random, backend: BackendName) -> lt.State:
    """Return the initial state of every game."""
    return game.new_initial_state(chooser.randrange(2**32), backend=backend, chance="explicit")


def decisions(
    game: lt.Game, seed: int, backend: BackendName, start: Start = first_state
) -> Iterator[tuple[lt.State, Decision, lt.State]]:
    """Yield (before, decision, after) in random games until the share is done; rolls are decisions too."""
    chooser, made = random.Random(seed), 0
    state = start(game, chooser, backend)  # may compile the game
    started = time.perf_counter()
    while True:
        assert state.backend == backend
        while not state.is_terminal():
            decision = _choose(state.legal_actions(), chooser)
            before = state.clone()
            state.apply_action(decision)
            yield before, decision, state
            made += 1
            if made >= DECISIONS or (made >= LEAST and time.perf_counter() - started >= SECONDS):
                return
        state = start(game, chooser, backend)


def _choose(legal: tuple[Decision, ...], chooser: random.Random) -> Decision:
    """Return a decision of a random kind; among all decisions, moves would outnumber doors and shots."""
    kind = chooser.choice(sorted({str(decision.action) for decision in legal}))
    return chooser.choice([decision for decision in legal if str(decision.action) == kind])


def tokens(state: lt.State, kind: str) -> dict[int, tuple[Token, str]]:
    """Return the tokens of one type by slot, each with the id of its zone."""
    zones, names = state.game.game_def.zones, _names(state.game)
    return {
        slot: (token, str(zones[token.zone].id))
        for slot, token in enumerate(state.game_state.tokens)
        if token is not None and names[token.type] == kind
    }


@cache
def _names(game: lt.Game) -> Sequence[str]:
    return Symbols(game.game_def).names


def offered(state: lt.State, action: str) -> set[tuple[object, ...]]:
    """Return the parameters of every legal decision of one action."""
    return {
        tuple(value for _, value in decision.params) for decision in state.legal_actions() if decision.action == action
    }
