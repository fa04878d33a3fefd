"""Options: the enabled optimisations. Each affects only the speed of a game, never its rules.

    push_down       each condition of an action is evaluated in the outermost loop where it can be
    open_sets       the possible zones of an action's only parameter are kept as bits, tested again after changes
    last_move       an end condition that only changed zones can make true is tested only for these
    owner_index     the owner of the top token of each zone is kept
    token_index     the tokens of each player are kept as bits
    type_index      the tokens of each type are kept as bits, in games in which none changes its type
    kind_index      the zones of each player's tokens of each type are kept as bits
    ray_masks       rays and runs from all zones at once are followed as bits
    attack_masks    the attackers of a zone are found backwards from the zone, by sets of zones as bits
    zone_sets       conditions on the zones of a static set are tested for all of them at once, as bits
    static_values   values that depend on one or two zones, names or players alone are read from tables
    kept_lines      the zones of each player are kept as bits along every straight line, for runs
    held_lines      the length of a slide over empty zones is read from words kept for every line
    target_masks    destinations of tokens are found by sets of zones as bits
    trial_slice     a trial runs the effects its `post` can see, in place, and undoes its changes
    foreseen        if a decision only places a token, the value of `post` after it is computed in the state before it
    foreseen_sets   the same for all zones together, by sets of zones as bits
    pins            moves that cannot change whether `post` holds are not tried
    judged_moves    of the remaining moves, those that only move a token are tested by sets of zones as bits
    groups          groups of tokens that are only ever placed are kept by union-find
    kept_groups     groups of zones of one kind are kept, with the open zones they touch
    common_costs    a cost that is the same for all instances of an action is tried once for all of them
    fill            decisions are written into a buffer of known size, without branches
    numbered        a listed decision is one number, if that suffices
    drawn_sets      decisions are drawn from kept sets without being listed, if all are in such sets
    step_planes     the steps of all tokens are computed at once by shifting sets of zones
    kept_steps      the steps of tokens are kept as bits, tested again after changes
    suppression     `not canTake(A)` is read from A's list if that was made just before
    streamed_floods a flood fill yields each zone as it is found, so that it can stop early
    goal_first      `joins` with a static goal searches towards the goal first, instead of flooding
    components      a condition that is the same for all zones of a group is evaluated once per group
    kept_hashes     sums of the token numbers of positions and regions are kept
    static_budget   effects are not counted if their number cannot exceed the limit

This module does not know how they work.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The switches; all are on by default."""

    push_down: bool = True
    open_sets: bool = True
    last_move: bool = True
    owner_index: bool = True
    token_index: bool = True
    type_index: bool = True
    kind_index: bool = True
    ray_masks: bool = True
    attack_masks: bool = True
    zone_sets: bool = True
    static_values: bool = True
    kept_lines: bool = True
    held_lines: bool = True
    target_masks: bool = True
    trial_slice: bool = True
    foreseen: bool = True
    foreseen_sets: bool = True
    pins: bool = True
    judged_moves: bool = True
    groups: bool = True
    kept_groups: bool = True
    common_costs: bool = True
    fill: bool = True
    numbered: bool = True
    drawn_sets: bool = True
    step_planes: bool = True
    kept_steps: bool = True
    suppression: bool = True
    streamed_floods: bool = True
    goal_first: bool = True
    components: bool = True
    kept_hashes: bool = True
    static_budget: bool = True


ALL_ON = Options()
ALL_OFF = Options(
    push_down=False,
    open_sets=False,
    last_move=False,
    owner_index=False,
    token_index=False,
    type_index=False,
    kind_index=False,
    ray_masks=False,
    attack_masks=False,
    zone_sets=False,
    static_values=False,
    kept_lines=False,
    held_lines=False,
    target_masks=False,
    trial_slice=False,
    foreseen=False,
    foreseen_sets=False,
    pins=False,
    judged_moves=False,
    groups=False,
    kept_groups=False,
    common_costs=False,
    fill=False,
    numbered=False,
    drawn_sets=False,
    step_planes=False,
    kept_steps=False,
    suppression=False,
    streamed_floods=False,
    goal_first=False,
    components=False,
    kept_hashes=False,
    static_budget=False,
)
