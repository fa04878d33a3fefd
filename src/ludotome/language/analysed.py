"""analysed: the symbol table of a text, cached for the most recently used texts.

An editor sends several requests about one text before it changes, so one analysis serves them all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from ludotome.language.symbols import Symbols
from ludotome.spec import analyse_text

Read: TypeAlias = "Callable[[str], str] | None"
_KEPT = 4


@lru_cache(maxsize=_KEPT)
def symbols_of(text: str, read: Read = None) -> Symbols:
    """Return the symbols of *text*; *read* (name → text) gives mission files and is called once for each text."""
    return Symbols(analyse_text(text, read))
