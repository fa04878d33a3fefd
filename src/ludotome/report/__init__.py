"""Report: answers about a game from many played games: sentences with their certainty, and pictures.

Invariants:
    * a sentence is based on games between players of a level that was fixed in advance;
    * the independent unit of every interval and test is a deal, and its variance comes from the data;
    * tests are corrected for their number, and a report states that number;
    * a page is self-contained, and shows text of a document as text.

This package opens no files and prints nothing.
"""

from ludotome.report.answer import Answer
from ludotome.report.compare import Comparison, Difference, compare
from ludotome.report.compare_text import Finding, Findings, compare_page, compare_text, findings
from ludotome.report.game_report import GameReport, report_on
from ludotome.report.gather import FULL, QUICK
from ludotome.report.goals import WORDS as GOAL_WORDS
from ludotome.report.goals import parse_goal
from ludotome.report.measuring import Figure, Tuned
from ludotome.report.page import report_page
from ludotome.report.rules_diff import DiffLine, rules_diff
from ludotome.report.text import report_text
from ludotome.report.tune import Tuning, tune
from ludotome.report.tune_text import tune_page, tune_text

__all__ = [
    "report_on",
    "GameReport",
    "Answer",
    "report_page",
    "report_text",
    "FULL",
    "QUICK",
    "compare",
    "Comparison",
    "Difference",
    "compare_page",
    "compare_text",
    "findings",
    "Findings",
    "Finding",
    "rules_diff",
    "DiffLine",
    "tune",
    "Tuning",
    "Tuned",
    "Figure",
    "tune_page",
    "tune_text",
    "parse_goal",
    "GOAL_WORDS",
]
