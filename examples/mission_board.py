"""A mission board: read segments, tokens and a mission, open the doors on the way, and send a boarder to the console.

`ludotome.boardstate` reads and changes the board, `to_zones` turns it into a graph, and `ludotome.space` finds the way
and what can be seen from it. Run it with the path of another mission.
"""

from __future__ import annotations

import argparse
from pathlib import Path as File

from ludotome.boardstate import (
    BoardState,
    Coord,
    find_library_paths,
    get_board_dimensions,
    get_tokens,
    import_mission,
    new_board,
    to_zones,
    update_token,
)
from ludotome.space import Board, Lattice, Path, Terrain, cell_id, cell_of_id, draw, shortest_path, visible

MISSION = File(__file__).parent / "missions" / "first-watch.mission.txt"
MARKS = {"boarder": "B", "marine": "M", "console": "K"}


def read_board(path: File) -> BoardState:
    """Return the board of the mission at *path*; its libraries lie beside it."""
    text = path.read_text(encoding="utf-8")
    names = find_library_paths(text)
    assert names.segments is not None
    assert names.tokens is not None
    segments, tokens = ((path.parent / name).read_text(encoding="utf-8") for name in (names.segments, names.tokens))
    board = new_board(1, segments, tokens)
    import_mission(board, text, source=path.name)
    return board


def zone_of(cell: Coord) -> str:
    """Return the zone of a cell: zone ids have the row first, a `Coord` has the column first."""
    return cell_id(cell.y, cell.x)


def places(board: BoardState, kind: str) -> dict[str, str]:
    """Return the zone of each token of one type, by the id of the token."""
    return {token.token_id: zone_of(token.cells[0]) for token in get_tokens(board) if token.type == kind}


def closed_doors(board: BoardState) -> dict[str, str]:
    """Return the zone of each closed door, by the id of the door."""
    is_open = {token.token_id: bool((token.attrs or {}).get("open")) for token in get_tokens(board)}
    return {door: zone for door, zone in places(board, "door").items() if not is_open[door]}


def seen_from(way: Path, board: BoardState, ship: Board) -> set[str]:
    """Return the zones seen from any zone of *way*. Walls are no zones, so sight is asked on the whole square."""
    size = get_board_dimensions(board)
    square, closed = Lattice.square(size.height, size.width), set(closed_doors(board).values())
    deck = Terrain(square, opaque=lambda cell: cell_id(*cell) in closed or cell_id(*cell) not in ship.index_of_zone)
    seen = {cell_id(*cell) for here in way for cell in visible(deck, cell_of_id(here))}
    return seen.intersection(ship.zone_ids)


def main() -> None:
    """Walk the first boarder to the first console, opening each door it comes to; show the way and what it sees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mission", type=File, nargs="?", default=MISSION)
    board = read_board(parser.parse_args().mission)
    ship = Board(to_zones(board))
    start, goal = (next(iter(places(board, kind).values())) for kind in ("boarder", "console"))
    # Opening a door costs two steps more. A marine cannot be walked through.
    marines = places(board, "marine").values()
    doors = closed_doors(board)
    way = shortest_path(Terrain(ship, enter=dict.fromkeys(doors.values(), 3)), start, goal, occupied=marines)
    assert way is not None, "no way leads to the console"
    for door, zone in doors.items():
        if zone in way.cells:
            update_token(board, door, {"attrs": {"open": True}})
            print(f"opens {door} at {cell_of_id(zone)}")
    seen = seen_from(way, board, ship)
    marks = dict.fromkeys(closed_doors(board).values(), "+") | dict.fromkeys(way, "*")
    marks |= {zone: mark for kind, mark in MARKS.items() for zone in places(board, kind).values()}
    print(draw(ship, lambda zone: marks.get(zone, "." if zone in seen else "?")))
    watching = [name for name, zone in places(board, "marine").items() if zone in seen]
    print(f"{len(way) - 1} steps, cost {way.cost}; seen on the way by {', '.join(watching) or 'nobody'}")


if __name__ == "__main__":
    main()
