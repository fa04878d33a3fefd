"""Faults: what is wrong with a game, with the seed that shows it again.

These are the flags of `simulate` for the random games, and games of other levels that met a fault.

This module does not look for faults itself.
"""

from __future__ import annotations

from ludotome.report.answer import Answer
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.trace import FAULT
from ludotome.report.words import counted

QUESTION = "Is anything broken?"


def faults(evidence: Evidence) -> Answer:
    """Return the answer, from the games that were played."""
    report = evidence.random
    if report is None:
        return Answer("faults", QUESTION, "Faults", "No games were looked at.", "open", "The report was interrupted.")
    flags = list(report.flags)
    asides = [f"{flag.name}: {flag.message}." for flag in flags]
    asides += [
        f"Game {game.index} of {TOP} players (seed {game.seed}) met a fault at decision {len(game.made) + 1}."
        for game in evidence.traced
        if game.outcome == FAULT
    ][:1]
    if "document-fault" in {flag.name for flag in flags}:
        asides.append(
            f"To see it again: new_initial_state(seed=…) with the seed above, or "
            f"`ludotome simulate GAME -n {report.games} --seed {evidence.seed}`."
        )
    sentence = "No faults were found." if not asides else f"{counted(len(flags) or 1, 'thing')} to look at."
    return Answer(
        "faults", QUESTION, "Faults", sentence, "sure" if report.games >= 1000 else "likely",
        f"{counted(report.games, 'random game')} and every analysed game were checked.", tuple(asides), not asides,
        {"flags": [{"name": flag.name, "message": flag.message} for flag in flags]},
    )  # fmt: skip
