"""Exporting: a game as one HTML file to play, or as an ES module to program with.

This module does not know commands, and writes no files.
"""

from __future__ import annotations

import re
from typing import Any

from ludotome.agents import LEVELS
from ludotome.diagnostics import one_line
from ludotome.export.es_module import es_module
from ludotome.export.html_page import PageParts, escaped, html_page
from ludotome.gamedef import PlayError
from ludotome.picture import rules_html, rules_prose
from ludotome.play import Game, Record

_HEADING = re.compile(r"^# +(.+?)[ #]*$", re.MULTILINE)


def export_html(
    game: Game, *, opponent: str = "normal", record: Record | None = None, players: int | None = None
) -> str:
    """Return a file in which *game* can be played in a browser.

    A person plays the first seat, computer players of the level *opponent* (or people, for `person`) the others;
    players can change that. With *record* the file begins as a replay of it. Raise `ToolError` if the game cannot be
    compiled or there is no compiler for WebAssembly.
    """
    if opponent not in ("person", *LEVELS):
        message = f"there is no opponent `{opponent}`; write one of person, {', '.join(LEVELS)}"
        raise PlayError("bad-argument", message)
    if record is not None:
        players = record.players
    shown = None if record is None else {"seed": str(record.seed), "history": _history(game, record)}
    module = game.web_module(players)
    settings: dict[str, Any] = {"title": title_of(game), "opponent": opponent, "record": shown}
    rules = f"<p>{escaped(game.name)}</p>" if game.document is None else rules_html(game.document)
    return html_page(PageParts(settings["title"], module.wasm, module.data_json(), rules, settings))


def export_module(game: Game, *, players: int | None = None) -> str:
    """Return *game* as an ES module; see `es_module`."""
    module = game.web_module(players)
    return es_module(title_of(game), module.wasm, module.data_json())


def embed_code(file: str, title: str) -> str:
    """Return the HTML that shows an exported *file* inside another page, isolated from it."""
    attributes = 'sandbox="allow-scripts" loading="lazy" width="100%" height="800"'
    return f'<iframe src="{escaped(file)}" title="{escaped(title)}" {attributes}></iframe>\n'


def title_of(game: Game) -> str:
    """Return the first heading of the game's document, or its name, without control characters."""
    found = None if game.document is None else _HEADING.search(rules_prose(game.document))
    return one_line(game.name if found is None else found[1].strip())


def _history(game: Game, record: Record) -> list[int]:
    """Return the decisions of *record*, which is verified, each as its place among the legal ones."""
    if record.chance != "sampled":
        raise PlayError("bad-argument", "the record has explicit chance, which an exported file cannot replay")
    places: list[int] = []
    legal: tuple[Any, ...] = ()
    for index, state in enumerate(record.states(game)):
        if index:
            places.append(legal.index(record.decisions[index - 1]))
        legal = state.legal_actions() if not state.is_terminal() else ()
    return places
