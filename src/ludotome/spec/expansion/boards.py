"""boards: `grid`, `hex`, `graph` and `mission` entries of `zones` → their zones.

In the expanded document zones are mappings with all fields of a `ZoneDef`; the directions of a board go into
`MadeBoards`. Roads of a graph are kept as written: they may lead to zones declared elsewhere, and are added when all
zones are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from ludotome.gamedef import MAX_ZONES, MOST_ZONES, GameDef, Metadata, PlayerCount, TurnStructure
from ludotome.space import (
    BoardDef,
    ZoneDef,
    ZoneId,
    generate_graph,
    generate_grid,
    generate_hex,
    generate_hex_rectangle,
    generate_hex_rhombus,
    hex_board,
    square_board,
)
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.expansion.bounded_reader import BoundedReader
from ludotome.spec.lowering import Context, Origin, Things, lower
from ludotome.spec.lowering.static import zones_where
from ludotome.spec.report import Report
from ludotome.spec.settings import Values, constants_of, parameters_of, values_of, whole_value
from ludotome.spec.shapes import BOARD_MACROS, MACRO_ARGS, NAME, Field
from ludotome.spec.shapes.check import ShapeCheck
from ludotome.spec.source_map import SourceMap

Removed = Callable[[int, int], bool]


class MadeBoards(Struct):
    """The zones of the document after expansion, and the boards.

    `roads` are still to be added, each with its board and path; `terrains` are those used by missions.
    """

    zones: list[YamlValue] = field(default_factory=list)
    boards: list[BoardDef] = field(default_factory=list)
    roads: list[tuple[str, YamlValue, str]] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)
    terrains: list[str] = field(default_factory=list)
    board_paths: list[str] = field(default_factory=list)


def expand_zones(
    doc: GameSpecDoc, report: Report, source_map: SourceMap | None, read: Callable[[str], str] | None
) -> MadeBoards:
    """Return the zones of *doc* with every board made; a board that cannot be made is reported and left out."""
    made = MadeBoards()
    read = None if read is None else BoundedReader(read)
    zones = doc.get("zones")
    for index, entry in enumerate(zones if isinstance(zones, list) else []):
        path = f"zones[{index}]"
        if entry == {}:
            continue  # one that could not be read (`sound_part`)
        macro = board_macro(entry, path)
        if macro is None:
            if f"zones[{len(made.zones)}]" != path:
                made.origins[f"zones[{len(made.zones)}]"] = path
            made.zones.append(entry)
            continue
        # Paths inside a board are as written, although zones made before it have moved its entry.
        made.origins[macro.path] = macro.path
        for zone in _Maker(doc, report, source_map, read, made, macro).make():
            made.origins[f"zones[{len(made.zones)}]"] = macro.path
            made.zones.append(_as_written(zone))
        made.board_paths.extend(macro.path for _ in range(len(made.boards) - len(made.board_paths)))
    return made


def _number(field: Field, value: YamlValue, constants: Values) -> YamlValue:
    """Return the value of *field* with constants replaced by their whole numbers."""
    if field.kind == "int" and isinstance(value, str):
        found = whole_value(value, constants)
        return value if found is None else found
    if field.kind == "list" and field.of is not None and field.of.kind == "int" and isinstance(value, list):
        return [_number(field.of, item, constants) for item in value]
    return value


def _as_written(zone: ZoneDef) -> YamlValue:
    """Return the zone as it would be written in a document, with lists for tuples."""
    fields: dict[str, Any] = msgspec.to_builtins(zone)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}


class BoardMacro(Struct, frozen=True):
    """A board macro, an entry of `zones`; `names` are the names of arguments that were listed without them."""

    kind: str
    args: dict[str, YamlValue]
    path: str
    names: tuple[str, ...] = ()

    def at(self, key: str) -> str:
        """Return the path at which the argument *key* was written; an empty key is all of them."""
        if key in self.names:
            return f"{self.path}[{self.names.index(key)}]"
        return f"{self.path}.{key}" if key else self.path


def board_macro(entry: YamlValue, path: str) -> BoardMacro | None:
    """Return the board that *entry* of `zones` is, in either of its two forms, or None."""
    if not isinstance(entry, dict):
        return None
    if len(entry) == 1:
        ((kind, args),) = entry.items()
        if kind in BOARD_MACROS and isinstance(args, dict):
            return BoardMacro(kind, args, f"{path}.{kind}")
    named, args = entry.get("macro"), entry.get("args")
    if set(entry) == {"macro", "args"} and isinstance(named, str) and named in BOARD_MACROS:
        if isinstance(args, dict):
            return BoardMacro(named, args, f"{path}.args")
        names = MACRO_ARGS.get(named, ())
        if isinstance(args, list) and len(args) == len(names):
            return BoardMacro(named, dict(zip(names, args, strict=True)), f"{path}.args", names)
    return None


class _Maker:
    """One board under construction."""

    def __init__(
        self,
        doc: GameSpecDoc,
        report: Report,
        source_map: SourceMap | None,
        read: Callable[[str], str] | None,
        made: MadeBoards,
        macro: BoardMacro,
    ) -> None:
        self.doc, self.report, self.source_map, self.read = doc, report, source_map, read
        self.made, self.macro, self.path = made, macro, macro.path
        constants = values_of(doc)
        fields = BOARD_MACROS[macro.kind].fields
        self.args: dict[str, Any] = {key: _number(fields[key], value, constants) for key, value in macro.args.items()}
        self.id = str(self.args.get("id", "board"))
        self.capacity: int = self.args.get("capacity", 1)

    def _is_right(self) -> bool:
        """Return whether each argument is valid, with constants replaced by numbers; report those that are not."""
        check = ShapeCheck(self.report, self.source_map, {})
        fields = BOARD_MACROS[self.macro.kind].fields
        changed = [key for key, value in self.args.items() if value is not self.macro.args[key]]
        fits = [check.fits(fields[key], self.args[key], self.macro.at(key)) for key in changed]
        return all(fits)

    def make(self) -> tuple[ZoneDef, ...]:
        if not self._is_right():
            return ()
        zones: tuple[ZoneDef, ...] | None
        match self.macro.kind:
            case "grid":
                zones = self._grid()
            case "hex":
                zones = self._hex()
            case "graph":
                zones = self._graph()
            case _:
                zones = self._mission()
        return () if zones is None else self._with_props(self._ordered(self._with_terrain(zones)))

    def _ordered(self, zones: tuple[ZoneDef, ...]) -> tuple[ZoneDef, ...]:
        """Return *zones* with the written `ordering`."""
        ordering = self.args.get("ordering")
        if ordering is None:
            return zones
        if "capacity" not in self.args:
            message = "`ordering` has no effect without `capacity`: a cell holds one token"
            self._fault("LT618", "ordering", message, "write how many tokens a cell may hold, as `capacity: 20`")
        return tuple(msgspec.structs.replace(zone, ordering=ordering) for zone in zones)

    def _fault(self, code: str, key: str, message: str, suggestion: str) -> None:
        path = self.macro.at(key)
        span = None
        if self.source_map is not None:
            span = self.source_map.span(path) or self.source_map.span(self.path)
        self.report.add(code, path, message, suggestion, span=span)

    def _prefix(self, usual: str) -> str:
        """Return the prefix of zone names: *usual* for the first board of a shape, its id for later ones."""
        taken = any(
            str(zone.get("id", "")).startswith(f"{usual}_") for zone in self.made.zones if isinstance(zone, dict)
        )
        return self.id if taken else usual

    def _is_too_large(self, count: int) -> bool:
        together = count + len(self.made.zones)
        if count > MAX_ZONES:
            message = f"this board has {count} zones; at most {MAX_ZONES} are made"
        elif together > MOST_ZONES:  # checked here, because making them would take longer than reporting it
            message = f"with this board the game has {together} zones; at most {MOST_ZONES} are allowed"
        else:
            return False
        self._fault("LT610", "", message, "make it smaller")
        return True

    def _grid(self) -> tuple[ZoneDef, ...] | None:
        rows, cols, directions = self.args["rows"], self.args["cols"], self.args.get("directions", 4)
        if directions not in (4, 8):
            self._fault("LT611", "directions", f"a grid has 4 or 8 directions, not {directions}", "write 4 or 8")
            return None
        if self._is_too_large(rows * cols):
            return None

        def generate(removed: Removed) -> tuple[ZoneDef, ...]:
            return generate_grid(
                rows,
                cols,
                directions=directions,
                wrap=self.args.get("wrap", "none"),
                names=self.args.get("names"),
                removed=removed,
                board=self.id,
                capacity=self.capacity,
                prefix=prefix,
            )

        prefix = self._prefix("cell")
        board = square_board(directions, board=self.id)
        self.made.boards.append(board)
        return self._with_cells(generate, board, lambda zone: (zone.row, zone.col))

    def _hex(self) -> tuple[ZoneDef, ...] | None:
        shapes = [key for key in ("radius", "rhombus", "rectangle") if key in self.args]
        if len(shapes) != 1 or (shapes == ["rectangle"] and len(self.args["rectangle"]) != 2):
            self._fault(
                "LT612",
                "",
                "a hex board has one of `radius`, `rhombus` and `rectangle`",
                "write `radius: 4`, `rhombus: 11` or `rectangle: [9, 7]`",
            )
            return None
        size = self.args[shapes[0]]
        counts = {"radius": lambda: 3 * size * (size + 1) + 1, "rhombus": lambda: size * size}
        if self._is_too_large(counts.get(shapes[0], lambda: size[0] * size[1])()):
            return None
        prefix = self._prefix("hex")

        def generate(removed: Removed) -> tuple[ZoneDef, ...]:
            how: dict[str, Any] = {
                "removed": removed,
                "names": self.args.get("names"),
                "board": self.id,
                "capacity": self.capacity,
                "prefix": prefix,
            }
            if shapes == ["radius"]:
                return generate_hex(size, **how)
            return generate_hex_rhombus(size, **how) if shapes == ["rhombus"] else generate_hex_rectangle(*size, **how)

        board = hex_board(board=self.id)
        if self.args.get("top") == "flat":
            board = msgspec.structs.replace(board, layout="flat")
        self.made.boards.append(board)
        return self._with_cells(generate, board, lambda zone: (zone.q, zone.r))

    def _with_cells(
        self,
        generate: Callable[[Removed], tuple[ZoneDef, ...]],
        board: BoardDef,
        place: Callable[[ZoneDef], tuple[int | None, int | None]],
    ) -> tuple[ZoneDef, ...]:
        """Return the zones made again without those for which `cells` does not hold."""
        whole = generate(lambda a, b: False)  # noqa: ARG005
        if "cells" not in self.args:
            return whole
        ctx = self._static_context(whole, board)
        kept = set(zones_where(ctx, self.args["cells"], f"{self.path}.cells"))
        places = {place(zone) for zone in whole if zone.id in kept}
        return generate(lambda a, b: (a, b) not in places)

    def _static_context(self, zones: tuple[ZoneDef, ...], board: BoardDef) -> Context:
        shell = GameDef(
            metadata=Metadata("", PlayerCount(1, 1), ("P1",)),
            zones=zones,
            turn_structure=TurnStructure(()),
            actions=(),
            end_conditions=(),
            constants=constants_of(self.doc),
            parameters=parameters_of(self.doc),
            boards=(board,),
        )
        return Context(self.doc, Things(shell, {}), self.report, lower, self.source_map)

    def _graph(self) -> tuple[ZoneDef, ...] | None:
        names = [str(name) for name in self.args["zones"]]
        if self._is_too_large(len(names)):
            return None
        for index, line in enumerate(self.args.get("lines", [])):
            self.made.roads.append((self.id, line, f"{self.path}.lines[{index}]"))
        self.made.boards.append(BoardDef(id=self.id, shape="graph", layout=self.args.get("layout")))
        zones = generate_graph(names, board=self.id, capacity=self.capacity)
        return self._placed(zones, self.args.get("at", {}))

    def _placed(self, zones: tuple[ZoneDef, ...], at: dict[str, Any]) -> tuple[ZoneDef, ...]:
        """Return *zones* with the positions given by *at*, for drawings."""
        known = {str(zone.id): zone for zone in zones}
        taken: dict[tuple[int, int], str] = {}
        for name, place in at.items():
            if name not in known:
                self._unknown("zone", name, known, Origin(key_path(f"{self.path}.at", name), on_key=True))
                continue
            point = self._point(place, key_path("at", name))
            if point is not None and (other := taken.setdefault(point, name)) != name:
                message = f"`{name}` has the same position as `{other}`"
                self._fault("LT614", key_path("at", name), message, "write another column or row")
            known[name] = msgspec.structs.replace(known[name], at=point)
        return tuple(known.values())

    def _point(self, place: YamlValue, key: str) -> tuple[int, int] | None:
        if isinstance(place, list) and len(place) == 2 and all(type(one) is int for one in place):
            return place[0], place[1]  # type: ignore[return-value]
        self._fault("LT614", key, "`at` needs two whole numbers", "write the column and the row, as `[2, 0]`")
        return None

    def _mission(self) -> tuple[ZoneDef, ...] | None:
        if self.read is None:
            self._fault(
                "LT613",
                "file",
                "a mission board needs files, and none can be read here",
                "load the document from its folder, or pass `read=`",
            )
            return None
        from ludotome.spec.expansion.missions import mission_zones

        found = mission_zones(self.args, self.path, self.read, self.report, self.source_map)
        if found is None:
            return None
        zones, board = found
        self.made.boards.append(board)
        # The legend of a library names the terrain of its cells; a document declares only the terrain it uses.
        self.made.terrains.extend(dict.fromkeys(zone.terrain for zone in zones if zone.terrain is not None))
        return zones

    def _with_terrain(self, zones: tuple[ZoneDef, ...]) -> tuple[ZoneDef, ...]:
        terrain = self.args.get("terrain")
        if not isinstance(terrain, dict):
            return zones
        by_name = {zone.name: zone.id for zone in zones if zone.name} | {zone.id: zone.id for zone in zones}
        found: dict[ZoneId, str] = {}
        declared = self.doc.get("terrain")
        known = (*(declared if isinstance(declared, dict) else ()), "default")
        for name, listed in terrain.items():
            if name == "default":
                continue
            path = key_path(f"{self.path}.terrain", name)
            if name not in known:
                self._unknown("terrain", name, known, Origin(path, on_key=True))
                continue
            for zone in self._listed(listed, path, by_name):
                found[zone] = name
        usual = terrain.get("default")
        if usual is not None and not isinstance(usual, str):
            self._fault("LT614", "terrain.default", "`default` needs the name of one terrain", "write `default: floor`")
            usual = None
        elif usual is not None and usual not in known:
            self._unknown("terrain", usual, known[:-1], Origin(f"{self.path}.terrain.default"))
            usual = None
        return tuple(msgspec.structs.replace(zone, terrain=found.get(zone.id, usual)) for zone in zones)

    def _with_props(self, zones: tuple[ZoneDef, ...]) -> tuple[ZoneDef, ...]:
        """Return *zones* with the properties given by `props`: one value for all, or values by condition."""
        written = self.args.get("props")
        props: dict[ZoneId, dict[str, Any]] = {zone.id: dict(zone.props) for zone in zones}
        for name, values in written.items() if isinstance(written, dict) else ():
            path = key_path(f"{self.path}.props", name)
            if isinstance(values, str) and NAME.fullmatch(values) is None:
                message = f"`{values}` is not a value of a property"
                hint = f'write a number, a name or true, or values with conditions, as `{name}: {{ 1: "{values}" }}`'
                self._fault("LT619", f"props.{name}", message, hint)
                continue
            if not isinstance(values, dict):
                for own in props.values():
                    own[name] = values
                continue
            for value, where in values.items():
                self._give(props, zones, name, value, where, key_path(path, value))
        return tuple(msgspec.structs.replace(zone, props=props[zone.id]) for zone in zones)

    def _give(
        self,
        props: dict[ZoneId, dict[str, Any]],
        zones: tuple[ZoneDef, ...],
        name: str,
        value: str,
        where: Any,
        path: str,
    ) -> None:
        """Set the property *name* of the zones that *where* lists or describes.

        A zone that already has it is reported.
        """
        if isinstance(where, list):
            by_name = {zone.name: zone.id for zone in zones if zone.name} | {zone.id: zone.id for zone in zones}
            chosen = tuple(self._listed(where, path, by_name))
        else:
            ctx = self._static_context(zones, self.made.boards[-1])
            chosen = tuple(ZoneId(zone) for zone in zones_where(ctx, where, path))
        for zone in chosen:
            if name in props[zone]:
                shown = next(one.name or one.id for one in zones if one.id == zone)
                message = f"`{shown}` has two values of `{name}`: {props[zone][name]} and {value}"
                self._fault(
                    "LT619",
                    path.removeprefix(f"{self.path}."),
                    message,
                    "write conditions of which only one is true for it",
                )
                return
            props[zone][name] = _plain_value(value)

    def _listed(self, listed: YamlValue, path: str, by_name: dict[Any, ZoneId]) -> Iterable[ZoneId]:
        for index, name in enumerate(listed if isinstance(listed, list) else [listed]):
            if name in by_name:
                yield by_name[name]
                continue
            self._unknown("zone", str(name), by_name, Origin(f"{path}[{index}]" if isinstance(listed, list) else path))

    def _unknown(self, kind: str, name: str, known: Iterable[str], origin: Origin) -> None:
        ctx = Context(self.doc, Things(_EMPTY, {}), self.report, lower, self.source_map)
        ctx.unknown(kind, name, known, origin)


def _plain_value(text: str) -> int | bool | str:
    """Return the key of a mapping as a value: a whole number, true or false, or a name."""
    if re.fullmatch(r"-?\d{1,18}", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


_EMPTY = GameDef(
    metadata=Metadata("", PlayerCount(1, 1), ("P1",)),
    zones=(),
    turn_structure=TurnStructure(()),
    actions=(),
    end_conditions=(),
)
