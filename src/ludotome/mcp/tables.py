"""Tables: the games a client has open, each played by seat.

Invariants:
    * every answer is what one seat may know: it comes from `State.seat`, `State.text` and `State.svg` for that seat;
    * the seed comes from the system and is never revealed;
    * the views of seats that an agent plays are not available;
    * at most `MOST_TABLES` games are open: the least recently used one is closed.

This module does not know the protocol.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ludotome.agents import Agent, Stream, parse_agent
from ludotome.chance import seed_generator
from ludotome.gamedef import PlayError, shown_value
from ludotome.mcp.limits import MOST_MOVES, MOST_TABLES, OPPONENTS, clipped
from ludotome.play import Game, State
from ludotome.workers import Job


@dataclass(slots=True)
class Table:
    """One game in play: who plays its seats, None for the client."""

    state: State
    agents: list[Agent | None]
    streams: list[Stream]
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(map(str, self.state.game.game_def.metadata.seats))[: self.state.num_players]


class Tables:
    """The open games, by the name the client got for them."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, game: Game, seat: int | str, opponent: str | None, players: int | None, job: Job) -> dict[str, Any]:
        """Begin a game, and return its name with what *seat* sees.

        *opponent* plays the other seats; without one the client plays all of them, and names a seat in every call.
        """
        if opponent is not None and opponent not in OPPONENTS:
            raise PlayError(
                "bad-argument", f"`opponent` is {opponent!r}; write one of {', '.join(OPPONENTS)}, or nothing"
            )
        state = game.new_initial_state(seed=secrets.randbits(63), players=players)
        count = state.num_players
        streams = [Stream(seed_generator(secrets.randbits(63))) for _ in range(count)]
        table = Table(state, [None] * count, streams)
        mine = _seat(table, seat, any_player=True)
        if opponent is not None:
            table.agents = [None if player == mine else parse_agent(opponent) for player in range(count)]
        name = secrets.token_hex(4)
        with self._lock:
            self._tables[name] = table
            while len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)
        with table.lock:
            made = _let_agents_play(table, job)
            return {"table": name, "seats": list(table.seat_names), "seat": mine, **_seen(table, mine, made)}

    def view(self, name: str, seat: int | str, form: str) -> dict[str, Any]:
        """Return what *seat* sees, as text, as SVG or as data."""
        table, player = self._table_and_seat(name, seat)
        with table.lock:
            if form == "svg":
                return {"svg": clipped(table.state.svg(player))}
            if form == "data":
                return {"view": msgspec.to_builtins(table.state.seat(player).view())}
            if form != "text":
                raise PlayError("bad-argument", f"`form` is {form!r}; write text, svg or data")
            return _seen(table, player, ())

    def moves(self, name: str, seat: int | str) -> dict[str, Any]:
        """Return the legal decisions of *seat*."""
        table, player = self._table_and_seat(name, seat)
        with table.lock:
            return _legal(table, player)

    def apply(self, name: str, seat: int | str, move: str, job: Job) -> dict[str, Any]:
        """Make a decision for *seat*, let the agents answer, and return what the seat sees then."""
        table, player = self._table_and_seat(name, seat)
        with table.lock:
            table.state.seat(player).apply(move)
            return _seen(table, player, _let_agents_play(table, job))

    def why(self, name: str, seat: int | str, move: str) -> dict[str, Any]:
        """Return whether *move* is legal for *seat* now, and if not, why not, as far as the seat may know."""
        table, player = self._table_and_seat(name, seat)
        with table.lock:
            reason = table.state.seat(player).why(move)
        return {"legal": reason is None, "why": reason}

    def close(self, name: str) -> dict[str, Any]:
        """Forget a game."""
        with self._lock:
            closed = self._tables.pop(name, None) is not None
        return {"closed": closed}

    def _table_and_seat(self, name: str, seat: int | str) -> tuple[Table, int]:
        with self._lock:
            table = self._tables.get(name)
            if table is None:
                known = ", ".join(self._tables) or "none"
                raise PlayError("no-table", f"there is no open game `{name}`; open games are {known}")
            self._tables.move_to_end(name)
        return table, _seat(table, seat)


def _seat(table: Table, seat: int | str, *, any_player: bool = False) -> int:
    """Return the number of a seat that the client plays, named by number or by name."""
    names = table.seat_names
    numbers = list(map(str, range(len(names))))
    found = names.index(seat) if seat in names else numbers.index(str(seat)) if str(seat) in numbers else -1
    if found < 0:
        listed = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
        raise PlayError("bad-argument", f"there is no seat {shown_value(seat)}; write one of {listed}")
    if not any_player and table.agents[found] is not None:
        raise PlayError("not-your-seat", f"seat {found} ({names[found]}) is played by an agent; its view is not yours")
    return found


def _let_agents_play(table: Table, job: Job) -> tuple[int, ...]:
    """Let agents decide until it is the turn of the client or the game is over; return who decided, in order."""
    made: list[int] = []
    state = table.state
    while not state.is_terminal():
        player = state.current_player()
        agent = table.agents[player]
        if agent is None:
            break
        if job.is_stopped or job.is_late:
            raise PlayError("time-limit", "the opponents take too long; ask for the view again, or close this game")
        state.apply_action(agent.choose(state, table.streams[player]))
        made.append(player)
    return tuple(made)


def _seen(table: Table, player: int, made: tuple[int, ...]) -> dict[str, Any]:
    """Return the state as *player* sees it: a drawing, who decides, the last decisions, and what it may decide."""
    state, names = table.state, table.seat_names
    told: dict[str, Any] = {"board": clipped(state.text(player))}
    if made:
        # Of each decision the seat is told what it could see of it.
        known = state.seat(player).record().decisions[-len(made) :]
        told["since"] = [{**decision, "player": names[decision["player"]]} for decision in known]
    ended = state.outcome()
    if ended is not None:
        return told | {"over": True, "outcome": msgspec.to_builtins(ended), "returns": list(state.returns())}
    return told | {"over": False, "to_decide": names[state.current_player()], **_legal(table, player)}


def _legal(table: Table, player: int) -> dict[str, Any]:
    legal = table.state.seat(player).legal_action_strings()
    told: dict[str, Any] = {"moves": list(legal[:MOST_MOVES])}
    return told | ({"more_moves": len(legal) - MOST_MOVES} if len(legal) > MOST_MOVES else {})
