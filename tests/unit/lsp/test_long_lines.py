"""The time of a check grows linearly with the document, however many errors and however long its lines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from ludotome import language
from ludotome.diagnostics import SourceText
from ludotome.lsp import answers
from ludotome.spec import check_text


def actions(number: int, between: str) -> str:
    """Return a document with this many actions, each with an error, with *between* before each."""
    return (
        "```yaml\nactions: [" + ",".join(f'{between}{{ id: a{i}, pre: "f{i} == b" }}' for i in range(number)) + "]\n```"
    )


def unreadable(number: int) -> str:
    return "```yaml\nconstants: { a: 1 } # " + "\0" * number + "\n```"


def outlined(text: str) -> None:
    answers.symbols(SourceText(text), language.outline(text, None))


def checked(text: str) -> None:
    answers.diagnostics(SourceText(text), check_text(text, None).diagnostics)


def steps(work: Callable[[], Any]) -> int:
    """Return how many Python calls and generator steps *work* makes."""
    count = 0

    def note(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("between", ["", "\n  "], ids=["one line", "lines"])
@pytest.mark.parametrize("ask", [outlined, checked])
def test_twice_the_actions_are_twice_the_work(ask: Callable[[str], None], between: str) -> None:
    ask(actions(10, between))  # loaded and cached the first time
    few, many = (steps(lambda n=n: ask(actions(n, between))) for n in (600, 1200))  # type: ignore[misc]
    assert many < 2.5 * few


def test_characters_that_are_not_text_are_reported_up_to_a_number() -> None:
    """The others are only replaced, in one step each."""
    checked(unreadable(10))
    few, many = (steps(lambda n=n: checked(unreadable(n))) for n in (1000, 40_000))  # type: ignore[misc]
    assert many - few < 1.1 * 39_000
