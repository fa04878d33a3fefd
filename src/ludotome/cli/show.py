"""`ludotome show`: draw the initial position of a game as text or as a picture."""

from __future__ import annotations

from pathlib import PurePath

import click

from ludotome.cli import parameters
from ludotome.cli.errors import CommandError
from ludotome.cli.load_game import begun, load_game

_PICTURES = (".gif", ".jpg", ".jpeg", ".webp", ".pdf", ".bmp", ".html", ".htm")  # formats that are not supported


@click.command
@parameters.game
@parameters.seed
@parameters.players
@click.option("--svg", "as_svg", is_flag=True, help="Print an SVG picture.")
@click.option("--seat", metavar="S", help="Show what this seat sees. Give its name, or its number from 0.")
@parameters.position
@click.option(
    "--document", is_flag=True, help="Print the whole document, including what it inherits through `extends`."
)
@click.option("-o", "--output", metavar="FILE", help="File to write. FILE.svg implies --svg; FILE.png writes a PNG.")
@parameters.as_json
def command(
    source: str,
    seed: int,
    players: int | None,
    as_svg: bool,
    seat: str | None,
    position: str | None,
    document: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Draw the starting position of a game as text or as an SVG picture."""
    from ludotome.cli.console import width

    if document:
        _show_document(source, output, is_alone=not (as_svg or as_json or seat))
        return
    if output is not None and PurePath(output).suffix.lower() in _PICTURES:
        raise CommandError(f"cannot write `{output}`: pictures are written as .svg or .png", status=2)
    if output is not None and output.lower().endswith(".png"):
        _write_png(source, output, seed, players, seat, position)
        return
    as_svg = as_svg or (output is not None and output.lower().endswith(".svg") and not as_json)
    if as_svg and as_json:
        raise CommandError("`--svg` and `--json` exclude each other: leave one out", status=2)
    state = begun(load_game(source, output=output), position, seed=seed, players=players)
    eyes = None if seat is None else seat_called(seat, state.game.game_def.metadata.seats[: state.num_players])
    if as_svg:
        text = state.svg(eyes)
    elif as_json:
        text = state.to_json() + "\n" if eyes is None else state.view(eyes).to_json() + "\n"
    else:
        text = state.text(eyes, width=width()) + "\n"
    _put_out(text, output)


def _put_out(text: str, output: str | None) -> None:
    from ludotome.cli.console import say, write
    from ludotome.cli.documents import write_document

    if output is None:
        write(text)
        return
    write_document(output, text)
    say(f"wrote `{output}`")


def _show_document(source: str, output: str | None, *, is_alone: bool) -> None:
    """Print the document of a game with everything that it inherits."""
    from ludotome.cli.documents import Beside
    from ludotome.spec import merged_text

    if not is_alone:
        raise CommandError("`--document` shows a text: leave `--svg`, `--json` and `--seat` out", status=2)
    text = load_game(source, output=output).document or ""
    _put_out(merged_text(text, Beside(source)) or text, output)


def _write_png(
    source: str, output: str, seed: int, players: int | None, seat: str | None, position: str | None
) -> None:
    """Write the picture as a PNG file at twice the resolution of the SVG."""
    from ludotome.cli.console import say
    from ludotome.cli.documents import check_writable
    from ludotome.files import write_whole
    from ludotome.picture import svg_to_png

    check_writable(output)
    state = begun(load_game(source, output=output), position, seed=seed, players=players)
    eyes = None if seat is None else seat_called(seat, state.game.game_def.metadata.seats[: state.num_players])
    write_whole(output, svg_to_png(state.svg(eyes, theme="light"), width=1440))
    say(f"wrote `{output}`")


def seat_called(text: str, names: tuple[str, ...]) -> int:
    """Return the seat with the name or number *text*, ignoring case."""
    folded = [name.casefold() for name in names]
    if text in names:
        return names.index(text)
    if folded.count(text.casefold()) == 1:
        return folded.index(text.casefold())
    if text.isdecimal() and len(text) < 4 and int(text) < len(names):
        return int(text)
    raise CommandError(f"there is no seat `{text}`: write {' or '.join(names)}, or 0 to {len(names) - 1}", status=2)
