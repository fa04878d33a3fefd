"""Kept steps: for each player which of their tokens may step where, as bits that are retested where something changed.

    $piece in tokens(T) where owner == actor,  $to in destinations($piece)

Where every target is a single step, a token has a fixed number of them by its type, owner and zone; bit
`slot * stride + i` says that the token may take its i-th step now. In that order they are the decisions of the action.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.lower import ir
from ludotome.native.lower.plan import ACTOR, Plan


class StepInto(Struct, frozen=True):
    """The i-th step of tokens of one kind (a type and owner) from one zone, and what may not stand where it leads."""

    kind: int
    start: int
    i: int
    not_onto: int


class KeptSteps(Struct, frozen=True):
    """The steps of the tokens of some types (any when None) along one table of `width` steps a token.

    `stride` bits are kept for each token, so that no token's bits lie across two words. `into` lists for each zone the
    steps that lead there.
    """

    name: str
    table: str
    width: int
    types: tuple[int, ...] | None
    into: tuple[tuple[StepInto, ...], ...]

    @property
    def stride(self) -> int:
        """The least power of two that holds a token's steps."""
        return 1 << (self.width - 1).bit_length()


def steps_asked(plan: Plan) -> tuple[ir.AllTokens, ir.Targets] | None:
    """Return the tokens and targets, if *plan* asks of all the actor's tokens of some types where they may go."""
    match plan.levels:
        case (first, second) if not second.guards and len(first.guards) == 1:
            tokens, targets, (guard,) = first.source, second.source, first.guards
            if not isinstance(tokens, ir.AllTokens) or not isinstance(targets, ir.Targets) or targets.attacks:
                return None
            owner = ir.Load("token_owner", first.param, "player", optional=True)
            own = isinstance(guard, ir.Compare) and guard.op == "==" and {guard.left, guard.right} == {owner, ACTOR}
            return (tokens, targets) if own and targets.token == first.param else None
    return None
