"""`ludotome export`: write a game as one HTML file that anybody can open and play, or as an ES module."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import load_game, load_record, replayed

if TYPE_CHECKING:
    from ludotome.play import Game, Record

_OPPONENTS = ("person", "easy", "normal", "hard", "best")


@click.command
@parameters.game
@click.option("-o", "--output", metavar="FILE", help="File to write, such as game.html (required).")
@click.option(
    "--opponent",
    type=click.Choice(_OPPONENTS),
    default="normal",
    help="Initial level of the computer opponents, or person. Players can change it.",
)
@click.option(
    "--record", "record_file", metavar="RECORD", help="Record to replay on the page, as saved by `play --record`."
)
@parameters.players
@click.option("--embed", is_flag=True, help="Print the HTML to embed the file in another page.")
@click.option(
    "--module", "as_module", is_flag=True, help="Write an ES module (.mjs) and its type declarations instead of a page."
)
@parameters.as_json
def command(
    source: str,
    output: str | None,
    opponent: str,
    record_file: str | None,
    players: int | None,
    embed: bool,
    as_module: bool,
    as_json: bool,
) -> None:
    """Export a game as one HTML file that runs in any browser, offline, with nothing to install.

    The file includes the board, the rules, computer opponents, undo and replay. Compiling to WebAssembly needs the
    extra `export`: pip install "ludotome[export]".
    """
    from ludotome.cli.console import say, write
    from ludotome.cli.documents import check_writable, write_document
    from ludotome.export import embed_code, export_html, export_module, module_types, title_of

    if as_module and (embed or record_file is not None):
        raise CommandError("`--module` writes no page: leave out `--embed` and `--record`", status=2)
    wanted = ".mjs" if as_module else ".html"
    if output is None:
        raise CommandError(f"name the file to write, as `-o game{wanted}`", status=2)
    if Path(output).suffix.lower() not in (wanted, ".htm" if wanted == ".html" else ".js"):
        raise CommandError(f"`{output}`: name the file with {wanted} at its end", status=2)
    record = None if record_file is None else load_record(record_file, output=output)
    game = load_game(source, output=output)
    if record is not None and record_file is not None:
        _check(record, game, record_file, source, output)
    if not as_json:
        say(f"compiling `{game.name}` to WebAssembly")
    types = None
    if as_module:
        types = str(Path(output).with_suffix(".d.mts" if Path(output).suffix == ".mjs" else ".d.ts"))
        check_writable(types)
        text = export_module(game, players=players)
    else:
        text = export_html(game, opponent=opponent, record=record, players=players)
    write_document(output, text)
    if types is not None:
        write_document(types, module_types())
    found: dict[str, Any] = {"game": game.name, "file": output, "bytes": len(text.encode()), "rules": game.rules_hash}
    found |= {"types": types} if types is not None else {}
    frame = embed_code(Path(output).name, title_of(game)) if embed else None
    if as_json:
        write(json.dumps(found | ({} if frame is None else {"embed": frame.strip()}), indent=2) + "\n")
        return
    if frame is not None:
        write(frame)
    beside = f" and `{types}`" if types is not None else ""
    say(f"wrote `{output}`{beside} ({found['bytes'] / 1000:.0f} KB)" + ("" if as_module else "; open it in a browser"))


def _check(record: Record, game: Game, file: str, source: str, output: str) -> None:
    """Refuse a record of another game; the error names the command to run instead."""

    def again(document: str | None) -> str:
        return shlex.join(["ludotome", "export", document or record.game, "-o", output, "--record", file])

    replayed(record, game, file, source, again)
