"""Each ruling on the kernel is verified by a test: the table names the tests, and they exist."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
EFFECTS, LOOP, CHOICES = "unit/kernel/test_effects.py", "unit/kernel/test_loop.py", "unit/kernel/test_choices.py"
LEGALITY, TRIGGERS, HASHING = (
    "unit/kernel/test_legality.py",
    "unit/kernel/test_triggers.py",
    "unit/kernel/test_hashing.py",
)
RULED, CHANCE, ANY = (
    "unit/play/test_kernel_rulings.py",
    "unit/kernel/test_chance_mode.py",
    "property/kernel/test_any_game.py",
)
# by number of the ruling on the kernel's meaning (1 to 36), and by topic of the kernel table
RULINGS = {
    "1 expressions are total": (RULED, "test_ruling_1__division_floors_and_the_rest_makes_up_for_it"),
    "2 arguments first": (RULED, "test_ruling_2__arguments_are_evaluated_before_anything_changes"),
    "3 order of sets": (RULED, "test_ruling_3__every_set_has_its_order"),
    "4 order of decisions": (
        LEGALITY,
        "test_actions_come_in_definition_order_and_parameters_nest_in_declaration_order",
    ),
    "5 run": ("unit/kernel/test_spatial.py", "test_a_run_round_a_ring_counts_each_zone_once"),
    "6 forEach": (EFFECTS, "test_tokens_made_while_a_list_is_walked_are_not_visited_and_dead_ones_are_skipped"),
    "7 let": (EFFECTS, "test_names_end_with_their_list"),
    "8 clamping": (LEGALITY, "test_a_cost_that_would_be_clamped_makes_the_action_illegal"),
    "9 full zone": (EFFECTS, "test_what_cannot_be_done_is_a_document_fault"),
    "10 slots": (EFFECTS, "test_a_destroyed_token_stays_gone_under_its_name_though_its_slot_is_used_again"),
    "11 budget": (EFFECTS, "test_the_budget_counts_every_node_run"),
    "12 events wait": (TRIGGERS, "test_events_wait_for_the_end_of_their_list"),
    "13 trials": (LEGALITY, "test_a_document_fault_in_a_trial_lists_the_move_and_applying_it_raises"),
    "14 no questions in trials": (
        RULED,
        "test_ruling_14__a_trigger_that_asks_or_rolls_is_an_error_where_a_trial_reaches_it",
    ),
    "15 one apply": (CHOICES, "test_a_choice_in_a_turn_trigger_belongs_to_the_decision_that_led_there"),
    "16 the same dice": (CHOICES, "test_dice_thrown_before_the_question_stay_thrown"),
    "17 the suspended view": (CHOICES, "test_a_choice_suspends_the_decision_and_its_answer_completes_it"),
    "18 hash of a pending state": (CHOICES, "test_hashes_distinguish_pending_states"),
    "19 one option is asked": (CHOICES, "test_one_option_is_still_asked_and_none_is_not"),
    "20 a ply an answer": (CHOICES, "test_every_answer_is_a_ply_and_triggers_are_told_once"),
    "21 options are the chooser's": (CHOICES, "test_only_the_chooser_sees_the_options"),
    "22 position": (HASHING, "test_place_counts_in_stacks_and_queues_but_not_in_sets"),
    "23 seen of a region": (HASHING, "test_a_region_is_seen_by_its_contents_alone"),
    "24 absent seats": (RULED, "test_ruling_24__zones_of_absent_seats_are_in_the_definition_and_in_no_set"),
    "25 draws": ("golden/chance/test_vectors.py", "test_vectors"),
    "26 ids are told to who sees": (
        "unit/play/test_seat_record.py",
        "test_a_token_is_named_to_those_who_saw_it_and_given_by_its_zone_to_others",
    ),
    "27 worlds, not clones": (
        "property/kernel/test_resampling.py",
        "test_states_a_seat_cannot_distinguish_give_equal_worlds",
    ),
    "28 legality tells no secrets": (RULED, "test_ruling_28__legality_that_reads_a_hidden_zone_is_warned_of"),
    "29 names are names": ("unit/spec/test_parse_game_spec.py", "test_only_true_and_false_are_more_than_names"),
    "30 the inner it": ("unit/spec/test_seed.py", "test_the_inner_it_is_explained_where_the_outer_one_was_meant"),
    "31 nothing to do in a second phase": (
        RULED,
        "test_ruling_31__a_phase_with_nothing_to_do_ends_the_game_unless_its_when_is_false",
    ),
    "32 rights are variables": (
        RULED,
        "test_ruling_32__a_rook_that_came_back_has_lost_its_castling_and_makes_another",
    ),
    "33 ambiguous notation": (RULED, "test_ruling_33__a_notation_that_means_two_decisions_is_refused_with_both"),
    "34 not equal and unequal": (
        RULED,
        "test_ruling_34__not_equal_and_unequal_differ_exactly_when_a_side_is_nothing",
    ),
    "35 requests": (
        RULED,
        "test_ruling_35__a_request_leaves_no_trace_and_a_named_player_stays_in_json_and_hashes_until_the_turn_ends",
    ),
    "36 move lists of any length": (
        "parity/native/test_positions.py",
        "test_a_list_of_moves_may_be_of_any_length",
    ),
    "end of a phase": (LOOP, "test_a_manual_phase_continues_until_asked_to_end"),
    "onEnter before triggers": (LOOP, "test_a_turn_walks_its_phases_with_effects_before_triggers"),
    "first decision": (LOOP, "test_the_first_turn_is_that_of_seat_0_or_of_the_seat_named_in_setup"),
    "no legal move": (LOOP, "test_a_whole_round_without_a_decision_is_a_stall"),
    "events in setup": (TRIGGERS, "test_setup_raises_events_too_done_by_nobody"),
    "event bindings": (TRIGGERS, "test_an_event_tells_what_happened_and_its_guard_is_asked_when_it_fires"),
    "moves in JSON": ("unit/play/test_state.py", "test_a_decision_is_itself_or_its_json_or_its_notation"),
    "trigger depth": (TRIGGERS, "test_a_chain_is_cut_at_the_greatest_depth_and_the_cut_is_logged"),
    "visibility": (ANY, "test_what_a_seat_sees_does_not_change_with_what_it_cannot_see"),
    "first draw": ("property/chance/test_uniformity.py", "test_the_kth_draw_is_uniform_over_consecutive_seeds"),
    "hash": ("property/chance/test_hash_quality.py", "test_a_million_small_boards_have_a_million_hashes"),
    "a game that repeats": (HASHING, "test_a_game_that_repeats_is_seen_to_repeat"),
    "effects that fail": ("property/gamedef/test_faults.py", "test_a_fault_at_play_was_warned_of"),
    "a step to no neighbour": (LEGALITY, "test_a_step_to_a_zone_that_is_not_adjacent_is_illegal_not_a_fault"),
    "explicit chance": (CHANCE, "test_kuhn_deals_three_times_two_ways"),
    "processes": ("property/kernel/test_processes.py", "test_the_chain_of_hashes_is_the_same_in_every_process"),
    "enumeration": (ANY, "test_a_brute_force_enumeration_lists_no_other_decision"),
    "atomic": (ANY, "test_apply_is_atomic_under_injected_errors"),
}


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("ruling", list(RULINGS))
def test_each_ruling_on_the_kernel_has_a_test(ruling: str) -> None:
    file, name = RULINGS[ruling]
    assert name in functions_of(file)


def test_no_ruling_is_left_out() -> None:
    assert [int(name.split()[0]) for name in RULINGS if name[0].isdigit()] == list(range(1, 37))
