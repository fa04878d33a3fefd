"""Viewing: what a seat may see of a state, as the plain data that `picture` draws.

Invariants:
    * two states that a seat cannot distinguish have equal views for it;
    * everything is read from the data of the state; rules are used only for the legal decisions and their notation.

This module does not know how a view is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ludotome.diagnostics import one_line
from ludotome.gamedef import (
    Decision,
    GameState,
    PropDef,
    Stored,
    Token,
    VarDef,
    checked,
    facts,
    walk,
)
from ludotome.picture import Choice, Die, Ended, Last, TokenView, Value, View, ZoneView
from ludotome.play.handles import Handles
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    from ludotome.play.backends import Backend
    from ludotome.play.game import Game
    from ludotome.play.state import State


class Lens:
    """Makes the views of one seat (None: a spectator) of a game; created once, used for every state."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game_def, self.symbols, self.scene = game.game_def, game.symbols, game.scene()
        self.rules_hash, self.seat = game.rules_hash, seat
        self.sees = checked(self.game_def).sees(seat)
        self.zone_ids = tuple(str(zone.id) for zone in self.game_def.zones)
        self.names = tuple(zone.name for zone in self.scene.zones)
        self.types = {number: one_line(kind.id) for number, kind in self.symbols.token_type.items()}
        self.props = {number: kind.props for number, kind in self.symbols.token_type.items()}
        self.param_kinds = {
            action: {name: kind.kind for name, kind in scope.bindings.items()}
            for action, scope in checked(self.game_def).scope_of_action.items()
        }
        # A die may have decided something hidden, so dice are shown only in games without hidden information.
        self.is_open = all(zone.visibility == "public" for zone in self.game_def.zones)
        # Without hidden information all seats see what a spectator sees, so it is computed once.
        self._open = game.lens(None, 0) if self.is_open and seat is not None else None
        self._named: tuple[GameState, Handles] | None = None  # the last state that was viewed
        self._viewed: tuple[Any, Any, View] | None = None  # the last position, the one before it, and its view
        self.shows_dice = self.is_open and any(facts.drawn_number(node) is not None for node in walk(self.game_def))

    def view(self, state: State) -> View:
        """Return what the seat sees of *state*, with the last decision and, on its turn, the legal ones."""
        now, shown = state.game_state, state.shown_state
        handles = self.handles(shown).seen
        current = state.current_player()
        legal = self._legal(state, shown, handles) if current == self.seat and current >= 0 else ()
        if self._open is not None and state.seen_as(self.seat) is state:
            return replace(self._open.common_view(state), seat=self.seat, legal=legal)
        return self._view(now, shown, current, handles, self._dice(state), self._last(state, shown), legal)

    def common_view(self, state: State) -> View:
        """Return the view of a spectator; the same object for states with the same position and history."""
        kept, position, before = self._viewed, state.position, state.position_before
        if kept is not None and kept[0] is position and kept[1] is before:
            return kept[2]
        made = self.view(state)
        self._viewed = position, before, made
        return made

    def glance(self, state: State) -> View:
        """Return what the seat sees of *state*, without decisions, as text drawings need it."""
        now, shown = state.game_state, state.shown_state
        return self._view(now, shown, state.current_player(), self.handles(shown).seen, self._dice(state), None, ())

    def _view(
        self,
        now: GameState,
        shown: GameState,
        current: int,
        handles: dict[int, str],
        dice: tuple[Die, ...],
        last: Last | None,
        legal: tuple[Choice, ...],
    ) -> View:
        outcome = now.outcome
        phases = self.game_def.turn_structure.phases
        return View(
            game=self.scene.game,
            rules_hash=self.rules_hash,
            seat=self.seat,
            players=shown.players,
            ply=now.ply,
            turn=shown.turn,
            current=current,
            phase=one_line(phases[shown.phase].id) if len(phases) > 1 and outcome is None else None,
            zones=self._zones(shown, handles),
            game_vars=self._game_vars(shown),
            player_vars=self._player_vars(shown),
            out=tuple(seat for seat, is_out in enumerate(shown.out) if is_out),
            dice=dice,
            last=last,
            legal=legal,
            ended=None if outcome is None else Ended(outcome.type, outcome.winners, outcome.scores),
        )

    # ── zones and tokens ──

    def handles(self, state: GameState) -> Handles:
        """Return the handles of the seat; the same object for the same state."""
        if self._open is not None:
            return self._open.handles(state)
        kept = self._named
        if kept is None or kept[0] is not state:
            self._named = kept = state, Handles(self.game_def, state, self.seat)
        return kept[1]

    def _in_play(self, state: GameState) -> Iterator[int]:
        """Yield the zones that are not empty and whose owner, if any, is in play."""
        owners, players = self.symbols.owner_of_zone, state.players
        for zone, slots in enumerate(state.zones):
            if slots and ((owner := owners[zone]) is None or owner < players):
                yield zone

    def _zones(self, state: GameState, handles: dict[int, str]) -> dict[str, ZoneView]:
        ids, sees, tokens = self.zone_ids, self.sees, state.tokens
        made = {}
        for zone in self._in_play(state):
            slots = state.zones[zone]
            seen = None
            if sees[zone]:
                seen = tuple(self._token(handles[slot], tokens[slot], state) for slot in self._ordered(state, slots))
            made[ids[zone]] = ZoneView(len(slots), seen)
        for name, own in self._zone_vars(state):
            found = made.get(name)
            made[name] = ZoneView(0, (), own) if found is None else ZoneView(found.count, found.tokens, own)
        return made

    @staticmethod
    def _ordered(state: GameState, slots: tuple[int, ...]) -> tuple[int, ...]:
        """Return *slots* in order; those whose order is undecided come last, in order of creation."""
        if not state.open_order:
            return slots
        unplaced = set(state.open_order)
        return (*(slot for slot in slots if slot not in unplaced), *sorted(unplaced.intersection(slots)))

    def _token(self, handle: str, token: Token | None, state: GameState) -> TokenView:
        assert token is not None
        props = self.props[token.type]
        if not props:
            return TokenView(handle, self.types[token.type], token.owner)
        values = {one_line(p.name): self._value(p, v, state) for p, v in zip(props, token.props, strict=True)}
        return TokenView(handle, self.types[token.type], token.owner, values)

    # ── variables ──

    def _game_vars(self, state: GameState) -> dict[str, Value]:
        pairs = zip(self.game_def.global_vars, state.global_vars, strict=True)
        return {one_line(var.name): self._value(var, value, state) for var, value in pairs}

    def _player_vars(self, state: GameState) -> dict[str, tuple[Value, ...]]:
        rows = zip(self.game_def.per_player_vars, state.player_vars, strict=True)
        return {one_line(var.name): tuple(self._value(var, value, state) for value in row) for var, row in rows}

    def _zone_vars(self, state: GameState) -> Iterator[tuple[str, dict[str, Value]]]:
        """Yield each board zone with its variables, if zones have any."""
        declared = self.game_def.per_zone_vars
        if not declared:
            return
        names = [one_line(var.name) for var in declared]
        for zone, values in zip(self.symbols.board_zones, zip(*state.zone_vars, strict=True), strict=True):
            told = (self._value(var, value, state) for var, value in zip(declared, values, strict=True))
            yield self.zone_ids[zone], dict(zip(names, told, strict=True))

    def _value(self, declared: VarDef | PropDef, value: Stored, state: GameState) -> Value:
        """Return a value as displayed; a token is represented by its zone."""
        if value is None:
            return None
        if isinstance(declared.type, tuple):
            return one_line(self.symbols.names[value])
        match declared.type:
            case "zone":
                return self.names[value]
            case "player":
                return self.scene.seats[value].name
            case "bool":
                return bool(value)
            case "token":
                token = state.tokens[value]
                return None if token is None else f"on {self.names[token.zone]}"
            case _:
                return value

    def _dice(self, state: State) -> tuple[Die, ...]:
        """Return the dice rolled since the last decision, or before the first one; empty if they are secret."""
        if not self.shows_dice:
            return ()
        return tuple(Die(sides, value) for sides, value in state.seen_as(self.seat).dice_rolled())

    # ── decisions ──

    def _last(self, state: State, shown: GameState) -> Last | None:
        """Return the last decision as the seat knows it; None if none was made."""
        played = state.seen_as(self.seat)
        made = played.last_made()
        if made is None:
            return None
        now = shown if played is state else played.shown_state
        (text,) = played.told(self.seat, -1)
        action = made[1].action if not made[1].params else None
        changed = self._changed(played.shown_before(), now)
        return Last(played.last_player(), text, changed, None if action is None else one_line(action))

    def told(self, backend: Backend, position: Any, decision: Decision) -> str:
        """Return a decision made in *position* as the seat may know it."""
        if self.is_open:
            return one_line(backend.notation_of(position, decision))
        text = kernel.notation_for(self.game_def, backend.to_state(position), decision, self.seat)
        return one_line(text if text is not None else decision.action or "")

    def _changed(self, before: GameState, now: GameState) -> tuple[str, ...]:
        """Return the zones in which the seat sees a change of tokens or of their number."""
        changed = []
        for zone, (then, since) in enumerate(zip(before.zones, now.zones, strict=True)):
            if then == since and (not since or not self.sees[zone]):
                continue
            if not self.sees[zone]:
                differs = len(then) != len(since)
            else:
                differs = then != since or any(_face(before, slot) != _face(now, slot) for slot in since)
            if differs:
                changed.append(self.zone_ids[zone])
        return tuple(changed)

    def _legal(self, state: State, shown: GameState, handles: dict[int, str]) -> tuple[Choice, ...]:
        """Return the legal decisions as a tree: the action, then its parameters in their declared order."""
        assert self.seat is not None
        tree: _Tree = {}
        asked = state.asked
        kind = "unknown" if asked is None else asked.kind
        # Many decisions share a pick, such as a queen with many moves. `typed`, since 1 and true are different picks.
        pick = lru_cache(maxsize=None, typed=True)(partial(self._pick, shown, handles))
        for place, (decision, text) in enumerate(state.seat(self.seat)._texts_of_legal().items()):
            action, branch = decision.action, tree
            if action is None:
                head = pick(None, decision.choose, kind)
            else:
                head, kinds = pick(None, action, "action"), self.param_kinds[action]
                for name, value in decision.params:
                    branch = _below(branch, head)
                    head = pick(name, value, kinds[name])
            branch[~place] = Choice(*head, (), place, one_line(text))
        return _choices(tree)

    def _pick(self, shown: GameState, handles: dict[int, str], param: str | None, value: Any, kind: str) -> _Head:
        """Return the fields of a pick's node."""
        if kind == "action" and isinstance(value, str):
            return one_line(value), value, None, None, UNSET, param
        if kind == "zone" and isinstance(value, str):
            return self.names[self.symbols.zone_index[value]], None, value, None, UNSET, param
        if kind == "token" and type(value) is int:
            token = shown.tokens[value]
            if token is not None and value in handles:
                text = f"{self.types[token.type]} on {self.names[token.zone]}"
                return text, None, None, handles[value], UNSET, param
            return "a hidden token", None, None, None, None, param
        if kind == "player" and type(value) is int:
            return self.scene.seats[value].name, None, None, None, value, param
        return "none" if value is None else one_line(str(value)), None, None, None, value, param


# The fields of a `Choice` for its pick, in order: text, action, zone, token, value and parameter.
_Head = tuple[str, str | None, str | None, str | None, "Value | UnsetType", str | None]
# A tree of decisions that grows leaf by leaf; children stay in the order in which they came. The key of a node that has
# children is the identity of what it picks; a leaf has its place, inverted: two decisions may be picked alike.
_Tree = dict[int, "Choice | tuple[_Head, _Tree]"]


def _below(tree: _Tree, head: _Head) -> _Tree:
    """Return the subtree of this pick, which is added to *tree* if it is new there."""
    node = tree.get(id(head))
    if node is None:
        node = tree[id(head)] = head, {}
    return node[1]  # type: ignore[index]  # a leaf has another key


def _choices(tree: _Tree) -> tuple[Choice, ...]:
    """Return the nodes."""
    nodes = tree.values()
    return tuple([Choice(*one[0], _choices(one[1])) if isinstance(one, tuple) else one for one in nodes])


def _face(state: GameState, slot: int) -> tuple[int, int | None, tuple[Stored, ...]] | None:
    """Return what a visible token shows; None if there is no token."""
    token = state.tokens[slot] if slot < len(state.tokens) else None
    return None if token is None else (token.type, token.owner, token.props)
