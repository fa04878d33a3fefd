"""The JavaScript renderer equals Python's, byte by byte: every shipped game, other documents, each theme."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludotome as lt
from ludotome.diagnostics import text_width
from ludotome.picture import Scene, SvgDrawing, Theme, View
from ludotome.play import Game, State, shipped_games
from tests.support.deno import run_module

DRAW = """
import { SvgDrawing } from "@web/render.js";
answer = data.map(({ scene, theme, views }) => {
  const drawing = new SvgDrawing(scene, theme);
  return views.map((view) => drawing.draw(view));
});
"""
WIDTHS = """
import { textWidth } from "@web/svg_parts.js";
answer = data.map(textWidth);
"""
MORE = Path(__file__).parents[2] / "documents" / "more"
DOCUMENTS = ("backgammon", "hearts", "kalah", "love-letter", "nine-mens-morris", "tak", "xiangqi")
HOSTILE = '<svg onload="x()">&日本 e\u0301'
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")


def positions(game: Game, seed: int, plies: tuple[int, ...]) -> Iterator[State]:
    """Yield the state of a random game at each of *plies*, and its end if that comes before."""
    state = game.new_initial_state(seed=seed, backend="reference")
    draw = random.Random(seed)
    for ply in range(plies[-1] + 1):
        if ply in plies or state.is_terminal():
            yield state
        if state.is_terminal():
            return
        state.apply_action(draw.choice(state.legal_actions()))


def differing(games: dict[str, Game], plies: tuple[int, ...]) -> list[str]:
    """Return the pictures that differ between the two languages."""
    asked: list[dict[str, Any]] = []
    wanted: list[list[str]] = []
    for game in games.values():
        for theme in THEMES:
            views, pictures = [], []
            for state in positions(game, len(asked), plies):
                for seat in (None, *range(state.num_players)):
                    views.append(json.loads(state.view(seat).to_json()))
                    pictures.append(state.svg(seat, theme=theme))
            asked.append({"scene": json.loads(game.scene().to_json()), "theme": theme, "views": views})
            wanted.append(pictures)
    drawn = run_module(DRAW, asked)
    names = [f"{name} in {theme}" for name in games for theme in THEMES]
    assert sum(map(len, wanted)) >= len(games) * len(THEMES) * 2
    return [
        f"{name}, picture {place}: {_first_difference(one, other)}"
        for name, pictures, texts in zip(names, wanted, drawn, strict=True)
        for place, (one, other) in enumerate(zip(pictures, texts, strict=True))
        if one != other
    ]


def _first_difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(at - 60, 0) : at + 60]!r} is {other[max(at - 60, 0) : at + 60]!r}"


def test_every_shipped_game_is_drawn_alike() -> None:
    assert differing({name: lt.load(name) for name in shipped_games()}, (0, 7, 40)) == []


def test_other_documents_are_drawn_alike() -> None:
    games = {name: lt.load(MORE / f"{name}.md") for name in DOCUMENTS}
    assert differing(games, (0, 9)) == []


@pytest.mark.parametrize(("name", "word"), [("skirmish", "fighter"), ("market", "merchant"), ("kuhn-poker", "rank")])
def test_names_with_markup_and_wide_letters_are_drawn_alike(name: str, word: str) -> None:
    """Names in documents cannot contain these characters, but texts, marks and definitions in JSON can."""
    state = lt.load(name).new_initial_state(seed=2, backend="reference")
    texts = [
        text.replace(word, json.dumps(HOSTILE)[1:-1])
        for text in (state.game.scene().to_json(), state.view(0).to_json())
    ]
    scene, view = msgspec.json.decode(texts[0], type=Scene), msgspec.json.decode(texts[1], type=View)
    asked = [{"scene": json.loads(texts[0]), "theme": "auto", "views": [json.loads(texts[1])]}]
    drawn = SvgDrawing(scene, "auto").draw(view)
    assert "&lt;svg onload=&quot;x()&quot;&gt;&amp;日本" in drawn
    assert run_module(DRAW, asked) == [[drawn]]


def test_texts_are_as_wide_as_in_python() -> None:
    """Every assigned character of the Basic Multilingual Plane, since the width determines the font size."""
    chars = [chr(code) for code in range(0x20, 0xD800) if unicodedata.category(chr(code)) not in ("Cn", "Co")]
    widths = run_module(WIDTHS, chars)
    differ = [f"U+{ord(char):04X}" for char, width in zip(chars, widths, strict=True) if width != text_width(char)]
    assert differ == []
