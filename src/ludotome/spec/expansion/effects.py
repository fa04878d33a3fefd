"""effects: `capture`, `refillToSize`, `discardDownTo` and `:each` → the effects they stand for."""

from __future__ import annotations

from msgspec import Struct, field

from ludotome.spec.blocks import YamlValue, key_path

MAX_EFFECTS = 20_000
_NESTED = {"if": ("then", "else"), "forEach": ("effects",), "let": ("in",)}
_ZONE_FIELDS = ("from", "to", "zone")
_EACH = ":each"


class Expander(Struct):
    """Expands the effect lists of one document; `origins` maps new paths to written ones."""

    origins: dict[str, str] = field(default_factory=dict)
    count: int = 0
    _names: int = 0

    def expand(self, effects: YamlValue, written: str, made: str) -> YamlValue:
        """Return the list *effects*, written at *written*, with its macros expanded; it will stand at *made*."""
        if not isinstance(effects, list):
            return effects
        out: list[YamlValue] = []
        for index, item in enumerate(effects):
            source = f"{written}[{index}]"
            for effect in self._macro(item, source, f"{made}[{len(out)}]"):
                self.count += 1
                target = f"{made}[{len(out)}]"
                if target != source:
                    self.origins.setdefault(target, source)
                out.append(self._inside(self._each(effect, source, target), source, target))
        return out

    def _inside(self, effect: YamlValue, written: str, made: str) -> YamlValue:
        """Expand the lists inside an effect."""
        if not isinstance(effect, dict) or len(effect) != 1:
            return effect
        ((name, fields),) = effect.items()
        if name not in _NESTED or not isinstance(fields, dict):
            return effect
        below = {
            key: self.expand(value, f"{written}.{name}.{key}", f"{made}.{name}.{key}")
            if key in _NESTED[name]
            else value
            for key, value in fields.items()
        }
        return {name: below}

    def _macro(self, item: YamlValue, source: str, target: str) -> list[YamlValue]:
        if not isinstance(item, dict) or len(item) != 1:
            return [item]
        ((name, value),) = item.items()
        here = key_path(source, name)
        match name:
            case "capture":
                zone = value["zone"] if isinstance(value, dict) and set(value) == {"zone"} else value
                self.origins[f"{target}.forEach.over.zone"] = here if zone is value else f"{here}.zone"
                return [self._capture(zone)]
            case "refillToSize" if isinstance(value, dict) and {"zone", "size", "fromZone"} <= set(value):
                self._same(target, "draw.to", here, "zone")
                self._same(target, "draw.from", here, "fromZone")
                self._same(target, "draw.count.args[1].left", here, "size")
                return [_refill(value)]
            case "discardDownTo" if isinstance(value, dict) and {"zone", "size"} <= set(value):
                return [self._discard(value)]
            case _:
                return [item]

    def _same(self, target: str, made: str, here: str, key: str) -> None:
        self.origins[f"{target}.{made}"] = f"{here}.{key}"

    def _fresh(self, name: str) -> str:
        self._names += 1
        return f"${name}_{self._names}"

    def _capture(self, zone: YamlValue) -> YamlValue:
        token = self._fresh("captured")
        over: YamlValue = {"query": "tokensInZone", "zone": zone}
        return {"forEach": {"bind": token, "over": over, "effects": [{"destroyToken": {"token": token}}]}}

    def _discard(self, value: dict[str, YamlValue]) -> YamlValue:
        """Exactly the surplus: chosen one by one, or from the top to a zone, or destroyed."""
        zone, size = value["zone"], value["size"]
        surplus: YamlValue = {"op": "-", "left": {"ref": "zoneCount", "zone": zone}, "right": size}
        if "to" in value and "choose" not in value:
            count: YamlValue = {"op": "max", "args": [0, surplus]}
            return {"draw": {"from": zone, "to": value["to"], "count": count}}
        token = self._fresh("discarded")
        away: YamlValue = {"destroyToken": {"token": token}}
        if "to" in value:
            away = {"moveToken": {"token": token, "to": value["to"]}}
        if "choose" in value:
            options: YamlValue = {"query": "tokensInZone", "zone": zone}
            ask: YamlValue = {"chooseOne": {"bind": token, "options": options, "chooser": value["choose"]}}
            rounds: YamlValue = {"query": "intsInRange", "min": 1, "max": surplus}
            return {"forEach": {"bind": self._fresh("round"), "over": rounds, "effects": [ask, away]}}
        too_many: YamlValue = {"op": ">", "left": {"ref": "zoneCount", "zone": zone}, "right": size}
        tokens: YamlValue = {"query": "tokensInZone", "zone": zone}
        return {"forEach": {"bind": token, "over": tokens, "effects": [{"if": {"when": too_many, "then": [away]}}]}}

    def _each(self, effect: YamlValue, source: str, target: str) -> YamlValue:
        """`hand:each` in a zone's place → the same effect for every player."""
        if not _mentions_each(effect):
            return effect
        assert isinstance(effect, dict)
        player = self._fresh("each")
        ((name, value),) = effect.items()
        self.origins[f"{target}.forEach.effects[0]"] = source
        over: YamlValue = {"query": "players"}
        return {"forEach": {"bind": player, "over": over, "effects": [{name: _for(value, player)}]}}


def _refill(value: dict[str, YamlValue]) -> YamlValue:
    """Only the deficit is drawn."""
    deficit: YamlValue = {"op": "-", "left": value["size"], "right": {"ref": "zoneCount", "zone": value["zone"]}}
    count: YamlValue = {"op": "max", "args": [0, deficit]}
    return {"draw": {"from": value["fromZone"], "to": value["zone"], "count": count}}


def _mentions_each(effect: YamlValue) -> bool:
    if not isinstance(effect, dict) or len(effect) != 1:
        return False
    (value,) = effect.values()
    if isinstance(value, str):
        return value.endswith(_EACH)
    return isinstance(value, dict) and any(_has_each(value.get(key)) for key in (*_ZONE_FIELDS, "over", "count"))


def _has_each(value: YamlValue) -> bool:
    if isinstance(value, str):
        return value.endswith(_EACH)
    if isinstance(value, dict):
        return any(_has_each(below) for below in value.values())
    return isinstance(value, list) and any(_has_each(below) for below in value)


def _for(value: YamlValue, player: str) -> YamlValue:
    """The value with `:each` replaced by one player's binding."""
    if isinstance(value, str):
        return f"{value.removesuffix(_EACH)}:{player}" if value.endswith(_EACH) else value
    if isinstance(value, dict):
        return {key: _for(below, player) for key, below in value.items()}
    if isinstance(value, list):
        return [_for(below, player) for below in value]
    return value
