"""Use: which zones, actions and tokens are used or unused, and which options are never or always chosen.

A thing without use is called *unused* only if that is surprising (`unused`). An option is *avoided* if players of the
top level take it much less often than its share of the options, and *preferred* if they nearly always take it; both
are tested game by game, and the list is corrected by the method of Benjamini and Hochberg.

This module does not play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct

from ludotome.report.answer import Answer, Certainty
from ludotome.report.corrections import benjamini_hochberg
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.heat import heat_map
from ludotome.report.means import LEVEL, mean_of, p_value, share_bound
from ludotome.report.things import Thing
from ludotome.report.trace import TracedGame
from ludotome.report.unused import ENOUGH_GAMES, NOUNS, Unused, find_unused
from ludotome.report.words import counted, listed, percent

QUESTION = "What is used?"
_RARELY, _MOSTLY = 0.05, 0.9  # share of the times that something could be taken
_ENOUGH_TIMES = 30
_HALF = 0.6  # share of the legal decisions: anything above it is not a choice
_MOST_TOLD = 6
_SURE = 0.01  # share of games: a cell or action used in fewer hardly matters


class Suspect(Struct, frozen=True):
    """An option: how often it was offered and chosen, and the p-value of being chosen as often as offered."""

    thing: Thing
    times: int
    taken: float
    offered: float
    p: float


class _Found(Struct, frozen=True):
    """The findings: unused things, things too rare to judge, suspects, and the use of each zone."""

    never: list[Unused]
    unseen: list[Unused]
    avoided: list[Suspect]
    preferred: list[Suspect]
    heat: Counter[str]
    cells: int
    idle: int
    games: int


def use(evidence: Evidence) -> tuple[Answer, int]:
    """Return the answer, and how many things were tested for it."""
    games = [*evidence.traced, *evidence.watched]
    counts = evidence.random_actions
    if not counts and not any(game.decisions for game in games):
        told = "No game was watched decision by decision in the time."
        return Answer("use", QUESTION, "Use", "It is too early to say what is used.", "open", told), 0
    suspects = suspects_of(evidence.traced)
    found = _find(evidence, games, suspects)
    sentence, certainty, good = _verdict(found)
    measures = {
        "never": [_unused_measures(one) for one in found.never],
        "unseen": [_unused_measures(one) for one in found.unseen],
        "avoided": [_suspect_data(one) for one in found.avoided],
        "preferred": [_suspect_data(one) for one in found.preferred],
        "zones": dict(found.heat.most_common()),
        "actions": dict(counts) or _watched_actions(games),
    }
    answer = Answer(
        "use", QUESTION, "Use", sentence, certainty, _detail(evidence, len(suspects)), _asides(found, counts), good,
        measures, heat_map(evidence.game.scene(), found.heat), "the board is used" if good and found.heat else "",
    )  # fmt: skip
    return answer, len(suspects)


def _find(evidence: Evidence, games: list[TracedGame], suspects: list[Suspect]) -> _Found:
    never, unseen = find_unused(evidence, games)
    corrected = benjamini_hochberg([one.p for one in suspects])
    named = [one for one, p in zip(suspects, corrected, strict=True) if p < LEVEL]
    avoided = [one for one in named if one.taken <= min(_RARELY, one.offered / 4)]
    preferred = [one for one in named if one.taken >= _MOSTLY]
    cells = [zone.id for zone in evidence.game.scene().zones if zone.board is not None]
    reached = _zones_of(games)
    shown = _zones_of(evidence.traced) if len(evidence.traced) >= 5 else reached
    idle = sum(not reached[cell] for cell in cells) if any(reached[cell] for cell in cells) else len(cells)
    return _Found(never, unseen, avoided, preferred, shown, len(cells), idle, len(games))


def _zones_of(games: list[TracedGame]) -> Counter[str]:
    """Return how often decisions named each zone."""
    decisions = (one for game in games for one in game.decisions)
    return Counter(thing.name for one in decisions for thing in one.used if thing.kind == "zone")


def _watched_actions(games: list[TracedGame]) -> dict[str, int]:
    decisions = (one for game in games for one in game.decisions)
    return dict(Counter(thing.name for one in decisions for thing in one.used if thing.kind == "action"))


def suspects_of(games: list[TracedGame]) -> list[Suspect]:
    """Return the options offered often enough to be tested, in the order of names."""
    sums: dict[Thing, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    times, taken, share = Counter[Thing](), Counter[Thing](), Counter[Thing]()
    for game in games:
        for one in game.decisions:
            for thing, part in one.offered.items():
                if thing.kind != "zone" and part < 1:
                    sums[thing][game.index] += (thing in one.used) - part
                    times[thing] += 1
                    taken[thing] += thing in one.used
                    share[thing] += part  # type: ignore[assignment]
    found = []
    for thing in sorted(sums):
        mean = mean_of(np.array(list(sums[thing].values())))
        if mean is None or mean.n < ENOUGH_GAMES or times[thing] < _ENOUGH_TIMES:
            continue
        count = times[thing]
        found.append(Suspect(thing, count, taken[thing] / count, share[thing] / count, p_value(mean, 0.0)))
    return [one for one in found if one.offered < _HALF]


def _verdict(found: _Found) -> tuple[str, Certainty, bool | None]:
    if found.never:
        certainty: Certainty = "sure" if all(_is_certain(one) for one in found.never) else "likely"
        return f"{_counted(found.never)} {_was(len(found.never))} never used: {_names(found.never)}.", certainty, False
    if found.avoided:
        return f"{TOP.capitalize()} players avoid {_quoted(one.thing for one in found.avoided)}.", "sure", False
    if found.unseen:
        told = f"{_counted(found.unseen)} {_was(len(found.unseen))} not used so far: {_names(found.unseen)}"
        return f"{told}. More games are needed to say why.", "open", None
    if found.preferred:
        told = f"{TOP.capitalize()} players nearly always take {_quoted(one.thing for one in found.preferred)}."
        return told, "sure", True
    if found.idle == found.cells or found.games < ENOUGH_GAMES:
        return "Every action is used.", "sure", True
    if not found.idle:
        return "Every action and every cell of the board is used.", "sure", True
    reached = found.cells - found.idle
    told = f"Every action is used, and {reached:,} of the {found.cells:,} cells ({percent(reached / found.cells)})."
    return told, "sure" if share_bound(found.games) < _SURE else "likely", True


def _is_certain(one: Unused) -> bool:
    return bool(one.possible) or one.bound < _SURE


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _counted(things: list[Unused]) -> str:
    """Return the number of things by their kind: `2 kinds of token`."""
    kinds = {one.thing.kind for one in things}
    one, several = NOUNS[things[0].thing.kind] if len(kinds) == 1 else ("thing", "things")
    return f"{len(things)} {one if len(things) == 1 else several}"


def _names(things: list[Unused]) -> str:
    return _quoted(one.thing for one in things)


def _quoted(things: Iterable[Thing]) -> str:
    return listed([f"“{thing.name}”" for thing in things], 4)


def _detail(evidence: Evidence, suspects: int) -> str:
    parts = [
        f"{counted(len(games), 'game')} of {who} players"
        for games, who in ((evidence.traced, TOP), (evidence.watched, "random"))
        if games
    ]
    told = f"Watched decision by decision: {listed(parts)}." if parts else ""
    if evidence.random_actions:
        told += f" Actions were counted in {counted(evidence.levels['random'].games, 'random game')}."
    if suspects:
        told += f" {counted(suspects, 'option')} {_was(suspects)} tested for being avoided or preferred."
    return told.strip()


def _asides(found: _Found, counts: Counter[str]) -> tuple[str, ...]:
    told = [one.told for one in (*found.never, *found.unseen)[:_MOST_TOLD]]
    for one in (*found.avoided[:4], *found.preferred[:4]):
        told.append(
            f"{one.thing.name}: taken in {percent(one.taken)} of the {one.times:,} decisions that offered it, "
            f"where it was {percent(one.offered)} of the options."
        )
    if len(counts) > 1:
        taken = sum(counts.values())
        shares = [f"{action} {percent(count / taken)}" for action, count in counts.items() if count]
        told.append(f"Actions of random players: {listed(shares)}.")
    return tuple(told)


def _unused_measures(one: Unused) -> dict[str, Any]:
    kind, name = one.thing.kind, one.thing.name
    return {
        "kind": kind, "name": name, "games": one.games, "possible": one.possible, "decisions": one.decisions,
        "chance": one.chance,
    }  # fmt: skip


def _suspect_data(one: Suspect) -> dict[str, Any]:
    kind, name = one.thing.kind, one.thing.name
    return {"kind": kind, "name": name, "times": one.times, "taken": one.taken, "offered": one.offered, "p": one.p}
