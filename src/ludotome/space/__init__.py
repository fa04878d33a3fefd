"""Space: zones as the nodes of a graph, with directions, rays, distances, paths and line of sight.

Invariants:
    * every order is documented where it applies and never depends on a hash;
    * every search has a plain Python form and a C form with identical results.

This package does not know pieces, players or games.
"""

from ludotome.space.batches import fields_of_view, floods, lines_of_sight, path_costs
from ludotome.space.board import Board
from ludotome.space.cell_names import CELL_NAMES, CellNames, cell_name
from ludotome.space.coordinates import (
    Offset,
    Top,
    axial_to_cube,
    axial_to_offset,
    cell_id,
    cell_of_id,
    cube_to_axial,
    hex_at,
    hex_center,
    hex_id,
    offset_to_axial,
)
from ludotome.space.core import core_declarations, core_source
from ludotome.space.distance import distance, distances_from, zones_in_range
from ludotome.space.drawing import draw
from ludotome.space.forms import Form
from ludotome.space.graph import (
    AdjacencyGraph,
    build_adjacency_graph,
    connected_zones,
    query_adjacent_zones,
    region,
)
from ludotome.space.grids import generate_grid
from ludotome.space.hexagons import (
    generate_hex,
    generate_hex_rectangle,
    generate_hex_rhombus,
)
from ludotome.space.hexes import Cell, hex_distance, hex_line_draw, hex_neighbors, hex_range, hex_ring, hex_steps
from ludotome.space.lattice import Lattice
from ludotome.space.links import Links
from ludotome.space.making import LARGEST_BOARD
from ludotome.space.numbers import integer
from ludotome.space.paths import Components, Flood, Path, components, flood, nearest, shortest_path
from ludotome.space.rays import between, ray, ray_indices, step
from ludotome.space.roads import Line, generate_graph, generate_ring, graph_board, lay_roads
from ludotome.space.sight import Sight, Visible, line_of_sight, visible
from ludotome.space.sightlines import Policy
from ludotome.space.squares import (
    square_distance,
    square_line_draw,
    square_neighbors,
    square_range,
    square_ring,
    square_steps,
)
from ludotome.space.symmetry import HEX_SYMMETRIES, SQUARE_SYMMETRIES, Symmetry, compose, transform
from ludotome.space.terrain import Place, Terrain
from ludotome.space.validate_adjacency import validate_adjacency
from ludotome.space.zones import (
    HEX_DIRECTIONS,
    RING_DIRECTIONS,
    SQUARE_DIRECTIONS,
    BoardDef,
    Direction,
    ZoneDef,
    ZoneId,
    hex_board,
    ring_board,
    square_board,
)

__all__ = [
    # zones and boards as data
    "ZoneDef",
    "ZoneId",
    "Direction",
    "BoardDef",
    "SQUARE_DIRECTIONS",
    "HEX_DIRECTIONS",
    "RING_DIRECTIONS",
    # making them
    "generate_grid",
    "generate_hex",
    "generate_hex_rhombus",
    "generate_hex_rectangle",
    "generate_ring",
    "generate_graph",
    "lay_roads",
    "Line",
    "square_board",
    "hex_board",
    "ring_board",
    "graph_board",
    "cell_name",
    "CellNames",
    "CELL_NAMES",
    "LARGEST_BOARD",
    # the same cell in other coordinates
    "cell_id",
    "hex_id",
    "cell_of_id",
    "offset_to_axial",
    "axial_to_offset",
    "Offset",
    "axial_to_cube",
    "cube_to_axial",
    "hex_center",
    "hex_at",
    "Top",
    # the graph
    "AdjacencyGraph",
    "build_adjacency_graph",
    "validate_adjacency",
    "query_adjacent_zones",
    "connected_zones",
    "region",
    # the compiled board
    "Board",
    "step",
    "ray",
    "ray_indices",
    "between",
    "distance",
    "distances_from",
    "zones_in_range",
    # geometry without a rim
    "Cell",
    "hex_distance",
    "hex_neighbors",
    "hex_line_draw",
    "hex_steps",
    "hex_range",
    "hex_ring",
    "square_distance",
    "square_neighbors",
    "square_line_draw",
    "square_steps",
    "square_range",
    "square_ring",
    "Symmetry",
    "SQUARE_SYMMETRIES",
    "HEX_SYMMETRIES",
    "transform",
    "compose",
    # maps and their terrain
    "Lattice",
    "Terrain",
    "Place",
    "Links",
    "draw",
    # paths
    "shortest_path",
    "Path",
    "flood",
    "Flood",
    "components",
    "Components",
    "nearest",
    # sight
    "line_of_sight",
    "Sight",
    "visible",
    "Visible",
    "Policy",
    "Form",
    # many queries at once, as arrays
    "path_costs",
    "floods",
    "lines_of_sight",
    "fields_of_view",
    # the C core as text, to compile it into another program
    "core_source",
    "core_declarations",
    # arguments, for packages in higher layers
    "integer",
]
