"""Unused: which actions and kinds of token no decision used, and whether that is surprising.

A thing that was never possible is called unused if enough games were played to show that it is possible in few games
at most. A thing that was possible is called unused if players who choose options uniformly would hardly have left it
out every time. Otherwise there are too few games to judge.

This module does not play.
"""

from __future__ import annotations

from collections import Counter
from math import exp, inf, log1p

from msgspec import Struct

from ludotome.report.evidence import Evidence
from ludotome.report.means import LEVEL, share_bound
from ludotome.report.things import Kind, Thing
from ludotome.report.trace import TracedDecision, TracedGame
from ludotome.report.words import counted, percent

ENOUGH_GAMES = 8
"""The minimum number of games for judging kinds of token."""
NOUNS: dict[Kind, tuple[str, str]] = {
    "action": ("action", "actions"), "token": ("kind of token", "kinds of token"), "zone": ("cell", "cells"),
}  # fmt: skip
_RARE = 0.05  # share of games: a thing that is possible in fewer may well be missing by chance


class Unused(Struct, frozen=True):
    """A thing that no decision used in *games* games.

    It was an option in *possible* of *decisions* watched decisions; *chance* is the probability that players who
    choose options uniformly leave it out every time.
    """

    thing: Thing
    games: int
    decisions: int
    possible: int
    chance: float

    @property
    def bound(self) -> float:
        """Return the upper bound, at 95 % confidence, for the share of games in which it is possible."""
        return share_bound(self.games)

    @property
    def told(self) -> str:
        """Return the evidence as a sentence."""
        name = f"{NOUNS[self.thing.kind][0].capitalize()} “{self.thing.name}”"
        if not self.possible:
            return f"{name} was never possible in {counted(self.games, 'game')}."
        share = percent(self.possible / self.decisions)
        return f"{name} was possible in {self.possible:,} of {self.decisions:,} decisions ({share})."


def find_unused(evidence: Evidence, games: list[TracedGame]) -> tuple[list[Unused], list[Unused]]:
    """Return the things that are surprisingly unused, and those with too few games to judge.

    Both are in the order of the document, actions first. *games* are the ones watched decision by decision.
    """
    decisions = [one for game in games for one in game.decisions]
    used = {thing for one in decisions for thing in one.used}
    offers: Counter[Thing] = Counter(thing for one in decisions for thing in one.offered)
    found = []
    counts = evidence.random_actions
    for action in evidence.game.game_def.actions:
        thing = Thing("action", action.id)
        if thing not in used and not counts[action.id]:
            played = max(evidence.levels["random"].games if counts else 0, len(evidence.watched))
            found.append(_unused(thing, played + len(evidence.traced), decisions, offers))
    if len(games) >= ENOUGH_GAMES:
        kinds = {_type(thing) for thing in offers if thing.kind == "token"}
        present = {thing for game in games for thing in game.present if _type(thing) in kinds}
        found += [_unused(thing, len(games), decisions, offers) for thing in sorted(present - used)]
    surprising = [one for one in found if _is_surprising(one, len(found))]
    return surprising, [one for one in found if one not in surprising]


def _unused(thing: Thing, games: int, decisions: list[TracedDecision], offers: Counter[Thing]) -> Unused:
    shares = [one.offered[thing] for one in decisions if thing in one.offered]
    chance = exp(sum(log1p(-share) if share < 1 else -inf for share in shares))
    return Unused(thing, games, len(decisions), offers[thing], chance)


def _is_surprising(one: Unused, tests: int) -> bool:
    """Return whether it is unlikely that the thing was left out by chance, as one of *tests* cases."""
    return one.chance < LEVEL / tests if one.possible else one.bound < _RARE


def _type(thing: Thing) -> str:
    """Return the type of a kind of token."""
    return thing.name.partition(" (")[0]
