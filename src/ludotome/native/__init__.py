"""Native: the same game as machine code.

Invariants:
    * the same decisions give the same legal moves, hashes, outcomes and errors as `kernel`, in the same order;
    * the same definition gives byte-identical C;
    * what is not compiled is refused by name (`supports`), never approximated.

This room knows the definition, not documents, and no game's name.
"""

from ludotome.native.action_ids import action_ids
from ludotome.native.batch import Batch, LegalIds, Step
from ludotome.native.codec import StateReader, decode_outcome, decode_state, encode_state, is_waiting
from ludotome.native.codec_decisions import decode_decision, encode_answer, encode_decision, possible_answers
from ludotome.native.codes import OUTCOMES
from ludotome.native.contest import Chooser, Contest, has_contests, play_contest
from ludotome.native.crew import run_crew
from ludotome.native.game_c import LARGEST_GAME, MOST_CODE, GameC, emit_game
from ludotome.native.layout import Layout
from ludotome.native.library import NativeGame, compile_game, supports
from ludotome.native.lower import UnsupportedError
from ludotome.native.many import Playouts, count_lines, divide_lines, play_games
from ludotome.native.notation import NotationWriter
from ludotome.native.options import ALL_OFF, ALL_ON, Options
from ludotome.native.positions import Positions, positions_of
from ludotome.native.processors import usable_processors
from ludotome.native.search import Search, Tree
from ludotome.native.worlds import Worlds, has_worlds

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
    "NotationWriter",
    "Search",
    "Tree",
    "Worlds",
    "has_worlds",
    # many games at once
    "play_games",
    "Playouts",
    "OUTCOMES",
    "play_contest",
    "has_contests",
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
    "StateReader",
    "is_waiting",
    "encode_decision",
    "encode_answer",
    "possible_answers",
    "decode_decision",
    "decode_outcome",
    # the stages, to look at
    "LARGEST_GAME",
    "MOST_CODE",
    "emit_game",
    "GameC",
    "Layout",
    "UnsupportedError",
]
