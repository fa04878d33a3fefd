"""Resampling: sample a state that looks the same to one player, with all hidden information redrawn.

Search agents must use such states, because a clone would contain the true cards and future dice.

A state is first reduced to what the player knows of it (`Known`). Worlds are made only from that, so they cannot reveal
more; if none is found, an error is raised, and the true state is never returned. While a choice is pending, the
decision is run again from a veiled state before it: random events are drawn, other players' decisions are repeated as
the player saw them, and then tokens and dice are exchanged step by step until the player sees what was seen. The dice
of such a world are in its pending answers; its future dice are its own.

Invariants:
    * the observation of that player is the same before and after;
    * states that look alike to the player give equal worlds for equal seeds.

This module does not know how likely a hidden state is, nor what the player saw or could conclude earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludotome.gamedef import MOST_OUTCOMES, Decision, GameDef, GameState, Pending, PlayError, Token
from ludotome.kernel.decisions import to_json_value
from ludotome.kernel.faults import CHANCE, DocumentFault, Question, Suspended
from ludotome.kernel.kept import Kept, weight_of
from ludotome.kernel.observation import observation, sees_zone
from ludotome.kernel.redaction import redacted_action, redacted_answer
from ludotome.kernel.rules import tables_of
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import legality_of, run_from, view_of
from ludotome.kernel.veil import Content, Lot, Swaps, Veil, drawn_world, renamed, veiled
from ludotome.kernel.working import Working, thaw

_STARTS = 16  # worlds drawn from scratch before giving up
_GUESSES = 400  # runs of the decision in total
_MOST_SIDES = 100  # dice with more sides are drawn, not searched for

_KNOWN: Kept[dict[int, Known]] = Kept(lambda known: sum(weight_of(one.before.state) for one in known.values()))


def resample(game_def: GameDef, state: GameState, player: int, seed: int) -> GameState:
    """Return a random state that looks like *state* to *player*, drawn by *seed*.

    Raises `PlayError` (code `no-world`) if none was found within a bounded amount of work.
    """
    tables = tables_of(game_def)
    wanted = observation(game_def, state, player)
    known = _known(tables, state, player, wanted)
    search = _Search(tables, known)
    for start in range(_STARTS):
        found = _at_a_stop(tables, known, seed, start) if state.pending is None else search.from_start(seed, start)
        if found is not None:
            return found
    raise PlayError("no-world", f"no state that looks the same to player {player} was found", player=player)


def _at_a_stop(tables: Tables, known: Known, seed: int, start: int) -> GameState | None:
    """Return a world without a pending choice; None if it has no legal decision, since play never stops so."""
    world = drawn_world(tables, known.before, Lot(seed, 0, start))
    return world if world.outcome is not None or legality_of(tables, world).has_decision() else None


# ── What the player knows ──────────────────────────────────────────────────────────────────────────────────────────


class Known(Struct, frozen=True):
    """Everything that *player* knows of a state.

    It has the veil of the state before the pending decision, the decision and the answers as the player may know them,
    and what the player sees now, also as the slots and tokens of visible zones.
    """

    player: int
    before: Veil
    ply: int
    decision: dict[str, Any] | None
    answers: tuple[dict[str, Any], ...]
    seen: dict[str, Any]
    shown: tuple[tuple[int, tuple[int, ...]], ...]
    tokens: tuple[tuple[int, Token], ...]


def _known(tables: Tables, state: GameState, player: int, seen: dict[str, Any]) -> Known:
    of_player = _KNOWN.find(tables, state)
    if of_player is None:
        of_player = {}
        _KNOWN.keep(tables, state, of_player)
    if player not in of_player:
        of_player[player] = known_to(tables, state, player, seen)
    return of_player[player]


def known_to(tables: Tables, state: GameState, player: int, seen: dict[str, Any]) -> Known:
    """Return what *player*, who sees *seen*, knows of *state*."""
    pending = state.pending
    if pending is None:
        return Known(player, veiled(tables, state, player), state.ply, None, (), seen, (), ())
    decision = pending.decision
    shown_decision = None if decision is None else redacted_action(tables, thaw(pending.before), decision, player)
    witness = _Witness(tables, thaw(pending.before), pending.answers, player)
    with suppress(Suspended):
        run_from(witness, decision)
    view = view_of(tables, state).working
    shown = tuple((zone, view.zones[zone]) for zone in range(len(view.zones)) if sees_zone(tables, zone, player))
    tokens = tuple((slot, token) for _, slots in shown for slot in slots if (token := view.tokens[slot]) is not None)
    before = veiled(tables, pending.before, player)
    return Known(player, before, state.ply, shown_decision, tuple(witness.answered), seen, shown, tokens)


class _Witness(Run):
    """A run that records each answer as one player may know it; dice of sampled play are seen by their effects."""

    def __init__(self, tables: Tables, state: Working, answers: tuple[Decision, ...], player: int) -> None:
        super().__init__(tables, state, answers)
        self.player = player
        self.answered: list[dict[str, Any]] = []

    def ask(self, question: Question) -> Any:
        answer = super().ask(question)
        if question.player != CHANCE or self.state.chance == "explicit":
            self.answered.append(redacted_answer(self.tables, self.state, question, answer, self.player))
        return answer


# ── Candidate worlds ──────────────────────────────────────────────────────────────────────────────────────────────────


class _Stray(Exception):  # noqa: N818  (not an error)
    """A guess contradicts what the player saw."""


class _Hints(Struct, frozen=True):
    """The parts of a guess that are not random: tokens that swap places, the content of tokens, and dice by index."""

    swaps: Swaps = ()
    contents: tuple[tuple[int, Content], ...] = ()
    dice: tuple[tuple[int, int], ...] = ()


class _Guess(Run):
    """A run that answers its own choices: as the player saw them answered, otherwise at random."""

    def __init__(self, tables: Tables, before: GameState, known: Known, lot: Lot, hints: _Hints) -> None:
        super().__init__(tables, thaw(before))
        self.known = known
        self.lot = lot
        self.hints = hints
        self.script: list[Decision] = []
        self.sides: list[int] = []  # of each die rolled so far
        self._foreseen: list[int] = []
        self._given = 0

    def is_told(self, outcomes: int) -> bool:
        return outcomes <= MOST_OUTCOMES

    def foresee(self, slots: tuple[int, ...]) -> None:
        """Decide the order given by the next draws; it is the same for tokens that have only swapped places."""
        swaps = self.hints.swaps
        unswapped = sorted(renamed(slot, swaps[::-1]) for slot in slots)
        order = [renamed(slot, swaps) for slot in self.lot.order(unswapped)]
        current, numbers = list(slots), []
        for last in range(len(current) - 1, 0, -1):
            place = current.index(order[last])
            numbers.append(place)
            current[last], current[place] = current[place], current[last]
        self._foreseen = numbers[::-1]

    def ask(self, question: Question) -> Any:
        if question.player == CHANCE and self.state.chance == "sampled":
            answer = question.options[self._drawn(len(question.options))]
        else:
            answer = self._as_seen(question)
        value = to_json_value(self.tables, answer, question.type)
        self.script.append(Decision(chance=value) if question.player == CHANCE else Decision(choose=value))
        if question.player != CHANCE:
            self.state.ply += 1
        return answer

    def _drawn(self, outcomes: int) -> int:
        if self._foreseen:
            return self._foreseen.pop()
        by_lot = self.lot.below(outcomes)
        value = dict(self.hints.dice).get(len(self.sides), by_lot)
        self.sides.append(outcomes)
        return value % outcomes

    def _as_seen(self, question: Question) -> Any:
        known = self.known
        if self._given == len(known.answers):
            raise Suspended(question)
        wanted = known.answers[self._given]
        self._given += 1
        options = [
            option
            for option in question.options
            if redacted_answer(self.tables, self.state, question, option, known.player) == wanted
        ]
        if not options:
            raise _Stray
        return options[self.lot.below(len(options))]


class _World(Struct, frozen=True):
    """A candidate world: its state, its view, the number of differences the player would see, its dice."""

    state: GameState
    view: Working
    differences: int
    sides: tuple[int, ...]


class _Search:
    """Searches for a world in which the player sees what is known, from several random starts."""

    def __init__(self, tables: Tables, known: Known) -> None:
        self.tables = tables
        self.known = known
        self.guesses = 0

    def from_start(self, seed: int, start: int) -> GameState | None:
        """Return a world found by improving the one drawn by *seed* and *start*, or None."""
        hints = _Hints()
        best = self._tried(seed, start, hints)
        while best is not None and best.differences:
            better = next(self._better(seed, start, hints, best), None)
            if better is None:
                return None
            hints, best = better
        return None if best is None else best.state

    def _better(self, seed: int, start: int, hints: _Hints, best: _World) -> Iterator[tuple[_Hints, _World]]:
        for proposal in self._proposals(hints, best):
            world = self._tried(seed, start, proposal)
            if world is not None and world.differences < best.differences:
                yield proposal, world

    def _proposals(self, hints: _Hints, best: _World) -> Iterator[_Hints]:
        """Yield hints that might improve *best*: tokens seen elsewhere, then tokens seen as others, then dice."""
        astray = tuple(
            (there, wanted)
            for zone, slots in self.known.shown
            for there, wanted in zip(best.view.zones[zone], slots, strict=False)
            if there != wanted and self._can_change(there, wanted)
        )
        if astray:
            yield replace(hints, swaps=hints.swaps + astray)
            for pair in astray:
                yield replace(hints, swaps=(*hints.swaps, pair))
        mistaken = tuple(self._mistaken(best))
        if mistaken:
            yield replace(hints, contents=hints.contents + mistaken)
            for one in mistaken:
                yield replace(hints, contents=(*hints.contents, one))
        for number, sides in enumerate(best.sides):
            if sides <= _MOST_SIDES:
                for value in range(sides):
                    yield replace(hints, dice=(*hints.dice, (number, value)))

    def _mistaken(self, best: _World) -> Iterator[tuple[int, Content]]:
        """Yield slots that were hidden and whose token the player now sees to be different, with that content."""
        for slot, wanted in self.known.tokens:
            token = best.view.tokens[slot] if slot < len(best.view.tokens) else None
            if token is None or _content(token) == _content(wanted) or self._veiled_place(slot) in ("seen", "nowhere"):
                continue
            if self._veiled_place(slot) == "blank" or token.type == wanted.type:
                yield slot, _content(wanted)

    def _can_change(self, one: int, other: int) -> bool:
        """Return whether the two were indistinguishable for the player before the decision.

        Both were hidden, or neither existed yet; the slot of a blank is unknown too.
        """
        places = {self._veiled_place(one), self._veiled_place(other)}
        return "seen" not in places and (len(places) == 1 or places == {"blank", "nowhere"})

    def _veiled_place(self, slot: int) -> str:
        """Return where a slot was before the decision: seen, hidden (a fixed token or a blank) or nowhere."""
        veil = self.known.before
        token = veil.state.tokens[slot] if slot < len(veil.state.tokens) else None
        if token is None:
            return "nowhere"
        if sees_zone(self.tables, token.zone, self.known.player):
            return "seen"
        return "blank" if slot in veil.blanks else "fixed"

    def _tried(self, seed: int, start: int, hints: _Hints) -> _World | None:
        """Return the world of *hints*; None if it cannot reach the choice, or the limit of guesses is reached."""
        if self.guesses == _GUESSES:
            return None
        self.guesses += 1
        known, lot = self.known, Lot(seed, 1, start)
        before = drawn_world(self.tables, known.before, lot, hints.swaps, dict(hints.contents))
        guess = _Guess(self.tables, before, known, lot, hints)
        try:
            decision = self._decision(before, lot)
            is_asked = _comes_to_a_question(guess, decision)
            pending = Pending(before, decision, tuple(guess.script))
            state = msgspec.structs.replace(before, ply=known.ply, pending=pending)
            seen = observation(self.tables.game_def, state, known.player) if is_asked else None
        except (DocumentFault, PlayError, _Stray):
            return None
        if seen is None:
            return None
        return _World(state, guess.state, _differences(seen, known.seen), tuple(guess.sides))

    def _decision(self, before: GameState, lot: Lot) -> Decision | None:
        """Return a legal decision of *before* that looks to the player like the actual one."""
        known = self.known
        if known.decision is None:
            return None
        legality, look = legality_of(self.tables, before), thaw(before)
        alike = [
            decision
            for decision in legality.decisions
            if decision.action == known.decision["action"]
            and redacted_action(self.tables, look, decision, known.player) == known.decision
        ]
        if not alike:
            raise _Stray
        return alike[lot.below(len(alike))]


def _comes_to_a_question(guess: _Guess, decision: Decision | None) -> bool:
    try:
        run_from(guess, decision)
    except Suspended:
        return True
    return False


def _content(token: Token) -> Content:
    return token.type, token.owner, token.props


def _differences(one: Any, other: Any) -> int:
    """Return the number of differences between two observations."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = dict.fromkeys((*one, *other))
        return sum(_differences(one.get(key), other.get(key)) for key in keys)
    if isinstance(one, list) and isinstance(other, list):
        paired = sum(_differences(a, b) for a, b in zip(one, other, strict=False))
        return paired + abs(len(one) - len(other))
    return int(one != other)
