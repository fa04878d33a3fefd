"""Make report: compute a report from the games played.

Branching, the use of actions and the lead come from the watched games; everything else comes from all games.

Invariant: the same game, numbers and seed give the same report, except for the time taken.

This module plays only the few games in which it looks for triggers that were cut off; it prints nothing.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from ludotome import kernel
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import OUTCOMES, PlayError
from ludotome.play import Game, Playouts
from ludotome.simulate.first_fault import first_fault
from ludotome.simulate.flags import Counted, find_flags
from ludotome.simulate.intervals import wilson
from ludotome.simulate.play_agents import OUTCOME_OF_CODE
from ludotome.simulate.play_games import Played, checked_played
from ludotome.simulate.report import ActionUse, Report, Share, SideReport, Spread
from ludotome.simulate.watch import WatchedGame

# How many games, and decisions in total, are played on the reference kernel to examine triggers; the last number
# applies after an interrupt.
_TRIED_FOR_DEPTH, _DECISIONS_FOR_DEPTH, _DECISIONS_IN_A_HURRY = 20, 1000, 100
# Results whose returns say how well a seat did, not whether it won.
_COMPARED = (OUTCOMES.index("score"), OUTCOMES.index("rank"))


def make_report(played: Played) -> Report:
    """Return the report of *played*."""
    played = checked_played(played)
    game, results, seats = played.game, played.results, played.seats
    games = len(results.plies)
    outcomes = _outcomes(results)
    actions = _actions(game, played.watched)
    counted = Counted(
        game,
        games,
        outcomes,
        _drawn_by(results),
        int(np.sum((results.outcome >= 0) & (results.plies == 0))),
        int(np.sum((results.outcome == OUTCOMES.index("win")) & (results.plies < 2 * seats))),
        actions,
        *_deep_triggers(
            game, played.seed, seats, games, _DECISIONS_IN_A_HURRY if played.is_interrupted else _DECISIONS_FOR_DEPTH
        ),
        first_fault(played),
    )
    return Report(
        game=game.name,
        rules_hash=game.rules_hash,
        players=seats,
        games=games,
        asked=played.asked,
        seed=played.seed,
        backend=played.watched[0].backend if played.watched else None,
        agents=tuple(agent.name for agent in played.agents),
        seats=_by_seat(played),
        by_agent=_by_agent(played),
        outcomes=outcomes,
        length=_spread(results.plies),
        watched=len(played.watched),
        branching=_spread(np.array([one.choices / one.plies for one in played.watched if one.plies])),
        actions=actions,
        lead_changes=_lead_changes(game, played.watched),
        flags=find_flags(counted),
        seconds=played.seconds,
    )


def _outcomes(results: Playouts) -> dict[str, int]:
    found = Counter(OUTCOME_OF_CODE[int(code)] for code in results.outcome)
    return {name: found[name] for name in OUTCOME_OF_CODE.values() if found[name]}


def _drawn_by(results: Playouts) -> dict[int, int]:
    """Return for each end condition the number of games that it ended without a winner."""
    drawn = (results.condition >= 0) & (standings(results).max(axis=1) <= 0)
    return Counter(results.condition[drawn].tolist())


def standings(results: Playouts) -> NDArray[np.float64]:
    """Return 1, 0 or −1 for each game and seat: won, shared or lost.

    A score or a rank is compared with the best of the others: the first wins, several first share. For other results
    the document decides: several seats may win, and all may lose.
    """
    returns = results.returns
    standing = np.sign(returns)
    if returns.shape[1] > 1:
        others = np.stack([np.delete(returns, seat, axis=1).max(axis=1) for seat in range(returns.shape[1])], axis=1)
        compared = np.isin(results.outcome, _COMPARED)
        standing[compared] = np.sign(returns - others)[compared]
    return standing


def _side(name: str, returns: NDArray[np.float64], standing: NDArray[np.float64]) -> SideReport:
    """Return the results of one seat or agent in the games that ended; without any, the score is None."""
    games, wins, losses = len(returns), int(np.sum(standing > 0)), int(np.sum(standing < 0))
    draws = games - wins - losses
    if not games:
        return SideReport(name, 0, 0, 0, 0, None, None)
    share = (wins + draws / 2) / games
    mean = float(np.mean(returns))
    return SideReport(name, games, wins, losses, draws, Share(share, *wilson(share, games, draws / games)), mean)


def _by_seat(played: Played) -> tuple[SideReport, ...]:
    results, standing = played.results, standings(played.results)
    ended = results.outcome >= 0
    names = played.game.game_def.metadata.seats[: played.seats]
    return tuple(_side(name, results.returns[ended, seat], standing[ended, seat]) for seat, name in enumerate(names))


def _by_agent(played: Played) -> tuple[SideReport, ...]:
    """Return the results of each agent over all seats; empty if all agents are the same."""
    names = np.array([agent.name for agent in played.agents])
    if len(set(names)) < 2:
        return ()
    ended = played.results.outcome >= 0
    seated = np.array([one.agent_of_seat for one in played.watched], int).reshape(-1, played.seats)  # also for no games
    sitting = names[seated][ended]
    returns, standing = played.results.returns[ended], standings(played.results)[ended]
    return tuple(_side(str(name), returns[sitting == name], standing[sitting == name]) for name in dict.fromkeys(names))


def _actions(game: Game, watched: tuple[WatchedGame, ...]) -> tuple[ActionUse, ...]:
    counts, beside = Counter[str](), Counter[str]()
    offered = dict.fromkeys((action.id for action in game.game_def.actions), 0.0)
    for one in watched:
        counts.update(one.taken)
        beside.update(one.beside)
        for name, share in one.offered.items():
            offered[name] += share
    total = sum(counts.values())
    return tuple(
        ActionUse(
            name, counts[name], _ratio(counts[name], total), _ratio(share, total), _ratio(beside[name], counts[name])
        )
        for name, share in offered.items()
    )


def _ratio(part: float, whole: int) -> float | None:
    """Return *part* of *whole*, or None if *whole* is 0."""
    return part / whole if whole else None


def _lead_changes(game: Game, watched: tuple[WatchedGame, ...]) -> float | None:
    if game.game_def.scoring is None or not watched:
        return None
    return sum(one.lead_changes for one in watched) / len(watched)


def _spread(values: NDArray[np.float64] | NDArray[np.int32]) -> Spread | None:
    if not len(values):
        return None
    low, p05, p25, median, p75, p95, high = (float(q) for q in np.percentile(values, (0, 5, 25, 50, 75, 95, 100)))
    return Spread(float(np.mean(values)), low, p05, p25, median, p75, p95, high)


def _deep_triggers(game: Game, seed: int, seats: int, played: int, decisions: int) -> tuple[int, int]:
    """Return how many events were cut off at the trigger depth, and in how many games on the reference kernel.

    The last of these may stop before its end, after this many *decisions* in total.
    """
    most = min(played, _TRIED_FOR_DEPTH) if game.game_def.triggers else 0
    cut = games = 0
    while games < most and decisions > 0:
        first, generator = mix(seed, games), seed_generator(mix(seed, games, 1))
        games += 1
        try:
            state = kernel.initial_state(game.game_def, first, seats)
            while state.outcome is None and decisions > 0:
                move, generator = kernel.random_move(game.game_def, state, generator)
                applied = kernel.apply_move(game.game_def, state, move)
                state = applied.state
                decisions -= 1
                cut += sum(firing.truncated for firing in applied.trigger_firings)
        except PlayError as error:
            if error.code != "document-fault":
                raise
    return cut, games
