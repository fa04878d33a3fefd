"""`ludotome check`: report the errors of documents in one of five formats; `--fix` applies fixes.

Names and types are not checked inside parts with structural errors; the summary says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from ludotome.cli.console import keeping_status, say, wants_color, width, write
from ludotome.cli.documents import STDIN, Beside, MissingFileError, no_file, read_document, write_document
from ludotome.cli.errors import CommandError
from ludotome.cli.reports import at_home, known_format, say_summaries
from ludotome.cli.watch import watch
from ludotome.diagnostics import FORMATS, Diagnostic, has_errors, in_reading_order, mend, render
from ludotome.diagnostics import Format as FormatName

_MORE_MAY_FOLLOW = "parts with structural errors will be checked for names and types once these errors are fixed"


@dataclass(frozen=True, slots=True)
class _Checked:
    name: str
    text: str
    beside: Beside
    diagnostics: tuple[Diagnostic, ...]
    stopped_early: bool = False

    def named(self, source: str) -> str:
        """Return the name that users know for the *source* of a location: this document or a file that it names."""
        return self.beside.path(source) if source else self.name


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The exit status, and the files that the documents named."""

    status: int
    asked: tuple[str, ...]


@click.command
@click.argument("files", metavar="FILE...", nargs=-1, required=True, help="Documents to check; - reads standard input.")
@click.option("--format", "form", metavar="FORM", default="full", help=f"Output format: {', '.join(FORMATS)}.")
@click.option("--json", "as_json", is_flag=True, help="The same as `--format json`.")
@click.option("--fix", is_flag=True, help="Apply automatic fixes to the documents.")
@click.option("--watch", "again", is_flag=True, help="Watch the documents and check them again when they change.")
def command(files: tuple[str, ...], form: str, as_json: bool, fix: bool, again: bool) -> None:
    """Check documents: report each error, where it is, and how to fix it."""
    known = known_format("json" if as_json else form)
    if STDIN in files and (fix or again):
        raise CommandError("standard input can be neither fixed nor watched: name a file", status=2)
    names = list(dict.fromkeys(files))
    if again:
        watch(names, lambda: _check(names, known, fix=fix).asked)
    elif status := _check(names, known, fix=fix).status:
        raise click.exceptions.Exit(status)


def _check(names: list[str], form: FormatName, *, fix: bool) -> _Outcome:
    """Check the documents *names* and print the diagnostics."""
    checked: list[_Checked] = []
    unread: list[CommandError] = []
    for name in names:
        try:
            checked.append(_fixed(name) if fix else _checked(name))
        except CommandError as error:
            unread.append(error)
    has_failed = any(has_errors(document.diagnostics) for document in checked)
    status = 1 if has_failed else min((problem.status for problem in unread), default=0)
    with keeping_status(status):
        _show(checked, form, unread)
        for problem in unread:
            say(f"error: {problem}")
    return _Outcome(status, tuple(path for document in checked for path in document.beside.asked))


def _checked(name: str) -> _Checked:
    try:
        document = read_document(name)
    except MissingFileError as missing:
        raise _shipped(name, missing) or no_file(name) from None
    if document.fault is not None:
        return _Checked(document.name, document.text, Beside(name), (document.fault,))
    return _diagnosed(document.name, document.text, Beside(name))


def _shipped(name: str, missing: CommandError) -> CommandError | None:
    """Return the message *missing* with the path of the shipped game *name*; None if there is no such game."""
    from ludotome.play import shipped_games, shipped_path

    if name not in shipped_games():
        return None
    return CommandError(f"{missing}; the document of the shipped game is `{shipped_path(name)}`", missing.status)


def _diagnosed(name: str, text: str, beside: Beside) -> _Checked:
    from ludotome.spec import check_text

    compiled = check_text(text, read=beside)
    return _Checked(name, text, beside, compiled.diagnostics, compiled.stopped_early)


def _fixed(name: str) -> _Checked:
    """Check the document *name*, apply its fixes to the file, and return the remaining diagnostics."""
    if Path(name).exists() and not Path(name).is_file() and not Path(name).is_dir():
        raise CommandError(f"`{name}` is a pipe or a device and cannot be fixed: name a file")
    before = _checked(name)
    if not any(found.fix for found in before.diagnostics):
        return before
    mended = mend(before.text, lambda text: _diagnosed(before.name, text, before.beside))
    after = _Checked(before.name, mended.text, before.beside, mended.diagnostics, mended.stopped_early)
    if after.text != before.text:
        write_document(name, after.text)
        say(f"{name}: partly fixed" if has_errors(after.diagnostics) else f"{name}: fixed")
    return after


def _show(checked: list[_Checked], form: FormatName, unread: list[CommandError]) -> None:
    diagnostics = in_reading_order(
        [at_home(found, document.named) for document in checked for found in document.diagnostics]
    )
    sources = {name: text for document in checked for name, text in document.beside.texts.items()}
    sources |= {document.name: document.text for document in checked}
    text = render(diagnostics, sources, form, color=wants_color(), width=width())
    write(_with_errors(text, unread) if form == "json" and unread else text)
    say_summaries({document.name: _summary(document) for document in checked}, diagnostics, form)


def _with_errors(report: str, unread: list[CommandError]) -> str:
    """Return a JSON *report* to which the files that could not be read are added, with the reasons."""
    import json

    error = {"message": "; ".join(map(str, unread)), "status": min(problem.status for problem in unread)}
    return json.dumps({"error": error, **json.loads(report)}, indent=2, ensure_ascii=False) + "\n"


def _summary(document: _Checked) -> str:
    counted = []
    for severity in ("error", "warning", "info"):
        number = sum(diagnostic.severity == severity for diagnostic in document.diagnostics)
        if number:
            counted.append(f"{number} {severity}{'s' if number > 1 else ''}")
    more = f"; {_MORE_MAY_FOLLOW}" if document.stopped_early else ""
    return (", ".join(counted) or "fine") + more
