"""The load that a public site carries: moves per second, the delay of messages, time and memory of the server.

The tables play 30 documents, 20 of them from strangers, which run in the sandbox. Most tables have two people; a fifth
have one computer player at level easy; one table in 20 has hidden information. Meanwhile a new document is uploaded
every 6 s, which is compiled in a separate process. The load is generated in this process, whose processor time is
reported separately; on a busy machine, only processor time per move is meaningful.

Change the sizes with `TABLES`, `RATE` and `SECONDS` in the environment.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import connect

from tests.support.house import ROOT
from tests.support.renaming import shipped
from tests.support.studio import Served, served

TABLES = int(os.environ.get("TABLES", "100"))
RATE = float(os.environ.get("RATE", "30"))  # requested moves per second
SECONDS = float(os.environ.get("SECONDS", "10"))
COMPILE_EVERY = 6.0  # seconds
OPENED_AT_ONCE = 8
OPEN_SHIPPED = ("amazons", "breakthrough", "checkers", "chess", "connect-four", "go", "hex", "othello", "pig")
HIDDEN_SHIPPED = ("market",)
OPEN_SENT = (
    *("breakthrough", "connect-four", "gomoku", "hex", "othello", "pig", "tic-tac-toe"),
    *("more/backgammon", "more/crossroads", "more/dots-and-boxes", "more/kalah", "more/knightthrough"),
    *("more/lines-of-action", "more/nine-mens-morris", "more/pentago", "more/three-check", "more/y"),
)
HIDDEN_SENT = ("kuhn-poker", "more/goofspiel", "more/phantom-ttt")
_TICKS = os.sysconf("SC_CLK_TCK")
_numbers = count()


def bench() -> list[dict[str, Any]]:
    """Return the rows of one run."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = ("--public", "--address", f"http://127.0.0.1:{port}", "--port", str(port))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), *options, keeps_log=False) as site:
        return asyncio.run(_load(site))


class _Seat:
    """A person at a table, who decides on command."""

    def __init__(self, place: str, site: Served, secret: str, number: int, *, is_sent: bool) -> None:
        self.place, self.site, self.secret, self.is_sent = place, site, secret, is_sent
        self.from_address = f"10.1.{number // 250 % 250}.{number % 250 + 1}"
        self.seen: dict[str, Any] = {}
        self.choices = 0  # number of legal decisions; 0 if another seat decides
        self.sent: float | None = None
        self.times: list[float] = []
        self.link: Any = None
        self.refused = 0

    async def come(self) -> None:
        headers = {"X-Forwarded-For": self.from_address}
        origin: Any = self.site.address.rstrip("/")
        made = connect(self.place, origin=origin, additional_headers=headers, max_size=2**24, compression=None)
        self.link = await made
        await self.link.send(msgspec.json.encode({"do": "hello", "secret": self.secret}).decode())

    async def listen(self) -> None:
        async for text in self.link:
            message = msgspec.json.decode(text)
            if "table" in message:
                before, self.seen = self.seen.get("ply", 0), message["table"]
                self.choices = _leaves(self.seen["view"].get("legal") or ())
                if self.sent is not None and self.seen["ply"] > before:
                    self.times.append(time.perf_counter() - self.sent)
                    self.sent = None
            elif "error" in message:
                self.refused, self.sent = self.refused + 1, None

    @property
    def can_decide(self) -> bool:
        return self.sent is None and self.choices > 0

    async def decide(self) -> None:
        self.sent = time.perf_counter()
        wish = {"id": 1, "do": "decide", "ply": self.seen["ply"], "choice": random.randrange(self.choices)}
        await self.link.send(msgspec.json.encode(wish).decode())


def _leaves(legal: Any) -> int:
    return sum(_leaves(one["choices"]) if "choices" in one else 1 for one in legal)


async def _load(site: Served) -> list[dict[str, Any]]:
    seats = await asyncio.to_thread(_open, site)
    for part in range(0, len(seats), 50):
        await asyncio.gather(*(seat.come() for seat in seats[part : part + 50]))
    listening = [asyncio.create_task(seat.listen()) for seat in seats]
    await asyncio.sleep(2)  # the first views arrive before the measurement begins
    sending = asyncio.create_task(_keep_sending(site))
    before, own, began = _figures(site), time.process_time(), time.perf_counter()
    while (passed := time.perf_counter() - began) < SECONDS:
        made = sum(len(seat.times) for seat in seats)
        ready = [seat for seat in seats if seat.can_decide]
        wanted = int(passed * RATE) - made - sum(seat.sent is not None for seat in seats)
        for seat in random.sample(ready, min(len(ready), max(0, wanted))):
            await seat.decide()
        await asyncio.sleep(0.01)  # decisions are sent at a rate, not as fast as possible
    seconds, own = time.perf_counter() - began, time.process_time() - own
    used = {name: value - before[name] for name, value in _figures(site).items()}
    sending.cancel()
    times, of_sent = _sorted_times(seats), _sorted_times([seat for seat in seats if seat.is_sent])
    for task in listening:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await sending
    rows = {
        "moves of people a second": len(times) / seconds,
        "moves of people and computers a second": used["moves"] / seconds,
        "from a decision to its message, median": times[len(times) // 2],
        "from a decision to its message, p95": times[int(0.95 * len(times))],
        "the same in games that were sent, p95": of_sent[int(0.95 * len(of_sent))],
        "processor time of the server for each move": used["cpu"] / max(1, used["moves"]),
        "processor time of its main thread for each move": used["loop"] / max(1, used["moves"]),
        "moves for each second of the processor": used["moves"] / used["cpu"],
        "processor time of the server for each second": used["cpu"] / seconds,
        "processor time of compilers for each second": used["compilers"] / seconds,
        "processor time of this process for each second": own / seconds,
        "memory of the server, MB": _memory(site.process.pid) / 2**20,
        "refused decisions": float(sum(seat.refused for seat in seats)),
        "games that are over": float(sum(bool(seat.seen.get("isOver")) for seat in seats)),
    }
    return [{"job": f"{TABLES} tables: {name}", "ours": value} for name, value in rows.items()]


def _sorted_times(seats: list[_Seat]) -> list[float]:
    return sorted(one for seat in seats for one in seat.times) or [float("nan")]


def _figures(site: Served) -> dict[str, float]:
    """Return the resources that the server has used, and its counts, so far."""
    process = site.process.pid
    metrics = httpx2.get(f"{site.address}metrics", timeout=30).text
    (moves,) = (line.split()[1] for line in metrics.splitlines() if line.startswith("ludotome_moves_total "))
    own, children = _used(f"/proc/{process}/stat")
    loop, _ = _used(f"/proc/{process}/task/{process}/stat")
    return {"cpu": own, "compilers": children, "loop": loop, "moves": float(moves)}


def _open(site: Served) -> list[_Seat]:
    """Open the tables and take their seats."""
    known = [{"document": name} for name in OPEN_SHIPPED] + [{"text": _sent(name)} for name in OPEN_SENT]
    hidden = [{"document": name} for name in HIDDEN_SHIPPED] + [{"text": _sent(name)} for name in HIDDEN_SENT]

    def opened(number: int) -> list[_Seat]:
        headers = {"Origin": site.address.rstrip("/"), "X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
        with httpx2.Client(base_url=site.address, headers=headers, timeout=120) as client:
            body = hidden[number // 20 % len(hidden)] if number % 20 == 0 else known[number % len(known)]
            has_agent = number % 5 == 1
            answer = client.post("/api/tables", json=body | ({"agents": {"1": "easy"}} if has_agent else {})).json()
            assert "table" in answer, (body.get("document") or body["text"][:80], answer)
            place = f"{site.address.replace('http', 'ws')}api/tables/{answer['table']}/socket"
            seats = []
            for person in range(1 if has_agent else 2):
                given = client.post(f"/api/tables/{answer['table']}/seats", json={"name": f"P{person}"}).json()
                seats.append(_Seat(place, site, given["secret"], 2 * number + person, is_sent="text" in body))
        return seats

    with ThreadPoolExecutor(OPENED_AT_ONCE) as threads:
        return [seat for seats in threads.map(opened, range(TABLES)) for seat in seats]


def _sent(name: str) -> str:
    """Return a document like an uploaded one; its rules differ from those of all documents sent before."""
    if name.startswith("more/"):
        text = (ROOT / "tests" / "documents" / f"{name}.md").read_text(encoding="utf-8")
    else:
        text = shipped(name)
    return f"{text}\n{next(_numbers)}\n"


async def _keep_sending(site: Served) -> None:
    """Upload a new document now and then, to be compiled."""
    async with httpx2.AsyncClient(base_url=site.address, timeout=120) as client:
        for number in count():
            headers = {"Origin": site.address.rstrip("/"), "X-Forwarded-For": f"10.9.0.{number % 250 + 1}"}
            # A number in the title changes the rules' hash, so that nothing compiled is found.
            text = shipped("breakthrough").replace("id: breakthrough", f"id: sent-{os.getpid()}-{number}")
            answer = await client.post("/api/tables", json={"text": text}, headers=headers)
            assert answer.status_code == 200, answer.text
            await asyncio.sleep(COMPILE_EVERY)  # ten per minute


def _used(stat: str) -> tuple[float, float]:
    """Return the processor seconds that a process or thread has used, and those of its ended children."""
    fields = Path(stat).read_text(encoding="ascii").rpartition(")")[2].split()
    own, children = (int(fields[11]) + int(fields[12])), (int(fields[13]) + int(fields[14]))
    return own / _TICKS, children / _TICKS


def _memory(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
