"""Codec: convert `GameState` to flat arrays and back, exactly; for decisions see `codec_decisions`.

Invariants:
    * `decode_state(encode_state(s)) == s` for every state this backend can represent;
    * a state that cannot be represented (of another game, slots beyond the bound, a zone and a token that contradict
      each other) raises `PlayError` with code `invalid-state`, and nothing is written out of bounds.

This module does not know the rules of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from ludotome.chance import Generator, from_words, to_words
from ludotome.gamedef import GameState, Stored, TerminalResult, Token
from ludotome.native.codes import INT32_NOTHING, OUTCOMES
from ludotome.native.lower.kinds import Kind, kind_of
from ludotome.native.run.codec_decisions import invalid
from ludotome.native.run.codec_pending import check_pending, decode_pending, played_on
from ludotome.native.run.library import NativeGame

if TYPE_CHECKING:
    from ludotome.native.run.library import Flat

HEADER = ("phase", "active", "last_actor", "next_player", "turn", "ply", "recorded", "outcome", "condition")
Values = dict[str, list[int]]  # by field of the layout


# ── states to flat arrays ──────────────────────────────────────────────────────────────────────────────────────────


def encode_state(game: NativeGame, state: GameState) -> Flat:
    """Return *state* as a flat array; raise `PlayError` if this backend cannot represent it."""
    if state.pending is not None:
        check_pending(game, state)
        return played_on(game, encode_state(game, state.pending.before), state)
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
    """The fields of a flat state that were accessed; the others are as in a blank state."""

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


def _check_shape(game: NativeGame, state: GameState) -> None:
    definition, symbols = game.game_def, game.layout.symbols
    if state.players != game.players:
        raise invalid(f"it has {state.players} players, not {game.players}")
    if (state.chance == "explicit") != game.layout.explicit:
        raise invalid(f"it is one of {state.chance} chance, and the game is compiled for the other")
    if any(zone not in symbols.shuffled_zones for zone in _open_zones(game, state)):
        raise invalid("the order of a zone that nothing shuffles is open")
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
        raise invalid("a player variable does not have one value per player")
    if any(len(row) != len(symbols.board_zones) for row in state.zone_vars):
        raise invalid("a zone variable does not have one value per zone of the board")
    _check_numbers(game, state)


def _open_zones(game: NativeGame, state: GameState) -> set[int]:
    """Return the zones whose order is open; contains -1 if that is invalid."""
    tokens = [state.tokens[slot] if slot in range(len(state.tokens)) else None for slot in state.open_order]
    return {token.zone if token is not None and game.layout.opens else -1 for token in tokens}


def _check_numbers(game: NativeGame, state: GameState) -> None:
    """Raise `PlayError` for numbers that would lead C out of an array: seats, phases, slots, zones and types."""
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
        raise invalid(f"it has {len(state.tokens)} tokens, and at most {game.layout.tokens} are possible")
    placed = [slot for zone in state.zones for slot in zone]
    if sorted(placed) != [slot for slot, token in enumerate(state.tokens) if token is not None]:
        raise invalid("a token is in no zone, or in two, or a zone holds a token that is not there")
    for zone, slots in enumerate(state.zones):
        capacity = definition.zones[zone].capacity
        if capacity is not None and len(slots) > capacity:
            raise invalid(f"`{definition.zones[zone].id}` holds more than it can")
        if game.layout.single and len(slots) > 1:
            raise invalid(f"`{definition.zones[zone].id}` holds tokens, but no rule can put one there")
        for token in (state.tokens[slot] for slot in slots):
            if token is None or token.zone != zone or token.type not in symbols.token_type:
                raise invalid(f"a token of `{definition.zones[zone].id}` contradicts its zone or its type")
            if _stored(token.owner) not in seats or len(token.props) != len(symbols.token_type[token.type].props):
                raise invalid(f"a token of `{definition.zones[zone].id}` contradicts its zone or its type")
    condition = None if state.outcome is None else state.outcome.condition
    if condition is not None and condition not in range(len(definition.end_conditions)):
        raise invalid(f"there is no end condition {condition}")


def _reference(game: NativeGame, kind: Kind, value: Stored, what: str) -> int:
    """Return *value* as stored; raise `PlayError` if it is out of range for its kind."""
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
        raise invalid("its lists of recorded positions differ in length")
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
    """Return the state in a flat array."""
    return StateReader(game).read(flat)


class StateReader:
    """Reads the states of one compiled game from bytes, or from any object with a buffer."""

    def __init__(self, game: NativeGame) -> None:
        definition, layout, symbols = game.game_def, game.layout, game.layout.symbols
        self._game, self._layout = game, layout
        self._fields = [(one.name, one.offset, one.end, _FORMATS[one.bits]) for one in layout.fields]
        self._global_vars = [kind_of(var) for var in definition.global_vars]
        self._player_vars = [kind_of(var) for var in definition.per_player_vars]
        self._zone_vars = [kind_of(var) for var in definition.per_zone_vars]
        row, size = {name: place for place, name in enumerate(layout.props)}, layout.tokens + 1
        self._props = {
            number: [(kind_of(prop), row[prop.name] * size + 1) for prop in kind.props]
            for number, kind in symbols.token_type.items()
        }

    def values(self, state: Any) -> Values:
        """Return the numbers of each field."""
        data = memoryview(state).cast("B")
        return {name: data[start:end].cast(form).tolist() for name, start, end, form in self._fields}

    def read(self, state: Any) -> GameState:
        """Return the state in these bytes."""
        layout, read = self._layout, self.values(state)
        header = {name: read[name][0] for name in HEADER}
        players, zones = self._game.players + 1, layout.zones + 1
        generator = from_words(*read["generator"])
        past = self._past(state, read)
        shown = GameState(
            players=self._game.players,
            global_vars=tuple(map(_read, self._global_vars, read.get("global_vars", ()))),
            player_vars=tuple(
                _row(kind, read["player_vars"][place * players + 1 : (place + 1) * players])
                for place, kind in enumerate(self._player_vars)
            ),
            zone_vars=tuple(
                _row(kind, (read["zone_vars"][place * zones + 1 + zone] for zone in layout.symbols.board_zones))
                for place, kind in enumerate(self._zone_vars)
            ),
            zones=self._zones(read),
            tokens=self._tokens(read),
            phase=header["phase"],
            active=header["active"],
            last_actor=_optional(header["last_actor"]),
            next_player=_optional(header["next_player"]),
            out=tuple([bool(flag) for flag in read["out"][1:]]),
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
            outcome=None if header["outcome"] == 0 else decode_outcome(self._game, _aligned(state)),
        )
        return decode_pending(self._game, read, shown)

    def read_shown(self, state: bytes) -> GameState:
        """Return the state to show: this one or, while a choice is pending, the state at the moment of the choice."""
        game = self._game
        if not is_waiting(game, state):
            return self.read(state)
        met = bytearray(len(state) + game.key_bytes)
        ffi = game.library.ffi
        game.library.lib.lt_shown(ffi.from_buffer(state), ffi.from_buffer(met))
        return self.read(met)

    def _past(self, state: Any, read: Values) -> tuple[tuple[int, ...], ...]:
        """Return the keys of the positions recorded so far, in rows of one kind."""
        keys = self._layout.keys
        if not keys:
            return ((),)
        start, count = self._game.state_bytes, read["history_count"][0]
        end = start + count * self._game.key_bytes
        numbers = memoryview(state).cast("B")[start:end].cast("Q").tolist()
        return tuple(tuple(numbers[place::keys]) for place in range(keys))

    def _zones(self, read: Values) -> tuple[tuple[int, ...], ...]:
        firsts = read["first_token"][1:]
        if self._layout.single:
            return tuple([() if slot < 0 else (slot,) for slot in firsts])
        after = read["token_after"]
        return tuple([() if slot < 0 else _linked(slot, after) for slot in firsts])

    def _tokens(self, read: Values) -> tuple[Token | None, ...]:
        props, values = self._props, read.get("token_props", [])
        found: list[Token | None] = []
        rows = zip(read["token_type"][1:], read["token_owner"][1:], read["token_zone"][1:], strict=True)
        for slot, (kind, owner, zone) in enumerate(rows):
            if kind < 0:
                found.append(None)
                continue
            own = tuple([_read(one, values[start + slot]) for one, start in props[kind]])
            found.append(Token(kind, None if owner < 0 else owner, zone, own))
        while found and found[-1] is None:
            found.pop()
        return tuple(found)


def is_waiting(game: NativeGame, state: bytes) -> bool:
    """Return whether a state, given as bytes, has a pending choice."""
    return game.layout.answers > 0 and memoryview(state).cast("i")[game.layout.field["pending"].entry] != 0


_FORMATS: dict[int, Literal["b", "h", "i", "Q"]] = {8: "b", 16: "h", 32: "i", 64: "Q"}


def _linked(slot: int, after: list[int]) -> tuple[int, ...]:
    found = []
    while slot >= 0:
        found.append(slot)
        slot = after[1 + slot]
    return tuple(found)


def _aligned(state: Any) -> Flat:
    """Return a state as a new array with aligned 64-bit fields."""
    import numpy as np

    return np.frombuffer(state, dtype=np.int64).copy().view(np.int32)


def decode_outcome(game: NativeGame, flat: Flat | memoryview) -> TerminalResult | None:
    """Return how the game of a flat state, whole and aligned, ended; or None if it is not over."""
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
    return tuple([_read(kind, value) for value in values])
