"""Outcome: the result of an end condition for each player.

Invariants:
    * higher returns are better: 1, 0 and −1 for won, drawn and lost, the score itself if the game is scored
      (negated if the lowest wins), and the mean of the shared places if it is ranked;
    * a stall and a truncated game are draws.

This module does not know when a game ends.
"""

from __future__ import annotations

from ludotome.gamedef import TerminalResult
from ludotome.kernel.context import Context, Evaluator, elements
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working


def no_winner(state: Working, type_: str) -> TerminalResult:
    """Return the result of a game that stalled or exceeded its length."""
    return TerminalResult(type_, (), (0.0,) * state.players)  # type: ignore[arg-type]


def result_of(tables: Tables, context: Context, condition: int) -> TerminalResult:
    """Return the result of the end condition that held."""
    result = tables.game_def.end_conditions[condition].result
    players = range(context.state.players)
    match result.type:
        case "win":
            who = tables.rules.winners[condition]
            winners = tuple(sorted(elements(None if who is None else who(context))))
            returns = tuple(1.0 if seat in winners else -1.0 for seat in players)
            return TerminalResult("win", winners, returns, None, condition)
        case "draw":
            return TerminalResult("draw", (), tuple(0.0 for _ in players), None, condition)
        case "lossAll":
            return TerminalResult("lossAll", (), tuple(-1.0 for _ in players), None, condition)
        case "score":
            return _scored(tables, context, condition)
        case "rank":
            return _ranked(tables, context, condition)


def worths(tables: Tables, context: Context) -> tuple[int, ...]:
    """Return each player's current value by `scoring`, higher is better."""
    scoring = tables.game_def.scoring
    sign = -1 if scoring is not None and scoring.method == "lowest" else 1
    return tuple(sign * _number(tables.rules.score, context, seat) for seat in range(context.state.players))


def _scored(tables: Tables, context: Context, condition: int) -> TerminalResult:
    scores = tuple(_number(tables.rules.score, context, seat) for seat in range(context.state.players))
    worth = worths(tables, context)
    winners = tuple(seat for seat, value in enumerate(worth) if value == max(worth))
    return TerminalResult("score", winners, tuple(float(value) for value in worth), scores, condition)


def _ranked(tables: Tables, context: Context, condition: int) -> TerminalResult:
    by = tables.rules.ranks[condition]
    scoring = tables.game_def.scoring
    sign = 1
    if not by and tables.rules.score is not None:
        by = (tables.rules.score,)
        sign = -1 if scoring is not None and scoring.method == "lowest" else 1
    players = range(context.state.players)
    shown = [tuple(_number(value, context, seat) for value in by) for seat in players]
    worth = [tuple(sign * number for number in numbers) for numbers in shown]
    winners = tuple(seat for seat in players if worth[seat] == max(worth))
    scores = tuple(numbers[0] if numbers else 0 for numbers in shown)
    return TerminalResult("rank", winners, tuple(_place_value(worth, seat) for seat in players), scores, condition)


def _place_value(worth: list[tuple[int, ...]], seat: int) -> float:
    """Return the mean over the places *seat* shares of 1 − 2·(place − 1)/(n − 1)."""
    if len(worth) == 1:
        return 1.0
    above = sum(other > worth[seat] for other in worth)
    shared = worth.count(worth[seat])
    # places above + 1 … above + shared; the mean of an arithmetic sequence is that of its ends, with a single exact
    # division
    return (len(worth) - 2 * above - shared) / (len(worth) - 1)


def _number(value: Evaluator | None, context: Context, seat: int) -> int:
    """Return a number evaluated with `$player` bound; `none` counts as 0."""
    if value is None:
        return 0
    inner = context.inner()
    inner.bindings["$player"] = seat
    found = value(inner)
    return 0 if found is None else int(found)
