"""Use: which zones, actions and tokens are used, which never are, and what is never or always chosen.

A thing is *never used* if no decision of any watched game used it. An option is *avoided* if players of the top level
take it much less often than its share of what they could take, and *preferred* if nearly always; both are tested game
by game, and the list is corrected by the method of Benjamini and Hochberg.

This module does not play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
from msgspec import Struct

from ludotome.report.answer import Answer
from ludotome.report.corrections import benjamini_hochberg
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.heat import heat_map
from ludotome.report.means import LEVEL, mean_of, p_value
from ludotome.report.things import Thing
from ludotome.report.trace import TracedGame
from ludotome.report.words import counted, listed, percent, sentence_count

QUESTION = "What is used?"
_RARELY, _MOSTLY = 0.05, 0.9  # of the times that something could be taken
_ENOUGH_GAMES, _ENOUGH_TIMES = 8, 30
_HALF = 0.6  # of what is legal: what is more than that is no choice


class Suspect(Struct, frozen=True):
    """Something that could be chosen or left: how often it was, and the p-value of being chosen as often as offered."""

    thing: Thing
    times: int
    taken: float
    offered: float
    p: float


def use(evidence: Evidence) -> tuple[Answer, int]:
    """Return the answer, and how many things were tested for it."""
    games = [*evidence.traced, *evidence.watched]
    if len(games) < _ENOUGH_GAMES or not any(game.decisions for game in games):
        told = f"{sentence_count(len(games), 'game')} could be watched in the time; {_ENOUGH_GAMES} are needed."
        return Answer("use", QUESTION, "Use", "It is too early to say what is used.", "open", told), 0
    used: Counter[Thing] = Counter()
    offered: set[Thing] = set()
    for game in games:
        for one in game.decisions:
            used.update(one.used)
            offered.update(one.offered)
    never = _never(evidence, games, used, offered)
    suspects = suspects_of(evidence.traced)
    corrected = benjamini_hochberg([one.p for one in suspects])
    named = [one for one, p in zip(suspects, corrected, strict=True) if p < LEVEL]
    avoided = [one for one in named if one.taken <= min(_RARELY, one.offered / 4)]
    preferred = [one for one in named if one.taken >= _MOSTLY]
    heat = _heat(evidence)
    asides = _asides(evidence, never, avoided, preferred, offered)
    detail = f"{counted(len(evidence.traced), 'game')} of {TOP} and {len(evidence.watched):,} of random players."
    detail += f" {counted(len(suspects), 'thing')} were tested for being avoided or preferred." if suspects else ""
    measures = {
        "never": [{"kind": one.kind, "name": one.name} for one in never],
        "avoided": [_told(one) for one in avoided],
        "preferred": [_told(one) for one in preferred],
        "zones": dict(heat.most_common()),
        "actions": {one.name: count for one, count in used.items() if one.kind == "action"},
    }
    answer = Answer(
        "use", QUESTION, "Use", _sentence(evidence, never, avoided, preferred, heat),
        "sure" if len(games) >= 100 else "likely", detail, asides, not never and not avoided, measures,
        heat_map(evidence.game.scene(), heat), "" if never or avoided or not heat else "the board is used",
    )  # fmt: skip
    return answer, len(suspects)


def _never(evidence: Evidence, games: list[TracedGame], used: Counter[Thing], offered: set[Thing]) -> list[Thing]:
    """Return the actions, and the tokens of kinds that decisions name, that no decision used."""
    actions = [Thing("action", action.id) for action in evidence.game.game_def.actions]
    present = {thing for game in games for thing in game.present}
    kinds = {_type(thing) for thing in offered if thing.kind == "token"}
    tokens = sorted(thing for thing in present if _type(thing) in kinds)
    # Other random games were counted by action only.
    counted_ones = (
        {one.action for one in evidence.random.actions if one.count} if evidence.random is not None else set()
    )
    return [thing for thing in (*actions, *tokens) if not used[thing] and thing.name not in counted_ones]


def _type(thing: Thing) -> str:
    """Return the type of a kind of token."""
    return thing.name.partition(" (")[0]


def suspects_of(games: list[TracedGame]) -> list[Suspect]:
    """Return what could be chosen or left often enough to be tested, in the order of names."""
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
        if mean is None or mean.n < _ENOUGH_GAMES or times[thing] < _ENOUGH_TIMES:
            continue
        count = times[thing]
        found.append(Suspect(thing, count, taken[thing] / count, share[thing] / count, p_value(mean, 0.0)))
    return [one for one in found if one.offered < _HALF]


def _heat(evidence: Evidence) -> Counter[str]:
    """Return how often each zone was named by a decision: of the top level, or else of random players."""
    games = evidence.traced if len(evidence.traced) >= 5 else [*evidence.traced, *evidence.watched]
    found: Counter[str] = Counter()
    for game in games:
        for one in game.decisions:
            found.update(thing.name for thing in one.used if thing.kind == "zone")
    return found


def _sentence(
    evidence: Evidence, never: list[Thing], avoided: list[Suspect], preferred: list[Suspect], heat: Counter[str]
) -> str:
    if never:
        kinds = {"action": "action", "token": "kind of token", "zone": "zone"}
        names = listed([one.name for one in never], 4)
        what = counted(len(never), kinds[never[0].kind] if len({one.kind for one in never}) == 1 else "thing")
        what = what.replace("kind of tokens", "kinds of token")
        return f"{what} {'is' if len(never) == 1 else 'are'} never used: {names}."
    if avoided:
        return f"{TOP.capitalize()} players avoid {listed([one.thing.name for one in avoided], 4)}."
    if preferred:
        return f"{TOP.capitalize()} players nearly always prefer {listed([one.thing.name for one in preferred], 4)}."
    cells = [zone.id for zone in evidence.game.scene().zones if zone.board is not None]
    idle = [cell for cell in cells if not heat[cell]]
    if heat and cells and not idle:
        return "Every action and the whole board are used."
    if heat and cells and len(idle) < len(cells):
        return f"Every action is used, and {percent(1 - len(idle) / len(cells))} of the board."
    return "Every action is used."


def _asides(
    evidence: Evidence, never: list[Thing], avoided: list[Suspect], preferred: list[Suspect], offered: set[Thing]
) -> tuple[str, ...]:
    impossible = [one.name for one in never if one not in offered]
    possible = [one.name for one in never if one in offered]
    found = []
    if impossible:
        found.append(f"Never possible: {listed(impossible)}.")
    if possible:
        found.append(f"Possible, but never taken: {listed(possible)}.")
    for one in avoided[:4]:
        found.append(
            f"{one.thing.name}: taken in {percent(one.taken)} of {one.times:,} decisions that offered it, "
            f"though it is {percent(one.offered)} of the options there."
        )
    for one in preferred[:4]:
        found.append(f"{one.thing.name}: taken in {percent(one.taken)} of {one.times:,} decisions that offered it.")
    report = evidence.random
    if report is not None and len(report.actions) > 1 and report.watched >= _ENOUGH_GAMES:
        shares = [f"{one.action} {percent(one.share)}" for one in report.actions if one.share]
        found.append(f"Actions of random players: {listed(shares)}.")
    return tuple(found)


def _told(one: Suspect) -> dict[str, Any]:
    kind, name = one.thing.kind, one.thing.name
    return {"kind": kind, "name": name, "times": one.times, "taken": one.taken, "offered": one.offered, "p": one.p}
