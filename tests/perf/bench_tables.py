"""How a public site holds many tables: moves a second, how soon a move is told, time and memory of the server.

Two people sit at each table, but at a fifth of them one is a computer at level easy. A share of the documents was sent
by strangers, so they run in the sandbox. The load comes from this process, whose processor time is reported apart.
Change the sizes with `TABLES`, `RATE` and `SECONDS` in the environment.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect

from ludotome.play import shipped_games
from tests.support.renaming import shipped
from tests.support.studio import Served, served

TABLES = int(os.environ.get("TABLES", "100"))
RATE = float(os.environ.get("RATE", "30"))  # moves a second that people want to make
SECONDS = float(os.environ.get("SECONDS", "10"))
UPLOADED = ("tic-tac-toe", "breakthrough", "hex", "pig")
_TICKS = os.sysconf("SC_CLK_TCK")
_ALONE = ("boarding", "skirmish")  # long documents that read other files


def bench() -> list[dict[str, Any]]:
    """Return the rows of one run."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = ("--public", "--address", f"http://127.0.0.1:{port}", "--port", str(port))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), *options, keeps_log=False) as site:
        return asyncio.run(_load(site))


class _Seat:
    """A person at a table, who decides when told to."""

    def __init__(self, place: str, site: Served, secret: str, number: int) -> None:
        self.place, self.site, self.secret = place, site, secret
        self.from_address = f"10.1.{number // 250 % 250}.{number % 250 + 1}"
        self.seen: dict[str, Any] = {}
        self.sent: float | None = None
        self.times: list[float] = []
        self.link: Any = None
        self.refused = 0

    async def come(self) -> None:
        headers = {"X-Forwarded-For": self.from_address}
        origin: Any = self.site.address.rstrip("/")
        self.link = await connect(self.place, origin=origin, additional_headers=headers, max_size=2**24)
        await self.link.send(json.dumps({"do": "hello", "secret": self.secret}))

    async def listen(self) -> None:
        async for text in self.link:
            message = json.loads(text)
            if "table" in message:
                before, self.seen = self.seen.get("ply", 0), message["table"]
                if self.sent is not None and self.seen["ply"] > before:
                    self.times.append(time.perf_counter() - self.sent)
                    self.sent = None
            elif "error" in message:
                self.refused, self.sent = self.refused + 1, None

    @property
    def can_decide(self) -> bool:
        return self.sent is None and bool(self.seen.get("view", {}).get("legal"))

    async def decide(self) -> None:
        self.sent = time.perf_counter()
        choice = random.randrange(_leaves(self.seen["view"]["legal"]))
        await self.link.send(json.dumps({"id": 1, "do": "decide", "ply": self.seen["ply"], "choice": choice}))


def _leaves(legal: list[dict[str, Any]]) -> int:
    return sum(_leaves(one["choices"]) if "choices" in one else 1 for one in legal)


async def _load(site: Served) -> list[dict[str, Any]]:
    seats = await asyncio.to_thread(_open, site)
    for part in range(0, len(seats), 50):
        await asyncio.gather(*(seat.come() for seat in seats[part : part + 50]))
    listening = [asyncio.create_task(seat.listen()) for seat in seats]
    await asyncio.sleep(2)  # the first views arrive before the measurement begins
    server, own, began = _used(site.process.pid), time.process_time(), time.perf_counter()
    while (passed := time.perf_counter() - began) < SECONDS:
        made = sum(len(seat.times) for seat in seats)
        ready = [seat for seat in seats if seat.can_decide]
        wanted = int(passed * RATE) - made - sum(seat.sent is not None for seat in seats)
        for seat in random.sample(ready, min(len(ready), max(0, wanted))):
            await seat.decide()
        await asyncio.sleep(0.01)  # decisions are sent at a rate, not as fast as possible
    seconds = time.perf_counter() - began
    server, own = _used(site.process.pid) - server, time.process_time() - own
    times = sorted(one for seat in seats for one in seat.times)
    for task in listening:
        task.cancel()
    name = f"{TABLES} tables"
    return [
        {"job": f"{name}: moves of people a second", "ours": len(times) / seconds},
        {"job": f"{name}: from a decision to its message, median", "ours": times[len(times) // 2]},
        {"job": f"{name}: the same, p95", "ours": times[int(0.95 * len(times))]},
        {"job": f"{name}: processor time of the server for each second", "ours": server / seconds},
        {"job": f"{name}: processor time of this process for each second", "ours": own / seconds},
        {"job": f"{name}: memory of the server, MB", "ours": _memory(site.process.pid) / 2**20},
        {"job": f"{name}: refused decisions", "ours": sum(seat.refused for seat in seats)},
    ]


def _open(site: Served) -> list[_Seat]:
    """Open the tables and take their seats."""
    named = [name for name in shipped_games() if name not in _ALONE]
    documents: list[dict[str, str]] = [{"document": name} for name in named]
    documents += [{"text": f"{shipped(name)}\n{number}\n"} for name in UPLOADED for number in range(2)]
    seats = []
    for number in range(TABLES):
        headers = {"Origin": site.address.rstrip("/"), "X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
        with httpx2.Client(base_url=site.address, headers=headers, timeout=120) as client:
            body = documents[number % len(documents)] | ({"agents": {"1": "easy"}} if number % 5 == 0 else {})
            answer = client.post("/api/tables", json=body).json()
            assert "table" in answer, answer
            place = f"{site.address.replace('http', 'ws')}api/tables/{answer['table']}/socket"
            for person in range(1 if number % 5 == 0 else 2):
                given = client.post(f"/api/tables/{answer['table']}/seats", json={"name": f"P{person}"}).json()
                seats.append(_Seat(place, site, given["secret"], len(seats)))
    return seats


def _used(process: int) -> float:
    """Return the seconds of the processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
