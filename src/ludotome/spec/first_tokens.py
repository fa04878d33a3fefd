"""first_tokens: count the tokens of each type and owner before the first action, if that is certain.

Setup is read, not run: it must make tokens one by one or by a fixed count, and nothing else may make or destroy tokens
before the first decision.

This module does not know where tokens are.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from ludotome.gamedef import (
    Expr,
    GameDef,
    IntLiteral,
    NameLiteral,
    Node,
    NoneLiteral,
    SeatLiteral,
    facts,
    walk,
)

# The key has a seat's number, or None for tokens without an owner.
FirstTokens = Counter[tuple[str, int | None]]


def first_tokens(game: GameDef) -> FirstTokens | None:
    """Return how many tokens of each type and owner there are before the first decision; None if that is uncertain."""
    before = [*(phase.on_enter for phase in game.turn_structure.phases), *(one.effects for one in game.triggers)]
    if any(_makes_or_destroys(node) for effects in before for node in walk(effects)):
        return None
    made: FirstTokens = Counter()
    for effect in game.setup:
        if not any(_makes_or_destroys(node) for node in walk(effect)):
            continue
        arrival = next(iter(facts.arrivals(effect)), None)
        whose = None if arrival is None else _owner(game, arrival.owner)
        match arrival:
            case facts.Arrival(makes=NameLiteral(name=kind), count=IntLiteral(value=count)) if whose is not None:
                made[kind, whose.seat] += max(0, count)
            case _:
                return None  # any other way: how many there are is not certain
    return made


class _Owner(Struct, frozen=True):
    seat: int | None


def _owner(game: GameDef, player: Expr | None) -> _Owner | None:
    """Return the owner of a token in every game, with any number of players; None if that is not certain."""
    match player:
        case None | NoneLiteral():
            return _Owner(None)
        case SeatLiteral(seat=seat) if seat < game.metadata.players.min:
            return _Owner(seat)
        case _:
            return None  # any other player, and a seat that may be empty


def _makes_or_destroys(node: Node) -> bool:
    return facts.creates(node) or facts.destroyed(node) is not None or facts.property_set(node) is not None
