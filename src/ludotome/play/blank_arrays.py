"""Blank arrays: empty masks and tensors of a game, to be copied for every position.

Copying an array is faster than creating one, and every step of an environment needs two.

This module does not know positions.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotome.play.game import Game


class BlankArrays:
    """The arrays of one game for one number of players, each made on first use; never written to."""

    def __init__(self, game: Game, players: int) -> None:
        self._game, self._players = game, players

    @cached_property
    def mask(self) -> NDArray[np.bool_]:
        """A mask without legal ids; raise `PlayError` if the game has too many decisions to number."""
        import numpy as np

        return np.zeros(self._game.action_ids(self._players).count, np.bool_)

    @cached_property
    def tensor(self) -> NDArray[np.integer[Any]]:
        """An observation tensor of zeros."""
        import numpy as np

        layout = self._game.tensor_layout(self._players)
        return np.zeros(layout.size, layout.dtype)
