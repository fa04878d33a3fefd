"""Native: the same game as machine code.

Invariants:
    * the same decisions give the same legal moves, hashes, outcomes and errors as `kernel`, in the same order;
    * the same definition gives byte-identical C;
    * what is not compiled is refused by name (`supports`), never approximated.

A definition goes through four sub-packages, each of which imports only those before it:

    lower      what to compute, as data: lowered expressions (`ir`), plans of actions, budgets, analyses
    indexes    what is kept up to date beside a state: one module for each index, with when it is worth keeping, its
               fields, its C and its hooks. `index` says what an index must provide, `kept` lists them all
    emit       expressions, effects and actions as C text; `game` puts the file together
    run        the C compiled and loaded, and everything that calls it: states, batches, search, contests

`c/` is the C that is the same for every game. docs/native.md follows a game through them and shows how to add an index.

This room knows the definition, not documents, and no game's name.
"""

from ludotome.native.codes import FAULTS, OUTCOMES
from ludotome.native.emit.game import LARGEST_GAME, GameC, emit_game
from ludotome.native.lower.action_ids import action_ids
from ludotome.native.lower.code_size import MOST_CODE
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import UnsupportedError
from ludotome.native.lower.targets import MOST_TARGETS
from ludotome.native.options import ALL_OFF, ALL_ON, Options
from ludotome.native.run.batch import Batch, LegalIds, Step
from ludotome.native.run.codec import StateReader, decode_outcome, decode_state, encode_state, is_waiting
from ludotome.native.run.codec_decisions import decode_decision, encode_answer, encode_decision, possible_answers
from ludotome.native.run.contest import Chooser, Contest, has_contests, play_contest
from ludotome.native.run.crew import run_crew
from ludotome.native.run.library import FAULT_TEXTS, NativeGame, compile_game, supports
from ludotome.native.run.many import Playouts, count_lines, divide_lines, play_games
from ludotome.native.run.module import compile_module
from ludotome.native.run.module_c import ModuleC, emit_module
from ludotome.native.run.notation import NotationWriter
from ludotome.native.run.positions import Positions, positions_of
from ludotome.native.run.processors import usable_processors
from ludotome.native.run.sandboxed import SandboxedGame, SandboxedSearch, SandboxedWriter, sandbox_game
from ludotome.native.run.search import Search, Tree
from ludotome.native.run.worlds import Worlds, has_worlds

__all__ = [
    "supports",
    "compile_game",
    "NativeGame",
    "Options",
    "ALL_ON",
    "ALL_OFF",
    # the same as WebAssembly
    "compile_module",
    "emit_module",
    "ModuleC",
    "sandbox_game",
    "SandboxedGame",
    "SandboxedWriter",
    "SandboxedSearch",
    "FAULTS",
    "FAULT_TEXTS",
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
    "MOST_TARGETS",
    "emit_game",
    "GameC",
    "Layout",
    "UnsupportedError",
]
