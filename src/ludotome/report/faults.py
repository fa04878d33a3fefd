"""Faults: what is wrong with a game, with the seed that shows it again.

These are the flags of `simulate` for the random games, and games of other levels that met a fault.

This module does not look for faults itself.
"""

from __future__ import annotations

import json

from ludotome.play import Record
from ludotome.report.answer import Answer
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.trace import FAULT, TracedGame
from ludotome.report.words import counted

QUESTION = "Is anything broken?"
# Flags that can be what the designer wants: a full board that is a draw, an action that is what the game is about.
_OF_TASTE = ("no-legal-moves", "dominant-action", "trivial-win")


def faults(evidence: Evidence) -> Answer:
    """Return the answer, from the games that were played."""
    report = evidence.random
    if report is None:
        return Answer("faults", QUESTION, "Faults", "No games were looked at.", "open", "The report was interrupted.")
    flags = list(report.flags)
    asides = [f"{flag.name}: {flag.message}." for flag in flags]
    searched = next((game for game in evidence.traced if game.outcome == FAULT), None)
    if searched is not None:
        where = f"at decision {len(searched.made) + 1}"
        asides.append(f"Game {searched.index} of {TOP} players (seed {searched.seed}) met a fault {where}.")
    record = evidence.fault or (None if searched is None else _record(evidence, searched))
    if record is not None:
        made = counted(len(record.decisions), "decision")
        asides.append(
            f"`ludotome report … -o FILE` writes the game up to the fault, {made}, beside the page; "
            "`ludotome play GAME --resume` goes on from there."
        )
    is_broken = record is not None or any(flag.name not in _OF_TASTE for flag in flags)
    sentence = "No faults were found."
    if asides:
        things = counted(len(flags) or 1, "thing")
        sentence = f"{things} to look at." if is_broken else f"No, but there {_are(len(flags))} {things} to look at."
    return Answer(
        "faults", QUESTION, "Faults", sentence, "sure" if report.games >= 1000 else "likely",
        f"{counted(report.games, 'random game')} and every analysed game were checked.", tuple(asides),
        False if is_broken else None if asides else True,
        {
            "flags": [{"name": flag.name, "message": flag.message} for flag in flags],
            "record": None if record is None else json.loads(record.to_json()),
        },
    )  # fmt: skip


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _record(evidence: Evidence, traced: TracedGame) -> Record:
    """Return a traced game, played again up to the decision that met a fault."""
    state = evidence.game.new_initial_state(traced.seed, evidence.seats)
    for decision in traced.made:
        state.apply_action(decision)
    return Record.of(state)
