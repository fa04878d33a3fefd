"""Reach: which triggers a list of effects can set off, and which nodes a legality test can visit.

Reach is by kind of event and, if the definition gives it, by zone; it never misses a trigger that can fire.

This module does not know what triggers do to a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ludotome.gamedef import effects as fx
from ludotome.gamedef import facts
from ludotome.gamedef.definition import ActionDef, GameDef, TriggerDef
from ludotome.gamedef.expressions import CanTake
from ludotome.gamedef.node import Node
from ludotome.gamedef.symbols import walk


def moves_tokens(effects: tuple[fx.Effect, ...]) -> bool:
    """Return whether any effect of the list, including nested ones, raises `tokenEntered`."""
    return any(facts.arrivals(node) for node in walk(effects))


def triggers_reached(game_def: GameDef, effects: tuple[fx.Effect, ...]) -> tuple[TriggerDef, ...]:
    """Return the triggers that events raised by *effects* can set off, directly or indirectly, in definition order."""
    listeners = [trigger for trigger in game_def.triggers if trigger.event.type == "tokenEntered"]
    # as soon as one token moves, every listener of tokenEntered counts as reachable; nothing finer is promised
    return tuple(listeners) if moves_tokens(effects) else ()


def tried_effects(game_def: GameDef, action: ActionDef) -> tuple[tuple[str, fx.Effect], ...]:
    """Return the effects a trial of *action* runs, with paths: its cost, its effects, and those of its triggers."""
    lists: list[tuple[str, tuple[fx.Effect, ...]]] = [("cost", action.cost), ("effects", action.effects)]
    found = [(f"{name}[{i}]", effect) for name, effects in lists for i, effect in enumerate(effects)]
    for trigger in triggers_reached(game_def, (*action.cost, *action.effects)):
        where = game_def.triggers.index(trigger)
        found += [(f"triggers[{where}].effects[{i}]", effect) for i, effect in enumerate(trigger.effects)]
    return tuple(found)


def is_tried(action: ActionDef) -> bool:
    """Return whether the legality of *action* is determined by trying its effects."""
    return action.post is not None or action.longest is not None


def is_tried_for_steps(action: ActionDef) -> bool:
    """Return whether *action* is tried because it moves a token to a neighbour; it is illegal if the token cannot move.

    Effects that depend on chance or choices cannot be tried.
    """
    own = tuple(walk((action.cost, action.effects)))
    return any(map(facts.steps_next, own)) and not any(map(facts.is_uncertain, own))


def _moves_adjacent(action: ActionDef) -> bool:
    """Return whether *action* moves a token to a neighbour, so that a trial for another reason also tests the move."""
    return any(map(facts.steps_next, walk((action.cost, action.effects))))


def uncertain(effects: Any) -> Iterator[Node]:
    """Return the nodes in *effects* that depend on chance or choices."""
    return filter(facts.is_uncertain, walk(effects))


def asks_about(game_def: GameDef, action: ActionDef) -> tuple[str, ...]:
    """Return the actions that the legality of *action* tests by `canTake`, in order of first mention."""
    asked = legality_nodes(game_def, action)
    return tuple(dict.fromkeys(node.action for node in asked if isinstance(node, CanTake)))


def ask_chains(asks: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Return the length of the longest chain of `canTake` starting at each action.

    *asks* maps each action to those it tests. An action that leads into a cycle is left out.
    """
    askers: dict[str, list[str]] = {name: [] for name in asks}
    left = dict.fromkeys(asks, 0)
    for name, asked in asks.items():
        for other in asked:
            if other in asks:
                askers[other].append(name)
                left[name] += 1
    longest = dict.fromkeys((name for name, count in left.items() if not count), 0)
    ready = list(longest)
    while ready:
        name = ready.pop()
        for asker in askers[name]:
            left[asker] -= 1
            longest[asker] = max(longest.get(asker, 0), longest[name] + 1)
            if not left[asker]:
                ready.append(asker)
    return {name: steps for name, steps in longest.items() if not left[name]}


def legality_nodes(game_def: GameDef, action: ActionDef) -> Iterator[Node]:
    """Yield every node that the legality test of *action* may visit, except those behind `canTake`."""
    parts: list[Any] = [action.params, action.pre, action.cost, action.post, action.longest]
    if is_tried(action) or _moves_adjacent(action):
        parts += [effect for _, effect in tried_effects(game_def, action)]
        parts += [trigger.when for trigger in triggers_reached(game_def, (*action.cost, *action.effects))]
    for part in parts:
        yield from _walk(part)


def _walk(part: Any) -> Iterable[Node]:
    return () if part is None else walk(part)
