"""Rulings on the kernel's meaning that no other test verifies alone, by number; some are visible only from outside."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import PlayError, validate_game_def
from ludotome.kernel import apply_move, compute_full_hash, compute_position_hash, initial_state, legal_moves
from ludotome.play import Game
from ludotome.spec.lint_game_def import lint_game_def
from tests.support.kernel_world import ask, plain_world, state_with, token
from tests.support.small_games import N, cards, game, play
from tests.unit.kernel.expression_cases import NO_NUMBER, op, pair, query, ref, top

SEAT_0, SEAT_1 = {"ref": "seat", "seat": 0}, {"ref": "seat", "seat": 1}
COUNT = ref("gvar", var="count")


# ── 1: expressions are total; `//` and `%` floor ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("divisor", [-3, 3])
@pytest.mark.parametrize("number", range(-7, 8))
def test_ruling_1__division_floors_and_the_rest_makes_up_for_it(number: int, divisor: int) -> None:
    """Where C would truncate: q * d + r is the number, and r has the divisor's sign or is 0."""
    quotient, rest = ask(pair("//", number, divisor)), ask(pair("%", number, divisor))
    assert quotient * divisor + rest == number
    assert 0 <= rest * (1 if divisor > 0 else -1) < 3


def test_ruling_1__asking_changes_nothing_and_a_divisor_that_may_be_0_is_an_error() -> None:
    state = state_with(token("pawn", "p"))
    before = compute_full_hash(plain_world(), state)
    for question in (pair("+", COUNT, 1), query("tokens"), top("p"), op("empty", zone="p")):
        ask(question, state)
    assert compute_full_hash(plain_world(), state) == before
    small = game([{"id": "go", "effects": [{"setVar": {"var": "n", "value": pair("//", 6, N)}}]}], check=False)
    assert [found.code for found in validate_game_def(small) if found.severity == "error"] == ["LT305"]


# ── 2: all arguments of one effect are evaluated before it changes anything ────────────────────────────────────────


@pytest.mark.parametrize(
    ("made", "asked", "answer"),
    [
        # the number is evaluated before the first card leaves the deck
        ((token("card", "deck", count=4), {"draw": {"from": "deck", "to": "pile", "count": pair("//", ref("zoneCount", zone="deck"), 2)}}), ref("zoneCount", zone="pile"), 2),
        # so is the number of new tokens, which depends on the existing ones
        ((token("card", "p", count=2), {"createToken": {"type": "card", "zone": "p", "count": ref("zoneCount", zone="p")}}), ref("zoneCount", zone="p"), 4),
        # the rank of each is evaluated before the first exists
        (({"createToken": {"type": "card", "zone": "p", "count": 3, "props": {"rank": ref("zoneCount", zone="p")}}},), {"aggregate": "sum", "query": query("tokensInZone", zone="p"), "of": ref("tokenProp", token="$it", prop="rank")}, 0),
        # token and target: the top is not evaluated again for the target
        ((token("card", "p"), token("card", "q"), {"moveToken": {"token": top("p"), "to": ref("tokenProp", token=top("q"), prop="zone")}}), ref("zoneCount", zone="q"), 2),
        # the filter is evaluated for all before any moves
        ((token("card", "p", count=3), {"moveAll": {"from": "p", "to": "q", "filter": pair("==", ref("zoneCount", zone="q"), 0)}}), ref("zoneCount", zone="q"), 3),
    ],
)  # fmt: skip
def test_ruling_2__arguments_are_evaluated_before_anything_changes(made: Any, asked: Any, answer: int) -> None:
    assert ask(asked, state_with(*made)) == answer


# ── 3: the order of every set ──────────────────────────────────────────────────────────────────────────────────────

SCATTERED = (
    token("card", "q"),
    token("card", "deck"),
    token("card", "p"),
    token("card", "deck"),
    token("card", "line", count=2),
)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (query("tokens"), (0, 1, 2, 3, 4, 5)),  # by slot, wherever they are
        (query("tokensInZone", zone="deck"), (3, 1)),  # in draw order: a stack from its top
        (query("tokensInZone", zone="line"), (4, 5)),  # a queue from its front
        (query("intsInRange", min=2, max=4), (2, 3, 4)),
        (query("intsInRange", min=4, max=2), ()),
        (query("list", items=[3, 1, 3, 2, 1]), (3, 1, 2)),  # as written, repeats dropped
        (query("players"), (0, 1)),
        (query("region", name="corners"), ("cell_0_0", "cell_0_2", "cell_2_0", "cell_2_2")),
        (query("zonesInRange", zone="r", range=1), ("q", "r", "s")),  # definition order, not from near to far
        (query("adjacentZones", zone="cell_1_1"), ("cell_0_1", "cell_2_1", "cell_1_0", "cell_1_2", "cell_0_0", "cell_0_2", "cell_2_0", "cell_2_2")),
        (query("connectedZones", zone="r"), ("q", "s", "p")),  # breadth first
        (query("ray", **{"from": "q", "direction": query("list", items=["west", "east"])}), ("p", "r", "s")),  # direction, then near to far
    ],
)  # fmt: skip
def test_ruling_3__every_set_has_its_order(asked: Any, answer: tuple[Any, ...]) -> None:
    assert tuple(ask(asked, state_with(*SCATTERED))) == answer


# ── 14: what is tried may not ask or roll, nor may a trigger it reaches ────────────────────────────────────────────

ROLL = {"roll": {"bind": "$d", "sides": 6}}
CHOICE = {"chooseOne": {"bind": "$c", "options": {"query": "players"}}}


@pytest.mark.parametrize("uncertain", [ROLL, CHOICE], ids=["roll", "choice"])
@pytest.mark.parametrize("tried", [{"post": True}, {"longest": {"upTo": 3}}], ids=["post", "longest"])
def test_ruling_14__a_trigger_that_asks_or_rolls_is_an_error_where_a_trial_reaches_it(
    uncertain: dict[str, Any], tried: dict[str, Any]
) -> None:
    moved = {"moveToken": {"token": {"ref": "top", "zone": "deck"}, "to": "row"}}
    trigger = {"id": "t", "event": {"type": "tokenEntered", "zone": "row"}, "effects": [uncertain]}

    def errors(action: dict[str, Any]) -> list[str]:
        small = game([{"id": "go", **action}], triggers=[trigger], setup=cards("deck", 1), check=False)
        return [found.code for found in validate_game_def(small) if found.severity == "error"]

    assert errors({"effects": [moved], **tried}) == ["LT412"]
    assert errors({"effects": [moved]}) == []  # nothing is tried
    assert errors({"effects": [], **tried}) == []  # the trigger is not reached


# ── 24: zones of absent seats ──────────────────────────────────────────────────────────────────────────────────────


def test_ruling_24__zones_of_absent_seats_are_in_the_definition_and_in_no_set() -> None:
    by_two, by_three = state_with(players=2), state_with(players=3)
    hand = "hand:2"
    for asked in (query("zones"), query("ownedZones", zone="hand", players=query("players"))):
        assert hand not in ask(asked, by_two)
        assert hand in ask(asked, by_three)
    assert ask(op("isNone", arg=ref("zone", zone="hand:2")), by_two) is True


def test_ruling_24__what_seats_could_be_taken_is_not_in_the_hash_of_a_game_for_two() -> None:
    """The same table for two, in a game for two or three players and in one for two only."""
    wide, narrow = (
        game([{"id": "go"}], setup=cards("deck", 1, 2)),
        game([{"id": "go"}], setup=cards("deck", 1, 2), players=(2, 2)),
    )
    assert compute_position_hash(wide, initial_state(wide, 1, 2)) == compute_position_hash(
        narrow, initial_state(narrow, 1, 2)
    )


# ── 28: a `pre` or a domain that reads what the actor cannot see ───────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("zone", "codes"), [("deck", ["LT504"]), ("hand:1", ["LT504"]), ("row", [])], ids=["hidden", "another's", "public"]
)
@pytest.mark.parametrize("where", ["pre", "domain"])
def test_ruling_28__legality_that_reads_a_hidden_zone_is_warned_of(zone: str, codes: list[str], where: str) -> None:
    rank = pair(">", ref("tokenProp", token=top(zone), prop="rank"), 3)
    picked = {"params": [{"name": "$n", "domain": query("where", of=query("intsInRange", min=1, max=2), where=rank)}]}
    small = game([{"id": "go", **({"pre": rank} if where == "pre" else picked)}])
    assert [found.code for found in lint_game_def(small) if found.code == "LT504"] == codes


def test_ruling_28__a_sole_actor_may_read_their_own_hand() -> None:
    rank = pair(">", ref("tokenProp", token=top("hand:1"), prop="rank"), 3)
    small = game([{"id": "go", "pre": rank, "actor": SEAT_1}])
    assert "LT504" not in {found.code for found in lint_game_def(small)}


# ── 31: `noLegalMoves` in a second phase ───────────────────────────────────────────────────────────────────────────


def test_ruling_31__a_phase_with_nothing_to_do_ends_the_game_unless_its_when_is_false() -> None:
    ends = [{"when": {"op": "noLegalMoves"}, "result": {"type": "draw"}}]
    something = {"op": "occupied", "zone": "row"}

    def outcome(**phase: Any) -> Any:
        actions = [{"id": "put", "phases": ["main"]}, {"id": "take", "phases": ["remove"], "pre": something}]
        return play(game(actions, ends=ends, phases=[{"id": "main"}, {"id": "remove", **phase}]), "put").outcome

    assert outcome().type == "draw"
    assert outcome(when=something) is None


# ── 32: rights that return are variables, not flags of a token ─────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def chess() -> Game:
    return lt.load("chess")


def positions(chess: Game, *moves: str) -> list[int]:
    state = chess.new_initial_state(seed=1)
    found = [state.position_hash()]
    for move in moves:
        state.apply_action(move)
        found.append(state.position_hash())
    return found


KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_ruling_32__a_knight_that_came_back_makes_the_same_position(chess: Game) -> None:
    before, *_, after = positions(chess, *KNIGHTS)
    assert after == before


def test_ruling_32__a_rook_that_came_back_has_lost_its_castling_and_makes_another(chess: Game) -> None:
    rooks = ("h1g1", "h8g8", "g1h1", "g8h8")
    found = positions(chess, "g1f3", "g8f6", *rooks, *rooks)
    assert found[6] != found[2]
    assert found[10] == found[6]  # the second time round there is nothing left to lose


# ── 33: an ambiguous notation ──────────────────────────────────────────────────────────────────────────────────────


def test_ruling_33__a_notation_that_means_two_decisions_is_refused_with_both() -> None:
    numbered = [{"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": 2}}]
    table = lt.from_game_def(game([{"id": "go", "params": numbered, "notation": ["go"]}]))
    state = table.new_initial_state(seed=1, backend="reference")
    with pytest.raises(PlayError) as caught:
        state.apply_action("go")
    assert caught.value.code == "ambiguous-notation"
    assert caught.value.details["candidates"] == state.legal_actions()
    assert state.history() == ()


# ── 34: `not (a == b)` and `a != b` ────────────────────────────────────────────────────────────────────────────────


def test_ruling_34__not_equal_and_unequal_differ_exactly_when_a_side_is_nothing() -> None:
    for left, right in ((NO_NUMBER, 2), (2, NO_NUMBER), (NO_NUMBER, NO_NUMBER)):
        assert (ask(op("not", arg=pair("==", left, right))), ask(pair("!=", left, right))) == (True, False)
    for left, right in ((2, 3), (2, 2)):
        assert ask(op("not", arg=pair("==", left, right))) == ask(pair("!=", left, right))


# ── 35: requests are used up; the player named waits in the state ──────────────────────────────────────────────────


def test_ruling_35__a_request_leaves_no_trace_and_a_named_player_stays_in_json_and_hashes_until_the_turn_ends() -> None:
    named = {"setActivePlayer": {"player": SEAT_0}}
    small = game(
        [{"id": "name", "effects": [named]}, {"id": "wait"}, {"id": "end", "effects": ["endPhase", "endTurn"]}],
        phases=[{"id": "main", "ends": "manual"}],
        players=(2, 2),
    )
    table = lt.from_game_def(small)
    waiting, plain = play(small, "name", "wait"), play(small, "wait", "wait")
    assert (waiting.next_player, plain.next_player) == (0, None)
    assert compute_position_hash(small, waiting) != compute_position_hash(small, plain)
    assert compute_full_hash(small, waiting) != compute_full_hash(small, plain)
    again = table.state_from_json(table.state_of(waiting, "reference").to_json(), "reference")
    assert again.game_state.next_player == 0
    again.apply_action("end")
    assert (again.game_state.active, again.game_state.next_player) == (0, None)
    # two requests to end do not end the next player's phase too
    ended = apply_move(small, plain, legal_moves(small, plain)[2]).state
    assert (ended.active, ended.turn, len(legal_moves(small, ended))) == (1, 1, 3)


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_place_among_four_is_worth_a_third_and_not_a_little_more(backend: Any) -> None:
    """Places are equal steps from 1 to −1, rounded once, so that they print as simple fractions."""
    seat = {"ref": "playerProp", "player": "$player", "prop": "seat"}
    ranked = game([{"id": "go"}], ends=[{"when": True, "result": {"type": "rank", "by": [seat]}}], players=(4, 4))
    assert lt.Game(ranked).new_initial_state(backend=backend).returns() == (-1.0, -1 / 3, 1 / 3, 1.0)
