"""Make scenes: derive from a definition everything about its pictures that never changes.

This module supplies the defaults for looks: shapes by the names of types, colours by the names of seats, and a
checkered board where pieces move.

This module does not know states.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ludotome.diagnostics import one_line
from ludotome.gamedef import LONGEST_MARK, GameDef, LookDef, TerrainDef, TokenTypeDef, VarDef, checked
from ludotome.picture.colors import PALETTE, TERRAIN, darkened, recolored, seat_looks
from ludotome.picture.dress import dressed
from ludotome.picture.layouts import flat_hex_layout, graph_layout, hex_layout, square_layout
from ludotome.picture.rims import hex_rims
from ludotome.picture.scene import (
    BoardScene,
    BoardStyle,
    ColorPair,
    Look,
    Scene,
    SeatLook,
    ShapePart,
    TerrainLook,
    TypeLook,
    VarLook,
    ZoneScene,
    ZoneShape,
)
from ludotome.picture.shapes import SUITS, piece_set, shape_of_word
from ludotome.space import BoardDef, ZoneDef

_JOINED = "(joined)"  # the board id of zones on no board
_SHAPE_OF_MARK = {"x": "cross", "o": "ring"}
# (blocks movement, blocks sight) -> its mark in text; terrain that blocks neither slows or gives cover
_GROUND = {(True, True): "#", (True, False): "=", (False, True): "%", (False, False): ":"}
_GROUND_COLOR = {(True, True): "wall", (True, False): "fence", (False, True): "veil"}
_CHESS_PIECES = {chr(code) for code in range(0x2654, 0x2660)} | {"\ufe0e"}  # shapes are chosen for these names
_ALWAYS = ("disc", "card", "die-1", "die-2", "die-3", "die-4", "die-5", "die-6")


def make_scene(game_def: GameDef, rules_hash: str) -> Scene:
    """Return the scene of a definition."""
    look = game_def.look or LookDef()
    own = dict[str, tuple[ShapePart, ...]]()
    types = tuple(dressed(_type_look(game_def, kind), look.types.get(kind.id), own) for kind in game_def.token_types)
    seats = _seats(game_def.metadata.seats, look)
    boards, zones = [], dict[str, ZoneScene]()
    for board in game_def.boards:
        made, cells = _board(game_def, board, [zone for zone in game_def.zones if zone.board == board.id])
        boards.append(made)
        zones |= {cell.id: cell for cell in cells}
    symbols = checked(game_def).symbols
    joined = [zone for zone in game_def.zones if zone.board is None and zone.adjacent_to and zone.owner == "none"]
    if joined:  # zones with adjacency are a graph, whether or not a macro made them
        made, cells = _board(game_def, BoardDef(id=_JOINED), joined)
        boards.append(made)
        zones |= {cell.id: cell for cell in cells}
    for place, zone in enumerate(game_def.zones):
        if zone.id not in zones:
            zones[zone.id] = _outside(zone, symbols.owner_of_zone[place])
    return Scene(
        game=one_line(game_def.metadata.id),
        rules_hash=rules_hash,
        seats=seats,
        boards=tuple(boards),
        zones=tuple(zones[zone.id] for zone in game_def.zones),
        types=types,
        terrain=_terrain_looks(game_def),
        variables=_variables(game_def),
        colors=_colors(look),
        shapes=_shapes_used(types, [seat.sign for seat in seats]) | own,
    )


def _seats(names: Sequence[str], look: LookDef) -> tuple[SeatLook, ...]:
    looks = seat_looks(tuple(map(one_line, names)))
    own = [look.seats.get(name) for name in names]
    return tuple(seat if c is None else recolored(seat, (c, c)) for seat, c in zip(looks, own, strict=True))


def _colors(look: LookDef) -> dict[str, ColorPair]:
    """Return the palette with the document's colours of cells; in the dark theme they are darker."""
    own = {"cellA": look.light, "cellB": look.dark}
    return PALETTE | {name: (color, darkened(color)) for name, color in own.items() if color is not None}


def _variables(game_def: GameDef) -> tuple[VarLook, ...]:
    return (
        *(_variable(var, "game") for var in game_def.global_vars),
        *(_variable(var, "player") for var in game_def.per_player_vars),
        *(_variable(var, "zone") for var in game_def.per_zone_vars),
    )


def _variable(var: VarDef, of: Literal["game", "player", "zone"]) -> VarLook:
    """Return how a variable is shown; one that is not part of the position is only a counter."""
    return VarLook(one_line(var.name), of, bool(var.init) if var.type == "bool" else None, told=var.position)


# ── zones ──


def _board(game_def: GameDef, board: BoardDef, zones: Sequence[ZoneDef]) -> tuple[BoardScene, list[ZoneScene]]:
    shape: ZoneShape
    labelled = True
    style: BoardStyle = "plain"
    wanted = game_def.look.board if game_def.look is not None else None
    if board.shape == "square" and all(zone.row is not None and zone.col is not None for zone in zones):
        layout, shape, labelled = square_layout(zones), "square", False
        moves = any(kind.movement for kind in game_def.token_types)
        style = wanted or ("checkered" if moves and not game_def.terrain else "plain")
    elif board.shape == "hex" and all(zone.q is not None and zone.r is not None for zone in zones):
        if board.layout == "flat":
            layout, shape = flat_hex_layout(zones), "flatHexagon"
        else:
            (layout, labelled), shape = hex_layout(zones), "hexagon"
    else:
        layout, shape = graph_layout(zones, board.layout), "circle"
    lines = _lines(zones) if shape == "circle" else ()
    cells = [
        ZoneScene(
            id=zone.id,
            name=one_line(zone.name or zone.id),
            shape=shape,
            board=board.id,
            x=x,
            y=y,
            tone=((zone.row or 0) + (zone.col or 0)) % 2 if style == "checkered" else 0,
            terrain=zone.terrain,
            label=_label(zone, shape) if labelled else None,
            stack=zone.ordering == "stack",
            ordered=zone.ordering != "set",
        )
        for zone, (x, y) in zip(zones, layout.places, strict=True)
    ]
    made = BoardScene(
        id=board.id,
        width=layout.width,
        height=layout.height,
        style=style,
        labels=layout.labels,
        lines=lines,
        label_scale=layout.label_scale,
        rims=hex_rims(cells, _sides(game_def)) if shape in ("hexagon", "flatHexagon") else (),
    )
    return made, cells


def _sides(game_def: GameDef) -> list[tuple[int, frozenset[str]]]:
    """Return the regions of each seat, to be drawn as sides to join; none in games where pieces move."""
    if any(kind.movement for kind in game_def.token_types) or game_def.terrain:
        return []
    return [
        (seat, frozenset(zones))
        for region in game_def.regions
        for seat, zones in enumerate(region.of_seat or ())
        if len(zones) > 1
    ]


def _label(zone: ZoneDef, shape: ZoneShape) -> str | None:
    """Return the label in or below a cell; hexagons without names have none."""
    return one_line(zone.name or (zone.id if shape == "circle" else "")) or None


def _lines(zones: Sequence[ZoneDef]) -> tuple[tuple[str, str], ...]:
    """Return each pair of neighbours once, in the order of the zones."""
    here = {zone.id: place for place, zone in enumerate(zones)}
    return tuple(
        (zone.id, other)
        for zone in zones
        for other in dict.fromkeys(zone.adjacent_to)
        if other in here and here[zone.id] < here[other]
    )


def _outside(zone: ZoneDef, owner: int | None) -> ZoneScene:
    name = zone.name or (zone.id if owner is None else zone.id.rpartition(":")[0])
    shape: ZoneShape = "pile" if zone.ordering == "stack" or zone.visibility == "hidden" else "row"
    return ZoneScene(
        id=zone.id,
        name=one_line(name),
        shape=shape,
        owner=owner,
        stack=zone.ordering == "stack",
        ordered=zone.ordering != "set",
    )


# ── types and ground ──


def _type_look(game_def: GameDef, kind: TokenTypeDef) -> TypeLook:
    """Return the look of a type: the shape for its name, else a disc, with its mark if there are several marks."""
    by_seat = tuple(map(one_line, kind.draw)) if isinstance(kind.draw, tuple) else ()
    text = one_line(kind.draw if isinstance(kind.draw, str) else kind.short or _initials(game_def, kind))
    shape = None if any(map(_is_symbol, by_seat or (text,))) else shape_of_word(kind.id)
    if shape == "wall" and not any(board.shape == "square" for board in game_def.boards):
        shape = "block"  # a wall fills a square cell, and would cover more than a hexagon
    card = not game_def.boards or (bool(kind.props) and not kind.movement and kind.draw is None and shape is None)
    look, looks = Look(shape), tuple[Look, ...]()
    if shape is None:
        marked = len(game_def.token_types) > 1 or kind.draw is not None
        look = Look("disc", text if marked else None)
        looks = tuple(map(_mark_look, by_seat))
    return TypeLook(
        one_line(kind.id),
        look,
        seats=looks,
        card=card,
        suits=_suits(kind),
        text=text,
        texts=by_seat or _letters(game_def, kind, text),
        drawn=kind.draw is not None,
    )


def _initials(game_def: GameDef, kind: TokenTypeDef) -> str:
    """Return the shortest prefix of a type's name that distinguishes it from the other types without a mark."""
    names = [one.id for one in game_def.token_types if one.draw is None and one.short is None and one.id != kind.id]
    lengths = range(1, LONGEST_MARK + 1)
    return next((kind.id[:n] for n in lengths if not any(name[:n] == kind.id[:n] for name in names)), kind.id[:1])


def _letters(game_def: GameDef, kind: TokenTypeDef, text: str) -> tuple[str, ...]:
    """Return the default text for each seat: upper and lower case, or a number for each."""
    if kind.draw is not None:
        return ()
    seats = len(game_def.metadata.seats)
    if seats == 2:
        return text.upper(), text.lower()
    return tuple(f"{text}{seat + 1}" for seat in range(seats)) if seats > 2 else ()


def _is_symbol(text: str) -> bool:
    """Whether *text* is a symbol for pictures: not a letter, which is for text, and not a chess piece."""
    return not text.isascii() and not all(char in _CHESS_PIECES for char in text)


def _suits(kind: TokenTypeDef) -> dict[str, str]:
    """Return the shape for each value of a property whose values are the four suits of cards or their initials."""
    for prop in kind.props:
        if isinstance(prop.type, tuple) and len(prop.type) == len(SUITS):
            found = {
                word: shape for word in prop.type for shape in SUITS if word.lower() in (shape, shape[:-1], shape[0])
            }
            if len(set(found.values())) == len(SUITS):
                return found
    return {}


def _mark_look(mark: str) -> Look:
    """Return the look of a text: a shape for common marks such as X and O, else a disc with the text."""
    shape = _SHAPE_OF_MARK.get(mark.lower())
    return Look(shape) if shape is not None else Look("disc", mark)


def _shapes_used(types: Sequence[TypeLook], signs: Sequence[int]) -> dict[str, tuple[ShapePart, ...]]:
    every = piece_set()
    suits = [shape for kind in types for shape in kind.suits.values()]
    named = dict.fromkeys((*_ALWAYS, *(f"sign-{sign}" for sign in signs), *suits))
    for kind in types:
        for look in (kind.look, *kind.seats, *kind.values.values()):
            if look is not None and look.shape is not None:
                named[look.shape] = None
    return {name: every[name] for name in named if name in every}


def _terrain_looks(game_def: GameDef) -> tuple[TerrainLook, ...]:
    """Return the look of each terrain; marks in text differ from each other and from those of tokens."""
    draws = (kind.draw for kind in game_def.token_types)
    taken = {mark for draw in draws if draw is not None for mark in ((draw,) if isinstance(draw, str) else draw)}
    looks = []
    for terrain in game_def.terrain:
        stops = "move" in terrain.blocks, "sight" in terrain.blocks
        mark = "."
        if terrain.blocks or terrain.cover or terrain.cost:
            free = (mark for mark in (_GROUND[stops], *terrain.id) if mark not in taken)
            mark = next(free, _GROUND[stops])
            taken.add(mark)
        own = None if game_def.look is None else game_def.look.terrain.get(terrain.id)
        color = _ground_color(terrain) if own is None else (own, darkened(own))
        looks.append(TerrainLook(one_line(terrain.id), mark, color, _ground_words(terrain)))
    return tuple(looks)


def _ground_color(terrain: TerrainDef) -> ColorPair | None:
    """Return the colour for the effect of a terrain; plain terrain has none."""
    passable = "cover" if terrain.cover else "rough" if terrain.cost else None
    name = _GROUND_COLOR.get(("move" in terrain.blocks, "sight" in terrain.blocks), passable)
    return None if name is None else TERRAIN[name]


def _ground_words(terrain: TerrainDef) -> str:
    """Return the effect of a terrain in words; empty for plain terrain."""
    said = []
    if terrain.blocks:
        said.append("blocks " + " and ".join({"move": "movement", "sight": "sight"}[what] for what in terrain.blocks))
    if terrain.cover:
        said.append("gives cover")
    if terrain.cost:
        said.append(f"costs {terrain.cost} more")
    return ", ".join(said)
