"""Play page: a game to play, with its rules.

    GET /play/NAME       the page of a shipped game or of a document; ?players=3 sets the number of players

The page runs the script of exported files; the game is computed here (`play_api`). A document with errors has a page
that lists them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotome.diagnostics import render
from ludotome.export import title_of
from ludotome.gamedef import PlayError, SpecError, checked
from ludotome.picture import rules_html
from ludotome.play import Game
from ludotome.studio.answers import in_thread
from ludotome.studio.pages import page
from ludotome.studio.services import Services


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""

    def play(request: Request) -> Response:
        name = request.path_params["name"]
        document = services.documents.read(name)
        try:
            game = services.games.of(name, document.text)
        except SpecError as problem:
            return _broken(name, document.text, problem)
        players = _players(request.query_params.get("players"))
        services.games.build(game, game.seats_for(players))
        return page(
            title_of(game),
            script="studio/play.js",
            styles=("player/player.css", "studio/play.css"),
            data={"name": name, **game_data(game, players)},
            rules=rules_html(document.text),
            main='<div id="game"></div>',
        )

    return [Route("/play/{name:path}", in_thread(play), methods=["GET"])]


def game_data(game: Game, players: int | None = None) -> dict[str, Any]:
    """Return the data that the page needs before the game starts."""
    seats = game.seats_for(players)
    known, count = checked(game.game_def), game.game_def.metadata.players
    return {
        "title": title_of(game),
        "game": game.name,
        "rulesHash": game.rules_hash,
        "players": seats,
        "mostPlayers": count.max,
        "fewestPlayers": count.min,
        "sees": ["".join(str(int(sees)) for sees in known.sees(seat)) for seat in range(seats)],
        "isOpen": game.lens(None, seats).is_open,
        "scene": msgspec.to_builtins(game.scene()),
    }


def _players(text: str | None) -> int | None:
    """Return the number of players in the URL; None for the minimum."""
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 4:
        raise PlayError("bad-argument", f"`players` is {text!r:.40}; write how many play")
    return int(text)


def _broken(name: str, text: str, problem: SpecError) -> Response:
    report = msgspec.json.decode(render(problem.diagnostics, {"": text, name: text}, "json", filename=name))
    errors = [found for found in report["diagnostics"] if found["severity"] == "error"]
    return page(
        name,
        script="studio/broken.js",
        styles=("studio/studio.css", "studio/broken.css"),
        data={"name": name, "errors": errors[:50], "more": max(0, len(errors) - 50)},
    )
