"""C for a WebAssembly module: the rules of one game, its secrets, and the search, as one text.

    dice.h · the rules (`emit/game.py`) · secrets as tables · search.h, worlds.h · module.h

Native libraries share one search among all games; a module must be complete, since nothing can be loaded into it.

Invariant: the same definition and number of players give byte-identical text.

This module does not know compilers.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ludotome.chance import logarithms_header
from ludotome.files import package_text
from ludotome.gamedef import Chance, GameDef, is_uncertain
from ludotome.native.emit.game import GameC, emit_game
from ludotome.native.lower.layout import Layout
from ludotome.native.run.secrets import Secrets

_SEARCH = ("apart.h", "searching.h", "search.h", "worlds.h", "module.h")
_EVERY = (
    "malloc", "free",
    "lt_state_bytes", "lt_key_bytes", "lt_most_decisions",
    "lt_blank", "lt_rebuild", "lt_new", "lt_setup", "lt_legal", "lt_follow", "lt_apply",
    "lt_shown", "lt_result", "lt_hashes",
    "lt_trace", "lt_playout", "lt_playouts", "lt_perft",
    "lt_search_free", "lt_search_run", "lt_search_fault", "lt_search_count", "lt_search_read", "lt_search_line",
    "lt_module_version", "lt_module_seed", "lt_module_search", "lt_module_dice",
)  # fmt: skip
_OF_NOTATION = ("lt_notation_width", "lt_notation", "lt_module_reasons")
_OF_SECRETS = ("lt_worlds_read", "lt_worlds_line", "lt_module_world")


class ModuleC(Struct, frozen=True):
    """The C of a module, and what it exports."""

    code: GameC
    source: str
    exports: tuple[str, ...]
    worlds: bool
    """Whether worlds can be drawn; if not, the game has no uncertainty, or its tables would be too large."""

    @property
    def layout(self) -> Layout:
        """The layout of a flat state."""
        return self.code.layout


def emit_module(game_def: GameDef, players: int, chance: Chance = "sampled") -> ModuleC:
    """Return the C of the module of *game_def* for *players*; raise `UnsupportedError` naming what is not supported."""
    code = emit_game(game_def, players, chance=chance, reasons=True)
    made = Secrets(code) if is_uncertain(game_def) else None
    secrets = made if made is not None and made.fits else None
    tables = "" if secrets is None else _secrets(secrets)
    constants = f"#define LT_HAS_SECRETS {int(secrets is not None)}\n#define LT_DECIDES {code.layout.decides}\n"
    constants += f"#define LT_HAS_REASONS {int(code.notation)}\n"
    source = "\n".join(
        [
            "#include <stdint.h>",
            _text("dice.h"),
            code.rules,
            tables,
            constants,
            logarithms_header(),
            *map(_text, _SEARCH),
        ]
    )
    exports = (*_EVERY, *(_OF_NOTATION if code.notation else ()), *(_OF_SECRETS if secrets is not None else ()))
    return ModuleC(code, source, exports, secrets is not None)


def _secrets(secrets: Secrets) -> str:
    """Return the tables of `lt_secrets` as C."""
    tables = [
        f"static const {ctype} lt_secret_{name}[] = {{{', '.join(map(_number, values))}}};"
        for name, (ctype, values) in secrets.tables.items()
    ]
    fields = [f".{name} = {number}" for name, number in secrets.numbers.items()]
    fields += [f".{name} = lt_secret_{name}" for name in secrets.tables]
    return "\n".join([*tables, f"static const lt_secrets lt_own_secrets = {{{', '.join(fields)}}};\n"])


def _number(value: Any) -> str:
    if isinstance(value, tuple):  # an lt_choice
        return f"{{{', '.join(map(_number, value))}}}"
    return f"UINT64_C({value})" if value >= 2**31 else str(value)


def _text(name: str) -> str:
    return package_text("native", "c", name)
