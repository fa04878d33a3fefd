"""C for choices: list the options, and let a player choose one or several of them.

A chosen set is a C array whose first number is its length, so that loops over it can be separate functions.

This module does not know what happens until a choice is answered (`c/questions.h`, `c/pending.h`).
"""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.native.codes import CHOICES
from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit.effect_function import EffectFunction
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.sources import lower_source
from ludotome.native.text import c_array


def choose_one(writer: EffectFunction, effect: fx.ChooseOne, scope: Scope) -> Scope:
    """Write the choice and return the scope with the answer bound; `none` if there are no options."""
    options = lower_source(writer.low, effect.options, scope)
    nothing = "LT_NOTHING" if options.kind == "int" else "-1"
    after = writer.bind(effect.bind, options.kind, nothing, scope, optional=True)
    answer = after.bindings[effect.bind]
    assert isinstance(answer, ir.Local)
    out = writer.out
    with out.block():
        listed = _options(writer, options, effect, scope)
        with out.block(f"if ({listed}_count > 0 && chooser >= 0)"):
            out.add("int64_t answer;")
            _ask(writer, options.kind, f"{listed}, {listed}_count")
            out.add(f"{answer.name} = {'' if options.kind == 'int' else '(int32_t)'}answer;")
    return after


def choose_n(writer: EffectFunction, effect: fx.ChooseN, scope: Scope) -> Scope:
    """Write the choices; each offers the options after the previous answer that leave enough for the rest."""
    options, out = lower_source(writer.low, effect.options, scope), writer.out
    chosen = writer.low.local(effect.bind, "list")
    wanted = lower(writer.low, effect.n, scope)
    if writer.emit.room(out, "int64_t", chosen.name, 1 + max(options.size, 1)):
        out.add(f"if (!{chosen.name}) return LT_NO_MEMORY;")
    out.add(f"{chosen.name}[0] = 0;")
    with out.block():
        listed = _options(writer, options, effect, scope)
        count = writer.emit.value(wanted)
        count = f"lt_or_zero({count})" if wanted.optional else count
        out.add(f"int64_t start = 0, missing = chooser < 0 ? 0 : lt_clamp({count}, 0, {listed}_count);")
        with out.block("for (; missing > 0; missing--)"):
            out.add("int64_t answer;")
            _ask(writer, options.kind, f"{listed} + start, {listed}_count - missing + 1 - start")
            out.add(f"while ({listed}[start++] != answer) continue;")
            out.add(f"{chosen.name}[++{chosen.name}[0]] = answer;")
    if options.kind == "token":
        writer.chosen.append(chosen.name)
    return scope.bind(effect.bind, ir.Chosen(chosen, options.size, options.kind))


def _options(writer: EffectFunction, options: ir.Source, effect: fx.ChooseOne | fx.ChooseN, scope: Scope) -> str:
    """Write the list of options and the `chooser`; return the name of the list."""
    out, low = writer.out, writer.low
    walked = low.local("option", options.kind)
    listed = f"{walked.name}_all"
    # The first entry is set because compilers cannot see that a choice with at most one option has exactly one.
    if writer.emit.room(out, "int64_t", listed, options.size):
        out.add(f"if (!{listed}) return LT_NO_MEMORY;")
    out.add(f"{listed}[0] = 0;", f"int64_t {listed}_count = 0;")
    emit_sources.loop(
        writer.emit, out, options, walked, lambda: out.add(f"{listed}[{listed}_count++] = {walked.name};")
    )
    out.add(f"int32_t chooser = {writer.emit.value(lower(low, effect.chooser, scope))};")
    return listed


def _ask(writer: EffectFunction, kind: ir.Kind, options: str) -> None:
    writer.checked(f"lt_ask(s, p, chooser, {CHOICES.index(kind)}, {options}, &answer)")


def record_tables(low: Lowering, plans: tuple[Plan, ...]) -> str:
    """Return the tables used to hash the record of a suspended state.

    A name that is also the id of a zone counts as the zone, like its text in a decision.
    """
    symbols, lines = low.symbols, list[str]()
    types = [[param.kind for param in plan.params] for plan in plans]
    lines += c_array("int32_t", "params_of_action", [len(kinds) for kinds in types])
    names = [sum(1 << place for place, kind in enumerate(kinds) if kind == "name") for kinds in types]
    lines += c_array("int32_t", "name_params", names)
    words = [symbols.zone_index.get(name, number) for number, name in enumerate(symbols.names)]
    return "\n".join([*lines, *c_array("int32_t", "word_of_name", words)]) + "\n"
