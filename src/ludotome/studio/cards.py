"""Cards: what the library shows of a document: title, players, length and picture, or its errors.

A card takes a few tenths of a second, its length several seconds, so both are computed in a separate thread and kept in
the user's cache. The library shows what is known and asks again.

Invariants:
    * `card` returns at once: from memory or the cache, or a card that is `pending`;
    * a card belongs to the current text on disk and the files that it names.

This module does not know HTTP.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque

import msgspec
from msgspec import Struct

from ludotome.chance import bounded, seed_generator
from ludotome.diagnostics import has_errors
from ludotome.export import title_of
from ludotome.gamedef import PlayError, SpecError
from ludotome.play import Game, State
from ludotome.studio.documents import Document, Documents
from ludotome.studio.games import Games
from ludotome.studio.versions import version_of
from ludotome.toolchain import ToolError, digest_of, package_digest, recall, remember_made, start_thread

MOST_CARDS = 1000  # cards in memory
_PACKAGES = ("spec", "gamedef", "picture", "play", "studio")  # packages whose files determine the content of a card
_PLIES, _SECONDS = 16, 0.4  # random decisions before a picture
_GAMES = 100  # random games played to measure the length
_LENGTH_SECONDS = 5.0


class Card(Struct, frozen=True):
    """A document in the library. `decisions` is the mean length of random games, `faults` how many errors it has.

    `kinds` says what it is played with: board, cards, dice. `files` are the other texts that it depends on.
    """

    title: str
    fewest: int = 0
    most: int = 0
    decisions: int | None = None
    kinds: tuple[str, ...] = ()
    faults: int = 0
    fault: str = ""
    is_pending: bool = False
    light: str = ""
    dark: str = ""
    files: tuple[tuple[str, str], ...] = ()


class Cards:
    """The cards of *documents*, computed in one thread that runs while there is work."""

    def __init__(self, documents: Documents, games: Games) -> None:
        self._documents, self._games = documents, games
        self._known: OrderedDict[tuple[str, str], Card] = OrderedDict()
        self._pictures: deque[Document] = deque()
        self._lengths: deque[Document] = deque()  # after all pictures: they take longer
        self._asked: set[tuple[str, str, bool]] = set()
        self._lock = threading.Lock()
        self._is_running = self._is_closed = False

    def card(self, name: str) -> Card:
        """Return the card of a document; raise `PlayError` if the document cannot be read."""
        document = self._documents.read(name)
        found = self._find(document)
        if found is None:
            self._want(document, only_length=False)
            return Card(_heading(document), is_pending=True)
        if found.faults or found.decisions is None:
            # A missing file may exist now, so documents with errors are checked again.
            self._want(document, only_length=not found.faults)
        return found

    @property
    def is_working(self) -> bool:
        """Whether cards are being computed, so that the page should ask again."""
        return self._is_running

    def close(self) -> None:
        """Start no more work."""
        self._is_closed = True

    def _find(self, document: Document) -> Card | None:
        key = document.name, document.version
        with self._lock:
            found = self._known.get(key)
        if found is None:
            data = recall("cards", _key(document))
            found = None if data is None else msgspec.json.decode(data, type=Card)
        if found is None or not self._is_current(document, found):
            return None
        self._note(document, found)
        return found

    def _is_current(self, document: Document, card: Card) -> bool:
        read = self._documents.reader(document.name)
        try:
            return all(version_of(read(name)) == version for name, version in card.files)
        except OSError:
            return False

    def _note(self, document: Document, card: Card) -> None:
        with self._lock:
            self._known[document.name, document.version] = card
            while len(self._known) > MOST_CARDS:
                self._known.popitem(last=False)

    # ── the thread ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _want(self, document: Document, *, only_length: bool) -> None:
        asked = document.name, document.version, only_length
        with self._lock:
            if asked in self._asked or self._is_closed:
                return
            self._asked.add(asked)
            (self._lengths if only_length else self._pictures).append(document)
            if not self._is_running:
                self._is_running = True
                start_thread(self._work)

    def _work(self) -> None:
        while True:
            with self._lock:
                only_length = not self._pictures
                wanted = self._lengths if only_length else self._pictures
                if not wanted or self._is_closed:
                    self._is_running = False
                    return
                document = wanted.popleft()
            card = self._with_length(document) if only_length else self._make(document)
            if card is not None:
                self._note(document, card)
                if not card.faults:
                    remember_made(_PACKAGES, "cards", _key(document), msgspec.json.encode(card))
            if not only_length:
                self._asked.discard((document.name, document.version, False))

    def _make(self, document: Document) -> Card:
        try:
            game = self._games.of(document.name, document.text)
            state = _in_the_middle(game)
            light, dark = (game.svg_drawing(theme).thumbnail(state.view(None)) for theme in ("light", "dark"))
        except SpecError as problem:
            errors = [found for found in problem.diagnostics if has_errors((found,))]
            return Card(_heading(document), faults=len(errors), fault=_in_words(problem))
        except (PlayError, ToolError) as problem:
            return Card(_heading(document), faults=1, fault=str(problem))
        count = game.game_def.metadata.players
        files = tuple((name, version_of(text)) for name, text in game.texts.items())
        return Card(title_of(game), count.min, count.max, None, _kinds(game), light=light, dark=dark, files=files)

    def _with_length(self, document: Document) -> Card | None:
        card = self._find(document)
        if card is None:
            return None
        try:
            game = self._games.of(document.name, document.text)
            self._games.build(game, game.num_players).wait(60)
            played = game.playouts(_GAMES, time_limit=_LENGTH_SECONDS)
        except (PlayError, SpecError, ToolError):
            return None
        return msgspec.structs.replace(card, decisions=round(float(played.plies.mean()))) if len(played.plies) else None


def _key(document: Document) -> str:
    return digest_of(document.text, package_digest(_PACKAGES))


def _heading(document: Document) -> str:
    """Return the first heading of a document without parsing the rest, or its name."""
    found = next((line[2:].strip() for line in document.text.splitlines() if line.startswith("# ")), "")
    return found or document.name


def _in_words(problem: SpecError) -> str:
    first = next(found for found in problem.diagnostics if has_errors((found,)))
    where = f"line {first.span.line}: " if first.span is not None else ""
    return f"{where}{first.message}"


def _kinds(game: Game) -> tuple[str, ...]:
    scene = game.scene()
    found = {
        "board": bool(scene.boards),
        "cards": any(look.card for look in scene.types),
        "dice": game.lens(None, game.num_players).shows_dice,
    }
    return tuple(kind for kind, has_it in found.items() if has_it)


def _in_the_middle(game: Game) -> State:
    """Return a game some random decisions after its start, so that there is something to see; it is not over."""
    state = game.new_initial_state(seed=1, backend="reference")
    generator, until = seed_generator(1), time.monotonic() + _SECONDS
    for _ in range(_PLIES):
        if time.monotonic() > until:
            break
        legal = state.legal_actions()
        place, generator = bounded(generator, len(legal))
        try:
            state.apply_action(legal[place])
        except PlayError:  # an error in the rules, met on the way
            break
        if state.is_terminal():
            state.undo_action()
            break
    return state
