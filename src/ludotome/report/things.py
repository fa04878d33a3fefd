"""Things: the action, zones and kinds of token that a decision uses.

Tokens with the same type and the same unchanging properties are one kind, so two copies of a card are one thing.

This module does not know which decisions were taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, Struct

from ludotome.gamedef import Decision, GameState, Token, checked, facts, walk
from ludotome.play import Game

Kind = Literal["action", "zone", "token"]


class Thing(Struct, frozen=True, order=True):
    """An action, a zone or a kind of token, with a readable name."""

    kind: Kind
    name: str


class Things:
    """Finds the things that decisions of one game use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        symbols = game.symbols
        self.zones = {zone.id: place for place, zone in enumerate(game.scene().zones)}
        changes = (facts.property_set(node) for node in walk(game.game_def))
        self.changing = {change.prop for change in changes if change is not None}
        self.names = symbols.names
        self.types = symbols.token_type
        self._known: dict[Token, Thing] = {}
        self._tokens = {
            (action, name)
            for action, scope in checked(game.game_def).scope_of_action.items()
            for name, kind in scope.bindings.items()
            if kind.kind == "token"
        }

    def of(self, state: GameState, decision: Decision) -> frozenset[Thing]:
        """Return the things that *decision* uses in *state*."""
        found: set[Thing] = set()
        if decision.action is not None:
            found.add(Thing("action", decision.action))
        for name, value in decision.params:
            found |= self._of_value(state, value, (decision.action, name) in self._tokens)
        if decision.choose is not UNSET:
            found |= self._of_value(state, decision.choose, is_token=False)
        return frozenset(found)

    def _of_value(self, state: GameState, value: object, is_token: bool) -> set[Thing]:
        if isinstance(value, str) and value in self.zones:
            return {Thing("zone", value)}
        if is_token and isinstance(value, int) and not isinstance(value, bool) and value < len(state.tokens):
            token = state.tokens[value]
            return set() if token is None else {self.token(token)}
        return set()

    def token(self, token: Token) -> Thing:
        """Return the kind of token that *token* belongs to."""
        found = self._known.get(token)
        if found is None:
            kind = self.types[token.type]
            values = [
                (prop.name, self.names[value] if isinstance(prop.type, tuple) and value is not None else value)
                for prop, value in zip(kind.props, token.props, strict=True)
                if prop.name not in self.changing
            ]
            told = ", ".join(str(value) if isinstance(value, str) else f"{name} {value}" for name, value in values)
            found = Thing("token", f"{kind.id} ({told})" if told else kind.id)
            self._known[token] = found
        return found

    def present(self, state: GameState) -> Iterable[Thing]:
        """Yield the kinds of token present in *state*."""
        return {self.token(token) for token in state.tokens if token is not None}
