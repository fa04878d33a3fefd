"""Play: one interface to both kernels: load a game, play it, save and replay records.

Invariants:
    * states, hashes, results and errors are the same on every kernel;
    * only `load` and records open files.

This package does not know rules; the kernels compute them.
"""

from ludotome.files import shipped_games, shipped_path
from ludotome.play.backends import Backend, BackendName
from ludotome.play.document_tests import TestResult, run_test, run_tests
from ludotome.play.file_names import near_files
from ludotome.play.game import Game
from ludotome.play.loading import from_game_def, load, load_text
from ludotome.play.parts import parts_needed, start_to_print, things_needed
from ludotome.play.playout_results import Playouts, PlayoutStats
from ludotome.play.record import Record
from ludotome.play.search import MOST_SIMULATIONS, SearchResult
from ludotome.play.seat import Seat
from ludotome.play.seat_record import SeatRecord
from ludotome.play.state import State
from ludotome.play.value_words import place_in_words, value_in_words

__all__ = [
    "load",
    "load_text",
    "from_game_def",
    "shipped_games",
    "shipped_path",
    "near_files",
    "Game",
    "State",
    "Record",
    "Seat",
    "SeatRecord",
    "SearchResult",
    "MOST_SIMULATIONS",
    "Playouts",
    "PlayoutStats",
    "run_tests",
    "run_test",
    "TestResult",
    "parts_needed",
    "start_to_print",
    "things_needed",
    "place_in_words",
    "value_in_words",
    "Backend",
    "BackendName",
]
