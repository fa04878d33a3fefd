"""Legality: the legal decisions of a state, each tested once.

A decision is legal if it passes these tests, in this order: phase, `actor`, limits, domains, `pre` (so far
*pseudo-legal*), then cost, adjacency, `post` and `longest`. The later tests use a trial on a copy of the state, and
only for decisions that are needed.

Invariants:
    * actions in definition order, parameters nested in declaration order; filters never reorder;
    * a conjunct of `pre` is tested as soon as its parameters are bound, which affects time, not results;
    * a document fault in a trial counts as passed: the decision is listed, and applying it raises the fault.

This module does not know turns; `loop` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from ludotome.gamedef import MOST_DECISIONS, ActionDef, Decision, Expr, PlayError, Scope, Type, is_tried_for_steps, walk
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, Value, elements, make, make_set, plain
from ludotome.kernel.decisions import from_json_value, to_json_value
from ludotome.kernel.effects import Place, make_effects
from ludotome.kernel.faults import DocumentFault, NotAdjacentFault, Suspended
from ludotome.kernel.kept import weight_of
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working


class CostRefused(DocumentFault):
    """A cost cannot be paid in full: in a trial the action is illegal, later (after an answer) it is a fault."""


class Conjunct(Struct, frozen=True):
    """One part of a `pre`: the condition, and the number of parameters that must be bound before it."""

    node: Expr
    holds: Evaluator
    depth: int


class Action:
    """One action, compiled for tests and runs."""

    def __init__(self, definition: ActionDef, index: int, tables: Tables) -> None:
        path = f"actions[{index}]"
        self.definition = definition
        self.index = index
        self.tables = tables
        self.name = tables.symbols.name_index[definition.id]
        self.names = tuple(param.name for param in definition.params)
        self.domains = tuple(make_set(param.domain, tables) for param in definition.params)
        self.scope, self.types = self._scopes(definition)
        self.actor = None if definition.actor is None else make(definition.actor, tables)
        self.conjuncts = tuple(self._conjunct(node) for node in conjuncts_of(definition.pre))
        self.asked_at = tuple(
            tuple(part.holds for part in self.conjuncts if part.depth == depth) for depth in range(len(self.names) + 1)
        )
        self.cost = make_effects(definition.cost, Place(tables, self.scope, f"{path}.cost"))
        self.effects = make_effects(definition.effects, Place(tables, self.scope, f"{path}.effects"))
        self.post = None if definition.post is None else make(definition.post, tables)
        self.counters = tuple(
            (place, definition.limits[number])
            for place, (action, number) in enumerate(tables.symbols.usage_counters)
            if action == index
        )
        self.is_tried = definition.post is not None or is_tried_for_steps(definition)

    def _scopes(self, definition: ActionDef) -> tuple[Scope, tuple[Type, ...]]:
        scope, types = Scope("action", Type("player")), []
        for param in definition.params:
            found = self.tables.rules.type_of(param.domain, scope).element or Type("unknown")
            types.append(found)
            scope = scope.bind(param.name, found)
        return scope, tuple(types)

    def _conjunct(self, node: Expr) -> Conjunct:
        used = {inner.name for inner in walk(node) if isinstance(inner, ex.Binding)}
        depth = max((place + 1 for place, name in enumerate(self.names) if name in used), default=0)
        return Conjunct(node, make(node, self.tables), depth)

    def values_of(self, state: Working, decision: Decision) -> tuple[Value, ...]:
        """Return the parameters of a decision about this action as values of *state*."""
        given = dict(decision.params)
        found = []
        for name, type_ in zip(self.names, self.types, strict=True):
            value = from_json_value(self.tables, given[name], type_)
            found.append(state.handles[value] if type_.kind == "token" else value)
        return tuple(found)

    # ── pseudo-legal ───────────────────────────────────────────────────────────────────────────────────────────────

    def is_for(self, state: Working, run: Run | None) -> bool:
        """Return whether `actor` allows the active player to take it."""
        if self.actor is None:
            return True
        return state.active in elements(self.actor(Context(state, state.active, {}, run)))

    def is_within_limits(self, state: Working, seat: int) -> bool:
        """Return whether *seat* can take it within its limits."""
        return all(state.usage[place * state.players + seat] < limit.max for place, limit in self.counters)

    def instances(
        self, state: Working, seat: int, run: Run | None = None, only: tuple[Value, ...] | None = None
    ) -> Iterator[tuple[Value, ...]]:
        """Yield the parameters with which limits, domains and `pre` allow *seat* to take it.

        With *only*, only these plain values are tested.
        """
        if not self.is_within_limits(state, seat):
            return
        for count, found in enumerate(self._bind(Context(state, seat, {}, run), (), only)):
            if count == MOST_DECISIONS:
                message = f"`{self.definition.id}` has more than {MOST_DECISIONS} legal decisions, which is the limit"
                raise PlayError("too-many-decisions", message)
            yield found

    def _bind(
        self, context: Context, bound: tuple[Value, ...], only: tuple[Value, ...] | None
    ) -> Iterator[tuple[Value, ...]]:
        depth = len(bound)
        if not all(holds(context) for holds in self.asked_at[depth]):
            return
        if depth == len(self.names):
            yield bound
            return
        for value in self.domains[depth](context):
            if only is not None and plain(value) != only[depth]:
                continue
            context.bindings[self.names[depth]] = value
            yield from self._bind(context, (*bound, value), only)
        context.bindings.pop(self.names[depth], None)

    # ── legal ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def perform(self, run: Run, seat: int, values: tuple[Value, ...]) -> Context:
        """Run cost, effects and the triggers they set off; return the context with the parameters bound."""
        context = run.context(seat, dict(zip(self.names, values, strict=True)))
        self.tables.rules.triggers.perform(run, context, self._cost_then_effects)
        return context

    def _cost_then_effects(self, context: Context) -> None:
        assert context.run is not None
        self.cost(context)
        if context.run.clamped:
            path = f"actions[{self.index}].cost"
            raise CostRefused("clamped", f"the cost of `{self.definition.id}` cannot be paid", path)
        self.effects(context)

    def refusal(self, state: Working, seat: int, values: tuple[Value, ...]) -> str | None:
        """Return the test that refuses a pseudo-legal instance (cost, adjacent or post), or None."""
        if not self.is_tried and not self.definition.cost:
            return None
        run = Run(self.tables, state.copy(), is_trial=True)
        try:
            if not self.is_tried:
                self.cost(run.context(seat, dict(zip(self.names, values, strict=True))))
                return "cost" if run.clamped else None
            context = self.perform(run, seat, values)
        except CostRefused:
            return "cost"
        except NotAdjacentFault:
            return "adjacent"
        except (DocumentFault, Suspended):
            return None
        return None if self.post is None or self.post(context) else "post"

    def can_be_taken(self, context: Context, seat: int) -> bool:
        """Return whether *seat* has a legal instance now, ignoring the phase, `actor` and `longest`."""
        state = context.state
        return any(self.refusal(state, seat, values) is None for values in self.instances(state, seat, context.run))

    def series(self, state: Working, seat: int, values: tuple[Value, ...], most: int) -> int:
        """Return the length of the longest series of uses that starts with this one, up to *most*."""
        if most <= 1:
            return max(most, 0)
        run = Run(self.tables, state.copy(), is_trial=True)
        try:
            self.perform(run, seat, values)
        except (DocumentFault, Suspended):
            return 1
        if run.end_phase or run.end_turn:
            return 1
        best = 0
        for following in self.instances(run.state, seat):
            if self.refusal(run.state, seat, following) is None:
                best = max(best, self.series(run.state, seat, following, most - 1))
            if best == most - 1:
                break
        return 1 + best


class Candidate(Struct, frozen=True):
    """A pseudo-legal decision: an action with its parameters."""

    action: Action
    values: tuple[Value, ...]

    @property
    def key(self) -> tuple[int, tuple[Value, ...]]:
        """The identity of the candidate."""
        return self.action.index, plain(self.values)

    def decision(self) -> Decision:
        """Return the candidate as a decision."""
        action = self.action
        values = zip(action.names, self.values, action.types, strict=True)
        params = tuple((name, to_json_value(action.tables, value, type_)) for name, value, type_ in values)
        return Decision(action=action.definition.id, params=params)


class Legality:
    """The decisions of the active player in one state; results are cached."""

    def __init__(self, tables: Tables, state: Working, run: Run | None = None) -> None:
        self.tables = tables
        self.state = state
        self._run = run
        self._refusals: dict[int, str | None] = {}
        self._longest: dict[int, frozenset[int]] = {}

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """The pseudo-legal decisions, in definition order."""
        state, rules = self.state, self.tables.rules
        found = list[Candidate]()
        for action in (rules.actions[index] for index in rules.phases[state.phase].actions):
            if action.is_for(state, self._run):
                found += (Candidate(action, values) for values in action.instances(state, state.active, self._run))
            if len(found) > MOST_DECISIONS:
                raise PlayError("too-many-decisions", "a position has more legal decisions than the limit allows")
        return tuple(found)

    @property
    def weight(self) -> int:
        """Return the weight in a cache: the decisions listed so far, and the state."""
        return len(self.__dict__.get("candidates", ())) + weight_of(self.state)

    @cached_property
    def place_of_key(self) -> dict[tuple[int, tuple[Value, ...]], int]:
        """The index of each pseudo-legal decision in the list."""
        return {candidate.key: place for place, candidate in enumerate(self.candidates)}

    def refusal(self, place: int) -> str | None:
        """Return the test that refuses the candidate at *place* (cost, adjacent, post, longest), or None."""
        if place not in self._refusals:
            self._refusals[place] = self._refusal_alone(self.candidates[place])
        found = self._refusals[place]
        if found is None and place not in self._kept_by_longest(self.candidates[place].action):
            return "longest"
        return found

    def _refusal_alone(self, candidate: Candidate) -> str | None:
        return candidate.action.refusal(self.state, self.state.active, candidate.values)

    def _kept_by_longest(self, action: Action) -> frozenset[int] | range:
        longest = action.definition.longest
        if longest is None:
            return range(len(self.candidates))
        if action.index not in self._longest:
            self._longest[action.index] = frozenset(self._longest_of(action))
        return self._longest[action.index]

    def _longest_of(self, action: Action) -> list[int]:
        """Return the indices of decisions that begin a longest series; below the bound only the preferred ones."""
        longest, state = action.definition.longest, self.state
        assert longest is not None
        seat = state.active
        places = [
            place
            for place, candidate in enumerate(self.candidates)
            if candidate.action is action and action.refusal(state, seat, candidate.values) is None
        ]
        most = max(0, make(longest.up_to, self.tables)(Context(state, seat)) or 0)
        length = {place: action.series(state, seat, self.candidates[place].values, most) for place in places}
        best = max(length.values(), default=0)
        kept = [place for place in places if length[place] == best]
        if best >= most or longest.prefer is None:
            return kept
        prefer = make(longest.prefer, self.tables)
        worth = {
            place: prefer(Context(state, seat, dict(zip(action.names, self.candidates[place].values, strict=True))))
            or 0
            for place in kept
        }
        return [place for place in kept if worth[place] == max(worth.values())]

    def has_decision(self) -> bool:
        """Return whether there is a legal decision."""
        return any(self.refusal(place) is None for place in range(len(self.candidates)))

    def is_stuck(self) -> bool:
        """Return whether there is no legal decision in a phase that has actions."""
        return bool(self.tables.rules.phases[self.state.phase].actions) and not self.has_decision()

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The indices of the legal decisions."""
        return tuple(place for place in range(len(self.candidates)) if self.refusal(place) is None)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The legal decisions."""
        return tuple(self.candidates[place].decision() for place in self.legal)

    def find(self, decision: Decision) -> Candidate | None:
        """Return *decision* as a candidate; None if it is not pseudo-legal. Other decisions are not tested."""
        key = key_of(self.tables, decision)
        if key is None or None in key[1]:
            return None
        action, seat = self.tables.rules.actions[key[0]], self.state.active
        is_asked = action.index in self.tables.rules.phases[self.state.phase].actions
        if not is_asked or not action.is_for(self.state, self._run):
            return None
        found = next(action.instances(self.state, seat, self._run, only=key[1]), None)
        return None if found is None else Candidate(action, found)

    def refusal_of(self, candidate: Candidate) -> str | None:
        """Return the test that refuses *candidate*, as `refusal`; other decisions matter only with `longest`."""
        if candidate.action.definition.longest is not None:
            return self.refusal(self.place_of_key[candidate.key])
        return self._refusal_alone(candidate)


def key_of(tables: Tables, decision: Decision) -> tuple[int, tuple[Value, ...]] | None:
    """Return the key of a candidate equal to *decision*; None if no candidate can be equal to it."""
    index = tables.symbols.action_index.get(decision.action or "")
    if index is None:
        return None
    action = tables.rules.actions[index]
    given = dict(decision.params)
    if len(given) != len(decision.params) or set(given) != set(action.names):
        return None
    typed = zip(action.names, action.types, strict=True)
    return index, tuple(from_json_value(tables, given[name], type_) for name, type_ in typed)


def conjuncts_of(node: Expr | None) -> Iterator[Expr]:
    """Yield the parts that must all hold, in written order."""
    if isinstance(node, ex.And):
        for arg in node.args:
            yield from conjuncts_of(arg)
    elif node is not None:
        yield node
