"""effect_repairs: an effect with the name of a variable or property as a key → the fields it should have.

    setVar: { score: 3 }                       →  setVar: { var: score, value: 3 }
    addVar: { var: $pit.seeds, delta: 1 }      →  addVar: { var: seeds, zone: $pit, delta: 1 }
    setTokenProp: { token: $t, hits: 2 }       →  setTokenProp: { token: $t, prop: hits, value: 2 }
    setOwner: { token: $t, owner: actor }      →  setTokenProp: { token: $t, prop: owner, value: actor }
    createToken: { card: 3, zone: deck }       →  createToken: { type: card, count: 3, zone: deck }
    createToken: { type: card, rank: 3, … }    →  createToken: { type: card, props: { rank: 3 }, … }
    decrement: { var: score, by: 2 }           →  addVar: { var: score, delta: -2 }
    roll: { bind: $die, sides: 1d6 }           →  roll: { bind: $die, sides: 6 }
    let: { bind: $die, value: roll(6) }        →  roll: { bind: $die, sides: 6 }
    forEach: { over: S, where: C, … }          →  forEach: { over: S where C, … }
    draw: { from: deck, to: hand }             →  draw: { from: deck, to: hand, count: 1 }
    moveToken: { from: $piece, to: $to }       →  moveToken: { token: $piece, to: $to }
    $die: roll(6)                              →  roll: { bind: $die, sides: 6 }
    let: { $best: first(hand) }                →  let: { bind: $best, value: first(hand) }

This module reports nothing; `effects` does.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.foreign_words import bare
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env
from ludotome.spec.lowering.written_as_code import die_of, written_as_code
from ludotome.spec.reshape import Edits, Reshaper, inline
from ludotome.spec.shapes.field_repairs import filtered_set

_VARIABLE_OF = re.compile(r"(\$?[A-Za-z]\w*)\.([A-Za-z]\w*)")
_DIE = re.compile(r"1?[dD](\d+)")
_AMOUNT = {"setVar": "value", "addVar": "delta"}
_UP = ("increment", "inc", "increase")
_DOWN = ("decrement", "dec", "decrease", "subtract", "reduce", "sub", "subvar", "subtractvar", "decrementvar")
_AMOUNTS = ("delta", "amount", "by", "value", "n", "count")
_BINDING = re.compile(r"\$[A-Za-z]\w*")
_BOUND_VALUE = {"let": "value", "roll": "sides", "chooseOne": "options"}  # what an effect binds to a name
_NAME = re.compile(r"[A-Za-z]\w*")
_NEW_VALUE = ("value", "to", "player", "newvalue")


class Misplaced(Struct, frozen=True):
    """The error, what to write, the edits, and the `$` name that the effect binds, if any."""

    message: str
    suggestion: str
    edits: Edits
    binds: str = ""


def as_binding(ctx: Context, name: str, value: YamlValue, path: str) -> Misplaced | None:
    """Return how to write `- $die: roll(6)`, an effect with the bound name as its key."""
    if ctx.source_map is None or not _BINDING.fullmatch(name) or not isinstance(value, str | int):
        return None
    meant = written_as_code(f"{name} = {str(value).lower() if isinstance(value, bool) else value}")
    edits = None if meant is None else Reshaper(ctx.source_map).pair_replaced(ctx.written_path(path), meant)
    return _made(f"there is no effect `{name}`", f"write `{meant}`", edits)


def as_assignment(ctx: Context, name: str, value: YamlValue, path: str) -> Misplaced | None:
    """Return how to write `- score: score + 1`, an effect with the variable that it sets as its key."""
    if ctx.source_map is None or name not in ctx.things.symbols.global_var or not isinstance(value, str | int):
        return None
    edits = Reshaper(ctx.source_map).key_wrapped(ctx.written_path(path), "setVar", f"var: {name}", "value")
    return _made("", f"write `setVar: {{ var: {name}, value: … }}`", edits)


def is_token_or_unknown(ctx: Context, written: YamlValue, env: Env) -> bool:
    """Whether *written* is a bound name, or its zone, and no zone itself as far as is known."""
    name = written.removesuffix(".zone") if isinstance(written, str) else ""
    if not _BINDING.fullmatch(name):
        return False
    node = env.visible.get(name)
    return node is None or ctx.type_of(node, env.scope).kind in ("token", "unknown")


def token_in(ctx: Context, written: YamlValue, env: Env) -> str | None:
    """Return the name of the token that *written* is, or whose zone it is: `$piece` for `$piece.zone`."""
    name = written.removesuffix(".zone") if isinstance(written, str) else ""
    node = env.visible.get(name)
    return name if node is not None and ctx.type_of(node, env.scope).kind == "token" else None


def misplaced_fields(ctx: Context, effect: str, value: YamlValue, path: str, env: Env) -> Misplaced | None:
    """Return how to write the fields *value* of *effect*; None if they are correct or the meaning is uncertain."""
    if ctx.source_map is None or not isinstance(value, dict):
        return None
    reshaper, written = Reshaper(ctx.source_map), ctx.written_path(path)
    key = next(iter(value), "")
    if effect in _BOUND_VALUE and len(value) == 1 and _BINDING.fullmatch(key):
        edits = reshaper.key_replaced(key_path(written, key), f"bind: {key}", _BOUND_VALUE[effect])
        shown = f"{effect}: {{ bind: {key}, {_BOUND_VALUE[effect]}: … }}"
        return _made(f"`{effect}` has no `{key}`", f"write `{shown}`", edits, key)
    match effect:
        case "setVar" | "addVar":
            return _variable(ctx, reshaper, effect, value, written)
        case "setTokenProp":
            return _property(ctx, reshaper, value, written)
        case "createToken":
            return _created(ctx, reshaper, value, written)
        case "roll":
            return _die(reshaper, value, written)
        case "let":
            return _thrown(reshaper, value, written)
        case "draw":
            return _one(reshaper, value, written)
        case "moveToken":
            return _moved(ctx, reshaper, value, written, env)
        case "forEach" | "chooseOne" | "chooseN":
            return _filter(reshaper, effect, value, written)
        case _:
            return None


def _variable(
    ctx: Context, reshaper: Reshaper, effect: str, value: dict[str, YamlValue], path: str
) -> Misplaced | None:
    symbols, amount = ctx.things.symbols, _AMOUNT[effect]
    declared = (*symbols.global_var, *symbols.player_var, *symbols.zone_var)
    if "var" not in value and amount not in value:
        named = [key for key in value if key in declared]
        if not named and len(value) == 1 and (key := _VARIABLE_OF.fullmatch(next(iter(value)))) is not None:
            return _of_somebody(ctx, reshaper, effect, key, path)
        if len(named) > 1 and len(named) == len(value):
            texts = [f"{effect}: {{ var: {key}, {amount}: {inline(str(value[key]))} }}" for key in named]
            return _made(
                f"`{effect}` sets one variable", "write one effect for each", reshaper.entries_replaced(path, texts)
            )
        if len(named) != 1:
            return None
        edits = reshaper.key_replaced(key_path(path, named[0]), f"var: {named[0]}", amount)
        shown = f"{effect}: {{ var: {named[0]}, {amount}: … }}"
        return _made(f"`{effect}` has no `{named[0]}`", f"write `{shown}`", edits)
    found = _VARIABLE_OF.fullmatch(str(value.get("var", "")))
    if found is None or not isinstance(value["var"], str):
        return None
    whose, name = found[1], found[2]
    home = "player" if name in symbols.player_var else "zone" if name in symbols.zone_var else None
    if home is None or home in value:
        return None
    edits = reshaper.value_replaced(key_path(path, "var"), name, f"{home}: {whose}")
    message = f"`var` is the name of a variable, and `{value['var']}` is its value"
    return _made(message, f"write `var: {name}, {home}: {whose}`", edits)


def _of_somebody(ctx: Context, reshaper: Reshaper, effect: str, found: re.Match[str], path: str) -> Misplaced | None:
    """Handle `addVar: { actor.score: 3 }`, whose key names the variable and its owner."""
    home = "player" if found[2] in ctx.things.symbols.player_var else "zone"
    if home == "zone" and found[2] not in ctx.things.symbols.zone_var:
        return None
    amount = _AMOUNT[effect]
    edits = reshaper.key_replaced(key_path(path, found[0]), f"var: {found[2]}", f"{home}: {found[1]}", amount)
    shown = f"{effect}: {{ var: {found[2]}, {home}: {found[1]}, {amount}: … }}"
    return _made(f"`{effect}` has no `{found[0]}`", f"write `{shown}`", edits)


def _property(ctx: Context, reshaper: Reshaper, value: dict[str, YamlValue], path: str) -> Misplaced | None:
    named = [key for key in value if key in ctx.things.inference.declared.token_properties]
    if len(named) != 1 or "prop" in value or "value" in value:
        return None
    edits = reshaper.key_replaced(key_path(path, named[0]), f"prop: {named[0]}", "value")
    return _made(f"`setTokenProp` has no `{named[0]}`", f"write `prop: {named[0]}, value: …`", edits)


def _created(ctx: Context, reshaper: Reshaper, value: dict[str, YamlValue], path: str) -> Misplaced | None:
    """Handle properties among the fields of `createToken`; several must be adjacent."""
    declared = {prop.name for kind in ctx.things.shell.token_types for prop in kind.props}
    keys = list(value)
    kinds = [key for key in keys if key in ctx.things.inference.declared.token_types]
    if len(kinds) == 1 and "type" not in value and "count" not in value and isinstance(value[kinds[0]], int):
        edits = reshaper.key_replaced(key_path(path, kinds[0]), f"type: {kinds[0]}", "count")
        return _made(f"`createToken` has no `{kinds[0]}`", f"write `type: {kinds[0]}, count: …`", edits)
    named = [key for key in keys if key in declared]
    first = keys.index(named[0]) if named else 0
    if not named or "props" in value or keys[first : first + len(named)] != named:
        return None
    edits = reshaper.wrapped([key_path(path, key) for key in named], "props")
    listed = ", ".join(f"{key}: …" for key in named)
    return _made(f"`createToken` has no `{named[0]}`", f"write `props: {{ {listed} }}`", edits)


def _die(reshaper: Reshaper, value: dict[str, YamlValue], path: str) -> Misplaced | None:
    found = _DIE.fullmatch(str(value.get("sides", "")))
    if found is None:
        return None
    edits = reshaper.replaced(key_path(path, "sides"), found[1])
    binds = value.get("bind")
    made = _made(f"`{value['sides']}` is a die, not a number of sides", f"write `{found[1]}`", edits)
    return None if made is None else Misplaced(made.message, made.suggestion, made.edits, str(binds or ""))


def _thrown(reshaper: Reshaper, value: dict[str, YamlValue], path: str) -> Misplaced | None:
    binds, sides = value.get("bind"), die_of(str(value.get("value", "")))
    if sides is None or not isinstance(binds, str) or set(value) != {"bind", "value"}:
        return None
    text = f"roll: {{ bind: {binds}, sides: {sides} }}"
    made = _made("a die is thrown by an effect", f"write `{text}`", reshaper.pair_replaced(path, text))
    return None if made is None else Misplaced(made.message, made.suggestion, made.edits, binds)


def _moved(ctx: Context, reshaper: Reshaper, value: dict[str, YamlValue], path: str, env: Env) -> Misplaced | None:
    """Handle `from: $piece.zone` where no token is named: that piece moves."""
    token = token_in(ctx, value.get("from"), env)
    if token is None or set(value) != {"from", "to"}:
        return None
    edits = reshaper.pair_replaced(key_path(path, "from"), f"token: {token}")
    return _made("`moveToken` needs `token`", f"write `token: {token}`", edits)


def _one(reshaper: Reshaper, value: dict[str, YamlValue], path: str) -> Misplaced | None:
    """Handle `draw` without a number: it draws one."""
    if set(value) != {"from", "to"}:
        return None
    edits = reshaper.field_added(path, "count: 1", last=True)
    return _made("`draw` needs `count`", "add `count: 1`, or how many", edits)


def _filter(reshaper: Reshaper, effect: str, value: dict[str, YamlValue], path: str) -> Misplaced | None:
    """Handle a condition beside a set: it becomes part of the set."""
    field = "over" if effect == "forEach" else "options"
    of = value.get(field)
    for name, held in value.items():
        if isinstance(of, str) and isinstance(held, str) and (text := filtered_set(name, of, held)) is not None:
            kept = reshaper.replaced(key_path(path, field), inline(text))
            gone = reshaper.pair_removed(key_path(path, name))
            if kept is not None and gone is not None:
                binds = str(value.get("bind", ""))
                message = f"`{effect}` has no `{name}`"
                return Misplaced(message, f"write `{field}: {text}`", [*kept, *gone], binds)
    return None


def as_set_prop(ctx: Context, effect: str, value: YamlValue, path: str) -> Misplaced | None:
    """Return how to write `setOwner`, `setHits`, …, which are `setTokenProp` here."""
    properties = ctx.things.inference.declared.token_properties
    prop = next((one for one in properties if bare(effect) in (f"set{bare(one)}", f"set{bare(one)}of")), None)
    if ctx.source_map is None or prop is None or not isinstance(value, dict) or len(value) != 2 or "token" not in value:
        return None
    other = next(key for key in value if key != "token")
    if other != prop and bare(other) not in _NEW_VALUE:
        return None
    reshaper, written = Reshaper(ctx.source_map), ctx.written_path(path)
    head = reshaper.key_replaced(written, "setTokenProp")
    field = reshaper.key_replaced(key_path(written, other), f"prop: {prop}", "value")
    if head is None or field is None:
        return None
    return Misplaced("", f"write `setTokenProp: {{ token: …, prop: {prop}, value: … }}`", [*head, *field])


def as_counting(ctx: Context, effect: str, value: YamlValue, path: str) -> Misplaced | None:
    """Return how to write `increment: score` or `decrement: { var: score, by: 2 }`, which are `addVar` here."""
    word = bare(effect).removesuffix("var").removesuffix("variable")
    if effect in ctx.things.macros or ctx.source_map is None or word not in (*_UP, *_DOWN):
        return None
    reshaper, written = Reshaper(ctx.source_map), ctx.written_path(path)
    sign = "-" if word in _DOWN else ""
    if isinstance(value, str) and _NAME.fullmatch(value):
        text = f"addVar: {{ var: {value}, delta: {sign}1 }}"
        edits = reshaper.pair_replaced(written, text)
        return None if edits is None else Misplaced("", f"write `{text}`", edits)
    if not isinstance(value, dict):
        return None
    amount = next((key for key in value if bare(key) in _AMOUNTS), None)
    head = reshaper.key_replaced(written, "addVar")
    if amount is None:
        field = reshaper.field_added(written, f"delta: {sign}1", last=True)
    else:
        held = str(value[amount])
        negated = f"-{held}" if re.fullmatch(r"[$\w.]+", held) else f"-({held})"
        below = key_path(written, amount)
        field = (
            reshaper.pair_replaced(below, f"delta: {inline(negated)}")
            if sign
            else reshaper.key_replaced(below, "delta")
        )
    if head is None or field is None:
        return None
    return Misplaced("", f"write `addVar: {{ …, delta: {sign}… }}`", [*head, *field])


def _made(message: str, suggestion: str, edits: Edits | None, binds: str = "") -> Misplaced | None:
    return None if edits is None else Misplaced(message, suggestion, edits, binds)
