"""Code: the interface to a game's C, whether just emitted (`emit.game.GameC`) or cached (`Recalled`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ludotome.native.lower.kinds import Kind
from ludotome.native.lower.layout import Layout

if TYPE_CHECKING:
    from ludotome.native.lower.plan import Plan


class Code(Protocol):
    """The C of a game, and the facts about it that play needs."""

    @property
    def layout(self) -> Layout:
        """The layout of a flat state."""

    @property
    def kinds(self) -> tuple[tuple[Kind, ...], ...]:
        """The kind of each parameter of each action."""

    @property
    def halts(self) -> bool:
        """Whether one call can take so long that it must be interruptible."""

    @property
    def notation(self) -> bool:
        """Whether notation is compiled; otherwise the reference kernel writes decisions."""

    @property
    def plans(self) -> tuple[Plan, ...]:
        """How the instances of each action are listed."""

    @property
    def rules(self) -> str:
        """The C of one game."""

    @property
    def side_by_side(self) -> str:
        """The C that steps many games together."""

    @property
    def source(self) -> str:
        """The whole C source."""
