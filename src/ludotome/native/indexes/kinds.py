"""Kinds: for each player and type, the zones of such tokens as one word; for boards of at most 64 zones."""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.indexes.stands import Stands
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar


class Kinds(Index):
    """`kind_zones`, which requires `stands`."""

    def __init__(self, stands: Stands) -> None:
        super().__init__()
        self._stands = stands

    def ask(self, *, more: bool = False) -> None:
        """Record that C reads this index, and with it `stands`."""
        self._stands.ask()
        super().ask(more=more)

    def read(self, owner: str, kind: int) -> str:
        """Return the C of the zones of tokens of a kind, by the row of their owner."""
        self.ask()
        return f"s->kind_zones[{owner}][{kind}]"

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return [f"uint64_t kind_zones[LT_PLAYERS1][{max(len(c.low.type_numbers), 1)}];"]

    def token_toggled(self, c: Writer) -> list[str]:
        """Return the C that toggles the zone of the token."""
        return ["s->kind_zones[1 + s->token_owner[1 + token]][lt_kind(s->token_type[1 + token])] ^= zone;"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that clears the words before every token is toggled."""
        return ["memset(s->kind_zones, 0, sizeof s->kind_zones);"]


def kind_domain(source: ir.Source, element: Local, guards: tuple[Scalar, ...]) -> tuple[ir.Source, tuple[Scalar, ...]]:
    """Return *source* and *guards* with static sets of zones moved from guards to source, if it is tokens of types.

    The tokens are then ordered by zone, so this is for loops whose order does not matter.
    """
    if not isinstance(source, ir.AllTokens | ir.TokensOwned):
        return source, guards
    places = tuple(guard for guard in guards if _is_place(guard, element))
    if source.types is None and not places:
        return source, guards
    player = source.player if isinstance(source, ir.TokensOwned) else None
    found = ir.TokensOfKind(player, source.types, places, source.size)  # type: ignore[arg-type]
    return found, tuple(guard for guard in guards if guard not in places)


def _is_place(guard: Scalar, element: Local) -> bool:
    """Return whether *guard* tests if the zone of a token is in a static set that does not depend on the token."""
    match guard:
        case ir.Lookup(kind="bool", optional=False, index=(*others, ir.Load(array="token_zone", index=token))):
            return token == element and not any(element in ir.free_locals(other) for other in others)
        case _:
            return False
