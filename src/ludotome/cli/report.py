"""`ludotome report`: play a game many times and report its qualities in sentences and pictures."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import load_game

if TYPE_CHECKING:
    from ludotome.report import GameReport


@click.command
@click.argument("sources", metavar="GAME...", nargs=-1, required=True)
@parameters.settings
@click.option("-o", "--output", metavar="FILE", help="Write the report to this file as an HTML page.")
@click.option("--quick", is_flag=True, help="Play for only a few seconds; more questions may stay undecided.")
@click.option(
    "--seconds", metavar="S", type=parameters.Number(0.5, 86_400), help="Seconds to play (default: 40, with --quick 6)."
)
@click.option(
    "-n",
    "--games",
    "n",
    metavar="N",
    type=click.IntRange(min=2),
    help="Play this many games in each series instead of for a set time.",
)
@parameters.games_seed
@parameters.players
@parameters.as_json
def command(
    sources: tuple[str, ...],
    output: str | None,
    quick: bool,
    seconds: float | None,
    n: int | None,
    seed: int,
    players: int | None,
    as_json: bool,
) -> None:
    """Play a game at several levels and report whether it is fair, always ends and rewards skill.

    Each answer is a sentence with its certainty; the HTML page (`-o`) adds a picture to each. Ctrl-C stops early and
    reports the finished games.
    """
    import msgspec

    from ludotome.cli.console import say, width, write
    from ludotome.cli.documents import write_document
    from ludotome.cli.progress import step_bar
    from ludotome.report import report_on, report_page, report_text
    from ludotome.simulate import measured_levels

    reports = []
    for source in sources:
        game = load_game(source, output=output)
        with step_bar(game.name) as told:
            report = report_on(
                game, seed=seed, players=players, quick=quick, seconds=seconds, games=n,
                simulations=measured_levels(game, game.seats_for(players)), progress=told,
            )  # fmt: skip
        reports.append(report)
        if not as_json:
            write(report_text(report, width()))
        if report.interrupted:
            break
    if as_json:
        found = msgspec.to_builtins(reports)
        for one in found:
            for answer in one["answers"]:
                del answer["picture"]
        write(msgspec.json.format(msgspec.json.encode({"reports": found})).decode() + "\n")
    if output is not None:
        text = report_page(reports)
        write_document(output, text)
        where = Path(output).resolve().as_uri()
        say(f"wrote `{output}` ({len(text.encode()) // 1024 + 1} KB); open {where} in a browser")
        for source, report in zip(sources, reports, strict=False):  # an interrupt may have left some out
            _write_fault(output, source, report)
    if reports[-1].interrupted:
        raise KeyboardInterrupt  # the games so far are shown, but the command did not finish


def _write_fault(output: str, source: str, report: GameReport) -> None:
    """Write the record of the game that failed next to the page, and say how to replay it."""
    from ludotome.cli.console import say
    from ludotome.cli.documents import write_document

    record = report.answer("faults").measures.get("record")
    if record is not None:
        file = str(Path(output).with_name(f"{report.game}-fault.json"))
        write_document(file, json.dumps(record))
        said = shlex.join(["ludotome", "play", source, "--resume", file])
        say(f"wrote `{file}`, the game up to the error; continue it with `{said}`")
