"""Seat: one player's handle on a game, which reveals only what that player may know.

`State` is for trusted code: its errors, ids and hashes reveal everything. Everything that a server sends to a player or
receives from one goes through a seat.

Invariants:
    * in two states that the player cannot distinguish, every answer, error text and list of alternatives is the same;
    * tokens are named by handles (`handles`), in results and in arguments;
    * a refused decision changes nothing.

The reason for a refusal can depend on hidden information. So it is computed in worlds drawn for the player
(`resample`), which contain only what the player knows, and returned, without values, only if all of them agree. If
legality itself depends on hidden information, the list of legal decisions reveals it; `check` warns about such rules.

This module does not know rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ludotome.diagnostics import near_names, some_names
from ludotome.gamedef import (
    Decision,
    GameState,
    PlayError,
    TerminalResult,
    decision_from_data,
    decision_from_json,
    decision_to_data,
    plain_message,
    shown_value,
)
from ludotome.play.fault_words import CODE as FAULT
from ludotome.play.handles import Handles
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    from ludotome.picture import View
    from ludotome.play.seat_record import SeatRecord
    from ludotome.play.state import State
    from ludotome.play.viewing import Lens

_WORLDS = 12  # worlds in which the reason of a refusal must be the same
Given = Decision | Mapping[str, Any] | str


class Seat:
    """What one player may see and do; made by `State.seat`. It always refers to the current state."""

    def __init__(self, state: State, player: int) -> None:
        self._state = state
        self.player = player
        self._kept: tuple[Any, _Now] | None = None

    def __repr__(self) -> str:
        return f"<Seat {self.player} ({self._name(self.player)}) of {self._state.game.name}>"

    # ── what the player sees ───────────────────────────────────────────────────────────────────────────────────────

    def current_player(self) -> int:
        """Return who decides: a seat, −1 for chance, −4 when the game is over."""
        return self._state.current_player()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._state.is_terminal()

    def outcome(self) -> TerminalResult | None:
        """Return how the game ended, None while it continues."""
        return self._state.outcome()

    def observation(self) -> dict[str, Any]:
        """Return what the player sees, as plain data; a token's `id` is its handle."""
        return self._state.observed(self.player, self._handles().of_slot)

    def view(self) -> View:
        """Return what the player sees, as plain data to draw and to click on."""
        return self._state.view(self.player)

    def record(self) -> SeatRecord:
        """Return the game so far as the player saw it."""
        from ludotome.play.seat_record import SeatRecord  # imports `State`

        return SeatRecord.of_state(self._state, self.player)

    # ── decisions ───────────────────────────────────────────────────────────────────────────────────────────────────

    def legal_actions(self) -> tuple[Decision, ...]:
        """Return the legal decisions, tokens by handle; empty if it is not the player's turn."""
        return tuple(self._legal())

    def legal_action_strings(self) -> tuple[str, ...]:
        """Return the decisions of `legal_actions` as text: in notation unless that reveals something, else in words."""
        return tuple(self._texts_of_legal().values())

    def apply(self, decision: Given) -> None:
        """Apply a decision, given as `Decision`, JSON or text; raise `PlayError` if it is not legal."""
        self._refuse_others()
        legal = self._legal()
        shown = self._meant(decision, legal)
        if shown not in legal:
            near = self._near(decision, legal)
            raise PlayError("illegal-decision", self._refusal(shown, legal), alternatives=near)
        self._make(legal[shown])

    def _make(self, decision: Decision) -> None:
        try:
            self._state.apply_action(decision)
        except PlayError as error:
            if error.code != FAULT:
                raise
            message = "an error in the rules follows from this decision; it was not made"
            raise PlayError(FAULT, message) from None

    def why(self, decision: Given) -> str | None:
        """Return why *decision* is not legal for the player now, None if it is."""
        try:
            self._refuse_others()
            legal = self._legal()
            shown = self._meant(decision, legal)
        except PlayError as error:
            return str(error)
        return None if shown in legal else plain_message(self._refusal(shown, legal))

    # ── what is legal ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _game_def(self) -> Any:
        return self._state.game.game_def

    @property
    def _lens(self) -> Lens:
        return self._state.game.lens(self.player, self._state.num_players)

    def _name(self, player: int) -> str:
        return str(self._game_def.metadata.seats[player])

    @property
    def _now(self) -> _Now:
        """The cache for the current state, valid until the next decision."""
        position = self._state.position
        if self._kept is None or self._kept[0] is not position:
            self._kept = position, _Now(self._state.game_state)
        return self._kept[1]

    def _handles(self) -> Handles:
        now = self._now
        if now.handles is None:
            now.handles = self._lens.handles(self._state.shown_state)
        return now.handles

    def _is_open(self) -> bool:
        """Whether the game has no hidden information."""
        return self._lens.is_open

    def _refuse_others(self) -> None:
        ended, decides = self.outcome(), self.current_player()
        if ended is not None:
            raise PlayError("game-over", f"the game is over ({ended.type}); nothing can be decided")
        if decides != self.player:
            who = "chance" if decides < 0 else self._name(decides)
            raise PlayError("not-your-turn", f"{who} decides now, not {self._name(self.player)}")

    def _legal(self) -> dict[Decision, Decision]:
        """Return each legal decision as the player knows it, with the actual one.

        With hidden information they are sorted by their text, because the kernels order tokens by slot.
        """
        if self._state.is_terminal() or self.current_player() != self.player:
            return {}
        if self._now.legal is not None:
            return self._now.legal
        game_state, handles = self._now.state, self._handles()
        named = [
            (kernel.named_decision(self._game_def, game_state, meant, handles.of_slot), meant)
            for meant in self._state.legal_actions()
        ]
        if not self._is_open():
            named.sort(key=lambda pair: kernel.decision_order(self._game_def, game_state, pair[1], handles.of_slot))
        self._now.legal = dict(named)
        return self._now.legal

    def _text(self, shown: Decision, meant: Decision) -> str:
        text = kernel.notation_for(self._game_def, self._now.state, meant, self.player, self._handles().of_slot)
        return _in_words(shown) if text is None else text

    def _texts_of_legal(self) -> dict[Decision, str]:
        """Return the text of each legal decision of the state; only for trusted code, since it contains slots."""
        now = self._now
        if now.texts is None:
            if self._is_open() and self._state.legal_actions() and self.current_player() == self.player:
                written = self._state._backend.notations(self._state.position, self._handles().of_slot)
                now.texts = dict(zip(self._state.legal_actions(), written, strict=True))
            else:
                legal = self._legal()
                texts = [self._text(shown, meant) for shown, meant in legal.items()]
                now.texts = dict(zip(legal.values(), _made_unique(texts, list(legal)), strict=True))
        return now.texts

    # ── what was meant ─────────────────────────────────────────────────────────────────────────────────────────────

    def _meant(self, given: Given, legal: dict[Decision, Decision]) -> Decision:
        """Return the decision that *given* means, legal or not, with tokens by handle."""
        if isinstance(given, Decision):
            return self._spelt(given)
        if isinstance(given, Mapping):
            return self._spelt(decision_from_data(dict(given)))
        if not isinstance(given, str):
            raise PlayError(
                "malformed-decision", f"{shown_value(given)} is not a decision; write one, its JSON or its notation"
            )
        text = given.strip()
        written = self.legal_action_strings()
        found = [decision for decision, one in zip(legal, written, strict=True) if one == text]
        found = found or [decision for decision in legal if _in_words(decision) == text]
        if len(found) == 1:
            return found[0]
        if found:
            forms = " or ".join(json.dumps(decision_to_data(one), ensure_ascii=False) for one in found[:2])
            message = f"`{text}` can mean {len(found)} different decisions; write the intended one as JSON: {forms}"
            raise PlayError("ambiguous-notation", message, candidates=tuple(found))
        if text.startswith("{"):
            return self._spelt(decision_from_json(text))
        near = self._near(text, legal)
        hint = f"did you mean `{near[0]}`?" if near else f"legal now: {some_names(written)}"
        raise PlayError("illegal-decision", f"`{text}` is not legal now; {hint}", alternatives=near)

    def _spelt(self, decision: Decision) -> Decision:
        """Return *decision* with zones by id and parameters in order, like the legal ones."""
        return kernel.spelt_decision(self._game_def, self._now.state, decision)

    def _near(self, given: Given, legal: dict[Decision, Decision]) -> tuple[str, ...]:
        """Return the legal texts near to what was written; none if all are equally near."""
        written = self.legal_action_strings()
        text = given.strip() if isinstance(given, str) else _in_words(self._meant(given, legal))
        near = tuple(near_names(text, written))
        return near if len(near) < len(written) else ()

    # ── why not ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _refusal(self, shown: Decision, legal: dict[Decision, Decision]) -> str:
        """Return why *shown* is not legal, as far as the player can know it."""
        if self._is_open() and (refusal := self._open_refusal(shown)) is not None:
            instead = self._outside(shown, legal).partition("; it can be ")[2]
            return f"{refusal}; it can be {instead}" if instead else refusal
        reasons = set(self._reasons(shown))
        reason = reasons.pop() if len(reasons) == 1 else None
        if reason is None:
            return f"`{_in_words(shown)}` is not legal now"
        return reason if reason != _DOMAIN else self._outside(shown, legal)

    def _open_refusal(self, shown: Decision) -> str | None:
        """Return why *shown* is refused in a game without hidden information, if a condition is false."""
        state = self._now.state
        slots = Handles(self._game_def, state, self.player).slot_of
        meant = kernel.unnamed_decision(self._game_def, state, shown, slots)
        refusal = None if meant is None else kernel.why_illegal(self._game_def, state, meant)
        # The alternatives name tokens by id, which a seat does not know.
        reason = "" if refusal is None else refusal.message.partition("; it can be ")[0]
        return reason if reason.endswith("` does not hold") else None

    def _reasons(self, shown: Decision) -> list[str | None]:
        """Return why *shown* is refused in worlds drawn for the player; None if it is not."""
        now = self._now
        if self._is_open():
            return [self._reason(now.state, shown)]
        if now.worlds is None:
            try:
                seeds = range(_WORLDS)
                now.worlds = tuple(kernel.resample(self._game_def, now.state, self.player, seed) for seed in seeds)
            except PlayError:  # no world was found, so no reason can be given
                now.worlds = ()
        return [self._reason(world, shown) for world in now.worlds]

    def _reason(self, state: GameState, shown: Decision) -> str | None:
        slots = Handles(self._game_def, state, self.player).slot_of
        meant = kernel.unnamed_decision(self._game_def, state, shown, slots)
        if meant is None:
            return _DOMAIN  # a handle that no token has
        refusal = kernel.why_illegal(self._game_def, state, meant)
        if refusal is None:
            return None
        if refusal.by in ("domain", "choice"):
            return _DOMAIN
        if refusal.condition:
            return f"{refusal.rule}: `{refusal.condition}`"
        return refusal.message

    def _outside(self, shown: Decision, legal: dict[Decision, Decision]) -> str:
        """Return that a value is not possible, with the values in legal decisions."""
        if shown.kind != "action":
            options = ", ".join(_spoken(one.choose) for one in list(legal)[:12])
            return f"{self._name(self.player)} has to answer with `choose`, one of {options}"
        alike = [dict(one.params) for one in legal if one.action == shown.action]
        for name, value in shown.params:
            can_be = list(dict.fromkeys(_spoken(one.get(name)) for one in alike))
            if _spoken(value) not in can_be:
                listed = ", ".join(can_be[:12]) + (" …" if len(can_be) > 12 else "")
                instead = f"it can be {listed}" if can_be else "no value is possible"
                return f"`{name}` of `{shown.action}` cannot be {_spoken(value)}; {instead}"
        return f"`{_in_words(shown)}` is not legal now"


_DOMAIN = "domain"


class _Now:
    """The cache for one state, each part computed on first use."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.handles: Handles | None = None
        self.legal: dict[Decision, Decision] | None = None
        self.texts: dict[Decision, str] | None = None
        self.worlds: tuple[GameState, ...] | None = None


def decision_shown_as(seat: Seat, shown: Decision) -> Decision:
    """Return the actual decision for *shown*; it names tokens by id, so it is not a method of a seat."""
    return seat._legal()[shown]


def apply_place(seat: Seat, place: int) -> Decision:
    """Apply the decision at index *place* of `legal_actions`; return the actual one, which names tokens by id."""
    seat._refuse_others()
    legal = seat._state.legal_actions() if seat._is_open() else tuple(seat._legal().values())
    if not 0 <= place < len(legal):
        message = f"there are {len(legal)} decisions, and none has the number {place}; write 0 to {len(legal) - 1}"
        raise PlayError("illegal-decision", message)
    seat._make(legal[place])
    return legal[place]


def _made_unique(texts: list[str], decisions: list[Decision]) -> list[str]:
    """Return *texts*; to each that several decisions share, the values of its decision are appended."""
    times = Counter(texts)
    return [
        text if times[text] == 1 else f"{text} ({', '.join(_spoken(value) for _, value in decision.params)})"
        for text, decision in zip(texts, decisions, strict=True)
    ]


def _in_words(decision: Decision) -> str:
    """Return the action and the values of a decision as text, tokens by handle."""
    if decision.kind == "action":
        return " ".join((str(decision.action), *(_spoken(value) for _, value in decision.params)))
    return _spoken(decision.choose if decision.kind == "choose" else decision.chance)


def _spoken(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
