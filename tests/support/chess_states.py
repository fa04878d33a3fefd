"""Chess states: convert a position of python-chess to a Ludotome state, through its JSON."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import chess

import ludotome as lt

SEATS = (chess.WHITE, chess.BLACK)


def state_json(game: lt.Game, board: chess.Board) -> str:
    """Return the JSON of the Ludotome state for *board*, without its history."""
    data: dict[str, Any] = json.loads(first_json(game))
    pieces = sorted(board.piece_map().items())
    data["tokens"] = [
        {
            "type": chess.PIECE_NAMES[piece.piece_type],
            "owner": SEATS.index(piece.color),
            "zone": zone_of(at),
            "props": {},
        }
        for at, piece in pieces
    ]
    data["zones"] = {zone_of(at): [slot] for slot, (at, _) in enumerate(pieces)}
    data["active"] = SEATS.index(board.turn)
    data["lastActor"] = 1 - data["active"]
    ep = board.ep_square if board.has_legal_en_passant() else None  # a right that cannot be used does not count
    data["globalVars"] = {"ep": None if ep is None else zone_of(ep), "quiet": min(board.halfmove_clock, 99)}
    data["playerVars"] = {
        "castleE": [board.has_kingside_castling_rights(colour) for colour in SEATS],
        "castleW": [board.has_queenside_castling_rights(colour) for colour in SEATS],
    }
    data["history"] = []
    return json.dumps(data)


@cache
def first_json(game: lt.Game) -> str:
    return game.new_initial_state(backend="reference").to_json()


def zone_of(square: chess.Square) -> str:
    return f"cell_{7 - chess.square_rank(square)}_{chess.square_file(square)}"
