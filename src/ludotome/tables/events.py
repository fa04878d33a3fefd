"""Events: everything that can happen at a table, as it is saved.

Invariants:
    * an event says what happened, not what follows from it; `table` recomputes that;
    * a seat's secret is never in an event, only its digest;
    * new kinds of events may be added, but the fields of a kind keep their names and meanings, so that old tables can
      be read.

This module does not know what is allowed.
"""

from __future__ import annotations

from typing import Any

import msgspec


class _Event(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, tag_field="kind"):
    at: float
    """The time, in seconds since 1970."""


class Opened(_Event, frozen=True, tag="opened"):
    """The table was opened: the document of the game, the files that it reads, and the settings of the table."""

    document: str
    files: dict[str, str] = {}
    settings: dict[str, Any] = {}
    players: int = 2
    seed: int = 1
    hints: bool = False
    seconds: float | None = None  # per seat for the whole game; None: no clocks
    sandboxed: bool = False  # the document is a stranger's


class Sat(_Event, frozen=True, tag="sat"):
    """Somebody took a seat; `key` is the digest of the seat's secret."""

    seat: int
    name: str
    key: str


class AgentSat(_Event, frozen=True, tag="agentSat"):
    """An agent took a free seat."""

    seat: int
    agent: str


class Left(_Event, frozen=True, tag="left"):
    """A seat is free again; the game waits until somebody takes it."""

    seat: int


class Decided(_Event, frozen=True, tag="decided"):
    """The decision of a seat, or of chance (−1), at a ply."""

    ply: int
    by: int
    decision: dict[str, Any]


class BackAsked(_Event, frozen=True, tag="backAsked"):
    """A seat asks to take the game back to a ply."""

    by: int
    ply: int


class BackAnswered(_Event, frozen=True, tag="backAnswered"):
    """A seat agrees to the request, or not."""

    by: int
    agreed: bool


class Said(_Event, frozen=True, tag="said"):
    """A seat said one of the preset phrases."""

    by: int
    phrase: int


class Noted(_Event, frozen=True, tag="noted"):
    """Somebody wrote a note for the designer at a ply; the seat of a spectator is −1."""

    by: int
    ply: int
    text: str


class RanOut(_Event, frozen=True, tag="ranOut"):
    """The time of a seat ran out."""

    seat: int


class Followed(_Event, frozen=True, tag="followed"):
    """The same people play again at another table."""

    table: str


Event = Opened | Sat | AgentSat | Left | Decided | BackAsked | BackAnswered | Said | Noted | RanOut | Followed

_DECODER = msgspec.json.Decoder(Event)


def written(event: Event) -> bytes:
    """Return an event as JSON bytes."""
    return msgspec.json.encode(event)


def read(data: bytes) -> Event:
    """Return the event in *data*."""
    found: Event = _DECODER.decode(data)
    return found
