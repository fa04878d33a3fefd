"""look: compile the section `look` and `draw: { by: … }` of token types.

Names are checked against what the document declares, colours, shapes and path data against what can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ludotome.diagnostics import nearest
from ludotome.gamedef import (
    COLORS,
    LONGEST_MARK,
    LONGEST_PATH,
    PATH_BOX,
    SHAPES,
    FenField,
    GameDef,
    LookDef,
    TypeLookDef,
    draws_in_its_box,
    faults_of_fields,
    find_color,
    is_path_data,
    variables_of_fields,
)
from ludotome.spec.blocks import key_path
from ludotome.spec.compile.values import entries, listed, mapping
from ludotome.spec.lowering import Context, Origin

_CODE = "LT260"


def compile_look(ctx: Context, shell: GameDef) -> LookDef | None:
    """Return the look of the game; None if the document does not say."""
    written = mapping(ctx.doc.get("look"))
    board = mapping(written.get("board"))
    types = _drawn_by_property(ctx, shell)
    known = {kind.id: kind for kind in shell.token_types}
    for name, look in mapping(written.get("types")).items():
        path = key_path("look.types", name)
        if name not in known:
            _unknown(ctx, "token type", name, known, Origin(path, on_key=True))
            continue
        types[name] = _with_draw_of(types.get(name), _type(ctx, look, path, shell, name))
    made = LookDef(
        seats=_seat_colors(ctx, mapping(written.get("seats")), shell.metadata.seats),
        board=board.get("style"),
        light=_color(ctx, board.get("light"), "look.board.light"),
        dark=_color(ctx, board.get("dark"), "look.board.dark"),
        terrain=_colors(
            ctx, mapping(written.get("terrain")), "look.terrain", "terrain", tuple(t.id for t in shell.terrain)
        ),
        types=types,
        fen=_fen(ctx, shell, listed(written.get("fen"))),
    )
    return None if made == LookDef() else made


def _fen(ctx: Context, shell: GameDef, written: list[Any]) -> tuple[FenField, ...]:
    """Return the fields after the rows in the text form of a position."""
    fields = []
    for one in written:
        if isinstance(one, dict):
            fields.append(FenField(letters={letter: str(name) for letter, name in one.items()}))
        elif isinstance(one, int) or str(one) == "-":
            fields.append(FenField(word=str(one)))
        else:
            fields.append(FenField(var=str(one)))
    made = tuple(fields)
    faults = list(faults_of_fields(shell, made))
    for fault in faults:
        near = nearest(fault.unknown, variables_of_fields(shell)) if fault.unknown else ()
        instead = f"write `{near[0]}`" if near else fault.instead
        ctx.fault(_CODE, Origin(f"look.fen{fault.path}"), fault.message, instead)
    return () if faults else made


def _seat_colors(ctx: Context, written: dict[str, Any], seats: tuple[str, ...]) -> dict[str, str]:
    """Return the colours of the seats, which must differ, because they distinguish tokens."""
    found = _colors(ctx, written, "look.seats", "seat", seats)
    first = dict[str, str]()
    for seat, color in found.items():
        if color in first:
            message = f"`{seat}` has the colour of `{first[color]}`"
            ctx.fault(_CODE, Origin(key_path("look.seats", seat)), message, "give each seat a colour of its own")
        first.setdefault(color, seat)
    return found


def _drawn_by_property(ctx: Context, shell: GameDef) -> dict[str, TypeLookDef]:
    """Return the looks of the types whose `draw` has the key `by`."""
    found = {}
    for index, written in enumerate(entries(ctx.doc.get("tokenTypes"))):
        draw = written.get("draw")
        if isinstance(draw, dict) and "by" in draw:
            path, name = f"tokenTypes[{index}].draw", str(written.get("id"))
            found[name] = TypeLookDef(**_by_property(ctx, draw, path, shell, name))
    return found


def _with_draw_of(written: TypeLookDef | None, look: TypeLookDef) -> TypeLookDef:
    """Return *look*, drawn by the property that the look names, or else by the one that the type names."""
    if written is None or look.by is not None:
        return look
    return msgspec.structs.replace(look, by=written.by, values=written.values)


def _colors(ctx: Context, written: dict[str, Any], path: str, kind: str, known: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name, value in written.items():
        here = key_path(path, name)
        if name not in known:
            _unknown(ctx, kind, name, known, Origin(here, on_key=True))
        elif (color := _color(ctx, value, here)) is not None:
            found[name] = color
    return found


def _color(ctx: Context, value: object, path: str) -> str | None:
    if value is None:
        return None
    color = find_color(str(value))
    if color is None:
        near = nearest(str(value).lower(), tuple(COLORS))
        names = f"`{near[0]}`" if near else f'"#1F55CB", or a name: {", ".join(list(COLORS)[:8])}, …'
        ctx.fault(_CODE, Origin(path), f"`{value}` is not a colour", f"write {names}")
    return color


def _type(ctx: Context, written: object, path: str, shell: GameDef, name: str) -> TypeLookDef:
    if not isinstance(written, dict):
        return TypeLookDef(shape=_shape(ctx, str(written), path))
    shape, data = written.get("shape"), written.get("path")
    if data is not None and not _is_drawable(ctx, str(data), f"{path}.path"):
        data = None
    if data is not None and shape is not None:
        message = "a type has a `shape` or a `path`, not both"
        ctx.fault(_CODE, Origin(f"{path}.shape", on_key=True), message, "remove one of them")
    return TypeLookDef(
        shape=None if shape is None else _shape(ctx, str(shape), f"{path}.shape"),
        mark=_mark(ctx, written.get("mark"), f"{path}.mark"),
        path=None if data is None else str(data),
        color=_color(ctx, written.get("color"), f"{path}.color"),
        **_by_property(ctx, mapping(written.get("draw")), f"{path}.draw", shell, name),
    )


def _is_drawable(ctx: Context, data: str, path: str) -> bool:
    """Return whether path data can be drawn and draws something; if not, report it."""
    box = f"a box of {PATH_BOX} by {PATH_BOX}"
    if not is_path_data(data):
        message = "this is not path data that can be drawn"
        instead = f'write commands and numbers for {box}, as "M8 40L24 8L40 40z", at most {LONGEST_PATH} characters'
    elif not draws_in_its_box(data):
        message, instead = "this path draws nothing visible", f'draw inside {box}, such as "M8 40L24 8L40 40z"'
    else:
        return True
    ctx.fault(_CODE, Origin(path), message, instead)
    return False


def _by_property(ctx: Context, written: dict[str, Any], path: str, shell: GameDef, name: str) -> dict[str, Any]:
    """Return the property that decides and the mark or shape for each of its values."""
    if "by" not in written:
        return {}
    kind = next((one for one in shell.token_types if one.id == name), None)
    props = {prop.name: prop for prop in (kind.props if kind is not None else ())}
    by = str(written["by"])
    if by not in props:
        _unknown(ctx, "property", by, props, Origin(f"{path}.by"))
        return {}
    type_ = props[by].type
    values = {}
    for value, drawn in written.items():
        if value == "by":
            continue
        if isinstance(type_, tuple) and value not in type_:
            _unknown(ctx, "value", value, type_, Origin(key_path(path, value), on_key=True))
        elif drawn in SHAPES:
            values[value] = str(drawn)
        elif (mark := _mark(ctx, drawn, key_path(path, value))) is not None:
            values[value] = mark
    return {"by": by, "values": values}


def _shape(ctx: Context, name: str, path: str) -> str | None:
    if name in SHAPES:
        return name
    _unknown(ctx, "shape", name, SHAPES, Origin(path))
    return None


def _unknown(ctx: Context, kind: str, name: str, known: Iterable[str], origin: Origin) -> None:
    """Report that there is no *kind* called *name*, with a near one if there is one."""
    names = tuple(known)
    near = nearest(name, names)
    instead = f"write `{near[0]}`" if near else f"write one of {', '.join(f'`{one}`' for one in names)}"
    ctx.fault(_CODE, origin, f"there is no {kind} called `{name}`", instead)


def _mark(ctx: Context, value: object, path: str) -> str | None:
    if value is None:
        return None
    if len(str(value)) > LONGEST_MARK:
        message = f"`{value}` is too long for a mark"
        ctx.fault(_CODE, Origin(path), message, f"write at most {LONGEST_MARK} characters")
        return None
    return str(value)
