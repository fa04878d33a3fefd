"""Text: a report for the terminal: each question, its answer, how sure it is.

This module does not know what the answers are about.
"""

from __future__ import annotations

import textwrap

from ludotome.report.answer import CERTAINTY_WORDS
from ludotome.report.game_report import GameReport, more_time, tests_told
from ludotome.report.words import INTERRUPTED, NO_BREAK, counted

_INDENT = "  "
_METER = {"sure": "●●●", "likely": "●●○", "open": "○○○"}


def report_text(report: GameReport, width: int = 80) -> str:
    """Return *report* as lines of at most *width* columns."""
    lines = [f"{report.game}: {counted(report.games, 'game')}, {report.seconds:.0f} s of play", ""]
    for answer in report.answers:
        lines += _filled(f"{answer.question} {answer.sentence}", width, "")
        lines += _filled(
            f"{_METER[answer.certainty]} {CERTAINTY_WORDS[answer.certainty]} {answer.detail}", width, _INDENT
        )
        for aside in answer.asides:
            lines += _filled(aside, width, _INDENT)
        lines.append("")
    lines += _filled(tests_told(report), width, "")
    if more := more_time(report):
        lines += _filled(more, width, "")
    if report.interrupted:
        lines += _filled(INTERRUPTED, width, "")
    return "\n".join(lines).replace(NO_BREAK, " ") + "\n"


def _filled(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(text, max(width, 40), initial_indent=indent, subsequent_indent=indent)
