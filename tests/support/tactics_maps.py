"""Small random maps for the laws of tactics."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from ludotome.tactics import (
    CharacterToken,
    GridType,
    ItemMap,
    MapItem,
    MapState,
    Position,
    Rectangle,
    WallMap,
    build_item_position_map,
    build_wall_map,
)

PLACES = st.builds(Position, st.integers(-4, 4), st.integers(-4, 4))
BOUNDS = st.sampled_from([None, None, 3, 4, (4, 5), Rectangle(-3, -2, 4, 3)])
TYPES = ("wall", "wall", "wall", "table", "smoke", "difficult", "difficult", "camera")


@dataclass(frozen=True)
class Scene:
    """A map with its lookups, and the same things as plain sets for the naive form."""

    state: MapState
    grid: GridType

    @property
    def walls(self) -> WallMap:
        return build_wall_map(self.state, self.grid)

    @property
    def items(self) -> ItemMap:
        return build_item_position_map(self.state)

    def places(self, *types: str) -> set[tuple[int, int]]:
        return {tuple(item.position) for item in self.state.items if item.type in types}

    def is_on_board(self, at: tuple[int, int]) -> bool:
        bounds = self.state.bounds
        if bounds is None:
            return True
        if isinstance(bounds, int):
            return max(abs(at[0]), abs(at[1]), abs(at[0] + at[1]) if self.grid == GridType.HEX else 0) <= bounds
        return bounds[0] <= at[0] <= bounds[2] and bounds[1] <= at[1] <= bounds[3]

    def is_free(self, at: tuple[int, int]) -> bool:
        """Return whether the mover `me` could be there."""
        others = {tuple(who.position) for who in self.state.characters if who.id != "me"}
        return self.is_on_board(at) and at not in others and at not in self.places("wall", "table")


@st.composite
def scenes(draw: st.DrawFn, most_items: int = 24) -> Scene:
    """Draw maps of both grids, bounded and unlimited, with `me` somewhere and up to four others."""
    items = draw(st.lists(st.tuples(st.sampled_from(TYPES), PLACES), max_size=most_items))
    others = draw(st.lists(PLACES, max_size=4))
    state = MapState(
        [MapItem(f"i{number}", *item) for number, item in enumerate(items)],
        [CharacterToken("me", draw(PLACES)), *(CharacterToken(f"c{i}", at) for i, at in enumerate(others))],
        bounds=draw(BOUNDS),
    )
    return Scene(state, draw(st.sampled_from(GridType)))
