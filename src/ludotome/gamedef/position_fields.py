"""Position fields: the turn and the variables that follow the rows in the text of a position, as in FEN.

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

The turn is a seat: its name or, if it is unique, its first letter. The variables that follow are listed in
`look: { fen: […] }` of the document. Each field is a variable, or a mapping from letters to boolean
variables, or a fixed word (`-`, or a number). A `-` means `none`, or no letter.

Invariants:
    * reading a written text gives every variable the same value;
    * fields can be omitted at the end; their variables then keep their initial values.

This module does not know the content of the board; `position_text` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from ludotome.gamedef.definition import GameDef, VarDef
from ludotome.gamedef.effects import CreateToken, Effect, SetActivePlayer, SetVar
from ludotome.gamedef.expressions import (
    BoolLiteral,
    Expr,
    IntLiteral,
    NameLiteral,
    NoneLiteral,
    SeatLiteral,
    ZoneLiteral,
)
from ludotome.gamedef.looks import FenField
from ludotome.gamedef.position_text import PositionError, read_position
from ludotome.gamedef.state import GameState, Stored
from ludotome.gamedef.symbols import Symbols

_NOTHING = "-"
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_WORD = re.compile(r"\S+")


class _Variable(Struct, frozen=True):
    """A variable of a field; *seat* is None for one of the whole game."""

    declared: VarDef
    seat: int | None


def position_effects(game_def: GameDef, text: str) -> tuple[Effect, ...]:
    """Return the setup effects that create the position in *text*; raise `PositionError` if it is invalid."""
    rows, words = _split(text)
    made: list[Effect] = []
    for one in read_position(game_def, rows):
        owner = None if one.seat is None else SeatLiteral(one.seat)
        made.append(CreateToken(NameLiteral(one.type), ZoneLiteral(one.zone), owner, IntLiteral(1)))
    if not words:
        return tuple(made)
    turn, *others = words
    seat = _seat(game_def, turn)
    fields = game_def.look.fen if game_def.look is not None else ()
    if len(others) > len(fields):
        raise _too_many(game_def, text, others[len(fields)].start(), len(fields))
    for field, word in zip(fields, others, strict=False):
        made.extend(_read(game_def, field, word))
    return (*made, SetActivePlayer(SeatLiteral(seat)))


def _split(text: str) -> tuple[str, list[re.Match[str]]]:
    """Return the rows and the words after them; rows on one line have no blanks in them if anything follows."""
    words = list(_WORD.finditer(text))
    if len(words) < 2 or "\n" in text.strip() or "/" not in words[0][0]:
        return text, []
    return text[: words[0].end()], words[1:]


def _too_many(game_def: GameDef, text: str, start: int, known: int) -> PositionError:
    name = game_def.metadata.id
    what = f"`{name}` has {known or 'no'} field{'s' if known != 1 else ''} after the rows and the turn"
    how = "" if known else "; a document names the variables that follow under `look: { fen: [ … ] }`"
    return PositionError(what, f"remove the extra fields{how}", start, len(text.rstrip()))


def _seat(game_def: GameDef, word: re.Match[str]) -> int:
    seats = game_def.metadata.seats
    found = [seat for seat, name in enumerate(seats) if word[0] in (name, name[0].lower(), name[0].upper())]
    if len(found) != 1:
        raise PositionError("the seat to move is unknown", f"write one of {', '.join(seats)}", *word.span())
    return found[0]


def _read(game_def: GameDef, field: FenField, word: re.Match[str]) -> Iterator[Effect]:
    """Yield the effects that set the variables of *field* according to *word*."""
    if field.letters:
        yield from _read_letters(game_def, field, word)
    elif field.var:
        variable = find_variable(game_def, field.var)
        assert variable is not None
        value = _value(game_def, variable.declared, word[0])
        if value is None:
            what = f"`{field.var}` cannot be this"
            raise PositionError(what, f"write {_in_words(game_def, variable.declared)}", *word.span())
        yield _set(variable, value)
    elif not (word[0] == field.word or (_NUMBER.fullmatch(field.word) and _NUMBER.fullmatch(word[0]))):
        what = "a whole number" if _NUMBER.fullmatch(field.word) else f"`{field.word}`"
        raise PositionError("this field holds no variable", f"write {what}", *word.span())


def _read_letters(game_def: GameDef, field: FenField, word: re.Match[str]) -> Iterator[Effect]:
    given = "" if word[0] == _NOTHING else word[0]
    if len(set(given)) != len(given) or not set(given) <= set(field.letters):
        what = "each letter must be one of this field and occur only once"
        raise PositionError(what, f"write some of {', '.join(field.letters)}, or `{_NOTHING}`", *word.span())
    for letter, name in field.letters.items():
        variable = find_variable(game_def, name)
        assert variable is not None
        yield _set(variable, BoolLiteral(letter in given))


def _set(variable: _Variable, value: Expr) -> Effect:
    if variable.seat is None:
        return SetVar(variable.declared.name, value)
    return SetVar(variable.declared.name, value, "player", SeatLiteral(variable.seat))


def _value(game_def: GameDef, declared: VarDef, word: str) -> Expr | None:
    """Return the value in *word* for a variable; None if it cannot have this value."""
    if isinstance(declared.type, tuple):
        return NameLiteral(word) if word in declared.type else None
    match declared.type:
        case "int":
            number = int(word) if _NUMBER.fullmatch(word) else None
            is_inside = number is not None and (
                (declared.min is None or number >= declared.min) and (declared.max is None or number <= declared.max)
            )
            return IntLiteral(number) if number is not None and is_inside else None
        case "bool":
            return BoolLiteral(word == "true") if word in ("true", "false") else None
        case "zone":
            found = next((zone.id for zone in game_def.zones if word in (zone.name, zone.id)), None)
            return NoneLiteral() if word == _NOTHING else None if found is None else ZoneLiteral(found)
        case "player":
            seats = game_def.metadata.seats
            return NoneLiteral() if word == _NOTHING else SeatLiteral(seats.index(word)) if word in seats else None
        case _:
            return None


def _in_words(game_def: GameDef, declared: VarDef) -> str:
    if isinstance(declared.type, tuple):
        return f"one of {', '.join(declared.type)}"
    match declared.type:
        case "int":
            bounds = (declared.min, declared.max)
            return "a whole number" if None in bounds else f"a whole number from {bounds[0]} to {bounds[1]}"
        case "bool":
            return "true or false"
        case "zone":
            return f"the name of a zone, or `{_NOTHING}`"
        case _:
            return f"one of {', '.join(game_def.metadata.seats)}, or `{_NOTHING}`"


# ── writing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_fields(symbols: Symbols, state: GameState) -> str:
    """Return the turn and the fields of the game in *state*, separated by blanks."""
    game_def = symbols.game_def
    seats = game_def.metadata.seats
    name = seats[state.active]
    is_alone = [seat[0].lower() for seat in seats].count(name[0].lower()) == 1
    fields = game_def.look.fen if game_def.look is not None else ()
    return " ".join((name[0].lower() if is_alone else name, *(_written(symbols, state, field) for field in fields)))


def _written(symbols: Symbols, state: GameState, field: FenField) -> str:
    if field.letters:
        true = (letter for letter, name in field.letters.items() if _stored(symbols, state, name))
        return "".join(true) or _NOTHING
    if not field.var:
        return field.word
    variable = find_variable(symbols.game_def, field.var)
    assert variable is not None
    value, kind = _stored(symbols, state, field.var), variable.declared.type
    if value is None:
        return _NOTHING
    if isinstance(kind, tuple):
        return symbols.names[value]
    match kind:
        case "zone":
            zone = symbols.game_def.zones[value]
            return zone.name or str(zone.id)
        case "player":
            return symbols.game_def.metadata.seats[value]
        case "bool":
            return str(bool(value)).lower()
        case _:
            return str(value)


def _stored(symbols: Symbols, state: GameState, name: str) -> Stored:
    variable = find_variable(symbols.game_def, name)
    assert variable is not None
    if variable.seat is None:
        return state.global_vars[symbols.global_var[variable.declared.name][0]]
    of_seats = state.player_vars[symbols.player_var[variable.declared.name][0]]
    return of_seats[variable.seat] if variable.seat < len(of_seats) else None


# ── which variables ────────────────────────────────────────────────────────────────────────────────────────────────


def find_variable(game_def: GameDef, name: str) -> _Variable | None:
    """Return the variable named *name* in a field, such as `quiet` or `White.castled`; None if there is none."""
    owner, _, bare = name.rpartition(".")
    declared = game_def.per_player_vars if owner else game_def.global_vars
    found = next((one for one in declared if one.name == bare), None)
    if found is None or (owner and owner not in game_def.metadata.seats):
        return None
    return _Variable(found, game_def.metadata.seats.index(owner) if owner else None)


def variables_of_fields(game_def: GameDef) -> tuple[str, ...]:
    """Return all names of variables of *game_def* that a field can use."""
    seats = game_def.metadata.seats
    return (
        *(one.name for one in game_def.global_vars),
        *(f"{seat}.{one.name}" for seat in seats for one in game_def.per_player_vars),
    )


class FieldFault(Struct, frozen=True):
    """An error in the fields of a game: the place, the message, what to write, and the unknown name, if any."""

    path: str
    message: str
    instead: str
    unknown: str = ""


def faults_of_fields(game_def: GameDef, fields: Iterable[FenField]) -> Iterator[FieldFault]:
    """Yield all errors in *fields* of *game_def*."""
    for index, field in enumerate(fields):
        here = f"[{index}]"
        for letter, name in field.letters.items():
            if len(letter) != 1 or not letter.isalpha():
                yield FieldFault(f"{here}.{letter}", f"`{letter}` is not one letter", "write one letter, as `K`")
            yield from _faults(game_def, name, f"{here}.{letter}", is_letter=True)
        if field.var:
            yield from _faults(game_def, field.var, here, is_letter=False)
        elif not field.letters and field.word != _NOTHING and not _NUMBER.fullmatch(field.word):
            usual = f"write a variable, `{_NOTHING}` or a whole number"
            yield FieldFault(here, f"`{field.word}` names no variable", usual)


def _faults(game_def: GameDef, name: str, path: str, *, is_letter: bool) -> Iterator[FieldFault]:
    variable = find_variable(game_def, name)
    if variable is None:
        usual = "write a variable of the game, or one of a seat, as `White.money`"
        yield FieldFault(path, f"there is no variable `{name}`", usual, name)
    elif is_letter and variable.declared.type != "bool":
        usual = "write a variable of type `bool`, or give this one a field of its own"
        yield FieldFault(path, f"`{name}` is not true or false", usual)
    elif variable.declared.type == "token":
        yield FieldFault(path, f"`{name}` holds a token, which no text can name", "leave it out")
