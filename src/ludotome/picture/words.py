"""Words: texts shared by pictures and text drawings: whose turn it is, how a game ended, what a token is.

This module does not know how anything is drawn.
"""

from __future__ import annotations

import re

from ludotome.picture.scene import Scene, TypeLook, ZoneScene
from ludotome.picture.view import TokenView, Value, View, ZoneView

CHANCE, OVER = -1, -4
_NOBODY_WON = {
    "draw": "a draw",
    "stall": "a draw, nobody can move",
    "truncated": "a draw at the limit of moves",
    "lossAll": "everybody loses",
}
_JOINED = re.compile("([a-z])([A-Z])")
_BY = {"score": " on points", "rank": " by rank"}


def turn_words(scene: Scene, view: View) -> str:
    """Return whose move it is, or how the game ended."""
    if view.ended is not None:
        return f"game over: {ended_words(scene, view)}"
    who = "chance" if view.current < 0 else scene.seats[view.current].name
    return f"{who} to move" + (f" (phase: {view.phase})" if view.phase is not None else "")


def ended_words(scene: Scene, view: View) -> str:
    """Return how a game ended: who won and how, or the kind of end without a winner."""
    ended = view.ended
    assert ended is not None
    if not ended.winners:
        return _NOBODY_WON.get(ended.type, "nobody wins")
    winners = " and ".join(scene.seats[seat].name for seat in ended.winners)
    wins = f"{winners} {'win' if len(ended.winners) > 1 else 'wins'}"
    return wins + _BY.get(ended.type, "")


def token_words(scene: Scene, token: TokenView) -> str:
    """Return what a token is: `White pawn`, `card (rank 2)`."""
    owner = "" if token.owner is None else f"{scene.seats[token.owner].name} "
    props = ", ".join(f"{name} {value_words(value)}" for name, value in token.props.items())
    return f"{owner}{token.type}" + (f" ({props})" if props else "")


def token_mark(kind: TypeLook, token: TokenView) -> str:
    """Return the text for *token*, which is of this type."""
    owner = token.owner
    if kind.by is not None and (found := kind.value_texts.get(str(token.props.get(kind.by)))) is not None:
        return found
    return kind.texts[owner] if owner is not None and owner < len(kind.texts) else kind.text


def value_words(value: Value) -> str:
    """Return a value as displayed."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def game_values(scene: Scene, view: View) -> list[str]:
    """Return the variables of the game that pictures show: `pot 9`."""
    return [_named_value(name, value) for name, value in view.game_vars.items() if _is_told(scene, "game", name, value)]


def seat_values(scene: Scene, view: View, seat: int) -> list[str]:
    """Return the variables of a seat that pictures show: `score 3`."""
    own = ((name, row[seat]) for name, row in view.player_vars.items())
    return [_named_value(name, value) for name, value in own if _is_told(scene, "player", name, value)]


def _named_value(name: str, value: Value) -> str:
    return f"{in_words(name)} {value_words(value)}"


def in_words(name: str) -> str:
    """Return an identifier of a document in words: `cardsLeft` and `cards_left` are `cards left`."""
    return _JOINED.sub(lambda found: f"{found[1]} {found[2].lower()}", name.replace("_", " "))


def _is_told(scene: Scene, of: str, name: str, value: Value) -> bool:
    look = next((one for one in scene.variables if (one.of, one.name) == (of, name)), None)
    return value is not None and (look is None or (look.told and (look.usual is None or value is not look.usual)))


def zone_words(scene: Scene, zone: ZoneScene) -> str:
    """Return the name of a zone, with its owner if it has one: `hand of First`."""
    return zone.name if zone.owner is None else f"{zone.name} of {scene.seats[zone.owner].name}"


def told_values(zone: ZoneScene, seen: ZoneView) -> list[Value]:
    """Return the variables of a zone to show; zones of a graph show all, cells only those that are not 0 or false."""
    if zone.shape == "circle":
        return [value for value in seen.vars.values() if value is not None]
    return [value for value in seen.vars.values() if value is not None and value is not False and value != 0]


def terrain_words(scene: Scene) -> list[tuple[str, str]]:
    """Return the colour name and the meaning of each terrain on the boards; plain terrain is left out."""
    used = {zone.terrain for zone in scene.zones}
    return [
        (f"terrain{place}", f"{terrain.id}: {terrain.says}" if terrain.says else terrain.id)
        for place, terrain in enumerate(scene.terrain)
        if terrain.color is not None and terrain.id in used
    ]
