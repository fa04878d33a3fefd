"""lint_game_def: find parts of a valid definition that are probably not intended.

Each lint is a function from a definition to findings at its paths; `LINTS` lists them. Lints report only certain
cases, so that a game that does what its author wants has no findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ludotome.diagnostics import Diagnostic, Severity, nearest
from ludotome.gamedef import (
    ActionDef,
    Actor,
    BoolLiteral,
    GameDef,
    LastActor,
    ListOf,
    Node,
    OwnedZone,
    RegionZones,
    SeatLiteral,
    ZoneLiteral,
    checked,
    facts,
    walk,
)
from ludotome.spec.first_move import holds_at_first
from ludotome.spec.first_tokens import first_tokens
from ludotome.spec.never_holds import never_holds
from ludotome.spec.odd_values import odd_values

_SWITCHED_OFF = ("LT501", "LT502", "LT503")
Lint = Callable[[GameDef], Iterator[Diagnostic]]


def lint_game_def(game_def: GameDef) -> tuple[Diagnostic, ...]:
    """Return every warning and hint about *game_def*, which has no errors.

    If a parameter can switch off a part of the rules, unused parts are not reported.
    """
    has_switch = any(isinstance(parameter.default, bool | str) for parameter in game_def.parameters)
    found = (found for lint in LINTS for found in lint(game_def))
    return tuple(one for one in found if not has_switch or one.code not in _SWITCHED_OFF)


def _found(code: str, path: str, message: str, suggestion: str, severity: Severity = "warning") -> Diagnostic:
    return Diagnostic(code=code, severity=severity, path=path, message=message, suggestion=suggestion)


def idle_phases(game: GameDef) -> Iterator[Diagnostic]:
    """Find phases in which nothing can be done and nothing happens."""
    taken = {phase for action in game.actions for phase in action.phases}
    listened = {trigger.event.phase for trigger in game.triggers if trigger.event.type.startswith("phase")}
    if None in listened:
        return
    for index, phase in enumerate(game.turn_structure.phases):
        never = phase.when == BoolLiteral(False)
        idle = phase.id not in taken and not phase.on_enter and not phase.on_exit and phase.id not in listened
        if never or idle:
            why = "is never entered" if never else "has no action, and nothing happens in it"
            message = f"the phase `{phase.id}` {why}"
            suggestion = "remove it, or name it in the `phase` of an action"
            yield _found("LT501", f"turnStructure.phases[{index}].id", message, suggestion)


def impossible_actions(game: GameDef) -> Iterator[Diagnostic]:
    """Find actions whose condition or domain can never be met."""
    symbols = checked(game).symbols
    regions = symbols.regions
    for index, action in enumerate(game.actions):
        if action.pre is not None and never_holds(action.pre, symbols):
            message = f"`pre` is never true, so `{action.id}` is never legal"
            yield _found("LT502", f"actions[{index}].pre", message, "remove the action, or fix its `pre`")
        for number, param in enumerate(action.params):
            domain = param.domain
            region = regions.get(domain.name) if isinstance(domain, RegionZones) else None
            empty_region = region is not None and region.of_seat is None and not region.zones
            if domain == ListOf(()) or empty_region:
                message = f"`{param.name}` has no possible value, so `{action.id}` is never legal"
                yield _found(
                    "LT502", f"actions[{index}].params[{number}].domain", message, "name a set that has elements"
                )


def unread_variables(game: GameDef) -> Iterator[Diagnostic]:
    """Find variables that no expression reads and no cost uses: an unpayable cost makes a move illegal."""
    read = {facts.variable_read(node) for node in walk(game)}
    read |= {facts.variable_set(node) for action in game.actions for node in walk(action.cost)}
    sections: tuple[tuple[str, Any, str], ...] = (
        ("globalVars", game.global_vars, "global"),
        ("perPlayerVars", game.per_player_vars, "player"),
        ("perZoneVars", game.per_zone_vars, "zone"),
    )
    for section, variables, scope in sections:
        for index, variable in enumerate(variables):
            if (scope, variable.name) not in read:
                message = f"`{variable.name}` is never read"
                yield _found("LT503", f"{section}[{index}].name", message, "remove it, or use it in a rule")


def peeking_actions(game: GameDef) -> Iterator[Diagnostic]:
    """Find a domain or `pre` that reads a zone that the actor cannot see: legality would reveal its contents."""
    by_id = {str(zone.id): zone for zone in game.zones}
    visibility = {zone.id.partition(":")[0]: zone.visibility for zone in game.zones if zone.owner == "player"}

    def is_secret(zone: Node, actor: Node | None) -> bool:
        if isinstance(zone, ZoneLiteral):
            seen = by_id[zone.zone].visibility if zone.zone in by_id else "public"
            owner = zone.zone.partition(":")[2]
            is_own = isinstance(actor, SeatLiteral) and str(actor.seat) == owner
            return seen == "hidden" or (seen == "owner" and not is_own)
        if isinstance(zone, OwnedZone):
            seen = visibility.get(zone.zone, "public")
            return seen == "hidden" or (seen == "owner" and not isinstance(zone.player, Actor))
        return False

    for index, action in enumerate(game.actions):
        for path, part in _legality(action, index):
            for node in walk(part):
                looked_into = facts.zone_looked_into(node)
                if looked_into is not None and is_secret(looked_into, action.actor):
                    message = f"the legality of `{action.id}` reveals the content of a zone that the actor cannot see"
                    suggestion = "use only what the actor sees, or make the zone visible"
                    yield _found("LT504", path, message, suggestion)
                    break


def _legality(action: ActionDef, index: int) -> Iterator[tuple[str, Any]]:
    for number, param in enumerate(action.params):
        yield f"actions[{index}].params[{number}].domain", param.domain
    if action.pre is not None:
        yield f"actions[{index}].pre", action.pre


def forgetful_conditions(game: GameDef) -> Iterator[Diagnostic]:
    """Find a `pre` that reads `lastActor`, which is not part of the position, so that repetition checks miss it."""
    for index, action in enumerate(game.actions):
        if action.pre is not None and any(isinstance(node, LastActor) for node in walk(action.pre)):
            message = f"`{action.id}` depends on `lastActor`, which is not part of the position"
            suggestion = "keep the last player in a variable of type `player`"
            yield _found("LT505", f"actions[{index}].pre", message, suggestion)


def hasty_ends(game: GameDef) -> Iterator[Diagnostic]:
    """Find end conditions that hold before the first action."""
    tokens = first_tokens(game)
    for index, end in enumerate(game.end_conditions):
        if holds_at_first(end.when, tokens):
            names_nobody = any(isinstance(node, LastActor) for node in walk(end.when))
            why = ", when `lastActor` is `none`" if names_nobody else ""
            message = f"this is true before the first move{why}, so the game ends at once"
            suggestion = "begin with `lastActor != none and`"
            yield _found("LT508", f"endConditions[{index}].when", message, suggestion)


def stray_terrain(game: GameDef) -> Iterator[Diagnostic]:
    """Find unused terrains whose name is similar to one that zones have: the board's file spells it differently."""
    used = {zone.terrain for zone in game.zones if zone.terrain is not None}
    for index, terrain in enumerate(game.terrain):
        near = nearest(terrain.id, sorted(used)) if terrain.id not in used else ()
        if near:
            message = f"no zone has the terrain `{terrain.id}`"
            yield _found("LT509", f"terrain[{index}]", message, f"write `{near[0]}`, the terrain of some zones")


def untested(game: GameDef) -> Iterator[Diagnostic]:
    """Report a document without tests."""
    if not game.tests:
        message = "the document has no tests"
        suggestion = "add `tests:` with a few moves and the expected result; `ludotome test` runs them"
        yield _found("LT506", "metadata.id", message, suggestion, "info")


def twin_tests(game: GameDef) -> Iterator[Diagnostic]:
    """Find tests with the same name."""
    named = set[str]()
    for index, test in enumerate(game.tests):
        if test.name in named:
            message = f"there is a test called `{test.name}` already"
            yield _found("LT803", f"tests[{index}].name", message, "give this test a different name")
        named.add(test.name)


def uncalled_macros(names: dict[str, str], called: set[str]) -> Iterator[Diagnostic]:
    """Find macros that are never called. *names* gives the path of each."""
    for name, path in names.items():
        if name not in called:
            yield _found("LT507", f"{path}.name", f"the macro `{name}` is never called", "remove it, or call it")


LINTS: tuple[Lint, ...] = (
    idle_phases,
    impossible_actions,
    unread_variables,
    peeking_actions,
    forgetful_conditions,
    hasty_ends,
    odd_values,
    stray_terrain,
    untested,
    twin_tests,
)
