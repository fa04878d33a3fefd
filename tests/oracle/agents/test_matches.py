"""Our search against OpenSpiel's MCTSBot in C++ with its solver enabled, at equal processor time, with seats swapped.

Each side has 20 ms of processor time a move (200 in chess), from openings of four random plies. In `make long` we must
get at least 60 % of the points of 400 games (100 of chess), with the lower end of the 95 % interval above 50 %. A match
that was stopped continues where it was: its games are kept in the folder `matches`, in the repository. They count only
while rules, search and time are the same, which the name of the file stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import ludotome as lt
from ludotome.simulate import wilson
from tests.oracle.games import test_breakthrough, test_checkers, test_connect_four, test_hex, test_othello
from tests.support.beside import Oracle, Spoken
from tests.support.matches import Match


class OpenSpielChess(Oracle):
    """Chess in OpenSpiel's notation: algebraic, without the signs for check and mate."""

    engine = "chess"

    def spell(self, move: Spoken) -> str:
        return re.sub(r"[+#]", "", move[0])

    def moves(self) -> dict[str, int]:
        """The notation of a move depends on the position, so nothing is cached."""
        return {self.spell((self.at.action_to_string(action),)): action for action in self.at.legal_actions()}


class ChessMatch(Match):
    """Our decisions are found by their notation."""

    def _moves(self, state: lt.State, theirs: Oracle) -> dict[object, int]:
        known = theirs.moves()
        written = (theirs.spell((text,)) for text in state.legal_action_strings())
        return {
            decision: known[text]
            for decision, text in zip(state.legal_actions(), written, strict=True)
            if text in known
        }


MATCHES = {
    "connect-four": (Match("connect-four", test_connect_four.OpenSpiel), 400),
    "breakthrough": (Match("breakthrough", test_breakthrough.OpenSpiel), 400),
    "othello": (Match("othello", test_othello.OpenSpiel), 400),
    "hex": (Match("hex", test_hex.OpenSpiel), 400),
    "checkers": (Match("checkers", test_checkers.OpenSpiel), 400),
    "chess": (ChessMatch("chess", OpenSpielChess, 200), 100),
}


@pytest.mark.long
@pytest.mark.parametrize("name", MATCHES)
def test_our_search_beats_openspiel_at_equal_time(name: str, record_property: Callable[[str, object], None]) -> None:
    match, games = MATCHES[name]
    played = match.play(games)
    share = sum(game["score"] for game in played) / games
    low, high = wilson(share, games)
    ours, theirs = (sum(game[side] for game in played) for side in ("ours", "theirs"))
    record_property("result", f"{name}: {100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {games}")
    assert ours <= 1.1 * theirs, "both sides have the same processor time"
    assert share >= 0.6
    assert low > 0.5


@pytest.mark.parametrize("name", MATCHES)
def test_every_move_of_an_opening_is_known_to_both_sides(name: str) -> None:
    """A short form of the match: two games with hardly any time, played to the end on both sides."""
    match = MATCHES[name][0]
    quick = type(match)(match.name, match.oracle, 0.2)
    for index in range(1 if name == "chess" else 2):
        game = quick._game(index)
        assert game["plies"] > 4
        assert game["score"] in (0.0, 0.5, 1.0)
