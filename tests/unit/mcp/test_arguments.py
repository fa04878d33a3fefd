"""Wrong arguments give readable errors, and hostile ones short errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotome.mcp.server import make_server
from tests.unit.mcp.test_server import ask, inside, refused, run

GAME = """\
```yaml
metadata: { id: one, players: { min: 2, max: 2 } }
globalVars: [ { name: pot, type: int, min: 0, max: 9, init: 0 } ]
actions: [ { id: add, effects: [ addVar: { var: pot, delta: 1 } ] } ]
endConditions: [ { when: "pot == 9", result: { type: draw } } ]
```
"""
# a tool, its arguments, and the answer
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("checks", {}, "there is no tool `checks`; write `check`"),
    ("check", {}, "give the `name` of a document, or its `text`"),
    ("check", {"name": None, "text": None}, "give the `name` of a document, or its `text`"),
    ("check", {"names": "pig"}, "`check` has no argument `names`; write `name`"),
    ("check", {"document": "pig"}, "`check` has no argument `document`; it has `name`, `text`, `fix`"),
    ("list_games", {"folder": "x"}, "`list_games` has no argument `folder`; leave it out"),
    ("check", {"name": "pig", "fix": "maybe"}, '`fix` is "maybe"; write true or false'),
    ("simulate", {"name": "pig", "games": 0}, "`games` is 0; write a whole number from 1 to 100,000"),
    ("simulate", {"name": "pig", "games": "many"}, '`games` is "many"; write a whole number from 1 to 100,000'),
    ("new", {"name": "x", "board": "square"}, '`board` is "square"; write one of `grid`, `hex`, `cards`'),
    ("view", {"table": "x", "seat": 0, "form": "png"}, '`form` is "png"; write one of `text`, `svg`, `data`'),
    ("view", {"table": "x"}, "`view` needs `seat`: your seat: its number from 0, or its name"),
    (
        "open_game",
        {"name": "pig", "seat": [1]},
        "`seat` is [1]; write a whole number or a text: your seat: its number from 0, or its name",
    ),
    (
        "report",
        {"name": "pig", "seconds": 99.5},
        "`seconds` is 99.5; write a number above 0 up to 60: time for the whole call; more time, more certainty",
    ),
    ("explain", {"code": "../../x"}, "unknown code `../../x`"),
    ("check", {"text": "a \ud800"}, "`text` has `\\ud800` at character 2, half of a character; leave it out"),
    ("read_document", {"name": "\udfff.md"}, "`name` has `\\udfff` at character 0, half of a character; leave it out"),
]
# values for any argument that takes a text
HUGE = ["x" * 1_000_000, "[" * 200_000, "../" * 50_000 + "x.md", "\0" * 5_000, '{"a":' * 50_000, "\u202e\x1b[2J" * 1000]


@pytest.mark.parametrize(("tool", "arguments", "answer"), WRONG)
def test_a_wrong_argument_is_named_with_what_to_write(
    tmp_path: Path, tool: str, arguments: dict[str, Any], answer: str
) -> None:
    async def work() -> None:
        async with inside(tmp_path) as client:
            assert await refused(client, tool, **arguments) == answer

    run(work)


def test_a_text_needs_no_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with inside(tmp_path) as client:
            assert (await ask(client, "check", text=GAME))["ok"]
            assert (await ask(client, "compile", text=GAME))["ok"]
            assert (await ask(client, "simulate", text=GAME, games=5))["report"]["games"] == 5
            assert (await ask(client, "open_game", text=GAME, name=None))["moves"] == ["add"]

    run(work)


def test_a_text_that_is_json_is_a_text_and_a_move_may_be_an_object(tmp_path: Path) -> None:
    async def work() -> None:
        async with inside(tmp_path) as client:
            for text in ('{"metadata": {"id": "x"}}', "[1, 2]", "null", "true"):
                told = await ask(client, "check", text=text)
                assert [one["code"] for one in told["diagnostics"]] == ["LT002"], text
            table = await ask(client, "open_game", text=GAME)
            move = {"type": "action", "action": "add"}
            told = await ask(client, "why", table=table["table"], seat=0, move=json.dumps(move))
            assert told == await ask(client, "why", table=table["table"], seat=0, move=move)

    run(work)


def test_hostile_texts_get_short_answers(tmp_path: Path) -> None:
    """A reason has at most some thousand characters, and nothing is logged as an internal error."""

    async def work() -> None:
        async with inside(tmp_path, allow_write=True) as client:
            tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
            for name, schema in sorted(tools.items()):
                texts = [key for key, one in schema["properties"].items() if one.get("type") == "string"]
                for sent in HUGE if texts else ():
                    needed = {key: sent if key in texts else 1 for key in schema.get("required", ())}
                    answer = await client.call_tool(name, needed | {key: sent for key in texts if key == "name"})
                    said = "".join(str(getattr(part, "text", "")) for part in answer.content)
                    assert len(said) < 3_000, (name, sent[:10])
                    assert "Error executing" not in said, "a bug: its own text stays on the server"
                    assert answer.is_error or name == "close_game", "a table that is not there is closed already"
            told = await ask(client, "check", text="```yaml\n" + "\0" * 20_000 + "\n```\n")
            assert len(json.dumps(told)) < 2_000_000, "not the whole line for each of its errors"

    run(work)
    assert list(tmp_path.iterdir()) == []


def test_every_argument_of_every_tool_is_described_by_its_schema() -> None:
    """The error for a wrong value is derived from the schema: each argument has a type or a choice."""

    async def work() -> None:
        for tool in await make_server(".", allow_write=True).list_tools():
            for name, asked in tool.input_schema["properties"].items():
                assert asked.keys() & {"type", "enum", "anyOf"}, (tool.name, name)

    run(work)
