"""Trade-off: how close settings come to each aim, and how aims conflict, as SVG and as text.

The range of an aim is shaded. In the picture of two aims each setting is a cross of its two intervals; both aims are
met where the shaded bands overlap.

Invariants: those of `charts`.

This module does not know how settings were found.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ludotome.report.charts import WIDTH, svg, text

_ROW, _NAMES = 30, 28
_PLOT = 250  # the height of the picture of two aims
_MOST_TICKS = 5


class Scale(Struct, frozen=True):
    """The values that a picture shows, from *low* to *high*, and the range of the aim within them."""

    title: str
    low: float
    high: float
    wanted: tuple[float, float]
    is_signed: bool

    def share(self, value: float) -> float:
        """Return the position of *value* from 0 to 1; values outside are at the edge."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)

    def ticks(self) -> list[float]:
        """Return a few round values on the scale."""
        steps = (part * 10.0**power for power in range(-2, 10) for part in (1, 2, 5))
        step = next(step for step in steps if (self.high - self.low) / step <= _MOST_TICKS)
        first = -(-self.low // step)
        count = int((self.high - first * step) / step) + 1
        return [(first + place) * step for place in range(count)]

    def told(self, value: float) -> str:
        """Return *value* as written beside the scale."""
        digits = 0 if self.high - self.low > _MOST_TICKS else 1 if self.high - self.low > 0.5 else 2
        shown = f"{value:+,.{digits}f}" if self.is_signed and value else f"{value:,.{digits}f}"
        return shown.replace("-", "\N{MINUS SIGN}")


class Mark(Struct, frozen=True):
    """A setting on a scale: its number in the list, its value, and the ends of its interval."""

    number: int
    value: float
    low: float
    high: float


def scale_of(title: str, marks: Sequence[Mark], low: float | None, high: float | None, *, is_signed: bool) -> Scale:
    """Return the scale for *marks* and a range from *low* to *high*, with some space around; None means no bound."""
    ends = [*(end for mark in marks for end in (mark.low, mark.high)), *(end for end in (low, high) if end is not None)]
    least, most = min(ends), max(ends)
    around = max((most - least) * 0.08, 1e-6)
    least, most = least - around, most + around
    return Scale(title, least, most, (least if low is None else low, most if high is None else high), is_signed)


def strip(scale: Scale, mark: Mark, columns: int) -> str:
    """Return a mark as a line of *columns* columns: `░` is the range of the aim, `─` the interval, `●` the mean.

    >>> strip(Scale("x", 0, 10, (4, 6), False), Mark(1, 5, 3, 8), 11)
    '···──●───··'
    """

    def column(value: float) -> int:
        return min(int(scale.share(value) * columns), columns - 1)

    signs = ["·"] * columns
    for place in range(column(scale.wanted[0]), column(scale.wanted[1]) + 1):
        signs[place] = "░"
    for place in range(column(mark.low), column(mark.high) + 1):
        signs[place] = "─"
    signs[column(mark.value)] = "●"
    return "".join(signs)


def rows(scale: Scale, marks: Sequence[Mark]) -> str:
    """Return each mark as a dot on its interval, over the range of the aim."""
    left, right = _NAMES, WIDTH - 10

    def x(value: float) -> float:
        return left + scale.share(value) * (right - left)

    bottom = len(marks) * _ROW + 8
    start, end = (x(value) for value in scale.wanted)
    parts = [f'<rect class="band" x="{start:.1f}" y="2" width="{end - start:.1f}" height="{bottom - 2}"/>']
    parts += [f'<path class="rule" d="M{x(tick):.1f} 2V{bottom}"/>' for tick in scale.ticks()]
    for place, mark in enumerate(marks):
        y = place * _ROW + 20
        parts.append(text(0, y + 4, str(mark.number), "ink strong"))
        parts.append(f'<path class="range" d="M{x(mark.low):.1f} {y}H{x(mark.high):.1f}"/>')
        parts.append(f'<circle class="bar" cx="{x(mark.value):.1f}" cy="{y}" r="5.5"/>')
    parts += [text(x(tick), bottom + 18, scale.told(tick), "faint", "middle", 12) for tick in scale.ticks()]
    told = "; ".join(f"setting {mark.number}: {scale.told(mark.value)}" for mark in marks)
    return svg(bottom + 26, f"{scale.title}: {told}", parts)


def plane(across: Scale, up: Scale, marks: Sequence[tuple[Mark, Mark]]) -> str:
    """Return settings in the plane of two measures, each a cross of its intervals with its number."""
    left, right, top, ground = 44, WIDTH - 10, 24, _PLOT

    def x(value: float) -> float:
        return left + across.share(value) * (right - left)

    def y(value: float) -> float:
        return ground - up.share(value) * (ground - top)

    (start, end), (foot, head) = (tuple(map(x, across.wanted)), tuple(map(y, up.wanted)))
    parts = [
        f'<rect class="band" x="{start:.1f}" y="{top}" width="{end - start:.1f}" height="{ground - top}"/>',
        f'<rect class="band" x="{left}" y="{head:.1f}" width="{right - left}" height="{foot - head:.1f}"/>',
        f'<rect class="pale" x="{start:.1f}" y="{head:.1f}" width="{end - start:.1f}" height="{foot - head:.1f}"/>',
        f'<path class="axis" d="M{left} {top}V{ground}H{right}"/>',
    ]
    for one, other in marks:
        flat = f"M{x(one.low):.1f} {y(other.value):.1f}H{x(one.high):.1f}"
        upright = f"M{x(one.value):.1f} {y(other.low):.1f}V{y(other.high):.1f}"
        parts.append(f'<path class="whisker" d="{flat}{upright}"/>')
    for one, other in reversed(marks):  # so that the best is on top
        at = f'cx="{x(one.value):.1f}" cy="{y(other.value):.1f}"'
        parts.append(f'<circle class="bar" {at} r="9"/>')
        parts.append(text(x(one.value), y(other.value) + 4, str(one.number), "on-bar", "middle", 12))
    parts += [text(x(tick), ground + 18, across.told(tick), "faint", "middle", 12) for tick in across.ticks()]
    parts += [text(left - 6, y(tick) + 4, up.told(tick), "faint", "end", 12) for tick in up.ticks()]
    parts.append(text(0, 12, up.title, "soft", "start", 12))
    parts.append(text(right, ground + 36, across.title, "soft", "end", 12))
    told = "; ".join(f"setting {a.number}: {across.told(a.value)}, {up.told(b.value)}" for a, b in marks)
    return svg(ground + 42, f"{across.title} and {up.title}: {told}", parts)
