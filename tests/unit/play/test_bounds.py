"""Bounds of a definition: what is too large is refused with a code and a path; what is just within is accepted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import BOUNDS, from_json, to_json, validate_game_def
from ludotome.spec import check_text, compile_text
from tests.support.hostile_documents import head, many_zone_variables, nested_quantifiers

ROOT = Path(__file__).resolve().parents[3]
END = 'endConditions: [ { when: "turn > 5", result: { type: draw } } ]\n```\n'


def found(text: str) -> dict[str, str]:
    """Return the codes for a document, with the path of the first of each."""
    return {one.code: one.path for one in reversed(compile_text(text).diagnostics)}


def chain(length: int) -> str:
    """Return a document with a chain of this many `canTake`."""
    actions = [f'  - {{ id: a{n}, pre: "canTake(a{n + 1})", effects: [] }}\n' for n in range(length)]
    return head("chain", 3, 3) + "actions:\n" + "".join(actions) + f"  - {{ id: a{length}, effects: [] }}\n" + END


def noted(notation: str) -> str:
    """Return a document with an action with this notation."""
    action = "id: put, params: [ { name: $c, domain: board } ], effects: []"
    return head("noted", 3, 3) + f'actions: [ {{ {action}, notation: "{notation}" }} ]\n' + END


def changed(change: Any) -> tuple[Any, ...]:
    """Return the diagnostics of tic-tac-toe's definition as JSON, after *change*."""
    data = json.loads(to_json(lt.load("tic-tac-toe").game_def))
    change(data)
    return validate_game_def(from_json(json.dumps(data)))


def steps(text: str) -> int:
    """Return how many calls it takes to compile a document, which does not depend on the machine's load."""
    import cProfile

    profile = cProfile.Profile()
    profile.runcall(compile_text, text)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("part", ["regions: {}\n", "strange: 1\n"])
def test_repeated_sections_take_linear_work(part: str) -> None:
    """Ten times as many need about ten times the calls, and not a hundred."""
    text = chain(1)
    few, many = (steps(text.replace("```yaml\n", "```yaml\n" + part * count, 1)) for count in (600, 6_000))
    assert many < 20 * few


def test_triggers_that_set_off_each_other_are_counted_once() -> None:
    """200 of them, 64 deep."""
    one = "{ event: tokenEntered, effects: [ moveToken: { token: $token, to: first(adjacentZones($zone)) } ] }"
    text = chain(1).replace("seats: [X, O]", "seats: [X, O], maxTriggerDepth: 64", 1)
    few, many = (steps(text.replace(END, f"triggers: [ {', '.join([one] * count)} ]\n" + END)) for count in (20, 200))
    assert many < 20 * few


def test_macros_inside_macros_stop_at_the_bound() -> None:
    """Eight calls in each of sixty: the first chain that is too deep ends it."""
    macros = "".join(f"  - {{ name: e{n}, effects: [{', '.join([f'e{n - 1}'] * 8)}] }}\n" for n in range(1, 60))
    first = "macros:\n  - { name: e0, effects: [ endTurn ] }\n"
    text = head("deep", 3, 3) + first + macros + "actions: [ { id: go, effects: [ e59 ] } ]\n" + END
    assert [one.code for one in compile_text(text).diagnostics] == ["LT232"]
    assert steps(text) < 10**6


@pytest.mark.parametrize("length", [33, 150, 2_000])
def test_a_long_chain_of_questions_is_refused(length: int) -> None:
    """At any length, without a long search and without a deep stack."""
    assert "LT428" in found(chain(length))


def test_a_chain_within_the_bound_is_played_on_both_kernels() -> None:
    """At the maximum depth."""
    game = lt.load_text(chain(32))
    for backend in ("native", "reference"):
        assert len(game.new_initial_state(backend=backend).legal_actions()) == 33  # type: ignore[arg-type]


def test_a_cycle_behind_a_chain_is_still_reported_as_a_cycle() -> None:
    """The chain that leads into it has no length."""
    text = chain(3).replace("id: a3, ", 'id: a3, pre: "canTake(a1)", ')
    diagnostics = compile_text(text).diagnostics
    circles = [one.message for one in diagnostics if one.code == "LT413"]
    assert [message.partition(" is legal")[0] for message in circles] == [f"whether `a{n}`" for n in (1, 2, 3)]
    assert "`a1` → `a2` → `a3` → `a1`" in circles[0]


@pytest.mark.parametrize("cells", ["it.col != 1", "it.row != 1", "it.col == 2 and it.row == 2"])
def test_a_board_with_an_empty_row_or_column_is_drawn(cells: str) -> None:
    """The cells on either side keep their places."""
    text = chain(1).replace("names: algebraic", f'names: algebraic, cells: "{cells}"')
    state = lt.load_text(text).new_initial_state(backend="reference")
    assert str(state).count(".") == len(state.game.game_def.zones)
    assert "<svg" in state.svg()


def test_boards_together_have_a_bounded_number_of_zones() -> None:
    """300 boards of 10,000 cells took over 27 s and 1.2 GB; now boards beyond the limit are not made."""
    boards = ", ".join(f"{{ grid: {{ id: b{n}, rows: 100, cols: 100 }} }}" for n in range(300))
    text = chain(1).replace("zones: [ {", f"zones: [ {boards}, {{", 1)
    told = [one for one in compile_text(text).diagnostics if one.code == "LT610"]
    assert {one.path for one in told} == {f"zones[{n}].grid" for n in range(3, 301)}
    assert {one.message for one in told if one.path == "zones[3].grid"} == {
        "with this board the game has 40000 zones; at most 30000 are allowed"
    }


def test_the_boards_of_a_document_read_a_bounded_number_of_characters() -> None:
    """40 missions of 4 MB took three minutes, and a document can name thousands; a file that was read is read again."""
    asked = list[str]()

    def read(name: str) -> str:
        asked.append(name)
        return "#" * 3_000_000

    boards = ", ".join(f"{{ mission: {{ id: m{n}, file: a.txt, segments: s.txt, tokens: t.txt }} }}" for n in range(50))
    text = chain(1).replace("zones: [ {", f"zones: [ {boards}, {{", 1)
    told = [one.message for one in compile_text(text, read).diagnostics if one.code == "LT617"]
    why = "the boards of a document may read 4,194,304 characters in all"
    assert told == [f"cannot read `{name}`: {why}" for name in ("s.txt", "t.txt", *["a.txt"] * 49)]
    assert asked == ["a.txt", "s.txt"]


@pytest.mark.parametrize(("rows", "compiled"), [(3, 59), (100, 7)])
def test_settings_of_a_large_game_are_checked_only_in_part(
    rows: int, compiled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """64 values of a parameter of a game that takes a second to check took more than a minute."""
    module, calls = sys.modules["ludotome.spec.compile_text"], list[Any]()
    monkeypatch.setattr(module, "compile_text", lambda *given: calls.append(given[2:]) or compile_text(*given))
    values = ", ".join(map(str, range(1, 61)))
    text = chain(1).replace("tokenTypes:", f"parameters: {{ k: {{ default: 1, values: [ {values} ] }} }}\ntokenTypes:")
    text = text.replace("turn > 5", "turn > k").replace("rows: 3, cols: 3", f"rows: {rows}, cols: {rows}")
    check_text(text.replace(", names: algebraic", ""))
    assert len(calls) == 1 + compiled


def test_a_leap_to_where_the_token_stands_is_refused() -> None:
    """A leap by two zeros, which the movement of tokens cannot represent."""
    text = chain(1).replace("{ id: mark }", "{ id: mark, movement: [ { leap: [0, 0] } ] }")
    assert found(text) == {"LT408": "tokenTypes[0].movement[0]"}


@pytest.mark.parametrize(("variables", "refused"), [(20, False), (250, True)])
def test_a_state_has_a_bounded_size(variables: int, refused: bool) -> None:
    """Reported at the section that takes the most."""
    codes = found(many_zone_variables(variables))
    assert ("LT427" in codes) == refused
    assert codes.get("LT427") in (None, "perZoneVars")


@pytest.mark.parametrize(("notation", "refused"), [("x" * 480 + "{$c}", False), ("x" * 501, True), ("{$c}" * 26, True)])
def test_a_decision_is_written_in_bounded_text(notation: str, refused: bool) -> None:
    """Holes count as the longest value they can contain."""
    assert ("LT429" in found(noted(notation))) == refused


@pytest.mark.parametrize(("depth", "place", "told"), [(3, "pre", False), (7, "pre", True), (7, "end", True)])
def test_a_question_inside_questions_is_warned_of_with_its_cost(depth: int, place: str, told: bool) -> None:
    """64 cells for each of 64 cells, several times nested."""
    warned = [one for one in compile_text(nested_quantifiers(depth, place)).diagnostics if one.code == "LT439"]
    assert bool(warned) == told
    assert all(one.severity == "warning" and "steps in one position, about" in one.message for one in warned)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda data: data["metadata"].update(seats=["X\x1b[2J", "O"]), "metadata.seats[0]"),
        (lambda data: data["metadata"].update(id="x" * 101), "metadata.id"),
        (lambda data: data["zones"][0].update(row=10**9), "zones[0].row"),
        (lambda data: data["zones"][0].update(row=-10_000, col=-10_000), "boards[0]"),
        (lambda data: data["zones"][0].update(name="a\nb"), "zones[0].name"),
        (lambda data: data["tokenTypes"][0].update(draw="\u202e"), "tokenTypes[0].draw"),
        (lambda data: data["actions"][0].update(id=""), "actions[0].id"),
        (lambda data: data.update(constants={"\x07": 1}), "constants"),
    ],
)
def test_names_and_places_of_a_definition_can_be_shown(change: Any, path: str) -> None:
    """Also if they come from JSON; the message itself can be printed."""
    told = [one for one in changed(change) if one.code == "LT419"]
    assert [one.path for one in told] == [path]
    assert all(one.message.isprintable() and len(one.message) < 200 for one in told)


def test_every_bound_is_on_the_page_with_its_number() -> None:
    """The page is generated from the table that the checks read."""
    page = (ROOT / "docs" / "language" / "limits.md").read_text(encoding="utf-8")
    for bound in BOUNDS:
        assert f"| {bound.what} | {bound.most:,} |" in page
