"""Notation: write decisions as text, and read them.

The expressions of an action's template are evaluated in the state before the action, with its parameters bound; its
remarks are evaluated in a trial of the action. `gamedef.Notations` turns the values into text. An answer is written as
its value.

Invariant: a text is for people; two decisions may share one, so reading a text is a search among the legal ones.

This module does not know which decisions are legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from ludotome.gamedef import (
    ActionDef,
    Decision,
    GameDef,
    GameState,
    Node,
    Script,
    Type,
    checked,
    chosen_forms,
    facts,
    walk,
)
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, make, plain
from ludotome.kernel.decisions import from_json_value, spelt, to_json_value
from ludotome.kernel.faults import DocumentFault, Suspended
from ludotome.kernel.legality import Action, Candidate
from ludotome.kernel.observation import sees_zone_id
from ludotome.kernel.redaction import redacted_decision
from ludotome.kernel.rules import tables_of
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import legality_of, view_of
from ludotome.kernel.working import Working, thaw

_MOST_INSTANCES = 20_000
_OF_THE_DECISION = frozenset({"binding", "actor"})


# ── writing ──


def legal_notations(game_def: GameDef, state: GameState, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Return the notation of each legal decision, in the order of `legal_moves`; *names* are for tokens, by slot."""
    tables = tables_of(game_def)
    written = _legal_forms(tables, state, names)
    forms = chosen_forms([one.bares for one in written])
    return tuple(one.text(form) for one, form in zip(written, forms, strict=True))


def legal_forms(game_def: GameDef, state: GameState) -> tuple[tuple[str, ...], ...]:
    """Return every form of each legal decision, without remarks, in the order of `legal_moves`."""
    return tuple(one.bares for one in _legal_forms(tables_of(game_def), state))


def notation_of(game_def: GameDef, state: GameState, decision: Decision) -> str:
    """Return the notation of *decision*, made in *state*."""
    tables = tables_of(game_def)
    if decision.kind == "action":
        assert decision.action is not None
        action = tables.rules.actions[tables.symbols.action_index[decision.action]]
        legality = legality_of(tables, state)
        if action.definition.longer and (found := legality.find(decision)) is not None:
            return legal_notations(game_def, state)[legality.legal.index(legality.place_of_key[found.key])]
        working = thaw(state)
        candidate = Candidate(action, action.values_of(working, decision))
        return _written(tables, working, candidate, checked(game_def).notations.script(action.index)).text(0)
    given: Any = decision.choose if decision.kind == "choose" else decision.chance
    type_ = view_of(tables, state).question.type
    return spelt(tables, from_json_value(tables, given, type_), type_)


def notation_for(
    game_def: GameDef,
    state: GameState,
    decision: Decision,
    player: int | None,
    names: Mapping[int, str] | None = None,
) -> str | None:
    """Return the notation of *decision* for *player* (None: a spectator); None if it could reveal hidden information.

    Tokens are written by their slots, or by their *names*.

    If anything is hidden, this is the first form without remarks, if the player knows every value of the decision and
    the template reads nothing else, since neither the other legal decisions nor the result are known to all.
    """
    told = redacted_decision(game_def, state, decision, player)
    values = told.pop("params", {}) | told
    if any(isinstance(value, dict) for value in values.values()):
        return None
    if names is not None and decision.kind != "action":
        asked = view_of(tables_of(game_def), state).question.type
        given = decision.choose if decision.kind == "choose" else decision.chance
        value = from_json_value(tables_of(game_def), given, asked)
        return spelt(tables_of(game_def), value, asked, names)
    if decision.kind != "action" or all(zone.visibility == "public" for zone in game_def.zones):
        return notation_of(game_def, state, decision)
    assert decision.action is not None
    tables, working = tables_of(game_def), thaw(state)
    action = tables.rules.actions[tables.symbols.action_index[decision.action]]
    if not is_told_by_values(action.definition):
        return None
    script = checked(game_def).notations.script(action.index, names)
    return _written(tables, working, Candidate(action, action.values_of(working, decision)), script).bares[0]


def is_told_by_values(action: ActionDef) -> bool:
    """Return whether the first form of *action* reads only the values of the decision."""
    return all(_is_of_the_decision(node) for node in walk(action.notation))


def _is_of_the_decision(node: Node) -> bool:
    """Return whether a part of a template reads only the values of the decision, or their own properties."""
    if isinstance(node, ex.TokenProp):
        return isinstance(node.token, ex.Binding)  # a token held by another token may be hidden
    return _OF_THE_DECISION.issuperset(facts.reads(node))


class _Asked:
    """The values that a template asks for one decision, each computed on first use."""

    def __init__(self, evaluators: Sequence[Evaluator], context: Context) -> None:
        self._evaluators, self._context = evaluators, context
        self._known: dict[int, Any] = {}

    def __getitem__(self, place: int) -> Any:
        if place not in self._known:
            self._known[place] = plain(self._evaluators[place](self._context))
        return self._known[place]


class _Written(Struct, frozen=True):
    """Every form of one decision, in order of preference; there is at least one."""

    bares: tuple[str, ...]
    text: Callable[[int], str]
    """A form, by its index, with the remarks that are true."""
    typed: Callable[[int], Iterable[str]]
    """The accepted inputs for a form."""


def _plain(text: str) -> _Written:
    return _Written((text,), lambda _: text, lambda _: (text,))


def _legal_forms(tables: Tables, state: GameState, names: Mapping[int, str] | None = None) -> list[_Written]:
    """Return the forms of each legal decision, in the order of `legal_moves`."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        question = view_of(tables, state).question
        return [_plain(spelt(tables, option, question.type, names)) for option in question.options]
    legality = legality_of(tables, state)
    scripts = checked(tables.game_def).notations.scripts(names)
    written = (legality.candidates[place] for place in legality.legal)
    return [_written(tables, legality.state, one, scripts[one.action.index]) for one in written]


def _written(tables: Tables, state: Working, candidate: Candidate, script: Script) -> _Written:
    action = candidate.action
    asked, remarks = _evaluators(tables, action, script)
    values: Any = _Asked(asked, Context(state, state.active, dict(zip(action.names, candidate.values, strict=True))))
    bares = script.bares(values)

    def text(form: int) -> str:
        if not script.remarks(form):
            return bares[form]
        run = Run(tables, state.copy(), is_trial=True)
        try:
            context = action.perform(run, state.active, candidate.values)
        except (DocumentFault, Suspended):
            return bares[form]
        return script.remarked(form, values, [bool(holds(context)) for holds in remarks])

    return _Written(bares, text, lambda form: script.typed(form, values))


def _evaluators(tables: Tables, action: Action, script: Script) -> tuple[list[Evaluator], list[Evaluator]]:
    """Return the evaluators of an action's template, for before and after the action; cached."""
    kept: dict[int, tuple[list[Evaluator], list[Evaluator]]] = tables.rules.notations
    if action.index not in kept:
        template = script.template
        asked, remarks = ([make(node, tables) for node in nodes] for nodes in (template.asked, template.remarks))
        kept[action.index] = asked, remarks
    return kept[action.index]


# ── reading ──


def places_written(game_def: GameDef, state: GameState, text: str) -> tuple[int, ...]:
    """Return the indices of the `legal_moves` that *text* means: none, one, or several if it is ambiguous.

    Any form is accepted, with or without its remarks. Zone ids are accepted too.
    """
    tables = tables_of(game_def)
    written = _legal_forms(tables, state)
    for wanted in dict.fromkeys((text, checked(game_def).spelling.by_display_names(text))):
        found = tuple(place for place, one in enumerate(written) if _can_mean(one, wanted))
        if found:
            return found
    return ()


def _can_mean(written: _Written, text: str) -> bool:
    """Return whether *text* is an accepted input for one of the forms."""
    return any(text in written.typed(form) for form in range(len(written.bares)))


def decisions_written(game_def: GameDef, state: GameState, text: str) -> tuple[Decision, ...]:
    """Return the actions, legal or not, whose notation is *text* now, in definition order.

    Tokens hidden from the player who decides are left out. If an action has more than a few thousand conceivable
    instances, only the zones and numbers in *text* and the tokens on these zones are considered.
    """
    if state.outcome is not None or state.pending is not None:
        return ()
    tables, working = tables_of(game_def), thaw(state)
    found = []
    for action in tables.rules.actions:
        script = checked(game_def).notations.script(action.index)
        for values in product(*_conceivable(tables, working, action, text)):
            if _can_mean(_written(tables, working, Candidate(action, values), script), text):
                written = zip(action.names, values, action.types, strict=True)
                params = tuple((name, to_json_value(tables, value, type_)) for name, value, type_ in written)
                found.append(Decision(action.definition.id, params))
    return tuple(found)


def _conceivable(tables: Tables, state: Working, action: Action, text: str) -> list[list[Any]]:
    """Return for each parameter the values of its type that may be meant."""
    everything = [_values(tables, state, type_, text) for type_ in action.types]
    if prod(map(len, everything)) <= _MOST_INSTANCES:
        return everything
    zones = {index for index, zone in enumerate(tables.game_def.zones) if (zone.name or zone.id) in text}
    kept = {"zone": lambda value: value in zones, "token": lambda value: state.tokens[value.slot].zone in zones}
    return [
        list(filter(kept.get(type_.kind), values)) if type_.kind in kept else values
        for type_, values in zip(action.types, everything, strict=True)
    ]


def _values(tables: Tables, state: Working, type_: Type, text: str) -> list[Any]:
    match type_.kind:
        case "zone":
            return list(range(len(tables.game_def.zones)))
        case "token":
            seen = [sees_zone_id(tables.game_def, zone.id, state.active) for zone in tables.game_def.zones]
            held = zip(state.handles, state.tokens, strict=True)
            return [handle for handle, token in held if token is not None and seen[token.zone]]
        case "player":
            return list(range(state.players))
        case "name":
            return [tables.symbols.name_index[name] for name in sorted(type_.names)]
        case "bool":
            return [False, True]
        case _:
            return sorted({int(number) for number in re.findall(r"-?\d{1,18}", text)})
