"""Published counts, on both kernels: each line of a `.perft` file is one test.

A line is `position / depth / count / source`; the position is `start` or a chess position in FEN. A file with `per:
turn` counts whole turns. Counts too large for a kernel's share of `make test` are in `make long`; the largest are
counted only by machine code.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import chess
import pytest

import ludotome as lt
from tests.support.beside import shipped
from tests.support.chess_states import state_json

Backend = Literal["reference", "native"]

FILES = sorted(Path(__file__).parent.glob("perft/*.perft"))
QUICK = {"reference": 3_000, "native": 1_000_000}  # the largest count in `make test`
LONG = {"reference": 60_000, "native": 10_000_000}  # and in `make long`


class Line(NamedTuple):
    """One published count."""

    game: str
    position: str
    depth: int
    count: int
    source: str
    per: Literal["decision", "turn"]


def lines(file: Path) -> Iterator[Line]:
    per: Literal["decision", "turn"] = "decision"
    for text in file.read_text(encoding="utf-8").splitlines():
        if text == "per: turn":
            per = "turn"
        elif text and not text.startswith("#"):
            position, depth, count, source = text.split(" / ")
            yield Line(file.stem, position, int(depth), int(count), source, per)


def cases() -> Iterator[Any]:
    for backend in ("reference", "native"):
        for line in (line for file in FILES for line in lines(file)):
            if line.count <= LONG[backend]:
                marks = () if line.count <= QUICK[backend] else (pytest.mark.long,)
                name = f"{backend}-{line.game}-{line.position.split()[0]}-{line.depth}"
                yield pytest.param(line, backend, marks=marks, id=name)


def state_of(line: Line, backend: Backend) -> lt.State:
    game = shipped(line.game)
    if line.position == "start":
        return game.new_initial_state(backend=backend)
    return game.state_from_json(state_json(game, chess.Board(line.position)), backend)


@pytest.mark.parametrize(("line", "backend"), list(cases()))
def test_the_count_is_the_published_one(line: Line, backend: Backend) -> None:
    state = state_of(line, backend)
    assert state.backend == backend
    assert shipped(line.game).perft(line.depth, state, per=line.per) == line.count, line.source


def test_every_line_is_counted_by_the_native_kernel_at_least() -> None:
    counts = [line.count for file in FILES for line in lines(file)]
    assert len(counts) > 40
    assert max(counts) <= LONG["native"]
