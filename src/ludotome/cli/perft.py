"""`ludotome perft`: count the sequences of legal decisions up to a depth."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from ludotome.cli import parameters
from ludotome.cli.load_game import begun, load_game

if TYPE_CHECKING:
    from ludotome.gamedef import Decision
    from ludotome.play import State


@click.command
@parameters.game
@click.option(
    "-d",
    "--depth",
    metavar="N",
    type=click.IntRange(0, 1000),
    default=3,
    help="Depth in decisions (or turns, with `--per turn`).",
)
@click.option("--divide", is_flag=True, help="List the count for each first decision.")
@click.option("--per", metavar="STEP", default="decision", help="Unit of depth: decision or turn.")
@click.option("--backend", metavar="KERNEL", default="auto", help="Kernel to run: auto, native or reference.")
@parameters.position
@parameters.seed
@parameters.players
@parameters.as_json
def command(
    source: str,
    depth: int,
    divide: bool,
    per: str,
    backend: str,
    position: str | None,
    seed: int,
    players: int | None,
    as_json: bool,
) -> None:
    """Count the sequences of legal decisions of each length up to a depth (perft)."""
    import json
    from typing import Any, cast

    from ludotome.cli.console import write
    from ludotome.cli.errors import CommandError
    from ludotome.diagnostics import one_line

    if per not in ("decision", "turn"):
        raise CommandError(f"`--per` is `{per}`: write decision or turn", status=2)
    if backend not in ("auto", "native", "reference"):
        raise CommandError(f"`--backend` is `{backend}`: write auto, native or reference", status=2)
    if divide and not depth:
        raise CommandError("`--divide` counts by first decision; write a depth from 1", status=2)
    game = load_game(source)
    kind, which = cast("Any", per), cast("Any", backend)
    state = begun(game, position, seed=seed, players=players, backend=which)
    if divide:
        names = _names(state)
        counts = [(names[first], count) for first, count in game.perft(depth, state, which, per=kind, divide=True)]
        if as_json:
            write(json.dumps(dict(counts), indent=2, ensure_ascii=False) + "\n")
            return
        write("".join(f"{one_line(name):<12} {count:>16,}\n" for name, count in counts))
        write(f"{'total':<12} {sum(count for _, count in counts):>16,}\n")
        return
    found = []
    for reached in range(min(depth, 1), depth + 1):
        started = time.perf_counter()
        count = game.perft(reached, state, which, per=kind)
        seconds = time.perf_counter() - started
        found.append(count)
        if not as_json:
            write(f"depth {reached:>2} {count:>20,} {seconds:>10.2f} s\n")
    if as_json:
        write(json.dumps({"game": game.name, "per": per, "counts": found}) + "\n")


def _names(state: State) -> dict[Decision, str]:
    """Return the name of each first decision: its notation, or its JSON if two have the same notation."""
    import json
    from collections import Counter

    from ludotome.gamedef import decision_to_data

    written = state.legal_action_strings()
    often = Counter(written)
    return {
        decision: name if often[name] == 1 else json.dumps(decision_to_data(decision), ensure_ascii=False)
        for decision, name in zip(state.legal_actions(), written, strict=True)
    }
