"""Recalled: a compiled game that is loaded from the cache, without generating its C again.

Besides the library, play needs a few facts about the C (`Facts`). They are cached with the digest of the library, under
a key that covers everything the C depends on: the definition without looks, of its tests only the positions, the
players, chance, options, flags, the compiler, and the content of every file of this package that decides the C.

Invariant: a library is loaded only if its bytes have the cached digest; otherwise the game is compiled again.

This module does not know how C is generated; it requests that only if the text is needed.
"""

from __future__ import annotations

import platform
import sys
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ludotome.gamedef import Chance, GameDef, checked
from ludotome.native.lower.layout import Layout
from ludotome.native.options import Options
from ludotome.toolchain import Library, digest_of, find_compiler, load_built, package_digest, recall, remember_made

if TYPE_CHECKING:
    from ludotome.native.emit.game import GameC
    from ludotome.native.lower.kinds import Kind
    from ludotome.native.lower.plan import Plan

PACKAGES = ("chance", "space", "movement", "gamedef", "native", "toolchain")
"""The packages whose files affect the C, or how it is compiled."""
KIND = "libraries"


class Facts(Struct, frozen=True):
    """The facts about a game's C that play needs."""

    answers: int
    tokens: int
    single: bool
    kinds: tuple[tuple[str, ...], ...]  # the kind of each parameter of each action
    halts: bool
    notation: bool
    decisions: int  # the number of decision ids; 0 if there are too many to number
    tensor_bytes: int  # the size of one player's observation tensor


class _Kept(Struct, frozen=True):
    """The cache entry of a library."""

    name: str
    path: str
    sha256: str
    facts: Facts


class Recalled(Struct, frozen=True, dict=True):
    """Stands in for `GameC` if the library is in the cache."""

    game_def: GameDef
    players: int
    options: Options
    chance: Chance
    facts: Facts

    @cached_property
    def layout(self) -> Layout:
        """The layout of a flat state."""
        facts = self.facts
        explicit = self.chance == "explicit"
        return Layout(self.game_def, self.players, facts.answers, explicit, facts.tokens, facts.single)

    @property
    def kinds(self) -> tuple[tuple[Kind, ...], ...]:
        """The kind of each parameter of each action."""
        return self.facts.kinds  # type: ignore[return-value]

    @property
    def halts(self) -> bool:
        """Whether one call can take so long that it must be interruptible."""
        return self.facts.halts

    @property
    def notation(self) -> bool:
        """Whether notation is compiled; otherwise the reference kernel writes decisions."""
        return self.facts.notation

    @cached_property
    def emitted(self) -> GameC:
        """The C, generated on first use."""
        from ludotome.native.emit.game import emit_game

        return emit_game(self.game_def, self.players, self.options, self.chance)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """How the instances of each action are listed."""
        return self.emitted.plans

    @property
    def rules(self) -> str:
        """The C of one game."""
        return self.emitted.rules

    @property
    def side_by_side(self) -> str:
        """The C that steps many games together."""
        return self.emitted.side_by_side

    @property
    def source(self) -> str:
        """The whole C source."""
        return self.emitted.source


def library_key(
    game_def: GameDef, players: int, chance: Chance, options: Options, flags: tuple[str, ...], cdef: str
) -> str:
    """Return the cache key of a game's library: a digest of everything it depends on."""
    compiler = find_compiler()
    # A state has room for the positions of tests, even if play never has as many tokens.
    positions = msgspec.json.encode([test.position for test in game_def.tests]).decode()
    built = (*flags, cdef, platform.machine(), sys.platform, *compiler.command, compiler.identity)
    described = (checked(game_def).digest, positions, str(players), chance, repr(options))
    return digest_of(*described, package_digest(PACKAGES), *built)


def recall_library(key: str, cdef: str) -> tuple[Library, Facts] | None:
    """Return the library cached under *key* and its facts; None if it is missing or has changed."""
    data = recall(KIND, key)
    if data is None:
        return None
    try:
        kept = msgspec.json.decode(data, type=_Kept)
    except (msgspec.DecodeError, ValueError):
        return None
    library = load_built(kept.path, kept.sha256, name=kept.name, cdef=cdef)
    return None if library is None else (library, kept.facts)


def remember_library(key: str, library: Library, code: GameC, decisions: int, tensor_bytes: int) -> None:
    """Store the path of *library* and its facts in the cache."""
    layout = code.layout
    facts = Facts(
        layout.answers, layout.tokens, layout.single, code.kinds, code.halts, code.notation, decisions, tensor_bytes
    )
    kept = _Kept(library.name, str(library.path), library.sha256, facts)
    remember_made(PACKAGES, KIND, key, msgspec.json.encode(kept))
