"""Triggers: the effects that run after events.

The events of one list are stored until the list has ended and then dispatched in order. For each, the triggers that
listen fire in definition order; the events of a trigger are dispatched before the next one fires (depth first).

Invariants:
    * the first event is depth 0; an event deeper than `maxTriggerDepth` is logged as truncated and fires nothing;
    * an event's bindings are fixed when it is raised; properties of bound objects are read when evaluated.

This module does not know when phases and turns change.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ludotome.gamedef import EventPattern, Scope, TriggerDef, Type
from ludotome.kernel.context import Context, Evaluator, make
from ludotome.kernel.effects import Performer, Place, make_effects
from ludotome.kernel.faults import DocumentFault, NotAdjacentFault
from ludotome.kernel.run import Event, Run, TriggerFiring
from ludotome.kernel.tables import Tables

_PLAYER = {"$player": Type("player", optional=True)}
_TOKEN_ENTERED = {"$token": Type("token", optional=True), "$zone": Type("zone"), "$from": Type("zone", optional=True)}


class Trigger(Struct, frozen=True):
    """One compiled trigger; `subjects` are the zones, the action or the phase it listens to, None for any."""

    definition: TriggerDef
    subjects: frozenset[int] | None
    when: Evaluator | None
    effects: Performer
    path: str


class Triggers:
    """All triggers of a definition, by the events they listen to."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._depth = tables.game_def.metadata.max_trigger_depth
        self._of_type: dict[str, list[Trigger]] = {}
        self._listeners: dict[tuple[str, int | None], tuple[Trigger, ...]] = {}
        for index, definition in enumerate(tables.game_def.triggers):
            trigger = self._trigger(definition, f"triggers[{index}]")
            self._of_type.setdefault(definition.event.type, []).append(trigger)

    def _trigger(self, definition: TriggerDef, path: str) -> Trigger:
        tables = self._tables
        scope = Scope("trigger", Type("player", optional=True), event_bindings(definition.event, tables))
        return Trigger(
            definition,
            self._subjects(definition.event),
            None if definition.when is None else make(definition.when, tables),
            make_effects(definition.effects, Place(tables, scope, f"{path}.effects")),
            path,
        )

    def _subjects(self, pattern: EventPattern) -> frozenset[int] | None:
        symbols = self._tables.symbols
        if pattern.zone is not None:
            zone = symbols.zone_index.get(pattern.zone)
            return frozenset(symbols.owned_zones[pattern.zone]) if zone is None else frozenset({zone})
        if pattern.action is not None:
            return frozenset({symbols.action_index[pattern.action]})
        return None if pattern.phase is None else frozenset({symbols.phase_index[pattern.phase]})

    def listeners(self, event: Event) -> tuple[Trigger, ...]:
        """Return the triggers that listen to *event*, in definition order."""
        key = (event.type, event.subject)
        found = self._listeners.get(key)
        if found is None:
            found = self._listeners[key] = tuple(
                trigger
                for trigger in self._of_type.get(event.type, ())
                if trigger.subjects is None or event.subject in trigger.subjects
            )
        return found

    def perform(self, run: Run, context: Context, effects: Performer, *, depth: int = 0) -> None:
        """Run a list of effects, then the triggers set off by its events."""
        outer, run.events = run.events, []
        effects(context)
        raised, run.events = run.events, outer
        for event in raised:
            self.dispatch(run, event, depth)

    def dispatch(self, run: Run, event: Event, depth: int = 0) -> None:
        """Fire the triggers that listen to *event*, depth first."""
        triggers = self.listeners(event)
        if triggers and depth > self._depth:
            run.firings.append(TriggerFiring(None, event.type, depth, truncated=True))
            return
        for trigger in triggers:
            context = run.context(event.actor, dict(event.bindings))
            if trigger.when is not None and not trigger.when(context):
                continue
            run.firings.append(TriggerFiring(trigger.definition.id, event.type, depth))
            try:
                self.perform(run, context, trigger.effects, depth=depth + 1)
            except DocumentFault as fault:
                raise _within(trigger, fault) from None


def _within(trigger: Trigger, fault: DocumentFault) -> DocumentFault:
    """Return *fault* with the trigger in its chain; inside a trigger every fault is a document fault."""
    found = DocumentFault(fault.kind, str(fault), fault.path) if isinstance(fault, NotAdjacentFault) else fault
    found.chain = [f"{trigger.path} `{trigger.definition.id}`", *fault.chain]
    return found


def event_bindings(pattern: EventPattern, tables: Tables) -> dict[str, Any]:
    """Return the static types of the bindings of an event."""
    names = {
        "phaseEnter": ("$phase", tuple(tables.symbols.phase_index)),
        "phaseExit": ("$phase", tuple(tables.symbols.phase_index)),
        "actionResolved": ("$action", tuple(tables.symbols.action_index)),
    }.get(pattern.type)
    named = {} if names is None else {names[0]: Type("name", names=frozenset(names[1]))}
    return _PLAYER | named | (_TOKEN_ENTERED if pattern.type == "tokenEntered" else {})
