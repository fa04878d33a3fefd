"""The entry point: every exception becomes a message and an exit status."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

import ludotome
from ludotome.cli import main
from ludotome.cli.application import application, command_words
from ludotome.cli.errors import CommandError
from ludotome.play import shipped_path
from ludotome.toolchain import ToolError

Said = pytest.CaptureFixture[str]


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make every command raise *error*."""

    def run(arguments: list[str]) -> int:
        raise error

    # The package has a function `main`, so the module of that name is taken from `sys.modules`.
    monkeypatch.setattr(sys.modules["ludotome.cli.main"], "_run", run)


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (CommandError("no file `x.md`"), 1, "error: no file `x.md`\n"),
        (CommandError("unknown format", 2), 2, "error: unknown format\n"),
        (ToolError("no-compiler", "no compiler: install one"), 1, "error: no compiler: install one\n"),
        (KeyboardInterrupt(), 130, "error: interrupted\n"),
        (PermissionError(13, "Permission denied", "out.json"), 1, "error: permission denied `out.json`\n"),
        (OSError(28, "No space left on device"), 1, "error: no space left on device\n"),
        (OSError("no file `Map.txt`"), 1, "error: no file `Map.txt`\n"),
        (CommandError("no file `\x1b[2J\u202e`"), 1, "error: no file `␛[2J�`\n"),
        (ToolError("compile-failed", "cc said:\n  line 1\n  line 2"), 1, "error: cc said:\n  line 1\n  line 2\n"),
        (MemoryError(), 1, "error: out of memory\n"),
    ],
)
def test_an_error_is_one_message_and_a_status(
    error: BaseException, status: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    raising(monkeypatch, error)
    assert main([]) == status
    assert capsys.readouterr() == ("", message)


def test_a_mistake_of_ours_says_so_and_asks_for_a_report(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    raising(monkeypatch, ZeroDivisionError("division\nby zero"))
    assert main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: internal error in ludotome")
    assert "ZeroDivisionError: division" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("arguments", [["--debug"], ["check", "--debug"]])
def test_debug_shows_the_traceback(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    raising(monkeypatch, CommandError("no"))
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert said.startswith("Traceback")
    assert said.endswith("\nerror: no\n")


def test_after_two_dashes_debug_is_a_file_name(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    raising(monkeypatch, CommandError("no"))
    main(["--", "--debug"])
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--version"], ["--version", "explain"]])
def test_version(arguments: list[str], capsys: Said) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"ludotome {ludotome.__version__}\n"


def test_no_command_at_all_shows_the_help(capsys: Said) -> None:
    assert main([]) == 2
    assert "Usage: ludotome [OPTIONS] COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("simlate", "there is no command `simlate`; did you mean `simulate`?"),
        ("no-such-command", "there is no command `no-such-command`; `ludotome --help` lists them"),
        ("board shw x", "there is no command `shw`; did you mean `show`?"),
        ("--no-such-option", "there is no option `--no-such-option`; `ludotome --help` lists them"),
        ("explain --no-such", "there is no option `--no-such`; `ludotome explain --help` lists them"),
        ("simulate --sead 1 pig", "there is no option `--sead`; did you mean `--seed`?"),
        ("check", "missing argument `FILE...`: write `ludotome check [OPTIONS] FILE...`"),
        ("show pig x", "got unexpected extra argument (x): write `ludotome show [OPTIONS] GAME`"),
        ("show pig --seed", "option `--seed` requires an argument"),
        ("games --json=3", "option `--json` does not take a value"),
        ("simulate pig -n 1.5", "`-n` is `1.5`: write a whole number"),
        ("simulate pig -n 0", "`-n` is 0: write how many games to play, from 1 to 10000000"),
        ("show pig --seed x", "`--seed` is `x`: write a whole number from 0 to 18446744073709551615"),
        ("show pig --seed -1", "`--seed` is -1: write a whole number from 0 to 18446744073709551615"),
        ("simulate pig --threads 0", "`--threads` is 0: write a whole number from 1"),
        ("bench pig --seconds fast", "`--seconds` is `fast`: write a number from 0.05 to 3600"),
        ("bench pig --seconds nan", "`--seconds` is `nan`: write a number from 0.05 to 3600"),
    ],
)
def test_wrong_usage_is_2_and_one_line_that_says_what_to_write(arguments: str, message: str, capsys: Said) -> None:
    assert main(arguments.split()) == 2
    assert capsys.readouterr() == ("", f"error: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("simulate leaper.md", "no file `leaper.md`; did you mean `leapers.md`?"),
        ("test leapers", "there is no game `leapers` and no such file; did you mean `leapers.md`?"),
        ("show chss", "there is no game `chss` and no such file; did you mean `chess`?"),
        ("show chess.md", "no file `chess.md`; did you mean `chess`?"),
        ("show zzzz", "there is no game `zzzz` and no such file; `ludotome games` lists the shipped ones"),
        ("show no/folder.md", "no file `no/folder.md`; `ludotome games` lists the shipped ones"),
        ("check leaper.md", "no file `leaper.md`; did you mean `leapers.md`?"),
        ("check chess", f"no file `chess`; the document of the shipped game is `{shipped_path('chess')}`"),
        ("check zzzz", "no file `zzzz`"),
        ("board check leader.txt", "no file `leader.txt`; did you mean `leaders.txt`?"),
        ("replay gam", "no file `gam`; did you mean `game.json`?"),
        ("play --resume games.json", "no file `games.json`; did you mean `game.json`?"),
    ],
)
def test_what_is_not_there_is_reported_with_the_near_name(
    arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    for name in ("leapers.md", "leaders.txt", "game.json", "gam.md"):
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(arguments.split()) == 2
    assert capsys.readouterr() == ("", f"error: {message}\n")


def test_explain_prints_the_page(capsys: Said) -> None:
    assert main(["explain", "lt099"]) == 0
    assert capsys.readouterr().out.startswith("# LT099: not-utf-8\n\n## What it finds\n")


def test_explain_without_a_code_lists_them(capsys: Said) -> None:
    assert main(["explain"]) == 0
    assert "LT099  not-utf-8\n" in capsys.readouterr().out


def test_an_unknown_code_is_wrong_usage_with_near_codes(capsys: Said) -> None:
    assert main(["explain", "LT99"]) == 2
    assert (
        capsys.readouterr().err
        == "error: unknown code `LT99`; did you mean `LT099`? `ludotome explain` lists the codes\n"
    )


def typed_options() -> list[tuple[tuple[str, ...], click.Option]]:
    """Return every option that takes a number or one of a few names, with the words that call its command."""
    context, found = click.Context(application), []
    for words in command_words():
        command: click.Command | None = application
        for word in words:
            command = command.get_command(context, word) if isinstance(command, click.Group) else None
        assert command is not None
        options = [one for one in command.params if isinstance(one, click.Option) and not one.is_flag]
        found += [(words, one) for one in options if not isinstance(one.type, click.types.StringParamType)]
    return found


@pytest.mark.parametrize(("words", "option"), typed_options(), ids=lambda given: str(getattr(given, "name", given)))
def test_an_option_with_a_wrong_value_says_what_to_write(
    words: tuple[str, ...], option: click.Option, capsys: Said
) -> None:
    """Its allowed names, or that it takes a number; by the type of the option, in every command."""
    assert main([*words, "tic-tac-toe", option.opts[0], "purple"]) == 2
    said = capsys.readouterr().err
    assert f"`{option.opts[0]}` is `purple`: write " in said
    expected = option.type.choices if isinstance(option.type, click.Choice) else ("number",)
    assert all(str(name) in said for name in expected), said
