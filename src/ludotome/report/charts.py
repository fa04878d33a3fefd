"""Charts: the pictures of a report, as SVG written by hand.

Colours are classes of `web/report.css`, so that a picture follows the theme of the page. Each picture has a text label
for what it shows.

Invariants:
    * a picture is 400 units wide; its texts are escaped;
    * every mark whose length or colour has a meaning has its number next to it.

This module does not know what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludotome.report.words import number, percent

WIDTH = 400
_NAMES = 130  # units for the names of rows
_ROW = 34
_BINS = 20
Anchor = Literal["start", "middle", "end"]


class Dot(Struct, frozen=True):
    """A row: a share and the ends of its interval."""

    name: str
    value: float
    low: float
    high: float


def svg(height: float, label: str, parts: Sequence[str]) -> str:
    """Return a picture of this *height*; *label* says what it shows."""
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, style: str = "ink", anchor: Anchor = "start", size: int = 13) -> str:
    """Return a text whose base line is at y."""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{_at(x)}" y="{_at(y)}" font-size="{size}" class="{style}"{where}>{escape(words, quote=False)}</text>'
    )


def _at(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _short(name: str, most: int = 20) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


# ── shares ──


def dots(rows: Sequence[Dot], even: float, title: str) -> str:
    """Return each share as a dot on its interval, with a line at an even share."""
    low, high = min([even, *(row.low for row in rows)]), max([even, *(row.high for row in rows)])
    low, high = max(low - 0.05, 0.0), min(high + 0.05, 1.0)
    left, right = _NAMES - 10, WIDTH - 60

    def x(share: float) -> float:
        return left + (share - low) / (high - low) * (right - left)

    bottom = len(rows) * _ROW + 6
    step = next(step for step in (0.05, 0.1, 0.2, 0.25) if (high - low) / step <= 5)
    ticks = [tick * step for tick in range(int(1 / step) + 1) if low <= tick * step <= high]
    ticks = [tick for tick in ticks if abs(x(tick) - x(even)) > 30]
    parts = [f'<path class="rule" d="{"".join(f"M{_at(x(tick))} 6V{bottom}" for tick in ticks)}"/>']
    parts.append(f'<path class="axis" stroke-dasharray="3 3" d="M{_at(x(even))} 2V{bottom}"/>')
    for place, row in enumerate(rows):
        y = place * _ROW + 24
        parts.append(text(0, y + 4, _short(row.name, 17)))
        parts.append(f'<path class="range" d="M{_at(x(row.low))} {y}H{_at(x(row.high))}"/>')
        parts.append(f'<circle class="bar" cx="{_at(x(row.value))}" cy="{y}" r="5.5"/>')
        beside = max(x(row.high), x(row.value) + 6) + 8
        parts.append(text(beside, y + 4, percent(row.value, 0 if row.high - row.low > 0.02 else 1)))
    parts += [text(x(tick), bottom + 18, percent(tick), "faint", "middle", 12) for tick in ticks]
    parts.append(text(x(even), bottom + 18, "even", "faint", "middle", 12))
    parts.append(text(0, bottom + 38, title, "soft", size=12))
    told = "; ".join(
        f"{row.name} {percent(row.value)}, between {percent(row.low)} and {percent(row.high)}" for row in rows
    )
    return svg(bottom + 46, f"{title}: {told}", parts)


# ── lengths ──


def histogram(values: NDArray[np.float64], unit: str, title: str) -> str:
    """Return a histogram of *values* with about twenty bins; the middle half is darker."""
    low, quarter, middle, three, high = (float(part) for part in np.percentile(values, (0.5, 25, 50, 75, 99.5)))
    low, high = np.floor(low), np.ceil(high)
    width = max(1.0, np.ceil((high - low + 1) / _BINS))
    bins = int((high - low) // width) + 1
    kept = values[(values >= low) & (values <= high)]
    counts = np.bincount(((kept - low) // width).astype(int), minlength=bins)[:bins]
    wide, tallest, ground = WIDTH / bins, max(int(counts.max()), 1), 146
    parts = []
    for place, count in enumerate(counts.tolist()):
        height = 124 * count / tallest
        start = low + place * width
        inner = start + width > quarter and start <= three
        shape = f'x="{_at(place * wide + 1)}" y="{_at(ground - height)}" width="{_at(wide - 2)}" height="{_at(height)}"'
        parts.append(f'<rect class="{"bar" if inner else "pale"}" rx="1.5" {shape}/>')
    at = (middle - low + 0.5) / (bins * width) * WIDTH
    half = (
        f"half of all games: {number(quarter)} to {number(three)}"
        if quarter != three
        else f"most games: {number(middle)}"
    )
    parts.append(f'<path class="axis" d="M0 {ground + 0.5}h{WIDTH}"/>')
    anchor: Anchor = "start" if at < 90 else "end" if at > WIDTH - 90 else "middle"
    parts.append(text(at, 12, half, "soft", anchor, 12))
    if at > 30:
        parts.append(text(0, 164, number(low), "faint", "start", 12))
    parts.append(text(at, 164, number(middle), "ink strong", "middle" if at > 12 else "start", 12))
    if at < WIDTH - 110:
        parts.append(text(WIDTH, 164, f"{number(high)} {unit}", "faint", "end", 12))
    return svg(172, f"{title}: {half} {unit}", parts)


# ── each level against the one below ──


def bars(rows: Sequence[Dot], even: float, title: str) -> str:
    """Return shares as bars that start at an even share, each with its interval."""
    left, right = _NAMES + 20, WIDTH - 10
    low = min(even, *(row.low for row in rows)) if rows else even

    def x(share: float) -> float:
        return left + (share - low) / (1 - low) * (right - left)

    bottom = len(rows) * 36 + 6
    parts = [f'<path class="rule" d="M{_at(x((1 + even) / 2))} 6V{bottom}M{_at(x(1))} 6V{bottom}"/>']
    parts.append(f'<path class="axis" stroke-dasharray="3 3" d="M{_at(x(even))} 6V{bottom}"/>')
    for place, row in enumerate(rows):
        y = place * 36 + 24
        start, end = sorted((x(even), x(row.value)))
        parts.append(text(0, y + 4, _short(row.name, 22)))
        parts.append(
            f'<rect class="bar" x="{_at(start)}" y="{y - 8}" width="{_at(max(end - start, 1))}" height="16" rx="3"/>'
        )
        ends = f"M{_at(x(row.low))} {y}H{_at(x(row.high))}M{_at(x(row.low))} {y - 5}v10M{_at(x(row.high))} {y - 5}v10"
        parts.append(f'<path class="whisker" d="{ends}"/>')
        if end - start > 70:
            parts.append(text(start + 8, y + 4, percent(row.value), "on-bar", "start", 12))
        elif x(row.high) < WIDTH - 50:
            parts.append(text(x(max(row.high, row.value)) + 6, y + 4, percent(row.value), "ink", "start", 12))
        else:  # the interval reaches the edge: put the number above it
            parts.append(text(end + 6, y - 4, percent(row.value), "ink", "start", 12))
    for share, words in ((even, "even"), ((1 + even) / 2, percent((1 + even) / 2)), (1, "100")):
        parts.append(text(x(share), bottom + 18, words, "faint", "end" if share == 1 else "middle", 12))
    told = "; ".join(f"{row.name}: {percent(row.value)}" for row in rows)
    return svg(bottom + 26, f"{title}: {told}", parts)


# ── a number by decision ──


class Curve(Struct, frozen=True):
    """A point of a curve: the number of the decision, the mean, and the range of 80 % of the games."""

    at: float
    value: float
    low: float
    high: float


def curve(points: Sequence[Curve], last: int, title: str) -> str:
    """Return the points as a line with a band."""
    top = max([1.0, *(point.high for point in points)])
    left, ground = 30, 146
    first = points[0].at
    reach = max(points[-1].at - first, 1)

    def at(point: Curve, value: float) -> str:
        return f"{_at(left + (point.at - first) / reach * (WIDTH - left))},{_at(ground - value / top * 122)}"

    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10**9) if top / step <= 4)
    parts = []
    for tick in range(step, int(top) + 1, step):
        y = ground - tick / top * 122
        parts.append(f'<path class="rule" d="M{left} {_at(y)}H{WIDTH}"/>')
        parts.append(text(left - 6, y + 4, f"{tick:,}", "faint", "end", 12))
    band = " ".join([*(at(point, point.high) for point in points), *(at(p, p.low) for p in reversed(points))])
    parts.append(f'<path class="axis" d="M{left} {ground + 0.5}H{WIDTH}"/><polygon class="band" points="{band}"/>')
    parts.append(f'<polyline class="line" points="{" ".join(at(point, point.value) for point in points)}"/>')
    parts.append(text(left, 164, "first decision", "faint", "start", 12))
    parts.append(text(WIDTH, 164, f"decision {last:,}", "faint", "end", 12))
    most = max(points, key=lambda point: point.value)
    parts.append(text(WIDTH, 12, f"mean, up to {number(most.value)}", "soft", "end", 12))
    told = f"{number(points[0].value)} at first, at most {number(most.value)}, {number(points[-1].value)} at the end"
    return svg(172, f"{title}: {told}", parts)


# ── the course of games ──


def chances_picture(courses: Sequence[Sequence[float]], name: str, most: int = 12) -> str:
    """Return the chance of the first seat in the course of some games, the first of them as a thicker line."""
    top, bottom = 22, 142
    parts = [f'<path class="axis" stroke-dasharray="3 3" d="M0 {(top + bottom) / 2}H{WIDTH}"/>']
    shown = [course for course in courses if len(course) > 1][:most]
    for place, course in reversed(list(enumerate(shown))):
        step = max(1, len(course) // 40)
        kept = [*range(0, len(course) - 1, step), len(course) - 1]
        points = " ".join(
            f"{_at(WIDTH * at / (len(course) - 1))},{_at(bottom - course[at] * (bottom - top))}" for at in kept
        )
        parts.append(f'<polyline class="{"thin" if place else "line"}" points="{points}"/>')
    parts.append(text(0, 14, f"{_short(name)} ahead", "soft", "start", 12))
    parts.append(text(0, bottom + 18, "behind", "soft", "start", 12))
    parts.append(text(WIDTH, bottom + 18, f"{len(shown)} games, from start to end", "faint", "end", 12))
    return svg(bottom + 26, f"The chance of {name} in the course of {len(shown)} games", parts)


# ── two versions ──


def versions(rows: Sequence[Dot], before: str, after: str, *, is_share: bool) -> str:
    """Return two values as bars from 0, the first one paler."""
    top = 1.0 if is_share else max([1e-9, *(abs(row.value) for row in rows)])
    parts = []
    for place, (row, words) in enumerate(zip(rows, (before, after), strict=True)):
        y = place * 26 + 14
        width = max(240 * abs(row.value) / top, 1)
        parts.append(text(0, y + 4, row.name, "soft", "start", 13))
        parts.append(
            f'<rect class="{"bar" if place else "pale"}" x="64" y="{y - 7}" width="{_at(width)}" height="14" rx="3"/>'
        )
        parts.append(text(64 + width + 8, y + 4, words, "ink", "start", 13))
    return svg(54, f"before {before}, after {after}", parts)
