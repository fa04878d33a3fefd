"""Trials: which effects a `post` can see, and which moves need no trial."""

from __future__ import annotations

import msgspec

import ludotome
from ludotome.gamedef import Effects, GameDef
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.emit.trials import effect_scope
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.pins import mover, watch_asked
from ludotome.native.lower.plan import Plan, plan_action
from ludotome.native.lower.scalars import lower, new_lowering
from ludotome.native.lower.trial import trial_of


def _plan(game_def: GameDef, action: str) -> tuple[Lowering, Plan]:
    low = new_lowering(Layout(game_def, 2))
    return low, plan_action(low, low.symbols.action_index[action])


def _effects(game_def: GameDef, action: str) -> Effects:
    found = trial_of(*_plan(game_def, action))
    assert found is not None
    return found.effects


def _written(effects: Effects) -> set[str]:
    return {effect.var for effect in effects if isinstance(effect, fx.SetVar)}


def _with_post(game_def: GameDef, post: ex.Expr) -> GameDef:
    first, *rest = game_def.actions
    return msgspec.structs.replace(game_def, actions=(msgspec.structs.replace(first, post=post), *rest))


CHESS = ludotome.load("chess").game_def


def test_a_variable_nobody_reads_afterwards_is_not_written_in_a_trial() -> None:
    """A chess move sets two counters; whether the king is attacked does not depend on them."""
    assert _written(CHESS.actions[0].effects) == {"quiet", "ep"}
    assert _written(_effects(CHESS, "move")) == set()


def test_what_post_reads_is_written() -> None:
    """And what that value reads, if it was written before."""
    post = ex.Compare(">=", ex.GlobalVar("quiet"), ex.IntLiteral(0))
    assert _written(_effects(_with_post(CHESS, post), "move")) == {"quiet"}


def test_a_question_about_everything_keeps_everything() -> None:
    """`seen` depends on variables, so all of them are written."""
    post = ex.Compare("==", ex.Seen(), ex.IntLiteral(0))
    assert _written(_effects(_with_post(CHESS, post), "move")) == {"quiet", "ep"}


def test_a_value_read_before_it_is_written_does_not_keep_the_writing() -> None:
    """An en passant capture reads `ep` first and clears it later: only the read matters for its trial."""
    assert _written(_effects(CHESS, "enPassant")) == set()


def test_a_game_whose_variables_hold_tokens_is_tried_on_a_copy() -> None:
    """Destroying a token would clear them, which is not recorded."""
    holds = msgspec.structs.replace(CHESS.global_vars[0], name="held", type="token", init=None)
    game_def = msgspec.structs.replace(CHESS, global_vars=(*CHESS.global_vars, holds))
    assert trial_of(*_plan(game_def, "move")) is None


def test_only_a_plain_move_of_ones_own_token_can_go_untried() -> None:
    """A chess move can; en passant empties another zone too, a promotion changes the token, castling moves two."""
    found = {}
    for action in CHESS.actions:
        low, plan = _plan(CHESS, action.id)
        trial = trial_of(low, plan)
        assert trial is not None
        found[action.id] = mover(plan, trial) is not None
    assert found == {"move": True, "promote": False, "enPassant": False, "castle": False}


def test_the_kings_are_watched() -> None:
    """`post` of a chess move requires that the opponent attacks none of the actor's kings."""
    low, plan = _plan(CHESS, "move")
    assert plan.action.post is not None
    watch = watch_asked(lower(low, plan.action.post, effect_scope(plan)))
    assert watch is not None
    assert [low.symbols.names[number] for number in watch.types] == ["king"]
    assert watch_asked(lower(low, ex.BoolLiteral(True), effect_scope(plan))) is None
