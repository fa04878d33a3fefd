"""Notation as data: the forms in which each action is written, the expressions they need, and the spelling of values.

A template contains a few expressions: values and conditions before the action (`asked`), and remarks after it
(`remarks`). A kernel only evaluates them. Which parts are written, how a value is spelt and which form is shown is
decided here, once for all kernels. An action without a template is written as its id and its parameters.

Invariants:
    * a value is a plain number as kernels store it; None, -1 and, for an int, the smallest 64-bit number mean `none`;
      a set is a tuple;
    * a decision is shown in the first form that no other legal decision has, otherwise in the last;
    * a remark never distinguishes decisions: it is added to the chosen form and is optional in input.

This module does not know states, nor which decisions are legal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome.gamedef.definition import ActionDef, Notation, NotationPiece, Style
from ludotome.gamedef.expressions import Binding, Expr
from ludotome.gamedef.symbols import Symbols
from ludotome.gamedef.types import INT64, Type

if TYPE_CHECKING:
    from ludotome.gamedef.checked_game import CheckedGame

Values = Sequence[Any]  # values of the expressions in `Template.asked`, in the same order
Names = Mapping[int, str]  # of tokens, by slot
_NOTHING = "none"
_STYLES: dict[Style, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "letters": lambda text: "".join(filter(str.isalpha, text)),
    "digits": lambda text: "".join(filter(str.isdecimal, text)),
}


class Part(Struct, frozen=True):
    """A part of a form: a text, or the index of a value in `Template.asked`."""

    value: str | int
    style: tuple[Style, ...] = ()
    when: int | None = None
    """The index of the condition under which it is written."""
    after: int | None = None
    """The index of its condition in `Template.remarks`, if it is a remark."""


class Template(Struct, frozen=True):
    """How one action is written: its forms in order of preference, and the expressions they need."""

    forms: tuple[tuple[Part, ...], ...]
    asked: tuple[Expr, ...]
    types: tuple[Type, ...]
    remarks: tuple[Expr, ...]


def make_template(action: ActionDef, checked: CheckedGame) -> Template:
    """Return the template of *action*; equal expressions are evaluated once."""
    scope = checked.scope_of_action[action.id].at("notation")
    asked: dict[Expr, int] = {}
    remarks: dict[Expr, int] = {}

    def place(node: Expr) -> int:
        return asked.setdefault(node, len(asked))

    def part(piece: str | Expr | NotationPiece) -> Part:
        if not isinstance(piece, NotationPiece):
            piece = NotationPiece(piece)
        return Part(
            piece.value if isinstance(piece.value, str) else place(piece.value),
            piece.style,
            None if piece.when is None else place(piece.when),
            None if piece.after is None else remarks.setdefault(piece.after, len(remarks)),
        )

    notations = (action.notation or _plain(action), *action.longer)
    forms = tuple(tuple(map(part, notation)) for notation in notations)
    types = tuple(checked.inference.infer(node, scope, "") for node in asked)
    return Template(forms, tuple(asked), types, tuple(remarks))


def _plain(action: ActionDef) -> Notation:
    """Return the default notation of an action: its id and its parameters."""
    return (action.id, *(piece for param in action.params for piece in (" ", Binding(param.name))))


class Notations:
    """The notation of all decisions of one definition."""

    def __init__(self, checked: CheckedGame) -> None:
        self._words = checked.spelling
        self.templates = tuple(make_template(action, checked) for action in checked.game_def.actions)
        self._scripts = tuple(Script(template, self._words) for template in self.templates)

    def script(self, action: int, names: Names | None = None) -> Script:
        """Return the writer of the action with this index; tokens are written by slot, or by their *names*."""
        if names is None or not self._names_tokens[action]:
            return self._scripts[action]
        return Script(self.templates[action], self._words, names)

    def scripts(self, names: Names | None = None) -> Sequence[Script]:
        """Return the writer of each action."""
        return self._scripts if names is None else [self.script(action, names) for action in range(len(self._scripts))]

    @cached_property
    def names_tokens(self) -> bool:
        """Whether the template of any action writes tokens."""
        return any(self._names_tokens)

    @cached_property
    def _names_tokens(self) -> tuple[bool, ...]:
        """Whether the template of each action writes tokens."""
        kinds = (
            {kind for type_ in template.types for kind in (type_, type_.element) if kind is not None}
            for template in self.templates
        )
        return tuple(any(kind.kind in ("token", "unknown") for kind in found) for found in kinds)


class Spelling:
    """The spelling of values of each type: zones by display name, token types by `short`, players by seat name."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._known: dict[tuple[str, tuple[Style, ...]], _Words] = {}

    def of(self, type_: Type, style: tuple[Style, ...], names: Names | None = None) -> _Words:
        """Return the texts of the values of a type in a style; tokens are written by slot, or by their *names*."""
        if type_.kind in ("set", "token", "unknown"):
            return _Words({}, style, lambda value: self._other(value, type_, names))
        key = type_.kind, style
        if key not in self._known:
            self._known[key] = _Words(self._texts(type_.kind), style, _number)
        return self._known[key]

    @staticmethod
    def styled(text: str, style: tuple[Style, ...]) -> str:
        """Return *text* in a style."""
        for one in style:
            text = _STYLES[one](text)
        return text

    def by_display_names(self, text: str) -> str:
        """Return *text* with display names for the ids of zones."""
        names = {str(zone.id): zone.name for zone in self._symbols.game_def.zones if zone.name}
        if not any(name in text for name in names):
            return text
        longest_first = sorted(names, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, longest_first)), lambda found: names[found[0]] or "", text)

    def _other(self, value: Any, type_: Type, names: Names | None) -> str:
        if isinstance(value, (tuple, range)):
            element = self.of(type_.element or type_, (), names)
            return ",".join(element[item] for item in value)
        if type_.kind == "set" and type_.element is not None:  # a single value for a set
            return self.of(type_.element, (), names)[value]
        if value is None or value < 0:
            return _NOTHING
        return str(value) if names is None or type_.kind != "token" else names[value]

    def _texts(self, kind: str) -> dict[Any, str]:
        game_def, symbols = self._symbols.game_def, self._symbols
        match kind:
            case "zone":
                texts = [str(zone.name or zone.id) for zone in game_def.zones]
            case "player":
                texts = [str(seat) for seat in game_def.metadata.seats]
            case "name":
                kinds = symbols.token_type
                shorts = (kinds[number].short if number in kinds else None for number in range(len(symbols.names)))
                texts = [name if short is None else short for name, short in zip(symbols.names, shorts, strict=True)]
            case "bool":
                texts = ["false", "true"]
            case _:
                return {None: _NOTHING, INT64[0]: _NOTHING}
        return {None: _NOTHING, -1: _NOTHING, **dict(enumerate(texts))}


def _number(value: Any) -> str:
    return str(value)


class _Words(dict[Any, str]):
    """The texts of values in one style; those that are not listed are made on first use."""

    def __init__(self, texts: dict[Any, str], style: tuple[Style, ...], spell: Callable[[Any], str]) -> None:
        self._style, self._spell = style, spell
        super().__init__((value, self._styled(text)) for value, text in texts.items())

    def __missing__(self, value: Any) -> str:
        text = self._styled(self._spell(value))
        if len(self) < _MOST_KNOWN:
            self[value] = text
        return text

    def _styled(self, text: str) -> str:
        return Spelling.styled(text, self._style)


_SEPARATOR = "\0"
_MOST_KNOWN = 1 << 14


class _Line(Struct, frozen=True):
    """All forms for one set of true conditions: one text with placeholders, and the values that fill them."""

    text: str
    holes: tuple[tuple[_Words, int], ...]


class Script:
    """The writer of one action: makes the texts of its forms from the values that its template asks for."""

    def __init__(self, template: Template, spelling: Spelling, names: Names | None = None) -> None:
        self.template = template
        parts = {part for form in template.forms for part in form}
        self._conditions = tuple(sorted({part.when for part in parts if part.when is not None}))
        self._words = {
            (part.value, part.style): spelling.of(template.types[part.value], part.style, names)
            for part in parts
            if isinstance(part.value, int)
        }
        self._lines: dict[tuple[bool, ...], _Line] = {}  # by the conditions that hold
        self._known: dict[tuple[Any, ...], tuple[str, ...]] = {}

    def bares(self, values: Values) -> tuple[str, ...]:
        """Return every form without remarks."""
        holding = tuple([values[place] == 1 for place in self._conditions])  # -1 is `none`, which is not true
        line = self._lines.get(holding)
        if line is None:
            line = self._lines[holding] = self._line(dict(zip(self._conditions, holding, strict=True)))
        text = line.text % tuple([words[values[at]] for words, at in line.holes])
        if text.count(_SEPARATOR) != len(self.template.forms) - 1:  # a value contains it
            return tuple(self._joined(form, values, lambda _: False) for form in range(len(self.template.forms)))
        if len(self.template.forms) == 1:
            return (text.strip(),)
        return tuple([one.strip() for one in text.split(_SEPARATOR)])

    def known_bares(self, values: tuple[Any, ...]) -> tuple[str, ...]:
        """Return every form without remarks; results are cached by value."""
        found = self._known.get(values)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[values] = self.bares(values)
        return found

    def forget(self) -> None:
        """Clear the cache of texts; for benchmarks."""
        self._known.clear()

    def _line(self, held: dict[int, bool]) -> _Line:
        """Return the line for all forms, without remarks, given which conditions are *held* to be true."""
        texts, holes = [], []
        for form in self.template.forms:
            text = ""
            for part in form:
                if part.after is not None or (part.when is not None and not held[part.when]):
                    continue
                if isinstance(part.value, str):
                    text += self._text(part, ()).replace("%", "%%")
                else:
                    text += "%s"
                    holes.append((self._words[part.value, part.style], part.value))
            texts.append(text)
        return _Line(_SEPARATOR.join(texts), tuple(holes))

    def remarked(self, form: int, values: Values, remarks: Values) -> str:
        """Return a form with the *remarks* that are true."""
        return self._joined(form, values, lambda part: bool(remarks[part.after]))

    def typed(self, form: int, values: Values) -> Iterator[str]:
        """Yield the accepted inputs for a form: without remarks, with any one of them, and with all."""
        yield self._joined(form, values, lambda _: False)
        for remark in self.remarks(form):
            yield self._joined(form, values, partial(is_, remark))
        yield self._joined(form, values, lambda _: True)

    def remarks(self, form: int) -> list[Part]:
        """Return the remarks of a form."""
        return [part for part in self.template.forms[form] if part.after is not None]

    def _joined(self, form: int, values: Values, wanted: Callable[[Any], bool]) -> str:
        """Return a form with the remarks *wanted*, without blanks at its ends, which nobody types."""
        return "".join(
            self._text(part, values)
            for part in self.template.forms[form]
            if (part.when is None or values[part.when] == 1) and (part.after is None or wanted(part))
        ).strip()

    def _text(self, part: Part, values: Values) -> str:
        if isinstance(part.value, int):
            return self._words[part.value, part.style][values[part.value]]
        return Spelling.styled(part.value, part.style)


def chosen_forms(bares: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the index of the form to show for each decision, given all forms of all legal ones without remarks."""
    texts = list(chain.from_iterable(bares))
    if len(set(texts)) == len(texts) or len(texts) == len(bares):
        return [0] * len(bares)
    times = Counter(texts)
    return [0 if len(forms) == 1 or times[forms[0]] == 1 else _first_own(forms, times) for forms in bares]


def _first_own(forms: tuple[str, ...], times: Counter[str]) -> int:
    """Return the first form that no other decision has; one decision may have the same text in several forms."""
    own = (number for number, text in enumerate(forms) if times[text] == forms.count(text))
    return next(own, len(forms) - 1)
