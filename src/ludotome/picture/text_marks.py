"""Text marks: the text for each token of a view, so that different tokens can be distinguished.

A document may draw a type alike for every seat, or several types alike by a property. In a view with such tokens, the
number of the owner's seat follows the mark, and the letter of its type precedes it; `key` explains them.

This module does not know boards.
"""

from __future__ import annotations

from ludotome.picture.scene import Scene, TypeLook
from ludotome.picture.view import TokenView, View
from ludotome.picture.words import token_mark, value_words


class TextMarks:
    """The marks of all visible tokens on the boards of one view."""

    def __init__(self, scene: Scene, view: View) -> None:
        self._scene = scene
        self._types = {kind.id: kind for kind in scene.types}
        self._owners: dict[str, set[int]] = {}  # types of tokens with a mark, or drawn alike for every seat
        self._kinds: dict[str, set[str]] = {}
        self._told: dict[str, str] = {}  # the meaning of marks that depend on a property
        on_boards = {zone.id for zone in scene.zones if zone.board is not None}
        for zone, held in view.zones.items():
            for token in held.tokens or () if zone in on_boards else ():
                mark = token_mark(self._types[token.type], token)
                self._kinds.setdefault(mark, set()).add(token.type)
                if token.owner is not None:
                    for key in self._keys(token, mark):
                        self._owners.setdefault(key, set()).add(token.owner)

    def mark(self, token: TokenView) -> str:
        """Return the text for *token*."""
        kind = self._types[token.type]
        mark = token_mark(kind, token)
        text = (kind.text if len(self._kinds.get(mark, ())) > 1 else "") + mark
        if self._by_value(kind, token):
            self._told[text] = f"{kind.id} ({kind.by} {value_words(token.props[kind.by or ''])})"
        is_shared = any(len(self._owners.get(key, ())) > 1 for key in self._keys(token, mark))
        return f"{text}{token.owner + 1}" if token.owner is not None and is_shared else text

    def key(self) -> list[str]:
        """Return the legend of the marks used so far, except self-explanatory ones."""
        seats = sorted(set[int]().union(*(owners for owners in self._owners.values() if len(owners) > 1)))
        told = [f"{mark} {meaning}" for mark, meaning in self._told.items()]
        return told + [f"{seat + 1} {self._scene.seats[seat].name}" for seat in seats]

    def _keys(self, token: TokenView, mark: str) -> tuple[str, ...]:
        kind = self._types[token.type]
        is_alike = self._by_value(kind, token) or not kind.texts
        return (f"mark {mark}", f"type {kind.id}") if is_alike else (f"mark {mark}",)

    @staticmethod
    def _by_value(kind: TypeLook, token: TokenView) -> bool:
        """Whether the mark of *token* depends on a property."""
        return kind.by is not None and str(token.props.get(kind.by)) in kind.value_texts
