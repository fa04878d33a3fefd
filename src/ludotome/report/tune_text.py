"""Tune text: the settings that `tune` found, for the terminal and for a page.

This module neither plays nor chooses settings.
"""

from __future__ import annotations

import textwrap
from html import escape
from itertools import combinations

from ludotome.report.candidates import Settings
from ludotome.report.goals import Aim
from ludotome.report.measuring import Figure, Tuned
from ludotome.report.page import page
from ludotome.report.trade_off import Mark, Scale, plane, rows, scale_of, strip
from ludotome.report.tune import Tuning
from ludotome.report.words import INTERRUPTED, NO_BREAK, counted, number

_VERDICTS = {"met": "met", "missed": "missed", "open": "cannot tell yet"}
_TITLES = {
    "lead": "lead of a seat, in percentage points", "draws": "draws, in per cent of games",
    "skill": "points against the level below, in per cent", "decisions": "decisions in a game",
    "options": "options at a decision",
}  # fmt: skip
_MOST_PLANES = 3
_STRIP = 22  # columns


def tune_text(tuning: Tuning, width: int = 80) -> str:
    """Return *tuning* as lines of at most *width* columns."""
    width = max(width, 60)
    lines = [*textwrap.wrap(f"{_title(tuning)}. {_headline(tuning)}", width), ""]
    names = [settings_text(one.settings) for one in tuning.finalists]
    for place, aim in enumerate(tuning.aims):
        if tuning.best is None:
            break
        scale, marks = _scale(tuning, place)
        lines.append(f"{aim.text}: {scale.title}")
        for mark in marks:
            one = tuning.finalists[mark.number - 1].figures[place]
            value = f"{_value(one)}, {_interval(one)}".replace(NO_BREAK, " ")
            lines.append(
                f"  {mark.number}  {strip(scale, mark, _STRIP)}  {value:<32} {_VERDICTS[one.verdict]}".rstrip()
            )
        lines.append("")
    for place, name in enumerate(names, 1):
        lines.append(f"  {place}  {name}")
    lines += ["", *textwrap.wrap(_note(tuning), width)]
    return "\n".join(lines).replace(NO_BREAK, " ") + "\n"


def tune_page(tuning: Tuning) -> str:
    """Return *tuning* as one HTML page."""
    title = _title(tuning)
    head = f'<header class="lead"><h1>{escape(title)}</h1><p>{escape(_headline(tuning))}</p></header>'
    body = _table(tuning) + (_pictures(tuning) if tuning.best is not None else "")
    return page(title, f'{head}{body}<footer class="note"><p>{escape(_note(tuning))}</p></footer>')


def settings_text(settings: Settings) -> str:
    """Return settings as options of the command line: `rows=8 cols=5`."""
    return " ".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in settings.items()
    )


def _title(tuning: Tuning) -> str:
    return f"{tuning.game}: settings for “{tuning.goal}”"


def _headline(tuning: Tuning) -> str:
    best = tuning.best
    of = counted(tuning.settings - len(tuning.skipped), "setting")
    if best is None:
        return (
            f"No results yet: play ended before any of the {of} played fresh games. "
            + ("The settings below were ahead in the search." if tuning.finalists else "")
        ).strip()
    told = "; ".join(f"{figure.aim}: {_value(figure)} ({_VERDICTS[figure.verdict]})" for figure in best.figures)
    return f"Best of {of}: {settings_text(best.settings)}. {told}."


def _note(tuning: Tuning) -> str:
    played = f"{counted(tuning.games, 'game')} with {tuning.level} players, {counted(tuning.rounds, 'round')}"
    parts = [f"{played}, {tuning.seconds:.0f} s, seed {tuning.seed}."]
    if tuning.best is not None:
        parts.append(
            f"All results are from fresh games ({_games(tuning)} per setting), not from those that chose the settings. "
            "With 95 % confidence all intervals hold simultaneously."
        )
    if tuning.skipped:
        first, count = tuning.skipped[0], counted(len(tuning.skipped), "setting")
        parts.append(f"{count} cannot be played, such as {settings_text(first.settings)}: {first.reason}.")
    if tuning.interrupted:
        parts.append(INTERRUPTED)
    return " ".join(parts)


def _games(tuning: Tuning) -> str:
    counts = sorted({one.games for one in tuning.finalists if one.figures})
    return f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"


def _value(figure: Figure) -> str:
    if figure.measure == "lead":
        return f"{figure.seat} {_points(figure.value)}{NO_BREAK}points"
    return f"{100 * figure.value:.1f}{NO_BREAK}%" if figure.measure in ("draws", "skill") else number(figure.value)


def _interval(figure: Figure) -> str:
    if figure.measure == "lead":
        return f"{_points(figure.low)} to {_points(figure.high)}"
    if figure.measure in ("draws", "skill"):
        return f"{100 * figure.low:.1f} to {100 * figure.high:.1f}{NO_BREAK}%"
    low, high = number(figure.low), number(figure.high)
    return f"{low} to {high}" if low != high else f"{figure.low:,.1f} to {figure.high:,.1f}"


def _points(lead: float) -> str:
    return f"{100 * lead:+.1f}".replace("-", "\N{MINUS SIGN}")


def _scale(tuning: Tuning, place: int) -> tuple[Scale, list[Mark]]:
    """Return the scale of an aim, and each setting on it; shares are percentages."""
    aim: Aim = tuning.aims[place]
    times = 100.0 if aim.is_share else 1.0
    marks = [
        Mark(at, *(times * part for part in (figure.value, figure.low, figure.high)))
        for at, one in enumerate(tuning.finalists, 1)
        if one.figures
        for figure in (one.figures[place],)
    ]
    low, high = (None if end is None else times * end for end in (aim.low, aim.high))
    return scale_of(_TITLES[aim.measure], marks, low, high, is_signed=aim.measure == "lead"), marks


def _table(tuning: Tuning) -> str:
    heads = "".join(f'<th scope="col">{escape(aim.text)}</th>' for aim in tuning.aims)
    body = "".join(
        f'<tr><th scope="row">{place}</th><td><code>{escape(settings_text(one.settings))}</code></td>'
        f"{_cells(one, len(tuning.aims))}</tr>"
        for place, one in enumerate(tuning.finalists, 1)
    )
    return f'<table><thead><tr><th></th><th scope="col">setting</th>{heads}</tr></thead><tbody>{body}</tbody></table>'


def _cells(one: Tuned, aims: int) -> str:
    if not one.figures:
        return f'<td colspan="{aims}">not replayed</td>'
    return "".join(
        f"<td><b>{escape(_value(figure))}</b><br>{escape(_interval(figure))}<br>"
        f'<span class="{figure.verdict}">{_VERDICTS[figure.verdict]}</span></td>'
        for figure in one.figures
    )


def _pictures(tuning: Tuning) -> str:
    scales = [_scale(tuning, place) for place in range(len(tuning.aims))]
    drawn: list[tuple[str, str]] = []
    paired: set[int] = set()
    for one, other in list(combinations(range(len(scales)), 2))[:_MOST_PLANES]:
        (across, first), (up, second) = scales[one], scales[other]
        title = f"{tuning.aims[one].text} and {tuning.aims[other].text}"
        drawn.append((title, plane(across, up, list(zip(first, second, strict=True)))))
        paired |= {one, other}
    for place, (aim, (scale, marks)) in enumerate(zip(tuning.aims, scales, strict=True)):
        if place in paired:
            continue
        drawn.append((f"{aim.text}: {scale.title}", rows(scale, marks)))
    figures = (
        f'<figure><figcaption class="label">{escape(title)}</figcaption>{picture}</figure>' for title, picture in drawn
    )
    return f'<div class="planes">{"".join(figures)}</div>'
