"""Questions: say in the game's own terms why a decision is illegal.

The decision is named as in play: by its number, its notation or the start of it, or by an action with a value for each
parameter (`move e2 e5`; a token by its zone). The answer names the action, the condition that fails, and the line of
the document.

This module does not know rules; it asks the state.
"""

from __future__ import annotations

import re

from ludotome.diagnostics import nearest, some_names
from ludotome.gamedef import ActionDef, Decision, PlayError, Type, checked
from ludotome.kernel import (
    Refusal,
    asked_type,
    decisions_written,
    legal_forms,
    places_written,
    redacted_decision,
    sees_zone_id,
    view_state,
)
from ludotome.play import Game, State, place_in_words, value_in_words

# how many checks a decision passed: of several readings, the one that passed most is taken as meant
_NOT_NOW = ("action", "phase", "actor", "limit")  # refused for all values
_DEPTH = re.compile(r"params\[(\d+)\]")
_TOKEN = Type("token")
_MOST_READINGS = 4  # of several readings, at most so many are listed
_MOST_NAMED = 12
_ORDER = (*_NOT_NOW, "params", "domain", "pre", "cost", "adjacent", "post", "longest")


def refused_by(state: State, text: str) -> str:
    """Return why the decision that *text* names is illegal, or that it is legal, or what was not understood."""
    text = text.strip()
    legal = state.legal_action_strings()
    is_asked = state.game_state.pending is not None and not state.is_terminal()
    if not text and not is_asked:
        return f"write `why` and a move, as {some_names(legal)}, or an action and its values: {_forms(state.game)}"
    places = places_written(state.game.game_def, state.game_state, text)
    if places:
        return _legal(text, legal, places)
    if is_numbered(legal) and text.isdecimal() and 1 <= int(text) <= len(legal):
        return f"{text} is `{legal[int(text) - 1]}`, which is legal"
    if is_asked:
        return _must_choose(state, listed(state))
    forms = legal_forms(state.game.game_def, state.game_state)
    begun = [form for own in forms if (form := next((one for one in own if one.startswith(text)), None)) is not None]
    if begun:
        return _begun(state, text, begun)
    meant = _meant(state, text)
    if isinstance(meant, str):
        return meant
    if meant:
        return _refused(state, meant)
    near = nearest(text, legal)
    hint = f"did you mean `{near[0]}`?" if near else f"legal now: {some_names(legal)}"
    return f"unknown move `{text}`; {hint}\nor write an action and its values: {_forms(state.game)}"


def _must_choose(state: State, legal: tuple[str, ...]) -> str:
    """Return which player has a pending choice, and of what: nothing else can be decided before it."""
    who = state.game.game_def.metadata.seats[state.current_player()]
    *others, last = dict.fromkeys(legal)
    every = f"{', '.join(others)} or {last}" if others else last
    return f"{who} must choose {every if len(others) < _MOST_NAMED else some_names(legal)}"


def listed(state: State) -> tuple[str, ...]:
    """Return the legal decisions as they are listed in play: a token to choose with its type and zone."""
    decisions = zip(state.legal_actions(), state.legal_action_strings(), strict=True)
    return tuple(in_full(state, decision, written, state.current_player()) for decision, written in decisions)


def in_full(state: State, decision: Decision, written: str, eyes: int | None) -> str:
    """Return the notation *written* of *decision*, with details that it leaves out.

    The number of a chosen token is followed by its type and zone if *eyes* see it, an abbreviated action by its name.
    """
    game_def, slot = state.game.game_def, decision.choose
    if decision.action is not None and not decision.params and len(written) < len(decision.action):
        return f"{written} ({decision.action})"
    asked = asked_type(game_def, state.game_state)
    if asked is None or asked.kind != "token" or not isinstance(slot, int):
        return written
    token = view_state(game_def, state.game_state).tokens[slot]
    if token is None or not sees_zone_id(game_def, game_def.zones[token.zone].id, eyes):
        return written
    return f"{written} {value_in_words(game_def, state.game_state, slot, _TOKEN)}"


def public_words(state: State, decision: Decision, eyes: int | None) -> str:
    """Return what the seat *eyes* may know of *decision*: its action, and each value that is not hidden."""
    game_def = state.game.game_def
    told = redacted_decision(game_def, state.game_state, decision, eyes)
    action = next((one for one in game_def.actions if one.id == decision.action), None)
    types = {} if action is None else _types(state, action)
    words = [] if decision.action is None else [decision.action]
    for name, value in told.get("params", {}).items():
        words.append(_public_value(state, value, types[name]))
    for answer in (told[key] for key in ("choose", "chance") if key in told):
        asked = asked_type(game_def, state.game_state) or Type("unknown")
        words.append(_public_value(state, answer, asked))
    return " ".join(words)


def _public_value(state: State, value: object, kind: Type) -> str:
    if isinstance(value, dict):
        symbols = state.game.symbols
        return f"(hidden, from {place_in_words(symbols, symbols.zone_index[value['oneOf']])})"
    return value_in_words(state.game.game_def, state.game_state, value, kind)


def is_numbered(names: tuple[str, ...]) -> bool:
    """Whether numbers select decisions by their position in the list: not if decisions are written as numbers."""
    return not any(name.isdecimal() for name in names)


def _legal(text: str, legal: tuple[str, ...], places: tuple[int, ...]) -> str:
    names = {legal[place] for place in places}
    if len(places) == 1:
        return f"`{text}` is legal"
    if len(names) == len(places):
        return f"`{text}` is legal and means several things: write {' or '.join(sorted(names))}"
    if not is_numbered(legal):
        return f"`{text}` is legal and means several things: write it, and then the number of the one meant"
    numbers = ", ".join(str(place + 1) for place in places)
    return f"`{text}` is legal and means several things: write one of the numbers {numbers}"


def _begun(state: State, text: str, begun: list[str]) -> str:
    """Return that legal decisions start with *text*; first, if it is complete (`a1` of `a10`), why it is illegal."""
    written = decisions_written(state.game.game_def, state.game_state, text)
    whole = tuple(one for one in written if (refusal := state.why_illegal(one)) and refusal.by not in _NOT_NOW)
    if not whole:
        return f"`{text}` is only the beginning of what is legal: {some_names(begun)}"
    return f"{_refused(state, whole)}\n`{text}` is also the beginning of what is legal: {some_names(begun)}"


def _meant(state: State, text: str) -> tuple[Decision, ...] | str:
    """Return the illegal decisions that *text* may mean, or what is wrong with it."""
    action, values = _action_and_values(state, text)
    if action is not None and len(values) == len(action.params):
        return _by_action(state, action, values)
    found = decisions_written(state.game.game_def, state.game_state, text)
    return found or (f"write {_form(action)}" if action is not None else ())


def _refused(state: State, meant: tuple[Decision, ...]) -> str:
    """Return why each reading that passed most checks is illegal, with the piece it moves, or that one is legal."""
    refusals = [state.why_illegal(decision) for decision in meant]
    if None in refusals:
        return "that is legal"
    told = [(decision, refusal) for decision, refusal in zip(meant, refusals, strict=True) if refusal is not None]
    most = max(_furthest(refusal) for _, refusal in told)
    furthest = [(_piece(state, decision), refusal) for decision, refusal in told if _furthest(refusal) == most]
    lines = dict.fromkeys(
        refusal.message if piece in refusal.message else f"{piece}: {refusal.message}" for piece, refusal in furthest
    )
    left = len(lines) - _MOST_READINGS
    more = [f"… and {left} more that may be meant"] if left > 0 else []
    wheres = dict.fromkeys(_where(state.game, refusal) for _, refusal in furthest)
    return "\n".join([*list(lines)[:_MOST_READINGS], *more]) + "".join(wheres)


def _furthest(refusal: Refusal) -> tuple[int, int]:
    """Return how many checks a decision passed, and how many domains."""
    depth = _DEPTH.search(refusal.path)
    order = _ORDER.index(refusal.by) if refusal.by in _ORDER else -1
    return order, int(depth[1]) if depth else 0


def _piece(state: State, decision: Decision) -> str:
    """Return the token that *decision* moves, by its type and zone; empty if there is none."""
    if decision.action is None:
        return ""
    kinds = _kinds(state, _action(state, decision.action))
    tokens = [value for name, value in decision.params if kinds.get(name) == "token" and isinstance(value, int)]
    seen = (slot for slot in tokens if _is_seen(state, slot))
    return next((f"the {value_in_words(state.game.game_def, state.game_state, slot, _TOKEN)}" for slot in seen), "")


def _where(game: Game, refusal: Refusal) -> str:
    line = game.find_line(refusal.path) if refusal.path else None
    return "" if line is None else f"\n  {line}"


# ── an action and its values ──


def named_decision(state: State, text: str) -> Decision | None:
    """Return the legal decision that *text* names by its action and a value for each parameter; None if none."""
    action, values = _action_and_values(state, text)
    if state.game_state.pending is not None or action is None or len(values) != len(action.params):
        return None
    try:
        decision = _decision(state, action, values)
        return decision if isinstance(decision, Decision) and state.why_illegal(decision) is None else None
    except PlayError:
        return None


def in_words(state: State, decision: Decision) -> str:
    """Return an action with the value of each parameter: zones and seats by name, tokens by zone."""
    kinds = {} if decision.action is None else _kinds(state, _action(state, decision.action))
    shown = (f"{name.lstrip('$')} {_value_text(state, value, kinds[name])}" for name, value in decision.params)
    return f"{decision.action or 'choose'} {', '.join(shown)}".rstrip()


def _value_text(state: State, value: int | str | bool | None, kind: str) -> str:
    """Return a value as users write it; the inverse of `_value`."""
    symbols = state.game.symbols
    if kind == "zone" and isinstance(value, str):
        return place_in_words(symbols, symbols.zone_index[value])
    if kind == "player" and isinstance(value, int):
        return state.game.game_def.metadata.seats[value]
    token = state.game_state.tokens[value] if kind == "token" and isinstance(value, int) else None
    return str(value) if token is None else f"{value} on {place_in_words(symbols, token.zone)}"


def _action(state: State, action_id: str) -> ActionDef:
    return next(action for action in state.game.game_def.actions if action.id == action_id)


def _action_and_values(state: State, text: str) -> tuple[ActionDef | None, list[str]]:
    """Return the action that the first word of *text* names, None if it names none, and the words after it."""
    word, *values = text.split() or [""]
    return next((action for action in state.game.game_def.actions if action.id == word), None), values


def _by_action(state: State, action: ActionDef, values: list[str]) -> tuple[Decision, ...] | str:
    try:
        decision = _decision(state, action, values)
        if isinstance(decision, str):
            return decision
        return f"`{' '.join((action.id, *values))}` is legal" if state.why_illegal(decision) is None else (decision,)
    except PlayError as error:
        return str(error)


def _decision(state: State, action: ActionDef, values: list[str]) -> Decision | str:
    """Return the action with these values, one for each parameter, or which of them is unknown."""
    kinds = _kinds(state, action)
    params = {
        param.name: _value(state, value, kinds[param.name]) for param, value in zip(action.params, values, strict=True)
    }
    unknown = [value for value, found in zip(values, params.values(), strict=True) if found is None]
    if unknown:
        return f"`{unknown[0]}` is unknown here"
    return Decision(action.id, tuple(params.items()))


def _forms(game: Game) -> str:
    return ", ".join(map(_form, game.game_def.actions))


def _form(action: ActionDef) -> str:
    return " ".join([action.id, *(param.name.lstrip("$").upper() for param in action.params)])


def _kinds(state: State, action: ActionDef) -> dict[str, str]:
    """Return the kind of value each parameter takes."""
    return {name: type_.kind for name, type_ in _types(state, action).items()}


def _types(state: State, action: ActionDef) -> dict[str, Type]:
    """Return the type of the value each parameter takes."""
    scope = checked(state.game.game_def).scope_of_action[action.id]
    return {param.name: scope.bindings[param.name] for param in action.params}


def _value(state: State, text: str, kind: str) -> int | str | bool | None:
    """Return the value that *text* names; a token by its slot or by its zone."""
    if kind in ("int", "player"):
        seats = state.game.game_def.metadata.seats
        if text in seats:
            return seats.index(text)
        return int(text) if text.lstrip("-").isdecimal() else None
    if kind == "bool":
        return {"true": True, "false": False}.get(text)
    symbols = state.game.symbols
    zone = symbols.zone_of_display_name.get(text, symbols.zone_index.get(text))
    if kind == "zone":
        return None if zone is None else str(state.game.game_def.zones[zone].id)
    if kind != "token":
        return text
    if zone is None:
        return int(text) if text.isdecimal() and _is_seen(state, int(text)) else None
    tokens = state.game_state.zones[zone]
    return tokens[-1] if tokens else None


def _is_seen(state: State, slot: int) -> bool:
    """Whether a token with this number is in a zone that the player to move may see."""
    tokens = state.game_state.tokens
    token = tokens[slot] if slot < len(tokens) else None
    zones = state.game.game_def.zones
    return token is not None and sees_zone_id(state.game.game_def, zones[token.zone].id, state.current_player())
