"""reshape: the edits that turn one YAML shape into another where no doubt is left, with comments and layout kept.

    actions: { pass: { effects: [] } }     →  actions: [ { id: pass, effects: [] } ]
    setup: { place: … }                    →  setup: [ place: … ]
    - if: C                                →  - if:
      then: [ … ]                                 when: C
                                                  then: [ … ]

Each function is given the places of a document, a path and the value there, and returns edits in spans of the
document, or None where the shape is not of that kind or a comment is in the way.

This module does not know what is reported, nor which fields a part has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ludotome.diagnostics import Span
from ludotome.spec.blocks import Place, YamlValue, key_path
from ludotome.spec.source_map import SourceMap

Edits = list[tuple[Span, str]]
_RISKY = re.compile(r"[,\[\]{}#&*!|>'\"%@`]|: |^[-?:] |^\s|\s$|^$")


def inline(text: str) -> str:
    """Return *text* as a value inside brackets, in quotes if it needs them."""
    if not _RISKY.search(text):
        return text
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


class Reshaper:
    """Makes edits of one document."""

    def __init__(self, source_map: SourceMap) -> None:
        self.source_map = source_map

    def replaced(self, path: str, text: str) -> Edits | None:
        """Return the edit that writes *text* for the value at *path*."""
        place = self._place(path)
        return None if place is None else self._spans(place, [(*place.value, text)])

    def lifted(self, path: str, inner: str) -> Edits | None:
        """Return the edit that replaces the value at *path* by the value at *inner*, which is on one line."""
        place, below = self._place(path), self._place(inner)
        if place is None or below is None:
            return None
        text = below.block.text[slice(*below.value)]
        return None if "\n" in text else self._spans(place, [(*place.value, text)])

    def named_entries(
        self, path: str, value: YamlValue, field: str, only: str | None = None, mark: str = ""
    ) -> Edits | None:
        """Return the edits that turn a mapping of named things into a list, with the names in *field* after a *mark*.

        A thing that is not a mapping becomes a mapping with the field *only*.
        """
        place = self._place(path)
        if place is None or not isinstance(value, dict) or not value:
            return None
        edits = self._brackets(place)
        for name, below in value.items():
            child = self._place(key_path(path, name))
            if child is None or child.key is None:
                return None
            start, end = child.key
            written = mark + place.block.text[start:end]
            if isinstance(below, dict) and child.style == "{":
                opened = f"{{ {field}: {written}" + (", " if below else " ")
                inner = child.value[0] + 1
                inner += len(place.block.text[inner:]) - len(place.block.text[inner:].lstrip(" "))
                edits.append((start, inner, self._dash(place) + opened))
            elif isinstance(below, dict) and child.style == ":" and place.style == ":":
                column, deeper = self._column(place, start), self._column(place, child.value[0])
                between = place.block.text[end : child.value[0]]
                if deeper - column < 2 or between.strip() != ":":
                    return None
                dash = "-" + " " * (deeper - column - 1)
                edits.append(
                    (start, child.value[0], f"{dash}{field}: {written}\n{self._indent(place, child.value[0])}")
                )
            elif only is not None and child.text is not None and "\n" not in self._text(child):
                shown = self._text(child) if child.style else inline(self._text(child))
                edits.append((start, child.value[1], f"{self._dash(place)}{{ {field}: {written}, {only}: {shown} }}"))
            else:
                return None
        return self._spans(place, edits)

    def list_of_pairs(self, path: str, value: YamlValue) -> Edits | None:
        """Return the edits that turn a mapping into a list with one entry for each of its keys."""
        place = self._place(path)
        if place is None or not isinstance(value, dict) or not value:
            return None
        edits = self._brackets(place)
        for name in value if place.style == ":" else ():
            child = self._place(key_path(path, name))
            if child is None or child.key is None:
                return None
            edits.append((child.key[0], child.key[0], "- "))
            edits += self._indented(place, child.key[0], child.value[1], 2)
        return self._spans(place, edits)

    def list_of_one(self, path: str) -> Edits | None:
        """Return the edits that put the single thing at *path* into a list."""
        place = self._place(path)
        if place is None or place.value[0] == place.value[1]:
            return None
        if place.style == ":":
            edits = [(place.value[0], place.value[0], "- "), *self._indented(place, *place.value, 2)]
        elif place.text is not None and not place.style:
            edits = [(*place.value, f"[ {inline(self._text(place))} ]")]
        elif place.style in ("{", "[", '"', "'"):
            edits = [(place.value[0], place.value[0], "[ "), (place.value[1], place.value[1], " ]")]
        else:
            return None
        return self._spans(place, edits)

    def unnested(self, path: str, name: str, field: str) -> Edits | None:
        """Return the edits that replace `name: { … }`, the only key of the mapping at *path*, by its fields."""
        place, child = self._place(path), self._place(key_path(path, name))
        if place is None or child is None or child.key is None:
            return None
        start, end = child.key
        written, between = place.block.text[start:end], place.block.text[end : child.value[0]]
        if child.style == "{" and place.style == ":":
            inner = child.value[0] + 1
            inner += len(place.block.text[inner:]) - len(place.block.text[inner:].lstrip(" "))
            return self._spans(place, [(start, inner, f"{{ {field}: {written}, ")])
        if child.style == "{" and place.style == "{" and place.block.text[place.value[0]] != "{":
            opened = f"{{ {field}: {written}," + ("" if place.block.text[child.value[0] + 1] == " " else " ")
            return self._spans(place, [(place.value[0], child.value[0] + 1, opened)])  # a pair alone in a list
        if child.style == "{" and place.style == "{":
            return self._spans(
                place,
                [
                    (place.value[0], child.value[0] + 1, f"{{ {field}: {written},"),
                    (child.value[1] - 1, child.value[1], ""),
                ],
            )
        if child.style != ":" or between.strip() != ":":
            return None
        column, deeper = self._column(place, start), self._column(place, child.value[0])
        head = (start, child.value[0], f"{field}: {written}\n{self._indent(place, start)}")
        lines = self._indented(place, child.value[0], child.value[1], 0)
        return self._spans(place, [head, *((line, line + deeper - column, "") for line, _, _ in lines)])

    def nested(self, path: str, item: dict[str, YamlValue], head: str, first: str, skip: str = "") -> Edits | None:
        """Return the edits that put all fields of *item* under the key *head*, which is then its only one.

        The key *first* must be first; its value becomes the field *skip*, or is removed without *skip*.
        """
        place = self._place(path)
        child = self._place(key_path(path, first))
        if place is None or child is None or child.key is None or next(iter(item)) != first:
            return None
        rest = [self._place(key_path(path, name)) for name in list(item)[1:]]
        start, end = child.key[0], child.value[1]
        if any(one is None or one.key is None for one in rest) or child.style in ("|", ">"):
            return None
        kept = f"{skip}: {self._text(child)}" if skip else ""
        following = rest[0].key[0] if rest and rest[0] is not None and rest[0].key is not None else end
        if place.style == "{":
            opened = f"{head}: {{ {kept}{', ' if kept and rest else ''}" if rest or kept else head
            closed = [(place.value[1] - 1, place.value[1] - 1, "} ")] if rest or kept else []
            return self._spans(place, [(start, following, opened), *closed])
        column = self._column(place, start)
        step = 4
        opened = f"{head}:" + (f"\n{self._indent(place, start, column + step)}{kept}" if kept else "")
        if not rest:
            return self._spans(place, [(start, end, opened if kept else head)])
        edits = [(start, end, opened), *self._indented(place, end, place.value[1], step)]
        return self._spans(place, edits)

    def headed(self, path: str, first: str, fields: Sequence[str]) -> Edits | None:
        """Return the edits that write *fields* for the key *first* of the block at *path*: a head and what is below it.

        The last of them is the key of what was below *first*; the keys after *first* are then below the head too.
        """
        place, child = self._place(path), self._place(key_path(path, first))
        if place is None or child is None or child.key is None or place.style != ":":
            return None
        start, end = child.key
        head, *below = fields
        indent = self._indent(place, start, self._column(place, start) + 4)
        text = f"{head}:" + "".join(f"\n{indent}{field}" for field in below)
        return self._spans(place, [(start, end, text), *self._indented(place, end, place.value[1], 4)])

    def texts_at(self, ending: str) -> dict[str, str]:
        """Return what is written at each path that ends with *ending*, without quotes, in reading order."""
        return {
            path: self._text(place).strip("\"'")
            for path, place in self.source_map.places.items()
            if path.endswith(ending)
        }

    def has(self, path: str) -> bool:
        """Return whether anything is written at *path*."""
        return self._place(path) is not None

    def entry_removed(self, path: str) -> Edits | None:
        """Return the edit that takes away the entry at *path*, a line of a list."""
        place = self._place(path)
        if place is None:
            return None
        text, (start, end) = place.block.text, place.value
        line = text.rfind("\n", 0, start) + 1
        is_line = text[line:start].strip() == "-" and not text[end : text.find("\n", end)].strip()
        return self._spans(place, [(line - 1, end, "")]) if is_line and line else None

    def text_of(self, path: str) -> str:
        """Return the text at *path* without quotes, or nothing."""
        place = self._place(path)
        return place.text or "" if place is not None else ""

    def entry_replaced(self, path: str, text: str) -> Edits | None:
        """Return the edit that writes *text* for the mapping at *path*, an entry of a list in one line."""
        place = self._place(path)
        if place is None or place.style != "{" or "\n" in self._text(place):
            return None
        before = place.block.text[: place.value[0]].rstrip(" ")
        return self._spans(place, [(*place.value, text)]) if before.endswith("-") else None

    def entries_replaced(self, path: str, texts: Sequence[str]) -> Edits | None:
        """Return the edit that writes *texts* as entries of a list for the entry whose one key is at *path*."""
        place = self._place(path)
        if place is None or place.key is None:
            return None
        text = place.block.text
        before = text[text.rfind("\n", 0, place.key[0]) + 1 : place.key[0]]
        if before.strip() == "-":
            joined = f"\n{before}".join(texts)
        elif before.rstrip().endswith(("[", ",")) and place.style == "{":
            joined = ", ".join(texts)
        else:
            return None
        return self._spans(place, [(place.key[0], place.value[1], joined)])

    def key_replaced(self, path: str, *parts: str) -> Edits | None:
        """Return the edit that writes *parts* for the key at *path*: whole fields, then a key for the value there."""
        place = self._place(path)
        if place is None or place.key is None:
            return None
        return self._spans(place, [(*place.key, self._fields(place, parts))])

    def key_wrapped(self, path: str, head: str, first: str, field: str) -> Edits | None:
        """Return the edits from `key: VALUE` to `head: { first, field: VALUE }`, of a value on one line."""
        place = self._place(path)
        if place is None or place.key is None or place.style in ("|", ">", "-", ":") or "\n" in self._text(place):
            return None
        shown = self._text(place) if place.style else inline(self._text(place))
        return self._spans(place, [(place.key[0], place.value[1], f"{head}: {{ {first}, {field}: {shown} }}")])

    def pair_replaced(self, path: str, *parts: str) -> Edits | None:
        """Return the edit that writes the fields *parts* for the key at *path* and its value."""
        place = self._place(path)
        if place is None or place.key is None or place.style in ("|", ">"):
            return None
        return self._spans(place, [(place.key[0], place.value[1], self._fields(place, parts))])

    def value_replaced(self, path: str, *parts: str) -> Edits | None:
        """Return the edit that writes *parts* for the value at *path*: a value, then whole fields."""
        place = self._place(path)
        if place is None or place.key is None:
            return None
        return self._spans(place, [(*place.value, self._fields(place, parts))])

    def wrapped(self, paths: Sequence[str], head: str) -> Edits | None:
        """Return the edits that put the fields at *paths*, which follow each other, into a mapping under *head*."""
        places = [self._place(path) for path in paths]
        first, last = places[0], places[-1]
        if first is None or last is None or first.key is None or last.style in ("|", ">"):
            return None
        between = first.block.text[first.key[0] : last.value[1]]
        if len(paths) > 1 and "\n" in between:
            return None
        return self._spans(first, [(first.key[0], first.key[0], f"{head}: {{ "), (last.value[1], last.value[1], " }")])

    def pair_removed(self, path: str) -> Edits | None:
        """Return the edit that removes the key at *path* and its value; None if nothing else is in its mapping."""
        place = self._place(path)
        if place is None or place.key is None:
            return None
        text, start = place.block.text, place.key[0]
        before = text[:start].rstrip()
        if before.endswith(","):
            return self._spans(place, [(len(before) - 1, place.value[1], "")])
        if before.endswith("{"):
            after = text[place.value[1] :]
            rest = after.lstrip()
            if not rest.startswith(","):
                return None
            end = place.value[1] + len(after) - len(rest) + 1
            return self._spans(place, [(start, end + len(text[end:]) - len(text[end:].lstrip(" ")), "")])
        line = text.rfind("\n", 0, start) + 1
        return None if text[line:start].strip() else self._spans(place, [(line - 1, place.value[1], "")])

    def field_added(self, path: str, field: str, *, last: bool = False) -> Edits | None:
        """Return the edit that adds a *field* to the mapping at *path*, as the first or the *last* one."""
        place = self._place(path)
        if place is None or place.style not in ("{", ":"):
            return None
        start, end = place.value
        if place.style == "{":
            if not place.block.text[start + 1 : end - 1].strip():
                return self._spans(place, [(start, end, f"{{ {field} }}")])
            inside = len(place.block.text[: end - 1].rstrip())
            edit = (inside, inside, f", {field}") if last else (start + 1, start + 1, f" {field},")
            return self._spans(place, [edit])
        indent = self._indent(place, start)
        if last:
            inside = len(place.block.text[:end].rstrip())
            return self._spans(place, [(inside, inside, f"\n{indent}{field}")])
        return self._spans(place, [(start, start, f"{field}\n{indent}")])

    def under(self, head: str, place: Place) -> Edits:
        """Return the edits that put the key of *place*, in a block mapping, and its value under the new key *head*."""
        assert place.key is not None
        start = place.key[0]
        inner = self._indent(place, start) + "  "
        end = len(place.block.text[: place.value[1]].rstrip())
        edits = [(start, start, f"{head}:\n{inner}"), *self._indented(place, start, end, 2)]
        return self._spans(place, edits)

    def inside(self, path: str, head: str) -> Edits | None:
        """Return the edits that make the block mapping at *path* the value of *head*, in a list of one."""
        place = self._place(path)
        if place is None or place.style != ":":
            return None
        start, end = place.value
        opened = f"- {head}:\n{self._indent(place, start)}    "
        return self._spans(place, [(start, start, opened), *self._indented(place, start, end, 4)])

    def mapping_of(self, path: str, items: Sequence[YamlValue], field: str, only: str | None = None) -> Edits | None:
        """Return the edits that turn a list of mappings into a mapping of them, by their first field, which is *field*.

        If *only* is the only other field, its value is written alone: `- { name: goal, value: 4 }` → `goal: 4`.
        """
        place = self._place(path)
        if place is None or place.style not in ("[", "-"):
            return None
        text, edits = place.block.text, list[tuple[int, int, str]]()
        if place.style == "[":
            edits += [(place.value[0], place.value[0] + 1, "{"), (place.value[1] - 1, place.value[1], "}")]
        for index, item in enumerate(items):
            entry = self._place(f"{path}[{index}]")
            name = self._place(key_path(f"{path}[{index}]", field))
            if entry is None or name is None or not isinstance(item, dict) or next(iter(item)) != field:
                return None
            written = self._text(name)
            start = entry.value[0] if place.style == "[" else text.rfind("-", 0, entry.value[0])
            if only is not None and list(item) == [field, only]:
                value = self._place(key_path(f"{path}[{index}]", only))
                if value is None or value.style in ("|", ">"):
                    return None
                edits.append((start, entry.value[1], f"{written}: {self._text(value)}"))
            elif entry.style == "{" and len(item) > 1:
                after = text.find(",", name.value[1]) + 1
                edits.append((start, after, f"{written}: {{"))
            elif entry.style == ":" and place.style == "-" and len(item) > 1:
                edits.append((start, name.value[1], f"{written}:"))
            else:
                return None
        return self._spans(place, edits)

    def mapping_of_pairs(self, path: str, items: Sequence[YamlValue]) -> Edits | None:
        """Return the edits that turn a list of mappings with one key each, all different, into one mapping."""
        place = self._place(path)
        keys = [next(iter(item)) for item in items if isinstance(item, dict) and len(item) == 1]
        if place is None or not keys or len(set(keys)) < len(items):
            return None
        text, edits = place.block.text, list[tuple[int, int, str]]()
        if place.style == "[":
            edits += [(place.value[0], place.value[0] + 1, "{"), (place.value[1] - 1, place.value[1], "}")]
        for index in range(len(items)):
            entry = self._place(f"{path}[{index}]")
            if entry is None or (place.style == "[" and entry.style not in ("{", ":")):
                return None
            start, end = entry.value
            if entry.style == "{" and text[start] == "{":  # else `[ a: 1, b: 2 ]`
                inside = text[start + 1 : end - 1]
                edits += [(start, end - len(inside.lstrip()) - 1, ""), (start + 1 + len(inside.rstrip()), end, "")]
            if place.style == "-":
                dash = text.rfind("-", 0, start)
                edits.append((dash, dash + 1, " "))
        return self._spans(place, sorted(edits))

    # -- helpers

    def _fields(self, place: Place, parts: Sequence[str]) -> str:
        """Return *parts* as fields one after another, in the style of the mapping around *place*."""
        assert place.key is not None
        before = place.block.text[: place.key[0]].rstrip()
        if before.endswith(("{", ",")):
            return ", ".join(parts)
        return f"\n{self._indent(place, place.key[0])}".join(parts)

    def _place(self, path: str) -> Place | None:
        return self.source_map.places.get(path)

    def _spans(self, place: Place, edits: Iterable[tuple[int, int, str]]) -> Edits:
        return [(self.source_map.block_span(place.block, start, end), text) for start, end, text in edits]

    def _text(self, place: Place) -> str:
        return place.block.text[place.value[0] : place.value[1]]

    def _brackets(self, place: Place) -> list[tuple[int, int, str]]:
        """Return the edits that replace a flow mapping's braces by brackets; none for a block mapping."""
        start, end = place.value
        return [] if place.style != "{" else [(start, start + 1, "["), (end - 1, end, "]")]

    def _dash(self, place: Place) -> str:
        return "- " if place.style == ":" else ""

    def _column(self, place: Place, offset: int) -> int:
        return offset - (place.block.text.rfind("\n", 0, offset) + 1)

    def _indent(self, place: Place, offset: int, width: int | None = None) -> str:
        return " " * (self._column(place, offset) if width is None else width)

    def _indented(self, place: Place, start: int, end: int, by: int) -> Sequence[tuple[int, int, str]]:
        """Return the edits that indent the lines after the one of *start* up to *end*."""
        text = place.block.text
        lines = [found.end() for found in re.finditer("\n", text[:end]) if found.start() >= start]
        return [(line, line, " " * by) for line in lines if text[line : line + 1] not in ("\n", "")]
