"""storing: which variables and properties can hold the value that is written beside them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from ludotome.language.analysed import Read
from ludotome.language.attempts import has_errors_below, length_of, tried, value_at
from ludotome.language.choices import can_hold, stored_kind
from ludotome.language.slots import Slot
from ludotome.spec import ParseResult, TextPart, Things

# Where something is stored under a name, whose type decides what may be stored.
STORES = (".setVar.var", ".addVar.var", ".setTokenProp.prop")


def storing(parsed: ParseResult, slot: Slot, things: Things, names: Iterable[str], read: Read) -> Iterator[str]:
    """Yield the variables or properties that can hold what is written beside them; one of each type is tried."""
    known: dict[Hashable, bool] = {}
    for name in names:
        kind = stored_kind(things, slot.what, name)
        if kind not in known:
            known[kind] = _stores(parsed, slot, name, read)
        if known[kind]:
            yield name


def _stores(parsed: ParseResult, slot: Slot, name: str, read: Read) -> bool:
    """Whether the effect at *slot* has no error if it names *name*; an addition needs a number."""
    effect = slot.path.rpartition(".")[0]
    doc, analysis = tried(parsed, slot, str(slot.value), name, read)
    ctx = analysis.context
    if has_errors_below(analysis, effect):
        return False
    if slot.path.endswith(".addVar.var") and not can_hold(ctx.things, slot.what, name, 0):
        return False
    held = (f"{effect}.value", f"{effect}.delta")
    values = {path: value_at(doc, path) for path in held}
    if not all(can_hold(ctx.things, slot.what, name, value) for value in values.values()):
        return False
    beside = [one for one in ctx.lowered if isinstance(one.part, TextPart) and ctx.written_path(one.part.path) in held]
    longest = max((length_of(one.part) for one in beside), default=0)
    return all(
        analysis.fits(one, str(values[path]))
        for one in beside
        if length_of(one.part) == longest and isinstance(values.get(path := ctx.written_path(one.part.path)), str)
    )
