"""Native: the native kernel, which compiles games to machine code.

Invariants:
    * the same decisions give the same legal moves, hashes, outcomes and errors as `kernel`, in the same order;
    * the same definition gives byte-identical C;
    * unsupported features are reported by name (`supports`), never approximated.

A definition passes through four sub-packages; each imports only earlier ones:

    lower      what to compute, as data: lowered expressions (`ir`), plans of actions, budgets, analyses
    indexes    data that is updated incrementally with a state: one module per index, with the conditions for using
               it, its fields, its C and its hooks. `index` says what an index must provide, `kept` lists them all
    emit       expressions, effects and actions as C text; `game` puts the file together
    run        compile and load the C, and everything that calls it: states, batches, search, contests

`c/` is the C that is the same for every game. docs/native.md follows a game through these stages and shows how to add
an index.

This package knows definitions. It does not know documents or names of games.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotome.native.codes import FAULTS, OUTCOMES
    from ludotome.native.emit.game import LARGEST_GAME, GameC, emit_game
    from ludotome.native.emit.reasons import conditions_of
    from ludotome.native.lower.action_ids import action_ids
    from ludotome.native.lower.code_size import MOST_CODE
    from ludotome.native.lower.layout import Layout
    from ludotome.native.lower.targets import MOST_TARGETS
    from ludotome.native.lower.unsupported import UnsupportedError
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
    from ludotome.native.run.worlds import Worlds

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
    "conditions_of",
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
    # states and decisions as flat arrays
    "encode_state",
    "decode_state",
    "StateReader",
    "is_waiting",
    "encode_decision",
    "encode_answer",
    "possible_answers",
    "decode_decision",
    "decode_outcome",
    # the stages, for inspection
    "LARGEST_GAME",
    "MOST_CODE",
    "MOST_TARGETS",
    "emit_game",
    "GameC",
    "Layout",
    "UnsupportedError",
]

# A cached game needs neither the emitters nor most of the code that calls its library, so each name is imported
# from its module on first use (PEP 562).
_NAMES = {
    "codes": "FAULTS OUTCOMES",
    "emit.game": "LARGEST_GAME GameC emit_game",
    "emit.reasons": "conditions_of",
    "lower.action_ids": "action_ids",
    "lower.code_size": "MOST_CODE",
    "lower.layout": "Layout",
    "lower.unsupported": "UnsupportedError",
    "lower.targets": "MOST_TARGETS",
    "options": "ALL_OFF ALL_ON Options",
    "run.batch": "Batch LegalIds Step",
    "run.codec": "StateReader decode_outcome decode_state encode_state is_waiting",
    "run.codec_decisions": "decode_decision encode_answer encode_decision possible_answers",
    "run.contest": "Chooser Contest has_contests play_contest",
    "run.crew": "run_crew",
    "run.library": "FAULT_TEXTS NativeGame compile_game supports",
    "run.many": "Playouts count_lines divide_lines play_games",
    "run.module": "compile_module",
    "run.module_c": "ModuleC emit_module",
    "run.notation": "NotationWriter",
    "run.positions": "Positions positions_of",
    "run.processors": "usable_processors",
    "run.sandboxed": "SandboxedGame SandboxedSearch SandboxedWriter sandbox_game",
    "run.search": "Search Tree",
    "run.worlds": "Worlds",
}
_MODULE_OF_NAME = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Return a public name from its module, which is imported on first use."""
    module = _MODULE_OF_NAME.get(name)
    if module is None:
        raise AttributeError(f"module 'ludotome.native' has no attribute {name!r}")
    value = getattr(import_module(f"ludotome.native.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, including those not yet imported."""
    return sorted({*globals(), *__all__})
