"""Page: reports as one self-contained HTML file: no scripts, no fonts, no requests.

Invariants:
    * text of a document is shown as text, never as HTML;
    * the page states the number of games and of tests behind it, and the methods used.

This module does not know what the answers are about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from ludotome.report.answer import CERTAINTY_WORDS, Answer
from ludotome.report.game_report import GameReport, more_time, tests_told
from ludotome.report.words import INTERRUPTED, counted, listed

_ICONS = {
    True: ("fine", '<path d="M4 10.5l4 4 8-9"/>'),
    False: ("wrong", '<path d="M10 4v7M10 15v.5"/>'),
    None: ("care", '<circle cx="10" cy="10" r="7"/><path d="M10 6v4l2.5 2"/>'),
}
_DOTS = {"sure": 3, "likely": 2, "open": 0}


def report_page(reports: Sequence[GameReport]) -> str:
    """Return the page of one report, or of several, one below the other."""
    names = listed([report.game for report in reports])
    body = "".join(_report(report, f"g{place}-" if len(reports) > 1 else "") for place, report in enumerate(reports))
    links = "".join(f'<a href="#g{place}">{escape(report.game)}</a>' for place, report in enumerate(reports))
    contents = f'<nav class="toc games" aria-label="Games">{links}</nav>' if len(reports) > 1 else ""
    return page(f"Report on {names}", contents + body)


def page(title: str, body: str) -> str:
    """Return a whole page with the style of reports; *body* is HTML."""
    css = files("ludotome.web").joinpath("report.css").read_text(encoding="utf-8")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · Ludotome</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{css}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    )


def _report(report: GameReport, prefix: str) -> str:
    answers = [answer for answer in report.answers if answer.sentence]
    links = "".join(
        f'<a href="#{prefix}{answer.id}">{_icon(answer.good)}{escape(answer.short)}</a>' for answer in answers
    )
    cut = f"<p>{INTERRUPTED}</p>" if report.interrupted else ""
    head = (
        f'<header class="lead" id="{prefix.removesuffix("-")}">'
        f"<h1>What {counted(report.games, 'game')} of {escape(report.game)} say</h1>"
        f"<p>{escape(summary(report))}</p>{cut}</header>"
    )
    nav = f'<nav class="toc" aria-label="Questions">{links}</nav>'
    return head + nav + "".join(_question(answer, prefix) for answer in answers) + _note(report)


def summary(report: GameReport) -> str:
    """Return a sentence about the findings, and another about the open questions."""
    found = listed([answer.gist for answer in report.answers if answer.gist and answer.certainty != "open"])
    open_ones = [answer.question for answer in report.answers if answer.certainty == "open"]
    told = f"{found[:1].upper()}{found[1:]}." if found else ""
    if open_ones:
        told += f" Too early to answer: {' '.join(open_ones)}"
    return told.strip()


def _icon(good: bool | None) -> str:
    style, path = _ICONS[good]
    return f'<svg viewBox="0 0 20 20" aria-hidden="true" class="{style}">{path}</svg>'


def _question(answer: Answer, prefix: str) -> str:
    on = _DOTS[answer.certainty]
    meter = "".join('<i class="on"></i>' if place < on else "<i></i>" for place in range(3))
    sure = f"<b>{CERTAINTY_WORDS[answer.certainty]}</b> {_prose(answer.detail)}"
    asides = "".join(f"<p>{_prose(aside)}</p>" for aside in answer.asides)
    more = f'<div class="aside">{asides}</div>' if asides else ""
    figure = f"<figure>{answer.picture}</figure>" if answer.picture else ""
    return (
        f'<section class="q" id="{prefix}{answer.id}"><div>'
        f"<h2><span>{escape(answer.question)}</span>{escape(answer.sentence)}</h2>"
        f'<p class="cert"><span class="meter" aria-hidden="true">{meter}</span>{sure}</p>{more}</div>{figure}</section>'
    )


def _prose(text: str) -> str:
    """Return *text* as HTML, with text in backticks as code."""
    return re.sub(r"`([^`<]+)`", r"<code>\1</code>", escape(text))


def _note(report: GameReport) -> str:
    levels = listed([f"{name} {count:,}" for name, count in report.simulations.items() if name != "best"])
    things = counted(report.suspects, "option")
    text = (
        f"Players decide by a search; simulations per decision: {levels}. {tests_told(report)} "
        + (
            f"{things} were tested for being avoided or preferred, with the correction of Benjamini and Hochberg. "
            if report.suspects
            else ""
        )
        + f"{counted(report.players, 'player')}, seed {report.seed}, rules {report.rules_hash}, {report.seconds:.0f} s "
        "of play. The page “Reports” of Ludotome’s documentation (docs/report.md) defines each measure."
    )
    text += f" {more_time(report)}"
    return f'<footer class="note"><p>{escape(text.strip())}</p></footer>'
