"""Chance mode: dice and shuffled orders, sampled from the generator or decided explicitly.

With `explicit` chance a shuffle decides nothing: it marks the zone's tokens as open, which means that any of them may
be at any of their places. When an effect or expression takes or reads the next token, chance decides which one it is,
and that token then stays there.

Invariants:
    * sampled play never suspends for chance, and uses answers only in sampled worlds (`resampling`); explicit play
      never draws from the generator;
    * open tokens of a zone are in slot order at their places, so a state reveals nothing about the undecided order;
    * a single outcome is not a chance decision: a one-sided die, the last open token of a zone.

This module does not know effects.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.chance import bounded, shuffled
from ludotome.gamedef import MOST_OUTCOMES, Type
from ludotome.kernel.context import Context
from ludotome.kernel.faults import CHANCE, DocumentFault, Question
from ludotome.kernel.working import Handle, Working

_INT = Type("int")
_TOKEN = Type("token")


def draw_number(context: Context, n: int) -> int:
    """Return a number from 0 to *n* − 1: from the generator, or decided by chance."""
    state = context.state
    if _is_asked(context, n):
        return 0 if n == 1 else int(_ask(context, range(n)))
    value, state.generator = bounded(state.generator, n)
    return value


def roll_die(context: Context, sides: int) -> int:
    """Return a number from 1 to *sides*."""
    if _is_asked(context, sides):
        return 1 if sides == 1 else int(_ask(context, range(1, sides + 1)))
    return 1 + draw_number(context, sides)


def shuffle(context: Context, zone: int) -> None:
    """Put the tokens of *zone* in random order, or mark their order as open."""
    state = context.state
    slots = state.zones[zone]
    if state.chance == "explicit":
        state.zones[zone] = tuple(sorted(slots))
        if len(slots) > 1:
            state.open_order |= set(slots)
    elif _is_asked(context, len(slots)):
        state.zones[zone] = _told_order(context, slots)
    else:
        state.zones[zone], state.generator = shuffled(state.generator, slots)


def _told_order(context: Context, slots: tuple[int, ...]) -> tuple[int, ...]:
    """Return *slots* in the order given by the next draws, one by one as in `shuffled`."""
    assert context.run is not None
    context.run.foresee(slots)
    order = list(slots)
    for last in range(len(order) - 1, 0, -1):
        place = draw_number(context, last + 1)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def next_token(context: Context, zone: int, is_stack: bool, place: int | None = None) -> Handle | None:
    """Return the token that a draw from *zone* would take, or the one at *place*; chance decides if it is open."""
    state = context.state
    slots = state.zones[zone]
    if not slots:
        return None
    if place is None:
        place = len(slots) - 1 if is_stack else 0
    if slots[place] in state.open_order:
        if context.run is None:
            return None  # chance cannot decide while an expression is only evaluated
        _settle(state, zone, place, int(_ask_token(context, sorted(set(slots) & state.open_order))))
    return state.handles[state.zones[zone][place]]


def close_if_single(state: Working, zone: int) -> None:
    """Close the order of *zone* if at most one of its tokens is open, since it is then known."""
    still_open = state.open_order.intersection(state.zones[zone])
    if len(still_open) == 1:
        state.open_order -= still_open


def _settle(state: Working, zone: int, place: int, slot: int) -> None:
    """Put *slot* at *place*; the other open tokens keep slot order at the remaining places."""
    slots = list(state.zones[zone])
    places = [index for index, other in enumerate(slots) if other in state.open_order and index != place]
    others = sorted(other for other in slots if other in state.open_order and other != slot)
    slots[place] = slot
    for index, other in zip(places, others, strict=True):
        slots[index] = other
    state.zones[zone] = tuple(slots)
    state.open_order -= {slot}
    close_if_single(state, zone)


def _is_asked(context: Context, outcomes: int) -> bool:
    run = context.run
    return context.state.chance == "explicit" or (run is not None and run.is_told(outcomes))


def _ask(context: Context, options: Sequence[int]) -> int:
    assert context.run is not None
    if len(options) > MOST_OUTCOMES:
        message = f"a draw among {len(options)} outcomes has too many to list"
        raise DocumentFault("many-outcomes", message, "chance")
    return int(context.run.ask(Question(CHANCE, tuple(options), _INT)))


def _ask_token(context: Context, slots: Sequence[int]) -> int:
    assert context.run is not None
    handles = tuple(context.state.handles[slot] for slot in slots)
    answer: Handle = context.run.ask(Question(CHANCE, handles, _TOKEN))
    return answer.slot
