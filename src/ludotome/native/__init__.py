"""Native: the same game as machine code.

Invariants:
    * the same decisions give the same legal moves, hashes, outcomes and errors as `kernel`, in the same order;
    * the same definition gives byte-identical C;
    * what is not compiled is refused by name (`supports`), never approximated.

This room knows the definition, not documents, and no game's name.
"""

from ludotome.native.action_ids import action_ids
from ludotome.native.batch import Batch, LegalIds, Step
from ludotome.native.codec import decode_decision, decode_outcome, decode_state, encode_decision, encode_state
from ludotome.native.codec_pending import encode_answer, possible_answers
from ludotome.native.codes import OUTCOMES
from ludotome.native.contest import Chooser, Contest, play_contest
from ludotome.native.crew import run_crew
from ludotome.native.emit_game import GameC, emit_game
from ludotome.native.layout import Layout
from ludotome.native.library import NativeGame, compile_game, supports
from ludotome.native.lower import UnsupportedError
from ludotome.native.many import Playouts, count_lines, divide_lines, play_games
from ludotome.native.options import ALL_OFF, ALL_ON, Options
from ludotome.native.positions import Positions, positions_of
from ludotome.native.processors import usable_processors
from ludotome.native.search import Search, Tree

__all__ = [
    "supports",
    "compile_game",
    "NativeGame",
    "Options",
    "ALL_ON",
    "ALL_OFF",
    # one game, decision by decision
    "positions_of",
    "Positions",
    "Search",
    "Tree",
    # many games at once
    "play_games",
    "Playouts",
    "OUTCOMES",
    "play_contest",
    "Chooser",
    "Contest",
    "count_lines",
    "divide_lines",
    "Batch",
    "Step",
    "LegalIds",
    "action_ids",
    "usable_processors",
    "run_crew",
    # states and decisions of the contract, as flat arrays
    "encode_state",
    "decode_state",
    "encode_decision",
    "encode_answer",
    "possible_answers",
    "decode_decision",
    "decode_outcome",
    # the stages, to look at
    "emit_game",
    "GameC",
    "Layout",
    "UnsupportedError",
]
