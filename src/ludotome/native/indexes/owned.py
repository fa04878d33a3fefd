"""Owned: for each player the slots of their tokens, as bits."""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar

_BIT = "(UINT64_C(1) << token % 64)"
# Unowned tokens are in row 0, which is never read.
_WORD = "s->owned[1 + s->token_owner[1 + token]][token / 64]"


class Owned(Index):
    """`owned`: a set of slots for each player."""

    def read(self, player: str, word: str) -> str:
        """Return the C of one word of a player's slots."""
        self.ask()
        return f"s->owned[1 + {player}][{word}]"

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return ["uint64_t owned[LT_PLAYERS1][LT_SLOT_WORDS];"]

    def token_gained(self, c: Writer) -> list[str]:
        """Return the C that sets the token's bit."""
        return [f"{_WORD} |={_BIT};"]

    def token_lost(self, c: Writer) -> list[str]:
        """Return the C that clears it."""
        return [f"{_WORD} &= ~{_BIT};"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that registers every token in play with its owner."""
        return [
            "memset(s->owned, 0, sizeof s->owned);",
            "for (int32_t i = 0; i < LT_TOKENS; i++)",
            "    if (s->token_type[1 + i] >= 0) token_gained(s, i);",
        ]


def index_domain(source: ir.Source, element: Local, guards: tuple[Scalar, ...]) -> tuple[ir.Source, tuple[Scalar, ...]]:
    """Return *source* and *guards* with `owner == X` moved from the guards to the source, if the source is all tokens.

    X must not depend on the token; `none` owns no tokens, since comparisons with `none` are false.
    """
    if not isinstance(source, ir.AllTokens):
        return source, guards
    for guard in guards:
        player = _owner_asked(guard, element.name)
        if player is not None:
            rest = tuple(other for other in guards if other is not guard)
            return ir.TokensOwned(player, source.types, source.size), rest
    return source, guards


def _owner_asked(guard: Scalar, element: str) -> Scalar | None:
    match guard:
        case ir.Compare(op="==", left=left, right=right):
            for own, other in ((left, right), (right, left)):
                is_owner = own == ir.Load("token_owner", ir.Local(element, "token"), "player", optional=True)
                if is_owner and element not in {local.name for local in ir.free_locals(other)}:
                    return other
    return None
