"""Watch: play games decision by decision, to observe what the results alone do not show.

Observed are the number of legal decisions, the actions taken, and the changes of the lead. Game i of a seed
starts from `mix(seed, i)` and the decision at ply p of it draws from `mix(seed, i, p)`, so a game does not depend on
the others. Agents rotate through the seats, so that none keeps the better seat; if they differ, the
games of one round share a seed, so that each meets the same deals and dice on every seat.

This module does not know statistics.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ludotome.agents import Agent, MctsAgent, Stream
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import Decision, PlayError, of_kind
from ludotome.kernel import notation_of
from ludotome.play import BackendName, Game, State

FAULT, CUT = "fault", "cut"


@dataclass(frozen=True, slots=True)
class SeenDecision:
    """One decision: the seat, the number of legal decisions, the chosen one, and the result of the search, if any.

    `chosen` is an index in `legal_actions()`; `visits` and `values` use the same indices, as in `SearchResult`.
    """

    seat: int
    legal: int
    chosen: int
    notation: str
    visits: tuple[int, ...] | None = None
    values: tuple[float, ...] | None = None


@dataclass(slots=True)
class WatchedGame:
    """The data observed in one game."""

    agent_of_seat: tuple[int, ...]
    seed: int
    outcome: str = CUT
    returns: tuple[float, ...] = ()
    condition: int | None = None
    plies: int = 0
    choices: int = 0
    taken: dict[str, int] = field(default_factory=dict)
    offered: dict[str, float] = field(default_factory=dict)  # by action, its share of the legal decisions, summed
    beside: dict[str, int] = field(default_factory=dict)  # by action taken, its own legal decisions, summed
    lead_changes: int = 0
    backend: str = "reference"
    fault: str | None = None  # the decision, why it is impossible, and the place in the document
    decisions: list[SeenDecision] = field(default_factory=list)  # only if requested


def watch_games(
    game: Game,
    n: int,
    agents: Sequence[Agent],
    *,
    seed: int,
    players: int,
    max_plies: int | None = None,
    backend: BackendName = "auto",
    progress: Callable[[int], None] | None = None,
    seconds: float | None = None,
) -> tuple[WatchedGame, ...]:
    """Return *n* games between *agents*, one per seat; after an interrupt, or *seconds*, those played so far."""
    games: list[WatchedGame] = []
    until = None if seconds is None else time.perf_counter() + seconds
    try:
        for index in range(n):
            if games and until is not None and time.perf_counter() > until:
                break
            games.append(watch_game(game, index, agents, seed, players, max_plies, backend))
            if progress is not None:
                progress(len(games))
    except KeyboardInterrupt:
        pass
    return tuple(games)


def deals_of(agents: Sequence[Agent], *, rotate: bool) -> int:
    """Return how many consecutive games begin alike: a whole round of the table if the agents differ."""
    return len(agents) if rotate and len({agent.name for agent in agents}) > 1 else 1


def watch_game(
    game: Game,
    index: int,
    agents: Sequence[Agent],
    seed: int,
    players: int,
    max_plies: int | None,
    backend: BackendName,
    *,
    rotate: bool = True,
    decisions: bool = False,
) -> WatchedGame:
    """Return game *index* of *seed*; with *rotate*, agent (seat + index) modulo seats plays a seat.

    With *decisions* it contains every decision of the game.
    """
    sitting = tuple((seat + index) % players if rotate else seat for seat in range(players))
    watched = WatchedGame(sitting, mix(seed, index // deals_of(agents, rotate=rotate)))
    state = None
    try:
        state = game.new_initial_state(seed=watched.seed, players=players, backend=backend)
        watched.backend = state.backend
        leader: int | None = None
        while not state.is_terminal() and (max_plies is None or watched.plies < max_plies):
            who = watched.agent_of_seat[state.current_player()]
            legal = state.legal_actions()
            stream = Stream(seed_generator(mix(seed, index, watched.plies)))
            if decisions:
                seen, decision = _seen(agents[who], state, stream, legal)
                state.apply_action(decision)
                watched.decisions.append(seen)
            else:
                decision = _answer(agents[who], state, stream)
                state.apply_action(decision)
            # Only now: a decision that met a fault was not made, so neither it nor its alternatives count.
            watched.plies += 1
            watched.choices += len(legal)
            if decision.action is not None:
                _note_action(watched, decision.action, legal)
            leader = _lead(state, watched, leader)
    except PlayError as error:
        if error.code != "document-fault":
            raise
        watched.outcome, watched.fault = FAULT, fault_told(state, error)
        return watched
    outcome = state.outcome()
    if outcome is not None:
        watched.outcome, watched.returns, watched.condition = outcome.type, outcome.returns, outcome.condition
    return watched


def _answer(agent: Agent, state: State, stream: Stream) -> Decision:
    """Return the decision of *agent*, which may be user code."""
    answer = agent.choose(state, stream)
    return of_kind(f"the answer of agent `{agent.name}`", answer, Decision, "answer one of `state.legal_actions()`")


def _seen(agent: Agent, state: State, stream: Stream, legal: Sequence[Decision]) -> tuple[SeenDecision, Decision]:
    """Return the decision of *agent*, as a row of the table and as a decision."""
    found = None
    if isinstance(agent, MctsAgent) and len(legal) > 1:
        found = agent.search(state, stream)  # which is what `choose` does
    decision = _answer(agent, state, stream) if found is None else found.decision
    chosen = legal.index(decision)
    row = SeenDecision(state.current_player(), len(legal), chosen, state.legal_action_strings()[chosen])
    return row if found is None else replace(row, visits=found.visits, values=found.values), decision


def fault_told(state: State | None, error: PlayError) -> str:
    """Return a fault in one line: the decision of *state* (None: at the start) that met it, the fault and its place."""
    answers = error.details.get("answers") or (error.details.get("decision"),)
    given, met = answers[-1], "as it begins"
    if state is not None and given is not None:
        written = notation_of(state.game.game_def, state.game_state, given)
        met = f"decision {len(state.history()) + 1}, {written}"
    line = error.details.get("line")
    return f"{met}: {error.details.get('what', error)}{'' if line is None else f' ({line})'}"


def _note_action(watched: WatchedGame, taken: str, legal: Sequence[Decision]) -> None:
    """Count the action taken, and the share of each action in the legal decisions."""
    own = Counter(decision.action for decision in legal)
    watched.taken[taken] = watched.taken.get(taken, 0) + 1
    watched.beside[taken] = watched.beside.get(taken, 0) + own[taken]
    for action, count in own.items():
        assert action is not None
        watched.offered[action] = watched.offered.get(action, 0.0) + count / len(legal)


def _lead(state: State, watched: WatchedGame, leader: int | None) -> int | None:
    """Count a change of the lead; return the leader, or the previous one during a tie."""
    scores = None if state.is_terminal() else state.scores()
    if scores is None:
        return leader
    ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(ahead) > 1:
        return leader
    if leader is not None and ahead[0] != leader:
        watched.lead_changes += 1
    return ahead[0]
