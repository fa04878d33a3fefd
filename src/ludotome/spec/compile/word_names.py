"""word_names: declared names that are also words of the language.

| the declared name is | of the first edition | of a later one (`editions`) |
|---|---|---|
| a word or a function | LT255, an error | LT259, an info: the declared name wins |
| a built-in shorthand for effects, declared as an effect macro | LT255, an error: nothing could call it | the same |
| an effect, declared as a macro | LT259, a warning: the macro wins | the same |

This module does not know how names are resolved: `lowering` asks what is declared before it asks the language.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.diagnostics import Severity
from ludotome.spec.blocks import key_path
from ludotome.spec.compile.values import entries, mapping
from ludotome.spec.editions import RESERVED
from ludotome.spec.lowering import Context, MacroDef, Origin
from ludotome.spec.lowering.effects import effect_names
from ludotome.spec.lowering.signatures import functions
from ludotome.spec.lowering.things import WORDS
from ludotome.spec.shapes import EFFECT_MACROS


def check_word_names(ctx: Context) -> None:
    """Report each declared thing and macro that has the name of a word of the language."""
    for name, path in _things(ctx):
        if name in WORDS:
            _report_word(ctx, name, path, "word")
    for name, macro in ctx.things.macros.items():
        path = f"{macro.path}.name"
        if name in WORDS or name in functions():
            _report_word(ctx, name, path, "function" if name in functions() else "word")
        elif name in EFFECT_MACROS and macro.effects is not None:
            _report_reserved(ctx, name, path)
        elif name in effect_names():
            _report_hidden_effect(ctx, macro, path)


def _things(ctx: Context) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of every declared seat, constant, variable, zone and region."""
    shell, doc = ctx.things.shell, ctx.doc
    for seat, name in enumerate(shell.metadata.seats):
        yield name, f"metadata.seats[{seat}]"
    for section in ("parameters", "constants"):
        for name in mapping(doc.get(section)):
            yield name, key_path(section, name)
    for section in ("globalVars", "perPlayerVars", "perZoneVars"):
        for index, var in enumerate(entries(doc.get(section))):
            yield str(var.get("name")), f"{section}[{index}].name"
    for index, zone in enumerate(entries(doc.get("zones"))):
        if "board" not in zone:
            yield str(zone.get("id")), f"zones[{index}].id"
    for name in mapping(doc.get("regions")):
        yield name, key_path("regions", name)


def _report_word(ctx: Context, name: str, path: str, kind: str) -> None:
    if name in RESERVED:
        _report_reserved(ctx, name, path)
        return
    message = f"`{name}` is also a {kind} of the language; here it means what this document declares"
    suggestion = f"to use the {kind}, give what is declared another name"
    _report_hidden(ctx, path, message, suggestion, "info")


def _report_reserved(ctx: Context, name: str, path: str) -> None:
    ctx.fault("LT255", _origin(path), f"`{name}` is a word of the language", "choose another name")


def _report_hidden_effect(ctx: Context, macro: MacroDef, path: str) -> None:
    message = f"`{macro.name}` is also an effect of the language; here it means this macro"
    suggestion = "to use the effect, give the macro another name"
    _report_hidden(ctx, path, message, suggestion, "warning")


def _report_hidden(ctx: Context, path: str, message: str, suggestion: str, severity: Severity) -> None:
    span = ctx.span(_origin(path))
    ctx.report.add("LT259", ctx.written_path(path), message, suggestion, span=span, severity=severity)


def _origin(path: str) -> Origin:
    return Origin(path, on_key=path.startswith(("parameters", "constants", "regions")))
