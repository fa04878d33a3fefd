"""GameState: a position and everything needed to go on from it, as plain frozen data; and what is decided in it.

Everything stored is an integer, or None for nothing: a bool is 0 or 1, a player its seat, a zone its place in the
definition, a token its slot, a name its place in `Symbols.names`. The reference kernel computes on this struct, the
native kernel encodes and decodes it, and its JSON (`state_json`) writes names instead of numbers.

Invariants:
    * equal when equal: no caches, no identities;
    * a token's slot is the lowest that was free when it was made; `tokens[slot]` is None when the slot is free;
    * `zones[z]` lists slots from the bottom of a stack (the last is the top) and from the front of a queue or set.

This module computes no play.
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
    """What a player, or chance, decides.

    Exactly one kind: an action with its parameters (`action`, `params`, JSON values by parameter name), an answer to a
    pending choice (`choose`), or a chance outcome (`chance`). Values are JSON: ints, bools, names, zone ids, token
    slots; `None` is nothing.
    """

    action: str | None = None
    params: tuple[tuple[str, int | bool | str | None], ...] = ()
    choose: int | bool | str | msgspec.UnsetType | None = msgspec.UNSET
    chance: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def kind(self) -> Literal["action", "choose", "chance"]:
        """Which of the three this is."""
        if self.action is not None:
            return "action"
        return "choose" if self.choose is not msgspec.UNSET else "chance"


class TerminalResult(msgspec.Struct, frozen=True):
    """How a game ended.

    `winners` are seats, `scores` one number a seat where the game is scored or ranked, `returns` one number a seat,
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
    """A state of play; see the module for what the numbers mean.

    `usage` counts takings of limited actions by (action, limit, player), flattened in definition order. `history` are
    the recorded position keys, oldest first, and `region_history` the same for each region a `seen(region)` asks about.
    `open_order` lists the slots of tokens shuffled under explicit chance whose place is not decided yet: each may turn
    out to lie at any of the places they hold in their zone.
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
    """A decision, state or record that cannot be used; nothing was changed.

    `code` is stable (`illegal-decision`, `document-fault`, `game-over`, …), `details` holds the values seen.
    """

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(plain_message(message))
        self.code = code
        self.details = details
