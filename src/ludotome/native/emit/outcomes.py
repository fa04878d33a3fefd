"""C for the result of a game: winners, scores and returns, computed from the final state on demand.

This module does not know when a game ends.
"""

from __future__ import annotations

from ludotome.gamedef import EndCondition, walk
from ludotome.gamedef import expressions as ex
from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.sources import players_source
from ludotome.native.text import Lines, c_comment


def outcomes(emit: Emitter) -> None:
    """Write `result`, which fills winners (flags), scores and returns of a game that is over."""
    game = emit.low.game_def
    out = Lines()
    head = "static void result(const lt_state *s, int32_t *winners, int64_t *scores, double *returns)"
    with out.block(head):
        out.add("(void)s;")
        if any(isinstance(node, ex.NoLegalMoves) for end in game.end_conditions for node in walk(end.result)):
            out.add("lt_play play = lt_fresh_play(), *p = &play;", "(void)p;")
        with out.block("for (int32_t i = 0; i < LT_PLAYERS; i++)"):
            out.add("winners[i] = 0;", "scores[i] = 0;", "returns[i] = 0;")
        with out.block("switch (s->condition)"):
            for index, condition in enumerate(game.end_conditions):
                emit.stem = f"end_{index}"
                with out.block(f"case {index}:"):
                    out.add(c_comment(f"endConditions[{index}].result"))
                    _result(emit, out, condition)
                    out.add("break;")
            out.add("default: break;")
    emit.functions += [RANK, str(out)]
    if game.scoring is not None:
        _current_worths(emit)


def _current_worths(emit: Emitter) -> None:
    """Write `current_worths`: each player's current value by `scoring`, higher is better."""
    emit.stem = "scoring"
    out = Lines()
    with out.block("LT_INLINE void current_worths(const lt_state *s, int64_t *worths)"):
        out.add("lt_play *p = 0;", "(void)s; (void)p;")
        _numbers(emit, out, _scoring(emit), "worths")
        if _lowest(emit):
            out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) worths[i] = -worths[i];")
    emit.functions.append(str(out))


RANK = """\
/* Players in places by `by` rows of numbers, more is better; returns are the mean of the places shared. */
LT_INLINE void lt_rank(const int64_t *worth, int32_t by, int32_t *winners, double *returns) {
    for (int32_t i = 0; i < LT_PLAYERS; i++) {
        int32_t above = 0, shared = 0;
        for (int32_t j = 0; j < LT_PLAYERS; j++) {
            int32_t k = 0;
            while (k < by && worth[k * LT_PLAYERS + i] == worth[k * LT_PLAYERS + j]) k++;
            if (k == by) shared++;
            else if (worth[k * LT_PLAYERS + j] > worth[k * LT_PLAYERS + i]) above++;
        }
        winners[i] = above == 0;
        int32_t places = LT_PLAYERS > 1 ? LT_PLAYERS - 1 : 1;
        returns[i] = LT_PLAYERS == 1 ? 1 : (double)(LT_PLAYERS - 2 * above - shared) / places;
    }
}
"""


def _result(emit: Emitter, out: Lines, condition: EndCondition) -> None:
    result = condition.result
    match result.type:
        case "win":
            if result.player is not None:
                source = players_source(emit.low, result.player, Scope())
                player = emit.low.local("player", "player")
                emit_sources.loop(emit, out, source, player, lambda: out.add(f"winners[{player.name}] = 1;"))
            out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) returns[i] = winners[i] ? 1 : -1;")
        case "lossAll":
            out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) returns[i] = -1;")
        case "score":
            _numbers(emit, out, _scoring(emit), "scores")
            sign = "-" if _lowest(emit) else ""
            out.add(f"int64_t worth[LT_PLAYERS], best = {sign}scores[0];")
            with out.block("for (int32_t i = 0; i < LT_PLAYERS; i++)"):
                out.add(f"worth[i] = {sign}scores[i];", "if (worth[i] > best) best = worth[i];")
            with out.block("for (int32_t i = 0; i < LT_PLAYERS; i++)"):
                out.add("winners[i] = worth[i] == best;", "returns[i] = (double)worth[i];")
        case "rank":
            by = result.by or _scoring(emit)
            sign = "-" if not result.by and _lowest(emit) else ""
            out.add(f"int64_t worth[{max(len(by), 1)} * LT_PLAYERS];")
            _numbers(emit, out, by, "worth")
            out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) scores[i] = worth[i];")
            if sign:
                out.add(f"for (int32_t i = 0; i < {len(by)} * LT_PLAYERS; i++) worth[i] = -worth[i];")
            out.add(f"lt_rank(worth, {len(by)}, winners, returns);")
        case "draw":
            pass


def _scoring(emit: Emitter) -> tuple[ex.Expr, ...]:
    scoring = emit.low.game_def.scoring
    return (ex.IntLiteral(0),) if scoring is None else (scoring.value,)


def _lowest(emit: Emitter) -> bool:
    scoring = emit.low.game_def.scoring
    return scoring is not None and scoring.method == "lowest"


def _numbers(emit: Emitter, out: Lines, values: tuple[ex.Expr, ...], into: str) -> None:
    player = emit.low.local("player", "player")
    with out.block(f"for (int32_t {player.name} = 0; {player.name} < LT_PLAYERS; {player.name}++)"):
        for row, value in enumerate(values):
            found: ir.Scalar = lower(emit.low, value, Scope().bind("$player", player))
            text = emit.value(found)
            at = player.name if row == 0 else f"{row} * LT_PLAYERS + {player.name}"
            out.add(f"{into}[{at}] = {f'lt_or_zero({text})' if found.optional else text};")
