"""A skirmish on hexes with `ludotome.tactics`: two teams move, take cover and shoot, until one team is left.

Each figure moves to the reachable hex with the best exchange of shots, then shoots. A shot hits on 4 or more of a die
of 6, on 5 or more if the target has cover. Run it with `--seed N` for another fight.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace

from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    can_target,
    draw_map,
    get_distance,
    get_reachable_positions,
    get_valid_targets,
    make_move,
)

HEX, RANGE, WOUNDS, ROUNDS = GridType.HEX, 5, 2, 40


def battlefield(dice: random.Random) -> MapState:
    """Return a hexagon of radius 5 with walls, rubble and tables, and three figures of each team at its ends."""
    free = [(q, r) for q in range(-3, 4) for r in range(-4, 5) if abs(q + r) <= 4]
    kinds = ["wall"] * 8 + ["table"] * 5 + ["difficult"] * 5
    items = [MapItem(f"{kind} {cell}", kind, cell) for kind, cell in zip(kinds, dice.sample(free, 18), strict=True)]
    teams = {"blue": [(-5, 1), (-5, 3), (-5, 5)], "red": [(5, -5), (5, -3), (5, -1)]}
    figures = [
        CharacterToken(f"{team} {number}", start, team=team, movement=4)
        for team, starts in teams.items()
        for number, start in enumerate(starts, 1)
    ]
    return MapState(items, figures, bounds=5)


def chance_to_hit(shooter: Position, target: Position, field: MapState) -> float:
    """Return how likely a shot from one hex at another hits; 0 without range or sight."""
    walls, items = build_wall_map(field, HEX), build_item_position_map(field)  # kept with the state, so this is free
    aim = can_target(shooter, target, RANGE, walls, items, HEX)
    return 0.0 if not (aim.in_range and aim.has_los) else 1 / 3 if aim.has_cover else 1 / 2


def best_step(figure: CharacterToken, field: MapState) -> Position:
    """Return the reachable hex with the best hope of hitting, less the danger there; then the nearest to an enemy."""
    enemies = [other.position for other in field.characters if other.team != figure.team]
    reach = get_reachable_positions(figure.position, figure.movement, build_wall_map(field, HEX), field, HEX, figure.id)

    def worth(hex_: Position) -> tuple[float, int]:
        hope = max(chance_to_hit(hex_, enemy, field) for enemy in enemies)
        danger = sum(chance_to_hit(enemy, hex_, field) for enemy in enemies)
        return 2 * hope - danger, -min(get_distance(hex_, enemy, HEX) for enemy in enemies)

    return max((cell.position for cell in reach.values()), key=worth)


def take_turn(name: str, field: MapState, wounds: dict[str, int], dice: random.Random) -> MapState:
    """Return the field after the figure called *name* has moved and shot."""
    figure = next(one for one in field.characters if one.id == name)
    step = best_step(figure, field)
    if step != figure.position:
        moved = make_move(figure, step, field, HEX)
        assert moved.map_state is not None, moved.reason  # `best_step` chooses among reachable hexes only
        field, figure = moved.map_state, replace(figure, position=step)
    targets = [one for one in get_valid_targets(figure, RANGE, field, HEX) if isinstance(one, CharacterToken)]
    if not targets:
        return field
    target = max(targets, key=lambda one: (wounds[one.id], chance_to_hit(figure.position, one.position, field)))
    wounds[target.id] += dice.random() < chance_to_hit(figure.position, target.position, field)
    return field.with_characters(one for one in field.characters if wounds[one.id] < WOUNDS)


def fight(seed: int) -> tuple[MapState, int]:
    """Return the field at the end and the number of rounds fought."""
    dice = random.Random(seed)
    field = battlefield(dice)
    wounds = {one.id: 0 for one in field.characters}
    for round_ in range(1, ROUNDS + 1):
        for name in dice.sample(sorted(wounds), len(wounds)):
            alive = {one.id for one in field.characters}
            if name in alive and len({one.team for one in field.characters}) == 2:
                field = take_turn(name, field, wounds, dice)
        if len({one.team for one in field.characters}) == 1:
            return field, round_
    return field, ROUNDS


def main() -> None:
    """Fight once and show the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    field, rounds = fight(parser.parse_args().seed)
    teams = sorted({one.team or "" for one in field.characters})
    print(draw_map(field, HEX))
    print(f"{' and '.join(teams)} left after {rounds} rounds, with {len(field.characters)} figures")


if __name__ == "__main__":
    main()
