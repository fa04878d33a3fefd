"""The server with the SDK's own client, in one process: files, seats, limits, the page of the language."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from ludotome.mcp.server import make_server
from tests.support.house import HOUSE

SECRET = "the content of a file outside the folder"


@asynccontextmanager
async def inside(folder: Path, *, allow_write: bool = False) -> AsyncIterator[Client]:
    """The same server in this process, which avoids starting a program."""
    async with Client(make_server(str(folder), allow_write=allow_write)) as client:
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


def test_nothing_outside_the_folder_can_be_read_or_written(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    (folder / "inner").mkdir(parents=True)
    (outside / "secret.md").write_text(SECRET, encoding="utf-8")
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "linked").symlink_to(outside)
    os.mkfifo(folder / "pipe.md")
    mission = "# M\n\n```yaml\nmetadata: { id: m, players: { min: 2, max: 2 } }\nmission: { file: NAME }\n```\n"
    names = ["../outside/secret.md", str(outside / "secret.md"), "link.md", "linked/secret.md", "pipe.md", "inner",
             "inner/../../outside/secret.md", "/etc/passwd", "", "con:x", "a\0b"]  # fmt: skip

    async def work() -> None:
        async with inside(folder, allow_write=True) as client:
            said = []
            for name in names:
                said.append(await refused(client, "read_document", name=name))
                said.append(await refused(client, "check", name=name))
                said.append(await refused(client, "open_game", name=name))
                said.append(await refused(client, "write_document", name=name, text="x"))
                said.append(json.dumps(await ask(client, "check", name="m.md", text=mission.replace("NAME", name))))
            said.append(json.dumps(await ask(client, "list_games")))
            assert SECRET not in "".join(said)
            assert "secret" not in said[-1], "a link is not listed either"

    run(work)
    assert [file.name for file in outside.iterdir()] == ["secret.md"]
    assert (outside / "secret.md").read_text(encoding="utf-8") == SECRET


def test_without_leave_nothing_is_written(tmp_path: Path) -> None:
    shutil.copy(HOUSE.root / "examples" / "broken.md", tmp_path)
    before = (tmp_path / "broken.md").read_bytes()

    async def work() -> None:
        async with inside(tmp_path) as client:
            assert "edit_document" not in {tool.name for tool in (await client.list_tools()).tools}
            assert (await ask(client, "check", name="broken.md", fix=True))["changed"]
            assert "--allow-write" in await refused(client, "new", name="mine", path="mine.md")
            assert "metadata" in (await ask(client, "new", name="mine"))["text"]

    run(work)
    assert (tmp_path / "broken.md").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["broken.md"]


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    shutil.copy(HOUSE.root / "examples" / "broken.md", tmp_path)
    (tmp_path / "broken.md").chmod(0o400)
    before = (tmp_path / "broken.md").read_bytes()

    async def work() -> None:
        async with inside(tmp_path, allow_write=True) as client:
            assert "it is read-only" in await refused(client, "check", name="broken.md", fix=True)
            assert "it already exists" in await refused(client, "new", name="mine", path="./broken.md")

    run(work)
    assert (tmp_path / "broken.md").read_bytes() == before


def test_a_game_is_played_by_seat_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with inside(tmp_path) as client:
            table = await ask(client, "open_game", name="connect-four", seat=1, opponent="greedy")
            seat, now = table["seat"], table
            assert seat == 1
            assert len(table["since"]) == 1, "the first player has moved"
            assert (await ask(client, "view", table=table["table"], seat=seat, form="svg"))["svg"].startswith("<svg")
            told = await ask(client, "why", table=table["table"], seat=seat, move="z")
            assert not told["legal"]
            assert "`z`" in told["why"]
            while not now["over"]:
                now = await ask(client, "apply_move", table=table["table"], seat=seat, move=now["moves"][0])
            assert sum(now["returns"]) == 0
            assert "game is over" in await refused(client, "apply_move", table=table["table"], seat=seat, move="a")
            assert "played by an agent" in await refused(client, "view", table=table["table"], seat=0)
            assert (await ask(client, "close_game", table=table["table"]))["closed"]
            assert "no open game" in await refused(client, "view", table=table["table"], seat=seat)

    run(work)


def test_the_language_is_a_resource_and_part_of_the_prompt(tmp_path: Path) -> None:
    async def work() -> None:
        async with inside(tmp_path) as client:
            page = (await client.read_resource("ludotome://language")).contents[0]
            text = str(getattr(page, "text", ""))
            assert text == (HOUSE.root / "docs" / "language" / "all.md").read_text(encoding="utf-8")
            asked = await client.get_prompt("design_game", {"idea": "frogs on a pond"})
            said = str(getattr(asked.messages[0].content, "text", ""))
            assert "frogs on a pond" in said
            assert text in said

    run(work)


@pytest.mark.parametrize("tool", ["open_game", "simulate"])
def test_bad_arguments_say_what_to_write(tmp_path: Path, tool: str) -> None:
    async def work() -> None:
        async with inside(tmp_path) as client:
            assert "did you mean `connect-four`" in await refused(client, tool, name="conect-four")
            wrong = {"open_game": {"opponent": "best"}, "simulate": {"agents": "mcts:10000000"}}[tool]
            assert "random, greedy, easy, normal, hard" in await refused(client, tool, name="connect-four", **wrong)

    run(work)


def test_only_documents_and_the_files_beside_them_are_read_and_written(tmp_path: Path) -> None:
    """A model that may write documents must not write files that git, a shell or a build would run."""
    for name, content in ((".env", SECRET), ("tool.py", SECRET), (".git/config", SECRET), ("notes.txt", "plain")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    mission = "```yaml\nmetadata: { id: m, players: { min: 2, max: 2 } }\nzones: [ mission: { file: .env } ]\n```\n"

    async def work() -> None:
        async with inside(tmp_path, allow_write=True) as client:
            for name in (".env", "tool.py", ".git/config", ".git/new.md", "Makefile", "game.md.sh", "a/../b.md"):
                for tool, more in (("read_document", {}), ("write_document", {"text": "x"})):
                    said = await refused(client, tool, name=name, **more)
                    assert "cannot" in said
                    assert SECRET not in said
                assert "cannot" in await refused(client, "edit_document", name=name, old=SECRET, new="x")
            assert (await client.call_tool("read_document", {"name": "notes.txt"})).content[0].text == "plain"  # type: ignore[union-attr]
            told = json.dumps(await ask(client, "check", name="m.md", text=mission))
            assert SECRET not in told
            assert "LT617" in told

    run(work)
    assert (tmp_path / ".git" / "config").read_text(encoding="utf-8") == SECRET
    assert sorted(path.name for path in tmp_path.iterdir()) == [".env", ".git", "notes.txt", "tool.py"]
