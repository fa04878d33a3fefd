"""`ludotome mcp` as a client uses it: the SDK's own client drives the program over standard input and output."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.support.house import HOUSE
from tests.support.report_games import TUNED

SECRET = "the content of a file outside the folder"


@asynccontextmanager
async def served(folder: Path, *options: str) -> AsyncIterator[Client]:
    program = [sys.executable, "-m", "ludotome", "mcp", str(folder), *options]
    server = StdioServerParameters(command=program[0], args=program[1:], env={**os.environ})
    async with Client(stdio_client(server)) as client:
        yield client


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    told = answer.structured_content
    assert told is not None
    return told


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return "".join(str(getattr(part, "text", "")) for part in answer.content)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        with anyio.fail_after(120):
            await work()

    anyio.run(limited)


MISSING = """\
  - { id: hand, owner: player, visibility: owner }

tokenTypes: [ { id: card } ]
perPlayerVars: [ { name: money, type: int, min: 0, max: 9, init: 3 } ]
setup:
  - createToken: { type: card, zone: deck, count: 6 }
  - refillToSize: { zone: market, size: 3, fromZone: deck }
"""
# What an author writes after reading the report: fixes at the reported places, by the help lines.
REPAIRS = [
    ("  players: { min: 2, max: 4 }\n", ""),
    ('pre: "actor.money >= "', 'pre: "actor.money >= 1"'),
    ("from: shop, to: hand", "from: market, to: hand"),
    ("{ type: win: player: lastActor }", "{ type: win, player: lastActor }"),
    ("  - { id: hand, owner: player, visibility: owner }\n", MISSING),
    ("when: no\n", "when: noLegalMoves\n"),
]


def test_a_broken_document_is_repaired_by_tool_calls_alone(tmp_path: Path) -> None:
    shutil.copy(HOUSE.root / "examples" / "broken.md", tmp_path)

    async def work() -> None:
        async with served(tmp_path, "--allow-write") as client:
            first = await ask(client, "check", name="broken.md")
            fixed = await ask(client, "check", name="broken.md", fix=True)
            assert not first["ok"]
            assert not fixed["ok"]
            assert "visibility: hidden" in fixed["fixed"], "a misspelt key is repaired without help"
            assert 'domain: "tokensInZone(market)"' in fixed["fixed"], "so is the name of a zone in a set"
            codes = {one["code"] for one in fixed["diagnostics"]}
            assert "LT015" in (await ask(client, "explain", code="LT015"))["result"]
            assert "LT015" in codes
            told = fixed
            for old, new in REPAIRS:
                told = await ask(client, "edit_document", name="broken.md", old=old, new=new)
            assert told["ok"], told["report"]
            report = (await ask(client, "simulate", name="broken.md", games=50))["report"]
            assert report["games"] == 50
            assert report["outcomes"]["win"] == 50

    run(work)


def test_games_are_measured_by_tool_calls(tmp_path: Path) -> None:
    (tmp_path / "nim.md").write_text(TUNED, encoding="utf-8")

    async def work() -> None:
        async with served(tmp_path) as client:
            seen: list[float] = []

            async def told(done: float, total: float | None, _: str | None) -> None:
                seen.append(done)
                assert total == 100

            answer = await client.call_tool("report", {"name": "nim.md", "seconds": 5}, progress_callback=told)
            report = (answer.structured_content or {})["report"]
            assert {one["id"] for one in report["answers"]} >= {"fair", "ends", "skill"}
            assert all("picture" not in one for one in report["answers"])
            assert seen
            assert seen == sorted(seen)
            changed = TUNED.replace("default: 10", "default: 9")
            found = await ask(client, "compare", before="nim.md", text=changed, seconds=5)
            assert found["verdict"] == "different"
            assert [line["kind"] for line in found["rules"]][:2] == ["removed", "added"]
            found = await ask(
                client, "tune", name="nim.md", goal="4..6 decisions", level="random", settings=4, seconds=8
            )
            assert found["best"] is not None
            assert "`fun` of the goal is unknown" in await refused(client, "tune", name="nim.md", goal="fun")
            assert "name what to compare with" in await refused(client, "compare", before="nim.md")
            # The time limit of the call is kept.
            started = time.monotonic()
            await ask(client, "report", name="chess", seconds=3)
            assert time.monotonic() - started < 20

    run(work)


def test_long_work_reports_progress_and_can_be_cancelled(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path) as client:
            seen: list[float] = []

            async def told(done: float, total: float | None, _: str | None) -> None:
                seen.append(done)
                assert total == 100_000
                if len(seen) == 2:
                    scope.cancel()

            with anyio.CancelScope() as scope:
                await client.call_tool("simulate", {"name": "chess", "games": 100_000}, progress_callback=told)
            assert scope.cancelled_caught
            assert 0 < seen[0] < seen[1] < 100_000
            # The server can answer the next call, and after a time limit the report covers the games played so far.
            short = await ask(client, "simulate", name="chess", games=100_000, seconds=0.5)
            assert short["interrupted"]
            assert 0 < short["report"]["games"] < 100_000

    run(work)


def test_a_missing_extra_is_one_line_with_the_command_that_installs_it(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError('no module', name='mcp')\n", encoding="utf-8")
    command = [sys.executable, "-m", "ludotome", "mcp", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=environment, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.strip() == (
        'error: the tools for language models need `mcp`: install it with `pip install "ludotome[mcp]"`'
    )
