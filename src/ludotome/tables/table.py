"""Table: the state of a table, computed from its events, and the commands that are possible next.

A command (`sit`, `decide`, `ask_back`, …) checks a request and returns the resulting events; it changes nothing.
`happen` applies events. Between the two the events are saved, so that nobody is sent something that a crash could undo.

Invariants:
    * a table is a function of its events: replaying them gives the same table;
    * a decision names the ply that it is for, so that none is made twice;
    * messages to a seat depend only on what it may see (`State.view`, `State.seat`).

This module does not know stores or sockets.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256

from msgspec import Struct

from ludotome.agents import LEVELS
from ludotome.diagnostics import one_line
from ludotome.gamedef import Decision, PlayError, decision_to_data
from ludotome.play import Game, State
from ludotome.tables.chance import drawn
from ludotome.tables.events import (
    AgentSat,
    BackAnswered,
    BackAsked,
    Decided,
    Event,
    Followed,
    Left,
    Noted,
    Opened,
    RanOut,
    Said,
    Sat,
)
from ludotome.tables.refusals import TableError

LONGEST_NAME, LONGEST_NOTE, MOST_NOTES = 40, 2000, 1000
AGENTS = ("random", *LEVELS)
PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "One moment, please.",
    "Sorry, I clicked the wrong place.",
    "Thanks!",
    "Good game!",
    "Bye!",
)
WATCHER = -1
"""The number of a spectator, where a seat is expected."""


class SeatNow(Struct):
    """The occupant of a seat: a person with a name and the digest of a secret, an agent, or nobody."""

    name: str = ""
    key: str = ""
    agent: str = ""

    @property
    def is_free(self) -> bool:
        """Whether the seat is free."""
        return not self.key and not self.agent


class Ask(Struct, frozen=True):
    """A request to undo to a ply, and the seats that have agreed so far."""

    by: int
    ply: int
    agreed: frozenset[int]


class Table:
    """The current state of a table; see the module."""

    def __init__(self, game: Game, opened: Opened) -> None:
        self.game = game
        self.opened = opened
        self.count = 1
        self.seats = [SeatNow() for _ in range(opened.players)]
        self.decisions: list[Decided] = []
        self.state = self.begun()
        self.asked: Ask | None = None
        self.notes: list[Noted] = []
        self.said: list[Said] = []
        self.out_of_time: int | None = None
        self.followed: str | None = None
        self._tried: tuple[Sequence[Event], State] | None = None  # the last decision, and the state after it

    def begun(self) -> State:
        """Return the state before the first decision."""
        players, seed = self.opened.players, self.opened.seed
        if self.opened.sandboxed:
            return self.game.new_initial_state(seed=seed, players=players, chance="explicit", backend="sandboxed")
        return self.game.new_initial_state(seed=seed, players=players, chance="explicit")

    @classmethod
    def of(cls, game: Game, events: Sequence[Event]) -> Table:
        """Return the table that *events* made."""
        first = events[0]
        assert isinstance(first, Opened)
        table = cls(game, first)
        table.happen(events[1:])
        return table

    # ── queries ──

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.out_of_time is not None or self.state.is_terminal()

    @property
    def current(self) -> int:
        """The seat to move; −4 when the game is over."""
        return -4 if self.is_over else self.state.current_player()

    def seat_of(self, secret: str) -> int | None:
        """Return the seat with this secret."""
        key = digest(secret)
        found = [seat for seat, now in enumerate(self.seats) if now.key and hmac.compare_digest(now.key, key)]
        return found[0] if found else None

    def time_left(self, seat: int, now: float) -> float | None:
        """Return the seconds that a seat has left; None without clocks. Clocks start with the first decision."""
        if self.opened.seconds is None:
            return None
        used, since = 0.0, None
        for one in self.decisions:
            if since is not None and one.by == seat:
                used += one.at - since
            since = one.at
        if since is not None and self.current == seat:
            used += max(0.0, now - since)
        return max(0.0, self.opened.seconds - used)

    def has_chance_since(self, ply: int) -> bool:
        """Whether there was a chance decision at or after *ply*."""
        return any(one.by < 0 for one in self.decisions[ply:])

    # ── commands: each returns events, or raises `TableError` ──

    def begin(self, at: float) -> list[Event]:
        """Return the chance decisions before the first decision."""
        return list(self._chance(self.state.clone(), len(self.decisions), at))

    def sit(self, seat: int | None, name: str, at: float) -> tuple[list[Event], str]:
        """Take a free seat (None: the first one); return the events and the secret of the seat."""
        free = [place for place, now in enumerate(self.seats) if now.is_free]
        if seat is None and not free:
            raise TableError("full", "every seat is taken; you can watch")
        seat = free[0] if seat is None else self._checked_seat(seat)
        if seat not in free:
            raise TableError("taken", f"the seat of {self._name(seat)} is taken")
        secret = secrets.token_urlsafe(24)
        return [Sat(at, seat, clean_name(name), digest(secret))], secret

    def seat_agent(self, seat: int, agent: str, at: float) -> list[Event]:
        """Let an agent play for a free seat."""
        if not self.seats[self._checked_seat(seat)].is_free:
            raise TableError("taken", f"the seat of {self._name(seat)} is taken")
        if agent not in AGENTS:
            raise TableError(
                "no-agent", f"there is no agent `{one_line(agent)[:40]}`; write one of {', '.join(AGENTS)}"
            )
        return [AgentSat(at, seat, agent)]

    def leave(self, seat: int, at: float) -> list[Event]:
        """Free a seat."""
        if self.seats[self._checked_seat(seat)].is_free:
            raise TableError("free", f"the seat of {self._name(seat)} is free")
        return [Left(at, seat)]

    def decide(self, seat: int, ply: int, choice: int, at: float) -> list[Event]:
        """Make the legal decision with index *choice* of a seat, for the position at *ply*."""
        self._refuse_finished(at)
        if ply != len(self.decisions):
            raise TableError("late", f"the game is at ply {len(self.decisions)}, and this was meant for ply {ply}")
        if self.current != seat:
            raise TableError("not-your-turn", f"it is the turn of {self._name(self.current)}")
        state = self.state.clone()
        return self._decided(state, lambda: state.apply_place(seat, choice), at)

    def decide_for(self, seat: int, decision: Decision, at: float) -> list[Event]:
        """Make a decision that an agent chose from the whole state."""
        self._refuse_finished(at)
        if self.current != seat:
            raise TableError("not-your-turn", f"it is the turn of {self._name(self.current)}")
        state = self.state.clone()

        def make() -> Decision:
            state.apply_action(decision)
            return decision

        return self._decided(state, make, at)

    def _decided(self, state: State, make: Callable[[], Decision], at: float) -> list[Event]:
        """Return the decision that *make* makes in *state*, a copy, and the chance decisions after it."""
        ply, seat = len(self.decisions), self.current
        try:
            made = decision_to_data(make())
        except PlayError as problem:
            raise TableError(problem.code, str(problem)) from None
        events: list[Event] = [Decided(at, ply, seat, made), *self._chance(state, ply + 1, at)]
        self._tried = events, state
        return events

    def ask_back(self, seat: int, at: float) -> list[Event]:
        """Ask to undo the last decision of a seat and everything after it."""
        if self.out_of_time is not None:
            raise TableError("over", "the time has run out; nothing can be undone")
        own = [one.ply for one in self.decisions if one.by == self._checked_seat(seat)]
        if not own:
            raise TableError("nothing", "you have not made a decision yet")
        return [BackAsked(at, seat, own[-1])]

    def answer_back(self, seat: int, agreed: bool, at: float) -> list[Event]:
        """Accept or refuse the request of another seat."""
        if self.asked is None:
            raise TableError("nothing", "nobody has asked to take back a decision")
        if self._checked_seat(seat) == self.asked.by and agreed:
            raise TableError("own", "the others have to agree")
        return [BackAnswered(at, seat, agreed)]

    def say(self, seat: int, phrase: int, at: float) -> list[Event]:
        """Say one of the `PHRASES`."""
        if not 0 <= phrase < len(PHRASES):
            raise TableError("no-phrase", f"there is no phrase {phrase}; there are {len(PHRASES)}, from 0 on")
        return [Said(at, self._checked_seat(seat), phrase)]

    def note(self, seat: int, text: str, at: float) -> list[Event]:
        """Write a note about the current position for the designer of the game; *seat* may be `WATCHER`."""
        text = text.strip()
        if not text or len(text) > LONGEST_NOTE:
            raise TableError("note", f"a note has 1 to {LONGEST_NOTE:,} characters; this one has {len(text):,}")
        if len(self.notes) >= MOST_NOTES:
            raise TableError("notes", f"the table has {MOST_NOTES:,} notes already")
        return [Noted(at, seat, len(self.decisions), text)]

    def follow(self, table: str, at: float) -> list[Event]:
        """Note that the same people play again at another table."""
        if not self.is_over:
            raise TableError("not-over", "the game is not over yet")
        if self.followed is not None:
            raise TableError("followed", "the next game has already begun")
        return [Followed(at, table)]

    def run_out(self, at: float) -> list[Event]:
        """Return the event that the time of the seat to move has run out, if it has."""
        seat = self.current
        left = None if seat < 0 else self.time_left(seat, at)
        return [RanOut(at, seat)] if left is not None and left <= 0 else []

    def _chance(self, state: State, ply: int, at: float) -> list[Decided]:
        """Return the chance decisions in *state*, which is changed, until a seat has to decide or the game is over."""
        found: list[Decided] = []
        while state.is_chance_node():
            outcome = drawn(state.chance_outcomes())
            state.apply_action(outcome)
            found.append(Decided(at, ply + len(found), WATCHER, decision_to_data(outcome)))
        return found

    def _refuse_finished(self, at: float) -> None:
        if self.is_over or self.run_out(at):
            raise TableError("over", "the game is over")

    def _checked_seat(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise TableError("no-seat", f"there is no seat {seat}; there are {len(self.seats)}, from 0 on")
        return seat

    def _name(self, seat: int) -> str:
        return self.game.game_def.metadata.seats[seat] if seat >= 0 else "nobody"

    # ── events ──

    def happen(self, events: Sequence[Event]) -> None:
        """Apply *events*, which come from a command of this table or from its store."""
        tried, self._tried = self._tried, None
        played = tried[1] if tried is not None and tried[0] is events else None
        for event in events:
            self.count += 1
            match event:
                case Sat():
                    self.seats[event.seat] = SeatNow(event.name, event.key)
                case AgentSat():
                    self.seats[event.seat] = SeatNow(agent=event.agent)
                case Left():
                    self.seats[event.seat] = SeatNow()
                    self._undo_if_agreed()
                case Decided():
                    if played is None:
                        self.state.apply_action(event.decision)
                    self.decisions.append(event)
                    self.asked = None if event.by >= 0 else self.asked
                case BackAsked():
                    self.asked = Ask(event.by, event.ply, frozenset({event.by}))
                    self._undo_if_agreed()
                case BackAnswered():
                    self._answered(event)
                case Said():
                    self.said.append(event)
                case Noted():
                    self.notes.append(event)
                case RanOut():
                    self.out_of_time = event.seat
                case Followed():
                    self.followed = event.table
                case Opened():
                    raise AssertionError("a table opens once")
        if played is not None:
            self.state = played

    def _answered(self, event: BackAnswered) -> None:
        if self.asked is None:
            return
        if not event.agreed:
            self.asked = None
            return
        self.asked = Ask(self.asked.by, self.asked.ply, self.asked.agreed | {event.by})
        self._undo_if_agreed()

    def _undo_if_agreed(self) -> None:
        """Undo once every person at the table has agreed."""
        people = {seat for seat, now in enumerate(self.seats) if now.key}
        if self.asked is None or not people <= self.asked.agreed:
            return
        kept = self.decisions[: self.asked.ply]
        self.asked, self.decisions, self.state = None, [], self.begun()
        for one in kept:
            self.state.apply_action(one.decision)
            self.decisions.append(one)


def digest(secret: str) -> str:
    """Return the digest of a secret."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def clean_name(name: str) -> str:
    """Return the name of a person in one line, shortened; raise `TableError` if it is empty."""
    found = one_line(name).strip()[:LONGEST_NAME].strip()
    if not found:
        raise TableError("no-name", "write a name that the others will see")
    return found
