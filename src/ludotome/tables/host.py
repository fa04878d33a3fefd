"""Host: the open tables, their viewers, and when agents decide.

Commands at one table run one after the other: a command is checked, its events are saved, and only then does the table
change and are the viewers notified. Loading games, reading a table back and an agent's search run in threads.

Invariants:
    * no event is sent before it is saved;
    * if the store fails, the table is unchanged and the caller gets the reason;
    * agents get the state as their seat sees it (`agents`). They decide only while somebody waits for them, so a table
      without viewers costs nothing; at most `MOST_EVENTS` things happen at a table;
    * tables of at most `MOST_STRANGE` documents of strangers are in memory. A document may take 100 MB, because its
      sandbox has memory of its own; one more table of it takes little (`strangers.MOST_POSITION`).

This module does not know sockets.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ludotome.agents import Agent, Stream, parse_agent
from ludotome.chance import seed_generator
from ludotome.gamedef import Decision, PlayError
from ludotome.play import Game, State
from ludotome.tables.computing import STRANGER_SECONDS, Computing, Load, game_key
from ludotome.tables.events import AgentSat, Decided, Event, Opened, Sat, read, written
from ludotome.tables.refusals import TableError
from ludotome.tables.seen import Moves, replayed, seen
from ludotome.tables.store import StaleError, Store, StoreError
from ludotome.tables.table import WATCHER, Table
from ludotome.toolchain import ToolError, time_limit

MOST_WATCHERS = 200
MOST_OPEN = 5000
MOST_TRIES = 5
MOST_FRAMES = 40  # positions of a replay in one answer
MOST_STRANGE = 64  # documents
MOST_EVENTS = 50_000
LEASE_SECONDS = 2.0  # between checks for tables whose process may have died
Tell = Callable[[bytes], None]
Command = Callable[[Table, float], Sequence[Event]]


@dataclass(eq=False, slots=True)
class Watcher:
    """A viewer of a table: at a seat, or without one."""

    seat: int
    tell: Tell
    told: int = 0  # number of decisions that it has been sent


@dataclass(eq=False, slots=True)
class _Live:
    """A table in memory."""

    id: str
    key: bytes  # of its game
    table: Table
    moves: Moves
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    clock: asyncio.TimerHandle | None = None
    turn_told: tuple[int, int] | None = None  # the ply and the seat of the last call of `on_turn`
    gave_up: int = 0  # number of events when an agent could not decide; it tries again after another event

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost when the table is forgotten, and read again when somebody asks for it."""
        return not self.watchers and self.thinking is None

    @property
    def is_followed(self) -> bool:
        """Whether somebody waits for the agents: a viewer or, in the site's own games, a person with a seat."""
        return bool(self.watchers) or (not self.table.opened.sandboxed and any(one.key for one in self.table.seats))


@dataclass(frozen=True, slots=True)
class Turn:
    """A person who is not at the table has to decide."""

    table: str
    game: str
    seat: int
    side: str
    name: str
    ply: int


class Host:
    """The tables of one store. *load* loads the game of a table; *now* is the clock.

    *on_turn* is called once per ply when it is the turn of a person who is not connected.
    """

    def __init__(
        self,
        store: Store,
        load: Load | None = None,
        now: Callable[[], float] = time.time,
        on_turn: Callable[[Turn], None] | None = None,
    ) -> None:
        self._store = store
        self._on_turn = on_turn
        self._computing = Computing(load)
        self.counts = Counter[str]()
        """Counts since the start: `tables` opened, `moves` made, `refusals`."""
        self._now = now
        self._live: dict[str, _Live] = {}
        self._reading: dict[str, asyncio.Task[_Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._searches = asyncio.Semaphore(max(1, (os.cpu_count() or 1)))

    async def open(
        self,
        document: str,
        *,
        files: dict[str, str] | None = None,
        settings: dict[str, Any] | None = None,
        players: int | None = None,
        hints: bool = False,
        seconds: float | None = None,
        agents: dict[int, str] | None = None,
        sandboxed: bool = False,
    ) -> str:
        """Open a table for a game and return its id; a `SpecError` if the document has errors.

        With *sandboxed* the document is a stranger's: its errors raise a `TableError`.
        """
        seed = secrets.randbits(64)
        opened = Opened(
            self._now(), document, files or {}, settings or {}, players or 0, seed, hints, seconds, sandboxed
        )
        if seconds is not None and not 1 <= seconds <= 30 * 86_400:
            raise TableError("seconds", f"{seconds} is not a valid time; write 1 to {30 * 86_400:,} seconds")

        def made(game: Game) -> Table:
            limits = game.game_def.metadata.players
            wanted = players if players is not None else limits.min
            if not limits.min <= wanted <= limits.max:
                raise TableError(
                    "players", f"{wanted} cannot play this: it is for {limits.min} to {limits.max} players"
                )
            return Table(game, msgspec.structs.replace(opened, players=wanted))

        table = await self._computing.with_game(opened, made)
        sitting = [table.seat_agent(seat, agent, opened.at) for seat, agent in (agents or {}).items()]
        return await self._opened(table, [event for events in sitting for event in events])

    async def play_again(self, name: str) -> str:
        """Open a table for the same people and agents, each moved by one seat, and return its id.

        The secrets stay the same, so that everybody finds their seat.
        """
        before = (await self._live_table(name)).table
        if not before.is_over:
            raise TableError("not-over", "the game is not over yet")
        if before.followed is not None:
            return before.followed
        opened = msgspec.structs.replace(before.opened, at=self._now(), seed=secrets.randbits(64))
        table = await self._computing.computed(opened, lambda: Table(before.game, opened))
        sitting: list[Event] = []
        for seat, one in enumerate(before.seats):
            following = (seat + 1) % len(before.seats)
            if one.agent:
                sitting.append(AgentSat(opened.at, following, one.agent))
            elif one.key:
                sitting.append(Sat(opened.at, following, one.name, one.key))
        made = await self._opened(table, sitting)
        await self.act(name, lambda table, at: table.follow(made, at))
        return made

    async def _opened(self, table: Table, sitting: Sequence[Event]) -> str:
        """Save a new table with those who sit there from the start, and start it."""
        self._begin()
        self._make_room(table.opened)
        events = [*await self._computing.computed(table.opened, lambda: table.begin(table.opened.at)), *sitting]
        name = secrets.token_urlsafe(12)
        await self._keep(name, 0, [table.opened, *events])
        await self._computing.computed(table.opened, lambda: table.happen(events))
        self.counts["tables"] += 1
        self._make_room(table.opened)  # others may have been added meanwhile
        live = self._live[name] = _Live(name, game_key(table.opened), table, Moves(table))
        self._let_agents_decide(live)
        self._check_clock(live)
        return name

    async def sit(self, name: str, seat: int | None, person: str) -> tuple[int, str]:
        """Take a seat; return it with its secret."""
        made: list[tuple[int, str]] = []

        def command(table: Table, at: float) -> Sequence[Event]:
            events, secret = table.sit(seat, person, at)
            sat = events[0]
            assert isinstance(sat, Sat)
            made.append((sat.seat, secret))
            return events

        await self.act(name, command)
        return made[-1]

    async def seat_of(self, name: str, secret: str | None) -> int:
        """Return the seat with this secret, `WATCHER` without a secret; raise `TableError` for a wrong one."""
        table = (await self._live_table(name)).table
        if secret is None:
            return WATCHER
        seat = table.seat_of(secret)
        if seat is None:
            raise TableError("secret", "no seat at this table has this link; you can watch, or take a free seat")
        return seat

    async def act(self, name: str, command: Command) -> None:
        """Run *command* at a table and notify everybody; raise `TableError` if it is not possible."""
        live = await self._live_table(name)
        async with live.turn:
            at = self._now()
            if live.table.opened.seconds is not None:
                await self._done(live, lambda: live.table.run_out(at))
            await self._done(live, lambda: command(live.table, at))
        self._let_agents_decide(live)
        self._check_clock(live)
        self._call_for(live)

    def _call_for(self, live: _Live) -> None:
        """Call `on_turn` if it is the turn of a person who is not connected."""
        table, seat = live.table, live.table.current
        if self._on_turn is None or seat < 0 or not table.seats[seat].key or not table.decisions:
            return
        now = len(table.decisions), seat
        if live.turn_told != now and all(watcher.seat != seat for watcher in live.watchers):
            live.turn_told = now
            metadata = table.game.game_def.metadata
            self._on_turn(Turn(live.id, metadata.id, seat, metadata.seats[seat], table.seats[seat].name, now[0]))

    async def _done(self, live: _Live, command: Callable[[], Sequence[Event]]) -> None:
        """Run *command*; if another process was faster, on the table as it is then."""
        for _ in range(MOST_TRIES):
            try:
                await self._happens(live, await self._computing.computed(live.table.opened, command))
            except StaleError:
                await self._catch_up(live)
            else:
                return
        raise TableError("late", "the table has changed meanwhile; try again")

    async def _happens(self, live: _Live, events: Sequence[Event]) -> None:
        """Save events, then apply them, then notify the viewers."""
        if not events:
            return
        if live.table.count + len(events) > MOST_EVENTS:
            raise TableError("full", f"this table has reached its limit of {MOST_EVENTS:,} events; open another one")
        await self._keep(live.id, live.table.count, events)
        try:
            await self._tell(live, events)
        except TableError:
            self._live.pop(live.id, None)  # the table is in the store, and is read again on demand
            raise
        self.counts["moves"] += sum(isinstance(event, Decided) and event.by >= 0 for event in events)

    async def _catch_up(self, live: _Live) -> None:
        """Apply the events that another process has saved, and notify the viewers."""
        kept = await asyncio.to_thread(self._store.events, live.id, live.table.count)
        events = [read(data) for data in kept]
        if events:
            await self._tell(live, events)

    def _heard(self, name: str) -> None:
        """Catch up with another process; called in any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin_to_follow, name)

    def _begin_to_follow(self, name: str) -> None:
        live = self._live.get(name)
        if live is not None:
            self._soon(self._followed(live))

    async def _followed(self, live: _Live) -> None:
        async with live.turn:
            await self._catch_up(live)
        self._let_agents_decide(live)
        self._check_clock(live)

    async def _take_leases(self) -> None:
        """Check periodically whether agents wait at tables whose process has died."""
        while True:
            await asyncio.sleep(LEASE_SECONDS)  # nothing announces that a process has died
            for live in tuple(self._live.values()):
                self._let_agents_decide(live)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.add(task := asyncio.create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def watch(self, name: str, seat: int, tell: Tell) -> Watcher:
        """Call *tell* with what a seat may see of a table, now and after every change, until `leave`."""
        live = await self._live_table(name)
        # A spectator does not take a seat.
        if seat == WATCHER and len(live.watchers) >= MOST_WATCHERS:
            raise TableError("crowded", f"the table has its maximum of {MOST_WATCHERS} spectators already")
        watcher = Watcher(seat, tell)
        async with live.turn:
            live.watchers.add(watcher)
            live.gave_up = 0
            await self._tell(live)
        self._let_agents_decide(live)
        return watcher

    async def unwatch(self, name: str, watcher: Watcher) -> None:
        """Stop sending to this viewer."""
        live = self._live.get(name)
        if live is not None and watcher in live.watchers:
            live.watchers.discard(watcher)
            if not live.is_followed:
                self._soon(self._released(name))
            async with live.turn:
                await self._tell(live)

    async def _released(self, name: str) -> None:
        """Release the lease of a table, so that a process with viewers can run its agents."""
        with suppress(StoreError):
            await asyncio.to_thread(self._store.release, name)

    @property
    def open_tables(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    @property
    def documents_waiting(self) -> int:
        """The number of strangers' documents that are being checked or wait for it."""
        return self._computing.strangers.waiting

    @property
    def watching(self) -> int:
        """The number of viewers."""
        return sum(len(live.watchers) for live in self._live.values())

    async def table(self, name: str) -> Table:
        """Return a table, only for reading; raise `TableError` if there is none."""
        return (await self._live_table(name)).table

    async def replay(self, name: str, seat: int, first: int) -> dict[str, Any]:
        """Return a finished game as *seat* or `WATCHER` saw it: its moves, notes, and positions from *first* on."""
        live = await self._live_table(name)
        table, viewer = live.table, None if seat == WATCHER else seat
        if not table.is_over:
            raise TableError("not-over", "the replay shows every hand, so it is available when the game is over")
        if not WATCHER <= seat < len(table.seats):
            raise TableError("no-seat", f"there is no seat {seat}; there are {len(table.seats)}, from 0 on")
        async with live.turn:
            told = await self._computing.computed(table.opened, lambda: live.moves.told(viewer))
        views = await self._computing.aside(table.opened, lambda: replayed(table, viewer, first, MOST_FRAMES))
        return {
            "seats": [
                {"side": table.game.game_def.metadata.seats[at], "name": one.name, "agent": one.agent}
                for at, one in enumerate(table.seats)
            ],
            "moves": [{"by": one.by, "text": text} for one, text in zip(table.decisions, told, strict=True)],
            "notes": [{"by": one.by, "ply": one.ply, "text": one.text} for one in table.notes],
            "outOfTime": table.out_of_time,
            "first": first,
            "views": views,
        }

    async def close(self) -> None:
        """Stop agents and close the store."""
        tasks = [*self._tasks, *(live.thinking for live in self._live.values() if live.thinking is not None)]
        for task in tasks:
            task.cancel()
        for live in self._live.values():
            if live.clock is not None:
                live.clock.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._store.close)
        self._computing.close()

    # ── tables in memory ──

    def _begin(self) -> None:
        """Listen for events of other processes; starts with the first table."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._store.follow(self._heard)
            self._soon(self._take_leases())

    async def _live_table(self, name: str) -> _Live:
        self._begin()
        live = self._live.get(name)
        if live is not None:
            return live
        reading = self._reading.get(name)
        if reading is None:  # two simultaneous requests read it once
            reading = self._reading[name] = asyncio.create_task(self._read(name))
            reading.add_done_callback(lambda _: self._reading.pop(name, None))
        return await asyncio.shield(reading)

    async def _read(self, name: str) -> _Live:
        events = [read(data) for data in await asyncio.to_thread(self._store.events, name)]
        if not events or not isinstance(first := events[0], Opened):
            raise TableError("no-table", "there is no such table; check the link")
        self._make_room(first)
        table = await self._computing.with_game(first, lambda game: Table.of(game, events))
        self._make_room(first)
        live = self._live[name] = _Live(name, game_key(table.opened), table, Moves(table))
        return live

    def _make_room(self, opened: Opened) -> None:
        """Drop tables without viewers from memory, oldest first, to make room for this one; they stay in the store."""
        surplus = len(self._live) - MOST_OPEN + 1
        if surplus > 0:
            self._forget([name for name, live in self._live.items() if live.is_idle][:surplus])
        if opened.sandboxed:
            self._make_room_for_document(game_key(opened))

    def _make_room_for_document(self, key: bytes) -> None:
        """Drop tables of strangers' documents that nobody plays from memory, to make room for the document of *key*."""
        tables: dict[bytes, list[str]] = {}
        for name, live in self._live.items():
            if live.table.opened.sandboxed:
                tables.setdefault(live.key, []).append(name)
        if key in tables:
            return
        idle = [names for names in tables.values() if all(self._live[name].is_idle for name in names)]
        surplus = len(tables) - MOST_STRANGE + 1
        if surplus > len(idle):
            raise TableError("busy", "too many games of visitors are being played; try again later")
        for names in idle[: max(0, surplus)]:
            self._forget(names)

    def _forget(self, names: list[str]) -> None:
        for name in names:
            del self._live[name]
            self._soon(self._released(name))

    async def _keep(self, name: str, after: int, events: Sequence[Event]) -> None:
        try:
            await asyncio.wrap_future(self._store.append(name, after, [written(event) for event in events]))
        except StaleError:
            raise
        except StoreError as problem:
            raise TableError("not-kept", f"nothing was changed, because it cannot be saved: {problem}") from None

    # ── telling ──

    async def _tell(self, live: _Live, events: Sequence[Event] = ()) -> None:
        """Apply *events*, which are saved, and send everybody at the table what they may see now.

        Viewers who see the same get the same bytes. All messages are computed in one call, since a stranger's game runs
        in another thread.
        """
        now, table, watchers = self._now(), live.table, tuple(live.watchers)
        here = frozenset(watcher.seat for watcher in watchers)
        wanted: list[tuple[int, int]] = []

        def made() -> dict[tuple[int, int], bytes]:
            table.happen(events)
            wanted.extend((watcher.seat, min(watcher.told, len(table.decisions))) for watcher in watchers)
            return {
                (seat, since): msgspec.json.encode(seen(table, live.moves, seat, now, here, since=since))
                for seat, since in set(wanted)
            }

        messages = await self._computing.computed(table.opened, made)
        for watcher, key in zip(watchers, wanted, strict=True):
            watcher.told = len(table.decisions)
            watcher.tell(messages[key])

    # ── clocks and agents ──

    def _check_clock(self, live: _Live) -> None:
        """Check the table again when the time of the seat to move may have run out."""
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None
        seat = live.table.current
        left = None if seat < 0 else live.table.time_left(seat, self._now())
        if left is not None and live.table.decisions:
            live.clock = asyncio.get_running_loop().call_later(left + 0.05, self._look_at_clock, live)

    def _look_at_clock(self, live: _Live) -> None:
        self._soon(self.act(live.id, lambda *_: ()))

    def _let_agents_decide(self, live: _Live) -> None:
        table, seat = live.table, live.table.current
        if seat < 0 or not table.seats[seat].agent or live.thinking is not None:
            return
        if live.is_followed and live.gave_up != table.count:
            live.thinking = asyncio.create_task(self._think(live))
            live.thinking.add_done_callback(lambda _: self._thought(live))

    def _thought(self, live: _Live) -> None:
        done, live.thinking = live.thinking, None
        if done is not None and not done.cancelled() and done.exception() is None:
            self._let_agents_decide(live)

    async def _think(self, live: _Live) -> None:
        """Let the agent whose turn it is decide once; actions of people in the meantime take precedence.

        An agent whose decision cannot be made gives up until the next event; otherwise it would retry forever.
        """
        table = live.table
        seat, ply, count, state = table.current, len(table.decisions), table.count, table.state.clone()
        agent = parse_agent(table.seats[seat].agent)
        stream = Stream(seed_generator(secrets.randbits(64)))
        if not await asyncio.to_thread(self._store.leases, live.id):
            raise TableError("leased", "another process runs the agents of this table")

        def command(now: Table, at: float) -> Sequence[Event]:
            if len(now.decisions) != ply or now.current != seat or not now.seats[seat].agent:
                raise TableError("late", "the game has continued")
            return now.decide_for(seat, decision, at)

        try:
            async with self._searches:
                decision = await asyncio.to_thread(_chosen, agent, state, stream, is_limited=table.opened.sandboxed)
            await self.act(live.id, command)
        except (TableError, PlayError, ToolError):
            live.gave_up = count  # unless there was an event meanwhile


def _chosen(agent: Agent, state: State, stream: Stream, *, is_limited: bool) -> Decision:
    """Return what an agent decides; in a stranger's game a random decision, if the search takes too long."""
    if not is_limited:
        return agent.choose(state, stream)
    try:
        with time_limit(STRANGER_SECONDS, "the search"):
            return agent.choose(state, stream)
    except ToolError:
        legal = state.legal_actions()
        return legal[stream.below(len(legal))]
