"""Pins: moves that cannot change whether `post` holds, so that they need no trial.

    post: not exists(tokens(king) where owner == actor and attacked(it.zone, X))
    effects: capture $to, move $piece to $to                with $piece the actor's

A token of the actor that goes from one zone to another, taking what stands there, opens only the zone it leaves, and
takes attackers away or leaves them. So if the question holds now, it holds afterwards, unless the token is one of those
asked about, or the only one between an attacker of X and one of them: then it is pinned.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.native.lower import ir
from ludotome.native.lower.attack_masks import attack_asked
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.lower.trial import Trial


class Watch(Struct, frozen=True):
    """The actor's tokens of these types (type numbers) must not stand attacked by a player."""

    types: tuple[int, ...]
    player: Scalar


class Mover(Struct, frozen=True):
    """A parameter that is a token of the actor and goes elsewhere: to the zone of another parameter, where one says it.

    With *takes*, what stands there is taken first; else a zone that holds something is a fault.
    """

    token: Local
    to: Local | None
    takes: bool


def watch_asked(post: Scalar) -> Watch | None:
    """Return what is watched, if *post* is that none of the actor's tokens of some types stands attacked."""
    match post:
        case ir.Negation(
            arg=ir.Reduce(how="exists", body=None, source=ir.Filtered(source=ir.AllTokens(types=types)) as tokens)
        ) if types is not None:
            it, conditions = tokens.element, ir.conjuncts(tokens.where)
            attacks = [asked for asked in map(attack_asked, conditions) if asked is not None]
            owned = [condition for condition in conditions if _is_actors(condition, it)]
            if len(conditions) == 2 and len(attacks) == len(owned) == 1:
                zone, player = attacks[0]
                here = ir.Load("token_zone", it, "zone")
                if zone == here and _is_static(player):
                    return Watch(types, player)
    return None


def _is_static(player: Scalar) -> bool:
    """Whether who the actor is says who the player is."""
    return all(isinstance(node, ir.Const | ir.Lookup) or node == ACTOR for node in ir.walk(player))


def mover(plan: Plan, trial: Trial) -> Mover | None:
    """Return which token of the actor goes where, if that is all the trial does."""
    bound = [name for effect in trial.effects if (name := facts.bound_name(effect)) is not None]
    match [effect for effect in trial.effects if facts.bound_name(effect) is None]:
        case [*captures, fx.MoveToken(token=ex.Binding(name=name), to=ex.Binding() as to, from_=None, position=None)]:
            pass
        case _:
            return None  # any other list of effects: it must be tried
    again = len(set(bound)) < len(bound) or any(param.name in bound for param in plan.action.params)
    if again or not all(_takes_all(effect, to) for effect in captures):
        return None
    params = {param.name: level for param, level in zip(plan.action.params, plan.levels, strict=True)}
    if name not in params or not any(_is_actors(guard, params[name].param) for guard in params[name].guards):
        return None
    goal = params[to.name].param if to.name in params else None
    return Mover(params[name].param, goal, bool(captures))


def _takes_all(effect: fx.Effect, zone: ex.Expr) -> bool:
    match effect:
        case fx.ForEach(
            over=ex.TokensInZone(zone=over),
            bind=bind,
            effects=(fx.DestroyToken(token=ex.Binding(name=gone)),),
            limit=None,
        ):
            return over == zone and gone == bind
        case _:
            return False  # any other effect: it may do more than take


def _is_actors(condition: Scalar, token: Local) -> bool:
    """Whether *condition* is that the actor owns *token*."""
    owner = ir.Load("token_owner", token, "player", optional=True)
    match condition:
        case ir.Compare(op="==", left=left, right=right):
            return (left, right) in ((owner, ACTOR), (ACTOR, owner))
        case _:
            return False
