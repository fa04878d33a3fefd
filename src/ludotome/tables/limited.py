"""Limited: a program that checks and compiles one document of a stranger, and can do little else.

It reads `{document, settings, players}` from standard input and writes `{}` or `{error: {code, message}}` to standard
output. The compiled game is in the cache afterwards, so that the caller needs no compiler.

Invariants:
    * its limits are set before it reads a byte: processor time, memory, file size, number of open files;
    * output of a compiler is never part of the answer;
    * it has a low priority, so that it does not delay games.

This module does not know tables.
"""

from __future__ import annotations

import os
import sys
from typing import Any

SECONDS = 20  # processor time, for this process and each compiler
OWN_SECONDS = 4.0  # processor time for checking and generating C, which the server repeats in part
MEMORY = 3 * 2**30  # address space in bytes while documents are checked and compiled
RESERVED = 16 * 2**30  # with the address space that the sandbox reserves; its memory has a limit of its own
MOST_FILE = 64 * 2**20
MOST_ANSWER = 20_000  # characters
NICE = 10  # added to the server's own


def main() -> None:
    """Read one request, answer it, and end."""
    _limit()
    import msgspec

    asked = msgspec.json.decode(sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.json.encode(_answer(asked)))
    sys.stdout.buffer.flush()


def _limit() -> None:
    import resource

    os.nice(NICE)
    for kind, most in (
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, MOST_FILE),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, RESERVED if kind == resource.RLIMIT_AS else most))


def _allow_the_sandbox() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (RESERVED, RESERVED))


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    import time

    from ludotome.gamedef import PlayError, SpecError
    from ludotome.native import compile_module
    from ludotome.play import load_text
    from ludotome.toolchain import ToolError

    try:
        game = load_text(asked["document"], parameters=asked["settings"])
        limits = game.game_def.metadata.players
        players = asked["players"] or limits.min
        if not limits.min <= players <= limits.max:
            return _error("players", f"{players} cannot play this: it is for {limits.in_words}")
        compile_module(game.game_def, players, "explicit")
        _allow_the_sandbox()
        state = game.new_initial_state(players=players, chance="explicit", backend="sandboxed")
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        for seat in (None, *range(players)):
            state.view(seat)
    except SpecError as problem:
        listed = [f"line {one.span.line}: {one.message}" for one in problem.diagnostics if one.span is not None]
        return _error("document", f"the document has errors: {'; '.join(listed) or problem}")
    except PlayError as problem:
        return _error(problem.code, str(problem))
    except ToolError as problem:
        # The text of a failed compilation may quote files of this machine.
        return _error(problem.code, f"the document cannot be played here ({problem.code})")
    except (MemoryError, RecursionError):
        return _error("memory", "the document needs more memory than this site gives to one")
    if time.process_time() > OWN_SECONDS:
        return _error(
            "too-long", f"checking the document took longer than {OWN_SECONDS:g} s, more than this site allows"
        )
    return {}


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message[:MOST_ANSWER]}}
