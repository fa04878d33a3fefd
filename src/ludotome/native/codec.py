"""Codec: states and decisions of the contract as flat arrays, and back, exactly.

Invariants:
    * `decode_state(encode_state(s)) == s` for every state this backend can hold;
    * a state that cannot be held (another game's, slots beyond the bound, a zone and a token that contradict each
      other) is a `PlayError` with code `invalid-state`, and nothing is written out of bounds.

This module does not know play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ludotome import gamedef
from ludotome.chance import Generator, from_words, to_words
from ludotome.gamedef import Decision, GameState, PlayError, Stored, TerminalResult, Token
from ludotome.native import codec_pending
from ludotome.native.codes import OUTCOMES
from ludotome.native.ir import Kind
from ludotome.native.library import NativeGame
from ludotome.native.lower_scalars import INT32_NOTHING, kind_of

if TYPE_CHECKING:
    from ludotome.native.library import Flat

HEADER = ("phase", "active", "last_actor", "next_player", "turn", "ply", "recorded", "outcome", "condition")
Values = dict[str, list[int]]  # by field of the layout


# ── decisions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def decode_decision(game: NativeGame, row: Sequence[int]) -> Decision:
    """Return the decision that *row* stands for."""
    if row[0] >= len(game.game_def.actions):
        return codec_pending.decode_answer(game, row)
    plan = game.code.plans[int(row[0])]
    params = tuple(
        (param.name, json_value(game, int(value), local.kind))
        for param, local, value in zip(plan.action.params, plan.params, row[1:], strict=False)
    )
    return Decision(action=plan.action.id, params=params)


def encode_decision(game: NativeGame, decision: Decision) -> list[int] | None:
    """Return *decision* as numbers; None when it names no action of the game or gives it other parameters."""
    index = game.layout.symbols.action_index.get(decision.action or "")
    given = dict(decision.params)
    if index is None or len(given) != len(decision.params):
        return None
    plan = game.code.plans[index]
    if set(given) != {param.name for param in plan.action.params}:
        return None
    values = [
        number_of(game, given[param.name], local.kind)
        for param, local in zip(plan.action.params, plan.params, strict=True)
    ]
    if any(value is None or not -(2**31) <= value < 2**31 for value in values):
        return None
    return [index, *values, *[0] * (game.width - 1 - len(values))]  # type: ignore[list-item]


def json_value(game: NativeGame, value: int, kind: Kind) -> int | bool | str:
    """Return a number of this kind as decisions write it."""
    return gamedef.json_value(game.layout.symbols, value, kind)


def number_of(game: NativeGame, given: Any, kind: Kind) -> int | None:
    """Return the number that *given* of a decision stands for; None when it is nothing of this kind."""
    return gamedef.stored_value(game.layout.symbols, given, kind)


# ── states to flat arrays ──────────────────────────────────────────────────────────────────────────────────────────


def encode_state(game: NativeGame, state: GameState) -> Flat:
    """Return *state* as a flat array; `PlayError` when this backend cannot hold it."""
    if state.pending is not None:
        return codec_pending.encode_suspended(game, state)
    _check_shape(game, state)
    flat = game.new_blank(len(state.history))
    values = _Touched(game, flat)
    header = (
        state.phase,
        state.active,
        _stored(state.last_actor),
        _stored(state.next_player),
        state.turn,
        state.ply,
        int(state.recorded),
        0 if state.outcome is None else OUTCOMES.index(state.outcome.type),
        -1 if state.outcome is None or state.outcome.condition is None else state.outcome.condition,
    )
    for name, number in zip(HEADER, header, strict=True):
        values[name] = [number]
    values["out"][1:] = [int(flag) for flag in state.out]
    values["generator"] = list(to_words(Generator(*state.generator)))
    _encode_history(game, state, values)
    _encode_variables(game, state, values)
    _encode_tokens(game, state, values)
    values[game.layout.decides] = [state.active]
    for name, numbers in values.items():
        flat_field(game, flat, name)[:] = numbers
    for place, keys in enumerate((state.history, *state.region_history) if state.history else ()):
        game.keys(flat)[:, place] = keys
    return game.rebuild(flat)


class _Touched(Values):
    """The fields of a flat state that somebody asked for; most of a state is as in a blank one, and is left alone."""

    def __init__(self, game: NativeGame, flat: Flat) -> None:
        self._game, self._flat = game, flat

    def __missing__(self, name: str) -> list[int]:
        found: list[int] = flat_field(self._game, self._flat, name).tolist()
        self[name] = found
        return found


def flat_field(game: NativeGame, flat: Flat, name: str) -> Any:
    """Return one field of a flat state as a view of its own type."""
    import numpy as np

    field = game.layout.field[name]
    return flat.view(np.uint8)[field.offset : field.end].view(f"{'u' if field.bits == 64 else 'i'}{field.bits // 8}")


def _stored(value: Stored) -> int:
    return -1 if value is None else int(value)


def invalid(what: str) -> PlayError:
    """Return the error for a state this backend cannot hold."""
    return PlayError("invalid-state", f"this state is not one of this game: {what}")


def _check_shape(game: NativeGame, state: GameState) -> None:
    definition, symbols = game.game_def, game.layout.symbols
    if state.players != game.players:
        raise invalid(f"it has {state.players} players, not {game.players}")
    if (state.chance == "explicit") != game.layout.explicit:
        raise invalid(f"it is one of {state.chance} chance, and the game is compiled for the other")
    if any(zone not in symbols.shuffled_zones for zone in _open_zones(game, state)):
        raise invalid("the order of a zone is open that nothing shuffles")
    counts = (
        ("zones", state.zones, len(definition.zones)),
        ("variables", state.global_vars, len(definition.global_vars)),
        ("player variables", state.player_vars, len(definition.per_player_vars)),
        ("zone variables", state.zone_vars, len(definition.per_zone_vars)),
        ("counters", state.usage, len(symbols.usage_counters) * state.players),
        ("players who may be out", state.out, state.players),
    )
    for name, values, wanted in counts:
        if len(values) != wanted:
            raise invalid(f"it has {len(values)} {name}, not {wanted}")
    if any(len(row) != state.players for row in state.player_vars):
        raise invalid("a player variable has not one value for each player")
    if any(len(row) != len(symbols.board_zones) for row in state.zone_vars):
        raise invalid("a zone variable has not one value for each zone of the board")
    _check_numbers(game, state)


def _open_zones(game: NativeGame, state: GameState) -> set[int]:
    """Return the zones whose order is open; -1 among them if there can be none."""
    tokens = [state.tokens[slot] if slot in range(len(state.tokens)) else None for slot in state.open_order]
    return {token.zone if token is not None and game.layout.opens else -1 for token in tokens}


def _check_numbers(game: NativeGame, state: GameState) -> None:
    """Refuse what would lead C out of an array: seats, phases, slots, zones and types beyond their number."""
    definition, symbols = game.game_def, game.layout.symbols
    seats = range(-1, state.players)
    if state.phase not in range(len(definition.turn_structure.phases)):
        raise invalid(f"there is no phase {state.phase}")
    if (
        state.active not in seats[1:]
        or _stored(state.last_actor) not in seats
        or _stored(state.next_player) not in seats
    ):
        raise invalid("there is no such seat")
    if not all(0 <= number < 2**31 for number in (state.turn, state.ply, *state.usage)):
        raise invalid("a counter is out of range")
    if len(state.tokens) > game.layout.tokens:
        raise invalid(f"it has {len(state.tokens)} tokens, and at most {game.layout.tokens} can be")
    placed = [slot for zone in state.zones for slot in zone]
    if sorted(placed) != [slot for slot, token in enumerate(state.tokens) if token is not None]:
        raise invalid("a token is in no zone, or in two, or a zone holds a token that is not there")
    for zone, slots in enumerate(state.zones):
        capacity = definition.zones[zone].capacity
        if capacity is not None and len(slots) > capacity:
            raise invalid(f"`{definition.zones[zone].id}` holds more than it can")
        for token in (state.tokens[slot] for slot in slots):
            if token is None or token.zone != zone or token.type not in symbols.token_type:
                raise invalid(f"a token of `{definition.zones[zone].id}` is not what it says")
            if _stored(token.owner) not in seats or len(token.props) != len(symbols.token_type[token.type].props):
                raise invalid(f"a token of `{definition.zones[zone].id}` is not what it says")
    condition = None if state.outcome is None else state.outcome.condition
    if condition is not None and condition not in range(len(definition.end_conditions)):
        raise invalid(f"there is no end condition {condition}")


def _reference(game: NativeGame, kind: Kind, value: Stored, what: str) -> int:
    """Return *value* as it is stored, refused when it leads out of what its kind has."""
    symbols = game.layout.symbols
    if value is None:
        if kind in ("int", "bool", "name"):
            raise invalid(f"`{what}` is nothing")
        return -1
    most = {
        "player": game.players,
        "zone": game.layout.zones,
        "token": game.layout.tokens,
        "name": len(symbols.names),
        "bool": 2,
    }.get(kind)
    low, high = (-(2**31) + 1, 2**31) if most is None else (0, most)
    if not low <= value < high:
        raise invalid(f"`{what}` is {value}")
    return value


def _encode_history(game: NativeGame, state: GameState, values: Values) -> None:
    size, regions = game.layout.history, game.layout.symbols.seen_regions
    histories = (state.history, *state.region_history)
    if len(state.region_history) != len(regions) or any(len(keys) != len(state.history) for keys in histories):
        raise invalid("its recorded positions are not of one number")
    if len(state.history) > size or any(not 0 <= key < 2**64 for keys in histories for key in keys):
        raise invalid(f"it has {len(state.history)} recorded positions, and at most {size} are kept")
    if size:
        values["history_count"] = [len(state.history)]


def _encode_variables(game: NativeGame, state: GameState, values: Values) -> None:
    definition, players, zones = game.game_def, game.players + 1, game.layout.zones + 1
    for place, var in enumerate(definition.global_vars):
        values["global_vars"][place] = _reference(game, kind_of(var), state.global_vars[place], var.name)
    for place, var in enumerate(definition.per_player_vars):
        row = [_reference(game, kind_of(var), value, var.name) for value in state.player_vars[place]]
        values["player_vars"][place * players + 1 : (place + 1) * players] = row
    for place, var in enumerate(definition.per_zone_vars):
        for zone, value in zip(game.layout.symbols.board_zones, state.zone_vars[place], strict=True):
            values["zone_vars"][place * zones + 1 + zone] = _reference(game, kind_of(var), value, var.name)
    if state.usage:
        values["usage"] = list(state.usage)


def _encode_tokens(game: NativeGame, state: GameState, values: Values) -> None:
    layout, symbols = game.layout, game.layout.symbols
    size = layout.tokens + 1
    for zone, slots in enumerate(state.zones):
        if not slots:
            continue
        values["first_token"][1 + zone] = slots[0]
        if not layout.single:
            values["last_token"][1 + zone] = slots[-1]
            values["count_of_zone"][1 + zone] = len(slots)
            for before, after in pairwise(slots):
                values["token_after"][1 + before] = after
                values["token_before"][1 + after] = before
    for slot, token in enumerate(state.tokens):
        if token is None:
            continue
        values["token_type"][1 + slot] = token.type
        values["token_owner"][1 + slot] = _stored(token.owner)
        values["token_zone"][1 + slot] = token.zone
        for prop, value in zip(symbols.token_type[token.type].props, token.props, strict=True):
            row = layout.props.index(prop.name)
            values["token_props"][row * size + 1 + slot] = _reference(game, kind_of(prop), value, prop.name)
        values["free_slots"][slot // 64] &= ~(1 << slot % 64)
    for slot in state.open_order:
        values["open_order"][slot // 64] |= 1 << slot % 64


# ── flat arrays to states ──────────────────────────────────────────────────────────────────────────────────────────


def decode_state(game: NativeGame, flat: Flat) -> GameState:
    """Return the state a flat array holds."""
    definition, layout = game.game_def, game.layout
    read: Values = {field.name: flat_field(game, flat, field.name).tolist() for field in layout.fields}
    header = {name: read[name][0] for name in HEADER}
    players, zones = game.players + 1, layout.zones + 1
    generator = from_words(*read["generator"])
    past = tuple(map(tuple, game.keys(flat).T.tolist())) if layout.keys else ((),)
    shown = GameState(
        players=game.players,
        global_vars=tuple(
            _read(kind_of(var), value)
            for var, value in zip(definition.global_vars, read.get("global_vars", []), strict=True)
        ),
        player_vars=tuple(
            _row(kind_of(var), read["player_vars"][place * players + 1 : (place + 1) * players])
            for place, var in enumerate(definition.per_player_vars)
        ),
        zone_vars=tuple(
            _row(kind_of(var), (read["zone_vars"][place * zones + 1 + zone] for zone in layout.symbols.board_zones))
            for place, var in enumerate(definition.per_zone_vars)
        ),
        zones=tuple(_zone(game, read, zone) for zone in range(layout.zones)),
        tokens=_tokens(game, read),
        phase=header["phase"],
        active=header["active"],
        last_actor=_optional(header["last_actor"]),
        next_player=_optional(header["next_player"]),
        out=tuple(bool(flag) for flag in read["out"][1:]),
        turn=header["turn"],
        ply=header["ply"],
        recorded=bool(header["recorded"]),
        usage=tuple(read.get("usage", ())),
        generator=(generator.state, generator.increment),
        history=past[0],
        region_history=past[1:],
        chance="explicit" if layout.explicit else "sampled",
        open_order=tuple(
            slot for slot in range(layout.tokens * layout.opens) if read["open_order"][slot // 64] >> slot % 64 & 1
        ),
        outcome=decode_outcome(game, flat),
    )
    return codec_pending.decode_pending(game, flat, shown)


def decode_outcome(game: NativeGame, flat: Flat) -> TerminalResult | None:
    """Return how the game of a flat state ended; None while it goes on."""
    type_ = OUTCOMES[int(flat[game.layout.field["outcome"].entry])]
    if type_ == "running":
        return None
    winners, scores, returns = game.result(flat)
    condition = int(flat[game.layout.field["condition"].entry])
    scored = scores if type_ in ("score", "rank") else None
    return TerminalResult(type_, winners, returns, scored, None if condition < 0 else condition)  # type: ignore[arg-type]


def _optional(value: int) -> int | None:
    return None if value < 0 else value


def _read(kind: Kind, value: int) -> Stored:
    if kind == "int":
        return None if value == INT32_NOTHING else value
    return _optional(value)


def _row(kind: Kind, values: Iterable[int]) -> tuple[Stored, ...]:
    return tuple(_read(kind, value) for value in values)


def _zone(game: NativeGame, read: Values, zone: int) -> tuple[int, ...]:
    slot = read["first_token"][1 + zone]
    if game.layout.single:
        return () if slot < 0 else (slot,)
    found = []
    while slot >= 0:
        found.append(slot)
        slot = read["token_after"][1 + slot]
    return tuple(found)


def _tokens(game: NativeGame, read: Values) -> tuple[Token | None, ...]:
    layout, symbols = game.layout, game.layout.symbols
    size = layout.tokens + 1
    found: list[Token | None] = []
    for slot in range(layout.tokens):
        type_ = read["token_type"][1 + slot]
        if type_ < 0:
            found.append(None)
            continue
        props = tuple(
            _read(kind_of(prop), read["token_props"][layout.props.index(prop.name) * size + 1 + slot])
            for prop in symbols.token_type[type_].props
        )
        found.append(Token(type_, _optional(read["token_owner"][1 + slot]), read["token_zone"][1 + slot], props))
    while found and found[-1] is None:
        found.pop()
    return tuple(found)
