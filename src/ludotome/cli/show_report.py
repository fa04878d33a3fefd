"""Show report: a simulation's report as text; equal reports give equal text except for the time.

Invariant: no line is wider than the terminal if that has at least 40 columns, unless a single word is.
"""

from __future__ import annotations

import textwrap

from ludotome.simulate import NO_BREAK, Report, SideReport, counted, percent

_BAR = 20
_UNSEEN = "–"  # shown where no game gives a value
_NAMES = 11  # the width of the column with the labels
_WIDE, _VERY_WIDE = 67, 88  # the terminal widths from which the table of seats shows numbers of games, and bars
# field of a distribution, its title, whether a narrow terminal shows it
_SPREAD = (
    ("mean", "mean", True),
    ("low", "least", True),
    ("p05", "5 %", False),
    ("p25", "25 %", False),
    ("median", "50 %", True),
    ("p75", "75 %", False),
    ("p95", "95 %", False),
    ("high", "most", True),
)


def show_report(report: Report, width: int) -> str:
    """Return *report* as lines of at most *width* columns, where words allow; without games, one line that says so."""
    if not report.games:
        return _wrapped(f"{report.game}: none of {counted(report.asked, 'game')} was finished", width) + "\n"
    played = f"{counted(report.games, 'game')}, {counted(report.players, 'player')}, seed {report.seed}"
    lines = [f"{report.game}: {played}, {', '.join(report.agents)}"]
    if report.games < report.asked:
        lines.append(f"interrupted: {counted(report.asked, 'game')} were requested")
    lines += ["", *_sides("seat", report.seats, width), *_even_score(report)]
    if report.by_agent:
        lines += ["", *_sides("agent", report.by_agent, width)]
    lines += ["", _labelled("ended", ", ".join(f"{name} {count:,}" for name, count in report.outcomes.items()))]
    lines += _spreads(report, width)
    if len(report.actions) > 1:
        lines.append(_labelled("actions", ", ".join(f"{use.action} {_percent(use.share)}" for use in report.actions)))
    if report.lead_changes is not None:
        lines.append(_labelled("lead", f"changed {report.lead_changes:.1f} times a game"))
    if report.watched < report.games:
        lines.append(_labelled("", f"(choices and actions from {counted(report.watched, 'game')})"))
    lines += (
        ["", *(_labelled("look at", f"{flag.name}: {flag.message}") for flag in report.flags)] if report.flags else []
    )
    return "\n".join(_wrapped(line, width) for line in lines).replace(NO_BREAK, " ") + "\n"


def _sides(what: str, sides: tuple[SideReport, ...], width: int) -> list[str]:
    """Return the table of seats or agents; columns that a narrow terminal leaves out are in the JSON."""
    head = f"{what:<13} {'score':>7}  {'95 % interval':<17}"
    head += f" {'wins':>7} {'draws':>7} {'losses':>7}" if width >= _WIDE else ""
    return [head, *(_side(side, width) for side in sides)]


def _even_score(report: Report) -> list[str]:
    """Return a line with the score that equally good seats would have, if it is not 1 divided by their number."""
    seats, scores = len(report.seats), [side.score.value for side in report.seats if side.score is not None]
    if not scores:
        return []
    even, usual = sum(scores) / seats, 1 / seats
    return [] if seats == 1 or _percent(even) == _percent(usual) else [f"{'even score':<13} {_percent(even):>7}"]


def _side(side: SideReport, width: int) -> str:
    score, name = side.score, f"{side.name[:13]:<13}"
    if score is None:
        return f"{name} {_UNSEEN:>7}  {_UNSEEN:>7}"
    line = f"{name} {_percent(score.value):>7}  {_percent(score.low):>7} – {_percent(score.high):<7}"
    counts = f" {side.wins:>7,} {side.draws:>7,} {side.losses:>7,}" if width >= _WIDE else ""
    bar = "  " + "█" * round(score.value * _BAR) if width >= _VERY_WIDE else ""
    return line + counts + bar


def _spreads(report: Report, width: int) -> list[str]:
    """Return the table of the number of decisions in a game, and of legal choices per decision."""
    columns = [(field, title) for field, title, is_always in _SPREAD if is_always or width >= _WIDE + 5]
    rows = {"decisions": report.length, "choices": report.branching}
    return [
        _labelled("", "".join(f"{title:>7}" for _, title in columns)),
        *(
            _labelled(name, "".join(f"{_number(getattr(spread, field, None)):>7}" for field, _ in columns))
            for name, spread in rows.items()
        ),
    ]


def _percent(share: float | None) -> str:
    return _UNSEEN if share is None else percent(share, 1)


def _number(value: float | None) -> str:
    if value is None:
        return _UNSEEN
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.1f}"


def _labelled(name: str, text: str) -> str:
    return f"{name:<{_NAMES}}{text}"


def _wrapped(line: str, width: int) -> str:
    if len(line) <= width:
        return line.rstrip()
    kept = {"break_long_words": False, "break_on_hyphens": False}
    head, rest = line[:_NAMES], line[_NAMES:]
    if not head.endswith(" "):
        return "\n".join(textwrap.wrap(line, width, subsequent_indent="  ", **kept))  # type: ignore[arg-type]
    parts = textwrap.wrap(rest, max(width - _NAMES, 20), **kept)  # type: ignore[arg-type]
    return "\n".join([(head + parts[0]).rstrip(), *(" " * _NAMES + part for part in parts[1:])])
