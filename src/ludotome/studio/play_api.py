"""Play API: a game in play, computed here and shown by the same page script as exported files.

Every request is POST /api/play/NAME/… with {seed, players, history, …}: the seed as text, the number of players, and
the index of each decision so far among the legal ones. NAME is a document; `text`, if given, replaces the file's.
Requests and responses:

    positions  {from, decide}        {history, positions: [{current, over, views: {seat: view}}], native}: the positions
                                     from ply `from` on, after `decide` if given, the id of a decision in the view
    search     {level}               {index, notation, value, best}: what the agent of a level decides, and what that
                                     promises: from -best to best, null where scores have no bound
    why        {decision}            {legal, why}: whether the seat to decide can decide it, and the condition that
                                     refuses it; null where there is none to name
    record     {}                    the record, as `ludotome replay` reads it

Positions are computed on the reference kernel until the machine code is built. A search waits for it, or runs without
if there is no compiler.
"""

from __future__ import annotations

import secrets
from math import isinf
from typing import Any, Literal

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotome.agents import LEVELS
from ludotome.gamedef import PlayError, best_return
from ludotome.play import Game, State
from ludotome.simulate import measured_levels
from ludotome.studio.answers import body_of
from ludotome.studio.games import Games
from ludotome.studio.lines import Lines
from ludotome.studio.services import Services
from ludotome.toolchain import time_limit

MOST_SECONDS = 120.0  # seconds for one request
BUILD_SECONDS = 60.0  # seconds that a search waits for machine code
SLOW_MILLISECONDS = 1500  # simulations of a search on the reference kernel


class Asked:
    """One request: its game and its line."""

    def __init__(self, games: Games, lines: Lines, name: str, body: dict[str, Any]) -> None:
        self.body = body
        self.game: Game = games.of(name, body["text"])
        self.players = self.game.seats_for(body["players"])
        self.seed = _seed(body["seed"])
        self.places = tuple(body["history"])
        if not all(isinstance(place, int) and not isinstance(place, bool) for place in self.places):
            raise HTTPException(400, "`history` must contain only numbers")
        self.build = games.build(self.game, self.players)
        self._lines = lines

    def line(self) -> Any:
        """Return the context manager of the requested state, on the fastest kernel available now."""
        backend: Literal["reference", "native"] = "native" if self.build.is_ready else "reference"
        return self._lines.at(self.game, self.players, self.seed, self.places, backend)


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""
    lines = Lines()

    def endpoint(work: Any) -> Any:
        async def answer(request: Request) -> Response:
            optional = (str, type(None))
            body = await body_of(request, seed=str, players=(int, type(None)), history=list, text=optional)

            def do() -> Any:
                with time_limit(MOST_SECONDS, "the request"):
                    return work(Asked(services.games, lines, request.path_params["name"], body))

            found = await run_in_threadpool(do)
            return Response(msgspec.json.encode(found), media_type="application/json")

        return answer

    works = {"positions": _positions, "search": _search, "why": _why, "record": _record}
    return [Route(f"/api/play/{{name:path}}/{kind}", endpoint(work), methods=["POST"]) for kind, work in works.items()]


def _positions(asked: Asked) -> dict[str, Any]:
    first, decide = asked.body.get("from", 0), asked.body.get("decide")
    if not isinstance(first, int) or not 0 <= first <= len(asked.places) + 1:
        raise HTTPException(400, "`from` is not a ply of the game")
    if decide is not None:
        with asked.line() as state:
            asked.places = (*asked.places, _place(state, decide))
    whole, found = asked.places, []
    for ply in range(first, len(whole) + 1):
        asked.places = whole[:ply]
        with asked.line() as state:
            found.append(_position(state))
    return {"history": whole, "positions": found, "native": asked.build.is_ready}


def _position(state: State) -> dict[str, Any]:
    """Return what every seat and a spectator see; the page shows only the view of its user."""
    seats = [None, *range(state.num_players)]
    views = {"null" if seat is None else str(seat): msgspec.to_builtins(state.view(seat)) for seat in seats}
    return {"current": state.current_player(), "over": state.is_terminal(), "views": views}


def _place(state: State, decide: object) -> int:
    """Return the index of the legal decision with this id in the view of the seat to move."""
    if state.is_terminal():
        raise PlayError("game-over", "the game is over; nothing can be decided")
    player = state.current_player()
    legal = state.seat(player).legal_actions()
    if not isinstance(decide, int) or not 0 <= decide < len(legal):
        raise PlayError("illegal-decision", f"there is no decision {decide!r:.40} now")
    return state.legal_actions().index(state.decision_shown_as(player, legal[decide]))


def _search(asked: Asked) -> dict[str, Any]:
    level = asked.body.get("level")
    if level not in LEVELS:
        raise HTTPException(400, f"`level` is {level!r:.40}; write one of {', '.join(LEVELS)}")
    simulations = measured_levels(asked.game, asked.players).get(level, LEVELS[level])
    has_code = asked.build.wait(BUILD_SECONDS)
    with asked.line() as line:
        state = line.clone()
    seed = secrets.randbits(63)
    limit = None if has_code else SLOW_MILLISECONDS
    found = state.search(simulations=simulations, milliseconds=limit, seed=seed)
    index = state.legal_actions().index(found.decision)
    best = best_return(asked.game.game_def, asked.players)
    told = {"index": index, "value": found.value, "best": None if isinf(best) else best}
    return told | {"notation": _known_notation(state, index)}


def _known_notation(state: State, index: int) -> str:
    """Return the decision as the seat to move may see it."""
    player = state.current_player()
    decision = state.legal_actions()[index]
    seat = state.seat(player)
    shown = zip(seat.legal_actions(), seat.legal_action_strings(), strict=True)
    return next(text for each, text in shown if state.decision_shown_as(player, each) == decision)


def _why(asked: Asked) -> dict[str, Any]:
    decision = asked.body.get("decision")
    if not isinstance(decision, dict | str):
        raise HTTPException(400, "`decision` is neither an object nor a text")
    with asked.line() as state:
        if state.is_terminal():
            return {"legal": False, "why": "the game is over; nothing can be decided"}
        reason = state.seat(state.current_player()).why(decision)
        said, instead, _ = (reason or "").partition("; it can be ")
        # The board shows the alternatives; without a condition there is nothing else to say.
        return {
            "legal": reason is None,
            "why": None if instead and not said.endswith("does not hold") else said or None,
        }


def _record(asked: Asked) -> Any:
    with asked.line() as state:
        if not asked.game.lens(None, asked.players).is_open and not state.is_terminal():
            raise PlayError("not-over", "the record would reveal secrets; it is available once the game is over")
        return msgspec.json.decode(state.record().to_json())


def _seed(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or int(text[:21]) >= 2**64:
        raise HTTPException(400, "`seed` is not a whole number from 0 to 18446744073709551615")
    return int(text)
