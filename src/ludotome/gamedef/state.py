"""GameState: a position with everything needed to continue from it, as plain frozen data; and decisions.

Every stored value is an integer, or None for `none`: a bool is 0 or 1, a player its seat, a zone its place in the
definition, a token its slot, a name its place in `Symbols.names`. The reference kernel computes on this struct, the
native kernel encodes and decodes it, and its JSON (`state_json`) writes names instead of numbers.

Invariants:
    * equality is by value: no caches, no identities;
    * a token's slot is the lowest one that was free when it was created; `tokens[slot]` is None when the slot is free;
    * `zones[z]` lists slots from the bottom of a stack (the last is the top) and from the front of a queue or set.

This module does not play games.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludotome.gamedef.shown import plain_message

Stored = int | None
Chance = Literal["sampled", "explicit"]


class Token(msgspec.Struct, frozen=True):
    """A token in play: its type (a name), owner (a seat or None), zone, and its type's properties in order."""

    type: int
    owner: int | None
    zone: int
    props: tuple[Stored, ...] = ()


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision of a player or of chance.

    Exactly one kind: an action with its parameters (`action`, `params`, JSON values by parameter name), an answer to a
    pending choice (`choose`), or a chance outcome (`chance`). Values are JSON: ints, bools, names, zone ids, token
    slots; `None` is `none`.
    """

    action: str | None = None
    params: tuple[tuple[str, int | bool | str | None], ...] = ()
    choose: int | bool | str | msgspec.UnsetType | None = msgspec.UNSET
    chance: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def kind(self) -> Literal["action", "choose", "chance"]:
        """The kind of decision."""
        if self.action is not None:
            return "action"
        return "choose" if self.choose is not msgspec.UNSET else "chance"


class TerminalResult(msgspec.Struct, frozen=True):
    """How a game ended.

    `winners` are seats, `scores` one number per seat if the game is scored or ranked, `returns` one number per seat,
    `condition` the index of the end condition that held (None for a stall or a truncated game).
    """

    type: Literal["win", "draw", "lossAll", "score", "rank", "stall", "truncated"]
    winners: tuple[int, ...]
    returns: tuple[float, ...]
    scores: tuple[int, ...] | None = None
    condition: int | None = None


class Pending(msgspec.Struct, frozen=True):
    """A decision that waits for answers: the state before it, the decision (None in setup) and the answers so far."""

    before: GameState
    decision: Decision | None
    answers: tuple[Decision, ...] = ()


class GameState(msgspec.Struct, frozen=True):
    """A state of play; the module docstring explains the numbers.

    `usage` counts uses of limited actions by (action, limit, player), flattened in definition order. `history` are
    the recorded position keys, oldest first, and `region_history` the same for each region in a `seen(region)`.
    `open_order` lists the slots of tokens shuffled under explicit chance whose place is undecided: each may be
    at any of the places that they occupy in their zone.
    """

    players: int
    global_vars: tuple[Stored, ...]
    player_vars: tuple[tuple[Stored, ...], ...]  # by variable, then seat
    zone_vars: tuple[tuple[Stored, ...], ...]  # by variable, then board zone
    zones: tuple[tuple[int, ...], ...]
    tokens: tuple[Token | None, ...]
    phase: int
    active: int
    last_actor: int | None
    next_player: int | None
    out: tuple[bool, ...]
    turn: int
    ply: int
    recorded: bool
    usage: tuple[int, ...]
    generator: tuple[int, int]
    history: tuple[int, ...] = ()
    region_history: tuple[tuple[int, ...], ...] = ()
    chance: Chance = "sampled"
    open_order: tuple[int, ...] = ()
    pending: Pending | None = None
    outcome: TerminalResult | None = None


class PlayError(Exception):
    """An invalid decision, state or record; nothing was changed.

    `code` is stable (`illegal-decision`, `document-fault`, `game-over`, …), `details` has the values involved.
    """

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(plain_message(message))
        self.code = code
        self.details = details
