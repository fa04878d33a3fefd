"""Notation of compiled states: C evaluates the templates for all decisions of a state at once.

`gamedef.Notations` turns the numbers into text; no expression is evaluated in Python.

Invariant: texts are those of the reference kernel, for every legal decision and every form.

This module does not know how a state came about, nor user input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ludotome.gamedef import CHOICES, Script, Type, checked, chosen_forms
from ludotome.native.run.library import NativeGame, fault, listing_fault

_ANSWERS = tuple(Type(kind) for kind in (*CHOICES, "int"))  # that of chance is last


class Written(Struct, frozen=True):
    """One decision and its writer; for an answer, only its text."""

    bares: tuple[str, ...]
    script: Script | None
    values: Sequence[int]

    def text(self, form: int) -> str:
        """Return a form with the remarks that hold."""
        script = self.script
        if script is None or not script.template.remarks:
            return self.bares[form]
        remarks = self.values[len(script.template.asked) :]
        return script.remarked(form, self.values, remarks) if 1 in remarks else self.bares[form]

    def can_mean(self, text: str) -> bool:
        """Return whether *text* is an accepted input for one of the forms."""
        if text in self.bares or self.script is None:
            return text in self.bares
        return any(text in self.script.typed(form, self.values) for form in range(len(self.bares)))


class NotationWriter:
    """Writes the legal decisions of the states of one compiled game."""

    def __init__(self, game: NativeGame) -> None:
        known = checked(game.game_def)
        self._game, self._notations, self._spelling = game, known.notations, known.spelling
        self._actions, self._width = len(game.game_def.actions), int(game.library.lib.lt_notation_width())
        self._room = game.most_decisions + 1
        self._new = game.library.ffi.new_allocator(should_clear_after_alloc=False)

    @property
    def names_tokens(self) -> bool:
        """Whether the texts of actions depend on the names of tokens."""
        return self._notations.names_tokens

    def texts(self, state: bytes, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
        """Return the text of each legal decision, in definition order; tokens by slot, or by their *names*."""
        return self._texts(self.written(state, names, remarks=True))

    @staticmethod
    def _texts(written: Sequence[Written]) -> tuple[str, ...]:
        forms = chosen_forms([one.bares for one in written])
        return tuple([one.text(form) for one, form in zip(written, forms, strict=True)])

    def places(self, state: bytes, text: str) -> tuple[int, ...]:
        """Return the indices of the legal decisions that *text* means: none, one, or several if it is ambiguous."""
        written = self.written(state)
        for wanted in dict.fromkeys((text, self._spelling.by_display_names(text))):
            found = tuple(place for place, one in enumerate(written) if one.can_mean(wanted))
            if found:
                return found
        return ()

    def written(self, state: bytes, names: Mapping[int, str] | None = None, *, remarks: bool = False) -> list[Written]:
        """Return the forms of each legal decision, with the *remarks* that hold if requested."""
        ffi, here = self._game.library.ffi, self._game.library.ffi.from_buffer(state)
        count, rows = self._legal(here)
        numbers = ffi.unpack(rows, count * self._game.width) if count else []
        return self._written(numbers, lambda: self._asked(here, rows, count, remarks), names)

    def _written(
        self, numbers: Sequence[int], ask: Callable[[], Sequence[int]], names: Mapping[int, str] | None
    ) -> list[Written]:
        """Return the forms of decisions, given all their rows; *ask* evaluates the templates of actions."""
        width = self._game.width
        if not numbers:
            return []
        if numbers[0] >= self._actions:
            words = self._spelling.of(_ANSWERS[numbers[0] - self._actions], (), names)
            return [Written((words[value],), None, (value,)) for value in numbers[1::width]]
        scripts, made = self._notations.scripts(names), list[Written]()
        asked, size = ask(), self._width
        for place, action in enumerate(numbers[::width]):
            values, script = asked[place * size : (place + 1) * size], scripts[action]
            made.append(Written(script.known_bares(tuple(values[: len(script.template.asked)])), script, values))
        return made

    def asked(self, state: bytes) -> tuple[str, tuple[int, ...]]:
        """Return the kind of a pending choice and its options as plain numbers."""
        count, rows = self._legal(self._game.library.ffi.from_buffer(state))
        numbers, width = self._game.library.ffi.unpack(rows, count * self._game.width), self._game.width
        return _ANSWERS[numbers[0] - self._actions].kind, tuple(numbers[1::width])

    def _legal(self, state: Any) -> tuple[int, Any]:
        """Return the number of legal decisions, and their rows."""
        ffi, lib, width = self._game.library.ffi, self._game.library.lib, self._game.width
        while True:
            rows = self._new("int32_t[]", self._room * width)
            count = self._game.call(partial(lib.lt_legal, state, rows, self._room, ffi.NULL))
            if listing_fault(count):
                raise fault(listing_fault(count))
            if count <= self._room:
                return count, rows
            self._room = count

    def _asked(self, state: Any, rows: Any, count: int, remarks: bool) -> list[int]:
        """Return the values of the template of each decision, one after the other."""
        ffi, lib, many = self._game.library.ffi, self._game.library.lib, count * self._width
        out = self._new("int64_t[]", many)
        code = self._game.call(partial(lib.lt_notation, state, rows, count, remarks, out))
        if code:
            raise fault(code)
        return ffi.unpack(out, many)  # type: ignore[no-any-return]
