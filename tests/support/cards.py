"""Cards: helpers for tests of card games: reading a state, and enumerating all chance outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

import ludotome as lt
from ludotome.gamedef import GameState
from ludotome.play import BackendName
from tests.support.beside import Oracle, Ours, shipped


def tokens_in(game: lt.Game, state: GameState, zone: str) -> tuple[int, ...]:
    """Return the slots of the tokens in a zone, in its order."""
    index = next(place for place, known in enumerate(game.game_def.zones) if str(known.id) == zone)
    return state.zones[index]


class DealtOracle(Oracle):
    """An OpenSpiel card game with the same deal; a card's number is its token's slot, since both count ranks up."""

    dealt = ("hand:0", "hand:1")  # the zones that cards are dealt to, in order

    def __init__(self) -> None:
        super().__init__()
        self._cards = 0

    def deal(self, ours: Ours) -> None:
        while self.at.is_chance_node():
            cards = [slot for zone in self.dealt for slot in tokens_in(ours.game, ours.state, zone)]
            self.at.apply_action(cards[self._cards])
            self._cards += 1


BOTH = ("reference", "native")


def explicit(name: str, backend: BackendName) -> lt.State:
    """Return the first state of a shipped game with explicit chance."""
    return shipped(name).new_initial_state(backend=backend, chance="explicit")


def histories(state: lt.State, chance: Fraction = Fraction(1)) -> Iterator[tuple[lt.State, Fraction]]:
    """Yield every state of the tree below *state*, itself first, with its probability."""
    yield state, chance
    if state.is_terminal():
        return
    decisions = state.legal_actions()
    share = Fraction(1, len(decisions)) if state.is_chance_node() else Fraction(1)
    for decision in decisions:
        child = state.clone()
        child.apply_action(decision)
        yield from histories(child, chance * share)


def information(state: lt.State) -> str:
    """Return the deciding seat and its information as text; equal texts are one information state."""
    player = state.current_player()
    return json.dumps([player, state.observation(player)], sort_keys=True)
