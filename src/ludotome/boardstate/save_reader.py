"""Save reader: read values of a parsed save by key and kind.

Invariants:
    * a value that is missing or of the wrong kind is one fault, with its position, and a harmless value is returned
      instead, so that reading can continue and find further faults;
    * unknown keys are faults: saves are written by programs, and a key that is skipped would be lost.

This module does not know the content of a save (`save`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludotome.boardstate.errors import BoardError
from ludotome.boardstate.faults import Faults, Place, Ref, shown
from ludotome.boardstate.json_places import JsonPlaces, Step
from ludotome.boardstate.json_text import JsonFault, copy_json, decode_json
from ludotome.boardstate.lines import open_text
from ludotome.boardstate.names import MAX_PATH, check_name
from ludotome.boardstate.parts import MAX_SIZE, CellType, Coord

_REQUIRED: Any = object()
_KIND_NAMES = {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


def open_save(save: object, source: str) -> tuple[dict[str, Any], SaveReader]:
    """Return *save* as a JSON object and a reader for it; raise `BoardError` if it is not one."""
    if isinstance(save, Mapping):
        faults = Faults()
        try:
            return copy_json(save), SaveReader(faults, None)
        except JsonFault as fault:
            raise _not_json(fault, faults) from None
    if not isinstance(save, str | bytes):
        raise _not_json(JsonFault(f"it is {shown(save)}"), Faults())
    text, faults = open_text(_decoded(save), source)
    try:
        value, end = decode_json(text.text)
        value = copy_json(value)
    except JsonFault as fault:
        raise _not_json(fault, faults) from None
    if rest := text.text[end:].strip():
        raise _not_json(JsonFault(f"{shown(rest)} follows the end of the save", end), faults)
    if not isinstance(value, dict):
        raise _not_json(JsonFault("it is not an object"), faults)
    return value, SaveReader(faults, JsonPlaces(text.text))


def _decoded(save: str | bytes) -> str:
    if isinstance(save, str):
        return save
    try:
        return save.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_json(JsonFault(f"byte {error.start} is not UTF-8"), Faults()) from None


def _not_json(fault: JsonFault, faults: Faults) -> BoardError:
    message = f"the save is not a JSON object: {fault.problem}"
    faults.error(
        "LT690", "save", message, "give a file that `export_save` has written", (fault.offset, fault.offset + 1)
    )
    return BoardError(tuple(faults.found))


class SaveReader:
    """Reads values and records faults with their positions."""

    def __init__(self, faults: Faults, places: JsonPlaces | None) -> None:
        self.faults = faults
        self._places = places

    def place(self, steps: tuple[Step, ...]) -> Place | None:
        """Return the position of the value under *steps* in the text, if there is a text."""
        return self._places.place(steps) if self._places else None

    def ref(self, steps: tuple[Step, ...], key_of_field: Mapping[str, str]) -> Ref:
        """Return the `Ref` of the part under *steps*; its field `cells[3]` is the fourth cell."""

        def place(field: str) -> Place | None:
            name, _, number = field.partition("[")
            inner = (int(number[:-1]),) if number else ()
            return self.place((*steps, key_of_field.get(name, name), *inner))

        return Ref(_path(steps), place)

    def get(
        self, value: Mapping[str, Any], steps: tuple[Step, ...], key: str, kind: type, default: Any = _REQUIRED
    ) -> Any:
        """Return the entry of *value* under *key*, of this *kind*; if missing or null, return *default*, if given."""
        found = value.get(key)
        if type(found) is kind or (found is None and default is not _REQUIRED):
            return default if found is None else found
        problem = f"`{key}` is missing" if key not in value else f"`{key}` is {shown(found)}"
        self._fault((*steps, key), f"{problem}; it must be {_KIND_NAMES[kind]}")
        return kind() if default is _REQUIRED else default

    def name(self, value: Mapping[str, Any], steps: tuple[Step, ...], key: str, default: Any = _REQUIRED) -> Any:
        """Return the name under *key*; if missing or null, return *default*, if given."""
        if value.get(key) is None and default is not _REQUIRED:
            return default
        found = value.get(key)
        check_name(found, f"`{key}`", self.faults, self.ref(steps, {}), key, limit=MAX_PATH)
        return found if isinstance(found, str) else ""

    def side(self, value: Mapping[str, Any], steps: tuple[Step, ...], key: str) -> int:
        """Return the width or height under *key*; if invalid, record a fault."""
        side: int = self.get(value, steps, key, int)
        if not 1 <= side <= MAX_SIZE:
            if type(value.get(key)) is int:
                self._fault((*steps, key), f"`{key}` is {side}; it must be 1 to {MAX_SIZE}")
            return 0
        return side

    def legend(self, value: Mapping[str, Any], steps: tuple[Step, ...]) -> dict[str, CellType] | None:
        """Return the cell types by name under `legend`, or None without one."""
        legend: dict[str, CellType] | None = self.get(value, steps, "legend", dict, default=None)
        for name, cell in (legend or {}).items():
            if not name or type(cell) is not int or cell < 0:
                self._fault(
                    (*steps, "legend", name), f"{shown(name)} is {shown(cell)}; it must be a whole number from 0"
                )
        return legend

    def grid(
        self,
        value: Mapping[str, Any],
        steps: tuple[Step, ...],
        width: int,
        height: int,
        legend: Mapping[str, Any] | None,
    ) -> tuple[tuple[CellType, ...], ...]:
        """Return the rows under `grid`, after checking the length and the cells of each."""
        rows = self.get(value, steps, "grid", list)
        known = None if legend is None else {cell for cell in legend.values() if type(cell) is int}
        if width and height and len(rows) != height:
            self._fault((*steps, "grid"), f"`grid` has {len(rows)} rows, not {height}")
        for number, row in enumerate(rows):
            place = (*steps, "grid", number)
            if not isinstance(row, list):
                self._fault(place, f"a row is {shown(row)}; it must be a list")
            elif width and height and len(row) != width:
                self._fault(place, f"a row has {len(row)} cells, not {width}")
            else:
                self._check_cells(row, place, known)
        return tuple(tuple(row) if isinstance(row, list) else () for row in rows)

    def _check_cells(self, row: list[Any], steps: tuple[Step, ...], known: set[CellType] | None) -> None:
        for number, cell in enumerate(row):
            if type(cell) is not int or cell < 0:
                self._fault((*steps, number), f"a cell is {shown(cell)}; it must be a whole number from 0")
                return
            if known is not None and cell not in known:
                self._fault((*steps, number), f"cell type {cell} is not in the legend")
                return

    def coord(self, value: Any, steps: tuple[Step, ...]) -> Coord | None:
        """Return *value*, `{"x": …, "y": …}`, as a cell; otherwise record a fault and return None."""
        if isinstance(value, dict) and value.keys() == {"x", "y"}:
            x, y = value["x"], value["y"]
            if type(x) is int and type(y) is int:
                return Coord(x, y)
        self._fault(steps, f'a cell is {shown(value)}; it must be like {{"x": 3, "y": 4}}')
        return None

    def items(self, value: Mapping[str, Any], key: str) -> Iterator[tuple[tuple[Step, ...], dict[str, Any]]]:
        """Yield the objects of the list under *key*, with the steps to each."""
        for number, item in enumerate(self.get(value, (), key, list)):
            if isinstance(item, dict):
                yield (key, number), item
            else:
                self._fault((key, number), f"an item is {shown(item)}; it must be an object")

    def once(self, name: str, known: Mapping[str, Any], steps: tuple[Step, ...]) -> None:
        """Record a fault if *name* is already *known*."""
        if name in known:
            self._fault(steps, f"{shown(name)} appears twice")

    def only_keys(self, value: Mapping[str, Any], steps: tuple[Step, ...], known: Iterable[str]) -> None:
        """Record a fault for each key of *value* that is not *known*."""
        names = set(known)
        for key in [key for key in value if key not in names]:
            self._fault((*steps, key), f"unknown key {shown(key)}")

    def has_keys(self, value: Mapping[str, Any], steps: tuple[Step, ...], keys: Iterable[str]) -> bool:
        """Return whether *value* has all *keys*; record a fault for each missing one."""
        lacking = [key for key in keys if key not in value]
        for key in lacking:
            self._fault(steps, f"`{key}` is missing")
        return not lacking

    def _fault(self, steps: tuple[Step, ...], message: str) -> None:
        suggestion = "give a save as `export_save` has written it"
        self.faults.error("LT693", _path(steps), message, suggestion, self.place(steps))


def _path(steps: tuple[Step, ...]) -> str:
    parts = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps]
    return "".join(parts).lstrip(".") or "save"
