"""token_types: kinds of tokens with their properties and movement.

The `when` of a pattern is a rule and is compiled later.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludotome.gamedef import IT, RELATIVE_DIRECTIONS, MovementGroup, MovementPattern, PropDef, Scope, TokenTypeDef, Type
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.compile.values import entries, listed, mapping, whole
from ludotome.spec.compile.variables import declared
from ludotome.spec.lowering import Context, Env, Origin, Want
from ludotome.spec.lowering.names import DIRECTION_SETS
from ludotome.spec.lowering.seats import find_seat
from ludotome.spec.lowering.trees import lower_field

KINDS = ("step", "slide", "hop", "path", "leap")
_USUAL_OVER = {"hop": "occupied", "leap": "any"}


def compile_token_types(ctx: Context, constants: dict[str, int]) -> tuple[TokenTypeDef, ...]:
    """Return the token types without the conditions of their movement."""
    return tuple(
        _token_type(ctx, written, f"tokenTypes[{index}]", constants)
        for index, written in enumerate(entries(ctx.doc.get("tokenTypes")))
    )


def _token_type(ctx: Context, written: dict[str, Any], path: str, constants: dict[str, int]) -> TokenTypeDef:
    props = []
    for index, (name, fields) in enumerate(mapping(written.get("props")).items()):
        ctx.origins.of_path[f"{path}.props[{index}]"] = key_path(f"{path}.props", name)
        props.append(declared(ctx, PropDef, name, mapping(fields), constants))
    return TokenTypeDef(
        str(written.get("id")),
        tuple(props),
        _movement(ctx, written.get("movement"), path),
        tuple(listed(written.get("blocks"))),
        bool(written.get("cover", False)),
        whole(written.get("max"), constants),
        str(written["short"]) if "short" in written else None,
        _draw(ctx, written.get("draw"), f"{path}.draw"),
        _letter(ctx, written.get("letter"), f"{path}.letter"),
    )


def _letter(ctx: Context, written: YamlValue, path: str) -> str | None:
    """Return the letter of a type in the text of positions."""
    if written is None or (isinstance(written, str) and len(written) == 1 and written.upper() != written.lower()):
        return written
    message = f"`{written}` is not one letter that has an upper and a lower case"
    ctx.fault("LT266", Origin(path), message, "write one letter, as `N`")
    return None


def _draw(ctx: Context, written: YamlValue, path: str) -> tuple[str, ...] | str | None:
    if not isinstance(written, dict):
        return str(written) if written is not None else None
    if "by" in written:
        return None  # by the value of a property: `look`
    by_seat = {
        find_seat(ctx, seat, Origin(key_path(path, seat), on_key=True)): str(text) for seat, text in written.items()
    }
    return tuple(by_seat.get(seat, "") for seat in range(ctx.things.seat_count))


def _movement(ctx: Context, written: YamlValue, path: str) -> tuple[MovementGroup, ...]:
    if written is None:
        return ()
    groups = written.items() if isinstance(written, dict) else [("", written)]
    found = []
    for number, (name, patterns) in enumerate(groups):
        here = key_path(f"{path}.movement", name) if name else f"{path}.movement"
        made = []
        for index, pattern in enumerate(entries(patterns)):
            ctx.origins.of_path[f"{path}.movement[{number}].patterns[{index}]"] = f"{here}[{index}]"
            compiled = _pattern(ctx, pattern, f"{here}[{index}]", f"{path}.movement[{number}].patterns[{index}]")
            if compiled is not None:
                made.append(compiled)
        found.append(MovementGroup(name, tuple(made)))
    return tuple(found)


def _pattern(ctx: Context, written: dict[str, Any], path: str, made_path: str) -> MovementPattern | None:
    kinds = [kind for kind in KINDS if kind in written]
    if len(kinds) != 1:
        said = "none" if not kinds else " and ".join(f"`{kind}`" for kind in kinds)
        ctx.fault(
            "LT252",
            Origin(path),
            f"a pattern says one of {', '.join(f'`{kind}`' for kind in KINDS)}; this one says {said}",
            "write one pattern for each",
        )
        return None
    kind: Any = kinds[0]
    fields: dict[str, Any] = {"kind": kind, "over": written.get("over", _USUAL_OVER.get(kind, "empty"))}
    if "onto" in written:
        fields["onto"] = tuple(listed(written["onto"]))
    if kind == "leap":
        offset = tuple(listed(written["leap"]))
        if len(offset) != 2:
            ctx.fault(
                "LT253", Origin(f"{path}.leap"), "a `leap` needs two numbers", "write rows and columns: `leap: [2, 1]`"
            )
            return None
        return MovementPattern(offset=offset, **fields)
    ways: list[str] = []
    for index, way in enumerate(listed(written[kind])):
        below = f"{path}.{kind}[{index}]" if isinstance(written[kind], list) else f"{path}.{kind}"
        if not _is_direction(ctx, str(way)):
            known = (*_all_directions(ctx), *RELATIVE_DIRECTIONS, *DIRECTION_SETS)
            ctx.unknown("direction", str(way), known, Origin(below))
            return None
        for direction in _directions(ctx, str(way)):
            ctx.origins.of_path[f"{made_path}.directions[{len(ways)}]"] = below
            ways.append(direction)
    return MovementPattern(directions=tuple(ways), **fields)


def _all_directions(ctx: Context) -> tuple[str, ...]:
    return tuple(dict.fromkeys(way for board in ctx.things.shell.boards for way in board.directions))


def _is_direction(ctx: Context, way: str) -> bool:
    return way in _all_directions(ctx) or way in RELATIVE_DIRECTIONS or way in DIRECTION_SETS


def _directions(ctx: Context, way: str) -> tuple[str, ...]:
    """Return the directions that a word means: itself, or all, the orthogonal or the diagonal ones of the boards."""
    known = _all_directions(ctx)
    diagonal = tuple(
        dict.fromkeys(
            way for board in ctx.things.shell.boards if board.shape == "square" for way in board.directions[4:]
        )
    )
    sets = {"directions": known, "diagonal": diagonal, "orthogonal": tuple(way for way in known if way not in diagonal)}
    return sets.get(way, (way,))


def with_conditions(ctx: Context) -> tuple[TokenTypeDef, ...]:
    """Return the token types of the shell with the `when` of every pattern."""
    env = Env(Scope("movement").bind(IT, Type("token")), {}, IT)
    found = []
    for index, (kind, written) in enumerate(
        zip(ctx.things.shell.token_types, entries(ctx.doc.get("tokenTypes")), strict=True)
    ):
        movement = written.get("movement")
        lists = list(movement.items()) if isinstance(movement, dict) else [("", movement)]
        groups = []
        for group, (name, patterns) in zip(kind.movement, lists, strict=False):
            here = f"tokenTypes[{index}].movement" + (f".{name}" if name else "")
            conditions = [
                lower_field(ctx, pattern["when"], f"{here}[{number}].when", Want("bool"), env)
                if pattern.get("when") is not None
                else None
                for number, pattern in enumerate(entries(patterns))
            ]
            if len(conditions) == len(group.patterns):
                pairs = zip(group.patterns, conditions, strict=True)
                made = tuple(msgspec.structs.replace(pattern, when=when) for pattern, when in pairs)
                group = MovementGroup(group.name, made)
            groups.append(group)
        found.append(msgspec.structs.replace(kind, movement=tuple(groups)))
    return tuple(found)
