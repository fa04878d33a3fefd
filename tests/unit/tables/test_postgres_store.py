"""The store in PostgreSQL: the guarantees of the store, two processes at one table, and one of them killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

import ludotome as lt
from ludotome.tables import WATCHER, Host, StaleError, StoreError, open_store
from tests.support.postgres import postgres

OTHER = """
import asyncio, sys
from ludotome.tables import Host, open_store

async def main():
    store = open_store(sys.argv[1])
    assert store.leases(sys.argv[2])
    host = Host(store)
    await host.watch(sys.argv[2], 0, lambda message: print(len(message), flush=True))
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found


def test_events_come_back_in_order_and_the_later_of_two_is_stale(address: str) -> None:
    one, other = open_store(address), open_store(address)
    one.append("order", 0, [b"a", b"b\x00"]).result(60)
    other.append("order", 2, [b"c"]).result(60)
    assert one.events("order") == [b"a", b"b\x00", b"c"]
    assert one.events("order", 2) == [b"c"]
    with pytest.raises(StaleError):
        one.append("order", 2, [b"d"]).result(60)
    assert other.events("order") == [b"a", b"b\x00", b"c"]
    assert one.events("nothing") == []
    one.close()
    other.close()
    with pytest.raises(StoreError, match="closed"):
        one.append("order", 3, [b"e"]).result(60)


def test_many_appends_of_two_processes_are_each_kept_once(address: str) -> None:
    stores = [open_store(address), open_store(address)]
    with ThreadPoolExecutor(16) as pool:
        kept = list(pool.map(lambda place: stores[place % 2].append(f"m{place // 2}", 0, [b"%d" % place]), range(200)))
    answers = [one.exception(60) for one in kept]
    for pair in range(100):
        both = answers[2 * pair : 2 * pair + 2]
        assert sorted(type(answer).__name__ for answer in both) == ["NoneType", "StaleError"]
        assert len(stores[0].events(f"m{pair}")) == 1
    for store in stores:
        store.close()


def test_a_database_that_cannot_be_reached_is_reported() -> None:
    with pytest.raises(StoreError, match="cannot open the database"):
        open_store("postgresql://ludotome@/postgres?host=/nowhere")


def test_a_lease_has_one_owner_and_ends_with_it(address: str) -> None:
    one, other = open_store(address), open_store(address)
    assert one.leases("t")
    assert one.leases("t")
    assert not other.leases("t")
    one.release("t")
    other.release("t")  # which it never had
    assert other.leases("t")
    assert not one.leases("t")
    other.release("t")
    assert one.leases("t")
    one.close()
    limit = time.monotonic() + 30
    while not other.leases("t"):
        assert time.monotonic() < limit
        time.sleep(0.02)  # the database ends the session of the first
    other.close()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.02)  # another process works


def test_two_servers_show_one_table(address: str) -> None:
    async def whole() -> None:
        one, other = Host(open_store(address)), Host(open_store(address))
        try:
            table = await one.open(lt.load("breakthrough").document or "")
            told: list[int] = []
            seat, _ = await one.sit(table, None, "Ann")
            await other.sit(table, None, "Bob")
            await other.watch(table, 1, lambda message: told.append(msgspec.json.decode(message)["ply"]))
            await one.act(table, lambda table, at: table.decide(seat, 0, 3, at))
            await asyncio.wait_for(until(lambda: told[-1] == 1), 30)
            await other.act(table, lambda table, at: table.decide(1, 1, 3, at))
            await asyncio.wait_for(_until_ply(one, table, 2), 30)
            assert (await one.table(table)).state.state_hash() == (await other.table(table)).state.state_hash()
        finally:
            await one.close()
            await other.close()

    asyncio.run(whole())


async def _until_ply(host: Host, table: str, ply: int) -> None:
    while len((await host.table(table)).decisions) < ply:
        await asyncio.sleep(0.02)  # the announcement is on its way


def test_when_one_server_is_killed_the_other_continues(address: str) -> None:
    """Agents of a table decide in one process; after that is killed, in the other."""

    async def whole() -> None:
        store = open_store(address)
        host = Host(store)
        try:
            table = await host.open(lt.load("breakthrough").document or "")
            await host.watch(table, WATCHER, lambda _: None)
            killed = subprocess.Popen([sys.executable, "-c", OTHER, address, table], stdout=subprocess.PIPE)
            assert killed.stdout is not None
            assert await asyncio.to_thread(killed.stdout.readline)
            for seat in (0, 1):
                await host.act(table, lambda table, at, seat=seat: table.seat_agent(seat, "easy", at))
            await asyncio.wait_for(_until_ply(host, table, 4), 60)
            assert not store.leases(table)
            killed.send_signal(signal.SIGKILL)
            killed.communicate()
            seen = len((await host.table(table)).decisions)
            assert not (await host.table(table)).is_over
            await asyncio.wait_for(_until_ply(host, table, seen + 4), 60)
            assert store.leases(table)
            kept = (await host.table(table)).decisions
            assert [one.ply for one in kept] == list(range(len(kept)))
        finally:
            await host.close()

    asyncio.run(whole())
