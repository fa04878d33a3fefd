"""Six classic games written by hand as definitions, so that the kernels can be compared without a document.

They have the same rules as the shipped documents of the same names.
"""

from __future__ import annotations

from ludotome.chance import seed_generator
from ludotome.gamedef import (
    IT,
    ActionDef,
    Actor,
    AllPlayers,
    And,
    Binding,
    CanTake,
    Chance,
    Compare,
    Count,
    CreateToken,
    Destinations,
    DestroyToken,
    DirectionSet,
    Empty,
    EndCondition,
    Exists,
    Expr,
    ForEach,
    GameDef,
    In,
    IntLiteral,
    Joins,
    LastActor,
    Metadata,
    MovementGroup,
    MovementPattern,
    MoveToken,
    NameLiteral,
    NoLegalMoves,
    Not,
    Occupied,
    Or,
    Param,
    PhaseDef,
    PlayerCount,
    PlayerProp,
    Ray,
    RegionDef,
    RegionZones,
    Result,
    Run,
    SeatLiteral,
    SetTokenProp,
    Step,
    TokenProp,
    Tokens,
    TokensInZone,
    TokenTypeDef,
    Top,
    TurnStructure,
    Where,
    ZoneLiteral,
    ZoneProp,
    expressions,
)
from ludotome.kernel import apply_move, compute_full_hash, initial_state, random_move
from ludotome.space import BoardDef, ZoneDef, generate_grid, generate_hex_rhombus, hex_board, square_board

assert AllPlayers is expressions.AllPlayers
it = Binding(IT)
board = RegionZones("board")


def _game(name: str, zones: tuple[ZoneDef, ...], boards: tuple[BoardDef, ...], **rest: object) -> GameDef:
    return GameDef(
        metadata=Metadata(name, PlayerCount(2, 2), ("First", "Second")),
        zones=zones,
        boards=boards,
        turn_structure=TurnStructure((PhaseDef("main"),)),
        **rest,  # type: ignore[arg-type]
    )


def _owner_on(zone: Expr) -> Expr:
    return TokenProp(Top(zone), "owner")


def _place(action: str, kind: str, domain: Expr) -> ActionDef:
    effects = (CreateToken(NameLiteral(kind), Binding("$cell"), owner=Actor()),)
    return ActionDef(action, effects, ("main",), params=(Param("$cell", domain),))


def _row_of(length: int) -> EndCondition:
    line = Run(Binding("$z"), Compare("==", _owner_on(it), LastActor()))
    return EndCondition(
        Exists(Where(board, Compare(">=", line, IntLiteral(length)), "$z")), Result("win", player=LastActor())
    )


_DRAW = EndCondition(NoLegalMoves(), Result("draw"))


def in_a_row(name: str, rows: int, cols: int, length: int) -> GameDef:
    """Return the game of marking empty cells until *length* are in a row."""
    return _game(
        name,
        generate_grid(rows, cols, directions=8, names="algebraic", capacity=1),
        (square_board(8),),
        token_types=(TokenTypeDef("mark"),),
        actions=(_place("place", "mark", Where(board, Empty(it))),),
        end_conditions=(_row_of(length), _DRAW),
    )


def tic_tac_toe() -> GameDef:
    """Return tic-tac-toe."""
    return in_a_row("tic-tac-toe", 3, 3, 3)


def gomoku() -> GameDef:
    """Return gomoku, five or more on 15 × 15."""
    return in_a_row("gomoku", 15, 15, 5)


def connect_four() -> GameDef:
    """Return connect four."""
    lies = Or((Compare("==", ZoneProp(it, "row"), IntLiteral(5)), Occupied(Step(it, NameLiteral("s")))))
    return _game(
        "connect-four",
        generate_grid(6, 7, directions=8, capacity=1),
        (square_board(8),),
        token_types=(TokenTypeDef("disc"),),
        actions=(_place("drop", "disc", Where(board, And((Empty(it), lies)))),),
        end_conditions=(_row_of(4), _DRAW),
    )


def breakthrough(size: int = 8) -> GameDef:
    """Return breakthrough on a board of *size* rows and columns."""
    zones = generate_grid(size, size, directions=8, names="algebraic", capacity=1)

    def rows(*wanted: int) -> tuple[str, ...]:
        return tuple(zone.id for zone in zones if zone.row in wanted)

    def pawns(seat: int, *wanted: int) -> tuple[CreateToken, ...]:
        return tuple(
            CreateToken(NameLiteral("pawn"), ZoneLiteral(zone), owner=SeatLiteral(seat)) for zone in rows(*wanted)
        )

    movement = MovementGroup(
        "",
        (
            MovementPattern("step", ("forward",), onto=("empty",)),
            MovementPattern("step", ("forwardLeft", "forwardRight")),
        ),
    )
    mine = Compare("==", TokenProp(it, "owner"), Actor())
    arrived = And(
        (
            Compare("==", TokenProp(it, "owner"), LastActor()),
            In(TokenProp(it, "zone"), RegionZones("goal", LastActor())),
        )
    )
    return _game(
        "breakthrough",
        zones,
        (square_board(8),),
        regions=(RegionDef("goal", of_seat=(rows(0), rows(size - 1))),),
        orientation=("n", "s"),
        token_types=(TokenTypeDef("pawn", movement=(movement,)),),
        setup=(*pawns(0, size - 2, size - 1), *pawns(1, 0, 1)),
        actions=(
            ActionDef(
                "move",
                (
                    ForEach("$token", TokensInZone(Binding("$to")), (DestroyToken(Binding("$token")),)),
                    MoveToken(Binding("$pawn"), Binding("$to")),
                ),
                ("main",),
                params=(
                    Param("$pawn", Where(Tokens(("pawn",)), mine)),
                    Param("$to", Destinations(Binding("$pawn"))),
                ),
            ),
        ),
        end_conditions=(
            EndCondition(Exists(Where(Tokens(("pawn",)), arrived)), Result("win", player=LastActor())),
            EndCondition(NoLegalMoves(), Result("win", player=PlayerProp(expressions.Active(), "opponent"))),
        ),
    )


def othello() -> GameDef:
    """Return othello with a forced pass."""

    def flips(zone: Expr) -> Expr:
        return Ray(
            zone,
            DirectionSet(),
            Compare("==", _owner_on(it), PlayerProp(Actor(), "opponent")),
            Compare("==", _owner_on(it), Actor()),
        )

    def disc(seat: int, zone: str) -> CreateToken:
        return CreateToken(NameLiteral("disc"), ZoneLiteral(zone), owner=SeatLiteral(seat))

    turn = SetTokenProp(Top(Binding("$z")), "owner", Actor())
    make = CreateToken(NameLiteral("disc"), Binding("$cell"), owner=Actor())
    number = Count(Where(Tokens(("disc",)), Compare("==", TokenProp(it, "owner"), Binding("$player"))))
    stuck = And(tuple(Not(CanTake("put", SeatLiteral(seat))) for seat in (0, 1)))
    return _game(
        "othello",
        generate_grid(8, 8, directions=8, names="algebraicDown", capacity=1),
        (square_board(8),),
        token_types=(TokenTypeDef("disc"),),
        setup=(disc(0, "cell_3_4"), disc(0, "cell_4_3"), disc(1, "cell_3_3"), disc(1, "cell_4_4")),
        actions=(
            ActionDef(
                "put",
                (ForEach("$z", flips(Binding("$cell")), (turn,)), make),
                ("main",),
                params=(Param("$cell", Where(board, And((Empty(it), Exists(flips(it)))))),),
            ),
            ActionDef("pass", (), ("main",), pre=Not(CanTake("put"))),
        ),
        end_conditions=(EndCondition(stuck, Result("rank", by=(number,))),),
    )


def hex_game(size: int = 11) -> GameDef:
    """Return hex on a rhombus of *size* rows and columns."""
    zones = generate_hex_rhombus(size, capacity=1)
    last = size - 1

    def side(**wanted: int) -> tuple[str, ...]:
        ((name, value),) = wanted.items()
        return tuple(zone.id for zone in zones if getattr(zone, name) == value)

    joined = Joins(
        RegionZones("start", LastActor()), RegionZones("goal", LastActor()), Compare("==", _owner_on(it), LastActor())
    )
    return _game(
        "hex",
        zones,
        (hex_board(),),
        regions=(
            RegionDef("start", of_seat=(side(r=0), side(q=0))),
            RegionDef("goal", of_seat=(side(r=last), side(q=last))),
        ),
        token_types=(TokenTypeDef("stone"),),
        actions=(_place("place", "stone", Where(board, Empty(it))),),
        end_conditions=(EndCondition(joined, Result("win", player=LastActor())),),
    )


def reference_trace(
    game_def: GameDef,
    seed: int,
    player_seed: int,
    most: int = 10_000,
    players: int | None = None,
    chance: Chance = "sampled",
) -> tuple[int, ...]:
    """Return what `NativeGame.trace` returns, played on the reference kernel."""
    generator = seed_generator(player_seed)
    state = initial_state(game_def, seed, players, chance)
    hashes = [compute_full_hash(game_def, state)]
    while state.outcome is None and len(hashes) < most:
        move, generator = random_move(game_def, state, generator)
        state = apply_move(game_def, state, move).state
        hashes.append(compute_full_hash(game_def, state))
    return tuple(hashes)


WARNINGS = ("-Wall", "-Wextra")  # not enabled by default
SIX_GAMES = {
    "tic-tac-toe": tic_tac_toe,
    "connect-four": connect_four,
    "breakthrough": breakthrough,
    "othello": othello,
    "hex": hex_game,
    "gomoku": gomoku,
}
