"""Position text: read and write the content of a board as rows of letters.

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR       one line, as the first field of FEN
    r n b q k b n r                                   or one line per row, with blanks anywhere
    . . . . . . . .

A letter stands for a token type: its `letter`, otherwise its `short` if that is one letter, otherwise the first letter
of its id. Upper case belongs to the first seat, lower case to the second; `*` before a letter means that nobody owns
the token. A dot is an empty cell, a number that many of them. Rows are those of the drawing, from the top: grids have
rows, and hex boards have one for each `r`.

Invariants:
    * reading a written position gives the same tokens on the same cells;
    * if the text cannot express the position, an error gives the reason; nothing is left out.

This module does not play games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ludotome.gamedef.definition import GameDef, TokenTypeDef
from ludotome.gamedef.initial_values import initial_value
from ludotome.gamedef.state import GameState
from ludotome.gamedef.symbols import Symbols
from ludotome.space import ZoneDef

_PART = re.compile(r"\*?[^\W\d_]|\.|[0-9]+|\S")
_ROW = re.compile(r"[/\n]")
_NOBODYS = "*"
_LONGEST_RUN = 4


class PositionError(Exception):
    """A text that is not a position of a game, or a position that no text can express.

    `start` and `end` are the place of the error in the text, None if it is not in the text; `instead` says what to
    write. `others` are the errors of the rows below it.
    """

    others: tuple[PositionError, ...] = ()

    def __init__(self, message: str, instead: str, start: int | None = None, end: int | None = None) -> None:
        super().__init__(message)
        self.message, self.instead, self.start, self.end = message, instead, start, end

    def __str__(self) -> str:
        return f"{self.message}; {self.instead}"


class Placed(Struct, frozen=True):
    """A token of a position: its owner (None: nobody), its type, and the id of its zone."""

    seat: int | None
    type: str
    zone: str


def letter_of(kind: TokenTypeDef) -> str:
    """Return the upper-case letter of a token type."""
    short = kind.short or ""
    return (kind.letter or (short if len(short) == 1 and short.isalpha() else kind.id[0])).upper()


def board_rows(game_def: GameDef) -> tuple[tuple[ZoneDef, ...], ...]:
    """Return the cells of the one board of *game_def* row by row from the top; `PositionError` if it has no rows."""
    boards = [board for board in game_def.boards if board.shape != "graph"]
    if len(boards) != 1:
        reason = "has no board of rows" if not boards else "has more than one board"
        raise PositionError(f"`{game_def.metadata.id}` {reason}", "list the tokens by zone instead")
    rows: dict[int, list[tuple[int, ZoneDef]]] = {}
    for zone in game_def.zones:
        if zone.board == boards[0].id:
            row, col = (zone.row, zone.col) if zone.row is not None else (zone.r, zone.q)
            rows.setdefault(row or 0, []).append((col or 0, zone))
    return tuple(tuple(zone for _, zone in sorted(rows[row], key=lambda cell: cell[0])) for row in sorted(rows))


def read_position(game_def: GameDef, text: str) -> tuple[Placed, ...]:
    """Return the tokens that *text* puts on the board, in reading order.

    Raises `PositionError` for the first invalid row; its `others` are the first errors of the other rows.
    """
    rows = board_rows(game_def)
    stripped = text.rstrip()
    lines = list(_lines(stripped))
    if len(lines) != len(rows):
        many = f"{len(lines)} row{'s' if len(lines) != 1 else ''}"
        raise PositionError(
            f"this has {many}, and the board has {len(rows)}", "write one row for each, from the top", 0, len(stripped)
        )
    placed: list[Placed] = []
    faults: list[PositionError] = []
    for (start, line), cells in zip(lines, rows, strict=True):
        try:
            placed.extend(_row(game_def, line, start, cells))
        except PositionError as fault:
            faults.append(fault)
    if faults:
        faults[0].others = tuple(faults[1:])
        raise faults[0]
    return tuple(placed)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset of each row, and the row."""
    begin = len(text) - len(text.lstrip())
    for end in (*(found.start() for found in _ROW.finditer(text, begin)), len(text)):
        yield begin, text[begin:end]
        begin = end + 1


def _row(game_def: GameDef, line: str, start: int, cells: Sequence[ZoneDef]) -> Iterator[Placed]:
    at = 0
    for found in _PART.finditer(line):
        part, place = found[0], (start + found.start(), start + found.end())
        if part == "." or (part.isascii() and part.isdecimal()):
            if len(part) > _LONGEST_RUN:
                raise PositionError(f"`{part}` is not a number of cells", "write how many cells are empty", *place)
            at += 1 if part == "." else int(part)
            continue
        if at < len(cells):
            yield _token(game_def, part, cells[at], place)
        at += 1
    if at != len(cells):
        what = f"this row has {at} cell{'s' if at != 1 else ''}, and the board has {len(cells)} there"
        hint = f"write {len(cells)} cells: a letter for each token, `.` or a number for empty ones"
        raise PositionError(what, hint, start, start + len(line.rstrip()))


def _token(game_def: GameDef, part: str, cell: ZoneDef, place: tuple[int, int]) -> Placed:
    letter = part[-1]
    kinds = [kind for kind in game_def.token_types if letter_of(kind) == letter.upper()]
    if len(kinds) != 1:
        raise _no_type(game_def, letter, kinds, place)
    if part.startswith(_NOBODYS):
        return Placed(None, kinds[0].id, str(cell.id))
    seat = 0 if letter.isupper() else 1
    if seat >= len(game_def.metadata.seats):
        what = f"`{letter}` belongs to a second seat, but there is only one"
        raise PositionError(what, f"write `{letter.upper()}`", *place)
    return Placed(seat, kinds[0].id, str(cell.id))


def _no_type(game_def: GameDef, letter: str, kinds: list[TokenTypeDef], place: tuple[int, int]) -> PositionError:
    if kinds:
        names = " and ".join(f"`{kind.id}`" for kind in kinds)
        return PositionError(f"`{letter}` is the letter of {names}", "give one of them another `letter:`", *place)
    letters = ", ".join(f"{letter_of(kind)} ({kind.id})" for kind in game_def.token_types)
    hint = f"write one of {letters or 'none'}; upper case for the first seat, lower case for the second"
    return PositionError(f"no token type has the letter `{letter}`", hint, *place)


# ── writing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_position(symbols: Symbols, state: GameState) -> str:
    """Return the board in *state* as one line; raise `PositionError` if no text can express it."""
    game_def = symbols.game_def
    rows = board_rows(game_def)
    kinds = {kind.id: kind for kind in game_def.token_types}
    letters = _own_letters(game_def)
    on_board = {str(zone.id) for row in rows for zone in row}
    written: dict[str, str] = {}
    for token in state.tokens:
        if token is None:
            continue
        zone = game_def.zones[token.zone]
        kind = kinds[symbols.names[token.type]]
        if str(zone.id) not in on_board or zone.visibility != "public":
            raise PositionError(f"a token is in `{zone.id}`, which is in no row of the board", _LIST)
        if str(zone.id) in written:
            raise PositionError(f"more than one token is on `{zone.name or zone.id}`", _LIST)
        if token.owner is not None and token.owner > 1:
            raise PositionError("upper and lower case can show only two seats, and more than two own tokens", _LIST)
        if tuple(token.props) != tuple(initial_value(symbols, prop) for prop in kind.props):
            what = f"a property of the `{kind.id}` on `{zone.name or zone.id}` does not have its initial value"
            raise PositionError(what, _LIST)
        letter = letters.get(kind.id)
        if letter is None:
            raise PositionError(f"another token type has the letter of `{kind.id}`", "give one of them a `letter:`")
        own = letter if token.owner == 0 else letter.lower()
        written[str(zone.id)] = f"{_NOBODYS}{letter.lower()}" if token.owner is None else own
    return "/".join(_written_row([written.get(str(zone.id)) for zone in row]) for row in rows)


_LIST = "use `state.to_json()`"


def _own_letters(game_def: GameDef) -> dict[str, str]:
    """Return the letter of each token type whose letter is unique."""
    letters = [letter_of(kind) for kind in game_def.token_types]
    return {kind.id: letter_of(kind) for kind in game_def.token_types if letters.count(letter_of(kind)) == 1}


def _written_row(cells: Sequence[str | None]) -> str:
    text, empty = "", 0
    for cell in (*cells, ""):
        if cell is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + cell
        empty = 0
    return text
