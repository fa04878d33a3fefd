"""Fault words: errors in the rules, described for the author of the document.

The kernel names zones by id and effects by their path in the definition. Here zones have their names in the document,
and an effect is the line of the document.

This module does not know how faults occur.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ludotome.gamedef import PlayError, checked
from ludotome.play.value_words import place_in_words

if TYPE_CHECKING:
    from ludotome.gamedef import GameDef
    from ludotome.play.game import Game

CODE = "document-fault"
_HEAD = "error in the rules: "
_ABOUT_ZONES = ("full-zone", "not-there")
_QUOTED = re.compile(r"`([^`]+)`")
_EFFECTS = re.compile(r"(setup|.*?\.(?:effects|cost|onEnter|onExit))\[")  # the outermost list that contains an effect


def fault_in_words(game: Game, error: PlayError, **details: Any) -> PlayError:
    """Return the fault *error* of *game* in the terms of its document, with further *details*.

    Its details say `what` is impossible and in which `line`, None if no part of it was written.
    """
    chain = error.details.get("chain", ())
    told = " in ".join(reversed(chain))
    what = str(error).removeprefix(_HEAD).removesuffix(f" ({told})")
    if error.details["fault"] in _ABOUT_ZONES:
        what = _QUOTED.sub(lambda found: f"`{_zone(game.game_def, found[1])}`", what)
    line = game.find_line(_written_path(game, chain[-1])) if chain else None
    fired = "".join(f" in trigger {_QUOTED.search(one)[0]}" for one in reversed(chain[:-1]))  # type: ignore[index]
    where = f"{fired}\n  {line}" if line is not None else f" ({told})" if chain else ""
    return PlayError(CODE, f"{_HEAD}{what}{where}", **error.details, **details, what=what, line=line)


def _zone(game_def: GameDef, zone_id: str) -> str:
    symbols = checked(game_def).symbols
    place = symbols.zone_index.get(zone_id)
    return zone_id if place is None else place_in_words(symbols, place)


def _written_path(game: Game, path: str) -> str:
    """Return *path*, or only its list of effects if a macro made more of them than the document has entries."""
    found = _EFFECTS.match(path)
    if found is None:
        return path
    made: Any = game.game_def
    for step in re.findall(r"\w+", found[1]):
        made = made[int(step)] if step.isdecimal() else getattr(made, re.sub("([A-Z])", r"_\1", step).lower())
    return path if len(made) == game.entries_written(found[1]) else found[1]
