"""The output of every renderer, byte for byte, at a fixed width.

No real check uses the codes LT99x, so their pages cannot change these files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludotome.diagnostics import Diagnostic, Edit, Fix, Format, Label, SourceText, Span, render
from tests.conftest import Golden
from tests.support.marked_text import marked

HERE = Path(__file__).parent
WIDTH = 100
Case = tuple[SourceText, list[Diagnostic]]


def case(text: str, make: Callable[[list[Span]], Diagnostic | list[Diagnostic]]) -> Case:
    source, spans = marked(text)
    made = make(spans)
    return source, made if isinstance(made, list) else [made]


def error(message: str, span: Span | None = None, **more: Any) -> Diagnostic:
    return Diagnostic(
        **({"code": "LT990", "severity": "error", "path": "zones[0]", "message": message, "span": span} | more)
    )


def fix(title: str, spans: list[Span], replacement: str) -> Fix:
    return Fix(title=title, edits=tuple(Edit(span=span, replacement=replacement) for span in spans))


def labels(spans: list[Span], *texts: str) -> tuple[Label, ...]:
    return tuple(Label(span=span, text=text) for span, text in zip(spans, texts, strict=True))


CASES: dict[str, Case] = {
    "one-word": case(
        "zones:\n  - id: «shop»\n",
        lambda s: error("unknown zone `shop`", s[0], suggestion="name a zone that is declared"),
    ),
    "did-you-mean": case(
        "from: «markt»\n",
        lambda s: error("no zone `markt`", s[0], suggestion="name one", alternatives=("market", "mart", "mark")),
    ),
    "one-alternative": case(
        "from: «markt»\n", lambda s: error("no zone `markt`", s[0], suggestion="name one", alternatives=("market",))
    ),
    "alternative-already-told": case(
        "from: «markt»\n",
        lambda s: error("unknown zone `markt`", s[0], suggestion="write `market`", alternatives=("market",)),
    ),
    "many-alternatives": case(
        "from: «x»\n", lambda s: error("unknown zone `x`", s[0], alternatives=tuple(f"cell_{n}" for n in range(30)))
    ),
    "labels-on-one-line": case(
        "      - «moveToken»: {from: «shop», to: «hand»}\n",
        lambda s: error("unknown zone", s[1], labels=labels([s[0], s[2]], "in this effect", "this one is known")),
    ),
    "labels-all-hang": case(
        "«a: «b: «c»»» # d\n",
        lambda s: error("three begin apart and end together", s[0], labels=labels(s, "first", "second", "third")),
    ),
    "label-on-another-line": case(
        "zones:\n  - id: «deck»\n  - id: hand\n  - id: market\n  - id: bag\n  - id: «deck»\n",
        lambda s: error("duplicate id `deck`", s[1], labels=labels(s[:1], "first declared here")),
    ),
    "label-two-lines-away": case(
        "a: «1»\nb: 2\nc: «3»\n", lambda s: error("odd", s[1], labels=labels(s[:1], "and here"))
    ),
    "labels-overlap": case(
        "pre: «actor.«money»» > 3\n",
        lambda s: error("`money` is not a number", s[1], labels=labels(s[:1], "of this player")),
    ),
    "several-lines": case(
        "actions:\n  «- id: draw\n    pre: true\n    effects: []»\n", lambda s: error("an action does nothing", s[0])
    ),
    "several-lines-from-the-middle": case(
        "text: «>\n  a\n  b»\nnext: 1\n", lambda s: error("text where a number is meant", s[0])
    ),
    "many-lines": case(
        "a: «[\n" + "".join(f"  {n},\n" for n in range(20)) + "]»\n", lambda s: error("the list is too long", s[0])
    ),
    "brackets-side-by-side": case(
        "x: «1\ny: «2\nz: 3»\nw: 4»\nv: 5\n", lambda s: error("inner", s[1], labels=labels(s[:1], "inside of this"))
    ),
    "bracket-and-word": case(
        "«- id: draw\n  pre: «flase»\n  effects: []»\n",
        lambda s: error("unknown word", s[1], labels=labels(s[:1], "in this action")),
    ),
    "ends-with-the-line-break": case("a: «b\n»c: d\n", lambda s: error("to the end of the line", s[0])),
    "only-a-line-break": case("a: b«\n»c: d\n", lambda s: error("nothing after `b`", s[0])),
    "tabs": case("a:\n\t- «b»\t: «c»\n", lambda s: error("a tab", s[0], labels=labels(s[1:], "after two tabs"))),
    "wide-characters": case(
        "名前: «山札» # 手札 «日本»\n", lambda s: error("unknown zone `山札`", s[0], labels=labels(s[1:], "幅 2"))
    ),
    "combining-characters": case(
        "name: «cafe\u0301» «x»\n", lambda s: error("one column less", s[0], labels=labels(s[1:], "in line"))
    ),
    "only-a-combining-character": case("cafe«\u0301»s\n", lambda s: error("an accent by itself", s[0])),
    "emoji": case("🎲: «🃏» x\n", lambda s: error("a card", s[0])),
    "control-characters": case(
        "a: «\x1b[31mred\x07» \u202eevil\u2066 \u0085 \x7f\n",
        lambda s: error("escape \x1b[2J in `\u202e`", s[0], notes=("also \x1b",), labels=labels(s, "and \x1b[0m")),
    ),
    "lone-surrogate": case("a: «\ud800»\n", lambda s: error("half a character `\ud800`", s[0])),
    "byte-order-mark": case("«\ufeff»a: b\n", lambda s: error("a byte order mark", s[0])),
    "end-of-file": case("a: b\n«»", lambda s: error("the document ends too early", s[0])),
    "end-of-file-without-line-break": case("a: b«»", lambda s: error("the document ends too early", s[0])),
    "empty-file": case("«»", lambda s: error("the document is empty", s[0], suggestion="write a game")),
    "carriage-returns": case(
        "a: b\r\nc: «d»\r\ne: «f\r\ng: h»\r\n", lambda s: [error("one", s[0]), error("two", s[1])]
    ),
    "long-line-right": case("x" * 150 + " «here» " + "y" * 150 + "\n", lambda s: error("far to the right", s[0])),
    "long-line-left": case("«here» " + "y" * 150 + "\n", lambda s: error("at the left", s[0])),
    "long-line-all-of-it": case("a: «" + "x" * 300 + "»\n", lambda s: error("all of it", s[0])),
    "long-line-end": case("a: " + "x" * 300 + "«»\n", lambda s: error("at its end", s[0])),
    "long-line-wide": case("山" * 80 + "«札»" + "山" * 80 + "\n", lambda s: error("wide and long", s[0])),
    "long-texts": case(
        "a: «b»\n",
        lambda s: error(
            "a message is never wrapped, however long it may be, since programs look for it on the first line " * 2,
            s[0],
            suggestion="a suggestion is wrapped at the width, at blanks, and goes on under its own first word, " * 3,
            notes=("a note\nof two lines\n    keeps its indent", "w" * 150),
        ),
    ),
    "no-span": case("a: b\n", lambda _: error("nothing says who wins", path="end", suggestion="add an `end` section")),
    "span-outside-the-text": case(
        "a\n",
        lambda _: error("stale", Span(start=90, end=99, line=7, column=30, end_line=9, end_column=4)),
    ),
    "severities": case(
        "a: «b»\n",
        lambda s: [error("of each kind", s[0], severity=severity) for severity in ("error", "warning", "info")],
    ),
    "another-source": case(
        "board: «mission.txt»\n",
        lambda s: error(
            "the mission names an unknown segment",
            Span(start=0, end=4, line=1, column=1, end_line=1, end_column=5, source="mission.txt"),
            labels=labels(s, "asked for here"),
        ),
    ),
    "fix-a-word": case(
        "zones:\n  - id: «shop»\n",
        lambda s: error("unknown zone", s[0], fix=fix("write `deck`", s, "deck")),
    ),
    "fix-says-what-the-suggestion-says": case(
        "«zone»: []\n",
        lambda s: error("no section", s[0], suggestion="write `zones`", fix=fix("write `zones`", s, "zones")),
    ),
    "fix-inserts-lines": case(
        "a: 1\n«»b: 2\n",
        lambda s: error("missing", s[0], fix=fix("add `c`", s, "c: 3\nd: 4\n")),
    ),
    "fix-two-places": case(
        "a: «x»\nb: 2\nc: «x»\n",
        lambda s: error("twice", s[0], fix=fix("write `y` in both", s, "y")),
    ),
    "fix-at-end-of-file": case(
        "a: 1«»",
        lambda s: error("open", s[0], fix=fix("close the fence", s, "\n```\n")),
    ),
    "fix-that-cannot-be": case(
        "a: «1»\n",
        lambda s: error("odd", s[0], fix=fix("edit it twice", s * 2, "2")),
    ),
}

TEXTS = {"mission.txt": "seg: 1\n"}


def rendered(name: str, form: Format, **options: Any) -> str:
    source, diagnostics = CASES[name]
    return render(diagnostics, {"": source.text} | TEXTS, form, filename="game.md", width=WIDTH, **options)


@pytest.mark.parametrize("name", CASES)
def test_full(name: str, golden: Golden) -> None:
    golden(rendered(name, "full"), HERE / "full" / f"{name}.txt")


@pytest.mark.parametrize("name", CASES)
def test_full_in_colour(name: str, golden: Golden) -> None:
    golden(rendered(name, "full", color=True), HERE / "full" / f"{name}.ansi")


@pytest.mark.parametrize(
    ("form", "color", "file"),
    [
        ("concise", False, "concise.txt"),
        ("concise", True, "concise.ansi"),
        ("json", False, "json.txt"),
        ("sarif", False, "sarif.txt"),
        ("github", False, "github.txt"),
    ],
)
def test_formats_for_programs(form: Format, color: bool, file: str, golden: Golden) -> None:
    """Every case in one file per format, each under its name."""
    golden("".join(f"== {name}\n{rendered(name, form, color=color)}" for name in CASES), HERE / file)


@pytest.mark.parametrize("width", [1, 40, 60])
def test_narrow(width: int, golden: Golden) -> None:
    """On a narrow terminal the source is cut and texts are wrapped."""
    shown = ("long-line-right", "labels-on-one-line", "wide-characters", "long-texts", "brackets-side-by-side")
    text = "".join(render(CASES[name][1], CASES[name][0], width=width, filename="game.md") for name in shown)
    golden(text, HERE / f"narrow-{width}.txt")
