"""Compare text: a comparison as sentences, for the terminal, for a page and for the workshop.

This module neither plays nor decides what differs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from msgspec import Struct

from ludotome.report.charts import Dot, versions
from ludotome.report.compare import Comparison, Difference, Verdict
from ludotome.report.page import page
from ludotome.report.rules_diff import DiffLine
from ludotome.report.words import INTERRUPTED, counted, listed, percent

VERDICTS: dict[Verdict, str] = {
    "different": "Different",
    "equivalent": "Equivalent within the margin",
    "undecided": "Cannot tell yet",
}
_SIGNS = {"removed": "-", "added": "+", "kept": " ", "skipped": " "}
_CLASSES = {"removed": "del", "added": "add", "kept": "", "skipped": "skip"}


class Finding(Struct, frozen=True):
    """One measure of both versions in words, with the two values as numbers and as text."""

    verdict: Verdict
    heading: str
    sentence: str
    certainty: str
    is_share: bool
    values: tuple[float, float]
    told: tuple[str, str]


class Findings(Struct, frozen=True):
    """A comparison in words: the conclusion, each measure, and the evidence."""

    verdict: Verdict
    heading: str
    sentence: str
    each: tuple[Finding, ...]
    note: str


def findings(comparison: Comparison) -> Findings:
    """Return *comparison* in words."""
    told = _overall(comparison)
    return Findings(
        comparison.verdict,
        VERDICTS[comparison.verdict],
        told[:1].upper() + told[1:],
        tuple(_finding(one) for one in comparison.differences),
        _note(comparison),
    )


def _finding(one: Difference) -> Finding:
    return Finding(
        one.verdict, VERDICTS[one.verdict], sentence(one), certainty(one), one.is_share,
        (one.before, one.after), _values(one),
    )  # fmt: skip


def sentence(one: Difference) -> str:
    """Return the values of one measure in both versions as a sentence."""
    before, after = _values(one)
    told = f"With {one.level} players, {one.measure}: "
    told += f"{before} before, {after} after" if before != after else f"{before} before and after"
    is_chance = one.verdict == "undecided" and before != after and one.low is not None
    return told + ("; chance alone can explain this." if is_chance else ".")


def certainty(one: Difference) -> str:
    """Return the size of the difference, with its interval and its evidence."""
    pairs = counted(one.pairs, "game")
    if one.low is None or one.high is None:
        return f"{pairs} of each: too few to say."
    points = one.is_share
    low, high, gap = ((100 * part if points else part) for part in (one.low, one.high, one.difference))
    unit = " percentage points" if points else ""
    return f"Difference {_signed(gap)}{unit} ({_signed(low)} to {_signed(high)}), from {pairs} of each."


def compare_text(comparison: Comparison, width: int = 80) -> str:
    """Return *comparison* as lines of at most *width* columns."""
    lines = [f"{VERDICTS[comparison.verdict]}: {_overall(comparison)}", ""]
    for line in comparison.rules:
        lines.append(f"  {_SIGNS[line.kind]} {_numbered(line)}")
    lines += [""] if comparison.rules else []
    for one in comparison.differences:
        lines += textwrap.wrap(f"{VERDICTS[one.verdict]}. {sentence(one)} {certainty(one)}", max(width, 40))
    lines += ["", *textwrap.wrap(_note(comparison), max(width, 40))]
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ") + "\n"


def compare_page(comparison: Comparison) -> str:
    """Return *comparison* as one HTML page."""
    diff = "".join(
        f'<div class="{_CLASSES[line.kind]}">{_SIGNS[line.kind]} {escape(_numbered(line))}</div>'
        for line in comparison.rules
    )
    rules = f'<div class="diff">{diff}</div>' if diff else "<p>The documents and their settings are the same.</p>"
    cards = "".join(_card(one) for one in comparison.differences)
    title = f"{comparison.after} compared with {comparison.before}"
    return page(
        title,
        f'<header class="lead"><h1>{escape(title)}</h1>'
        f"<p><b>{VERDICTS[comparison.verdict]}.</b> {escape(_overall(comparison))}</p></header>{rules}"
        f'<div class="verdicts">{cards}</div><footer class="note"><p>{escape(_note(comparison))}</p></footer>',
    )


def _card(one: Difference) -> str:
    rows = [Dot("before", one.before, one.before, one.before), Dot("after", one.after, one.after, one.after)]
    drawn = versions(rows, *_values(one), is_share=one.is_share)
    return (
        f'<article class="v"><h3>{VERDICTS[one.verdict]}</h3><p>{escape(sentence(one))}</p>{drawn}'
        f'<span class="label">{escape(certainty(one))}</span></article>'
    )


def _overall(comparison: Comparison) -> str:
    if comparison.same_rules:
        return "the rules are the same."
    if not comparison.differences:
        return "no games were played."
    of = {
        verdict: [one for one in comparison.differences if one.verdict == verdict]
        for verdict in ("different", "equivalent", "undecided")
    }
    if comparison.verdict == "different":
        names = _names(of["different"])
        return f"{names} changed."
    if comparison.verdict == "equivalent":
        return f"all measures agree to within {percent(comparison.margin)}."
    return (
        f"{len(of['undecided'])} of {len(comparison.differences)} measures are undecided; more games would settle them."
    )


def _names(differences: Sequence[Difference]) -> str:
    names = list(dict.fromkeys(one.measure for one in differences))
    told = listed(names)
    return told[:1].upper() + told[1:]


def _note(comparison: Comparison) -> str:
    margin = comparison.margin
    points = f"{100 * margin:g} percentage {'point' if margin == 0.01 else 'points'}"
    return (
        f"{counted(comparison.games, 'game')}, {comparison.seconds:.0f} s. Margin: {points} "
        f"for shares, {percent(margin)} of the value before for numbers. The intervals are confidence sequences, "
        f"corrected for {comparison.tests} tests: they hold at every moment of play, so play can end as soon as the "
        "results are clear." + (f" {INTERRUPTED}" if comparison.interrupted else "")
    )


def _values(one: Difference) -> tuple[str, str]:
    """Return both values, with up to two more digits if that is needed to distinguish them."""
    told = "", ""
    for digits in (0, 1, 2) if one.before != one.after else (0,):
        if one.is_share:
            told = percent(one.before, digits), percent(one.after, digits)
        else:
            told = f"{one.before:,.{digits}f}", f"{one.after:,.{digits}f}"
        if told[0] != told[1]:
            break
    return told


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _numbered(line: DiffLine) -> str:
    return line.text if line.number == 0 else f"line {line.number}: {line.text}"
