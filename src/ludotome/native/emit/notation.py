"""C for notation: evaluate the expressions in the templates of actions, as numbers.

    asked_A       writes the values of the template of action A before the action
    remarked_A    runs A as a trial and writes which of its remarks hold

`gamedef.Notations` turns the numbers into text, so the C contains no text.

Invariant: no index is maintained only for notation; if an expression would need one, the whole game is emitted again
with the plain form of these expressions (`NotOfferedError`).

This module does not know decisions' texts, nor which decisions are legal.
"""

from __future__ import annotations

from ludotome.gamedef import Template, checked
from ludotome.native.emit.emitter import Emitter, c_type
from ludotome.native.emit.reasons import write_reasons
from ludotome.native.emit.trials import effect_scope
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.options import ALL_OFF
from ludotome.native.text import Lines, c_name

_FIRST_LOCAL = 1_000_000  # so that the names of other locals do not depend on notation


def notation(emit: Emitter, plans: tuple[Plan, ...], *, plainly: bool, reasons: bool = False) -> bool:
    """Write the functions of notation; if a template needs something without C (a set), write nothing and return False.

    *plainly* means without indexes. With *reasons*, also write which conditions of an action hold (`reasons`).
    """
    templates = checked(emit.low.game_def).notations.templates
    if any(type_.is_set for template in templates for type_ in template.types):
        return False
    options, count = emit.options, emit.low._locals
    written = len(emit.functions)
    emit.low._locals = _FIRST_LOCAL
    if plainly:
        emit.options = ALL_OFF
    try:
        out = Lines()
        for plan, template in zip(plans, templates, strict=True):
            emit.stem = f"notation_{c_name(plan.action.id)}"
            _asked(emit, out, plan, template)
            _remarked(emit, out, plan, template)
        _dispatch(out, plans, templates)
        if reasons:
            write_reasons(emit, out, plans)
    except UnsupportedError:
        del emit.functions[written:]
        return False
    finally:
        emit.options, emit.low._locals = options, count
    width = max((len(template.asked) + len(template.remarks) for template in templates), default=0)
    constants = f"#define LT_ASKED {max(width, 1)}\n#define LT_REMARKS {int(any(t.remarks for t in templates))}\n"
    emit.functions.append(constants + str(out))
    return True


def _asked(emit: Emitter, out: Lines, plan: Plan, template: Template) -> None:
    name = c_name(plan.action.id)
    with out.block(f"static void asked_{name}(const lt_state *s, lt_play *p, const int32_t *d, int64_t *out)"):
        out.add("int32_t actor = s->active;", "(void)s; (void)p; (void)d; (void)out; (void)actor;")
        for place, local in enumerate(plan.params, start=1):
            out.add(f"{c_type(local.kind)} {local.name} = d[{place}];", f"(void){local.name};")
        for place, node in enumerate(template.asked):
            lowered = lower(emit.low, node, plan.scope)
            value = emit.value(lowered)
            if lowered.kind == "bool":
                value = f"({value} < 0 ? -1 : {value} > 0)" if lowered.optional else f"({value} != 0)"
            out.add(f"out[{place}] = {value};")


def _remarked(emit: Emitter, out: Lines, plan: Plan, template: Template) -> None:
    """Write the trial of an action for its remarks; a fault or a choice makes them false."""
    if not template.remarks:
        return
    name, first = c_name(plan.action.id), len(template.asked)
    tokens = sum(1 << place for place, local in enumerate(plan.params, start=1) if local.kind == "token")
    with out.block(f"static void remarked_{name}(lt_state *s, lt_play *p, int32_t *d, int64_t *out)"):
        out.add("int32_t actor = s->active;", f"p->params = d; p->token_params = {tokens};")
        if plan.action.cost:
            out.add(f"if (cost_{name}(s, p, actor, d) || p->clamped) return;")
        stopped = " || p->stopped" * emit.low.layout.opens  # by a choice in the middle of an expression
        out.add(f"if (effects_{name}(s, p, actor, d) || lt_dispatch(s, p, 0, 0){stopped}) return;")
        scope = effect_scope(plan)
        for place, (param, local) in enumerate(zip(plan.action.params, plan.params, strict=True), start=1):
            after = emit.low.local(param.name, local.kind, optional=local.kind == "token")
            out.add(f"{c_type(local.kind)} {after.name} = d[{place}];", f"(void){after.name};")
            scope = scope.bind(param.name, after)
        for place, node in enumerate(template.remarks, start=first):
            out.add(f"out[{place}] = !!{emit.condition(lower(emit.low, node, scope))};")
        if emit.low.layout.opens:
            out.add(f"if (p->stopped) memset(out + {first}, 0, {len(template.remarks)} * sizeof *out);")


def _dispatch(out: Lines, plans: tuple[Plan, ...], templates: tuple[Template, ...]) -> None:
    with out.blocks(
        [
            "LT_INLINE void notation_asked(const lt_state *s, lt_play *p, const int32_t *d, int64_t *out)",
            "switch (d[0])",
        ]
    ):
        out.add(*(f"case {plan.index}: asked_{c_name(plan.action.id)}(s, p, d, out); break;" for plan in plans))
        out.add("default: out[0] = d[1]; break;")
    remarked = [plan for plan, template in zip(plans, templates, strict=True) if template.remarks]
    if not remarked:
        return
    with out.block("LT_INLINE int32_t notation_has_remarks(const int32_t *d)"):
        out.add(f"return {' || '.join(f'd[0] == {plan.index}' for plan in remarked)};")
    with out.blocks(
        ["LT_INLINE void notation_remarked(lt_state *s, lt_play *p, int32_t *d, int64_t *out)", "switch (d[0])"]
    ):
        out.add(*(f"case {plan.index}: remarked_{c_name(plan.action.id)}(s, p, d, out); break;" for plan in remarked))
        out.add("default: break;")
