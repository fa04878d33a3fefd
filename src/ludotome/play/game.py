"""Game: one definition, ready to be played, counted and simulated.

This module does not know where a definition comes from (`loading`) or how rules are computed (`backends`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import msgspec

from ludotome.gamedef import (
    ActionIds,
    Chance,
    Decision,
    Effects,
    GameDef,
    GameState,
    PlayError,
    Setting,
    Symbols,
    TensorLayout,
    TensorPart,
    bad_argument,
    callable_or_none,
    checked,
    checked_seed,
    facts,
    ids_of_game,
    is_uncertain,
    of_kind,
    rules_hash,
    state_from_json,
    walk,
    whole_number,
)
from ludotome.play.backends import Backend, BackendName, ReferenceBackend
from ludotome.play.blank_arrays import BlankArrays
from ludotome.play.fault_words import CODE as FAULT
from ludotome.play.fault_words import fault_in_words
from ludotome.play.information import Informant
from ludotome.play.limits import checked_many, limited
from ludotome.play.perft import Per, perft
from ludotome.play.positions import position_effects
from ludotome.play.reference import kernel
from ludotome.play.state import State
from ludotome.play.viewing_arguments import checked_seat
from ludotome.toolchain import ToolError, warn_caller

if TYPE_CHECKING:
    from ludotome.native import Chooser, Contest, NativeGame
    from ludotome.picture import Scene, SvgDrawing, Theme
    from ludotome.play.document_line import DocumentLine, DocumentLines
    from ludotome.play.native_backend import NativeBackend
    from ludotome.play.playout_results import Playouts
    from ludotome.play.sandboxed_backend import SandboxedBackend
    from ludotome.play.vector import VectorGames
    from ludotome.play.viewing import Lens
    from ludotome.play.web_module import WebModule


class Game:
    """A game ready to be played; made by `load`, `load_text` and `from_game_def`."""

    def __init__(
        self, game_def: GameDef, document: str | None = None, texts: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.game_def = game_def
        self.document = document
        self.texts = dict(texts)  # the files that the document has read, by name: its bases and mission files
        self._reference = ReferenceBackend(game_def)
        self._backends: dict[tuple[int, Chance], Backend] = {}
        self._sandboxes: dict[tuple[int, Chance], SandboxedBackend] = {}
        self._not_native: dict[tuple[int, Chance], ToolError] = {}
        self._warned: set[tuple[int, Chance]] = set()
        self._lenses: dict[int | None, Lens] = {}
        self._svg_drawings: dict[str, SvgDrawing] = {}
        self._side_by_side: dict[int, NativeGame | ToolError] = {}
        self._ids: dict[tuple[int, Chance], ActionIds] = {}
        self._tensors: dict[int, TensorLayout] = {}
        self._blank_arrays: dict[int, BlankArrays] = {}

    def __repr__(self) -> str:
        changed = [one for one in self.game_def.parameters if one.value != one.default]
        settings = "".join(f", {one.name}={one.value}" for one in changed)
        return f"<Game {self.name}{settings}, rules {self.rules_hash}>"

    def __reduce__(self) -> tuple[type[Game], tuple[GameDef, str | None, dict[str, str]]]:
        """A copy, or a game sent to another process, has the same rules; its machine code is loaded from the cache."""
        return Game, (self.game_def, self.document, self.texts)

    @property
    def name(self) -> str:
        """The id in the document."""
        return self.game_def.metadata.id

    @property
    def parameters(self) -> dict[str, Setting]:
        """The value of each parameter of the game by name, in the order of its document."""
        return {parameter.name: parameter.value for parameter in self.game_def.parameters}

    @property
    def num_players(self) -> int:
        """The default number of players: the minimum."""
        return self.game_def.metadata.players.min

    @cached_property
    def rules_hash(self) -> str:
        """The hash of the rules, 16 hexadecimal digits."""
        return rules_hash(self.game_def)

    @cached_property
    def symbols(self) -> Symbols:
        """The symbol tables of the definition."""
        return checked(self.game_def).symbols

    def find_line(self, path: str) -> DocumentLine | None:
        """Return the line of the document for the part at *path* of the definition; None without a document."""
        return None if self._lines is None else self._lines.find(path)

    def entries_written(self, path: str) -> int:
        """Return the number of entries in the document for the list at *path*; macros may make more."""
        return 0 if self._lines is None else self._lines.entries(path)

    @cached_property
    def _lines(self) -> DocumentLines | None:
        from ludotome.play.document_line import DocumentLines  # the document is parsed again only on use

        return None if self.document is None else DocumentLines(self.document, self.texts)

    # ── states ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def is_uncertain(self) -> bool:
        """Whether the game has hidden information or chance."""
        return is_uncertain(self.game_def)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether a seat may see something that another may not: its own zones, or options that nobody else sees."""
        looks = {zone.visibility for zone in self.game_def.zones}
        asks = any(map(facts.asks_player, walk(self.game_def)))
        return "owner" in looks or ("hidden" in looks and asks)

    def new_initial_state(
        self,
        seed: int = 1,
        players: int | None = None,
        backend: BackendName = "auto",
        chance: Chance = "sampled",
        *,
        time_limit: float | None = None,
    ) -> State:
        """Return the state at the first decision.

        *players* defaults to the minimum. *backend* is `reference`, `native`, `auto` (native if possible) or
        `sandboxed` (WebAssembly with limits on memory and time). With `chance="explicit"` each die and each token drawn
        from a shuffled zone is a decision of player −1. After *time_limit* seconds, compiling included, raise
        `ToolError` with code `time-limit`.
        """
        seed = checked_seed(seed)
        seats = self.seats_for(players)
        with limited(time_limit, f"the start of `{self.name}`"):
            made = self._backend(backend, seats, chance)
            try:
                first = made.initial(seed, seats, chance)
            except PlayError as error:
                raise fault_in_words(self, error) if error.code == FAULT else error from None
        return State(self, made, first, seats, seed)

    def state_from_json(self, text: str | bytes, backend: BackendName = "auto") -> State:
        """Return the state in the JSON *text*; raise `PlayError` if it cannot be a state of this game."""
        state = state_from_json(self.symbols, text)
        kernel.check_state(self.game_def, state)
        return self.state_of(state, backend)

    def at_position(self, text: str) -> Game:
        """Return the game with the position *text* as its setup: rows of letters, or the first field of FEN.

        A seat after it, by name or first letter, has the turn: `8/8/8/3P4/8/8/8/8 Black`. The rest of the setup is not
        run. Raise `PlayError` if the text is invalid.
        """
        return self.with_setup(position_effects(self, text))

    def state_from_position(
        self, text: str, seed: int = 1, players: int | None = None, backend: BackendName = "auto"
    ) -> State:
        """Return the initial state with the position *text*; see `at_position`."""
        placed = self.at_position(text)
        first = placed.new_initial_state(seed, players, "reference")
        same_names = placed.symbols.names == self.symbols.names
        return (self if same_names else placed).state_of(first.game_state, backend)

    def state_of(self, state: GameState, backend: BackendName = "auto") -> State:
        """Return a `State` for *state*, which must belong to this game."""
        of_kind("state", state, GameState, "write a `GameState`, as `state.game_state` is one")
        made = self._backend(backend, self.seats_for(state.players), state.chance)
        return State(self, made, made.from_state(state), state.players, None)

    def _backend(self, name: BackendName, seats: int, chance: Chance) -> Backend:
        if name not in ("auto", "reference", "native", "sandboxed"):
            raise bad_argument("backend", name, "write auto, reference, native or sandboxed")
        if chance not in ("sampled", "explicit"):
            raise bad_argument("chance", chance, "write sampled or explicit")
        if name == "sandboxed":
            return self._sandboxed(seats, chance)
        if name != "reference":
            made = self._native(name, seats, chance)
            if made is not None:
                return made
        return self._reference

    def seats_for(self, players: int | None) -> int:
        """Return the number of players for the argument *players*, None for the minimum.

        Raise `PlayError` for a number that this game does not allow, on any kernel.
        """
        seats = self.game_def.metadata.players
        given = seats.min if players is None else players
        return whole_number("players", given, seats.min, seats.max, f"{self.name} is for {seats.in_words}")

    # ── pictures ───────────────────────────────────────────────────────────────────────────────────────────────────

    def scene(self) -> Scene:
        """Return everything about pictures of this game that never changes: positions, shapes, names and colours."""
        return self._scene

    @cached_property
    def _scene(self) -> Scene:
        from ludotome.picture import make_scene

        return make_scene(self.game_def, self.rules_hash)

    def lens(self, seat: int | None, players: int) -> Lens:
        """Return the object that makes views of *seat* (None: a spectator) from states with that many players."""
        from ludotome.play.viewing import Lens

        seat = checked_seat(seat, players)
        if seat not in self._lenses:
            self._lenses[seat] = Lens(self, seat)
        return self._lenses[seat]

    def svg_drawing(self, theme: Theme = "auto") -> SvgDrawing:
        """Return the object that draws views of this game as SVG in a theme: auto, light or dark."""
        from ludotome.picture import SvgDrawing

        if theme not in ("auto", "light", "dark"):
            raise bad_argument("theme", theme, "write auto, light or dark")
        if theme not in self._svg_drawings:
            self._svg_drawings[theme] = SvgDrawing(self.scene(), theme)
        return self._svg_drawings[theme]

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks: the initial position with the minimum number of players."""
        return self.new_initial_state(backend="reference").svg()

    # ── backends ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _native(self, name: BackendName, seats: int, chance: Chance) -> Backend | None:
        """Return the native backend, None if `auto` has to use the reference kernel."""
        wanted = seats, chance
        if wanted not in self._backends and wanted not in self._not_native:
            self._compile(*wanted)
        found = self._backends.get(wanted)
        if found is None and name == "native":
            raise self._not_native[wanted]
        if found is None:
            self._warn_once(wanted)
        return found

    def prepare_sandbox(
        self, players: int | None = None, chance: Chance = "sampled", *, seconds: float, memory: int
    ) -> int:
        """Compile the game for `backend="sandboxed"`, limited to *seconds* seconds per call and *memory* bytes.

        Return how many bytes a position has at the start of a game. The limits have no effect if such states were made
        before.
        """
        return self._sandboxed(self.seats_for(players), chance, seconds=seconds, memory=memory).position_bytes

    def _sandboxed(self, seats: int, chance: Chance, **limits: Any) -> SandboxedBackend:
        """Return the backend that runs the game as WebAssembly, with limits."""
        from ludotome.native import sandbox_game
        from ludotome.play.sandboxed_backend import SandboxedBackend

        wanted = seats, chance
        if wanted not in self._sandboxes:
            self._sandboxes[wanted] = SandboxedBackend(sandbox_game(self.game_def, *wanted, **limits))
        return self._sandboxes[wanted]

    def _compile(self, players: int, chance: Chance) -> None:
        """Compile the game for this number of players and mode of chance, or record why that is not possible."""
        from ludotome.native import compile_game  # imported only when machine code is needed

        try:
            native = compile_game(self.game_def, players, chance=chance)
        except ToolError as problem:
            self._not_native[players, chance] = problem
            return
        from ludotome.play.native_backend import NativeBackend  # loads NumPy, which was imported while the compiler ran

        self._backends[players, chance] = NativeBackend(native)

    def _warn_once(self, wanted: tuple[int, Chance]) -> None:
        """Warn in one line that the game is played without machine code, and why."""
        if wanted in self._warned:
            return
        self._warned.add(wanted)
        # The first line says what is wrong; the output of the compiler may follow.
        reason = str(self._not_native[wanted]).partition("\n")[0]
        warn_caller(f"played on the reference kernel: {reason}")

    # ── WebAssembly ────────────────────────────────────────────────────────────────────────────────────────────────

    def web_module(self, players: int | None = None) -> WebModule:
        """Return the game for *players* (default: the minimum) as WebAssembly, with the data for `web/engine.js`.

        Raise `ToolError` with code `no-compiler` if the `ziglang` package is missing, and with `not-compiled` if the
        game cannot be compiled.
        """
        from ludotome.play.web_module import web_module  # the compiler is needed only for export

        return web_module(self, players)

    # ── many games at once ─────────────────────────────────────────────────────────────────────────────────────────

    @overload
    def perft(
        self,
        depth: int,
        state: State | None = None,
        backend: BackendName = "auto",
        *,
        per: Per = "decision",
        divide: Literal[False] = False,
        time_limit: float | None = None,
        max_decisions: int | None = None,
    ) -> int: ...
    @overload
    def perft(
        self,
        depth: int,
        state: State | None = None,
        backend: BackendName = "auto",
        *,
        per: Per = "decision",
        divide: Literal[True],
        time_limit: float | None = None,
        max_decisions: int | None = None,
    ) -> tuple[tuple[Decision, int], ...]: ...
    def perft(
        self,
        depth: int,
        state: State | None = None,
        backend: BackendName = "auto",
        *,
        per: Per = "decision",
        divide: bool = False,
        time_limit: float | None = None,
        max_decisions: int | None = None,
    ) -> int | tuple[tuple[Decision, int], ...]:
        """Return the number of sequences of exactly *depth* decisions (or whole turns).

        With *divide*, return each first decision with the number of sequences that start with it, in definition order.
        They are counted from *state*, on its own backend, or else from the initial state for the minimum number of
        players. After *time_limit* seconds, raise `ToolError` with code `time-limit`; for a position with more than
        *max_decisions* legal decisions (default: 1,000,000), raise `PlayError`.
        """
        if state is not None and not isinstance(state, State):
            raise bad_argument("state", state, f"write one of `{self.name}`, or leave it out")
        if state is not None and state.game.rules_hash != self.rules_hash:
            raise PlayError(
                "other-rules", f"the state is one of `{state.game.name}`, with other rules than `{self.name}`"
            )
        with limited(time_limit, f"counting `{self.name}`"):
            start = self.new_initial_state(backend=backend) if state is None else state
            return perft(start, depth, per=per, divide=divide, max_decisions=checked_many(max_decisions))

    def playouts(
        self,
        n: int,
        seed: int = 1,
        threads: int | None = None,
        max_plies: int | None = None,
        backend: BackendName = "auto",
        *,
        first: int = 0,
        players: int | None = None,
        stats: bool = False,
        progress: Callable[[int], None] | None = None,
        time_limit: float | None = None,
        max_decisions: int | None = None,
    ) -> Playouts:
        """Return the results of *n* random games, as arrays; the same for any number of threads and either backend.

        They are games first … first + n - 1 of the series of *seed*, so that results joined from parts equal the whole.
        With *stats*, also return statistics per game, which takes longer because every decision is listed. *progress*
        is called from time to time with the number of games played. After an interrupt, or *time_limit* seconds, the
        finished games are returned, and `interrupted` is True. A position with more than *max_decisions* legal
        decisions (default: 1,000,000) ends its game as a document fault; this is not checked for compiled games that
        can never have more than 8,192.
        """
        from ludotome.play.playouts import check_playouts, random_playouts

        n, threads, max_plies = check_playouts(n, threads, max_plies)
        callable_or_none("progress", progress, "write a function of the number of games played")
        first = whole_number("first", first, 0, 2**62, "write the number of the first game, from 0")
        seed, seats = checked_seed(seed), self.seats_for(players)
        made = self._backend(backend, seats, "sampled")
        how: dict[str, Any] = {"first": first, "stats": stats, "progress": progress}
        how["max_decisions"] = checked_many(max_decisions)
        with limited(time_limit, f"playing `{self.name}`"):
            if made.name == "sandboxed":
                raise ToolError("not-sandboxed", "playouts are not offered in the sandbox; play states one by one")
            if made.name == "native":
                return cast("NativeBackend", made).playouts(n, seed, threads, max_plies, **how)
            return random_playouts(self.game_def, n, seed, seats, max_plies, **how)

    def contest(
        self,
        choosers: Sequence[Chooser],
        n: int,
        *,
        players: int | None = None,
        backend: BackendName = "auto",
        **how: Any,
    ) -> Contest | None:
        """Return *n* games between agents, one per seat, without Python in the loop; None if that is not possible.

        It is possible if the game is compiled, unless it has chance or hidden information together with choices in the
        middle of a decision. Call `simulate.play_agents` instead: it plays all agents and games. *how* is passed to
        `native.play_contest`.
        """
        made = self._backend(backend, self.seats_for(players), "sampled")
        if made.name != "native":
            return None
        return cast("NativeBackend", made).contest(choosers, n, **how)

    def vector(self, n: int, seed: int = 1, *, players: int | None = None, threads: int | None = None) -> VectorGames:
        """Return *n* games in parallel on the native kernel; raise `ToolError` if it is not available.

        A game that is over at its start is skipped; if every game is, raise `PlayError`. *threads* share the games of
        each step (default: one per processor, at most one for every 256 games); they affect only the time.
        """
        from ludotome.native import compile_game
        from ludotome.play.vector import VectorGames

        seats = self.seats_for(players)
        if seats not in self._side_by_side:
            try:
                self._side_by_side[seats] = compile_game(self.game_def, seats, side_by_side=True)
            except ToolError as problem:
                self._side_by_side[seats] = problem
        native = self._side_by_side[seats]
        if isinstance(native, ToolError):
            raise native
        return VectorGames(native, n, checked_seed(seed), threads, game=self)

    # ── ids and tensors ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def num_distinct_actions(self) -> int:
        """The number of ids for the decisions of this game; the same for the same rules."""
        return self.action_ids().count

    def action_ids(self, players: int | None = None, chance: Chance = "sampled") -> ActionIds:
        """Return the numbering of decisions for this number of players; raise `PlayError` if there are too many.

        Outcomes of chance, which have ids only with `chance="explicit"`, come after the decisions of players.
        """
        known = self._ids.get((players, chance)) if type(players) is int else None
        if known is not None:  # cached, because every mask needs it
            return known
        wanted = self.seats_for(players), chance
        if wanted not in self._ids:
            self._ids[wanted] = ids_of_game(self.symbols, wanted[0], explicit=chance == "explicit")
        return self._ids[wanted]

    def tensor_layout(self, players: int | None = None) -> TensorLayout:
        """Return the layout of observation tensors for this number of players.

        Raise `PlayError` if the game has none.
        """
        known = self._tensors.get(players) if type(players) is int else None
        if known is not None:  # cached, because every observation needs it
            return known
        seats = self.seats_for(players)
        if seats not in self._tensors:
            self._tensors[seats] = TensorLayout(self.symbols, seats)
        return self._tensors[seats]

    def blank_arrays(self, players: int) -> BlankArrays:
        """Return empty masks and tensors for this number of players, to be copied."""
        known = self._blank_arrays.get(players)
        if known is None:
            known = self._blank_arrays[players] = BlankArrays(self, players)
        return known

    @property
    def observation_tensor_shape(self) -> tuple[int]:
        """The shape of `state.observation_tensor(seat)`: one row of numbers."""
        return (self.tensor_layout().size,)

    @property
    def observation_tensor_names(self) -> tuple[str, ...]:
        """The meaning of each number of an observation tensor."""
        return self.tensor_layout().names

    @property
    def observation_tensor_parts(self) -> tuple[TensorPart, ...]:
        """The planes, piles and variables of an observation tensor, each with its start and its shape."""
        return self.tensor_layout().parts

    @cached_property
    def informant(self) -> Informant:
        """The information states of this game."""
        return Informant(self.game_def)

    def with_setup(self, setup: Effects) -> Game:
        """Return the game with another setup, and without its tests."""
        return Game(msgspec.structs.replace(self.game_def, setup=setup, tests=()), self.document, self.texts)

    def run_tests(self, names: Sequence[str] | None = None) -> tuple[Any, ...]:
        """Return the result of each test in the document (or of those named), in order."""
        from ludotome.play.document_tests import run_tests

        return run_tests(self, names)
