"""Spaces: Gymnasium's description of tensors and masks.

This module does not know games.
"""

from __future__ import annotations

import gymnasium.spaces
import numpy as np

from ludotome.gamedef import TensorLayout


def tensor_space(layout: TensorLayout) -> gymnasium.spaces.Box:
    """Return the space of observation tensors."""
    bounds = np.iinfo(layout.dtype)
    return gymnasium.spaces.Box(int(bounds.min), int(bounds.max), (layout.size,), np.dtype(layout.dtype).type)


def mask_space(actions: int) -> gymnasium.spaces.Box:
    """Return the space of action masks."""
    return gymnasium.spaces.Box(0, 1, (actions,), np.int8)
