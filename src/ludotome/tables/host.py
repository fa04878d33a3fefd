"""Host: which tables are open, who watches them, and when agents decide.

Everything that happens at one table happens in turn: a command is checked, its events are kept, and only then does the
table change and those who watch are told. Reading a table back and an agent's search run in threads.

Invariants:
    * nobody is told an event that is not kept;
    * where the store refuses, the table stays as it was, and whoever asked is told why;
    * agents get the state as their seat sees it (`agents`), and decide as people do.

This module does not know sockets.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from ludotome.agents import Agent, Stream, parse_agent
from ludotome.chance import seed_generator
from ludotome.gamedef import Decision, PlayError
from ludotome.play import Game, State, load_text
from ludotome.tables.events import AgentSat, Decided, Event, Opened, Sat, read, written
from ludotome.tables.refusals import TableError
from ludotome.tables.seen import Moves, replayed, seen
from ludotome.tables.store import StaleError, Store, StoreError
from ludotome.tables.strangers import Strangers
from ludotome.tables.table import WATCHER, Table
from ludotome.toolchain import ToolError, time_limit

MOST_WATCHERS = 200
MOST_OPEN = 5000
MOST_TRIES = 5
MOST_FRAMES = 40  # positions of a replay in one answer
MOST_GAMES = 200  # loaded games that are kept for further tables
LEASE_SECONDS = 2.0  # between two looks at tables whose process may have died
STRANGERS_AT_ONCE = 4  # tables of strangers' documents that compute at a time
STRANGER_SECONDS = 3.0  # for what follows from one wish at such a table
Tell = Callable[[bytes], None]
Command = Callable[[Table, float], Sequence[Event]]
_T = TypeVar("_T")


@dataclass(eq=False, slots=True)
class Watcher:
    """Somebody who is told what happens: at a seat, or without one."""

    seat: int
    tell: Tell
    told: int = 0  # decisions that it knows


@dataclass(eq=False, slots=True)
class _Live:
    """A table in memory."""

    id: str
    table: Table
    moves: Moves
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    clock: asyncio.TimerHandle | None = None
    turn_told: tuple[int, int] | None = None  # the ply and the seat that `on_turn` was last told of


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
    """The tables of one store. *load* makes the game of a table; *now* is the clock.

    *on_turn* is told once for each ply when somebody has to decide who is not connected.
    """

    def __init__(
        self,
        store: Store,
        load: Callable[[Opened], Game] | None = None,
        now: Callable[[], float] = time.time,
        on_turn: Callable[[Turn], None] | None = None,
    ) -> None:
        self._store = store
        self._on_turn = on_turn
        self._load = load or game_of
        self._games: OrderedDict[bytes, Game] = OrderedDict()
        self._loading = threading.Lock()
        self.strangers = Strangers()
        self._aside = ThreadPoolExecutor(STRANGERS_AT_ONCE, "ludotome-strangers")
        self.counts = Counter[str]()
        """What was done since the start: `tables` opened, `moves` made, `refusals`."""
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

        With *sandboxed* the document is a stranger's: what is wrong with it is a `TableError`.
        """
        seed = secrets.randbits(64)
        opened = Opened(
            self._now(), document, files or {}, settings or {}, players or 0, seed, hints, seconds, sandboxed
        )
        game = await asyncio.to_thread(self._game, opened)
        limits = game.game_def.metadata.players
        wanted = players if players is not None else limits.min
        if not limits.min <= wanted <= limits.max:
            raise TableError("players", f"{wanted} cannot play this: it is for {limits.min} to {limits.max} players")
        if seconds is not None and not 1 <= seconds <= 30 * 86_400:
            raise TableError("seconds", f"{seconds} is no time for a player; write 1 to {30 * 86_400:,} seconds")
        opened = msgspec.structs.replace(opened, players=wanted)
        table = await self._computed(opened, lambda: Table(game, opened))
        sitting = [table.seat_agent(seat, agent, opened.at) for seat, agent in (agents or {}).items()]
        return await self._opened(table, [event for events in sitting for event in events])

    async def play_again(self, name: str) -> str:
        """Open a table for the same people and agents, each one seat further, and return its id.

        The secrets of the seats stay as they were, so everybody finds their seat.
        """
        before = (await self._found(name)).table
        if not before.is_over:
            raise TableError("not-over", "the game is not over yet")
        if before.followed is not None:
            return before.followed
        opened = msgspec.structs.replace(before.opened, at=self._now(), seed=secrets.randbits(64))
        table = await self._computed(opened, lambda: Table(before.game, opened))
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
        """Keep a new table with those who sit there from the start, and let it begin."""
        self._begin()
        events = [*await self._computed(table.opened, lambda: table.begin(table.opened.at)), *sitting]
        name = secrets.token_urlsafe(12)
        await self._keep(name, 0, [table.opened, *events])
        await self._computed(table.opened, lambda: table.happen(events))
        self.counts["tables"] += 1
        self._make_room()
        live = self._live[name] = _Live(name, table, Moves(table))
        self._let_agents_decide(live)
        self._mind_the_clock(live)
        return name

    async def sit(self, name: str, seat: int | None, person: str) -> tuple[int, str]:
        """Take a seat; return it with the secret that proves it."""
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
        """Return the seat whose secret this is; `WATCHER` without a secret; a `TableError` for a wrong one."""
        table = (await self._found(name)).table
        if secret is None:
            return WATCHER
        seat = table.seat_of(secret)
        if seat is None:
            raise TableError("secret", "this link is of no seat at the table; you can watch, or take a free seat")
        return seat

    async def act(self, name: str, command: Command) -> None:
        """Do what *command* asks for at a table, and tell everybody; a `TableError` if it cannot be."""
        live = await self._found(name)
        async with live.turn:
            at = self._now()
            if live.table.opened.seconds is not None:
                await self._done(live, lambda: live.table.run_out(at))
            await self._done(live, lambda: command(live.table, at))
        self._let_agents_decide(live)
        self._mind_the_clock(live)
        self._call_for(live)

    def _call_for(self, live: _Live) -> None:
        """Say that somebody who is not here has to decide."""
        table, seat = live.table, live.table.current
        if self._on_turn is None or seat < 0 or not table.seats[seat].key or not table.decisions:
            return
        now = len(table.decisions), seat
        if live.turn_told != now and all(watcher.seat != seat for watcher in live.watchers):
            live.turn_told = now
            metadata = table.game.game_def.metadata
            self._on_turn(Turn(live.id, metadata.id, seat, metadata.seats[seat], table.seats[seat].name, now[0]))

    async def _done(self, live: _Live, command: Callable[[], Sequence[Event]]) -> None:
        """Let happen what *command* asks for; where another process was faster, of the table as it is then."""
        for _ in range(MOST_TRIES):
            try:
                await self._happens(live, await self._computed(live.table.opened, command))
            except StaleError:
                await self._catch_up(live)
            else:
                return
        raise TableError("late", "the table changed in between; look at it again")

    async def _happens(self, live: _Live, events: Sequence[Event]) -> None:
        """Keep events, then let them happen, then tell them."""
        if not events:
            return
        await self._keep(live.id, live.table.count, events)
        try:
            await self._tell(live, events)
        except TableError:
            self._live.pop(live.id, None)  # it is kept, and read again when somebody asks
            raise
        self.counts["moves"] += sum(isinstance(event, Decided) and event.by >= 0 for event in events)

    async def _catch_up(self, live: _Live) -> None:
        """Let happen what another process has kept, and tell it."""
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
        self._mind_the_clock(live)

    async def _take_leases(self) -> None:
        """Look now and then whether agents wait at tables whose process has died."""
        while True:
            await asyncio.sleep(LEASE_SECONDS)  # nothing announces that a process has died
            for live in tuple(self._live.values()):
                self._let_agents_decide(live)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.add(task := asyncio.create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def watch(self, name: str, seat: int, tell: Tell) -> Watcher:
        """Tell *tell* what a seat may see of a table, now and after every change, until `leave`."""
        live = await self._found(name)
        if len(live.watchers) >= MOST_WATCHERS:
            raise TableError("crowded", f"{MOST_WATCHERS} are at this table already")
        watcher = Watcher(seat, tell)
        async with live.turn:
            live.watchers.add(watcher)
            await self._tell(live)
        self._let_agents_decide(live)
        return watcher

    async def unwatch(self, name: str, watcher: Watcher) -> None:
        """Stop telling."""
        live = self._live.get(name)
        if live is not None and watcher in live.watchers:
            live.watchers.discard(watcher)
            async with live.turn:
                await self._tell(live)

    @property
    def open_tables(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    @property
    def watching(self) -> int:
        """How many are told what happens."""
        return sum(len(live.watchers) for live in self._live.values())

    async def table(self, name: str) -> Table:
        """Return a table to look at; a `TableError` if there is none."""
        return (await self._found(name)).table

    async def replay(self, name: str, seat: int, first: int) -> dict[str, Any]:
        """Return a game that is over as *seat* or `WATCHER` saw it: its moves, notes, and positions from *first* on."""
        live = await self._found(name)
        table, viewer = live.table, None if seat == WATCHER else seat
        if not table.is_over:
            raise TableError("not-over", "the game can be replayed when it is over, because that shows every hand")
        if not WATCHER <= seat < len(table.seats):
            raise TableError("no-seat", f"there is no seat {seat}; there are {len(table.seats)}, from 0 on")
        async with live.turn:
            told = await self._computed(table.opened, lambda: live.moves.told(viewer))
        computed = self._computed if table.opened.sandboxed else _in_thread
        views = await computed(table.opened, lambda: replayed(table, viewer, first, MOST_FRAMES))
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
        self._aside.shutdown(wait=False, cancel_futures=True)

    # ── tables in memory ──

    def _begin(self) -> None:
        """Follow what other processes do, from the first table on."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._store.follow(self._heard)
            self._soon(self._take_leases())

    async def _found(self, name: str) -> _Live:
        self._begin()
        live = self._live.get(name)
        if live is not None:
            return live
        reading = self._reading.get(name)
        if reading is None:  # two who ask at once read it once
            reading = self._reading[name] = asyncio.create_task(self._read(name))
            reading.add_done_callback(lambda _: self._reading.pop(name, None))
        return await asyncio.shield(reading)

    async def _read(self, name: str) -> _Live:
        table = await asyncio.to_thread(self._rebuilt, name)
        self._make_room()
        live = self._live[name] = _Live(name, table, Moves(table))
        return live

    def _rebuilt(self, name: str) -> Table:
        events = [read(data) for data in self._store.events(name)]
        if not events or not isinstance(events[0], Opened):
            raise TableError("no-table", "there is no such table; look at the link again")
        return Table.of(self._game(events[0]), events)

    def _game(self, opened: Opened) -> Game:
        """Return the game of a table; tables of one document and its settings share it."""
        players = opened.players if opened.sandboxed else 0
        key = sha256(
            msgspec.json.encode((opened.document, opened.files, opened.settings, opened.sandboxed, players))
        ).digest()
        with self._loading:
            found = self._games.get(key)
            if found is not None:
                self._games.move_to_end(key)
                return found
        made = self.strangers.load(opened) if opened.sandboxed else self._load(opened)
        with self._loading:
            found = self._games.setdefault(key, made)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return found

    async def _computed(self, opened: Opened, work: Callable[[], _T]) -> _T:
        """Return what *work* gives; a stranger's game computes in a thread of few, and for a limited time."""
        if not opened.sandboxed:
            return work()

        def limited() -> _T:
            with time_limit(STRANGER_SECONDS, "what follows from it"):
                return work()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._aside, limited)
        except ToolError as problem:
            raise TableError(problem.code, f"the game was stopped by a limit of this site ({problem.code})") from None

    def _make_room(self) -> None:
        """Forget tables that nobody watches, oldest first; they are in the store."""
        idle = (name for name, live in self._live.items() if not live.watchers and live.thinking is None)
        while len(self._live) >= MOST_OPEN and (name := next(idle, None)) is not None:
            del self._live[name]
            idle = (name for name, live in self._live.items() if not live.watchers and live.thinking is None)

    async def _keep(self, name: str, after: int, events: Sequence[Event]) -> None:
        try:
            await asyncio.wrap_future(self._store.append(name, after, [written(event) for event in events]))
        except StaleError:
            raise
        except StoreError as problem:
            raise TableError("not-kept", f"nothing was changed, because it cannot be kept: {problem}") from None

    # ── telling ──

    async def _tell(self, live: _Live, events: Sequence[Event] = ()) -> None:
        """Let *events* happen, which are kept, and tell everybody at the table what they may see now.

        Those who see the same get the same bytes. All of it is computed in one go, since a stranger's game computes in
        another thread.
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

        messages = await self._computed(table.opened, made)
        for watcher, key in zip(watchers, wanted, strict=True):
            watcher.told = len(table.decisions)
            watcher.tell(messages[key])

    # ── clocks and agents ──

    def _mind_the_clock(self, live: _Live) -> None:
        """Look at the table again when the time of the seat that decides may have run out."""
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
        seat = live.table.current
        if seat < 0 or not live.table.seats[seat].agent or live.thinking is not None:
            return
        live.thinking = asyncio.create_task(self._think(live))
        live.thinking.add_done_callback(lambda _: self._thought(live))

    def _thought(self, live: _Live) -> None:
        done, live.thinking = live.thinking, None
        if done is not None and not done.cancelled() and done.exception() is None:
            self._let_agents_decide(live)

    async def _think(self, live: _Live) -> None:
        """Let the agent whose turn it is decide once; what somebody does meanwhile goes first."""
        table = live.table
        seat, ply, state = table.current, len(table.decisions), table.state.clone()
        agent = parse_agent(table.seats[seat].agent)
        stream = Stream(seed_generator(secrets.randbits(64)))
        if not await asyncio.to_thread(self._store.leases, live.id):
            raise TableError("leased", "another process lets the agents of this table decide")
        async with self._searches:
            decision = await asyncio.to_thread(_chosen, agent, state, stream, is_limited=table.opened.sandboxed)

        def command(now: Table, at: float) -> Sequence[Event]:
            if len(now.decisions) != ply or now.current != seat or not now.seats[seat].agent:
                raise TableError("late", "the game went on")
            return now.decide_for(seat, decision, at)

        try:
            await self.act(live.id, command)
        except TableError:
            return


async def _in_thread(opened: Opened, work: Callable[[], _T]) -> _T:
    """Return what *work* gives, computed while other tables go on."""
    del opened
    return await asyncio.to_thread(work)


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


def game_of(opened: Opened) -> Game:
    """Return the game of a table; a `SpecError` if its document has errors."""

    def read_file(name: str) -> str:
        if name not in opened.files:
            raise FileNotFoundError(name)
        return opened.files[name]

    try:
        return load_text(opened.document, read=read_file, parameters=opened.settings)
    except PlayError as problem:
        raise TableError(problem.code, str(problem)) from None
