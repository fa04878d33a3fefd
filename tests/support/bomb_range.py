"""Bomb range: the result of a bomb in a process with limited time and memory.

    python -m tests.support.bomb_range FIRST COUNT [--no-compiler]     one line of JSON per bomb

Each bomb is checked, loaded, compiled and played for one move, in a forked process with limits of
10 s of CPU and 1 GB, which also apply to the compiler. It may end in a move, in diagnostics, or in one of the
documented errors. Everything else is a failure: another exception, a signal, a warning about overflow.

With `--no-compiler` the C is generated but not compiled, and the first move is made on the reference kernel: most of
the time is spent in the compiler, which has its own limits.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
import traceback
import warnings
from dataclasses import asdict, dataclass

SECONDS, MEMORY = 10, 1 << 30
LONGEST = 1800.0  # seconds of wall time, on a busy machine; a process that waits forever uses no CPU
COMPILED = "--no-compiler" not in sys.argv
PATIENCE = 3.0  # seconds allowed for the first list of moves and the first move


@dataclass
class Result:
    """The result of one bomb."""

    number: int
    charges: str
    ended: str  # a move, the codes of diagnostics, or the exception
    fine: bool
    check: float = 0.0  # CPU seconds
    load: float = 0.0
    move: float = 0.0
    compiler: float = 0.0
    megabytes: int = 0
    trace: str = ""


def main(arguments: list[str]) -> None:
    """Try bombs and print one line for each."""
    first, count = (int(argument) for argument in arguments if argument.isdigit())
    for number in range(first, first + count):
        print(json.dumps(asdict(tried(number))), flush=True)


def tried(number: int) -> Result:
    """Return the result of a bomb, tried in a copy of this process."""
    from tests.support.bombs import bomb

    text, charges = bomb(number)
    return tried_text(text, number, charges)


def tried_text(text: str, number: int = 0, charges: str = "") -> Result:
    """Return the result of a document."""
    import ludotome.native
    import ludotome.play.native_backend
    import ludotome.spec  # noqa: F401 - loaded once, for all copies

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be_tried(text, writing, number, charges)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        is_done = bool(select.select([said], [], [], LONGEST)[0])
        if not is_done:
            os.kill(child, signal.SIGKILL)
        data = said.read() if is_done else b""
    _, status, used = os.wait4(child, 0)
    if data:
        result = Result(**json.loads(data))
    else:
        name = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"status {status}"
        result = Result(number, charges, name if is_done else f"no end after {LONGEST:g} s", False)
    result.megabytes = used.ru_maxrss // 1024
    if used.ru_utime + used.ru_stime >= SECONDS or result.megabytes > MEMORY >> 20:
        result.fine = False
    return result


def _be_tried(text: str, writing: int, number: int, charges: str) -> None:
    signal.signal(signal.SIGXCPU, _out_of_time)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("error", RuntimeWarning)
    result = Result(number, charges, "", False)
    try:
        try:
            _play(text, result)
        except BaseException as error:
            _told(error, result)
        os.write(writing, json.dumps(asdict(result)).encode())
    finally:
        os._exit(0)


def _out_of_time(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS} s")


def _play(text: str, result: Result) -> None:
    from ludotome.native import compile_game, supports
    from ludotome.play import load_text
    from ludotome.spec import compile_text

    started = time.process_time()
    compile_text(text)
    result.check = time.process_time() - started
    started = time.process_time()
    game = load_text(text)
    result.load = time.process_time() - started
    started = time.process_time()
    try:
        if COMPILED:
            compile_game(game.game_def, game.num_players)  # limited by CPU time, however busy the machine is
        else:
            supports(game.game_def, game.num_players)
        state = game.new_initial_state(seed=3, backend="native" if COMPILED else "reference", time_limit=PATIENCE)
        legal = state.legal_actions(time_limit=PATIENCE)
        if legal:
            state.apply_action(legal[0], time_limit=PATIENCE)
        result.ended, result.fine = f"{min(len(legal), 1)} move", True
    finally:
        result.move = time.process_time() - started
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        result.compiler = used.ru_utime + used.ru_stime


def _told(error: BaseException, result: Result) -> None:
    from ludotome.gamedef import PlayError, SpecError
    from ludotome.toolchain import ToolError

    if isinstance(error, SpecError):
        codes = sorted({found.code for found in error.diagnostics})
        result.ended, result.fine = " ".join(codes[:6]), bool(codes)
    elif isinstance(error, PlayError | ToolError):
        result.ended = f"{type(error).__name__} {error.code}: {error}"[:300]
        # A compiler that reached the limits of this process is acceptable; a compile error is not.
        result.fine = error.code != "compile-failed" or "was ended by signal" in str(error)
    else:
        result.ended = f"{type(error).__name__}: {error}"[:300]
        result.trace = "".join(traceback.format_exception(error))[-2_000:]


if __name__ == "__main__":
    main(sys.argv[1:])
