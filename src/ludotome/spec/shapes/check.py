"""check: compare a value with its field in the table, and report what does not fit."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable

from ludotome.diagnostics import MOST_CANDIDATES, Span, is_sure, near_names, nearest, some_names
from ludotome.gamedef import MAX_DIGITS, NODE_OF_JSON, fields_of
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.expressions import parse_expression
from ludotome.spec.expressions.tokens import WORDS
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.missing_capabilities import find_missing_capability
from ludotome.spec.report import Report
from ludotome.spec.reshape import Edits, Reshaper, inline
from ludotome.spec.settings import KINDS, Values, is_whole, whole_value
from ludotome.spec.shapes.field import BINDING, NAME, Field, Shape
from ludotome.spec.shapes.field_repairs import (
    has_result_beside,
    number_of_ways,
    repair_field,
    repair_loss,
    repair_missing,
    repair_named,
    repair_parameter,
    repair_range,
    repair_ranged_type,
    repair_score,
)
from ludotome.spec.shapes.keys import is_key, the_missing_one
from ludotome.spec.shapes.node_fields import effect_lists
from ludotome.spec.shapes.repairs import repair, repair_effect, repair_patterns, repair_place, repair_statement
from ludotome.spec.shapes.table import PROPERTY, VARIABLE
from ludotome.spec.slips import Slip
from ludotome.spec.source_map import SourceMap
from ludotome.spec.templates import Stretch, expressions_of, lacks_colon, lonely_braces

_LONGEST_SHOWN = 60
_ROW = re.compile(r"(?=.*[.\d])[\w.*\s]+")  # the one row of a small board
_CONDITIONS = ("pre", "post", "when")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_OF_VARIANTS = {  # fields that merging removes, so a document that still has them extends nothing
    "before": "leave it out and write the entries in their order; `before` is for a document that extends another",
}
_TRUE_WORDS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
_ARTICLES = {
    "id": "a name", "name": "a name", "label": "a name", "binding": "a name with `$`", "zone": "a zone",
    "text": "a text", "int": "a whole number", "bool": "true or false", "scalar": "one value",
    "expr": "an expression", "template": "a text with `{expressions}`", "effects": "a list of effects",
    "mapping": "a mapping", "list": "a list", "shape": "a mapping",
    "place": "a mapping from seats to token types to zones",
}  # fmt: skip
_MANY_DIGITS = re.compile(rf"[-+]?[0-9]{{{MAX_DIGITS + 1},}}")  # a number that YAML leaves as text
# Texts that are other values without quotes.
_BARE_WORDS = {"a whole number": re.compile(r"-?(0|[1-9][0-9]{0,17})"), "true or false": re.compile("true|false")}
# A brace without its partner: what is wrong, and what to write.
_LONELY_BRACES = {
    "{": ("`{` is never closed", "write `}` after the expression, as in `{$to}`; a brace cannot be text"),
    "}": (
        "unmatched `}`",
        "remove it, or write `{` before the expression, as in `{$to}`; a brace cannot be text",
    ),
}


class ShapeCheck:
    """Checks values and collects findings."""

    def __init__(self, report: Report, source_map: SourceMap | None, constants: Values) -> None:
        self.report = report
        self.source_map = source_map
        self.constants = constants
        self.reshaper = Reshaper(source_map) if source_map is not None else None

    # -- reporting

    def say(
        self,
        code: str,
        path: str,
        message: str,
        suggestion: str,
        *,
        on_key: bool = False,
        alternatives: Iterable[str] = (),
        replacement: str | None = None,
        edits: Edits | None = None,
    ) -> None:
        """Report an error at the value of *path*, or at its key; *replacement* for that very place is a certain fix."""
        span = self._span(path, on_key=on_key)
        if edits is None:
            edits = [(span, replacement)] if span is not None and replacement is not None else []
        self.report.add(code, path, message, suggestion, span=span, alternatives=alternatives, edits=edits)

    def _span(self, path: str, *, on_key: bool) -> Span | None:
        if self.source_map is None:
            return None
        if path == "document":
            return self.source_map.source.span(0, 0)
        return (self.source_map.key_span(path) if on_key else None) or self.source_map.span(path)

    def wrong(self, value: YamlValue, wanted: str, path: str, example: str = "") -> None:
        """Report a value of the wrong kind."""
        if isinstance(value, str) and wanted in _BARE_WORDS and _BARE_WORDS[wanted].fullmatch(value):
            message = f'expected {wanted}, found the text `"{value}"`'
            self.say("LT107", path, message, f"write `{value}` without quotes", replacement=value)
            return
        if isinstance(value, dict) and len(value) == 1 and wanted in ("a name", "a whole number", "an expression"):
            (inner,) = value.values()
            if isinstance(inner, str | int) and not isinstance(inner, bool):
                message = f"expected {wanted}, found a mapping"
                edits = self.reshaper.replaced(path, inline(str(inner))) if self.reshaper is not None else None
                self.say("LT107", path, message, f"write `{inner}` alone", edits=edits or [])
                return
        suggestion = f"write {wanted}" + (f", such as `{example}`" if example else "")
        self.say("LT107", path, f"expected {wanted}, found {shown(value)}", suggestion)

    def misshapen(self, field: Field, value: YamlValue, wanted: str, path: str, example: str = "") -> None:
        """Report a value of the wrong shape, with the right one if only one thing can be meant."""
        found = repair(self.reshaper, field, value, path) if self.reshaper is not None else None
        if found is None:
            self.wrong(value, wanted, path, example)
            return
        self.say("LT107", path, f"expected {wanted}, found {shown(value)}", found.suggestion, edits=found.edits)

    def unknown(
        self, what: str, name: str, known: tuple[str, ...], path: str, code: str = "LT105", *, on_key: bool = True
    ) -> None:
        """Report a key or word that is none of *known*."""
        missing = find_missing_capability("board" if code != "LT105" else "field", name)
        if missing is not None:
            say = missing.message, missing.suggestion
            self.say(missing.code, path, *say, on_key=on_key, alternatives=missing.alternatives)
            return
        foreign = foreign_word("word" if not on_key else what, name, known)
        near = (foreign,) if foreign is not None else nearest(name, known)
        listed = ", ".join(f"`{one}`" for one in known[:MOST_CANDIDATES])
        suggestion = f"write `{near[0]}`" if near else f"write one of {listed}"
        self.say(
            code,
            path,
            f"`{name}` is not {what}",
            suggestion,
            on_key=on_key,
            alternatives=near_names(name, known),
            replacement=near[0] if is_sure(name, near) else None,
        )

    def unknown_field(self, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> str:
        """Report the unknown key *name* of *value*; a fix is certain if its value fits the new key of *shape*.

        Return the suggestion, if it is more than another key.
        """
        missing = find_missing_capability("field", name)
        if missing is not None:
            say = missing.message, missing.suggestion
            self.say(missing.code, path, *say, on_key=True, alternatives=missing.alternatives)
            return ""
        free = tuple(key for key in shape.fields if key not in value)
        fitting = tuple(key for key in free if self._fits(shape.fields[key], value[name]))
        where = f"field of {shape.name}"
        foreign = foreign_word(where, name, fitting) or foreign_word(where, name, free)
        found = repair_field(self.reshaper, shape, name, value, path) if self.reshaper is not None else None
        # More than a word for one field: several edits, or the field goes.
        says_more = found is not None and (len(found.edits) > 1 or not found.edits[0][1])
        if found is not None and (says_more or foreign is None or not self._fits(shape.fields[foreign], value[name])):
            message = f"`{name}` is not a field of {shape.name}"
            self.say("LT105", path, message, found.suggestion, on_key=True, edits=found.edits)
            return found.suggestion
        if name in _OF_VARIANTS:
            self.say("LT105", path, f"`{name}` is not a field of {shape.name}", _OF_VARIANTS[name], on_key=True)
            return ""
        near = (foreign,) if foreign is not None else nearest(name, free)
        meant = the_missing_one(value, shape.fields, [key for key, field in shape.fields.items() if field.required])
        if meant is None and not near:
            meant = self._only_home(shape, free, value[name])
        if meant is not None and not near and self._fits(shape.fields[meant], value[name]):
            near, foreign = (meant,), meant
        needed = tuple(key for key in free if shape.fields[key].required)
        listed = ", ".join(f"`{key}`" for key in dict.fromkeys((*needed, *free)) if key not in near)
        some = listed.split(", ")[:MOST_CANDIDATES]
        fits = bool(near) and self._fits(shape.fields[near[0]], value[name])
        certain = fits and is_sure(name, near) and (foreign is not None or not is_key(name))
        self.say(
            "LT105",
            path,
            f"`{name}` is not a field of {shape.name}",
            f"write `{near[0]}`" if near else _one_of(some) if listed else "remove it",
            on_key=True,
            alternatives=near[:3] or near_names(name, free or tuple(shape.fields)),
            replacement=near[0] if certain else None,
        )
        return ""

    def _only_home(self, shape: Shape, free: Iterable[str], value: YamlValue) -> str | None:
        """Return the only unused field of *shape* that *value*, a list or mapping, fits unchanged."""
        if not isinstance(value, list | dict) or not value:
            return None
        found = []
        for key in free:
            field = shape.fields[key]
            trial = ShapeCheck(Report(self.report.source), None, self.constants)
            trial.field(field, value, key)
            if field.kind in ("list", "mapping", "shape", "effects") and not trial.report.has_errors():
                found.append(key)
        return found[0] if len(found) == 1 else None

    def _fits(self, field: Field, value: YamlValue) -> bool:
        """Whether *value* could belong to *field*, even if something inside it is wrong."""
        match field.kind:
            case "list" if field.of is not None and field.of.shape is not None and isinstance(value, dict):
                return bool(value)  # a mapping of them is repaired next
            case "effects" | "list":
                return isinstance(value, list)
            case "name" | "id" | "binding" | "word":
                return isinstance(value, str)
            case "int":
                return isinstance(value, int | str) and not isinstance(value, bool)
            case "either":
                return any(self._fits(option, value) for option in field.options)
            case "mapping" if isinstance(value, list):
                return bool(value) and all(isinstance(one, dict) for one in value)  # a list of them is repaired next
            case "expr" if isinstance(value, list):
                return all(not isinstance(one, list | dict | None) for one in value)
            case _:
                return has_kind(field, value)

    # -- checking

    def field(self, field: Field, value: YamlValue, path: str) -> None:
        """Check *value*, which is at *path*, against *field*."""
        if value is None and (field.required or field.kind not in ("expr", "scalar")) and field.kind != "any":
            if not self._is_unwritten(path):  # otherwise the empty YAML was already reported
                self.wrong(value, self._wanted(field), path)
            return
        match field.kind:
            case "shape":
                assert field.shape is not None
                self._shape(field.shape, value, path)
            case "list":
                self._list(field, value, path)
            case "mapping":
                self._mapping(field, value, path)
            case "either":
                self._either(field, value, path)
            case "effects":
                self._effects(value, path)
            case "expr" | "template":
                self._expression(field, value, path)
            case "place":
                self._place(value, path)
            case "any":
                pass
            case _:
                self._scalar(field, value, path)

    def fits(self, field: Field, value: YamlValue, path: str) -> bool:
        """Check *value* against *field* and return whether nothing was wrong."""
        trial = ShapeCheck(Report(self.report.source), self.source_map, self.constants)
        trial.field(field, value, path)
        self.report.extend(trial.report.diagnostics)
        return not trial.report.has_errors()

    def _is_unwritten(self, path: str) -> bool:
        place = self.source_map.places.get(path) if self.source_map is not None else None
        return place is not None and place.text == "" and not place.style

    def _wanted(self, field: Field) -> str:
        if field.kind == "word":
            return "one of " + ", ".join(f"`{choice}`" for choice in field.choices)
        if field.kind == "either":
            return " or ".join(dict.fromkeys(self._wanted(option) for option in field.options))
        return _ARTICLES.get(field.kind, "a value")

    def _shape(self, shape: Shape, value: YamlValue, path: str) -> None:
        if not isinstance(value, dict):
            self.misshapen(Field("shape", shape=shape), value, "a mapping", path, shape.example)
            return
        lost = repair_loss(self.reshaper, shape, value, path) if self.reshaper is not None else None
        if lost is not None:
            message = "a result names the winner, not the loser"
            self.say("LT109", key_path(path, "type"), message, lost.suggestion, edits=lost.edits)
            return
        score = repair_score(self.reshaper, shape, value, path) if self.reshaper is not None else None
        if score is not None:
            message = f"`{value['type']}` is not a type of result"
            self.say("LT109", key_path(path, "type"), message, score.suggestion, edits=score.edits)
            return
        entry = repair_named(self.reshaper, shape, value, path) if self.reshaper is not None else None
        if entry is not None:
            first = next(iter(value))
            message = f"`{first}` is not a field of {shape.name}"
            self.say("LT105", key_path(path, first), message, entry.suggestion, on_key=True, edits=entry.edits)
            return
        named = repair_parameter(self.reshaper, shape, value, path) if self.reshaper is not None else None
        if named is not None:
            self.say("LT106", path, f"{shape.name} needs `name`, `domain`", named.suggestion, edits=named.edits)
            return
        written = []
        for key, below in value.items():
            if has_result_beside(shape, key, value):
                continue  # reported with the field beside it
            if key in shape.fields:
                self.field(shape.fields[key], below, key_path(path, key))
            else:
                written.append(self.unknown_field(shape, key, value, key_path(path, key)))
        if shape in (VARIABLE, PROPERTY):
            self._initial(value, key_path(path, "init"))
        missing = [key for key, field in shape.fields.items() if field.required and key not in value]
        # A misspelt key is reported as unknown; reporting it as missing too would be the same error twice.
        strange = [key for key in value if key not in shape.fields]
        where = f"field of {shape.name}"
        missing = [
            key
            for key in missing
            if not any(nearest(one, [key]) or foreign_word(where, one, [key]) for one in strange)
            and not any(text.startswith(f"write `{key}:") for text in written)
        ]
        if missing:
            listed = ", ".join(f"`{key}`" for key in missing)
            found = repair_missing(self.reshaper, shape, missing, value, path) if self.reshaper is not None else None
            suggestion, edits = (found.suggestion, found.edits) if found else (f"add {listed}: `{shape.example}`", None)
            self.say("LT106", path, f"{shape.name} needs {listed}", suggestion, edits=edits)

    def _initial(self, value: dict[str, YamlValue], path: str) -> None:
        """Report an initial value in quotes, or `no` for false, that does not have the type of its variable."""
        kind, init = value.get("type"), value.get("init")
        if isinstance(init, str) and kind in ("int", "bool"):
            wanted = "a whole number" if kind == "int" else "true or false"
            if kind == "bool" and init.lower() in _TRUE_WORDS:
                self._scalar(Field("bool"), init, path)
            elif _BARE_WORDS[wanted].fullmatch(init):
                self.wrong(init, wanted, path)

    def _list(self, field: Field, value: YamlValue, path: str) -> None:
        if not isinstance(value, list):
            self.misshapen(field, value, "a list", path, example_of(field, value))
            return
        if field.of is not None and field.of.kind == "list" and value and not any(isinstance(v, list) for v in value):
            self.misshapen(field, value, "a list of lists", path)
            return
        if field.of is not None:
            for index, item in enumerate(value):
                self.field(field.of, item, f"{path}[{index}]")

    def _mapping(self, field: Field, value: YamlValue, path: str) -> None:
        if not isinstance(value, dict):
            self.misshapen(field, value, "a mapping", path, example_of(field, value))
            return
        if field.of is not None:
            for key, below in value.items():
                self.field(field.of, below, key_path(path, key))

    def _either(self, field: Field, value: YamlValue, path: str) -> None:
        found = repair_patterns(self.reshaper, field, value, path) if self.reshaper is not None else None
        if found is not None:
            self.say("LT107", path, f"expected a list, found {shown(value)}", found.suggestion, edits=found.edits)
            return
        kinds = {option.kind: option for option in field.options}
        if isinstance(value, str) and value.lower() not in _TRUE_WORDS and {"bool", "list"} == set(kinds):
            self._list(kinds["list"], value, path)  # one name where names or `true` may stand
            return
        for option in field.options:
            if has_kind(option, value):
                self.field(option, value, path)
                return
        self.wrong(value, self._wanted(field), path, example_of(field, value))

    def _effects(self, value: YamlValue, path: str) -> None:
        if not isinstance(value, list):
            self.misshapen(Field("effects"), value, "a list of effects", path, "[ endTurn ]")
            return
        for index, item in enumerate(value):
            here = f"{path}[{index}]"
            if isinstance(item, dict) and item and self._statement(item, here):
                continue
            if isinstance(item, dict) and len(item) > 1:
                self._crowded(item, here)
            elif isinstance(item, dict) and len(item) == 1:
                ((name, fields),) = item.items()
                self._inside(name, fields, key_path(here, name))
            elif not isinstance(item, str | dict) or not item:
                self.wrong(item, "an effect", here, "moveToken: { token: $t, to: discard }")
            elif item == "place":
                self._place(None, here)

    def _statement(self, item: dict[str, YamlValue], path: str) -> bool:
        """Report an effect written as a statement of a program; return whether it is one."""
        found = repair_statement(self.reshaper, item, path) if self.reshaper is not None else None
        if found is not None:
            first = next(iter(item))
            message = f"`{first}` is a statement; an effect is a name with fields"
            self.say("LT112", key_path(path, first), message, found.suggestion, on_key=True, edits=found.edits)
        return found is not None

    def _inside(self, name: str, value: YamlValue, path: str) -> None:
        """Check the lists and mappings inside one effect; its other fields are checked where they are lowered."""
        if name == "place":
            self._place(value, path)
        info = NODE_OF_JSON.get(("effect", name))
        if info is None or not isinstance(value, dict):
            return
        for field in fields_of(info.cls):
            below = value.get(field.json_name)
            if below is None and (not field.required or field.json_name not in value):
                continue  # left out, or reported as missing
            here = key_path(path, field.json_name)
            if field.json_name in effect_lists(info):
                self._effects(below, here)
            elif typing.get_origin(field.type) is dict and not isinstance(below, dict):
                self.wrong(below, "a mapping", here)

    def _crowded(self, item: dict[str, YamlValue], path: str) -> None:
        """Report an entry of a list of effects that has several keys."""
        first, second, *_ = item
        found = repair_effect(self.reshaper, item, path) if self.reshaper is not None else None
        message = f"one entry holds two effects, `{first}` and `{second}`"
        where = key_path(path, second)
        if found is None:
            self.say("LT112", where, message, "begin each effect with `- `", on_key=True)
        else:
            message = f"write the fields of an effect below its name, not beside `{first}`"
            self.say("LT112", where, message, found.suggestion, on_key=True, edits=found.edits)

    def _conditions(self, value: list[YamlValue], path: str) -> None:
        """Report a list of conditions, which must all hold, where one condition is meant."""
        texts = [one for one in value if isinstance(one, str)]
        joined = texts[0] if len(texts) == 1 else " and ".join(f"({one})" for one in texts)
        edits: Edits | None = []
        if self.reshaper is not None and texts and len(texts) == len(value) and not {'"', "\\", "\n"} & {*joined}:
            edits = self.reshaper.replaced(path, f'"{joined}"')
        message = "expected one condition, found a list"
        self.say("LT107", path, message, "write one condition; join several with `and`", edits=edits or [])

    def _expression(self, field: Field, value: YamlValue, path: str) -> None:
        if isinstance(value, float):
            self.wrong(value, "a whole number", path)
        elif field.kind == "template" and not isinstance(value, str):
            self.wrong(value, self._wanted(field), path, '"go {$to}"')
        elif isinstance(value, int) and not _fits_64_bits(value):
            self._too_large(value, path)
        elif isinstance(value, list) and path.rpartition(".")[2] in _CONDITIONS:
            self._conditions(value, path)
        elif (found := repair_range(self.reshaper, value, path) if self.reshaper is not None else None) is not None:
            kind = "a mapping" if isinstance(value, dict) else "a list"
            self.say("LT107", path, f"expected a set, found {kind}", found.suggestion, edits=found.edits)
        if not isinstance(value, str):
            return
        if field.kind == "expr":
            self._text(value, path, 0)
            return
        for expression in expressions_of(value):
            if (word := lacks_colon(expression.text)) is not None:
                self._no_colon(word, expression, path)
            else:
                self._text(expression.text, path, expression.start)
        for brace in lonely_braces(value):
            message, suggestion = _LONELY_BRACES[brace.text]
            slip = Slip(code="LT115", start=brace.start, end=brace.start + 1, message=message, suggestion=suggestion)
            self.report.add_slip(slip, path, self._spans(path, 0))

    def _no_colon(self, word: str, written: Stretch, path: str) -> None:
        start, end = written.start, written.start + len(written.text)
        message, suggestion = f"`{word}` has no colon after its condition", f"write `{{{word} CONDITION: TEXT}}`"
        slip = Slip(code="LT116", start=start, end=end, message=message, suggestion=suggestion)
        self.report.add_slip(slip, path, self._spans(path, 0))

    def _text(self, text: str, path: str, shift: int) -> None:
        for slip in parse_expression(text).slips:
            self.report.add_slip(slip, path, self._spans(path, shift))

    def _spans(self, path: str, shift: int) -> Callable[[int, int], Span] | None:
        """Return what turns offsets, counted from *shift* in the text at *path*, into spans; None without a source."""
        source_map = self.source_map
        if source_map is None:
            return None
        return lambda start, end: source_map.text_span(path, start + shift, end + shift) or source_map.source.span(0, 0)

    def _place(self, value: YamlValue, path: str) -> None:
        if isinstance(value, str) and _is_picture(value):
            return  # its rows are read once the board is known
        found = repair_place(self.reshaper, value, path) if self.reshaper is not None else None
        if found is not None:
            message = "`place` takes seats, and below them token types with their zones"
            self.say("LT107", path, message, found.suggestion, edits=found.edits)
            return
        if not isinstance(value, dict):
            self.wrong(value, _ARTICLES["place"], path, "{ White: { pawn: [a2, b2] } }")
            return
        for seat, kinds in value.items():
            here = key_path(path, seat)
            if not isinstance(kinds, dict):
                self.wrong(kinds, "a mapping from token types to zones", here, "{ pawn: [a2, b2] }")
                continue
            for kind, zones in kinds.items():
                if isinstance(zones, str):
                    self._text(zones, key_path(here, kind), 0)

    def _scalar(self, field: Field, value: YamlValue, path: str) -> None:
        match field.kind:
            case "int":
                self._int(field, value, path)
            case "bool":
                if isinstance(value, str) and value.lower() in _TRUE_WORDS:
                    meant = _TRUE_WORDS[value.lower()]
                    message = f"`{value}` is a name, not true or false"
                    self.say("LT013", path, message, f"write `{meant}`", replacement=meant)
                elif not isinstance(value, bool):
                    self.wrong(value, "true or false", path)
            case "scalar":
                if isinstance(value, float):
                    self.wrong(value, "a whole number, a name, or true or false", path)
                elif isinstance(value, list | dict):
                    self.wrong(value, "one value", path)
                elif isinstance(value, int) and not _fits_64_bits(value):
                    self._too_large(value, path)
            case "text":
                if isinstance(value, list | dict | float | bool):
                    self.wrong(value, "a text", path)
            case _:
                self._named(field, value, path)

    def _int(self, field: Field, value: YamlValue, path: str) -> None:
        if isinstance(value, str) and field.constants and whole_value(value, self.constants) is not None:
            return
        if isinstance(value, str) and _MANY_DIGITS.fullmatch(value):
            self._too_large(value, path)
        elif isinstance(value, bool) or not isinstance(value, int):
            ways = number_of_ways(value) if isinstance(value, str) and path.endswith(".directions") else None
            if ways is not None:
                message = f"expected a whole number, found {shown(value)}"
                self.say("LT107", path, message, f"write `{ways}`", replacement=str(ways))
                return
            if not isinstance(value, str) or not self._names_of_numbers(value, path):
                self.wrong(value, "a whole number", path)
        elif not _fits_64_bits(value):
            self._too_large(value, path)
        elif field.least is not None and value < field.least:
            self.say("LT108", path, f"{value} is too small", f"write a number from {field.least}")

    def _names_of_numbers(self, value: str, path: str) -> bool:
        """Report *value*, which should consist of names of whole numbers and does not; False if it has no names."""
        known = {name: one for name, one in self.constants.items() if NAME.fullmatch(name)}
        whole = tuple(sorted(name for name, one in known.items() if is_whole(one)))
        bare = value.strip("${} ")
        if bare in whole and bare != value:
            message = f"expected a whole number, found {shown(value)}"
            self.say("LT107", path, message, f"write `{bare}`", replacement=bare)
        elif value in known and value not in whole:
            hint = f"write a whole number, or {some_names(f'`{name}`' for name in whole)}" if whole else ""
            message = f"`{value}` is {KINDS[type(known[value])]}, not a whole number"
            self.say("LT107", path, message, hint or "write a whole number")
        elif NAME.fullmatch(value) and (near := nearest(value, whole)):
            self.say("LT107", path, f"no constant is called `{value}`", f"write `{near[0]}`", alternatives=near)
        elif whole and set(re.findall(r"\w+", value)) & set(whole):
            hint = "write a whole number, or names of numbers joined by `+`, `-`, `*`, `//` or `%`"
            self.say("LT107", path, f"{shown(value)} is not a whole number", hint)
        else:
            return False
        return True

    def _too_large(self, value: int | str, path: str) -> None:
        size = "small" if str(value).startswith("-") else "large"
        self.say("LT108", path, f"{shown(value)} is too {size}", "write a number of at most 18 digits")

    def _named(self, field: Field, value: YamlValue, path: str) -> None:
        if isinstance(value, bool | int | float):
            message = f"`{shown(value)}` is {'true or false' if isinstance(value, bool) else 'a number'}, not a name"
            self.say("LT021", path, message, f'write a name, or put it in quotes if it is one: `"{shown(value)}"`')
        elif not isinstance(value, str):
            self.wrong(value, self._wanted(field), path)
        elif field.kind == "word" and value not in field.choices and self._ranged_type(field, value, path):
            pass
        elif field.kind == "word" and value not in field.choices:
            self.unknown(self._wanted(field), value, field.choices, path, "LT109", on_key=False)
        elif field.kind == "binding" and not BINDING.fullmatch(value):
            named = NAME.fullmatch(value) is not None
            suggestion = f"write `${value}`" if named else "write `$` and a name, such as `$card`"
            replacement = f"${value}" if named else None
            self.say("LT111", path, f"`{value}` is not a name with `$`", suggestion, replacement=replacement)
        elif field.kind in ("name", "id") and not (NAME if field.kind == "name" else _ID).fullmatch(value):
            marks = "`_`" if field.kind == "name" else "`_` and `-`"
            suggestion = f"begin with a letter from a to z or A to Z; after it, write such letters, digits and {marks}"
            plain = (
                value[1:] if BINDING.fullmatch(value) else None
            )  # `$` is for what is bound, not for what is declared
            suggestion = f"write `{plain}`" if plain else suggestion
            self.say("LT110", path, f"`{value}` is not a name", suggestion, replacement=plain)
        elif field.kind == "name" and value in WORDS:
            self.say("LT110", path, f"`{value}` is a word of the language", "choose another name")

    def _ranged_type(self, field: Field, value: str, path: str) -> bool:
        """Report a type that is written with its range; return whether it is one."""
        found = None
        if self.reshaper is not None and "int" in field.choices:
            found = repair_ranged_type(self.reshaper, field.choices, value, path)
        if found is not None:
            self.say("LT109", path, f"`{value}` is a type and a range", found.suggestion, edits=found.edits)
        return found is not None


def _one_of(listed: list[str]) -> str:
    return f"remove it, or write {listed[0]}" if len(listed) == 1 else f"write one of {', '.join(listed)}"


def has_kind(field: Field, value: YamlValue) -> bool:
    """Whether *value* looks like what *field* holds, by its YAML type alone."""
    match field.kind:
        case "list":
            return isinstance(value, list)
        case "mapping":
            return isinstance(value, dict)
        case "shape":
            return isinstance(value, dict)
        case "expr":
            trees = isinstance(value, dict) and any(family in value for family in ("op", "ref", "query", "aggregate"))
            return trees or not isinstance(value, list | dict)
        case _:
            return not isinstance(value, list | dict)


def example_of(field: Field, value: YamlValue) -> str:
    """Return an example for *field*, made from *value*, which does not fit there; empty if there is none."""
    match field.kind:
        case "shape":
            return field.shape.example if field.shape is not None else ""
        case "list":
            item = example_of(field.of, value) if field.of is not None else ""
            return f"[ {item} ]" if item else ""
        case "mapping":
            item = example_of(field.of, value) if field.of is not None else ""
            return f"{{ name: {item} }}" if item else ""
        case "either":
            return next((example for option in field.options if (example := example_of(option, value))), "")
        case "word":
            return field.choices[0]
        case "int":
            return str(value) if isinstance(value, int) and not isinstance(value, bool) else "1"
        case "label" | "name" | "text" | "zone" | "template" | "binding":
            return value if isinstance(value, str) else ""
        case _:
            return ""


def shown(value: YamlValue) -> str:
    """Return *value* as shown in messages."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    if value is None:
        return "nothing"
    if isinstance(value, int) and not _fits_64_bits(value):
        return "a number beyond 64 bits"
    return f"`{_shortened(value)}`" if isinstance(value, str) else str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _is_picture(text: str) -> bool:
    """Whether *text* is probably the rows of a position."""
    return "/" in text.strip() or "\n" in text.strip() or _ROW.fullmatch(text.strip()) is not None


def _fits_64_bits(value: int) -> bool:
    return -(2**63) <= value < 2**63
