"""Server: the tools, the resource and the prompt in the form of the protocol.

Invariants:
    * a tool that fails returns a reason that the model can use; internal errors are logged on standard error and reveal
      nothing;
    * an argument that is null is one that was not given;
    * work runs in a thread, so that cancelling and other calls are answered meanwhile.

This module does not know what the tools do (`documents`, `tables`, `measures`).
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError as RefusedCall
from mcp.server.mcpserver.exceptions import UnexpectedToolError
from pydantic import BeforeValidator, Field, ValidationError

import ludotome
from ludotome.diagnostics import UnknownCodeError, has_errors
from ludotome.gamedef import PlayError, SpecError
from ludotome.mcp.arguments import half_character, unknown_argument, unknown_tool, wrong_argument
from ludotome.mcp.documents import Documents, NotAllowedError, explained
from ludotome.mcp.language import ASK, language_page
from ludotome.mcp.limits import MOST_GAMES, MOST_REASON, MOST_SECONDS, MOST_TABLES, OPPONENTS, clipped
from ludotome.mcp.measures import WHOLE, compared, reported, tuned
from ludotome.mcp.tables import Tables
from ludotome.play import Game
from ludotome.simulate import make_report, play_games
from ludotome.toolchain import ToolError
from ludotome.workers import Job, in_thread

Result = TypeVar("Result")
Answer = dict[str, Any]

Name = Annotated[str, Field(description="a shipped game (`breakthrough`) or the path of a document in the folder")]
# Plain `str`, so that the SDK does not parse a text that is JSON; the empty text means none.
NameOrText = Annotated[
    str, Field(description="a shipped game (`breakthrough`) or the path of a document in the folder; or give `text`")
]
Text = Annotated[str, Field(description="the text to use instead of the file's")]
TableName = Annotated[str, Field(description="the name that `open_game` returned")]
Seconds = Annotated[
    float, Field(gt=0, le=MOST_SECONDS, description="time for the whole call; more time, more certainty")
]
SeatName = Annotated[int | str, Field(description="your seat: its number from 0, or its name")]
Move = Annotated[
    str,
    BeforeValidator(lambda move: json.dumps(move) if isinstance(move, dict) else move),
    Field(description="the decision, as `legal_moves` writes it, or its JSON"),
]
_UNNAMED = "document.md"  # the name of a text that has none; the files that the text names are beside it

INSTRUCTIONS = f"""\
Ludotome compiles tabletop games from Markdown documents. Read the resource `ludotome://language` before you write one;
check a document with `check` (with `fix` for safe repairs) and `explain` a code you do not know; then `test`,
`simulate` and play it. `report` says whether it is fair, ends and rewards skill; `compare` whether a change made a
difference; `tune` which values of its parameters come closest to a goal.
Play by seat: `open_game` gives a table, and every other play tool takes that table and your seat.
Limits: {MOST_TABLES} open games, {MOST_GAMES:,} simulated games, {MOST_SECONDS:.0f} s per call."""


def make_server(folder: str, *, allow_write: bool = False) -> MCPServer[Any]:
    """Return the server for one folder."""
    server = _Server("ludotome", instructions=INSTRUCTIONS, version=ludotome.__version__, log_level="WARNING")
    tools = _Tools(Documents(folder, allow_write=allow_write), Tables())
    for tool in (
        tools.list_games, tools.read_document, tools.check, tools.explain, tools.compile, tools.test, tools.new,
        tools.open_game, tools.view, tools.legal_moves, tools.apply_move, tools.why, tools.close_game, tools.simulate,
        tools.report, tools.compare, tools.tune,
    ):  # fmt: skip
        server.add_tool(tool)
    if allow_write:
        server.add_tool(tools.write_document)
        server.add_tool(tools.edit_document)
    server.resource("ludotome://language", name="language", mime_type="text/markdown")(language_page)
    server.prompt("design_game", description="Design a tabletop game as a Ludotome document.")(_design)
    return server


class _Server(MCPServer[Any]):
    """Reports errors in calls in our own words, instead of those of a validator."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context | None = None) -> Any:
        """Call a tool; a `RefusedCall` says what is wrong with its name or its arguments, or why it failed."""
        schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
        if name not in schemas:
            raise RefusedCall(unknown_tool(name, schemas))
        given = {key: value for key, value in arguments.items() if value is not None}
        wrong = unknown_argument(name, given, schemas[name]) or half_character(given)
        if wrong is not None:
            raise RefusedCall(wrong)
        try:
            return await super().call_tool(name, given, context)
        except UnexpectedToolError:
            raise
        except RefusedCall as refused:
            cause = refused.__cause__
            if isinstance(cause, ValidationError):
                argument = str(cause.errors()[0]["loc"][0])
                raise RefusedCall(wrong_argument(name, argument, given, schemas[name])) from None
            raise RefusedCall(clipped(str(cause or refused), MOST_REASON)) from None


def _design(idea: str) -> str:
    """Ask for a document that implements *idea*; the prompt contains the language."""
    return f"{ASK.format(idea=idea)}\n\n{language_page()}"


class _Tools:
    """The tools. A model reads their docstrings."""

    def __init__(self, documents: Documents, tables: Tables) -> None:
        self._documents, self._tables = documents, tables

    def _game(self, name: str, text: str) -> Game:
        return self._documents.game(_named(name, text), text or None)

    async def list_games(self) -> Answer:
        """List the shipped games and the documents in the folder."""
        return await _answer(lambda _: self._documents.listed())

    async def read_document(self, name: Name) -> str:
        """Return the text of a document or a shipped game."""
        return await _answer(lambda _: self._documents.read(name))

    async def write_document(self, name: Name, text: str) -> Answer:
        """Write a document to the folder, and return its errors."""
        return await _answer(lambda _: self._documents.write(name, text))

    async def edit_document(self, name: Name, old: str, new: str) -> Answer:
        """Replace a text that occurs once in a document by another, and return the errors of the document."""
        return await _answer(lambda _: self._documents.edit(name, old, new))

    async def check(self, name: NameOrText = "", text: Text = "", fix: bool = False) -> Answer:
        """Return the errors and warnings of a document: where, what, and what to write instead.

        With `fix`, safe repairs are applied: the repaired text is returned, and written if writing is allowed.
        """
        return await _answer(lambda _: self._documents.check(_named(name, text), text or None, fix=fix))

    async def explain(self, code: Annotated[str, Field(description="as LT601")]) -> str:
        """Explain a diagnostic code: what it finds, why it matters, an example, and what to write instead."""
        return await _answer(lambda _: explained(code))

    async def compile(self, name: NameOrText = "", text: Text = "") -> Answer:
        """Compile a document to its definition, as JSON, or return its errors."""
        return await _answer(lambda _: self._documents.compile(_named(name, text), text or None))

    async def test(self, name: Name) -> Answer:
        """Run the tests in a document."""
        return await _answer(lambda _: self._documents.test(name))

    async def new(
        self, name: str, players: int = 2, board: Literal["grid", "hex", "cards"] = "grid", path: str | None = None
    ) -> Answer:
        """Return a commented document that compiles, as the start of a new game; with `path` it is also written."""
        return await _answer(lambda _: self._documents.new(name, players, board, path))

    async def open_game(
        self,
        name: NameOrText = "",
        seat: SeatName = 0,
        opponent: Annotated[str | None, Field(description=f"who plays the other seats: {', '.join(OPPONENTS)}")] = None,
        players: int | None = None,
        text: Text = "",
    ) -> Answer:
        """Open a game and return its table and what your seat sees. Without `opponent` you play every seat."""

        def work(job: Job) -> Answer:
            return self._tables.open(self._game(name, text), seat, opponent, players, job)

        return await _answer(work)

    async def view(self, table: TableName, seat: SeatName, form: Literal["text", "svg", "data"] = "text") -> Answer:
        """Return what your seat sees: the board as text, as an SVG picture or as data."""
        return await _answer(lambda _: self._tables.view(table, seat, form))

    async def legal_moves(self, table: TableName, seat: SeatName) -> Answer:
        """Return the legal decisions of your seat; empty if it is not its turn."""
        return await _answer(lambda _: self._tables.moves(table, seat))

    async def apply_move(self, table: TableName, seat: SeatName, move: Move) -> Answer:
        """Make a decision for your seat, let the opponents play, and return what your seat sees then."""
        return await _answer(lambda job: self._tables.apply(table, seat, move, job))

    async def why(self, table: TableName, seat: SeatName, move: Move) -> Answer:
        """Return whether a decision is legal for your seat now, and if not, which condition is false."""
        return await _answer(lambda _: self._tables.why(table, seat, move))

    async def close_game(self, table: TableName) -> Answer:
        """Close a game."""
        return await _answer(lambda _: self._tables.close(table))

    async def simulate(
        self,
        ctx: Context,
        name: NameOrText = "",
        games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 1000,
        agents: Annotated[
            str, Field(description=f"one of {', '.join(OPPONENTS)}, or one per seat, separated by commas")
        ] = "random",
        seed: int = 1,
        players: int | None = None,
        text: Text = "",
        seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = MOST_SECONDS,
    ) -> Answer:
        """Play many games and report who wins, how long games are, and possible problems of the design.

        After `seconds` the report covers the games played so far, and `interrupted` is true.
        """
        table = agents.split(",")
        if any(agent.strip() not in OPPONENTS for agent in table):
            raise RefusedCall(
                f"`agents` is {agents!r}; write one of {', '.join(OPPONENTS)}, or one per seat, separated by commas"
            )

        def work(job: Job) -> Answer:
            game = self._game(name, text)
            chosen = table if len(table) > 1 else table[0]
            played = play_games(game, games, agents=chosen, seed=seed, players=players, progress=job.tell)
            return {"interrupted": played.is_interrupted, "report": msgspec.to_builtins(make_report(played))}

        return await _answer(work, lambda done: ctx.report_progress(done, games), seconds)

    async def report(
        self,
        ctx: Context,
        name: NameOrText = "",
        seconds: Seconds = 20.0,
        players: int | None = None,
        seed: int = 1,
        text: Text = "",
    ) -> Answer:
        """Play a game at several levels and answer a designer's questions, each with its certainty.

        Is it fair, does it end, are there real choices, does skill matter, is it tense, what is used, is anything
        broken?
        """

        def work(job: Job) -> Answer:
            return reported(self._game(name, text), seconds, players, seed, job)

        return await _answer(work, lambda done: ctx.report_progress(done, WHOLE), seconds)

    async def compare(
        self,
        ctx: Context,
        before: Name,
        after: Annotated[str | None, Field(description="as `before`; the same document unless given")] = None,
        text: Annotated[str, Field(description="the text of the second version, instead of a file's")] = "",
        margin: Annotated[float, Field(ge=0.01, le=50, description="points that count as equal")] = 1.0,
        seconds: Seconds = 20.0,
        seed: int = 1,
    ) -> Answer:
        """Play two versions of a game and say whether they are `different`, `equivalent` or `undecided`.

        The result has the lines that changed, and each difference with its interval.
        """
        if not after and not text:
            raise RefusedCall("name what to compare with: `after`, or the `text` of the second version")

        def work(job: Job) -> Answer:
            second = self._documents.game(after or before, text or None)
            return compared(self._documents.game(before, None), second, margin, seconds, seed, job)

        return await _answer(work, lambda done: ctx.report_progress(done, WHOLE), seconds)

    async def tune(
        self,
        ctx: Context,
        goal: Annotated[str, Field(description="as `fair and 30..50 decisions`; a wrong one lists all words")],
        name: NameOrText = "",
        level: Literal["random", "easy", "normal", "hard"] = "normal",
        settings: Annotated[int, Field(ge=1, le=64, description="how many to try")] = 16,
        seconds: Seconds = MOST_SECONDS,
        seed: int = 1,
        text: Text = "",
    ) -> Answer:
        """Find the values of a game's parameters that come closest to a goal, with results from new games."""

        def work(job: Job) -> Answer:
            return tuned(self._game(name, text), goal, level, settings, seconds, seed, job)

        return await _answer(work, lambda done: ctx.report_progress(done, WHOLE), seconds)


def _named(name: str, text: str) -> str:
    """Return the name of a document, or a placeholder for a *text* without a name."""
    if not name and not text:
        raise RefusedCall("give the `name` of a document, or its `text`")
    return name or _UNNAMED


async def _answer(
    work: Callable[[Job], Result],
    told: Callable[[int], Awaitable[None]] | None = None,
    seconds: float = MOST_SECONDS,
) -> Result:
    """Return what *work* returns; an expected error becomes a `RefusedCall` with the reason."""
    try:
        return await in_thread(work, told, seconds=seconds)
    except SpecError as error:
        report = "; ".join(f"{one.code} {one.message}" for one in error.diagnostics if has_errors((one,)))
        raise RefusedCall(f"the document has errors, so it cannot be played; use `check`: {report}") from None
    except TimeoutError:
        raise RefusedCall(f"this took more than {seconds:.0f} s and was stopped; ask for less") from None
    except (PlayError, ToolError, NotAllowedError, UnknownCodeError, ValueError) as error:
        raise RefusedCall(str(error)) from None
