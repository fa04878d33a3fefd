"""Loop: turns, phases and decisions, as defined in `docs/kernel.md`.

A `Walk` goes from the end of a decision to the next stop: a decision of the active player, or the end of the game.
Each step returns the next step, or None to stop, so there is no recursion however many phases are passed.

Invariants:
    * end conditions are tested once, on arrival, after phase and turn have advanced;
    * phases passed without a decision are counted: after players × phases of them the game ends as a stall;
    * requests (`endTurn`, `endPhase`) are consumed before the next stop.

This module does not know what a decision does, only what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ludotome.gamedef import TerminalResult
from ludotome.kernel.context import Context
from ludotome.kernel.effects import Performer
from ludotome.kernel.hashing import record_position
from ludotome.kernel.legality import Action, Legality
from ludotome.kernel.outcome import no_winner, result_of
from ludotome.kernel.properties import seat_not_out
from ludotome.kernel.rules import Phase
from ludotome.kernel.run import Event, Run
from ludotome.kernel.working import Working

Step = Callable[[], "Step | None"]


class Walk:
    """The path from a decision to the next stop; `legality` is that of the stop."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.state = run.state
        self.tables = run.tables
        self.rules = run.tables.rules
        self.passed = 0
        self.legality: Legality | None = None

    # ── Starting points ────────────────────────────────────────────────────────────────────────────────────

    def start(self, setup: Performer | None = None) -> None:
        """Run *setup* (default: that of the definition), then walk from the first turn."""
        effects = self.rules.setup if setup is None else setup
        self.rules.triggers.perform(self.run, self.run.context(None), effects)
        if self.state.next_player is not None:
            self.state.active, self.state.next_player = self.state.next_player, None
        self._walk(self.turn_start)

    def apply(self, action: Action, values: tuple[Any, ...]) -> None:
        """Take an action, then walk to the next stop."""
        state, actor = self.state, self.state.active
        action.perform(self.run, actor, values)
        for place, _ in action.counters:
            state.usage[place * state.players + actor] += 1
        bindings = {"$action": action.name, "$player": actor}
        self._dispatch("actionResolved", action.index, bindings, actor)
        state.last_actor = actor
        state.ply += 1
        self._walk(self.after_decision)

    def _walk(self, step: Step) -> None:
        following: Step | None = step
        while following is not None:
            following = following()

    # ── Steps ──────────────────────────────────────────────────────────────────────────────────────────────────

    def after_decision(self) -> Step:
        """Handle the requests of a decision: end the turn, the phase, or neither."""
        if self.run.end_turn or self.state.out[self.state.active]:
            return self.leave_turn
        if self.run.end_phase or self._phase.definition.ends == "afterAction":
            return self.phase_end
        return self.arrive

    def turn_start(self) -> Step:
        """TURN START: reset what is counted per turn, and go to the first phase."""
        self._reset_counters("turn")
        self.state.recorded = False
        self._dispatch_of_active("turnStart")
        return partial(self.enter, 0)

    def enter(self, index: int) -> Step | None:
        """ENTER the phase at *index*, or skip it if its `when` is false; after the last, TURN END."""
        if index == len(self.rules.phases):
            return self.turn_end
        phase = self.rules.phases[index]
        if phase.when is not None and not phase.when(self.run.context(self.state.active)):
            return self._pass(partial(self.enter, index + 1))
        self.state.phase = index
        self._reset_counters("phase")
        self._perform(phase.on_enter)
        self._dispatch_of_active("phaseEnter", phase)
        return self.arrive

    def arrive(self) -> Step | None:
        """ARRIVE: end the turn or phase if requested, else the game if it is over, else stop at a decision."""
        state, run = self.state, self.run
        if state.out[state.active] or run.end_turn:
            return self._pass(self.leave_turn)
        if run.end_phase:
            return self._pass(self.phase_end)
        legality = self.look_around()
        state.outcome = self.ending(legality)
        if state.outcome is not None:
            return None
        if not legality.has_decision():
            return self._pass(self.phase_end)
        if not state.recorded:
            record_position(self.tables, state)
        self.legality = legality
        return None

    def look_around(self) -> Legality:
        """Return the legality at the current point of the walk."""
        return Legality(self.tables, self._as_recorded(), self.run)

    def ending(self, legality: Legality) -> TerminalResult | None:
        """Return the result if the game ends here: by the first end condition that holds, or by `maxPlies`."""
        state = self.state
        context = Context(state, None, {}, self.run, legality)
        for index, holds in enumerate(self.rules.end_conditions):
            if holds(context):
                return result_of(self.tables, context, index)
        is_long = state.ply >= self.tables.game_def.metadata.max_plies
        return no_winner(state, "truncated") if is_long else None

    def _as_recorded(self) -> Working:
        """Return the state with this turn's position recorded, in which decisions are tested.

        End conditions still see only the earlier positions. But a `post` that forbids repeating a position must already
        count the current one.
        """
        if self.state.recorded or not self.tables.symbols.seen_regions:
            return self.state
        recorded = self.state.copy()
        record_position(self.tables, recorded)
        return recorded

    def phase_end(self) -> Step:
        """PHASE END: leave the phase, and go to the next one."""
        index = self.state.phase
        self._exit_phase()
        return partial(self.enter, index + 1)

    def leave_turn(self) -> Step:
        """Leave the phase, and go to TURN END."""
        self._exit_phase()
        return self.turn_end

    def turn_end(self) -> Step | None:
        """TURN END: finish the turn and find the next player."""
        state = self.state
        self._dispatch_of_active("turnEnd")
        self.run.end_turn = self.run.end_phase = False
        state.turn += 1
        following = state.next_player
        state.next_player = None
        if following is None:
            is_fixed = self.tables.game_def.turn_structure.active_player_order == "fixed"
            stays = is_fixed and not state.out[state.active]
            following = state.active if stays else seat_not_out(state, state.active, 1)
        if following is None:
            state.outcome = no_winner(state, "stall")
            return None
        state.active = following
        return self.turn_start

    # ── Parts of the steps
    # ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _phase(self) -> Phase:
        return self.rules.phases[self.state.phase]

    def _pass(self, step: Step) -> Step | None:
        """Count a phase passed without a decision; too many in a row end the game as a stall."""
        self.passed += 1
        if self.passed >= self.state.players * len(self.rules.phases):
            self.state.outcome = no_winner(self.state, "stall")
            return None
        return step

    def _exit_phase(self) -> None:
        self._perform(self._phase.on_exit)
        self._dispatch_of_active("phaseExit", self._phase)
        self.run.end_turn = self.run.end_phase = False

    def _perform(self, effects: Performer) -> None:
        self.rules.triggers.perform(self.run, self.run.context(self.state.active), effects)

    def _dispatch_of_active(self, type_: str, phase: Phase | None = None) -> None:
        active = self.state.active
        bindings = {"$player": active} if phase is None else {"$player": active, "$phase": phase.name}
        self._dispatch(type_, None if phase is None else phase.index, bindings, active)

    def _dispatch(self, type_: str, subject: int | None, bindings: dict[str, Any], actor: int) -> None:
        self.rules.triggers.dispatch(self.run, Event(type_, subject, bindings, actor))

    def _reset_counters(self, scope: str) -> None:
        state = self.state
        for action in self.rules.actions:
            for place, limit in action.counters:
                if limit.scope == scope:
                    state.usage[place * state.players : (place + 1) * state.players] = [0] * state.players
