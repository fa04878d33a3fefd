"""Chess variants that extend chess, against Fairy-Stockfish (pyffish): the same moves and results, game by game.

House rules: Fairy-Stockfish lets players claim a draw by repetition or after fifty moves, where our game ends. So if
only our game has ended, such a claim must be possible.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pyffish
import pytest

import ludotome as lt
from ludotome.files import Folder, Shelf
from ludotome.spec import merged_text
from tests.support.beside import OVER, Kernel, Native, Oracle, Reference, Spoken, Tally, check_beside

FOLDER = Path(__file__).parents[3] / "examples" / "variants"
ENGINES = {
    "three-check": "3check",
    "king-of-the-hill": "kingofthehill",
    "racing-kings": "racingkings",
    "atomic": "atomic",
    "crazyhouse": "crazyhouse",
}
LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}
QUICK, ALL = 2, 100


class Fairy(Oracle):
    """A game of Fairy-Stockfish, which stores an initial position and the moves from there."""

    engine = ""

    def __init__(self) -> None:
        self.start = self.fen = pyffish.start_fen(self.engine)
        self.played: list[str] = []
        self.legal: list[str] = []
        self.ended, self.value = False, 0
        self.times: Counter[str] = Counter()
        self._look()

    def _look(self) -> None:
        """Cache the properties of the position; computing them from the start would replay all moves."""
        self.ended, self.value = pyffish.is_immediate_game_end(self.engine, self.fen, [])
        self.legal = [] if self.ended else pyffish.legal_moves(self.engine, self.fen, [])
        if not self.legal and not self.ended:
            self.ended, self.value = True, pyffish.game_result(self.engine, self.fen, [])
        self.times[" ".join(self.fen.split()[:-2])] += 1

    def spell(self, move: Spoken) -> str:
        action, *names = move
        match action:
            case "promote":
                return f"{names[0]}{names[1]}{LETTERS[names[2]]}"
            case "castle":
                return names[0] + {"e": "g", "w": "c"}[names[1]] + names[0][1]
            case "drop":
                return f"{LETTERS[names[0]].upper()}@{names[1]}"
            case "enPassant":
                return f"{names[0]} e.p."
            case _:
                return "".join(names)

    def moves(self) -> dict[str, str]:
        board, _, _, target = self.fen.split()[:4]
        pawn = "P" if self.player() == 0 else "p"
        found = {}
        for move in self.legal:
            is_en_passant = move[2:] == target and "@" not in move and _at(board, move[:2]) == pawn
            found[f"{move[:2]} e.p." if is_en_passant else move] = move
        return found

    def play(self, move: str) -> None:
        self.played.append(move)
        self.fen = pyffish.get_fen(self.engine, self.fen, [move])
        self._look()

    def settled(self) -> bool:
        """Return whether a draw can be claimed, so that our game is over."""
        *position, quiet, _ = self.fen.split()
        if self.ended or (self.times[" ".join(position)] < 3 and int(quiet) < 100):
            return False
        can_claim = pyffish.is_optional_game_end(self.engine, self.start, self.played)
        assert can_claim[0], f"ours is drawn, but nobody could claim that after {self.played}"
        return True

    def player(self) -> int:
        return OVER if self.ended else len(self.played) % 2

    def returns(self) -> tuple[float, ...]:
        mine = float((self.value > 0) - (self.value < 0))  # of the player whose turn it is
        return (mine, -mine) if len(self.played) % 2 == 0 else (-mine, mine)

    def __str__(self) -> str:
        return str(self.fen)


def _at(board: str, cell: str) -> str:
    """Return the piece on *cell* of the first field of a FEN."""
    row = board.partition("[")[0].split("/")[8 - int(cell[1])]
    return re.sub(r"\d", lambda found: "." * int(found[0]), row.replace("~", ""))[ord(cell[0]) - ord("a")]


@cache
def variant(name: str) -> lt.Game:
    return lt.load(FOLDER / f"{name}.md")


def check(name: str, kernel: Kernel, games: int, seed: int) -> Tally:
    oracle = type(name, (Fairy,), {"engine": ENGINES[name]})
    tally, chooser = Tally(), random.Random(seed)
    while tally.games < games:
        check_beside(kernel(variant(name), seed + tally.games), oracle(), chooser, tally)
    return tally


@pytest.mark.parametrize("name", ENGINES)
def test_a_variant_plays_as_fairy_stockfish_does(name: str) -> None:
    assert check(name, Native, QUICK, seed=1).decisions > 10


@pytest.mark.long
@pytest.mark.parametrize("kernel", [Reference, Native])
@pytest.mark.parametrize("name", ENGINES)
def test_a_variant_plays_a_hundred_games_as_fairy_stockfish_does(name: str, kernel: Kernel) -> None:
    assert check(name, kernel, ALL, seed=2).games == ALL


@pytest.mark.parametrize("name", ENGINES)
def test_a_variant_is_short_and_its_tests_pass(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    rules = text.partition("```yaml\n")[2].partition("\ntests:")[0]
    assert len([line for line in rules.splitlines() if line.strip()]) < 45
    assert [(one.name, one.failures) for one in variant(name).run_tests() if not one.passed] == []


@pytest.mark.parametrize("name", ENGINES)
def test_a_variant_written_out_has_the_same_rules(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    written = merged_text(text, Shelf(Folder(FOLDER).read))
    assert written is not None
    assert "extends" not in written
    assert lt.load_text(written).rules_hash == variant(name).rules_hash
