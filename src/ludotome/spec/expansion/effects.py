"""effects: `capture`, `refillToSize`, `discardDownTo`, `each` and `:each` → the effects they stand for.

    capture: $to                →  forEach: { bind: `$captured 1`, over: tokensInZone, effects: [ destroyToken ] }
    draw: { to: hand:each, … }  →  forEach: { bind: `$each 1`, over: players, effects: [ draw ] }
    createToken: { each: { suit: […], rank: 1..13 }, … }
                                →  forEach: { bind: `$suit 1`, over: […], effects: [ forEach: … createToken ] }

Invariants:
    * every path inside what was made maps to a written path (`origins`);
    * a macro whose fields are wrong is reported and left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from ludotome.gamedef import MOST_COMBINED, NODE_OF_JSON
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.expressions import Range, parse_expression
from ludotome.spec.made_names import EachZone, MadeName
from ludotome.spec.settings import is_whole, static_value
from ludotome.spec.shapes import EFFECT_MACROS, NAME, Field
from ludotome.spec.shapes.check import ShapeCheck
from ludotome.spec.shapes.node_fields import COMBINED, effect_lists

_ZONE_FIELDS = ("from", "to", "zone")
_EACH = ":each"
_CODE = "LT117"
_VALUES = "write lists or ranges, as `each: { suit: [hearts, spades], rank: 1..13 }`"
_EXPANDED = ("capture", "refillToSize", "discardDownTo")


class _Written(Struct, frozen=True):
    """A value of the author inside the result of a macro, and where it was written."""

    value: Any
    path: str


class Expander(Struct):
    """Expands the effect lists of one document.

    `written_names` are the bindings written anywhere in the document, `names_of_property` the names that a property can
    be, by token type and property; `origins` maps paths of what was made to written ones.
    """

    check: ShapeCheck
    written_names: frozenset[str] = frozenset()
    names_of_property: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    count: int = 0
    _names: int = 0
    _conditions: int = 0  # the `if`s around the effect

    def expand(self, effects: YamlValue, written: str, made: str) -> YamlValue:
        """Return the list *effects*, written at *written*, with its macros expanded; its new path is *made*."""
        if not isinstance(effects, list):
            return effects
        out: list[YamlValue] = []
        for index, item in enumerate(effects):
            self.count += 1
            out.append(self._effect(item, f"{written}[{index}]", f"{made}[{index}]"))
        return out

    def _effect(self, item: YamlValue, source: str, target: str) -> YamlValue:
        if isinstance(item, str) and item in _EXPANDED:
            self.check.fits(Field("shape", shape=EFFECT_MACROS[item]), {}, source)
        if not isinstance(item, dict) or len(item) != 1:
            if source != target:
                self.origins[target] = source
            return item
        ((name, _),) = item.items()
        tree, here = self._macro(item, source), key_path(source, name)
        player = None
        if _mentions_each(tree.value if isinstance(tree, _Written) else tree) or _mentions_each(item):
            player = self._fresh("each")
            tree = {"forEach": {"bind": player, "over": {"query": "players"}, "effects": [tree]}}
        if isinstance(tree, _Written):
            return self._settled(tree, target, here, player)
        ((made, fields),) = tree.items()
        if source != target:
            self.origins[target] = source
        return {made: self._settled(fields, key_path(target, made), here, player)}

    def _settled(self, tree: Any, target: str, here: str, player: MadeName | None) -> YamlValue:
        """Return *tree*, which is at *target*, as plain values; generated parts map to *here*, the macro."""
        if isinstance(tree, _Written):
            if tree.path != target:
                self.origins[target] = tree.path
            value = tree.value if player is None else _for(tree.value, player)
            return self._inside(value, tree.path, target)
        self.origins[target] = here
        if isinstance(tree, dict):
            return {key: self._settled(below, key_path(target, key), here, player) for key, below in tree.items()}
        if isinstance(tree, list):
            return [self._settled(below, f"{target}[{index}]", here, player) for index, below in enumerate(tree)]
        return tree  # type: ignore[no-any-return]

    def _inside(self, effect: YamlValue, written: str, made: str) -> YamlValue:
        """Expand the lists of effects inside the author's values."""
        if not isinstance(effect, dict) or len(effect) != 1:
            return effect
        ((name, fields),) = effect.items()
        info = NODE_OF_JSON.get(("effect", name))
        if info is None or not isinstance(fields, dict):
            return effect
        lists = effect_lists(info)
        self._conditions += name == "if"
        below = {
            key: self.expand(value, f"{written}.{name}.{key}", f"{made}.{name}.{key}") if key in lists else value
            for key, value in fields.items()
        }
        self._conditions -= name == "if"
        return {name: below}

    def _macro(self, item: dict[str, YamlValue], source: str) -> Any:
        """Return the expansion of *item*, with the author's values marked.

        *item* itself, marked, if it is not a macro.
        """
        ((name, value),) = item.items()
        here = key_path(source, name)
        if name == "createToken" and isinstance(value, dict) and COMBINED in value:
            made = self._combinations(value, here)
            return _Written({name: _without(value, COMBINED)}, source) if made is None else made
        if name not in _EXPANDED or not self._is_right(name, value, here):
            return _Written(item, source)
        if name == "capture" and not _has_fields(value):
            return self._capture(_Written(value, here))
        assert isinstance(value, dict)
        given = {key: _Written(below, f"{here}.{key}") for key, below in value.items()}
        match name:
            case "capture":
                return self._capture(given["zone"])
            case "refillToSize":
                return _refill(given)
            case _:
                return self._discard(given)

    def _combinations(self, value: dict[str, YamlValue], here: str) -> Any:
        """Return loops that make one token for each combination of values.

        None, with an error reported, if they are wrong.
        """
        each, given = value[COMBINED], value.get("props", {})
        path = f"{here}.{COMBINED}"
        if not isinstance(each, dict) or not each:
            self.check.say(_CODE, path, "`each` is not a mapping from properties to values", _VALUES)
            return None
        if len(each) > MOST_COMBINED:
            message = f"`each` has {len(each)} properties; at most {MOST_COMBINED} are combined"
            self.check.say(_CODE, path, message, "write several effects")
            return None
        if not isinstance(given, dict):
            return None  # reported by the structural checks
        props: dict[str, Any] = {name: _Written(one, f"{here}.props.{name}") for name, one in given.items()}
        loops: list[tuple[MadeName, _Written]] = []
        for name, values in each.items():
            below = key_path(path, name)
            if name in props:
                message = f"`{name}` already has a value in `props`"
                self.check.say(_CODE, below, message, "remove one of them", on_key=True)
            elif not _are_values(values):
                self.check.say(_CODE, below, f"`{name}` has no list of values", _VALUES)
            elif (ends := self._reversed(values)) is not None:
                first, last = ends
                message = f"`{name}` has no values: a range counts up, and {first} is more than {last}"
                is_written = values == f"{first}..{last}"
                better = f"`{last}..{first}`" if is_written else "the smaller number first"
                self.check.say(_CODE, below, message, f"write {better}, or list the values in their order")
            elif self._are_known(values, self.names_of_property.get((str(value.get("type")), str(name))), below):
                made = self._fresh(str(name))
                loops.append((made, _Written(values, below)))
                props[name] = _Written(made, below)
        if len(props) != len(given) + len(each):
            return None
        fields = {
            key: _Written(one, key_path(here, key)) for key, one in value.items() if key not in ("props", COMBINED)
        }
        tree: Any = {"createToken": {**fields, "props": props}}
        for bind, over in reversed(loops):
            tree = {"forEach": {"bind": bind, "over": over, "effects": [tree]}}
        return tree

    def _reversed(self, values: YamlValue) -> tuple[int, int] | None:
        """Return the ends of a range that counts down; None for anything else, or if it is under a condition.

        If the parameter `n` is 0, `1..n` is a range without values, as intended.
        """
        tree = parse_expression(values).tree if isinstance(values, str) and self._conditions == 0 else None
        if not isinstance(tree, Range):
            return None
        first, last = (static_value(end, self.check.constants) for end in (tree.low, tree.high))
        return (first, last) if is_whole(first) and is_whole(last) and first > last + 1 else None

    def _are_known(self, values: YamlValue, names: tuple[str, ...] | None, path: str) -> bool:
        """Return whether *values* has no duplicates, and contains only *names* if the property has a name type."""
        listed = values if isinstance(values, list) else []
        for index, one in enumerate(listed):
            here = f"{path}[{index}]"
            if one in listed[:index]:
                self.check.say(
                    _CODE, here, f"`{one}` is listed twice", "list it once; `count` makes more of every token"
                )
                return False
            if names is not None and isinstance(one, str) and NAME.fullmatch(one) and one not in names:
                self.check.unknown("a value of this property", one, names, here, _CODE, on_key=False)
                return False
        return True

    def _is_right(self, name: str, value: YamlValue, path: str) -> bool:
        """Return whether the fields of a macro are valid; report those that are not."""
        shape = EFFECT_MACROS[name]
        if name == "capture" and not _has_fields(value):
            return self.check.fits(shape.fields["zone"], value, path)
        return self.check.fits(Field("shape", shape=shape), value, path)

    def _fresh(self, name: str) -> MadeName:
        """Return a binding that no document can spell, and whose real name does not occur in the document."""
        while True:
            self._names += 1
            made = MadeName(f"${name} {self._names}")
            if made.real not in self.written_names:
                return made

    def _capture(self, zone: Any) -> Any:
        token = self._fresh("captured")
        over = {"query": "tokensInZone", "zone": zone}
        return {"forEach": {"bind": token, "over": over, "effects": [{"destroyToken": {"token": token}}]}}

    def _discard(self, value: dict[str, Any]) -> Any:
        """Return the discard of exactly the surplus: chosen one by one, or from the top to a zone, or destroyed."""
        zone, size = value["zone"], value["size"]
        surplus = {"op": "-", "left": {"ref": "zoneCount", "zone": zone}, "right": size}
        if "to" in value and "choose" not in value:
            return {"draw": {"from": zone, "to": value["to"], "count": {"op": "max", "args": [0, surplus]}}}
        token = self._fresh("discarded")
        away: Any = {"destroyToken": {"token": token}}
        if "to" in value:
            away = {"moveToken": {"token": token, "to": value["to"]}}
        tokens = {"query": "tokensInZone", "zone": zone}
        if "choose" in value:
            ask = {"chooseOne": {"bind": token, "options": tokens, "chooser": value["choose"]}}
            rounds = {"query": "intsInRange", "min": 1, "max": surplus}
            return {"forEach": {"bind": self._fresh("round"), "over": rounds, "effects": [ask, away]}}
        too_many = {"op": ">", "left": {"ref": "zoneCount", "zone": zone}, "right": size}
        return {"forEach": {"bind": token, "over": tokens, "effects": [{"if": {"when": too_many, "then": [away]}}]}}


def _are_values(values: YamlValue) -> bool:
    """Return whether *values* is a list that is not empty, or a text that can be a set, such as a range."""
    return bool(values) and (isinstance(values, list) or (isinstance(values, str) and NAME.fullmatch(values) is None))


def _without(value: dict[str, YamlValue], key: str) -> dict[str, YamlValue]:
    return {name: below for name, below in value.items() if name != key}


def _has_fields(value: YamlValue) -> bool:
    """Return whether the captured thing is written as fields, not as an expression."""
    return isinstance(value, dict) and not any(family in value for family in ("op", "ref", "query", "aggregate"))


def _refill(value: dict[str, Any]) -> Any:
    """Return the draw of only the deficit."""
    deficit = {"op": "-", "left": value["size"], "right": {"ref": "zoneCount", "zone": value["zone"]}}
    return {"draw": {"from": value["fromZone"], "to": value["zone"], "count": {"op": "max", "args": [0, deficit]}}}


def _mentions_each(effect: Any) -> bool:
    """Return whether a location field of *effect* names each player's zone."""
    if not isinstance(effect, dict) or len(effect) != 1:
        return False
    (value,) = effect.values()
    if isinstance(value, dict):
        return any(_has_each(value.get(key)) for key in (*_ZONE_FIELDS, "over", "count"))
    return isinstance(value, str) and _is_each(value)


def _has_each(value: Any) -> bool:
    return any(_is_each(text) for text in _texts(value))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, _Written):
        yield from _texts(value.value)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for below in value.values() if isinstance(value, dict) else value:
            yield from _texts(below)


def _is_each(text: str) -> bool:
    return text.endswith(_EACH)


def _for(value: YamlValue, player: MadeName) -> YamlValue:
    """Return the value with each player's zone replaced by that of one player.

    Other values are unchanged, and rejected later.
    """
    if isinstance(value, str):
        zone = value.removesuffix(_EACH)
        return EachZone(zone, player) if _is_each(value) and NAME.fullmatch(zone) else value
    if isinstance(value, dict):
        return {key: _for(below, player) for key, below in value.items()}
    if isinstance(value, list):
        return [_for(below, player) for below in value]
    return value
