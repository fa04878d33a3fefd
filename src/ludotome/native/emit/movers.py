"""C for the tokens that may move: the actor's tokens and their targets, without looking at tokens that have none.

    $piece in tokens(T) where owner == actor and …,  $to in destinations($piece)

If the targets are steps and jumps in few directions, shifted sets of zones say from which zones one may be possible
(`target_masks`). Few tokens are there, often none.

This module does not know how targets are listed.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.emit import targets as emit_targets
from ludotome.native.emit.emitter import Emitter
from ludotome.native.indexes.owned import index_domain
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.text import Lines


class Movers(Struct, frozen=True):
    """The tokens and targets of an action: the parameter, its types, what else it must satisfy, and the targets."""

    token: Local
    types: tuple[int, ...] | None
    guards: tuple[Scalar, ...]
    targets: ir.Targets


def movers_of(emit: Emitter, plan: Plan) -> Movers | None:
    """Return the tokens and targets of *plan*, if these are its parameters and tokens are kept by player."""
    match plan.levels:
        case (first, second) if not second.guards and isinstance(second.source, ir.Targets):
            source, guards = index_domain(first.source, first.param, first.guards)
            plain = emit.options.token_index and emit.low.layout.single and not emit.low.layout.opens
            if not plain or second.source.token != first.param:
                return None
            if not isinstance(source, ir.TokensOwned) or source.player != ACTOR:
                return None
            return Movers(first.param, source.types, guards, second.source)
    return None


def any_moves(emit: Emitter, out: Lines, plan: Plan) -> bool:
    """Write the return of whether a token of `actor` has a target; False if that cannot be found so."""
    found = movers_of(emit, plan)
    declared = None if found is None else emit_targets.movers(emit, found.targets, ACTOR.name)
    if found is None or declared is None:
        return False
    call, size, ctype = emit_targets.call(emit, found.targets, "list")
    token = found.token.name
    out.add(*declared)
    with out.block("for (uint64_t rest = movers; rest; rest &= rest - 1)"):
        out.add(f"const int32_t {token} = s->first_token[1 + lt_lowest_bit(rest)];", f"{ctype} list[{size}];")
        out.add(*_conditions(emit, found), f"if ({call}) return 1;")
    out.add("return 0;")
    return True


def each_mover(emit: Emitter, out: Lines, found: Movers, done: str) -> None:
    """Write a loop over the tokens on the zones `movers`, in the order of their numbers."""
    token = found.token.name
    out.add("uint64_t moving[LT_SLOT_WORDS] = {0};")
    with out.block("for (uint64_t rest = movers; rest; rest &= rest - 1)"):
        out.add("const uint32_t slot = (uint32_t)s->first_token[1 + lt_lowest_bit(rest)];")
        out.add("moving[slot / 64] |= UINT64_C(1) << slot % 64;")
    loops = [
        "for (int32_t word = 0; word < LT_SLOT_WORDS; word++)",
        "for (uint64_t rest = moving[word]; rest; rest &= rest - 1)",
    ]
    with out.blocks(loops):
        out.add(f"const int32_t {token} = word * 64 + lt_lowest_bit(rest);", *_conditions(emit, found), done)


def _conditions(emit: Emitter, found: Movers) -> list[str]:
    """Return C that passes over a token of another type, and one that fails a guard."""
    others = " && ".join(f"s->token_type[1 + {found.token.name}] != {number}" for number in found.types or ())
    return [
        *([f"if ({others}) continue;"] if others else []),
        *(f"if (!{emit.condition(guard)}) continue;" for guard in found.guards),
    ]
