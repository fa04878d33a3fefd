"""inherited: replace the word `inherited` in a field by the value of the base for this field.

    effects: [ inherited, addVar: { … } ]               the entries of the base's list, then one more
    pre: "inherited and not inCheck(actor)"             the base's expression, in parentheses
    pre: { op: and, args: [ inherited, "…" ] }          the same in a tree

Invariants:
    * the word means the base's value of the field it is in, at any depth;
    * without such a field in the base, a list is empty and a condition true;
    * if either document declares a name `inherited`, the word is only that name.

This module does not know what a field means otherwise.
"""

from __future__ import annotations

import re
from typing import Any

from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.lowering.context import INHERITED
from ludotome.spec.report import Report
from ludotome.spec.source_map import SourceMap, parent_path
from ludotome.spec.variants.graft import Graft, Written

_WORD = re.compile(rf"(?<![\w$.]){INHERITED}(?!\w)")
_CONDITIONS = ("pre", "post", "when")
_NAMES = ("id", "name")


class Inheritance:
    """Records the values of one document under their paths, with what they inherit."""

    def __init__(self, graft: Graft, report: Report, source_map: SourceMap, *, is_declared: bool) -> None:
        self.graft, self.report, self.source_map = graft, report, source_map
        self.is_declared = is_declared

    def put(self, own: Written, base: Written | None, path: str) -> YamlValue:
        """Return the value of *own* with `inherited` replaced by that of *base*, recorded under *path*."""
        if not is_said(own.value):
            return self.graft.put(own, path)
        if self.is_declared:
            self._say_declared(own)
            return self.graft.put(own, path)
        if base is None and isinstance(own.value, dict):  # a new thing, or one whose fields have no counterpart
            self.graft.put_place(own, path)
            return {key: self.put(below, None, key_path(path, key)) for key, below in own.fields()}
        return self._filled(own, base, path, _field(own.path))

    def _say_declared(self, own: Written) -> None:
        """Report, at each use of the word below *own*, that it is a declared name; its declaration is not a use."""
        for _, below in own.fields():
            self._say_declared(below)
        for item in own.items():
            self._say_declared(item)
        if isinstance(own.value, str) and _WORD.search(own.value) is not None and _field(own.path) not in _NAMES:
            message = "`inherited` is a name that is declared here, so it does not mean the value of the base"
            suggestion = "to use the word, give the declared thing another name"
            span = self.source_map.span(own.path)
            self.report.add("LT267", own.path, message, suggestion, span=span, severity="info")

    def _filled(self, own: Written, base: Written | None, path: str, field: str) -> YamlValue:
        value = own.value
        if isinstance(value, list):
            return self._list(own, base, path, field)
        if isinstance(value, dict):
            self.graft.put_place(own, path)
            return {key: self._filled(below, base, key_path(path, key), field) for key, below in own.fields()}
        if not isinstance(value, str) or _WORD.search(value) is None or field in _NAMES:
            return self.graft.put(own, path)
        if value.strip() == INHERITED:
            return self._whole(own, base, path, field)
        return self._text(own, base, path, field)

    def _list(self, own: Written, base: Written | None, path: str, field: str) -> YamlValue:
        self.graft.put_place(own, path)
        made: list[Any] = []
        for item in own.items():
            if item.value != INHERITED:
                made.append(self._filled(item, base, f"{path}[{len(made)}]", field))
                continue
            for one in () if base is None else base.items() if isinstance(base.value, list) else (base,):
                made.append(self.graft.put(one, f"{path}[{len(made)}]"))
        return made

    def _whole(self, own: Written, base: Written | None, path: str, field: str) -> YamlValue:
        if base is not None:
            return self.graft.put(base, path)
        if field in _CONDITIONS:
            self.graft.put_place(own, path)
            return True
        return self._nothing(own, path)

    def _text(self, own: Written, base: Written | None, path: str, field: str) -> YamlValue:
        text = str(own.value)
        inner: str | None = None
        if base is None:
            inner = "true" if field in _CONDITIONS else None
        elif isinstance(base.value, str):
            inner = base.value
        elif isinstance(base.value, int):
            inner = str(base.value).lower()
        if inner is None:
            return self._nothing(own, path) if base is None else self._no_text(own, base, path)
        is_template = field == "notation"
        parts: list[tuple[str, Written | None, int]] = []
        end = 0
        for found in _WORD.finditer(text):
            parts += [(text[end : found.start()], own, end), ("" if is_template else "(", None, 0)]
            parts += [(inner, base, 0), ("" if is_template else ")", None, 0)]
            end = found.end()
        parts.append((text[end:], own, end))
        return self.graft.put_text(parts, own, path)

    def _nothing(self, own: Written, path: str) -> YamlValue:
        message = "nothing to inherit: the base does not have this field"
        self._fault(own, message, "write the whole value here, without `inherited`")
        return self.graft.put(own, path)

    def _no_text(self, own: Written, base: Written, path: str) -> YamlValue:
        is_list = isinstance(base.value, list)
        what = "a list" if is_list else "a tree"
        how = (
            "write `inherited` as an entry of the list"
            if is_list
            else "write a tree, as `{ op: and, args: [inherited, …] }`"
        )
        self._fault(own, f"`inherited` is {what} in the base, which cannot be part of a text", how)
        return self.graft.put(own, path)

    def _fault(self, own: Written, message: str, suggestion: str) -> None:
        found = _WORD.search(str(own.value))
        span = self.source_map.span(own.path)
        if found is not None:
            span = self.source_map.text_span(own.path, found.start(), found.end()) or span
        self.report.add("LT264", own.path, message, suggestion, span=span)


def is_said(value: YamlValue) -> bool:
    """Return whether the word is in any text in *value*."""
    if isinstance(value, str):
        return _WORD.search(value) is not None
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(is_said(one) for one in below)


def _field(path: str) -> str:
    """Return the last key of *path*."""
    return path[len(parent_path(path)) :].lstrip(".")
