"""C for attacks on a zone: candidates by a mask, then a test of the zones in between.

This module does not know when masks can be used (`attack_masks`).
"""

from __future__ import annotations

from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower.attack_masks import AttackMasks, attack_asked, attack_masks, reach_asked
from ludotome.native.lower.ir import Scalar
from ludotome.native.text import Lines, c_words


def call(emit: Emitter, node: Scalar) -> str | None:
    """Return the call that evaluates *node* by masks, if it tests for attacks that masks describe completely."""
    for asked, function in ((attack_asked(node), "attacked_by"), (reach_asked(node), "attacked_from")):
        if asked is not None and masks_of(emit) is not None:
            zone, attacker = map(emit.value, asked)
            return f"{function}(s, {zone}, {attacker})"
    return None


def masks_of(emit: Emitter) -> AttackMasks | None:
    """Return the masks, whose C is written on first use; None if they cannot be used."""
    if not emit.options.attack_masks:
        return None
    if not emit.attacks_known:
        emit.attacks_known, emit.attacks = True, attack_masks(emit.low)
        if emit.attacks is not None:
            emit.kept.kinds.ask()
            emit.functions.append(_functions(emit, emit.attacks))
    return emit.attacks


def _functions(emit: Emitter, masks: AttackMasks) -> str:
    low, out = emit.low, Lines()
    zones = low.layout.zones
    c_words(out, f"attack_sources[{len(masks.sources)}][LT_PLAYERS][{zones}]", masks.sources)
    c_words(out, f"attack_between[{zones}][{zones}]", masks.between)
    for leaps, name in ((True, "leapers"), (False, "sliders")):
        own = [
            kind for kind, leaping in enumerate(masks.leaps) if leaping == leaps and any(map(any, masks.sources[kind]))
        ]
        terms = [f"(attack_sources[{kind}][player][zone] & s->kind_zones[1 + player][{kind}])" for kind in own]
        with out.block(f"LT_INLINE uint64_t attack_{name}(const lt_state *s, int32_t zone, int32_t player)"):
            out.add("(void)s; (void)zone; (void)player;", f"return {' | '.join(terms) or '0'};")
    out.add(*_QUESTIONS.splitlines())
    return str(out)


_QUESTIONS = """\
/* Whether some token of *player* attacks *zone*. */
LT_INLINE int32_t attacked_by(const lt_state *s, int32_t zone, int32_t player) {
    if (zone < 0 || player < 0) return 0;
    if (attack_leapers(s, zone, player)) return 1;
    for (uint64_t from = attack_sliders(s, zone, player); from; from &= from - 1)
        if (!(attack_between[zone][lt_lowest_bit(from)] & s->occupied[0])) return 1;
    return 0;
}

/* Whether *token* attacks *zone*. */
LT_INLINE int32_t attacked_from(const lt_state *s, int32_t zone, int32_t token) {
    int32_t owner = s->token_owner[1 + token], from = s->token_zone[1 + token];
    if (zone < 0 || owner < 0) return 0;
    return (attack_sources[lt_kind(s->token_type[1 + token])][owner][zone] >> from & 1)
        && !(attack_between[zone][from] & s->occupied[0]);
}
"""
