"""Desk: one document that is being edited: its current text, its game, the trial game, and the actions of requests.

A request is a JSON object with `id`, `do` and further fields; `ACTIONS` lists them. Every function runs in the thread
of its lane (`socket`), so requests of one lane never overlap.

Invariants:
    * a field of the wrong type raises a `PlayError` that names it; `failure` turns every exception into a message for
      the page;
    * work on a text that has been replaced ends as soon as this is noticed.

This module does not know sockets.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from msgspec import Struct

from ludotome.gamedef import PlayError, SpecError
from ludotome.language import RenameError
from ludotome.play import Game, load_text
from ludotome.report import rules_diff
from ludotome.studio.documents import MOST_BYTES
from ludotome.studio.workshop import answers, measuring
from ludotome.studio.workshop.checking import Checked, Emit, Read, check, check_more, draw
from ludotome.studio.workshop.trial import Trial
from ludotome.toolchain import ToolError, time_limit

LOGGER = logging.getLogger("ludotome.studio")
Lane = Literal["check", "draw", "ask", "long"]
_T = TypeVar("_T")

_SECONDS: dict[Lane, float] = {"check": 30.0, "draw": 60.0, "ask": 10.0, "long": 600.0}
_MOST_NAME = 200  # characters of a new name


class Request(Struct):
    """A request of a page; `is_stopped` says that the page no longer waits."""

    id: int
    do: str
    fields: dict[str, Any]
    text: str
    is_stopped: bool = False

    def field(self, name: str, kind: type[_T]) -> _T:
        """Return a field, which must be of that type."""
        value = self.fields.get(name)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise PlayError("bad-request", f"`{name}` is {value!r:.60}; write a value of type {kind.__name__}")
        return value


class Desk:
    """The document and everything computed from it."""

    def __init__(self, read: Read) -> None:
        self.read = read
        self.text = ""
        self._checked: Checked | None = None
        self._game: tuple[str, Game] | None = None  # the newest text without errors, and its game
        self._trial: Trial | None = None

    def answer(self, request: Request, emit: Emit) -> Any:
        """Return the answer to a request; partial results are emitted before."""
        lane, action = ACTIONS[request.do]
        with time_limit(_SECONDS[lane], f"`{request.do}`"):
            return action(self, request, emit)

    # ── the lanes of the current text ──

    def check(self, request: Request, _: Emit) -> Any:
        """Return the diagnostics of the current text."""
        self._checked, found = check(request.text, self.read)
        return found

    def draw(self, request: Request, emit: Emit) -> None:
        """Draw the current text."""
        game = self._checked_text(request).game()
        if game is not None:
            self._game = request.text, game
        draw(request.text, game, self.read, emit, lambda: request.is_stopped)

    def check_more(self, request: Request, _: Emit) -> Any:
        """Return the diagnostics of the current text under other parameter settings; null if there are no more."""
        return check_more(self._checked_text(request), self.read, lambda: request.is_stopped)

    def _checked_text(self, request: Request) -> Checked:
        checked = self._checked
        if checked is None or checked.text != request.text:
            checked, _ = check(request.text, self.read)
        return checked

    # ── the lane of questions ──

    def complete(self, request: Request, _: Emit) -> Any:
        """Return the completions at an offset."""
        return answers.complete(request.text, request.field("at", int), self.read)

    def hover(self, request: Request, _: Emit) -> Any:
        """Return the hover text at an offset."""
        return answers.hover(request.text, request.field("at", int), self.read)

    def definition(self, request: Request, _: Emit) -> Any:
        """Return the declaration of the name at an offset."""
        return answers.definition(request.text, request.field("at", int), self.read)

    def references(self, request: Request, _: Emit) -> Any:
        """Return the references to the name at an offset."""
        return answers.references(request.text, request.field("at", int), self.read)

    def can_rename(self, request: Request, _: Emit) -> Any:
        """Return the name at an offset that can be renamed."""
        return answers.can_rename(request.text, request.field("at", int), self.read)

    def rename(self, request: Request, _: Emit) -> Any:
        """Return the edits that rename the name at an offset."""
        new = request.field("new", str)
        if len(new) > _MOST_NAME:
            raise PlayError("bad-request", f"a name of {len(new)} characters is too long")
        return answers.renamed(request.text, request.field("at", int), new, self.read)

    def compare(self, request: Request, _: Emit) -> Any:
        """Return the lines that differ from another text."""
        before = request.field("before", str)
        lines = rules_diff(before, request.text)
        return [{"kind": line.kind, "number": line.number, "text": line.text} for line in lines]

    def begin(self, request: Request, _: Emit) -> Any:
        """Start a trial game with the newest text without errors."""
        self._trial = Trial(self._playable(request))
        return self._trial.data(with_scene=True)

    def decide(self, request: Request, _: Emit) -> Any:
        """Make a decision in the trial game."""
        trial = self._begun()
        trial.decide(request.field("decision", int))
        return trial.data()

    def why(self, request: Request, _: Emit) -> Any:
        """Return why an action cannot be taken with these values; null if it can."""
        return self._begun().why(request.field("action", str), request.field("values", dict))

    def undo(self, _: Request, __: Emit) -> Any:
        """Take back the last decision."""
        trial = self._begun()
        trial.undo()
        return trial.data()

    # ── the lane of long work ──

    def tests(self, request: Request, emit: Emit) -> Any:
        """Run the tests of the document."""
        return measuring.run_tests(request.text, self.read, emit, lambda: request.is_stopped)

    def simulate(self, request: Request, emit: Emit) -> Any:
        """Play many games."""
        games = request.field("games", int)
        if not 1 <= games <= measuring.MOST_GAMES:
            raise PlayError("bad-request", f"`games` is {games}; write a number from 1 to {measuring.MOST_GAMES}")
        game = load_text(request.text, read=self.read)
        return measuring.simulate(game, games, 1, emit, lambda: request.is_stopped)

    def compare_games(self, request: Request, emit: Emit) -> Any:
        """Play the games of another text and of this one."""
        seconds = request.field("seconds", int)
        if not 1 <= seconds <= measuring.MOST_SECONDS:
            raise PlayError("bad-request", f"`seconds` is {seconds}; write a number from 1 to {measuring.MOST_SECONDS}")
        try:
            before = load_text(request.field("before", str), read=self.read)
        except SpecError:
            raise PlayError("document", "the other version has errors, so no game of it can be played") from None
        after = load_text(request.text, read=self.read)
        return measuring.compare_games(before, after, seconds, emit, lambda: request.is_stopped)

    def _playable(self, request: Request) -> Game:
        if self._game is None or self._game[0] != request.text:
            self._game = request.text, load_text(request.text, read=self.read)
        return self._game[1]

    def _begun(self) -> Trial:
        if self._trial is None:
            raise PlayError("no-game", "no game was started; press `Play from here`")
        return self._trial


ACTIONS: dict[str, tuple[Lane, Callable[[Desk, Request, Emit], Any]]] = {
    "check": ("check", Desk.check),
    "draw": ("draw", Desk.draw),
    "checkMore": ("draw", Desk.check_more),
    "complete": ("ask", Desk.complete),
    "hover": ("ask", Desk.hover),
    "definition": ("ask", Desk.definition),
    "references": ("ask", Desk.references),
    "canRename": ("ask", Desk.can_rename),
    "rename": ("ask", Desk.rename),
    "compare": ("ask", Desk.compare),
    "begin": ("ask", Desk.begin),
    "decide": ("ask", Desk.decide),
    "undo": ("ask", Desk.undo),
    "why": ("ask", Desk.why),
    "tests": ("long", Desk.tests),
    "simulate": ("long", Desk.simulate),
    "compareGames": ("long", Desk.compare_games),
}


def new_request(data: Any, text: str) -> Request:
    """Parse a request; raise `PlayError` if it is invalid. A `text` in it becomes the current text."""
    if not isinstance(data, dict) or not isinstance(data.get("id"), int):
        raise PlayError("bad-request", "a request is a JSON object with a number `id`")
    request = Request(data["id"], str(data.get("do")), data, text)
    if request.do not in ACTIONS:
        raise PlayError("bad-request", f"there is no request `{request.do:.40}`")
    if "text" in data:
        request.text = request.field("text", str)
    if len(request.text) > MOST_BYTES:
        raise PlayError("too-large", f"the document has more than {MOST_BYTES:,} characters")
    return request


def failure(error: BaseException) -> dict[str, Any]:
    """Return the message for the page about an exception; internal errors are logged."""
    match error:
        case PlayError() | ToolError():
            return {"code": error.code, "message": str(error)}
        case SpecError():
            return {"code": "document", "message": "the document has errors; fix them first"}
        case RenameError():
            return {"code": "cannot-rename", "message": str(error)}
        case _:
            LOGGER.error("a request of the workshop failed", exc_info=error)
            return {"code": "internal", "message": "this failed inside the studio; its log has the details"}
