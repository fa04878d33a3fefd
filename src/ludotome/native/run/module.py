"""Module: one game for one number of players as a WebAssembly module, compiled once and cached.

Invariant: a module imports nothing, and gives the same numbers as the compiled game.

This module does not know what runs the module: a browser (`web/engine.js`) or `sandbox`.
"""

from __future__ import annotations

from ludotome.gamedef import Chance, GameDef, checked_game_def, rules_hash
from ludotome.native.lower.asked import check_asked
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.run.module_c import ModuleC, emit_module
from ludotome.toolchain import ToolError, build_module


def compile_module(game_def: GameDef, players: int, chance: Chance = "sampled") -> tuple[ModuleC, bytes]:
    """Return the C of *game_def* for *players* and its module; raise `ToolError` if it cannot be compiled.

    Its states have one kind of *chance*, as in `compile_game`.
    """
    checked_game_def(game_def)
    check_asked(game_def, players, chance)
    try:
        made = emit_module(game_def, players, chance)
    except UnsupportedError as reason:
        raise ToolError("not-compiled", f"`{game_def.metadata.id}` cannot be compiled: {reason}") from None
    name = f"module-{rules_hash(game_def)}-{players}{'-explicit' if chance == 'explicit' else ''}"
    return made, build_module(made.source, name=name, exports=made.exports).wasm
