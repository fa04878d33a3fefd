"""Matches against OpenSpiel's MCTSBot at equal CPU time, stored game by game so that a long match can be resumed.

Each side has the same CPU time per move. The number of simulations for it changes from position to position, so each
side's clock allows as many as fit in its remaining time at its pace so far, and excess time of one move
is deducted from the next ones. Games come in pairs with the same random opening and swapped seats.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspiel

import ludotome as lt
from ludotome.chance import mix
from tests.support.beside import Oracle, spoken

FOLDER = Path(__file__).parents[1] / "oracle" / "agents" / "matches"
OPENING = 4  # random plies


class Clock:
    """The clock of one side, which limits the simulations for its next move."""

    def __init__(self, milliseconds: float, pace: float) -> None:
        self.per_move, self.pace = milliseconds / 1000, pace
        self.allowed = self.used = 0.0

    def simulations(self) -> int:
        """Return the number of simulations that fit; at least a few, whatever was used."""
        self.allowed += self.per_move
        return max(8, int((self.allowed - self.used) / self.pace))

    def took(self, simulations: int, seconds: float) -> None:
        """Record the time of a move; a proven position may have taken none."""
        self.used += seconds
        if simulations >= 8:
            self.pace = 0.7 * self.pace + 0.3 * seconds / simulations


@dataclass(frozen=True)
class Match:
    """A Ludotome game, the OpenSpiel oracle for its moves, and the thinking time of each side."""

    name: str
    oracle: Callable[[], Oracle]
    milliseconds: float = 20

    def play(self, games: int) -> list[dict[str, Any]]:
        """Return this many games, including those played before."""
        file = FOLDER / f"{self.name}-{self._key()}.json"
        played: list[dict[str, Any]] = json.loads(file.read_text()) if file.exists() else []
        FOLDER.mkdir(parents=True, exist_ok=True)
        while len(played) < games:
            played.append(self._game(len(played)))
            file.write_text("[\n" + ",\n".join(map(json.dumps, played)) + "\n]\n")
        return played[:games]

    def _key(self) -> str:
        """Return a key of the rules, the search and the time; games with another key are not counted."""
        game = lt.load(self.name)
        found = game.new_initial_state(seed=1, backend="native").search(2000)
        known = f"{game.rules_hash} {self.milliseconds} {found.visits} {found.values}"
        return hashlib.sha256(known.encode()).hexdigest()[:12]

    def _game(self, index: int) -> dict[str, Any]:
        """Play one game; Ludotome has seat 0 in every other one."""
        state, theirs = lt.load(self.name).new_initial_state(seed=1, backend="native"), self.oracle()
        chooser, seat = random.Random(index // 2), index % 2
        clocks = (Clock(self.milliseconds, 1e-5), Clock(self.milliseconds, 1e-4))
        plies = 0
        while not state.is_terminal() and not theirs.at.is_terminal():
            moves = self._moves(state, theirs)
            if plies < OPENING:
                ours, action = chooser.choice(sorted(moves.items(), key=lambda item: item[1]))
            elif state.current_player() == seat:
                ours = our_move(state, clocks[0], mix(index, plies))
                action = moves[ours]
            else:
                action = their_move(theirs, clocks[1], mix(index, plies) % 2**31)
                ours = next(move for move, number in moves.items() if number == action)
            state.apply_action(ours)
            theirs.play(action)
            plies += 1
        returns = state.returns() if state.is_terminal() else theirs.returns()
        used = [clock.used for clock in clocks]
        return {"score": (returns[seat] + 1) / 2, "seat": seat, "plies": plies, "ours": used[0], "theirs": used[1]}

    def _moves(self, state: lt.State, theirs: Oracle) -> dict[Any, int]:
        """Return OpenSpiel's number for each of Ludotome's decisions."""
        known = theirs.moves()
        at = state.game_state
        return {
            decision: known[text]
            for decision in state.legal_actions()
            if (text := theirs.spell(spoken(state.game, at, decision))) in known
        }


def our_move(state: lt.State, clock: Clock, seed: int) -> Any:
    """Return the decision of Ludotome's search."""
    wanted, started = clock.simulations(), time.process_time()
    found = state.search(wanted, seed=seed)
    clock.took(found.simulations, time.process_time() - started)
    return found.decision


def their_move(theirs: Oracle, clock: Clock, seed: int) -> int:
    """Return the decision of OpenSpiel's bot, with its solver enabled."""
    wanted = clock.simulations()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(theirs.at.get_game(), evaluator, 2.0, wanted, 1000, True, seed, False)
    started = time.process_time()
    action = bot.step(theirs.at)
    clock.took(wanted, time.process_time() - started)
    return int(action)
