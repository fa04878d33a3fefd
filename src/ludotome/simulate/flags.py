"""Flags: hints for the designer of a game, found in its simulated games.

One function per flag; each gets the statistics and returns a message or None. A flag is a hint, not a verdict:
its message contains the number behind it.

This module does not know how games were played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludotome.gamedef import And, Expr, NoLegalMoves, Or
from ludotome.play import Game
from ludotome.simulate.intervals import wilson
from ludotome.simulate.report import ActionUse, Flag
from ludotome.simulate.words import percent, share_of

_DOMINANT = 0.8
_SEVERAL = 1.5  # average number of decisions of an action that leaves a choice
_PREFERRED = 0.05  # how much more often than offered a preferred action is taken
_TRIVIAL = 0.05
_STUCK = 0.1


@dataclass(frozen=True, slots=True)
class Counted:
    """The statistics that the flags use."""

    game: Game
    games: int
    outcomes: dict[str, int]
    drawn_by: dict[int, int]  # end condition -> games that it ended without a winner
    undecided: int  # games that ended before any decision
    quick_wins: int  # games won before every player made two decisions
    actions: tuple[ActionUse, ...]
    deep_triggers: int  # events cut off at the trigger depth, in the games played for this
    tried_for_depth: int
    first_fault: str | None = None  # the game that met it, and the fault


def find_flags(counted: Counted) -> tuple[Flag, ...]:
    """Return all flags that apply, in a fixed order."""
    found = ((name, check(counted)) for name, (_, check) in _FLAGS.items())
    return tuple(Flag(name, message) for name, message in found if message is not None)


def _loop(counted: Counted) -> str | None:
    ends = {"truncated": "a draw at the document's `maxPlies`", "cut": "cut off at `--max-plies`, so in nobody's score"}
    stopped = {words: counted.outcomes[name] for name, words in ends.items() if counted.outcomes.get(name)}
    how = "; ".join(f"{games:,} {words}" for words, games in stopped.items())
    return _share(counted, sum(stopped.values()), f"did not end by themselves: {how}") if stopped else None


def _stall(counted: Counted) -> str | None:
    stalled = counted.outcomes.get("stall", 0)
    return _share(counted, stalled, "stalled: nobody could decide anything for a whole round") if stalled else None


def _fault(counted: Counted) -> str | None:
    faults = counted.outcomes.get("fault", 0)
    return (
        _share(counted, faults, f"stopped at an error in the document; the shortest: {counted.first_fault}")
        if faults
        else None
    )


def _no_decisions(counted: Counted) -> str | None:
    none = counted.undecided
    return _share(counted, none, "ended before the first decision") if none else None


def _no_legal_moves(counted: Counted) -> str | None:
    # Leaving the opponent without a move may be the aim of the game; then it has a winner.
    conditions = counted.game.game_def.end_conditions
    stuck = sum(games for index, games in counted.drawn_by.items() if _needs_no_legal_moves(conditions[index].when))
    return (
        _share(counted, stuck, "ended without a winner because nobody could move")
        if stuck > _STUCK * counted.games
        else None
    )


def _needs_no_legal_moves(condition: Expr) -> bool:
    """Return whether *condition* can hold only if no player can move."""
    match condition:
        case And(args=args):
            return any(_needs_no_legal_moves(arg) for arg in args)
        case Or(args=args):
            return bool(args) and all(_needs_no_legal_moves(arg) for arg in args)
        case _:
            return isinstance(condition, NoLegalMoves)  # any other condition may hold while a player can move


def _dominant_action(counted: Counted) -> str | None:
    """Return a message if one action dominates: it is nearly always taken, and left no choice or was preferred.

    Otherwise the action is the normal move of the game, such as moving a piece: most legal decisions were of its kind.
    """
    most = max(counted.actions, key=lambda use: use.count, default=None)
    if most is None or len(counted.actions) < 2 or most.share is None or most.offered is None or most.choices is None:
        return None
    if most.share <= _DOMINANT:
        return None
    taken = f"{percent(most.share)} of all actions are `{most.action}`"
    if most.choices < _SEVERAL:
        return f"{taken}, which leaves no choice"
    if wilson(most.share, sum(use.count for use in counted.actions))[0] > most.offered + _PREFERRED:
        return f"{taken}, which was only {percent(most.offered)} of what was legal"
    return None


def _trivial_win(counted: Counted) -> str | None:
    quick = counted.quick_wins
    return (
        _share(counted, quick, "were won before every player had decided twice")
        if quick > _TRIVIAL * counted.games
        else None
    )


def _trigger_depth(counted: Counted) -> str | None:
    if not counted.deep_triggers:
        return None
    depth = counted.game.game_def.metadata.max_trigger_depth
    times = f"{counted.deep_triggers:,} times in {counted.tried_for_depth:,} games"
    return f"triggers set each other off deeper than `maxTriggerDepth` ({depth}), {times}"


def _share(counted: Counted, games: int, what: str) -> str:
    return f"{share_of(games, counted.games, 'game')} {what}"


_FLAGS: dict[str, tuple[str, Callable[[Counted], str | None]]] = {
    "loop": ("games ended only because of `maxPlies` or `--max-plies`", _loop),
    "stall": ("nobody could decide anything for a whole round", _stall),
    "document-fault": ("a game stopped at an error in its document, such as a full zone", _fault),
    "no-decisions": ("a game ended before the first decision", _no_decisions),
    "no-legal-moves": (
        "over 10 % of the games ended without a winner because nobody could move",
        _no_legal_moves,
    ),
    "dominant-action": (
        "one action makes up over 80 % of play: it left no choice, or was taken more often than it was offered",
        _dominant_action,
    ),
    "trivial-win": ("over 5 % of the games were won before every player had decided twice", _trivial_win),
    "trigger-depth": ("triggers set each other off deeper than `maxTriggerDepth`", _trigger_depth),
}
FLAG_MEANINGS = {name: meaning for name, (meaning, _) in _FLAGS.items()}
