"""Forms of other languages get the correct word, with a fix that gives the intended game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotome.diagnostics import mend, render
from ludotome.gamedef import NODES, to_json
from ludotome.spec import compile_text
from tests.support.wrong_values import SAMPLE, Sections, as_text, node_document, places

INTENDED = Path(__file__).parents[2] / "repairs" / "intended"
GAMES = {file.stem: file.read_text(encoding="utf-8") for file in INTENDED.glob("*.md")}
NESTED_IF = """      - if:
          when: "$die == 1"
          then:
            - setVar: { var: pot, value: 0 }
            - endTurn
          else:
            - addVar: { var: pot, delta: $die }
"""
FLAT_IF = """      - if: "$die == 1"
        then:
          - setVar: { var: pot, value: 0 }
          - endTurn
        else:
          - addVar: { var: pot, delta: $die }
"""
PYTHON_IF = """      - if $die == 1:
          - setVar: { var: pot, value: 0 }
          - endTurn
        else:
          - addVar: { var: pot, delta: $die }
"""
PLACE_IN_LIST = """  - place:
      White: { runner: "row == 4" }
      Black: { runner: "row == 0" }
"""
PLACE_IN_MAPPING = """  place:
    White: { runner: "row == 4" }
    Black: { runner: "row == 0" }
"""
# the game, the text, its replacement, and the first suggestion
HABITS = [
    ("marks", "endConditions:", "end_conditions:", "write `endConditions`"),
    ("marks", "- when: noLegalMoves", "- condition: noLegalMoves", "write `when`"),
    ("marks", "cols: 3", "columns: 3", "write `cols`"),
    ("marks", "empty(it)", "is_empty(it)", "write `empty`"),
    ("marks", "when: noLegalMoves", 'when: "len(legalMoves) == 0"', "write `noLegalMoves`"),
    ("marks", "when: noLegalMoves", 'when: "not legalMoves"', "write `noLegalMoves`"),
    ("marks", '"board where empty(it)"', '"board.filter(c => empty(c))"', "write `board where empty(it)`"),
    ("marks", '"board where empty(it)"', '"filter(lambda c: empty(c), board)"', "write `board where empty(it)`"),
    ("marks", '"board where empty(it)"', '"[c for c in board if empty(c)]"', "write `board where empty(it)`"),
    ("ring", "turn < 2 or exists", "turn < 2 || exists", "write `or`"),
    (
        "ring",
        '"sum(players, it.claimed) > 10"',
        '"players.map(p => p.claimed).sum() > 10"',
        "write `sum(players, it.claimed) > 10`",
    ),
    ("runners", "{ White: n, Black: s }", "{ White: up, Black: down }", "write `n`"),
    (
        "runners",
        "- moveToken: { token: $piece, to: $to }",
        "- moveToken($piece, $to)",
        "write `moveToken: { token: $piece, to: $to }`",
    ),
    ("dice", NESTED_IF, FLAT_IF, "write `if: { when: CONDITION, then: [ … ], else: [ … ] }`"),
    ("runners", PLACE_IN_LIST, PLACE_IN_MAPPING, "begin each effect with `- `"),
    ("dice", "  - { name: pot, type: int,", "  pot: { type: int,", "each entry with its name"),
    ("marks", "- grid: { rows: 3, cols: 3, directions: 8 }", "- grid(3, 3, directions=8)", "write `grid: { rows: 3, c"),
    ("ring", "- hex: { radius: 2 }", "- hex(2)", "write `hex: { radius: 2 }`"),
    ("cards", "- { id: hand, owner: player,", "- hand: { owner: player,", "write `{ id: hand, … }`"),
    ("dice", "roll: { bind: $die, sides: 6 }", "roll: { sides: 6 }", "add `bind: $die`"),
    ("dice", "roll: { bind: $die, sides: 6 }", "roll: d6", "write `roll: { bind: $die, sides: 6 }`"),
    ("cards", '"tokensInZone(hand)"', "hand", "write `tokensInZone(hand)` for what lies in it"),
    ("cards", "count(tokensInZone(deck))", "count(deck)", "write `tokensInZone(deck)` for what lies in it"),
    ("marks", "players: { min: 2, max: 2 }", "players: 2", "write `{ min: 2, max: 2 }`"),
    ("marks", '"board where empty(it)"', '"board with empty(it)"', "write `where`"),
    ("runners", '"destinations($piece)"', '"$piece.destinations()"', "write `destinations($piece)`"),
    (
        "runners",
        '- { name: $to, domain: "destinations($piece)" }',
        '- $to: "destinations($piece)"',
        "name: $to, domain",
    ),
    ("runners", '"destinations($piece)"', '"destinations($piece);"', "remove it"),
    # calls where a mapping is meant
    ("marks", "  - grid: { rows: 3, cols: 3, directions: 8 }", "  board: grid(3, 3, directions=8)", "write `[ grid: {"),
    ("marks", "- grid: { rows: 3, cols: 3, directions: 8 }", "- square: { size: 3, directions: 8 }", "write `grid`"),
    ("marks", "- grid: { rows: 3,", "- board: { shape: square, rows: 3,", "write `grid: { … }`"),
    ("ring", "- hex: { radius: 2 }", "- hexagon: { radius: 2 }", "write `hex`"),
    (
        "marks",
        "result: { type: win, player: lastActor }",
        "result: win(lastActor)",
        "write `{ type: win, player: lastAc",
    ),
    ("marks", "result: { type: draw }", "result: draw()", "write `{ type: draw }`"),
    ("marks", "result: { type: draw }", "result: Draw", "write `{ type: draw }`"),
    ("cards", '{ type: rank, by: ["$player.points"] }', 'rank(by=["$player.points"])', "write `{ type: rank, by: ["),
    ("marks", "result: { type: win, player: lastActor }", "result: win\n    player: lastActor", "write `result: {"),
    # statements where an effect is meant
    ("dice", "roll: { bind: $die, sides: 6 }", "$die = randint(1, 6)", "write `roll: { bind: $die, sides: 6 }`"),
    ("dice", NESTED_IF, PYTHON_IF, "write `if: { when: CONDITION, then: [ … ] }`"),
    ("dice", "addVar: { var: score, player: actor, delta: pot }", "addVar: { actor.score: pot }", "write `addVar: {"),
    # conditions on each element
    ("ring", "sum(players, it.claimed) > 10", "sum(map(lambda p: p.claimed, players)) > 10", "write `sum(players, it"),
    (
        "ring",
        "sum(players, it.claimed) > 10",
        "sum([p.claimed for p in players]) > 10",
        "write `sum(players, it.claime",
    ),
    ("ring", "sum(players, it.claimed) > 10", "players.reduce((a, p) => a + p.claimed, 0) > 10", "write `sum(players,"),
    (
        "ring",
        "count(board where mine(it)) == 0",
        "len(list(filter(lambda z: mine(z), board))) == 0",
        "board where mine",
    ),
    (
        "dice",
        "exists(players where it.score >= 100)",
        "any(p.score >= 100 for p in players)",
        "write `exists(players w",
    ),
    ("runners", "== 0 and lastActor != none", "== 0 && lastActor != none", "write `and`"),
    # properties by the type of their owner
    ("cards", '"tokensInZone(hand)"', '"hand.cards"', "write `tokensInZone(hand)`"),
    ("cards", "$card.worth", "$card.props.worth", "write `$card.worth`"),
    ("cards", "$card.worth", "\"$card['worth']\"", "write `$card.worth`"),
    ("runners", "lastActor.opponent)", "lastActor.opponent())", "write `lastActor.opponent`"),
    # other forms
    ("cards", "owner: player, visibility: owner", "perPlayer: true, visibility: owner", "write `owner: player`"),
    ("runners", "params:", "inputs:", "write `params`"),
    ("runners", '"destinations($piece)"', "destinations(?piece)", "write `$`"),
]
PYTHON_TERNARY = ('"pot > 0"', '"(turn > 3 ? pot > 1 : pot > 0)"', '"(if turn > 3 then pot > 1 else pot > 0)"')


@pytest.mark.parametrize(("game", "right", "habit", "suggestion"), HABITS, ids=[case[2] for case in HABITS])
def test_a_habit_has_its_suggestion_and_a_fix_that_means_the_same(
    game: str, right: str, habit: str, suggestion: str
) -> None:
    original = GAMES[game]
    assert right in original
    text = original.replace(right, habit, 1)
    found = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found
    assert any(suggestion in (one.suggestion or "") for one in found)
    assert all(one.fix is not None for one in found)
    check_same(mend(text, compile_text).text, original)


def check_same(mended: str, intended: str) -> None:
    made, meant = compile_text(mended).game_def, compile_text(intended).game_def
    assert made is not None
    assert meant is not None
    assert to_json(made) == to_json(meant)


def test_actions_as_a_mapping_are_a_list_of_them() -> None:
    text = GAMES["ring"].replace("  - id: claim\n", "  claim:\n").replace("  - id: pass\n", "  pass:\n")
    (found,) = compile_text(text).diagnostics
    assert (found.code, found.suggestion) == ("LT102", "write a list, each entry with its name: `- { id: claim, … }`")
    check_same(mend(text, compile_text).text, GAMES["ring"])


def test_setup_as_a_mapping_of_several_effects_is_a_list_of_them() -> None:
    head, setup, tail = GAMES["cards"].partition("setup:\n")
    effects, actions, rest = tail.partition("actions:")
    text = head + setup + effects.replace("  - ", "  ") + actions + rest
    (found,) = compile_text(text).diagnostics
    assert (found.code, found.suggestion) == ("LT102", "begin each effect with `- `")
    check_same(mend(text, compile_text).text, GAMES["cards"])


@pytest.mark.parametrize("written", ["zones: grid(3, 3)", "zones:\n  - grid(3,3)", 'zones:\n  - "grid(3, 3)"'])
def test_a_board_as_a_call_in_text_is_its_mapping(written: str) -> None:
    lines = "zones:\n  - grid: { rows: 3, cols: 3, directions: 8 }"
    mended = mend(GAMES["marks"].replace(lines, written), compile_text).text
    check_same(mended, GAMES["marks"].replace(lines, "zones:\n  - grid: { rows: 3, cols: 3 }"))


VARIABLE = "  - { name: pot, type: int, min: 0, max: 200, init: 0 }\n"


@pytest.mark.parametrize("written", ["  pot: 7\n", "  - pot: 7\n", "  pot: 7\n  done: false\n"])
def test_a_number_for_a_variable_is_its_first_value_and_its_range_is_for_the_author_to_say(written: str) -> None:
    text = GAMES["dice"].replace(VARIABLE, written)
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert "{ name: pot, type: int, min: 0, max: 100, init: 7 }`" in (found.suggestion or "")
    assert found.fix is None


@pytest.mark.parametrize("written", ["  done: true\n", "  - done: true\n"])
def test_true_for_a_variable_is_its_first_value(written: str) -> None:
    text = GAMES["dice"].replace("perPlayerVars:", f"perZoneVars:\n{written}perPlayerVars:")
    meant = GAMES["dice"].replace("perPlayerVars:", f"perZoneVars:\n  - {DONE}\nperPlayerVars:")
    assert mend(text, compile_text).text == meant


DONE = "{ name: done, type: bool, init: true }"


def test_a_conditional_operator_is_an_if() -> None:
    right, habit, meant = PYTHON_TERNARY
    text = GAMES["dice"].replace(right, habit)
    assert mend(text, compile_text).text == GAMES["dice"].replace(right, meant)


@pytest.mark.parametrize("condition", ["a ? b", "a ? b, c : d", "f(a ? b) : c", "a ? b ? c : d : e"])
def test_a_question_mark_without_its_colon_has_no_fix(condition: str) -> None:
    text = GAMES["dice"].replace('"pot > 0"', f'"{condition}"')
    found = [one for one in compile_text(text).diagnostics if "`?` is not an operator" in one.message]
    assert found
    assert found[0].fix is None


def test_a_for_statement_is_a_loop() -> None:
    loop = "  - for $n in 1..3:\n      - createToken: { type: card, zone: deck, count: 4, props: { worth: $n } }\n"
    meant = (
        "  - forEach:\n        bind: $n\n        over: 1..3\n        effects:\n"
        "          - createToken: { type: card, zone: deck, count: 4, props: { worth: $n } }\n"
    )
    right = "  - createToken: { type: card, zone: deck, count: 12 }\n"
    assert mend(GAMES["cards"].replace(right, loop), compile_text).text == GAMES["cards"].replace(right, meant)


def test_names_of_planners_are_ours_in_the_whole_block() -> None:
    text = GAMES["runners"].replace("$piece", "?piece").replace("$to", "?to")
    assert mend(text, compile_text).text == GAMES["runners"]


def test_range_is_pythons() -> None:
    text = (
        GAMES["dice"].replace("over: players", "over: players").replace('pre: "pot > 0"', 'pre: "pot in range(1, 9)"')
    )
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found.suggestion == "write `1..8`"
    assert "pot in 1..8" in mend(text, compile_text).text


@pytest.mark.parametrize("wrong", ["shop", "zzzzzz", "frobnicate(1)", "board.frob"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_never_more_than_five_candidates_are_listed(game: str, wrong: str) -> None:
    text = GAMES[game].replace(
        "endConditions:", f'endConditions:\n  - when: "{wrong} == 1"\n    result: {{ type: draw }}', 1
    )
    text = text.replace("    effects:\n", "    qqqq: 1\n    effects:\n      - zzzz: 1\n", 1)
    result = compile_text(text)
    assert result.diagnostics
    for found in result.diagnostics:
        assert len(found.alternatives) <= 5
        assert (found.suggestion or "").count("`, `") <= 4
    assert " more)" not in render(result.diagnostics, text)


@pytest.mark.parametrize(
    "domain", ["lambda c: empty(c)", "[for c in board: empty(c)]", "board.each(lambda c: empty(c))"]
)
def test_a_function_without_a_form_here_is_told_in_general(domain: str) -> None:
    text = GAMES["marks"].replace("board where empty(it)", domain)
    found = compile_text(text).diagnostics[0]
    assert found.suggestion == "write `SET where CONDITION` or `sum(SET, VALUE)`; in both, `it` is the element"
    assert found.fix is None


WAYS = [("up", "n"), ("down", "s"), ("left", "w"), ("right", "e"), ("north", "n"), ("West", "w"), ("upLeft", "nw")]


@pytest.mark.parametrize(("word", "meant"), WAYS)
def test_directions_of_other_languages_are_those_of_the_board(word: str, meant: str) -> None:
    of = {"step(it, DIR)": "marks", "DIR": "runners"}
    for right, game in of.items():
        place = ("run(it, top(it).owner == lastActor) >= 3", f"occupied({right})") if game == "marks" else (
            "Black: s", f"Black: {right}"
        )  # fmt: skip
        text = GAMES[game].replace(*place)
        assert text != GAMES[game]
        assert mend(text.replace("DIR", word), compile_text).text == text.replace("DIR", meant)


def snake(word: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", lambda found: f"_{found[1].lower()}", word)


CAMEL = re.compile(r"(?<![\w$.])[a-z]+(?:[A-Z][a-z]+)+(?=:)")
WRITTEN = sorted({(game, key) for game, text in GAMES.items() for key in CAMEL.findall(text)})


@pytest.mark.parametrize(("game", "key"), WRITTEN)
def test_every_key_in_snake_case_is_ours(game: str, key: str) -> None:
    text = re.sub(rf"\b{key}(?=:)", snake(key), GAMES[game])
    found = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found[0].suggestion == f"write `{key}`"
    assert mend(text, compile_text).text == GAMES[game]


def test_far_references_list_candidates_of_the_right_kind_in_declaration_order() -> None:
    text = GAMES["cards"].replace("- shuffle: deck", "- shuffle: shop")
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found.alternatives[:3] == ("deck", "hand", "discard")


def in_snake_case(value: Any, path: tuple[str | int, ...]) -> Any:
    """Return *value* with the key at *path* in snake_case, in its place."""
    first, *rest = path
    if isinstance(value, list):
        return [in_snake_case(one, tuple(rest)) if index == first else one for index, one in enumerate(value)]
    if rest:
        return {key: in_snake_case(one, tuple(rest)) if key == first else one for key, one in value.items()}
    return {snake(key) if key == first else key: one for key, one in value.items()}


def documents_with_long_keys() -> Iterator[tuple[str, Sections, Sections]]:
    """Yield, for every key of two words in the tables of shapes and nodes, a document and the same in snake_case."""
    met: set[str] = set()
    for sections in (SAMPLE, *(node_document(info)[0] for info in NODES.values())):
        for path, _ in places(sections):
            key = path[-1]
            what = ".".join(str(step) for step in path[-2:])
            if isinstance(key, str) and re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)+", key) and what not in met:
                met.add(what)
                yield what, sections, in_snake_case(sections, path)


LONG_KEYS = list(documents_with_long_keys())


@pytest.mark.parametrize(("right", "wrong"), [case[1:] for case in LONG_KEYS], ids=[case[0] for case in LONG_KEYS])
def test_a_key_of_any_section_or_node_in_snake_case_is_ours(right: Sections, wrong: Sections) -> None:
    text = as_text(wrong)
    assert compile_text(text).game_def is None
    check_same(mend(text, compile_text).text, as_text(right))


def test_there_are_many_such_keys() -> None:
    assert len(LONG_KEYS) > 35
