"""Answer: the answer of a report to one question: a sentence, its certainty, its evidence, and a picture.

Invariants:
    * texts are plain: code that writes them into a page escapes them;
    * `measures` are the numbers behind the sentence, for programs.

This module does not know the questions.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ludotome.report.corrections import holm
from ludotome.report.means import LEVEL

Certainty = Literal["sure", "likely", "open"]
CERTAINTY_WORDS: dict[Certainty, str] = {"sure": "Sure.", "likely": "Likely.", "open": "Cannot tell yet."}


class Answer(Struct, frozen=True):
    """The answer to one question.

    `sentence` is the answer, `detail` its evidence, `asides` further facts. `good` says whether the result is
    desirable: None if that is a matter of taste, or undecided. `gist` is the answer as a clause for the summary.
    """

    id: str
    question: str
    short: str
    sentence: str
    certainty: Certainty
    detail: str
    asides: tuple[str, ...] = ()
    good: bool | None = None
    measures: dict[str, Any] = {}
    picture: str = ""
    gist: str = ""


class Tests(Struct):
    """The tests of one report, by name, and their p-values corrected by Holm's method over all of them."""

    p_values: dict[str, float]

    @property
    def count(self) -> int:
        """The number of tests."""
        return len(self.p_values)

    def corrected(self, name: str) -> float:
        """Return the corrected p-value of a test; 1 if it was not made."""
        if name not in self.p_values:
            return 1.0
        return dict(zip(self.p_values, holm(list(self.p_values.values())), strict=True))[name]

    def found(self, name: str) -> bool:
        """Whether the test is significant after correction."""
        return self.corrected(name) < LEVEL

    def suspected(self, name: str) -> bool:
        """Whether the test is significant without correction."""
        return self.p_values.get(name, 1.0) < LEVEL
