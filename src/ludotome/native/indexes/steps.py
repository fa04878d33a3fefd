"""Kept steps: for each player, the possible steps of their tokens as bits, which are tested again after changes.

    $piece in tokens(T) where owner == actor,  $to in destinations($piece)

If every target is a single step, a token has a fixed number of steps by its type, owner and zone. Bit
`slot * stride + i` says that the token can take its i-th step now. The order of the bits is that of the decisions of
the action.

This module does not know the code that draws from the bits (`emit.draws`), nor how the table of steps is written
(`emit.targets`).
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.targets import StepEntry
from ludotome.native.text import Lines, c_array

MOST_BITS = 4096  # per player; with more bits, scanning them would take longer than listing
MOST_STEPS = 16  # per token, and per kind into one zone


class StepInto(Struct, frozen=True):
    """The i-th step of tokens of one kind (a type and owner) from one zone, and what must not be on the target."""

    kind: int
    start: int
    i: int
    not_onto: int


class KeptSteps(Struct, frozen=True):
    """The steps of the tokens of some types (any when None) along one table of `width` steps per token.

    Each token has `stride` bits, so that no token's bits cross a word boundary. `into` lists for each zone the
    steps that lead there.
    """

    name: str
    table: str
    width: int
    types: tuple[int, ...] | None
    into: tuple[tuple[StepInto, ...], ...]

    @property
    def stride(self) -> int:
        """The smallest power of two that is at least `width`."""
        return 1 << (self.width - 1).bit_length()


class Steps(Index):
    """The kept steps of all actions that have any."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[KeptSteps] = []

    def keep(self, one: KeptSteps) -> None:
        """Keep these steps."""
        self.ask(more=True)
        self._kept.append(one)

    def clear(self) -> None:
        """Keep no steps, since decisions are not drawn from them."""
        self._kept.clear()
        self.is_kept = False

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields of the bits; the row of unowned tokens is written too, but never read."""
        return [f"uint64_t {one.name}[LT_PLAYERS1][{words(c.low, one)}];" for one in self._kept]

    def functions(self, c: Writer) -> list[str]:
        """Return for each set the functions that write a token's bits, test all bits, and test steps into a zone."""
        out = Lines()
        for one in self._kept:
            _tables(c.low, out, one)
            with out.block(f"LT_INLINE void put_{one.name}(lt_state *s, int32_t token, int32_t owner, uint64_t may)"):
                out.add(f"uint64_t *word = &s->{one.name}[1 + owner][token * {one.stride} / 64];")
                out.add(f"int32_t bit = token * {one.stride} % 64;")
                out.add(f"*word = (*word & ~(UINT64_C({(1 << one.width) - 1}) << bit)) | may << bit;")
            _test_token(c.low, out, one)
            _test_zone(c.low, out, one)
        return out.lines

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that tests again the token on a changed zone, and the tokens with a step to it."""
        return [
            line
            for one in self._kept
            for line in (
                f"if (s->first_token[1 + zone] >= 0) test_{one.name}(s, s->first_token[1 + zone]);",
                f"test_{one.name}_into(s, zone);",
            )
        ]

    def token_lost(self, c: Writer) -> list[str]:
        """Return the C that clears a token's bits when it leaves its owner."""
        return [f"put_{one.name}(s, token, s->token_owner[1 + token], 0);" for one in self._kept]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that computes the bits from the state."""
        out = Lines()
        for one in self._kept:
            out.add(f"memset(s->{one.name}, 0, sizeof s->{one.name});")
            out.add("for (int32_t i = 0; i < LT_TOKENS; i++)")
            out.add(f"    if (s->token_type[1 + i] >= 0) test_{one.name}(s, i);")
        return out.lines


def worth_keeping(low: Lowering, steps: KeptSteps) -> bool:
    """Whether looking through the bits costs less than listing the steps."""
    few = 0 < steps.width <= MOST_STEPS and steps.stride * low.layout.usual_tokens <= MOST_BITS
    return few and max(map(len, steps.into)) <= MOST_STEPS * low.players


def words(low: Lowering, one: KeptSteps) -> int:
    """Return the number of words for the steps of one player."""
    return (low.layout.tokens * one.stride + 63) // 64


def row(low: Lowering, one: KeptSteps, token: str, owner: str) -> str:
    """Return the C of the start of a token's steps in their table."""
    return f"{one.table} + ({_kind(low, one, token, owner)} * LT_ZONES + s->token_zone[1 + {token}]) * {one.width}"


def _kind(low: Lowering, one: KeptSteps, token: str, owner: str) -> str:
    if len(low.game_def.token_types) == 1:
        return owner
    return f"({one.table}_type[1 + s->token_type[1 + {token}]] * LT_PLAYERS + {owner})"


def _tables(low: Lowering, out: Lines, one: KeptSteps) -> None:
    starts = [0]
    for listed in one.into:
        starts.append(starts[-1] + len(listed))
    out.add(f"typedef struct {{ int16_t kind, start, owner; uint8_t i, not_onto; }} lt_{one.name};")
    players = low.players
    steps = [step for listed in one.into for step in listed]
    entries = [f"    {{{x.kind}, {x.start}, {x.kind % players}, {x.i}, {x.not_onto}}}," for x in steps]
    out.add(f"static const lt_{one.name} {one.name}_into[{max(len(entries), 1)}] = {{")
    out.add(*(entries or ["    {0, 0, 0, 0, 0},"]), "};", *c_array("int32_t", f"{one.name}_into_at", starts))


def _test_token(low: Lowering, out: Lines, one: KeptSteps) -> None:
    with out.block(f"LT_INLINE void test_{one.name}(lt_state *s, int32_t token)"):
        out.add("int32_t owner = s->token_owner[1 + token];", "uint64_t may = 0;", "if (owner < 0) return;")
        asked = " || ".join(f"s->token_type[1 + token] == {number}" for number in one.types or ())
        with out.block(f"if ({asked})" if asked else ""):
            entry = StepEntry.of(low)
            out.add(f"const {entry.ctype} *steps = {row(low, one, 'token', 'owner')};")
            for i in range(one.width):
                zone, not_onto = entry.zone(f"steps[{i}]"), entry.not_onto(f"steps[{i}]")
                out.add(f"may |= (uint64_t)!(lt_stands(s, {zone}, owner) & {not_onto}) << {i};")
        out.add(f"put_{one.name}(s, token, owner, may);")


def _test_zone(low: Lowering, out: Lines, one: KeptSteps) -> None:
    with out.block(f"LT_INLINE void test_{one.name}_into(lt_state *s, int32_t zone)"):
        out.add("uint32_t held[LT_PLAYERS];")
        out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) held[i] = (uint32_t)lt_stands(s, zone, i);")
        with out.block(f"for (int32_t n = {one.name}_into_at[zone]; n < {one.name}_into_at[zone + 1]; n++)"):
            out.add(f"const lt_{one.name} *step = &{one.name}_into[n];")
            out.add("int32_t token = s->first_token[1 + step->start];")
            # Without a branch: if there is no such token, a bit is written in the row of unowned tokens.
            out.add("int32_t owner = s->token_owner[1 + token];")
            out.add(f"uint32_t such = (uint32_t)-({_kind(low, one, 'token', 'owner')} == step->kind);")
            out.add(f"uint32_t bit = ((uint32_t)token & such) * {one.stride} + step->i;")
            out.add("uint64_t may = !(held[step->owner] & step->not_onto);")
            out.add(f"uint64_t *word = &s->{one.name}[(uint32_t)(1 + owner) & such][bit / 64];")
            out.add("*word = (*word & ~(UINT64_C(1) << bit % 64)) | may << bit % 64;")
