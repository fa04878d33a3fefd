"""Main: the entry point of the command line: run a command and turn errors into an exit status.

Invariants:
    * importing this module loads no command and not Click, so `import ludotome.cli` stays fast;
    * every exception becomes one message on standard error and an exit status, never a traceback, unless `--debug` is
      among the arguments;
    * what is written to a stream that was closed before the program started is discarded;
    * when the reader of the output has closed the pipe, the program ends without a message and with success, unless it
      has found errors.

This module does not know what any command does.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress

import ludotome
from ludotome.cli.console import say
from ludotome.cli.errors import CommandError
from ludotome.cli.json_output import JsonOutput, wants_json

FINE, FAILED, WRONG_USAGE, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143
TIME_LIMIT = "LUDOTOME_TIME_LIMIT"
"""The environment variable that limits a command's time, in seconds."""

_DEBUG = "--debug"
_BAD_ARGUMENT = "bad-argument"  # the code of errors in arguments that other packages raise


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in *arguments* (default: those of the program) and return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = _DEBUG in _before_dashes(given)
    _open_streams()
    # A warning is one line for the user, without the line of our code that raised it.
    warnings.formatwarning = lambda message, *_: f"warning: {message}\n"
    status, terminated = FINE, list[int]()
    if arguments is None:  # a program of its own, not a call from another
        _end_on_termination(terminated)
        gc.set_threshold(50_000, 20, 100)  # parsing a document creates many objects at once, and almost no cycles
    held = JsonOutput() if wants_json(_before_dashes(given)) else None
    try:
        with _time_limit():
            status = _run([argument for argument in given if argument != _DEBUG] if debug else given)
        if held is not None:
            held.release(status)
        sys.stdout.flush()
    except BrokenPipeError:
        pass  # closing the pipe early is not an error; errors found before still count
    except KeyboardInterrupt as interrupt:
        ended = ("terminated", TERMINATED) if terminated else ("interrupted", INTERRUPTED)
        status = _report(interrupt, *ended, debug=debug, held=held)
    except Exception as error:
        status = _report(error, *_explained(error), debug=debug, held=held)
    _leave_streams()
    return TERMINATED if terminated and status == INTERRUPTED else status


def _end_on_termination(received: list[int]) -> None:
    """Let SIGTERM end the command as Ctrl-C does, so that finished work is kept."""

    def interrupt(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    with suppress(ValueError):  # not in the main thread, the only one that gets signals
        signal.signal(signal.SIGTERM, interrupt)


def _time_limit() -> AbstractContextManager[None]:
    """Return a context manager that ends the command after the seconds that the environment allows."""
    given = os.environ.get(TIME_LIMIT, "").strip()
    if not given:
        return nullcontext()
    from ludotome.toolchain import checked_limit, time_limit

    try:
        seconds = checked_limit(float(given), TIME_LIMIT)
    except ValueError:
        raise CommandError(f"`{TIME_LIMIT}` is `{given}`; write how many seconds, as 60", WRONG_USAGE) from None
    return time_limit(seconds, "the command")


def _open_streams() -> None:
    """Make sure that the three streams are open; a program may be started with any of them closed."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot show is replaced, instead of a crash in the middle of a report.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _leave_streams() -> None:
    """Discard what can no longer be written; otherwise Python reports it again when it closes the streams."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(arguments: list[str]) -> int:
    import click

    from ludotome.cli.application import application
    from ludotome.cli.usage import usage_in_words

    out = sys.stdout
    try:
        status = application.main(arguments, prog_name="ludotome", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as asked:
        asked.show()
        return asked.exit_code
    except click.ClickException as wrong:
        raise CommandError(usage_in_words(wrong), wrong.exit_code) from None
    except click.Abort as aborted:  # how Click reports an interrupt
        cause = aborted.__context__
        raise cause if isinstance(cause, KeyboardInterrupt) else KeyboardInterrupt() from None
    except SystemExit as ended:
        if sys.stdout is not out:  # Click has met a closed pipe, and replaced the stream by one that hides it
            raise BrokenPipeError from None
        return ended.code if isinstance(ended.code, int) else FINE if ended.code is None else FAILED
    return status if isinstance(status, int) else FINE


def _explained(error: Exception) -> tuple[str, int]:
    """Return the message for *error* and the exit status."""
    from ludotome.diagnostics import UnknownCodeError

    if isinstance(error, CommandError):
        return str(error), error.status
    if isinstance(error, UnknownCodeError):
        return f"{error}; `ludotome explain` lists the codes".replace("?;", "?"), WRONG_USAGE
    if isinstance(error, _exported_errors()):
        return str(error), WRONG_USAGE if getattr(error, "code", None) == _BAD_ARGUMENT else FAILED
    if isinstance(error, OSError):
        place = f" `{error.filename}`" if error.filename else ""
        return f"{error.strerror.lower()}{place}" if error.strerror else str(error), FAILED
    if isinstance(error, MemoryError):
        return "out of memory", FAILED
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return (
        f"internal error in ludotome, not in what you wrote ({what}); please report it, with the output of `--debug`",
        FAILED,
    )


def _exported_errors() -> tuple[type[Exception], ...]:
    """Return the exception classes that the package exports; only a package that is loaded can have raised one."""
    names = ((name, package) for name, package in ludotome._PACKAGE_OF_NAME.items() if name.endswith("Error"))
    kinds = (getattr(sys.modules.get(f"ludotome.{package}"), name, None) for name, package in names)
    return tuple(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Exception))


def _report(error: BaseException, message: str, status: int, *, debug: bool, held: JsonOutput | None) -> int:
    with suppress(BrokenPipeError):
        if held is not None:
            held.fail(error, message, status)
        if debug:
            traceback.print_exc()
        say(f"error: {message}")
    return status


def _before_dashes(arguments: list[str]) -> list[str]:
    return arguments[: arguments.index("--")] if "--" in arguments else arguments
