"""`ludotome test`: run the tests in documents."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.documents import Beside
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game

if TYPE_CHECKING:
    from ludotome.play import Game


@click.command
@click.argument("sources", metavar="GAME...", nargs=-1, required=True, help=parameters.GAME_HELP)
@parameters.settings
@click.option("--only", metavar="TEXT", help="Run only the tests whose name contains this text.")
@parameters.as_json
def command(sources: tuple[str, ...], only: str | None, as_json: bool) -> None:
    """Run the tests in documents and report failures."""
    import json

    from ludotome.cli.console import keeping_status, say, write
    from ludotome.diagnostics import one_line
    from ludotome.play import run_test

    rows, failed, names = [], 0, list[str]()
    for source in sources:
        games = _games(source)
        tests = [(game, test) for game in games for test in game.game_def.tests]
        names.extend(test.name for _, test in tests)
        for game, test in tests:
            if only is not None and only.lower() not in test.name.lower():
                continue
            started = time.perf_counter()
            result = run_test(game, test)
            seconds = time.perf_counter() - started
            failed += not result.passed
            rows.append(
                {"game": game.name, "test": test.name, "passed": result.passed, "failures": list(result.failures)}
            )
            if not as_json:
                how = "ok    " if result.passed else "FAILED"
                lines = [line for failure in result.failures for line in failure.splitlines()]
                with suppress(BrokenPipeError):  # a closed pipe does not stop the tests: the exit status covers all
                    write(f"{how} {game.name}: {one_line(test.name)} ({seconds:.2f} s)\n")
                    write("".join(f"       {one_line(line)}\n" for line in lines))
    if only is not None and names and not rows:
        raise _none_named(only, names)
    with keeping_status(1 if failed else 0):
        if as_json:
            counts = {"passed": len(rows) - failed, "failed": failed}
            write(json.dumps({**counts, "tests": rows}, indent=2, ensure_ascii=False) + "\n")
        if not rows:
            say("no test to run: write tests in the document under `tests`")
        elif not as_json:  # the JSON object contains the counts
            say(f"{len(rows) - failed} passed, {failed} failed")
    if failed:
        raise click.exceptions.Exit(1)


def _games(source: str) -> list[Game]:
    """Return the game with the settings of the command line, or else with those of each test, the defaults first."""
    from ludotome.spec import settings_in_tests

    first = load_game(source)
    is_set = bool(click.get_current_context().meta.get(parameters.SETTINGS))
    others = () if is_set or first.document is None else settings_in_tests(first.document, Beside(source))
    return [first, *(load_game(source, settings=settings) for settings in others)]


def _none_named(text: str, names: list[str]) -> CommandError:
    """Return the error for an unknown test, with near names of tests or words in them: a part of a name is enough."""
    from ludotome.diagnostics import nearest, some_names

    wanted = text.lower()
    near = [name for name in names if nearest(wanted, (name.lower(), *name.lower().split()))]
    hint = f"did you mean {some_names(f'`{name}`' for name in near)}?" if near else f"there are {some_names(names)}"
    return CommandError(f"no test has `{text}` in its name; {hint}", status=2)
