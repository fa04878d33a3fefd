"""JSON output: with `--json` every command prints one JSON object on standard output, whether it succeeds or fails.

    {"counts": {...}, "diagnostics": [...]}               a command with its own JSON format
    {"output": "...", "messages": ["wrote `game.md`"]}    any other command
    {"error": {"message": "...", "status": 2}}            why there is no result; for a document with its "diagnostics"

Invariants:
    * nothing else is written to standard output: the output of a command is buffered until it ends;
    * remarks still go to standard error.

This module does not know any command.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ludotome.cli import console
from ludotome.cli.errors import CommandError, DocumentError

_OPTION = "--json"
_FORMAT = "--format"


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether the *arguments* before `--` request JSON; `--watch` and servers write as they run."""
    asked = _OPTION in arguments or f"{_FORMAT}=json" in arguments
    asked = asked or any(pair == (_FORMAT, "json") for pair in pairwise(arguments))
    return asked and "--watch" not in arguments and "--help" not in arguments


class JsonOutput:
    """Buffers standard output while a command runs."""

    def __init__(self) -> None:
        self._real = sys.stdout
        self._held = io.StringIO()
        sys.stdout = self._held
        console.said.clear()

    def release(self, status: int) -> None:
        """Write what the command printed, as one object; *status* is its exit status."""
        text = self._restore()
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if isinstance(found, dict):
            self._real.write(text)
        else:
            message = "; ".join(said.removeprefix("error: ") for said in console.said)
            failed = {"error": {"message": message, "status": status}} if status else {}
            self._write({**failed, "output": text, "messages": list(console.said)})

    def fail(self, error: BaseException, message: str, status: int) -> None:
        """Write why there is no result; output so far is dropped unless it is complete."""
        text = self._restore()
        if not isinstance(error, CommandError) and text.startswith("{"):
            self._real.write(text)  # what was finished before an interrupt
            return
        diagnostics = json.loads(error.report)["diagnostics"] if isinstance(error, DocumentError) else None
        found: dict[str, Any] = {"error": {"message": message, "status": status}}
        self._write(found if diagnostics is None else {**found, "diagnostics": diagnostics})

    def _restore(self) -> str:
        sys.stdout = self._real
        return self._held.getvalue()

    def _write(self, value: dict[str, Any]) -> None:
        self._real.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")
