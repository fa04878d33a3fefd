"""State: the object with which users play a game.

Names and player numbers follow OpenSpiel where possible. A state changes only by `apply_action` and `undo_action`;
everything it returns is an immutable value.

Invariants:
    * a refused decision changes nothing;
    * `history` is every decision since the start or since it was loaded from JSON, and `undo_action` undoes one of
      them;
    * results are the same on every backend.

This module does not know how rules are computed (`backends`) or how a board is drawn (`picture`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, cast

from ludotome.diagnostics import nearest, some_names
from ludotome.gamedef import (
    ActionIds,
    Asked,
    Chance,
    Decision,
    GameState,
    PlayError,
    TerminalResult,
    checked,
    checked_seed,
    decision_from_data,
    decision_from_json,
    decision_of_id,
    id_of_decision,
    plain_message,
    shown_value,
    state_to_json,
    whole_number,
)
from ludotome.play.backends import CHANCE_PLAYER, Backend, BackendName
from ludotome.play.fault_words import CODE as FAULT
from ludotome.play.fault_words import fault_in_words
from ludotome.play.information import Sight, text_hash
from ludotome.play.limits import check_count, checked_many, limited
from ludotome.play.past import Past
from ludotome.play.positions import written_position
from ludotome.play.record import Record
from ludotome.play.reference import kernel
from ludotome.play.search import MEMORY, SearchResult, search
from ludotome.play.uct import World
from ludotome.play.viewing_arguments import checked_size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotome.native import SandboxedSearch, Search
    from ludotome.picture import Paint, Theme, View
    from ludotome.play.game import Game
    from ludotome.play.native_backend import NativeBackend
    from ludotome.play.sandboxed_backend import SandboxedBackend
    from ludotome.play.seat import Seat


class State:
    """One game in play; made by `Game.new_initial_state` and `Game.state_from_json`."""

    def __init__(self, game: Game, backend: Backend, position: Any, players: int, seed: int | None) -> None:
        self._game = game
        self._backend = backend
        self._position = position
        self._players = players
        self._seed = seed
        self._chance: Chance | None = None  # computed on first use
        self._past = Past()  # the position before each decision
        self._taken: list[Decision | int] = []  # each as it was given: as a `Decision` or an id
        self._told: dict[int, list[tuple[str, Sight]]] = {}  # by seat, what it observed at first and with each decision
        self._drawn_from: tuple[int, State] | None = None  # of a world: its seat and original

    # ── who and what ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def backend(self) -> str:
        """The kernel: reference, native or sandboxed."""
        return self._backend.name

    @property
    def game_state(self) -> GameState:
        """The state as plain data."""
        return self._backend.to_state(self._position)

    @property
    def position(self) -> Any:
        """The position of the backend: a new object after every decision."""
        return self._position

    @property
    def position_before(self) -> Any:
        """The backend's position before the last decision; None if none was made."""
        return self._before() if self._past else None

    @property
    def num_players(self) -> int:
        """The number of players."""
        return self._players

    def current_player(self) -> int:
        """Return who decides: a seat, −1 for chance, −4 when the game is over."""
        return self._backend.current_player(self._position)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._backend.is_over(self._position)

    def is_chance_node(self) -> bool:
        """Return whether this is a chance node; only with `chance="explicit"`."""
        return self.current_player() == CHANCE_PLAYER

    def chance_outcomes(self) -> tuple[tuple[Decision, float], ...]:
        """Return each outcome of chance with its probability; empty if a player decides."""
        outcomes = self.legal_actions() if self.is_chance_node() else ()
        return tuple((outcome, 1 / len(outcomes)) for outcome in outcomes)

    def outcome(self) -> TerminalResult | None:
        """Return how the game ended, None while it continues."""
        return self._backend.outcome(self._position)

    def returns(self) -> tuple[float, ...]:
        """Return each player's result: 1, 0, −1 for won, drawn, lost, or the score; zeros while the game continues."""
        outcome = self.outcome()
        return (0.0,) * self.num_players if outcome is None else outcome.returns

    # ── decisions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def legal_actions(
        self, *, time_limit: float | None = None, max_decisions: int | None = None
    ) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order.

        After *time_limit* seconds, raise `ToolError` with code `time-limit`; for more than *max_decisions* (default:
        1,000,000), raise `PlayError`.
        """
        if time_limit is None and max_decisions is None:
            return self._backend.decisions(self._position)
        with limited(time_limit, "listing the legal decisions"):
            found = self._backend.decisions(self._position)
        check_count(len(found), checked_many(max_decisions))
        return found

    def legal_action_strings(self) -> tuple[str, ...]:
        """Return the notation of `legal_actions`, in the same order; of several forms the first that is unique."""
        return self._backend.notations(self._position)

    def places_written(self, text: str) -> tuple[int, ...]:
        """Return the indices of the `legal_actions` that *text* can mean: none, one, or several if it is ambiguous.

        Any form is accepted, with or without remarks. Zones may also be named by id.
        """
        return self._backend.places_written(self._position, text)

    def apply_action(self, decision: Decision | Mapping[str, Any] | str, *, time_limit: float | None = None) -> None:
        """Apply a decision, given as `Decision`, JSON or notation; raise `PlayError` if it is not legal.

        After *time_limit* seconds, raise `ToolError` with code `time-limit`, without a change.
        """
        position = self._position
        if time_limit is None:
            after = self._backend.follow(position, decision)  # type: ignore[arg-type]
            if after is None:
                decision, after = self._decide(decision)
        else:
            with limited(time_limit, "a decision"):
                decision, after = self._decide(decision)
        self._past.append(position)
        self._taken.append(decision)  # type: ignore[arg-type]
        self._position = after

    def _decide(self, given: Decision | Mapping[str, Any] | str) -> tuple[Decision, Any]:
        """Return the intended decision and the position after it."""
        decision = self._backend.canonical(self._position, self._read(given))
        try:
            return decision, self._backend.apply(self._position, decision)
        except PlayError as error:
            if error.code != FAULT:
                raise
            played = {} if self._seed is None else {"record": self.record()}
            raise fault_in_words(self._game, error, history=self.history(), **played) from None

    def why_illegal(self, decision: Decision | Mapping[str, Any]) -> kernel.Refusal | None:
        """Return the rule that makes a decision illegal, with the values it read; None if the decision is legal."""
        return kernel.why_illegal(self._game.game_def, self.game_state, self._read(decision))

    def why(self, decision: Decision | Mapping[str, Any] | str) -> str | None:
        """Return why *decision* is illegal, in the game's terms; None if it is legal.

        The reason can reveal hidden information. For players, use `state.seat(player).why(decision)`.
        """
        try:
            refusal = self.why_illegal(decision)  # type: ignore[arg-type]
        except PlayError as error:
            return str(error)
        return None if refusal is None else plain_message(refusal.message)

    def seat(self, player: int) -> Seat:
        """Return the handle of one player: it reveals only what that player may know, and follows this state."""
        from ludotome.play.seat import Seat  # which knows states

        whole_number("player", player, 0, self._players - 1, f"write a seat from 0 to {self._players - 1}")
        return Seat(self, player)

    def decision_shown_as(self, player: int, shown: Decision) -> Decision:
        """Return the decision that `seat(player).legal_actions()` shows as *shown*, with tokens by id."""
        from ludotome.play.seat import decision_shown_as  # which knows states

        return decision_shown_as(self.seat(player), shown)

    def apply_place(self, player: int, place: int) -> Decision:
        """Apply the decision at index *place* of `seat(player).legal_actions()`; return it with tokens by id."""
        from ludotome.play.seat import apply_place  # which knows states

        return apply_place(self.seat(player), place)

    def steps(self) -> Iterator[tuple[GameState, Decision]]:
        """Yield each decision so far with the state before it, oldest first."""
        for position, decision in zip(self._past.walk(self._again), self.history(), strict=True):
            yield self._backend.to_state(position), decision

    def undo_action(self) -> Decision:
        """Undo the last decision and return it."""
        if not self._past:
            raise PlayError("nothing-to-undo", "no decision has been made since this state began")
        self._position = self._past.pop(self._again)
        for told in self._told.values():
            del told[1 + len(self._past) :]
        return self._as_decision(self._taken.pop())

    def history(self) -> tuple[Decision, ...]:
        """Return the decisions made so far, oldest first."""
        return tuple(map(self._as_decision, self._taken))

    def _again(self, position: Any, number: int) -> Any:
        """Return the position after decision *number* of the history, applied to *position*."""
        return self._backend.apply(position, self._as_decision(self._taken[number]))

    def _as_decision(self, taken: Decision | int) -> Decision:
        return self.decision_of(taken) if isinstance(taken, int) else taken

    def _read(self, decision: Decision | Mapping[str, Any] | str) -> Decision:
        if isinstance(decision, Decision):
            return decision
        if isinstance(decision, Mapping):
            return decision_from_data(dict(decision))
        if not isinstance(decision, str):
            raise PlayError(
                "malformed-decision", f"{shown_value(decision)} is not a decision; write one, its JSON or its notation"
            )
        text = decision.strip()
        if not text.startswith("{"):
            return self._by_notation(text)
        try:
            return decision_from_json(text)
        except PlayError:  # a notation may begin like JSON; otherwise report the error in the JSON
            forms = self._backend.forms(self._position)
            if any(form.startswith("{") for written in forms for form in written):
                return self._by_notation(text)
            raise

    def _by_notation(self, text: str) -> Decision:
        ended = self.outcome()
        if ended is not None:
            raise PlayError("game-over", f"the game is over ({ended.type}); nothing can be decided", decision=text)
        decisions = self.legal_actions()
        places = self.places_written(text)
        found = tuple(decisions[place] for place in places)
        if len(found) == 1:
            return found[0]
        written = self.legal_action_strings()
        if found:
            names = {written[place] for place in places}
            instead = " or ".join(sorted(names)) if len(names) == len(found) else "the intended one as JSON"
            message = f"`{text}` can mean {len(found)} different decisions; write {instead}"
            raise PlayError("ambiguous-notation", message, candidates=found)
        near = nearest(text, written)
        some = f"; legal now: {some_names(written)}"  # the first few show what a move looks like
        hint = f"; did you mean `{near[0]}`?" if near else some
        raise PlayError("illegal-decision", f"`{text}` is not legal now{hint}", alternatives=tuple(near))

    # ── ids, masks and tensors ─────────────────────────────────────────────────────────────────────────────────────

    def legal_action_ids(self) -> tuple[int, ...]:
        """Return the ids of the legal decisions, in the order of `legal_actions`; they depend only on the rules.

        Raise `PlayError` if the game has too many decisions to number. Outcomes of explicit chance have ids from
        `num_distinct_actions` on.
        """
        return self._backend.ids(self._position)

    @property
    def num_distinct_actions(self) -> int:
        """The number of ids for the decisions of players."""
        return self._game.action_ids(self._players).count

    def action_mask(self) -> NDArray[np.bool_]:
        """Return the mask of legal ids, a new array [num_distinct_actions]; all False at a chance node or the end."""
        mask = self._game.blank_arrays(self._players).mask.copy()
        self._backend.mask(self._position, mask)
        return mask

    def id_of(self, decision: Decision | Mapping[str, Any] | str) -> int:
        """Return the id of a decision, given as `Decision`, JSON or notation; it need not be legal."""
        read = self._read(decision)
        asked = kernel.asked_type(self._game.game_def, self.game_state) if read.kind == "choose" else None
        found = id_of_decision(self._game.symbols, self._own_ids, read, None if asked is None else asked.kind)
        if found is None:
            instead = "take one of `legal_actions()`" + (" of a state that asks for it" if asked is None else "")
            raise PlayError("malformed-decision", f"{shown_value(read)} is not a decision of this game here; {instead}")
        return found

    def decision_of(self, action_id: int) -> Decision:
        """Return the decision with an id, legal or not."""
        ids = self._own_ids
        number = whole_number("id", action_id, 0, ids.count - 1, f"write one from 0 to {ids.count - 1}")
        return decision_of_id(self._game.symbols, ids, number)

    def apply_action_id(self, action_id: int) -> None:
        """Apply the decision with an id; raise `PlayError`, without a change, if it is not legal."""
        position = self._position
        after = self._backend.follow_id(position, action_id) if type(action_id) is int else None
        if after is None:
            return self.apply_action(self.decision_of(action_id))
        self._past.append(position)
        self._taken.append(action_id)
        self._position = after
        return None

    @property
    def _own_ids(self) -> ActionIds:
        if self._chance is None:
            self._chance = self.game_state.chance  # which never changes
        return self._game.action_ids(self._players, self._chance)

    def observation_tensor(self, player: int) -> NDArray[np.integer[Any]]:
        """Return what one seat may see as a new row of numbers, [game.observation_tensor_shape].

        `game.observation_tensor_names` names each number. Seats are counted from *player* on, so that one network can
        play every seat; hidden values are 0.
        """
        if type(player) is not int or not 0 <= player < self._players:
            raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {self._players - 1}")
        out = self._game.blank_arrays(self._players).tensor.copy()
        self._backend.tensor(self._position, player, out)
        return out

    def observation_and_mask(self, player: int) -> tuple[NDArray[np.integer[Any]], NDArray[np.int8]]:
        """Return the `observation_tensor` of a seat, and the `action_mask` as 0 and 1.

        The mask is all 0 if it is not the seat's turn. Environments need both at every step.
        """
        if type(player) is not int or not 0 <= player < self._players:
            raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {self._players - 1}")
        return self._backend.seen(self._position, player)

    # ── information ────────────────────────────────────────────────────────────────────────────────────────────────

    def information_state_string(self, player: int) -> str:
        """Return everything one seat has observed since the state was created, as text.

        States that the seat cannot distinguish have equal texts: its first observation, and then each decision as it
        knows it with the changes that it saw. Tokens are described by what the seat sees of them, never by number.
        """
        if type(player) is not int or not 0 <= player < self._players:
            raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {self._players - 1}")
        told = self._told.setdefault(player, [])
        informant, backend, taken = self._game.informant, self._backend, self._taken
        if not told:
            sight = informant.look(backend.to_state(self._past.at(0, self._again) if taken else self._position), player)
            told.append((informant.first(sight, player), sight))
        came_by = chain(self._past.walk(self._again, len(told) - 1), (self._position,))
        for ply, (before, after) in enumerate(pairwise(came_by), len(told) - 1):
            sight, decision = informant.look(backend.to_state(after), player), self._as_decision(taken[ply])
            made_in = partial(backend.to_state, before)
            told.append((informant.step(made_in, told[-1][1], decision, sight, player), sight))
        return "\n".join(text for text, _ in told if text)

    def information_state_hash(self, player: int) -> int:
        """Return a 64-bit hash of `information_state_string(player)`, the same in every process."""
        return text_hash(self.information_state_string(player))

    # ── copies and texts ───────────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> State:
        """Return an independent copy with the same history."""
        twin = State(self._game, self._backend, self._position, self._players, self._seed)
        twin._past, twin._taken = self._past.copy(), self._taken.copy()
        twin._told = {seat: told.copy() for seat, told in self._told.items()}
        twin._drawn_from = self._drawn_from
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process, a state uses the same kernel if that is available there."""
        backend = "auto" if self.backend == "native" else self.backend
        states = tuple(self._backend.to_state(position) for position in self._positions())
        return _state_again, (self._game, backend, states, self.history(), self._players, self._seed)

    def position_hash(self) -> int:
        """Return a 64-bit hash of the position as players compare positions."""
        return self._backend.hashes(self._position)[0]

    def state_hash(self) -> int:
        """Return a 64-bit hash of the whole state."""
        return self._backend.hashes(self._position)[1]

    def to_json(self) -> str:
        """Return the state as JSON text, without its history."""
        return state_to_json(self._game.symbols, self.game_state)

    def observation(self, player: int) -> dict[str, Any]:
        """Return what one seat may see, as plain data; hidden information is absent.

        Tokens are named by slot, which follows them through hidden zones. For players, use `state.seat(player)`.
        """
        if type(player) is not int or not 0 <= player < self._players:
            raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {self._players - 1}")
        return self.observed(player)

    def observed(self, player: int, names: Mapping[int, str] | None = None) -> dict[str, Any]:
        """Return the observation of an existing player; a token's `id` is its slot, or its name in *names*."""
        sight = checked(self._game.game_def).sight(self._players)
        return sight.observation(self.shown_state, self.game_state.ply, player, self.asked, names)

    @property
    def shown_state(self) -> GameState:
        """The state to show: this one, or, while a choice is pending, the state at that choice."""
        return self._backend.shown(self._position)

    @property
    def asked(self) -> Asked | None:
        """The pending choice in the middle of a decision, or None."""
        return self._backend.asked(self._position)

    def resample(self, player: int, seed: int) -> State:
        """Return a state with the same observation for *player*, with all hidden information drawn by *seed*.

        Such a world shows *player* the same last decision and the same dice; undo cannot go back before it. If there
        was chance since the pending decision, the world uses the reference kernel, in which dice can be set. Raise
        `PlayError` with code `no-world` if no such state was found.
        """
        seed = checked_seed(seed)
        found = None
        if self.backend != "reference":
            found = cast("NativeBackend | SandboxedBackend", self._backend).resample(self._position, player, seed)
        if found is not None:
            world = State(self._game, self._backend, found, self._players, None)
            world._drawn_from = player, self.clone()
            return world
        drawn = kernel.resample(self._game.game_def, self.game_state, player, seed)
        answers = () if drawn.pending is None else drawn.pending.answers
        if drawn.chance == "sampled" and any(answer.kind == "chance" for answer in answers):
            world = self._game.state_of(drawn, "reference")
        else:
            world = State(self._game, self._backend, self._backend.from_state(drawn), self._players, None)
        world._drawn_from = player, self.clone()
        return world

    def seen_as(self, seat: int | None) -> State:
        """Return the state whose last decision and dice *seat* saw: this one, or the original of a world."""
        if self._drawn_from is None or self._past or self._drawn_from[0] != seat:
            return self
        return self._drawn_from[1].seen_as(seat)

    # ── pictures ───────────────────────────────────────────────────────────────────────────────────────────────────

    def view(self, seat: int | None = None) -> View:
        """Return what *seat* (None: a spectator) may see, as plain data to draw and to click on.

        It contains the legal decisions, as a tree with their notation, only for the seat to move.
        """
        return self._game.lens(seat, self._players).view(self)

    def text(
        self,
        seat: int | None = None,
        *,
        paint: Paint | None = None,
        width: int | None = None,
        around: Iterable[str] = (),
        compact: bool = False,
    ) -> str:
        """Return the state as *seat* (None: a spectator) sees it, as lines of text.

        *paint* colours text for a seat. Lines are at most *width* columns wide; of a wider board, the part *around* the
        named zones is drawn. A *compact* drawing has as few lines as possible.
        """
        from ludotome.picture import draw_text

        seen = self._game.lens(seat, self._players).glance(self)
        return draw_text(self._game.scene(), seen, paint=paint, width=width, around=around, compact=compact)

    def position_text(self, *, fields: bool = False) -> str:
        """Return the board as one line of letters, like the first field of FEN.

        With *fields*, the seat to move follows, and the variables that the document lists under `look: { fen: … }`.
        Upper case is the first seat, lower case the second. Raise `PlayError` if the position has no such text: tokens
        outside the board, several on one cell, properties, more than two seats, or a board without rows.
        """
        return written_position(self._game, self.game_state, fields=fields)

    def svg(
        self, seat: int | None = None, *, last: bool = True, size: float | None = None, theme: Theme = "auto"
    ) -> str:
        """Return the state as *seat* (None: a spectator) sees it, as an SVG picture *size* pixels wide.

        With *last*, the zones that the last decision changed are tinted. *theme* is `light`, `dark`, or `auto`: the
        preference of the reader.
        """
        return self._game.svg_drawing(theme).draw(self.view(seat), last=last, size=checked_size(size))

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks."""
        return self.svg()

    def _positions(self) -> Iterator[Any]:
        """Yield every position of the backend in this game, oldest first, the current one last."""
        yield from self._past.walk(self._again)
        yield self._position

    def _before(self) -> Any:
        """Return the position before the last decision; there must be one."""
        return self._past.last(self._again)

    def last_made(self) -> tuple[GameState, Decision] | None:
        """Return the last decision and the state before it; None if none was made."""
        return (self._backend.to_state(self._before()), self._as_decision(self._taken[-1])) if self._past else None

    def shown_before(self) -> GameState:
        """Return the state to show before the last decision; there must be one."""
        return self._backend.shown(self._before())

    def last_player(self) -> int:
        """Return the player who made the last decision; there must be one."""
        return self._backend.current_player(self._before())

    def told(self, seat: int | None, since: int = 0) -> tuple[str, ...]:
        """Return the decisions after the first *since* as *seat* (None: a spectator) may know them, as text.

        −1 means only the last decision.
        """
        since = range(len(self._taken))[since:].start
        lens = self._game.lens(seat, self._players)
        made = zip(self._past.walk(self._again, since), self._taken[since:], strict=True)
        return tuple(lens.told(self._backend, position, self._as_decision(taken)) for position, taken in made)

    def dice_rolled(self) -> tuple[tuple[int, int], ...]:
        """Return the sides and value of each die rolled since the last decision, or before the first one."""
        made = self.last_made()
        if made is not None:
            return kernel.dice_rolled(self._game.game_def, *made)
        if self._seed is None:
            return ()  # a state that was loaded has no history
        chance = self.game_state.chance
        return kernel.dice_rolled_at_start(self._game.game_def, self._seed, self._players, chance)

    def scores(self) -> tuple[int, ...] | None:
        """Return the current `scoring` of each player, higher is better; None if the game has no scoring."""
        if self._game.game_def.scoring is None:
            return None
        return kernel.current_scores(self._game.game_def, self.game_state)

    def random_playout(self, seed: int) -> tuple[float, ...]:
        """Return the result of each player after random play from here; the state does not change."""
        return self._backend.playout(self._position, checked_seed(seed))

    def search(
        self,
        simulations: int | None = None,
        milliseconds: float | None = None,
        seed: int = 1,
        threads: int = 1,
        *,
        memory: int = MEMORY,
    ) -> SearchResult:
        """Return the best decision found for the player to move, by Monte Carlo tree search (UCT).

        The search ends after *simulations* simulations (1,000 if neither budget is given), after *milliseconds*, or
        when the result is proven. It uses only what the player to move may see. The same state, simulations, seed and
        number of threads give the same result; with *milliseconds* they need not. Each of the *threads* builds a tree,
        and their results are added. When *memory* bytes are used, the trees stop growing.
        """
        return search(self, simulations, milliseconds, seed, threads, memory)

    def world(self, seed: int) -> World | None:
        """Return a position that the player to move cannot distinguish from this one, drawn by *seed*, or None.

        Without hidden information and chance it is this one.
        """
        if not self._game.is_uncertain:
            return self._backend, self._position
        try:
            drawn = self.resample(self.current_player(), seed)
        except PlayError as error:
            if error.code != "no-world":
                raise
            return None
        return drawn._backend, drawn._position

    def backend_search(self, seed: int, memory: int) -> Search | SandboxedSearch | None:
        """Return a compiled search tree from here, None if there is none; only for `search`."""
        if self.backend == "reference":
            return None
        seat = self.current_player() if self._game.is_uncertain else None
        return cast("NativeBackend | SandboxedBackend", self._backend).search(self._position, seed, memory, seat)

    @property
    def parts(self) -> tuple[Backend, Any]:
        """The backend and its position; only for `search`."""
        return self._backend, self._position

    def record(self) -> Record:
        """Return the record: the seed, the decisions and the hashes so far, to save and to replay."""
        return Record.of(self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        ended = self.outcome()
        who = "chance" if self.is_chance_node() else f"player {self.current_player()}"
        now = f"{who} decides" if ended is None else f"over ({ended.type})"
        return f"<State of {self._game.name}, ply {self.game_state.ply}, {now}, {self.backend}>"


def _state_again(
    game: Game,
    backend: BackendName,
    states: tuple[GameState, ...],
    taken: tuple[Decision, ...],
    players: int,
    seed: int | None,
) -> State:
    """Return the state that passed through *states* by the decisions *taken*."""
    made = game._backend(backend, players, states[-1].chance)
    *past, position = map(made.from_state, states)
    again = State(game, made, position, players, seed)
    again._past, again._taken = Past(past), list(taken)
    return again
