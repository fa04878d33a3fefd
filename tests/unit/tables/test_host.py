"""The host: nothing is sent before it is stored, tables are restored from the store, agents and clocks work."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from ludotome.tables import Host, SqliteStore, StoreError, TableError, Turn
from ludotome.tables.computing import game_of
from ludotome.tables.strangers import Strangers
from ludotome.tables.table import WATCHER, Table

BREAKTHROUGH = lt.load("breakthrough").document or ""
PIG = lt.load("pig").document or ""


class Waiting:
    """A store that answers on command, and whose disk can fail."""

    def __init__(self, inner: SqliteStore) -> None:
        self.inner = inner
        self.waiting: list[tuple[Future[None], Future[None]]] = []
        self.holds = False
        self.fault: str | None = None
        self.refused = 0
        self.released: list[str] = []

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        answer: Future[None] = Future()
        if self.fault is not None:
            self.refused += 1
            answer.set_exception(StoreError(self.fault))
            return answer
        kept = self.inner.append(table, after, events)
        if not self.holds:
            return kept
        self.waiting.append((kept, answer))
        return answer

    def answer(self) -> None:
        for kept, answer in self.waiting:
            kept.result()
            answer.set_result(None)
        self.waiting.clear()

    def events(self, table: str, after: int = 0) -> list[bytes]:
        return self.inner.events(table, after)

    def leases(self, table: str) -> bool:
        return self.inner.leases(table)

    def release(self, table: str) -> None:
        self.released.append(table)
        self.inner.release(table)

    def follow(self, told: Callable[[str], None]) -> None:
        self.inner.follow(told)

    def close(self) -> None:
        self.inner.close()


def run(tmp_path: Path, work: Callable[[Host, Waiting], Awaitable[None]], **options: Any) -> None:
    async def whole() -> None:
        store = Waiting(SqliteStore(tmp_path / "tables.sqlite"))
        host = Host(store, **options)
        try:
            await asyncio.wait_for(work(host, store), 60)
        finally:
            await host.close()

    asyncio.run(whole())


def _plain(table: Table) -> lt.State:
    return table.game.new_initial_state(seed=table.opened.seed, players=table.opened.players, chance="explicit")


@pytest.fixture
def plain_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let documents of strangers be played like our own, without the sandbox."""
    monkeypatch.setattr(Strangers, "load", lambda _, opened: game_of(opened))
    monkeypatch.setattr(Table, "begun", _plain)


def test_nothing_is_sent_before_it_is_stored(tmp_path: Path) -> None:
    async def work(host: Host, store: Waiting) -> None:
        name = await host.open(BREAKTHROUGH)
        told: list[Any] = []
        await host.watch(name, WATCHER, lambda data: told.append(json.loads(data)))
        assert [one["ply"] for one in told] == [0]
        store.holds = True
        task = asyncio.create_task(host.act(name, lambda table, at: table.decide(0, 0, 0, at)))
        while not store.waiting:
            await asyncio.sleep(0.01)  # until the append has reached the store
        assert [one["ply"] for one in told] == [0]
        assert (await host.table(name)).decisions == []
        store.answer()
        await task
        assert [one["ply"] for one in told] == [0, 1]
        assert told[1]["moves"] == [{"by": 0, "text": "a2a3"}]

    run(tmp_path, work)


def test_a_store_that_fails_changes_nothing(tmp_path: Path) -> None:
    async def work(host: Host, store: Waiting) -> None:
        name = await host.open(BREAKTHROUGH)
        store.fault = "disk full"
        with pytest.raises(TableError, match="nothing was changed, because it cannot be saved: disk full"):
            await host.act(name, lambda table, at: table.decide(0, 0, 0, at))
        store.fault = None
        assert (await host.table(name)).decisions == []
        await host.act(name, lambda table, at: table.decide(0, 0, 0, at))
        assert len((await host.table(name)).decisions) == 1

    run(tmp_path, work)


def test_a_table_is_found_again_days_later(tmp_path: Path) -> None:
    kept: list[Any] = []

    async def first(host: Host, _: Waiting) -> None:
        name = await host.open(PIG)
        seat, secret = await host.sit(name, 1, "Bob")
        await host.act(name, lambda table, at: table.decide(0, 0, 0, at))
        kept.extend((name, seat, secret, (await host.table(name)).state.state_hash()))

    async def second(host: Host, _: Waiting) -> None:
        name, seat, secret, hashed = kept
        assert await host.seat_of(name, secret) == seat == 1
        with pytest.raises(TableError, match="no seat at this table"):
            await host.seat_of(name, "guess")
        assert (await host.table(name)).state.state_hash() == hashed
        with pytest.raises(TableError, match="no such table"):
            await host.table("other")

    run(tmp_path, first)
    run(tmp_path, second)


def test_the_same_decision_sent_twice_at_once_is_made_once(tmp_path: Path) -> None:
    async def work(host: Host, _: Waiting) -> None:
        name = await host.open(BREAKTHROUGH)
        asked = [host.act(name, lambda table, at: table.decide(0, 0, 2, at)) for _ in range(5)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(one, TableError) for one in answers].count(False) == 1
        assert len((await host.table(name)).decisions) == 1

    run(tmp_path, work)


def test_agents_play_a_whole_game_by_themselves(tmp_path: Path) -> None:
    async def work(host: Host, _: Waiting) -> None:
        name = await host.open(PIG, agents={0: "random", 1: "easy"})
        await host.watch(name, WATCHER, lambda _: None)
        while not (await host.table(name)).is_over:
            await asyncio.sleep(0.05)
        table = await host.table(name)
        assert {one.by for one in table.decisions} == {-1, 0, 1}

    run(tmp_path, work)


@pytest.mark.parametrize("sandboxed", [False, True])
def test_agents_wait_where_nobody_follows(tmp_path: Path, plain_strangers: None, *, sandboxed: bool) -> None:
    """A table with agents at every seat would compute for the whole game, for nobody."""
    del plain_strangers

    async def work(host: Host, store: Waiting) -> None:
        name = await host.open(PIG, agents={0: "random", 1: "random"}, sandboxed=sandboxed)
        await asyncio.sleep(0.2)  # long enough for an agent that wrongly continued to decide
        assert (await host.table(name)).decisions == []
        watcher = await host.watch(name, WATCHER, lambda _: None)
        while len((await host.table(name)).decisions) < 3:
            await asyncio.sleep(0.01)  # until the agent has decided
        await host.unwatch(name, watcher)
        await asyncio.sleep(0.2)  # a decision that an agent is making at that moment is still made
        count = len((await host.table(name)).decisions)
        await asyncio.sleep(0.2)  # likewise
        assert len((await host.table(name)).decisions) == count
        assert store.released == [name], "somebody may follow it at another server"

    run(tmp_path, work)


def test_an_agent_plays_against_somebody_who_is_away(tmp_path: Path) -> None:
    async def work(host: Host, _: Waiting) -> None:
        name = await host.open(BREAKTHROUGH, agents={1: "random"})
        await host.sit(name, 0, "Ann")
        await host.act(name, lambda table, at: table.decide(0, 0, 0, at))
        while len((await host.table(name)).decisions) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert len((await host.table(name)).decisions) == 2, "now it is Ann's turn"

    run(tmp_path, work)


def test_an_agent_that_cannot_decide_tries_again_only_when_something_happens(tmp_path: Path) -> None:
    async def work(host: Host, store: Waiting) -> None:
        name = await host.open(BREAKTHROUGH, agents={0: "random"})
        store.fault = "disk full"
        watcher = await host.watch(name, WATCHER, lambda _: None)
        while not store.refused:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        assert store.refused == 1
        store.fault = None
        await host.act(name, lambda table, at: table.note(WATCHER, "again", at))
        while not (await host.table(name)).decisions:
            await asyncio.sleep(0.01)
        await host.unwatch(name, watcher)

    run(tmp_path, work)


def test_opening_a_table_does_not_delay_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first state of a game may need compiling, and strangers' documents wait to be checked."""
    is_free = threading.Event()
    begun = Table.begun

    def slow(table: Table) -> lt.State:
        assert is_free.wait(30), "the event loop is held up"
        return begun(table)

    async def work(host: Host, _: Waiting) -> None:
        monkeypatch.setattr(Table, "begun", slow)
        opening = asyncio.create_task(host.open(BREAKTHROUGH))
        await asyncio.sleep(0.1)
        is_free.set()
        await opening
        is_free.clear()
        monkeypatch.setattr(Strangers, "load", lambda _, opened: is_free.wait(30) and game_of(opened))
        monkeypatch.setattr(Table, "begun", _plain)
        many = [asyncio.create_task(host.open(PIG, settings={}, hints=True, sandboxed=True)) for _ in range(12)]
        await asyncio.sleep(0.1)
        await asyncio.wait_for(asyncio.to_thread(lambda: None), 20)
        is_free.set()
        await asyncio.gather(*many)

    run(tmp_path, work)


def test_a_table_and_those_of_strangers_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain_strangers: None
) -> None:
    del plain_strangers
    for name, most in (("MOST_EVENTS", 6), ("MOST_STRANGE", 2), ("MOST_WATCHERS", 1)):
        monkeypatch.setattr(f"ludotome.tables.host.{name}", most)

    async def work(host: Host, _: Waiting) -> None:
        name = await host.open(BREAKTHROUGH)
        seat, _secret = await host.sit(name, 0, "Ann")
        await host.watch(name, WATCHER, lambda _: None)
        with pytest.raises(TableError, match="its maximum of 1 spectators"):
            await host.watch(name, WATCHER, lambda _: None)
        await host.watch(name, seat, lambda _: None)
        for _ in range(4):
            await host.act(name, lambda table, at: table.say(0, 0, at))
        with pytest.raises(TableError, match="its limit of 6 events"):
            await host.act(name, lambda table, at: table.say(0, 0, at))
        documents = [f"{PIG}\n{number}\n" for number in range(3)]
        strange = [await host.open(one, sandboxed=True) for one in documents[:2]]
        first = await host.watch(strange[0], WATCHER, lambda _: None)
        await host.watch(strange[1], WATCHER, lambda _: None)
        with pytest.raises(TableError, match="too many games of visitors"):
            await host.open(documents[2], sandboxed=True)
        more = [await host.open(document, sandboxed=True) for document in documents[:2] * 2]
        assert host.open_tables == 7, "tables of documents that are played are not counted"
        await host.open(PIG)
        await host.unwatch(strange[0], first)
        await host.open(documents[2], sandboxed=True)
        assert host.open_tables == 6, "the three tables of a document that nobody plays have made room"
        for name in more[1::2]:
            await host.watch(name, WATCHER, lambda _: None)
        assert host.open_tables == 6

    run(tmp_path, work)


def test_an_absent_player_is_notified_once_per_turn(tmp_path: Path) -> None:
    turns: list[Turn] = []

    async def work(host: Host, store: Waiting) -> None:
        del store
        table = await host.open(lt.load("breakthrough").document or "")
        for name in ("Ann", "Bob"):
            await host.sit(table, None, name)
        assert turns == [], "nobody is called before the game has begun"
        watcher = await host.watch(table, 0, lambda _: None)
        await host.act(table, lambda table, at: table.decide(0, 0, 0, at))
        await host.act(table, lambda table, at: table.say(0, 0, at))
        assert turns == [Turn(table, "breakthrough", 1, "Black", "Bob", 1)]
        await host.act(table, lambda table, at: table.decide(1, 1, 0, at))
        assert len(turns) == 1, "Ann is here"
        await host.unwatch(table, watcher)

    run(tmp_path, work, on_turn=turns.append)


def test_the_time_of_a_seat_runs_out_without_a_request(tmp_path: Path) -> None:
    async def work(host: Host, _: Waiting) -> None:
        name = await host.open(BREAKTHROUGH, seconds=1)
        await host.act(name, lambda table, at: table.decide(0, 0, 0, at))
        while not (await host.table(name)).is_over:
            await asyncio.sleep(0.05)
        assert (await host.table(name)).out_of_time == 1

    run(tmp_path, work)


def test_a_document_with_errors_opens_no_table(tmp_path: Path) -> None:
    async def work(host: Host, _: Waiting) -> None:
        with pytest.raises(lt.SpecError):
            await host.open("# Nothing\n")
        with pytest.raises(TableError, match="5 cannot play this: it is for 2 to 2 players"):
            await host.open(BREAKTHROUGH, players=5)

    run(tmp_path, work)


def test_the_same_people_play_again_one_seat_further(tmp_path: Path) -> None:
    async def work(host: Host, _: Waiting) -> None:
        name = await host.open(BREAKTHROUGH, seconds=1)
        _seat, ann = await host.sit(name, 0, "Ann")
        _seat, bob = await host.sit(name, 1, "Bob")
        with pytest.raises(TableError, match="not over"):
            await host.play_again(name)
        await host.act(name, lambda table, at: table.decide(0, 0, 0, at))
        while not (await host.table(name)).is_over:
            await asyncio.sleep(0.05)
        following = await host.play_again(name)
        assert await host.play_again(name) == following, "the second who asks comes to the same table"
        assert (await host.table(name)).followed == following
        assert [await host.seat_of(following, secret) for secret in (ann, bob)] == [1, 0]
        assert [seat.name for seat in (await host.table(following)).seats] == ["Bob", "Ann"]

    run(tmp_path, work)
