"""Record: a played game as its seed, its decisions and the hash after each, to save, to replay and to verify.

Invariants:
    * the same rules, seed and decisions give the same hashes on every machine; a record with other hashes was made by
      other rules or modified;
    * the first hash is that of the initial state, so there is one more hash than decisions.

This module does not know rules or how documents are loaded: `loading`, which imports the games whose states make
records, sets `loaders`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sized
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ludotome.files import shipped_games, write_whole
from ludotome.gamedef import (
    MAX_NAME,
    Chance,
    Decision,
    PlayError,
    Setting,
    decision_from_data,
    decision_to_data,
    of_kind,
    read_json,
    state_to_json,
    whole_number,
)
from ludotome.play.backends import BackendName
from ludotome.play.file_names import file_path
from ludotome.play.seat_record import FORMAT as SEAT_FORMAT
from ludotome.play.seat_record import SeatRecord
from ludotome.play.viewing_arguments import checked_size
from ludotome.toolchain import digest_of

if TYPE_CHECKING:
    from ludotome.play.game import Game
    from ludotome.play.state import State

FORMAT, VERSION = "ludotome-record", 2
_LARGEST_FILE = 64 * 2**20
_LONGEST_PATH = 4096  # characters
_KEYS = ("format", "version", "game", "rules", "seed", "players", "chance", "decisions", "hashes")
_KEYS_OF_VERSION = {1: _KEYS, 2: (*_KEYS, "parameters", "start", "documents")}


class Loaders:
    """The functions that load games: the class `Game`, `load` and `load_text`."""

    game: type[Game]
    load: Callable[..., Game]
    load_text: Callable[..., Game]


loaders = Loaders()


class Record(msgspec.Struct, frozen=True):
    """A game that was played; `hashes` are the state hashes of the initial state and after each decision.

    `parameters` are the values of the game's parameters. `start` is the JSON of the initial state, None if that was the
    setup of the seed. `documents` has a digest of every text the game was compiled from, by name; the name of the
    document itself is empty.
    """

    game: str
    rules_hash: str
    seed: int
    players: int
    decisions: tuple[Decision, ...]
    hashes: tuple[int, ...]
    chance: Chance = "sampled"
    parameters: dict[str, Setting] = {}
    start: str | None = None
    documents: dict[str, str] = {}

    @classmethod
    def of(cls, state: State) -> Record:
        """Return the record of the game that led to *state*."""
        start = None
        if state._seed is None:
            first = state_to_json(state.game.symbols, state._backend.to_state(next(state._positions())))
            start = json.dumps(json.loads(first), ensure_ascii=False)  # in one form, also after reading from a file
        return cls(
            state.game.name,
            state.game.rules_hash,
            state._seed or 0,
            state.num_players,
            state.history(),
            tuple(state._backend.hashes(position)[1] for position in state._positions()),
            state.game_state.chance,
            state.game.parameters,
            start,
            _documents(state.game),
        )

    # ── replay ───────────────────────────────────────────────────────────────────────────────────────────

    def replay(self, game: Game, backend: BackendName = "auto") -> State:
        """Replay the game, compare every hash, and return the final state.

        Raise `PlayError` with code `record-mismatch` at the first difference, with the index and both hashes.
        """
        *_, last = self.states(game, backend)
        return last

    def verify(self, game: Game, backend: BackendName = "auto") -> None:
        """Raise `PlayError` unless the record replays with *game*; see `replay`."""
        self.replay(game, backend)

    def states(self, game: Game, backend: BackendName = "auto") -> Iterator[State]:
        """Yield the state before each decision and the last one; it is the same object, changed each time."""
        of_kind("game", game, loaders.game, f"write the game of the record, as `load({self.game!r})` gives it")
        game = self._as_set(game)
        if game.rules_hash != self.rules_hash:
            message = self._other_rules(game)
            raise PlayError("other-rules", message, expected=self.rules_hash, found=game.rules_hash)
        _check_count(self.decisions, self.hashes)
        if self.start is None:
            state = game.new_initial_state(self.seed, self.players, backend, self.chance)
        else:
            state = game.state_from_json(self.start, backend)
        self._compare(0, state)
        yield state
        for index, decision in enumerate(self.decisions, start=1):
            try:
                state.apply_action(decision)
            except PlayError as error:
                message = f"decision {index} of the record cannot be made: {error}"
                raise PlayError("record-mismatch", message, index=index, decision=decision, cause=error) from None
            self._compare(index, state)
            yield state

    def seen_by(self, game: Game, seat: int, backend: BackendName = "auto") -> SeatRecord:
        """Return the game as *seat* saw it, which may be shown to that player."""
        return SeatRecord.of(self, game, seat, backend)

    def svg(
        self, game: Game | None = None, *, frames: int = 6, size: float | None = None, animated: bool = False
    ) -> str:
        """Return the game as a strip of *frames* pictures from start to end, as a spectator sees them.

        An *animated* picture shows them one after the other in the same place, a second each. *game* defaults to the
        shipped game of the record's name; raise `PlayError` if it has other rules.
        """
        if game is None:
            if self.game not in shipped_games():
                message = f"`{self.game}` is not a shipped game: write `record.svg(game)` with the game of the record"
                raise PlayError("bad-argument", message)
            game = loaders.load(self.game)
        frames = whole_number("frames", frames, 1, 60, "write how many positions to show, from 1 to 60")
        last = len(self.decisions)
        wanted = {round(place * last / max(frames - 1, 1)) for place in range(frames)} | {last}
        views = [state.view() for ply, state in enumerate(self.states(game)) if ply in wanted]
        drawing, wide = game.svg_drawing(), checked_size(size)
        return drawing.replay(views, size=wide) if animated else drawing.strip(views, size=wide)

    def _repr_svg_(self) -> str | None:
        """Return the strip for notebooks; None if the game is not a shipped one."""
        try:
            return self.svg()
        except PlayError:
            return None

    def _as_set(self, game: Game) -> Game:
        """Return *game* with the parameters of the record, if they differ and its document is known."""
        is_other = game.rules_hash != self.rules_hash and game.parameters != self.parameters
        if not is_other or game.document is None or game.parameters.keys() != self.parameters.keys():
            return game
        try:
            return loaders.load_text(game.document, read=game.texts.__getitem__, parameters=self.parameters)
        except PlayError:  # a parameter can no longer have this value: the error about other rules follows
            return game

    def _other_rules(self, game: Game) -> str:
        """Return the error that *game* is not the recorded one, or that its document has changed since."""
        now = _documents(game)
        bases = [name for name, digest in self.documents.items() if name and now.get(name, digest) != digest]
        if game.name == self.game and bases:
            return f"`{bases[0]}`, which `{self.game}` is made from, has changed since the record was made"
        if game.name != self.game:
            return f"the record is of `{self.game}` (rules {self.rules_hash}), not of `{game.name}` ({game.rules_hash})"
        changed = f"the document of `{self.game}` has changed since the record was made"
        return (
            f"{changed}: its rules were {self.rules_hash} and are {game.rules_hash}; take the document as it was then"
        )

    def _compare(self, index: int, state: State) -> None:
        expected, found = self.hashes[index], state.state_hash()
        if expected != found:
            where = "the initial state" if index == 0 else f"the state after decision {index}"
            message = f"{where} has hash {found:016x}, but the record says {expected:016x}"
            raise PlayError("record-mismatch", message, index=index, expected=expected, found=found)

    # ── files ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        """Return the record as JSON text, one decision per line."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules_hash,
            "seed": str(self.seed),
            "players": self.players,
            "chance": self.chance,
            "parameters": self.parameters,
            "start": None if self.start is None else json.loads(self.start),
            "documents": self.documents,
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
        decisions = (json.dumps(decision_to_data(item), ensure_ascii=False) for item in self.decisions)
        hashes = (json.dumps(f"{number:016x}") for number in self.hashes)
        lists = (f'  "decisions": [{_on_lines(decisions)}],', f'  "hashes": [{_on_lines(hashes)}]')
        return "\n".join(("{", *lines, *lists, "}", ""))

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Return the record in the JSON *text*; raise `PlayError` if it is invalid."""
        try:
            data = read_json(text)
        except ValueError as problem:
            raise PlayError("malformed-record", f"the record is not JSON: {problem}") from None
        return _read(data)

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically."""
        write_whole(file_path("path", path, "write the path of the file"), self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Return the record in a file; raise `PlayError`, which names the file, if it is invalid."""
        file = file_path("path", path, "write the path of a record")
        try:
            with file.open("rb") as stream:  # read only up to the limit: a device has no size and no end
                data = stream.read(_LARGEST_FILE + 1)
            if len(data) > _LARGEST_FILE:
                raise PlayError("malformed-record", f"larger than any record ({_LARGEST_FILE} bytes)")
            return cls.from_json(data)
        except PlayError as error:
            raise PlayError(error.code, f"`{path}`: {error}", **error.details) from None
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise PlayError("no-record", f"cannot read `{path}`: {reason}") from None


def _documents(game: Game) -> dict[str, str]:
    """Return a digest of every text that *game* was compiled from, by name."""
    texts = {} if game.document is None else {"": game.document, **game.texts}
    return {name: digest_of(text) for name, text in texts.items()}


def _on_lines(items: Iterator[str]) -> str:
    listed = ",\n    ".join(items)
    return f"\n    {listed}\n  " if listed else ""


def _read(data: Any) -> Record:
    if isinstance(data, dict) and data.get("format") == SEAT_FORMAT:
        raise PlayError("malformed-record", "this is a game as one seat saw it, which cannot be replayed")
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(data, dict) and data.get("format") == FORMAT and version not in (*_KEYS_OF_VERSION, None):
        raise PlayError("malformed-record", f"this Ludotome reads `{FORMAT}` up to version {VERSION}")
    keys = _KEYS_OF_VERSION.get(version or 1, _KEYS) if type(version) is int else _KEYS
    if not isinstance(data, dict) or sorted(data) != sorted(keys):
        raise PlayError("malformed-record", f"a record is an object with {', '.join(keys)}")
    if data["format"] != FORMAT or type(data["version"]) is not int:
        raise PlayError("malformed-record", f"this Ludotome reads `{FORMAT}` up to version {VERSION}")
    if not all(isinstance(data[key], str) for key in ("game", "rules", "seed", "chance")):
        raise PlayError("malformed-record", "`game`, `rules`, `seed` and `chance` are texts")
    if len(data["game"]) > MAX_NAME or len(data["rules"]) > MAX_NAME:
        raise PlayError("malformed-record", f"`game` and `rules` have at most {MAX_NAME} characters")
    if data["chance"] not in ("sampled", "explicit") or type(data["players"]) is not int:
        raise PlayError("malformed-record", "`chance` is sampled or explicit, `players` a whole number")
    if not isinstance(data["decisions"], list) or not isinstance(data["hashes"], list):
        raise PlayError("malformed-record", "`decisions` and `hashes` are lists")
    _check_count(data["decisions"], data["hashes"])  # before each of perhaps very many is read
    parameters, start, documents = (data.get(key) for key in ("parameters", "start", "documents"))
    if not _is_named(parameters, int | str) or not _is_named(documents, str):
        raise PlayError("malformed-record", "`parameters` are numbers, truth values or names, `documents` digests")
    return Record(
        data["game"],
        data["rules"],
        _number(data["seed"], 10, "seed"),
        data["players"],
        tuple(decision_from_data(item) for item in data["decisions"]),
        tuple(_number(item, 16, f"hashes[{index}]") for index, item in enumerate(data["hashes"])),
        data["chance"],
        parameters or {},
        None if start is None else json.dumps(start, ensure_ascii=False),
        documents or {},
    )


def _check_count(decisions: Sized, hashes: Sized) -> None:
    """Refuse a record whose states cannot be compared one by one."""
    if len(hashes) != len(decisions) + 1:
        message = f"a record has one hash more than decisions ({len(decisions)}), not {len(hashes)}"
        raise PlayError("malformed-record", message)


def _is_named(data: Any, kind: Any) -> bool:
    """Whether *data* is None, or an object with values of *kind* whose names are short enough to be paths of files."""
    return data is None or (
        isinstance(data, dict)
        and all(isinstance(value, kind) and len(name) <= _LONGEST_PATH for name, value in data.items())
    )


def _number(text: Any, base: int, path: str) -> int:
    if isinstance(text, str) and text.isascii() and text.isalnum() and len(text) <= 20:
        try:
            number = int(text, base)
        except ValueError:
            number = -1
        if 0 <= number < 2**64:
            return number
    raise PlayError("malformed-record", f"`{path}` is a number of at most 64 bits, written as text")
