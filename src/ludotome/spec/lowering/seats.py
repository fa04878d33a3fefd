"""seats: the names of players, where only a seat can stand."""

from __future__ import annotations

from ludotome.diagnostics import near_names, nearest, some_names
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.declared_at import label
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.shapes.check import shown


def find_seat(ctx: Context, seat: YamlValue, origin: Origin) -> int | None:
    """Return the number of a seat that was written as its name or number; an unknown one is reported."""
    if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(ctx.things.seats):
        return seat
    if isinstance(seat, str) and seat in ctx.things.seats:
        return ctx.things.seats[seat]
    if isinstance(seat, str):
        unknown_seat(ctx, seat, origin)
    else:
        known = tuple(ctx.things.seats)
        suggestion = (
            f"write one of {some_names([f'`{one}`' for one in known])}" if known else "write the name of a seat"
        )
        ctx.fault("LT238", origin, f"expected a seat, found {shown(seat)}", suggestion, alternatives=known[:5])
    return None


def unknown_seat(ctx: Context, seat: str, origin: Origin, others: tuple[str, ...] = ()) -> None:
    """Report a name that no seat has; *others* are words that are allowed there too.

    If seats are missing in `metadata`, which `gamedef` reports there, the name is most likely one of theirs.
    """
    if len(ctx.things.seats) < ctx.things.seat_count:
        return
    known = (*ctx.things.seats, *others)
    near = nearest(seat, known)
    ctx.fault(
        "LT238",
        origin,
        f"no seat is called `{seat}`",
        f"write `{near[0]}`"
        if near
        else f"write one of {', '.join(f'`{one}`' for one in known)}, or name it in `seats` of `metadata`",
        alternatives=near_names(seat, known),
        labels=() if near else label(ctx, "metadata.seats", "seats are named in `metadata`"),
        replacement=near[0] if len(near) == 1 else None,
    )
