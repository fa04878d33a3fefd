"""Faults: problems of a game, with the seed that reproduces them.

These are the flags of `simulate` for the random games, and games of other levels that met a fault.

This module does not look for faults itself.
"""

from __future__ import annotations

import json

from ludotome.play import Record
from ludotome.report.answer import Answer
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.means import share_bound
from ludotome.report.trace import FAULT, TracedGame
from ludotome.report.words import NO_BREAK, below, counted

QUESTION = "Is anything broken?"
# Flags that may be intended: a full board that is a draw, an action that is the main move of the game.
_OF_TASTE = ("no-legal-moves", "dominant-action", "trivial-win")

_SURE = 0.01  # upper bound for the share of games that meet an error, if none did


def faults(evidence: Evidence) -> Answer:
    """Return the answer, from the games that were played."""
    report = evidence.random
    if report is None:
        return Answer("faults", QUESTION, "Faults", "No games were checked.", "open", "The report was interrupted.")
    flags = list(report.flags)
    asides = [f"{flag.name}: {flag.message}." for flag in flags]
    searched = next((game for game in evidence.traced if game.outcome == FAULT), None)
    if searched is not None:
        where = f"at decision {len(searched.made) + 1}"
        asides.append(f"Game {searched.index} of {TOP} players (seed {searched.seed}) stopped at an error {where}.")
    record = evidence.fault or (None if searched is None else _record(evidence, searched))
    if record is not None:
        made = counted(len(record.decisions), "decision")
        asides.append(
            f"`ludotome report … -o FILE` also writes the game up to the error ({made}) beside the page; "
            "`ludotome play GAME --resume RECORD` continues it."
        )
    is_broken = record is not None or any(flag.name not in _OF_TASTE for flag in flags)
    checked = report.games + len(evidence.traced)
    sentence = f"No: nothing was found in {counted(checked, 'game')}."
    if asides:
        things = counted(max(len(flags), 1), "thing")
        sentence = f"Yes: {things} to fix." if is_broken else f"No, but there {_are(len(flags))} {things} to look at."
    bound = share_bound(checked)
    detail = f"{counted(report.games, 'random game')} and every analysed game were checked."
    if not asides:
        detail += f" With 95{NO_BREAK}% confidence, under {below(bound)} of such games meet an error."
    return Answer(
        "faults", QUESTION, "Faults", sentence, "sure" if is_broken or bound < _SURE else "likely", detail,
        tuple(asides), False if is_broken else None if asides else True,
        {
            "flags": [{"name": flag.name, "message": flag.message} for flag in flags],
            "record": None if record is None else json.loads(record.to_json()),
        },
    )  # fmt: skip


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _record(evidence: Evidence, traced: TracedGame) -> Record:
    """Return the record of a traced game up to the decision that met a fault."""
    state = evidence.game.new_initial_state(traced.seed, evidence.seats)
    for decision in traced.made:
        state.apply_action(decision)
    return Record.of(state)
