"""Pins: find moves that cannot change whether `post` holds, so that they need no trial.

    post: not exists(tokens(king) where owner == actor and attacked(it.zone, X))
    effects: capture $to, move $piece to $to                with $piece the actor's

A token of the actor that moves from one zone to another, capturing what is there, opens only the zone it leaves, and
removes attackers or leaves them. So if the condition holds now, it holds afterwards, unless the token is a watched
one, or the only one between an attacker of X and a watched one: then it is pinned.

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
    """The actor's tokens of these types (type numbers) must not be attacked by a player."""

    types: tuple[int, ...]
    player: Scalar


class Mover(Struct, frozen=True):
    """A parameter that is a moving token of the actor; it goes to the zone of another parameter, if there is one.

    With *takes*, a token there is captured first; otherwise an occupied target is a fault.
    """

    token: Local
    to: Local | None
    takes: bool


def watch_asked(post: Scalar) -> Watch | None:
    """Return what is watched, if *post* requires that none of the actor's tokens of some types is attacked."""
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
    """Return whether the player depends only on the actor."""
    return all(isinstance(node, ir.Const | ir.Lookup) or node == ACTOR for node in ir.walk(player))


def mover(plan: Plan, trial: Trial) -> Mover | None:
    """Return the actor's token and its target, if the trial only moves it."""
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
            return False  # any other effect: it may do more than capture


def _is_actors(condition: Scalar, token: Local) -> bool:
    """Return whether *condition* requires that the actor owns *token*."""
    owner = ir.Load("token_owner", token, "player", optional=True)
    match condition:
        case ir.Compare(op="==", left=left, right=right):
            return (left, right) in ((owner, ACTOR), (ACTOR, owner))
        case _:
            return False
