"""Working: a mutable state, and handles of its tokens.

`thaw` creates one from a `GameState`, `freeze` converts it back. Only the shell is mutable: zones are tuples of slots
and tokens frozen structs, replaced when they change, so a copy for a trial costs a few list copies.

Invariants:
    * numbers have the same meaning as in `GameState`;
    * a token is referenced by a *handle*, which is dead once the token is destroyed, even if the slot is reused.

This module does not know rules: it moves, creates and destroys tokens without checks.
"""

from __future__ import annotations

from ludotome.chance import Generator
from ludotome.gamedef import Chance, GameState, Stored, TerminalResult, Token


class Handle:
    """A token as a value: equal only to itself."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def __repr__(self) -> str:
        return f"Handle({self.slot})"


_HANDLE_OF_SLOT: list[Handle] = []


def first_handle(slot: int) -> Handle:
    """Return the handle that every new working state uses for *slot*."""
    while len(_HANDLE_OF_SLOT) <= slot:
        _HANDLE_OF_SLOT.append(Handle(len(_HANDLE_OF_SLOT)))
    return _HANDLE_OF_SLOT[slot]


class Working:
    """A state being changed; the fields are those of `GameState`, with the generator as an object."""

    __slots__ = (
        "active",
        "chance",
        "generator",
        "global_vars",
        "handles",
        "history",
        "last_actor",
        "lowest_free",
        "next_player",
        "open_order",
        "out",
        "outcome",
        "phase",
        "player_vars",
        "players",
        "ply",
        "recorded",
        "region_history",
        "tokens",
        "turn",
        "usage",
        "zone_vars",
        "zones",
    )

    players: int
    global_vars: list[Stored]
    player_vars: list[list[Stored]]
    zone_vars: list[list[Stored]]
    zones: list[tuple[int, ...]]
    tokens: list[Token | None]
    handles: list[Handle | None]
    lowest_free: int
    phase: int
    active: int
    last_actor: int | None
    next_player: int | None
    out: list[bool]
    turn: int
    ply: int
    recorded: bool
    usage: list[int]
    generator: Generator
    history: tuple[int, ...]
    region_history: tuple[tuple[int, ...], ...]
    chance: Chance
    open_order: frozenset[int]
    outcome: TerminalResult | None

    # ── tokens ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def token(self, handle: Handle | None) -> Token | None:
        """Return the token of *handle*, or None if there is none or it was destroyed."""
        if handle is None or self.handles[handle.slot] is not handle:
            return None
        return self.tokens[handle.slot]

    def is_alive(self, handle: Handle) -> bool:
        """Return whether the token of *handle* is still in play."""
        return self.handles[handle.slot] is handle

    def create(self, token: Token) -> Handle:
        """Store *token* in the lowest free slot; it is not yet in its zone."""
        slot = self.lowest_free
        while slot < len(self.tokens) and self.tokens[slot] is not None:
            slot += 1
        self.lowest_free = slot + 1
        if slot == len(self.tokens):
            handle = first_handle(slot)
            self.tokens.append(token)
            self.handles.append(handle)
        else:
            handle = Handle(slot)  # never the dead handle of this slot
            self.tokens[slot] = token
            self.handles[slot] = handle
        return handle

    def destroy(self, slot: int) -> None:
        """Free *slot*, whose token has already left its zone."""
        self.tokens[slot] = self.handles[slot] = None
        self.lowest_free = min(self.lowest_free, slot)

    # ── copies ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def copy(self) -> Working:
        """Return an independent copy; handles are valid in both."""
        twin = Working.__new__(Working)
        for name in Working.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.global_vars = list(self.global_vars)
        twin.player_vars = [list(values) for values in self.player_vars]
        twin.zone_vars = [list(values) for values in self.zone_vars]
        twin.zones = list(self.zones)
        twin.tokens = list(self.tokens)
        twin.handles = list(self.handles)
        twin.out = list(self.out)
        twin.usage = list(self.usage)
        return twin


def thaw(state: GameState) -> Working:
    """Return a mutable copy of *state*."""
    working = Working()
    working.players = state.players
    working.global_vars = list(state.global_vars)
    working.player_vars = [list(values) for values in state.player_vars]
    working.zone_vars = [list(values) for values in state.zone_vars]
    working.zones = list(state.zones)
    working.tokens = list(state.tokens)
    if working.tokens:
        first_handle(len(working.tokens) - 1)
    working.handles = [
        None if token is None else handle for token, handle in zip(state.tokens, _HANDLE_OF_SLOT, strict=False)
    ]
    working.lowest_free = 0
    working.phase = state.phase
    working.active = state.active
    working.last_actor = state.last_actor
    working.next_player = state.next_player
    working.out = list(state.out)
    working.turn = state.turn
    working.ply = state.ply
    working.recorded = state.recorded
    working.usage = list(state.usage)
    working.generator = Generator(*state.generator)
    working.history = state.history
    working.region_history = state.region_history
    working.chance = state.chance
    working.open_order = frozenset(state.open_order)
    working.outcome = state.outcome
    return working


def freeze(working: Working) -> GameState:
    """Return *working* as an immutable state; trailing free slots are dropped, so equal play gives equal states."""
    last = len(working.tokens)
    while last and working.tokens[last - 1] is None:
        last -= 1
    return GameState(
        players=working.players,
        global_vars=tuple(working.global_vars),
        player_vars=tuple(tuple(values) for values in working.player_vars),
        zone_vars=tuple(tuple(values) for values in working.zone_vars),
        zones=tuple(working.zones),
        tokens=tuple(working.tokens[:last]),
        phase=working.phase,
        active=working.active,
        last_actor=working.last_actor,
        next_player=working.next_player,
        out=tuple(working.out),
        turn=working.turn,
        ply=working.ply,
        recorded=working.recorded,
        usage=tuple(working.usage),
        generator=(working.generator.state, working.generator.increment),
        history=working.history,
        region_history=working.region_history,
        chance=working.chance,
        open_order=tuple(sorted(working.open_order)),
        outcome=working.outcome,
    )
