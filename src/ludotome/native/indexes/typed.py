"""Typed: for each type that rules ask for, the slots of its tokens, as bits."""

from __future__ import annotations

from ludotome.gamedef import facts, walk
from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower.lowering import Lowering


class Typed(Index):
    """`typed_N`: the set of slots of the tokens of type number N, in games in which tokens keep their type."""

    def __init__(self) -> None:
        super().__init__()
        self._types = list[int]()
        self._is_offered: bool | None = None

    def is_offered(self, low: Lowering) -> bool:
        """Return whether no effect changes the type of a token, so that its bit is written once."""
        if self._is_offered is None:
            changes = map(facts.property_set, walk(low.game_def))
            self._is_offered = all(change is None or change.prop != "type" for change in changes)
        return self._is_offered

    def read(self, types: tuple[int, ...], word: str) -> str:
        """Return the C of one word of the slots of tokens of some types."""
        fresh = [number for number in types if number not in self._types]
        self.ask(more=bool(fresh))
        self._types += fresh
        words = [f"s->typed_{number}[{word}]" for number in types]
        return words[0] if len(words) == 1 else f"({' | '.join(words) or '0'})"

    def kept_word(self, number: int, word: str) -> str | None:
        """Return the C of one word of the slots of the tokens of a type, if something else reads them."""
        return self.read((number,), word) if number in self._types else None

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return [f"uint64_t typed_{number}[LT_SLOT_WORDS];" for number in self._types]

    def token_gained(self, c: Writer) -> list[str]:
        """Return the C that sets the token's bit."""
        return [f"{self._of(number)} |= UINT64_C(1) << token % 64;" for number in self._types]

    def token_lost(self, c: Writer) -> list[str]:
        """Return the C that clears it."""
        return [f"{self._of(number)} &= ~(UINT64_C(1) << token % 64);" for number in self._types]

    def _of(self, number: int) -> str:
        return f"if (s->token_type[1 + token] == {number}) s->typed_{number}[token / 64]"

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that sets the bits of the tokens in play."""
        return [
            *(f"memset(s->typed_{number}, 0, sizeof s->typed_{number});" for number in self._types),
            "for (int32_t token = 0; token < LT_TOKENS; token++) {",
            *(f"    {line}" for line in self.token_gained(c)),
            "}",
        ]
