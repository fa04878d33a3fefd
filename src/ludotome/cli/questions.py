"""Questions: why a decision a person has in mind cannot be made, asked in their own words.

`move e2 e5` names an action and a value for each of its parameters; a token is named by the zone it stands on.
"""

from __future__ import annotations

from ludotome.gamedef import Inference, PlayError, Scope, Symbols, Type
from ludotome.play import State


def refused_by(state: State, text: str) -> str:
    """Return in words what refuses the decision that *text* names; or that it is legal, or what was not understood."""
    words = text.split()
    actions = {action.id: action for action in state.game.game_def.actions}
    if not words or words[0] not in actions:
        return f"write an action and its values: {', '.join(map(_form, actions.values()))}"
    action, values = actions[words[0]], words[1:]
    if len(values) != len(action.params):
        return f"write {_form(action)}"
    kinds = _kinds(state, action.id)
    params = {
        param.name: _value(state, value, kinds[param.name]) for param, value in zip(action.params, values, strict=True)
    }
    unknown = [value for value, found in zip(values, params.values(), strict=True) if found is None]
    if unknown:
        return f"there is nothing called `{unknown[0]}` here"
    try:
        refusal = state.why_illegal({"action": action.id, "params": params})
    except PlayError as error:
        return str(error)
    if refusal is None:
        return f"`{text}` is legal"
    seen = "; ".join(f"{part} is {value}" for part, value in refusal.values)
    return refusal.message + (f" ({seen})" if seen else "")


def _form(action: object) -> str:
    params = getattr(action, "params", ())
    return " ".join([str(getattr(action, "id", "")), *(param.name.lstrip("$").upper() for param in params)])


def _kinds(state: State, action_id: str) -> dict[str, str]:
    """Return the kind of value each parameter takes."""
    action = next(action for action in state.game.game_def.actions if action.id == action_id)
    inference, scope = Inference(Symbols(state.game.game_def)), Scope("action", Type("player"))
    kinds: dict[str, str] = {}
    for param in action.params:
        element = inference.infer(param.domain, scope, "").element or Type("unknown")
        scope = scope.bind(param.name, element)
        kinds[param.name] = element.kind
    return kinds


def _value(state: State, text: str, kind: str) -> int | str | bool | None:
    """Return the value that *text* names; a token by its slot or by its zone."""
    if kind in ("int", "player"):
        seats = state.game.game_def.metadata.seats
        if text in seats:
            return seats.index(text)
        return int(text) if text.lstrip("-").isdecimal() else None
    if kind == "bool":
        return {"true": True, "false": False}.get(text)
    if kind != "token":
        return text
    if text.isdecimal():
        return int(text)
    symbols = Symbols(state.game.game_def)
    zone = symbols.zone_of_display_name.get(text, symbols.zone_index.get(text))
    tokens = () if zone is None else state.game_state.zones[zone]
    return tokens[-1] if tokens else None
