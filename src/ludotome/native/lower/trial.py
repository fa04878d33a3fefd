"""Trials: the effects of an action that its `post` can see, and whether a trial can be undone instead of copied.

    effects: [quiet := …, ep := …, capture $to, move $piece to $to]      post: not inCheck(actor)
    trial:   [capture $to, move $piece to $to]

Invariant: a trial of the slice passes exactly if a trial of all the effects does; a fault occurs in both or in neither.

This module does not know C.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ludotome.gamedef import BUDGET, Effects, GameDef, facts, walk
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.lower.budget import most_effects
from ludotome.native.lower.lowering import Lowering, unhandled
from ludotome.native.lower.plan import Plan

MOST_NOTES = 1024
_ANYTHING = frozenset({"legality", "history"})  # reading these reads every variable
Variable = tuple[str, str]


class Trial(Struct, frozen=True):
    """The cost and the effects a trial runs, and the maximum number of changes it records to undo them."""

    cost: Effects
    effects: Effects
    notes: int


def trial_of(low: Lowering, plan: Plan) -> Trial | None:
    """Return how an action is tried in place, or None if all of it must be tried on a copy.

    In place: it is tried for its `cost` or its `post`, no trigger listens to its effects, each zone holds at most one
    token, no variable or property stores a token, and there are few effects, all of which can be undone.
    """
    game, action = low.game_def, plan.action
    if not (action.post or action.cost) or (action.post is None and plan.tried):
        return None
    if not low.layout.single or _holds_tokens(game):
        return None
    if any(trigger.event.type == "tokenEntered" for trigger in game.triggers):
        return None
    effects = () if action.post is None else _Slice(game).of(action.effects, action.post)
    run = (*action.cost, *effects)
    if not all(_can_be_put_back(node) for node in walk(run) if isinstance(node, fx.Effect)):
        return None
    notes = most_effects(low, run)
    few = notes <= MOST_NOTES and most_effects(low, (*action.cost, *action.effects)) <= BUDGET
    return Trial(action.cost, effects, notes) if few else None


def _can_be_put_back(effect: fx.Effect) -> bool:
    """Return whether the C of *effect* can record its changes (`EffectWriter.noting`), which only some can."""
    match effect:
        case fx.CreateToken() | fx.DestroyToken() | fx.SetTokenProp() | fx.SetVar() | fx.AddVar():
            return True
        case fx.If() | fx.ForEach() | fx.Let():
            return True
        case fx.MoveToken():
            return effect.position is None
        case fx.MoveAll() | fx.MoveTokenAdjacent() | fx.SwapTokens() | fx.Draw() | fx.Shuffle():
            return False
        case fx.ChooseOne() | fx.ChooseN() | fx.Roll():
            return False
        case fx.EndPhase() | fx.EndTurn() | fx.SetActivePlayer() | fx.ExtraTurn() | fx.Eliminate():
            return False
        case _:
            raise unhandled(effect)


def _holds_tokens(game: GameDef) -> bool:
    stored = [*game.global_vars, *game.per_player_vars, *game.per_zone_vars]
    kinds = [*(var.type for var in stored), *(prop.type for kind in game.token_types for prop in kind.props)]
    return "token" in kinds


class _Slice:
    """Walks effects backwards and drops those that write a variable that no later one reads."""

    def __init__(self, game: GameDef) -> None:
        self.everything: set[Variable] = {
            *(("global", var.name) for var in game.global_vars),
            *(("player", var.name) for var in game.per_player_vars),
            *(("zone", var.name) for var in game.per_zone_vars),
        }
        # Expressions about movement also evaluate the conditions of patterns.
        self.patterns = self._reads(*(p.when for kind in game.token_types for g in kind.movement for p in g.patterns))

    def of(self, effects: Effects, post: ex.Expr) -> Effects:
        """Return the effects that *post* can see."""
        return self._kept(effects, self.patterns | self._reads(post))[0]

    def _reads(self, *values: object) -> set[Variable]:
        found: set[Variable] = set()
        for node in (node for value in values for node in walk(value)):
            if not _ANYTHING.isdisjoint(facts.reads(node)):
                return self.everything
            variable = facts.variable_read(node)
            if variable is not None:
                found.add(variable)
        return found

    def _kept(self, effects: Effects, live: set[Variable]) -> tuple[Effects, set[Variable]]:
        """Return the effects to keep, and the variables live before them, given those live after them."""
        kept: list[fx.Effect] = []
        for effect in reversed(effects):
            variable = facts.variable_set(effect)
            if facts.ends_part(effect) or (variable is not None and variable not in live):
                continue
            match effect:
                case fx.If():
                    then, after_then = self._kept(effect.then, live)
                    else_, after_else = self._kept(effect.else_, live)
                    if not then and not else_:
                        continue
                    live = after_then | after_else | self._reads(effect.when)
                    effect = msgspec.structs.replace(effect, then=then, else_=else_)
                case fx.ForEach():
                    # Variables read in one iteration are live at the end of the previous one.
                    live = live | self._reads(effect.effects, effect.over)
                    effect = msgspec.structs.replace(effect, effects=self._kept(effect.effects, live)[0])
                case _:
                    live = live | self._reads(effect)  # any other effect: it is kept, with everything it reads
            kept.append(effect)
        return tuple(reversed(kept)), live
