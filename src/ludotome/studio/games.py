"""Games: the game of a document, loaded once per text, and its machine code, built in the background.

Invariants:
    * a game belongs to the current text on disk and the files that it names; after a change it is loaded again;
    * at most `MOST_GAMES` are kept, the most recently used.

This module does not know HTTP.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from ludotome.gamedef import PlayError
from ludotome.play import Game, load_text
from ludotome.studio.documents import Documents
from ludotome.studio.versions import version_of
from ludotome.toolchain import ToolError, start_thread

MOST_GAMES = 64


class Games:
    """The games of *documents*."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._games: OrderedDict[tuple[str, str], Game] = OrderedDict()
        self._builds: OrderedDict[tuple[int, int], _Build] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, name: str, text: str | None = None) -> Game:
        """Return the game of a document, or of *text* in its place.

        Raise `SpecError` if the document has errors, `PlayError` if it cannot be read.
        """
        if text is None:
            text = self._documents.read(name).text
        key = name, version_of(text)
        with self._lock:
            found = self._games.get(key)
        if found is None or not self._is_current(name, found):
            found = load_text(text, read=self._documents.reader(name))
        with self._lock:
            self._games[key] = found
            self._games.move_to_end(key)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return found

    def build(self, game: Game, players: int) -> _Build:
        """Start to build the machine code of a game, once; return an object that says whether it is ready."""
        key = id(game), players
        with self._lock:
            found = self._builds.get(key)
            if found is None or found.game is not game:
                found = self._builds[key] = _Build(game, players)
                while len(self._builds) > MOST_GAMES:
                    self._builds.popitem(last=False)
        return found

    def _is_current(self, name: str, game: Game) -> bool:
        """Return whether the files that a document names are unchanged since it was compiled."""
        read = self._documents.reader(name)
        try:
            return all(read(beside) == text for beside, text in game.texts.items())
        except OSError:
            return False


class _Build:
    """The machine code of one game: in progress, ready, or not possible."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.is_ready = False
        self._done = threading.Event()
        start_thread(lambda: self._work(players))

    def wait(self, seconds: float) -> bool:
        """Wait until the build ends; return whether there is machine code."""
        self._done.wait(seconds)
        return self.is_ready

    def _work(self, players: int) -> None:
        try:
            self.game.new_initial_state(players=players, backend="native")
            self.is_ready = True
        except (ToolError, PlayError):
            pass  # the reference kernel plays it
        finally:
            self._done.set()
