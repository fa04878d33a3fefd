"""Seen: the message about a table for one seat or for a spectator.

Invariant: everything that depends on the position comes from `State.view` of that seat, so two positions that the seat
cannot distinguish give the same message. Names, clocks, requests and phrases are public.

This module does not know sockets.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ludotome.tables.events import Decided
from ludotome.tables.table import PHRASES, WATCHER, Table


class Moves:
    """The moves of a table as text for each viewer, computed once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: dict[int | None, list[tuple[Decided, str]]] = {}

    def told(self, viewer: int | None, view: Any = None) -> list[str]:
        """Return the text of every decision as *viewer* (None: without a seat) may know it.

        *view* is what the viewer sees now, if it is already computed.
        """
        kept, decisions = self._told.setdefault(viewer, []), self._table.decisions
        same = 0
        while same < min(len(kept), len(decisions)) and kept[same][0] is decisions[same]:
            same += 1
        del kept[same:]
        if same == len(decisions) - 1 and view is not None:
            kept.append((decisions[-1], "" if view.last is None else view.last.text))
        elif same < len(decisions):
            kept += zip(decisions[same:], self._table.state.told(viewer, same), strict=True)
        return [text for _, text in kept]


def seen(table: Table, moves: Moves, seat: int, now: float, here: frozenset[int], *, since: int = 0) -> dict[str, Any]:
    """Return the message for a seat, or for `WATCHER`; *here* are the seats that are connected.

    Moves before *since* are left out.
    """
    viewer = None if seat == WATCHER else seat
    names = table.game.game_def.metadata.seats
    asked = table.asked
    view = table.state.view(viewer)
    told = moves.told(viewer, view)
    return {
        "ply": len(table.decisions),
        "you": viewer,
        "view": view,
        "current": table.current,
        "isOver": table.is_over,
        "outOfTime": table.out_of_time,
        "seats": [
            {
                "seat": place,
                "side": names[place],
                "name": one.name,
                "agent": one.agent,
                "isFree": one.is_free,
                "isHere": place in here or bool(one.agent),
                "secondsLeft": table.time_left(place, now),
            }
            for place, one in enumerate(table.seats)
        ],
        "since": min(since, len(told)),
        "moves": [
            {"by": one.by, "text": text} for one, text in zip(table.decisions[since:], told[since:], strict=True)
        ],
        "asked": None
        if asked is None
        else {
            "by": asked.by,
            "ply": asked.ply,
            "agreed": sorted(asked.agreed),
            "redraws": table.has_chance_since(asked.ply),
        },
        "said": [{"by": one.by, "text": PHRASES[one.phrase], "at": one.at} for one in table.said[-20:]],
        "hints": table.opened.hints,
        "next": table.followed,
    }


def replayed(table: Table, viewer: int | None, first: int, most: int) -> list[Any]:
    """Return what *viewer* (None: without a seat) saw from before decision *first* on, at most *most* views.

    Only for finished games: it shows what any seat saw.
    """
    state, decisions, views = table.begun(), table.decisions, []
    for ply in range(len(decisions) + 1):
        if ply >= first:
            views.append(replace(state.view(viewer), legal=()))
        if len(views) == most or ply == len(decisions):
            break
        state.apply_action(decisions[ply].decision)
    return views
