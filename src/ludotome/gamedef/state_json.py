"""State JSON: states in readable JSON, with names and zone ids instead of numbers.

    {"format": "ludotome-state", "version": 1, "players": 2, "phase": "main", "active": 0, …,
     "globalVars": {"round": 1}, "playerVars": {"money": [3, 5]}, "zoneVars": {"seeds": {"pit_0": 4}},
     "tokens": [{"type": "card", "owner": null, "zone": "deck", "props": {"rank": 2}}, null, …],
     "zones": {"deck": [0, 2]}, "generator": ["…", "…"], …}

Numbers beyond 64 bits (the generator) and hashes are decimal texts, since many JSON parsers lose their last digits.

Invariants:
    * `state_from_data(symbols, state_to_data(symbols, state)) == state`;
    * parsing is strict: an impossible state of this definition raises `PlayError` with the path, and every state
      that is returned is safe to play from.

This module does not know whether a state is reachable in play.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from ludotome.gamedef.bounds import TOKENS_AT_MOST
from ludotome.gamedef.decision_json import decision_from_data, decision_to_data
from ludotome.gamedef.definition import PropDef, VarDef
from ludotome.gamedef.hash_features import OUTCOMES
from ludotome.gamedef.state import GameState, Pending, PlayError, Stored, TerminalResult, Token
from ludotome.gamedef.state_data import (
    WriteValue,
    properties_to_data,
    turn_to_data,
    value_to_data,
    variables_to_data,
)
from ludotome.gamedef.strict_json import read_json
from ludotome.gamedef.symbols import Symbols

FORMAT, VERSION = "ludotome-state", 1
_INT64 = 2**63
_COUNTER = 2**30  # of turns, plies or uses: no game reaches it, and kernels can still count beyond it
T = TypeVar("T")


# ── writing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def state_to_json(symbols: Symbols, state: GameState) -> str:
    """Return *state* as JSON text."""
    return json.dumps(state_to_data(symbols, state), ensure_ascii=False, separators=(",", ":"))


def state_to_data(symbols: Symbols, state: GameState) -> dict[str, Any]:
    """Return *state* as plain JSON data."""
    write = partial(value_to_data, symbols)
    ids = [zone.id for zone in symbols.game_def.zones]
    return {
        "format": FORMAT,
        "version": VERSION,
        **turn_to_data(symbols, state),
        "ply": state.ply,
        "recorded": state.recorded,
        **variables_to_data(symbols, state, write),
        "tokens": [None if token is None else _shown_token(symbols, token, write) for token in state.tokens],
        "zones": {ids[zone]: list(slots) for zone, slots in enumerate(state.zones) if slots},
        "usage": list(state.usage),
        "chance": state.chance,
        "openOrder": list(state.open_order),
        "generator": [str(number) for number in state.generator],
        "history": [str(key) for key in state.history],
        "regionHistory": {
            name: [str(key) for key in keys]
            for name, keys in zip(symbols.seen_regions, state.region_history, strict=True)
        },
        "pending": None if state.pending is None else _shown_pending(symbols, state.pending),
        "outcome": None if state.outcome is None else _shown_outcome(state.outcome),
    }


def _shown_token(symbols: Symbols, token: Token, write: WriteValue) -> dict[str, Any]:
    return {
        "type": symbols.names[token.type],
        "owner": token.owner,
        "zone": symbols.game_def.zones[token.zone].id,
        "props": properties_to_data(symbols, token.type, token.props, write),
    }


def _shown_pending(symbols: Symbols, pending: Pending) -> dict[str, Any]:
    return {
        "before": state_to_data(symbols, pending.before),
        "decision": None if pending.decision is None else decision_to_data(pending.decision),
        "answers": [decision_to_data(answer) for answer in pending.answers],
    }


def _shown_outcome(outcome: TerminalResult) -> dict[str, Any]:
    return {
        "type": outcome.type,
        "winners": list(outcome.winners),
        "returns": list(outcome.returns),
        "scores": None if outcome.scores is None else list(outcome.scores),
        "condition": outcome.condition,
    }


# ── reading ────────────────────────────────────────────────────────────────────────────────────────────────────────


def state_from_json(symbols: Symbols, text: str | bytes) -> GameState:
    """Return the state in JSON *text*; raise `PlayError`, which says what is wrong and where."""
    try:
        data = read_json(text)
    except ValueError as problem:
        raise PlayError("malformed-state", f"not JSON: {problem}") from None
    return state_from_data(symbols, data)


def state_from_data(symbols: Symbols, data: Any) -> GameState:
    """Return the state in plain JSON *data*; raise `PlayError`, which says what is wrong and where."""
    return _Reader(symbols).state(data, may_wait=True)


def _fault(path: str, message: str) -> PlayError:
    return PlayError("malformed-state", f"`{path}`: {message}", path=path)


class _Reader:
    """Reads one state; every method validates what it returns."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.players = 0
        self.tokens: tuple[Token | None, ...] = ()

    def state(self, data: Any, *, may_wait: bool) -> GameState:
        fields = self._object(data, "state", _FIELDS)
        if (fields["format"], fields["version"]) != (FORMAT, VERSION):
            raise _fault("version", f"this Ludotome reads `{FORMAT}` version {VERSION}")
        game, most = self.symbols.game_def, self.symbols.game_def.metadata.players
        self.players = players = self._int(fields["players"], "players", most.min, most.max)
        slots = self._list(fields["tokens"], "tokens")
        if len(slots) > TOKENS_AT_MOST or (slots and slots[-1] is None):
            raise _fault("tokens", f"at most {TOKENS_AT_MOST} tokens, the last slot in use")
        self.tokens = (None,) * len(slots)  # so that properties may name any slot
        self.taken = [slot is not None for slot in slots]
        self.tokens = tuple(self._token(slot, f"tokens[{index}]") for index, slot in enumerate(slots))
        phases = tuple(phase.id for phase in game.turn_structure.phases)
        zones = self._zones(fields["zones"])
        chance = self._one_of(fields["chance"], "chance", ("sampled", "explicit"))
        history = self._keys(fields["history"], "history")
        return GameState(
            players=players,
            global_vars=self._row(fields["globalVars"], "globalVars", game.global_vars),
            player_vars=self._rows(fields["playerVars"], "playerVars", game.per_player_vars),
            zone_vars=self._zone_rows(fields["zoneVars"], game.per_zone_vars),
            zones=zones,
            tokens=self.tokens,
            phase=phases.index(self._one_of(fields["phase"], "phase", phases)),
            active=self._seat(fields["active"], "active"),
            last_actor=self._maybe(fields["lastActor"], "lastActor", self._seat),
            next_player=self._maybe(fields["nextPlayer"], "nextPlayer", self._seat),
            out=self._out(fields["out"]),
            turn=self._int(fields["turn"], "turn", 0, _COUNTER),
            ply=self._int(fields["ply"], "ply", 0, _COUNTER),
            recorded=self._bool(fields["recorded"], "recorded"),
            usage=self._usage(fields["usage"]),
            generator=self._generator(fields["generator"]),
            history=history,
            region_history=self._region_history(fields["regionHistory"], len(history)),
            chance=chance,  # type: ignore[arg-type]
            open_order=self._open_order(fields["openOrder"], zones if chance == "explicit" else ()),
            pending=self._pending(fields["pending"], may_wait=may_wait),
            outcome=self._maybe(fields["outcome"], "outcome", self._outcome),
        )

    # ── shapes ──

    def _object(self, data: Any, path: str, keys: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise _fault(path, "expected an object")
        wrong = sorted(map(str, set(data) ^ set(keys)))
        if wrong:
            listed = ", ".join(f"`{key}`" for key in wrong[:5])
            raise _fault(path, f"missing or unknown: {listed}")
        return data

    def _list(self, data: Any, path: str) -> list[Any]:
        if not isinstance(data, list):
            raise _fault(path, "expected a list")
        return data

    def _int(self, data: Any, path: str, low: int, high: int = _INT64 - 1) -> int:
        if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
            raise _fault(path, f"expected a whole number from {low} to {high}")
        return data

    def _bool(self, data: Any, path: str) -> bool:
        if not isinstance(data, bool):
            raise _fault(path, "expected true or false")
        return data

    def _big(self, data: Any, path: str, bits: int) -> int:
        if not (isinstance(data, str) and data.isascii() and data.isdigit() and len(data) <= 40):
            raise _fault(path, "expected a number written as text")
        return self._int(int(data), path, 0, 2**bits - 1)

    def _one_of(self, data: Any, path: str, options: tuple[str, ...]) -> str:
        if not isinstance(data, str) or data not in options:
            raise _fault(path, f"expected one of {', '.join(options[:12])}")
        return data

    def _maybe(self, data: Any, path: str, read: Callable[[Any, str], T]) -> T | None:
        return None if data is None else read(data, path)

    def _seat(self, data: Any, path: str) -> int:
        return self._int(data, path, 0, self.players - 1)

    # ── things ──

    def _zone(self, data: Any, path: str) -> int:
        zone = self.symbols.zone_index.get(data) if isinstance(data, str) else None
        owner = None if zone is None else self.symbols.owner_of_zone[zone]
        if zone is None or (owner is not None and owner >= self.players):
            raise _fault(path, "expected the id of a zone in play")
        return zone

    def _slot(self, data: Any, path: str) -> int:
        slot = self._int(data, path, 0, len(self.taken) - 1)
        if not self.taken[slot]:
            raise _fault(path, f"slot {slot} is free")
        return slot

    def _stored(self, declared: VarDef | PropDef, data: Any, path: str) -> Stored:
        if isinstance(declared.type, tuple):
            return self.symbols.name_index[self._one_of(data, path, declared.type)]
        match declared.type:
            case "bool":
                return int(self._bool(data, path))
            case "int":
                low = -_INT64 if declared.min is None else declared.min
                return self._int(data, path, low, _INT64 - 1 if declared.max is None else declared.max)
            case "player":
                return self._maybe(data, path, self._seat)
            case "zone":
                return self._maybe(data, path, self._zone)
            case "token":
                return self._maybe(data, path, self._slot)

    def _token(self, data: Any, path: str) -> Token | None:
        if data is None:
            return None
        fields = self._object(data, path, ("type", "owner", "zone", "props"))
        types = tuple(kind.id for kind in self.symbols.game_def.token_types)
        number = self.symbols.name_index[self._one_of(fields["type"], f"{path}.type", types)] if types else None
        if number is None:
            raise _fault(f"{path}.type", "this game has no tokens")
        kind = self.symbols.token_type[number]
        return Token(
            number,
            self._maybe(fields["owner"], f"{path}.owner", self._seat),
            self._zone(fields["zone"], f"{path}.zone"),
            self._row(fields["props"], f"{path}.props", kind.props),
        )

    def _row(self, data: Any, path: str, declared: tuple[VarDef | PropDef, ...]) -> tuple[Stored, ...]:
        fields = self._object(data, path, tuple(item.name for item in declared))
        return tuple(self._stored(item, fields[item.name], f"{path}.{item.name}") for item in declared)

    def _rows(self, data: Any, path: str, declared: tuple[VarDef, ...]) -> tuple[tuple[Stored, ...], ...]:
        fields = self._object(data, path, tuple(var.name for var in declared))
        found = []
        for var in declared:
            row = self._list(fields[var.name], f"{path}.{var.name}")
            if len(row) != self.players:
                raise _fault(f"{path}.{var.name}", f"expected {self.players} values, one for each player")
            found.append(tuple(self._stored(var, item, f"{path}.{var.name}[{seat}]") for seat, item in enumerate(row)))
        return tuple(found)

    def _zone_rows(self, data: Any, declared: tuple[VarDef, ...]) -> tuple[tuple[Stored, ...], ...]:
        fields = self._object(data, "zoneVars", tuple(var.name for var in declared))
        ids = tuple(self.symbols.game_def.zones[zone].id for zone in self.symbols.board_zones)
        found = []
        for var in declared:
            path = f"zoneVars.{var.name}"
            row: Mapping[str, Any] = self._object(fields[var.name], path, ids)
            found.append(tuple(self._stored(var, row[zone], f"{path}.{zone}") for zone in ids))
        return tuple(found)

    def _zones(self, data: Any) -> tuple[tuple[int, ...], ...]:
        """Return the zones; every token must be in exactly its own zone, once, and no zone may exceed its capacity."""
        if not isinstance(data, dict):
            raise _fault("zones", "expected an object from zone ids to lists of tokens")
        zones: list[tuple[int, ...]] = [()] * len(self.symbols.game_def.zones)
        met: set[int] = set()
        for name, listed in data.items():
            path = f"zones.{name}"
            zone = self._zone(name, path)
            zones[zone] = tuple(self._slot(slot, path) for slot in self._list(listed, path))
            capacity = self.symbols.game_def.zones[zone].capacity
            if capacity is not None and len(zones[zone]) > capacity:
                raise _fault(path, f"holds {len(zones[zone])}, but at most {capacity} fit")
            for slot in zones[zone]:
                token = self.tokens[slot]
                if slot in met or token is None or token.zone != zone:
                    raise _fault(path, f"token {slot} is listed twice, or its own entry names another zone")
                met.add(slot)
        if len(met) != sum(self.taken):
            raise _fault("zones", "some tokens lie in no zone")
        return tuple(zones)

    def _out(self, data: Any) -> tuple[bool, ...]:
        seats = [self._seat(seat, "out") for seat in self._list(data, "out")]
        return tuple(seat in seats for seat in range(self.players))

    def _usage(self, data: Any) -> tuple[int, ...]:
        counts = self._list(data, "usage")
        wanted = len(self.symbols.usage_counters) * self.players
        if len(counts) != wanted:
            raise _fault("usage", f"expected {wanted} counters")
        return tuple(self._int(count, f"usage[{index}]", 0, _COUNTER) for index, count in enumerate(counts))

    def _generator(self, data: Any) -> tuple[int, int]:
        words = self._list(data, "generator")
        if len(words) != 2:
            raise _fault("generator", "expected two numbers")
        state, increment = (self._big(word, "generator", 128) for word in words)
        if increment % 2 == 0:
            raise _fault("generator", "the second number must be odd")
        return state, increment

    def _keys(self, data: Any, path: str) -> tuple[int, ...]:
        keys, metadata = self._list(data, path), self.symbols.game_def.metadata
        kept = metadata.max_plies if metadata.history is None else metadata.history
        if len(keys) > (kept if self.symbols.records_positions else 0):
            raise _fault(path, "more positions than the game remembers")
        return tuple(self._big(key, path, 64) for key in keys)

    def _region_history(self, data: Any, positions: int) -> tuple[tuple[int, ...], ...]:
        """Return the recorded region keys; all regions are recorded together with the whole position."""
        fields = self._object(data, "regionHistory", self.symbols.seen_regions)
        found = {name: self._keys(fields[name], f"regionHistory.{name}") for name in self.symbols.seen_regions}
        for name, keys in found.items():
            if len(keys) != positions:
                raise _fault(f"regionHistory.{name}", f"expected {positions} positions, as many as in `history`")
        return tuple(found.values())

    def _open_order(self, data: Any, zones: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """Return the open slots; they must be in zones that can be shuffled, two or more in each, in slot order."""
        slots = tuple(self._slot(slot, "openOrder") for slot in self._list(data, "openOrder"))
        if list(slots) != sorted(set(slots)):
            raise _fault("openOrder", "expected slots in ascending order")
        found = [[slot for slot in zone if slot in slots] for zone in zones]
        shuffled = [zone for zone, listed in enumerate(found) if listed and zone in self.symbols.shuffled_zones]
        if sum(len(found[zone]) for zone in shuffled) != len(slots):
            raise _fault("openOrder", "only explicit chance leaves an order open, and only where something is shuffled")
        if any(len(found[zone]) < 2 or found[zone] != sorted(found[zone]) for zone in shuffled):
            raise _fault("openOrder", "expected two or more tokens of a zone, in slot order at their places")
        return slots

    def _pending(self, data: Any, *, may_wait: bool) -> Pending | None:
        if data is None:
            return None
        if not may_wait:
            raise _fault("pending", "the state before a pending decision cannot be pending itself")
        fields = self._object(data, "pending", ("before", "decision", "answers"))
        decision = fields["decision"]
        return Pending(
            _Reader(self.symbols).state(fields["before"], may_wait=False),
            None if decision is None else decision_from_data(decision),
            tuple(decision_from_data(answer) for answer in self._list(fields["answers"], "pending.answers")),
        )

    def _outcome(self, data: Any, path: str) -> TerminalResult:
        fields = self._object(data, path, ("type", "winners", "returns", "scores", "condition"))
        conditions = len(self.symbols.game_def.end_conditions)
        returns = self._list(fields["returns"], f"{path}.returns")
        if len(returns) != self.players or not all(_is_finite(number) for number in returns):
            raise _fault(f"{path}.returns", f"expected {self.players} numbers")
        return TerminalResult(
            self._one_of(fields["type"], f"{path}.type", OUTCOMES),  # type: ignore[arg-type]
            tuple(self._seat(seat, f"{path}.winners") for seat in self._list(fields["winners"], f"{path}.winners")),
            tuple(float(number) for number in returns),
            self._maybe(fields["scores"], f"{path}.scores", self._scores),
            self._maybe(fields["condition"], path, lambda item, where: self._int(item, where, 0, conditions - 1)),
        )

    def _scores(self, data: Any, path: str) -> tuple[int, ...]:
        scores = self._list(data, path)
        if len(scores) != self.players:
            raise _fault(path, f"expected {self.players} numbers")
        return tuple(self._int(score, path, -_INT64) for score in scores)


def _is_finite(number: Any) -> bool:
    return isinstance(number, (int, float)) and not isinstance(number, bool) and math.isfinite(number)


_FIELDS = (
    "format", "version", "players", "phase", "active", "lastActor", "nextPlayer", "out", "turn", "ply", "recorded",
    "globalVars", "playerVars", "zoneVars", "tokens", "zones", "usage", "chance", "openOrder", "generator", "history",
    "regionHistory", "pending", "outcome",
)  # fmt: skip
