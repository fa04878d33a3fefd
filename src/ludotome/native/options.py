"""Which optimisations are on. Each changes how long a game takes and never which game is played.

    push_down       each condition of an action is evaluated in the outermost loop where it can be
    open_sets       the zones an action's only parameter may have are kept as bits, retested where something changed
    last_move       an end condition that only changed zones can have made true is asked about those
    owner_index     the owner of the top token of each zone is kept
    token_index     the tokens of each player are kept as bits
    kind_index      the zones of each player's tokens of each type are kept as bits
    ray_masks       rays and runs from all zones at once are followed as bits
    attack_masks    what attacks a zone is asked backwards from the zone, by sets of zones as bits
    kept_lines      the zones of each player are kept as bits along every straight line, for runs
    held_lines      how far a slide goes over empty zones is read off words kept for every line
    target_masks    where tokens may go is found by sets of zones as bits
    trial_slice     a trial runs the effects its `post` can see, in place, and puts back what it changed
    foreseen        what `post` says after a mere placement is asked of the state before it
    foreseen_sets   that is asked of all zones together, by sets of zones as bits
    pins            moves that cannot change whether `post` holds are not tried
    judged_moves    of the others, those that only move a token are judged by sets of zones as bits instead of tried
    groups          groups of stones that are only ever placed are kept joined (union-find)
    kept_groups     groups of zones of one kind are kept, with how many open zones they touch
    fill            decisions are written into a buffer of known size, without a branch each
    numbered        a listed decision is one number, where that tells all of it
    drawn_sets      decisions are drawn from kept sets, where they are all in such sets, and not listed
    step_planes     which tokens may step where is found for all of them at once by shifting sets of zones
    kept_steps      which tokens may step where is kept as bits, retested where something changed
    suppression     `not canTake(A)` is read off A's list where that was made just before
    streamed_floods a flood fill yields each zone as it is found, so that it can stop early
    components      a condition that is the same for all zones of a group is evaluated once for each group
    kept_hashes     the numbers of the tokens in a position and in a region are kept added up
    static_budget   effects are not counted where they cannot be too many

This module does not know how any of them works.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The switches; all on unless said otherwise."""

    push_down: bool = True
    open_sets: bool = True
    last_move: bool = True
    owner_index: bool = True
    token_index: bool = True
    kind_index: bool = True
    ray_masks: bool = True
    attack_masks: bool = True
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
    fill: bool = True
    numbered: bool = True
    drawn_sets: bool = True
    step_planes: bool = True
    kept_steps: bool = True
    suppression: bool = True
    streamed_floods: bool = True
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
    kind_index=False,
    ray_masks=False,
    attack_masks=False,
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
    fill=False,
    numbered=False,
    drawn_sets=False,
    step_planes=False,
    kept_steps=False,
    suppression=False,
    streamed_floods=False,
    components=False,
    kept_hashes=False,
    static_budget=False,
)
