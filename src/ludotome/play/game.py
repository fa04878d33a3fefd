"""Game: one definition, ready to be played, counted and simulated.

This module does not know how a definition came to be (`loading`) nor how rules are computed (`backends`).
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
        self.texts = dict(texts)  # what the document has read, by name: the documents it extends, mission files
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
        """A copy, or a game sent to another process, is the same rules; machine code is found again in the cache."""
        return Game, (self.game_def, self.document, self.texts)

    @property
    def name(self) -> str:
        """The id the document gives it."""
        return self.game_def.metadata.id

    @property
    def parameters(self) -> dict[str, Setting]:
        """The value of each parameter of the game by name, in the order of its document."""
        return {parameter.name: parameter.value for parameter in self.game_def.parameters}

    @property
    def num_players(self) -> int:
        """How many play unless somebody says otherwise: the fewest that can."""
        return self.game_def.metadata.players.min

    @cached_property
    def rules_hash(self) -> str:
        """16 hexadecimal digits that stand for the rules."""
        return rules_hash(self.game_def)

    @cached_property
    def symbols(self) -> Symbols:
        """The numbers of the things of its definition."""
        return checked(self.game_def).symbols

    def find_line(self, path: str) -> DocumentLine | None:
        """Return the line of the document that says what is at *path* of the definition; None without a document."""
        return None if self._lines is None else self._lines.find(path)

    def entries_written(self, path: str) -> int:
        """Return how many entries the document has in the list at *path* of the definition; macros may make more."""
        return 0 if self._lines is None else self._lines.entries(path)

    @cached_property
    def _lines(self) -> DocumentLines | None:
        from ludotome.play.document_line import DocumentLines  # only those who ask read the document again

        return None if self.document is None else DocumentLines(self.document, self.texts)

    # ── states ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def is_uncertain(self) -> bool:
        """Whether anything is hidden from somebody or left to chance."""
        return is_uncertain(self.game_def)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether one seat may be shown what another may not: its own zones, or a choice from what nobody sees."""
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

        *players* is the fewest that can play unless given. *backend* is `reference`, `native`, or `auto`: native where
        it can be had; or `sandboxed`: WebAssembly with limits on memory and time. Under `chance="explicit"` each die
        and each token drawn from a shuffled zone is a decision of player −1. After *time_limit* seconds, compiling
        included, a `ToolError` with code `time-limit` is raised.
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
        """Return the state that JSON *text* holds; a `PlayError` says why it cannot be a state of this game."""
        state = state_from_json(self.symbols, text)
        kernel.check_state(self.game_def, state)
        return self.state_of(state, backend)

    def at_position(self, text: str) -> Game:
        """Return the game with a setup that puts on the board what *text* draws: rows of letters, or FEN's first field.

        A seat after it, by name or first letter, has the turn: `8/8/8/3P4/8/8/8/8 Black`. Nothing else of the setup is
        done. A `PlayError` says what is wrong with the text.
        """
        return self.with_setup(position_effects(self, text))

    def state_from_position(
        self, text: str, seed: int = 1, players: int | None = None, backend: BackendName = "auto"
    ) -> State:
        """Return the state in which a game begins with what *text* draws on the board; see `at_position`."""
        placed = self.at_position(text)
        first = placed.new_initial_state(seed, players, "reference")
        same_names = placed.symbols.names == self.symbols.names
        return (self if same_names else placed).state_of(first.game_state, backend)

    def state_of(self, state: GameState, backend: BackendName = "auto") -> State:
        """Return a handle on *state*, which must be one of this game's."""
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
        """Return how many play where *players* are asked for, None for the fewest that can.

        A number this game is not for is a `PlayError`, whichever kernel would play it.
        """
        seats = self.game_def.metadata.players
        given = seats.min if players is None else players
        return whole_number("players", given, seats.min, seats.max, f"{self.name} is for {seats.in_words}")

    # ── pictures ───────────────────────────────────────────────────────────────────────────────────────────────────

    def scene(self) -> Scene:
        """Return everything about pictures of this game that never changes: places, shapes, names and colours."""
        return self._scene

    @cached_property
    def _scene(self) -> Scene:
        from ludotome.picture import make_scene

        return make_scene(self.game_def, self.rules_hash)

    def lens(self, seat: int | None, players: int) -> Lens:
        """Return what turns states of so many players into views of *seat* (None: a spectator)."""
        from ludotome.play.viewing import Lens

        seat = checked_seat(seat, players)
        if seat not in self._lenses:
            self._lenses[seat] = Lens(self, seat)
        return self._lenses[seat]

    def svg_drawing(self, theme: Theme = "auto") -> SvgDrawing:
        """Return what draws views of this game as SVG in a theme: auto, light or dark."""
        from ludotome.picture import SvgDrawing

        if theme not in ("auto", "light", "dark"):
            raise bad_argument("theme", theme, "write auto, light or dark")
        if theme not in self._svg_drawings:
            self._svg_drawings[theme] = SvgDrawing(self.scene(), theme)
        return self._svg_drawings[theme]

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: the game as it begins, for the fewest players."""
        return self.new_initial_state(backend="reference").svg()

    # ── backends ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _native(self, name: BackendName, seats: int, chance: Chance) -> Backend | None:
        """Return the native backend, None where `auto` has to do without."""
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
        """Compile the game for `backend="sandboxed"`, with so many *seconds* for a call and bytes of *memory*.

        Return how many bytes a position has at the start of a game. The limits have no effect where such states were
        made before.
        """
        return self._sandboxed(self.seats_for(players), chance, seconds=seconds, memory=memory).position_bytes

    def _sandboxed(self, seats: int, chance: Chance, **limits: Any) -> SandboxedBackend:
        """Return the backend that computes the game as WebAssembly, with limits."""
        from ludotome.native import sandbox_game
        from ludotome.play.sandboxed_backend import SandboxedBackend

        wanted = seats, chance
        if wanted not in self._sandboxes:
            self._sandboxes[wanted] = SandboxedBackend(sandbox_game(self.game_def, *wanted, **limits))
        return self._sandboxes[wanted]

    def _compile(self, players: int, chance: Chance) -> None:
        """Compile the game for so many players and this chance, or note why that cannot be."""
        from ludotome.native import compile_game  # only those who play need the machine code

        try:
            native = compile_game(self.game_def, players, chance=chance)
        except ToolError as problem:
            self._not_native[players, chance] = problem
            return
        from ludotome.play.native_backend import NativeBackend  # loads numpy, which the compiler's time was used for

        self._backends[players, chance] = NativeBackend(native)

    def _warn_once(self, wanted: tuple[int, Chance]) -> None:
        """Say in one line why the game is played without machine code."""
        if wanted in self._warned:
            return
        self._warned.add(wanted)
        # The first line says what is the matter; a compiler's own words may follow it.
        reason = str(self._not_native[wanted]).partition("\n")[0]
        warn_caller(f"played on the reference kernel: {reason}")

    # ── WebAssembly ────────────────────────────────────────────────────────────────────────────────────────────────

    def web_module(self, players: int | None = None) -> WebModule:
        """Return the game for *players* (the fewest unless given) as WebAssembly, with the data of `web/engine.js`.

        A `ToolError` has code `no-compiler` where the `ziglang` package is missing, and `not-compiled` for a game that
        has something that cannot be compiled.
        """
        from ludotome.play.web_module import web_module  # only those who export a game need the compiler

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
        """Return how many sequences of exactly *depth* decisions (or whole turns) there are.

        With *divide*, each first decision with the number of sequences that begin with it, in definition order. They
        are counted from *state*, on its own backend, or else from the first decision of a game for the fewest players.
        After *time_limit* seconds a `ToolError` with code `time-limit` is raised; a position with more than
        *max_decisions* legal decisions (1,000,000 unless given) is a `PlayError`.
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
        With *stats* also what happened on the way, game by game, which takes longer: every decision is listed.
        *progress* is called now and then with the number of games played; after an interrupt, or *time_limit* seconds,
        those are returned, and `interrupted` is True. A position with more than *max_decisions* legal decisions
        (1,000,000 unless given) ends its game as a fault of the document; a compiled game that can never have more than
        8,192 is not asked.
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
        """Return *n* games between agents, one a seat, without Python in the loop; None where that cannot be.

        It can if the game is compiled, unless it has chance or secrets and asks players to choose in the middle of a
        decision. Call `simulate.play_agents` instead: it plays all agents and games. *how* is passed to
        `native.play_contest`.
        """
        made = self._backend(backend, self.seats_for(players), "sampled")
        if made.name != "native":
            return None
        return cast("NativeBackend", made).contest(choosers, n, **how)

    def vector(self, n: int, seed: int = 1, *, players: int | None = None, threads: int | None = None) -> VectorGames:
        """Return *n* games side by side on the native kernel, stepped by one call; a `ToolError` if there is none.

        A game that is over as it begins is passed over; where every game is, there is nothing to step and a
        `PlayError` says so. *threads* share the games of each step, as many as there are processors unless given, and
        then no more than one for every 256 games; they change the time it takes and nothing else.
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
        """How many ids there are for the decisions of this game; the same for the same rules."""
        return self.action_ids().count

    def action_ids(self, players: int | None = None, chance: Chance = "sampled") -> ActionIds:
        """Return the numbering of decisions for so many players; a `PlayError` if there are too many to number.

        Outcomes of chance, which have ids only under `chance="explicit"`, stand behind the decisions of players.
        """
        known = self._ids.get((players, chance)) if type(players) is int else None
        if known is not None:  # every mask asks for it
            return known
        wanted = self.seats_for(players), chance
        if wanted not in self._ids:
            self._ids[wanted] = ids_of_game(self.symbols, wanted[0], explicit=chance == "explicit")
        return self._ids[wanted]

    def tensor_layout(self, players: int | None = None) -> TensorLayout:
        """Return what each number of an observation tensor is for so many players; a `PlayError` if there is none."""
        known = self._tensors.get(players) if type(players) is int else None
        if known is not None:  # every observation asks for it
            return known
        seats = self.seats_for(players)
        if seats not in self._tensors:
            self._tensors[seats] = TensorLayout(self.symbols, seats)
        return self._tensors[seats]

    def blank_arrays(self, players: int) -> BlankArrays:
        """Return empty masks and tensors for so many players, to be copied."""
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
        """What each number of an observation tensor is."""
        return self.tensor_layout().names

    @property
    def observation_tensor_parts(self) -> tuple[TensorPart, ...]:
        """The planes, piles and variables of an observation tensor, each with where it begins and its shape."""
        return self.tensor_layout().parts

    @cached_property
    def informant(self) -> Informant:
        """What the seats of this game are told."""
        return Informant(self.game_def)

    def with_setup(self, setup: Effects) -> Game:
        """Return the game with another setup, and without its tests."""
        return Game(msgspec.structs.replace(self.game_def, setup=setup, tests=()), self.document, self.texts)

    def run_tests(self, names: Sequence[str] | None = None) -> tuple[Any, ...]:
        """Return the result of each test the document carries (or of those named), in order."""
        from ludotome.play.document_tests import run_tests

        return run_tests(self, names)
