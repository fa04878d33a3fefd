"""Which shipped games have machine code: said in one table, and held to what the native room says."""

from __future__ import annotations

from ludotome.play import shipped_games
from tests.support.beside import NOT_NATIVE_YET, why_not_native


def test_every_shipped_game_is_native_but_those_named() -> None:
    """A game that became native leaves the table, and with it its proof moves from `make long` to `make test`."""
    missing = {name: why for name in shipped_games() if (why := why_not_native(name))}
    assert missing.keys() == NOT_NATIVE_YET.keys(), missing
