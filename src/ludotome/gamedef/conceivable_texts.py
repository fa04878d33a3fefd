"""Conceivable texts: whether a text could be the notation of some decision, in any state of a game.

Every value in a template may be any value of its type: a zone any of its groups, a number any of its interval. So every
legal decision is accepted, while a text that names a cell off the board, or has another form, is detected.

This module does not know states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product

from ludotome.gamedef.bounds import MOST_NOTATION
from ludotome.gamedef.checked_game import CheckedGame
from ludotome.gamedef.definition import Style
from ludotome.gamedef.notation import Part, Template
from ludotome.gamedef.types import Type

_MOST_NUMBERS = 1000  # a larger interval matches any number
_BLANKS = ("", " ", "  ")  # a form has no blanks at its ends


class _Words:
    """One of some texts."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._lengths = frozenset(map(len, self._words))

    def ends(self, text: str, starts: set[int]) -> set[int]:
        """Return where a text that begins at one of *starts* can end."""
        return {at + size for at in starts for size in self._lengths if text[at : at + size] in self._words}


class _Digits:
    """Any whole number."""

    def ends(self, text: str, starts: set[int]) -> set[int]:
        found = set()
        for at in starts:
            at += text.startswith("-", at)
            while at < len(text) and text[at].isdecimal():
                at += 1
                found.add(at)
        return found


class _Anything:
    """Any text, for values of unknown type."""

    def ends(self, text: str, starts: set[int]) -> set[int]:
        return set(range(min(starts), len(text) + 1)) if starts else set()


class _AnyOf:
    """One of several kinds of text."""

    def __init__(self, *kinds: _Matcher) -> None:
        self._kinds = kinds

    def ends(self, text: str, starts: set[int]) -> set[int]:
        return {end for kind in self._kinds for end in kind.ends(text, starts)}


class _Listed:
    """Elements separated by commas, or none."""

    def __init__(self, element: _Matcher) -> None:
        self._element = element

    def ends(self, text: str, starts: set[int]) -> set[int]:
        found, last = set(starts), self._element.ends(text, starts)
        while last - found:
            found |= last
            last = self._element.ends(text, {at + 1 for at in last if text.startswith(",", at)})
        return found


_Matcher = _Words | _Digits | _Anything | _AnyOf | _Listed
_Form = tuple[tuple[_Matcher, bool], ...]  # the parts of a form, and whether each is optional


class ConceivableTexts:
    """The texts that decisions of one definition can have; *chosen* are the types of the options that effects offer.

    Matching takes time in proportion to the length of a text and the parts of a form, however many values there are.
    """

    def __init__(self, checked: CheckedGame, chosen: Sequence[Type]) -> None:
        self._checked = checked
        self._chosen = tuple(dict.fromkeys(chosen))

    def has(self, text: str) -> bool:
        """Return whether *text* could be typed for a decision."""
        wanted = {text, self._checked.spelling.by_display_names(text)}
        padded = [f"{left}{one}{right}" for one in wanted for left, right in product(_BLANKS, _BLANKS)]
        return any(_matches(form, one) for one in padded if len(one) <= MOST_NOTATION for form in self._forms)

    def examples(self) -> tuple[str, ...]:
        """Return a text of each action in its first form, as an example of how it is written."""
        return tuple(
            dict.fromkeys(self._example(template, template.forms[0]) for template in self._checked.notations.templates)
        )

    @cached_property
    def _forms(self) -> tuple[_Form, ...]:
        templates = self._checked.notations.templates
        forms = [
            tuple(self._part(template, part) for part in form) for template in templates for form in template.forms
        ]
        return (*forms, *(((self._value(kind, ()), False),) for kind in self._chosen))

    def _part(self, template: Template, part: Part) -> tuple[_Matcher, bool]:
        is_optional = part.when is not None or part.after is not None
        if isinstance(part.value, str):
            return _Words([self._styled(part)]), is_optional
        return self._value(template.types[part.value], part.style), is_optional

    def _value(self, kind: Type, style: tuple[Style, ...]) -> _Matcher:
        """Return a matcher for the texts of all values of a type."""
        match kind.kind:
            case "unknown":
                return _Anything()
            case "set":
                return _Listed(self._value(kind.element or Type("unknown"), ()))
            case "token":
                return _AnyOf(_Digits(), _Words(self._words(kind, style)))
            case "int" if kind.high - kind.low > _MOST_NUMBERS:
                return _AnyOf(_Digits(), _Words(["", "none"]))
            case _:
                return _Words(self._words(kind, style))

    def _words(self, kind: Type, style: tuple[Style, ...]) -> list[str]:
        words = self._checked.spelling.of(kind, style)
        return [words[value] for value in (*self._values(kind), *((None,) if kind.optional else ()))]

    def _values(self, kind: Type) -> Iterator[int]:
        game_def, symbols = self._checked.game_def, self._checked.symbols
        match kind.kind:
            case "zone":
                group_of = self._checked.inference.declared.group_of_zone
                for number, zone in enumerate(game_def.zones):
                    if not kind.names or group_of[zone.id] in kind.names:
                        yield number
            case "player":
                yield from range(len(game_def.metadata.seats))
            case "name":
                yield from (symbols.name_index[name] for name in sorted(kind.names))
            case "bool":
                yield from (0, 1)
            case "int":
                yield from range(kind.low, min(kind.high, kind.low + _MOST_NUMBERS) + 1)

    def _styled(self, part: Part) -> str:
        return self._checked.spelling.styled(str(part.value), part.style)

    def _example(self, template: Template, form: Sequence[Part]) -> str:
        text = ""
        for place, part in enumerate(form):
            if part.when is not None or part.after is not None:
                continue
            if isinstance(part.value, str):
                text += self._styled(part)
                continue
            words = self._words(template.types[part.value], part.style) or ["1"]
            text += words[place % len(words)]
        return text.strip()


def _matches(form: _Form, text: str) -> bool:
    """Return whether the parts of *form* can match the whole *text*."""
    at = {0}
    for part, is_optional in form:
        at = part.ends(text, at) | (at if is_optional else set())
    return len(text) in at
