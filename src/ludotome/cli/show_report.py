"""Show report: a simulation's report as text for people, the same for the same report but for the time it took."""

from __future__ import annotations

from ludotome.simulate import Report, SideReport, Spread

_BAR = 20


def show_report(report: Report, width: int) -> str:
    """Return *report* as lines of at most *width* columns, where words allow."""
    played = f"{report.games:,} games, {report.players} players, seed {report.seed}"
    lines = [f"{report.game}: {played}, {', '.join(report.agents)}"]
    if report.games < report.asked:
        lines.append(f"interrupted: {report.asked:,} games were asked for")
    lines += ["", "seat" + " " * 10 + "score   95 % interval    wins  draws  losses"]
    lines += [_side(seat, width) for seat in report.seats]
    if report.by_agent:
        lines += ["", "agent"] + [_side(agent, width) for agent in report.by_agent]
    lines += ["", "ended      " + ", ".join(f"{name} {count:,}" for name, count in report.outcomes.items())]
    lines += [_spread("length", report.length, "decisions"), _spread("choices", report.branching, "to choose from")]
    if len(report.actions) > 1:
        lines += ["actions    " + ", ".join(f"{use.action} {use.share:.1%}" for use in report.actions)]
    if report.lead_changes is not None:
        lines.append(f"lead       changed {report.lead_changes:.1f} times a game")
    if report.watched < report.games:
        lines.append(f"           (choices and actions from {report.watched} games)")
    lines += ["", *(f"look at    {flag.name}: {flag.message}" for flag in report.flags)] if report.flags else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _side(side: SideReport, width: int) -> str:
    score = side.score
    bar = "█" * round(score.value * _BAR) if width >= 80 else ""
    return (
        f"{side.name[:13]:<13} {score.value:>6.1%}  {score.low:>6.1%} – {score.high:<6.1%} "
        f"{side.wins:>7,} {side.draws:>6,} {side.losses:>7,}  {bar}"
    )


def _spread(name: str, spread: Spread, what: str) -> str:
    return (
        f"{name:<10} {spread.mean:.1f} {what} on average; half of the games {spread.p25:.4g} to {spread.p75:.4g}, "
        f"from {spread.low:.4g} to {spread.high:.4g}"
    )
