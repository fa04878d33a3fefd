"""Notation: decisions as people write them, and back.

An action's template is evaluated in the state before it, with its parameters bound: zones by display name, token types
by `short`, players by seat name, tokens by id. An action without a template is its id and its parameters. An answer is
its value. An action may have several forms: a decision is shown in the first that is no form of another legal one, and
may be typed in any.

Invariants:
    * a text is for people; two decisions may share one, so reading one back is a search among the legal ones;
    * a remark (`after`) never tells decisions apart: it is added to the form that was chosen, and may be left out.

This module does not know which decisions are legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from ludotome.gamedef import Decision, GameDef, GameState, Node, Notation, NotationPiece, Style, Type, facts, walk
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, make
from ludotome.kernel.decisions import from_json_value, shown, to_json_value
from ludotome.kernel.faults import DocumentFault, Suspended
from ludotome.kernel.legality import Action, Candidate
from ludotome.kernel.observation import sees_zone_id
from ludotome.kernel.redaction import redacted_decision
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables, tables_of
from ludotome.kernel.transitions import legality_of, view_of
from ludotome.kernel.working import Working, thaw

_MOST_INSTANCES = 20_000
_STYLES: dict[Style, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "letters": lambda text: "".join(filter(str.isalpha, text)),
    "digits": lambda text: "".join(filter(str.isdecimal, text)),
}
_OF_THE_DECISION = frozenset({"binding", "actor"})


# ── writing ──


def legal_notations(game_def: GameDef, state: GameState, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Return the notation of each legal decision, in the order of `legal_moves`; *names* are for tokens, by slot."""
    tables = tables_of(game_def)
    forms = _legal_forms(tables, state, names)
    if all(len(one.forms) == 1 for one in forms):
        return tuple(one.forms[0].text() for one in forms)
    meant = _meanings(forms)
    return tuple(
        next((form for form in one.forms if len(meant[form.bare]) == 1), one.forms[-1]).text() for one in forms
    )


def legal_forms(game_def: GameDef, state: GameState) -> tuple[tuple[str, ...], ...]:
    """Return every form of each legal decision, without remarks, in the order of `legal_moves`."""
    return tuple(tuple(form.bare for form in one.forms) for one in _legal_forms(tables_of(game_def), state))


def notation_of(game_def: GameDef, state: GameState, decision: Decision) -> str:
    """Return how *decision*, made in *state*, is written down."""
    tables = tables_of(game_def)
    if decision.kind == "action":
        assert decision.action is not None
        action = tables.rules.actions[tables.symbols.action_index[decision.action]]
        legality = legality_of(tables, state)
        if action.definition.longer and (found := legality.find(decision)) is not None:
            return legal_notations(game_def, state)[legality.legal.index(legality.place_of_key[found.key])]
        working = thaw(state)
        return _written(tables, working, Candidate(action, action.values_of(working, decision))).forms[0].text()
    given: Any = decision.choose if decision.kind == "choose" else decision.chance
    type_ = view_of(tables, state).question.type
    return shown(tables, from_json_value(tables, given, type_), type_)


def notation_for(
    game_def: GameDef,
    state: GameState,
    decision: Decision,
    player: int | None,
    names: Mapping[int, str] | None = None,
) -> str | None:
    """Return how *decision* is written where *player* (None: nobody's eyes) reads it; None where that could tell more.

    Tokens are written by their slots, or by their *names*.

    Where anything is hidden it is the first form without remarks, if the player knows every value of the decision and
    the template looks at nothing else: neither what else was legal nor what came of it is known to all.
    """
    told = redacted_decision(game_def, state, decision, player)
    values = told.pop("params", {}) | told
    if any(isinstance(value, dict) for value in values.values()):
        return None
    if names is not None and decision.kind != "action":
        asked = view_of(tables_of(game_def), state).question.type
        given = decision.choose if decision.kind == "choose" else decision.chance
        value = from_json_value(tables_of(game_def), given, asked)
        return names[value] if asked.kind == "token" and value is not None else shown(tables_of(game_def), value, asked)
    if decision.kind != "action" or all(zone.visibility == "public" for zone in game_def.zones):
        return notation_of(game_def, state, decision)
    assert decision.action is not None
    tables, working = tables_of(game_def), thaw(state)
    action = tables.rules.actions[tables.symbols.action_index[decision.action]]
    if not all(_is_of_the_decision(node) for node in walk(action.definition.notation)):
        return None
    return _written(tables, working, Candidate(action, action.values_of(working, decision)), names).forms[0].bare


def _is_of_the_decision(node: Node) -> bool:
    """Whether a part of a template reads only the values of the decision, or what they are and say themselves."""
    if isinstance(node, ex.TokenProp):
        return isinstance(node.token, ex.Binding)  # one that another token holds may lie where nobody sees it
    return _OF_THE_DECISION.issuperset(facts.reads(node))


class _Form(Struct, frozen=True):
    """One way to write a decision: its texts, each with what must hold afterwards if it is a remark."""

    texts: tuple[tuple[str, Evaluator | None], ...]
    after: Callable[[], Context | None]

    @property
    def bare(self) -> str:
        """The form without remarks."""
        return self._joined(lambda asked: asked is None)

    def text(self) -> str:
        """Return the form with the remarks that are true."""
        if all(asked is None for _, asked in self.texts):
            return self.bare
        context = self.after()
        return self._joined(lambda asked: asked is None or (context is not None and asked(context)))

    def typed(self) -> Iterator[str]:
        """Yield what may be typed: without remarks, with any one of them, with all."""
        yield self.bare
        for remark in (asked for _, asked in self.texts if asked is not None):
            yield self._joined((None, remark).__contains__)
        yield self._joined(lambda _: True)

    def _joined(self, wanted: Callable[[Evaluator | None], Any]) -> str:
        """Return the wanted texts as one, without blanks at its ends: whoever types it types none."""
        return "".join(text for text, asked in self.texts if wanted(asked)).strip()


class _Written(Struct, frozen=True):
    """Every form of one decision, in order of preference; there is at least one."""

    forms: tuple[_Form, ...]


def _plain(text: str) -> _Form:
    return _Form(((text, None),), lambda: None)


def _legal_forms(tables: Tables, state: GameState, names: Mapping[int, str] | None = None) -> list[_Written]:
    """Return the forms of each legal decision, in the order of `legal_moves`."""
    if state.outcome is not None:
        return []
    if state.pending is not None:
        question = view_of(tables, state).question
        return [_Written((_plain(shown(tables, option, question.type, names)),)) for option in question.options]
    legality = legality_of(tables, state)
    return [_written(tables, legality.state, legality.candidates[place], names) for place in legality.legal]


def _meanings(written: Iterable[_Written]) -> dict[str, set[int]]:
    """Return for each form without remarks the places of the decisions that have it."""
    meant: dict[str, set[int]] = {}
    for place, one in enumerate(written):
        for form in one.forms:
            meant.setdefault(form.bare, set()).add(place)
    return meant


def _written(tables: Tables, state: Working, candidate: Candidate, names: Mapping[int, str] | None = None) -> _Written:
    action = candidate.action
    if action.definition.notation is None:
        values = zip(candidate.values, action.types, strict=True)
        texts = (action.definition.id, *(shown(tables, value, type_, names) for value, type_ in values))
        return _Written((_plain(" ".join(texts)),))
    context = Context(state, state.active, dict(zip(action.names, candidate.values, strict=True)))

    def after() -> Context | None:
        run = Run(tables, state.copy(), is_trial=True)
        try:
            return action.perform(run, state.active, candidate.values)
        except (DocumentFault, Suspended):
            return None

    return _Written(
        tuple(
            _Form(
                tuple((part.text(tables, context, names), part.after) for part in form if part.is_written(context)),
                after,
            )
            for form in _templates(tables, action)
        )
    )


class _Part(Struct, frozen=True):
    """A part of a template, ready to be written: a text, or an expression with its type."""

    value: str | Evaluator
    type: Type | None
    style: tuple[Style, ...]
    when: Evaluator | None
    after: Evaluator | None

    def is_written(self, context: Context) -> bool:
        return self.when is None or bool(self.when(context))

    def text(self, tables: Tables, context: Context, names: Mapping[int, str] | None) -> str:
        if isinstance(self.value, str):
            text = self.value
        else:
            assert self.type is not None
            text = shown(tables, self.value(context), self.type, names)
        for style in self.style:
            text = _STYLES[style](text)
        return text


def _templates(tables: Tables, action: Action) -> list[list[_Part]]:
    """Return the forms of an action's notation, made once."""
    kept: dict[int, list[list[_Part]]] = tables.rules.notations
    if action.index not in kept:
        definition = action.definition
        kept[action.index] = [
            _template(tables, action, form) for form in (definition.notation or (), *definition.longer)
        ]
    return kept[action.index]


def _template(tables: Tables, action: Action, notation: Notation) -> list[_Part]:
    pieces = [piece if isinstance(piece, NotationPiece) else NotationPiece(piece) for piece in notation]
    scope = action.scope.at("notation")
    return [
        _Part(
            piece.value if isinstance(piece.value, str) else make(piece.value, tables),
            None if isinstance(piece.value, str) else tables.rules.type_of(piece.value, scope),
            piece.style,
            None if piece.when is None else make(piece.when, tables),
            None if piece.after is None else make(piece.after, tables),
        )
        for piece in pieces
    ]


# ── reading ──


def places_written(game_def: GameDef, state: GameState, text: str) -> tuple[int, ...]:
    """Return which of the `legal_moves` *text* means: none, one, or several if it does not tell them apart.

    Any form will do, with its remarks or without. Zones may be called by their ids as well.
    """
    tables = tables_of(game_def)
    written = _legal_forms(tables, state)
    for wanted in dict.fromkeys((text, _by_display_names(tables, text))):
        found = tuple(place for place, one in enumerate(written) if any(wanted in form.typed() for form in one.forms))
        if found:
            return found
    return ()


def _by_display_names(tables: Tables, text: str) -> str:
    """Return *text* with display names for the ids of zones."""
    names = {str(zone.id): zone.name for zone in tables.game_def.zones if zone.name}
    if not any(name in text for name in names):
        return text
    longest_first = sorted(names, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), lambda found: names[found[0]] or "", text)


def decisions_written(game_def: GameDef, state: GameState, text: str) -> tuple[Decision, ...]:
    """Return the actions, legal or not, that would be written as *text* now, in definition order.

    Tokens that the player who decides cannot see are left out. Where an action has more than a few thousand conceivable
    instances, only zones that *text* names and tokens that stand on them are looked at, and of numbers only its own.
    """
    if state.outcome is not None or state.pending is not None:
        return ()
    tables, working = tables_of(game_def), thaw(state)
    found = []
    for action in tables.rules.actions:
        for values in product(*_conceivable(tables, working, action, text)):
            forms = _written(tables, working, Candidate(action, values)).forms
            if any(text in form.typed() for form in forms):
                written = zip(action.names, values, action.types, strict=True)
                params = tuple((name, to_json_value(tables, value, type_)) for name, value, type_ in written)
                found.append(Decision(action.definition.id, params))
    return tuple(found)


def _conceivable(tables: Tables, state: Working, action: Action, text: str) -> list[list[Any]]:
    """Return for each parameter every value of its type that may be meant."""
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
