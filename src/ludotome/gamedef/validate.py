"""Validate: find all errors in a definition at once.

The individual checks run first; then every expression and effect is type-checked in its scope. The
diagnostics are sorted by path; a definition without errors can be played by both kernels.

This module does not know how an error is shown, nor its place in a document.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic
from ludotome.gamedef import effects as fx
from ludotome.gamedef.arguments import checked_game_def
from ludotome.gamedef.bounds import LONGEST_SERIES
from ludotome.gamedef.check_effects import check_effects, check_properties
from ludotome.gamedef.checked_game import checked
from ludotome.gamedef.definition import ActionDef, GameDef, Notation, NotationPiece, TestDef, TriggerDef, WantedToken
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import Node
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.symbols import Symbols
from ludotome.gamedef.types import PLAYER, TOKEN, UNKNOWN, ZONE, name_type


def validate_game_def(game_def: GameDef) -> tuple[Diagnostic, ...]:
    """Return every diagnostic of *game_def*, sorted by path; if none is an error, it can be played."""
    from ludotome.gamedef.checks import order  # imports 30 modules, which a cached document does not need

    symbols = checked(checked_game_def(game_def)).symbols
    inference = Inference(symbols)
    for check in order.FIRST:
        check(inference)
    check_expressions(inference)
    if not inference.findings.found:
        symbols.__dict__.setdefault(_TYPED, inference)  # the same result as that of `infer_all`
        for check in order.THEN:
            check(inference)
    if not inference.findings.found:
        proofs = Proofs(inference)
        for prove in order.FAULTS:
            prove(proofs)
    return inference.findings.sorted()


def infer_all(symbols: Symbols) -> Inference:
    """Return the inference of a definition after type-checking all expressions and effects, with their arrivals."""
    found: Inference | None = symbols.__dict__.get(_TYPED)
    if found is None:  # cached in the symbols, so that it is computed once
        found = symbols.__dict__[_TYPED] = Inference(symbols)
        check_expressions(found)
    return found


_TYPED = "typed"


def check_expressions(check: Inference) -> None:
    """Type-check every expression and effect of the definition in its scope."""
    game = check.symbols.game_def
    check_effects(check, game.setup, Scope("setup"), "setup")
    if not game.turn_structure.phases:
        unreached = "a turn has no phase, so nobody could ever decide"
        check.findings.add("LT407", "turnStructure.phases", unreached, "give it one: phases: [{id: main}]")
    for index, phase in enumerate(game.turn_structure.phases):
        path, scope = f"turnStructure.phases[{index}]", Scope("phase", PLAYER)
        _expect(check, phase.when, "bool", Scope("phase"), f"{path}.when")
        check_effects(check, phase.on_enter, scope, f"{path}.onEnter")
        check_effects(check, phase.on_exit, scope, f"{path}.onExit")
    for index, action in enumerate(game.actions):
        _check_action(check, action, f"actions[{index}]")
    for index, trigger in enumerate(game.triggers):
        _check_trigger(check, trigger, f"triggers[{index}]")
    for index, condition in enumerate(game.end_conditions):
        path = f"endConditions[{index}]"
        check.expect(condition.when, "bool", Scope("end"), f"{path}.when")
        _expect(check, condition.result.player, "players", Scope("end"), f"{path}.result.player")
        for number, value in enumerate(condition.result.by):
            check.expect(value, "int", Scope("scoring").bind("$player", PLAYER), f"{path}.result.by[{number}]")
    if game.scoring is not None:
        check.expect(game.scoring.value, "int", Scope("scoring").bind("$player", PLAYER), "scoring.value")
    _check_movement(check)
    for index, test in enumerate(game.tests):
        _check_test(check, test, f"tests[{index}]")


def _check_action(check: Inference, action: ActionDef, path: str) -> None:
    scope = Scope("action", PLAYER)
    for index, name in enumerate(action.phases):
        check.check_name("phase", name, f"{path}.phases[{index}]")
    if not action.phases:
        check.findings.add("LT407", f"{path}.phases", f"`{action.id}` belongs to no phase", "name its phase")
    # the actor is determined before there is an actor
    _expect(check, action.actor, "players", Scope("action"), f"{path}.actor")
    for index, param in enumerate(action.params):
        domain = check.expect(param.domain, "set", scope, f"{path}.params[{index}].domain")
        scope = scope.bind(param.name, domain.element or domain)
    _expect(check, action.pre, "bool", scope, f"{path}.pre")
    _check_notation(check, action.notation or (), scope, f"{path}.notation")
    for index, form in enumerate(action.longer):
        _check_notation(check, form, scope, f"{path}.longer[{index}]")
    if action.longest is not None:
        _check_longest(check, action.longest.up_to, f"{path}.longest.upTo")
        _expect(check, action.longest.prefer, "int", scope, f"{path}.longest.prefer")
    changing = _gone(scope)
    check_effects(check, action.cost, changing, f"{path}.cost")
    check_effects(check, action.effects, changing, f"{path}.effects")
    _expect(check, action.post, "bool", changing.at("post"), f"{path}.post")


def _check_notation(check: Inference, notation: Notation, scope: Scope, path: str) -> None:
    before, after = scope.at("notation"), _gone(scope).at("post")
    for index, part in enumerate(notation):
        value = part.value if isinstance(part, NotationPiece) else part
        if isinstance(value, Node):
            check.infer(value, before, f"{path}[{index}]" + (".value" if value is not part else ""))
        if isinstance(part, NotationPiece):
            _expect(check, part.when, "bool", before, f"{path}[{index}].when")
            _expect(check, part.after, "bool", after, f"{path}[{index}].after")


def _check_longest(check: Inference, up_to: Node, path: str) -> None:
    """Check the bound of a `longest` search: it stores that many copies of the state."""
    found = check.expect(up_to, "int", Scope("action", PLAYER), path)
    if not found.is_unknown and found.high > LONGEST_SERIES:
        message = f"`upTo` can be {found.high}; a series of more than {LONGEST_SERIES} captures is not searched"
        check.findings.add(
            "LT415", path, message, f"write a number up to {LONGEST_SERIES}, or `min({LONGEST_SERIES}, …)`"
        )


def _gone(scope: Scope) -> Scope:
    """Return *scope* for a state that has changed: tokens may be gone."""
    for name, kind in scope.bindings.items():
        scope = scope.bind(name, kind.maybe(kind.kind == "token"))
    return scope


def _check_trigger(check: Inference, trigger: TriggerDef, path: str) -> None:
    # events of setup have no actor, so `actor` and `$player` may be `none`
    actor = PLAYER.maybe(trigger.event.type == "tokenEntered")
    scope = Scope("trigger", actor)
    match trigger.event.type:
        case "tokenEntered":
            scope = scope.bind("$token", TOKEN.maybe()).bind("$zone", ZONE).bind("$from", ZONE.maybe())
        case "actionResolved":
            scope = scope.bind("$action", name_type(tuple(check.symbols.action_index)))
        case "phaseEnter" | "phaseExit":
            scope = scope.bind("$phase", name_type(tuple(check.symbols.phase_index)))
        case "turnStart" | "turnEnd":
            pass
    scope = scope.bind("$player", actor)
    _expect(check, trigger.when, "bool", scope, f"{path}.when")
    check_effects(check, trigger.effects, scope, f"{path}.effects")


def _check_movement(check: Inference) -> None:
    scope = Scope("movement").bind("$it", TOKEN)
    for t, kind in enumerate(check.symbols.game_def.token_types):
        for g, group in enumerate(kind.movement):
            for p, pattern in enumerate(group.patterns):
                path = f"tokenTypes[{t}].movement[{g}].patterns[{p}].when"
                _expect(check, pattern.when, "bool", scope, path)


def _check_test(check: Inference, test: TestDef, path: str) -> None:
    players = check.symbols.game_def.metadata.players
    if test.players is not None and not players.min <= test.players <= players.max:
        message = f"{test.players} players, but {players.in_words} can play"
        check.findings.add("LT801", f"{path}.players", message, f"write {players.in_words}")
    lists: tuple[tuple[str, tuple[fx.Effect, ...]], ...] = (("position", test.position or ()), ("vars", test.vars))
    for name, effects in lists:
        check_effects(check, effects, Scope("test"), f"{path}.{name}")
    for index, deal in enumerate(test.deals):
        _expect(check, deal.zone, "zone", Scope("test"), f"{path}.deals[{index}].zone")
        _check_wanted(check, deal.tokens, f"{path}.deals[{index}].tokens")
    _check_wanted(check, test.draws, f"{path}.draws")
    for index, expected in enumerate(test.expect):
        check.infer(expected.value, Scope("test"), f"{path}.expect[{index}].value")
        check.infer(expected.equals, Scope("test"), f"{path}.expect[{index}].equals")


def _check_wanted(check: Inference, wanted: tuple[WantedToken, ...], path: str) -> None:
    for index, one in enumerate(wanted):
        kinds = name_type((one.type,)) if one.type in check.declared.token_types else UNKNOWN
        if kinds.is_unknown:
            check.findings.unknown("token type", one.type, check.declared.token_types, f"{path}[{index}].type")
        check_properties(check, kinds, one.props, Scope("test"), f"{path}[{index}].props")


def _expect(check: Inference, expr: Node | None, what: str, scope: Scope, path: str) -> None:
    if expr is not None:
        check.expect(expr, what, scope, path)
