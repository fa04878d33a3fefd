"""Every pass over the nodes of the language handles every node, or explains its default."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome import gamedef
from ludotome.gamedef import NODES, Node
from ludotome.gamedef.infer import REGULAR_RESULTS
from ludotome.gamedef.inference_rules import RULES
from ludotome.kernel.context import MAKERS
from ludotome.kernel.effects import PERFORMERS
from tests.support.house import ROOT, House, Module
from tests.support.node_lists import DEFINITIONS, hand_lists

EFFECTS = {cls for cls, info in NODES.items() if info.family == "effect"}
EXPRESSIONS = set(NODES) - EFFECTS


def test_the_reference_kernel_evaluates_every_expression() -> None:
    """A missing node needs a maker in `kernel`, registered by `evaluates`."""
    assert _missing(EXPRESSIONS - set(MAKERS)) == []
    assert set(MAKERS) <= EXPRESSIONS


def test_the_reference_kernel_performs_every_effect() -> None:
    """A missing node needs a maker in `kernel`, registered by `performs`."""
    assert _missing(EFFECTS - set(PERFORMERS)) == []
    assert set(PERFORMERS) <= EFFECTS


def test_the_checker_has_a_type_for_every_expression() -> None:
    """A missing node needs a rule in `gamedef/inference_rules.py`, or a regular `result=` in its definition."""
    regular = {cls for cls in EXPRESSIONS if NODES[cls].result in REGULAR_RESULTS}
    assert _missing(EXPRESSIONS - regular - set(RULES)) == []


def test_gamedef_exports_every_node() -> None:
    """A missing node must be added to the imports and `__all__` of `gamedef/__init__.py`."""
    assert _missing({cls for cls in NODES if cls.__name__ not in gamedef.__all__}) == []


def _missing(classes: set[type[Node]]) -> list[str]:
    return sorted(NODES[cls].name for cls in classes)


# ── no list of node classes beside the table ───────────────────────────────────────────────────────────────────────


def test_no_module_keeps_a_list_of_node_classes_of_its_own() -> None:
    """Use `gamedef.facts`, end a match in `assert_never`, or explain the default in a comment."""
    found = [
        f"{one.path}:{one.line}: {one.what}"
        for path in House(ROOT).files
        if path.startswith("src/") and path.endswith(".py")
        for module in [Module(path, (ROOT / path).read_text(encoding="utf-8"))]
        if module.name not in DEFINITIONS
        for one in hand_lists(module)
    ]
    assert found == []


HEAD = "from ludotome.gamedef import effects as fx\nfrom ludotome.gamedef import expressions as ex\n"
BROKEN = {
    "MOVERS = (fx.MoveToken, fx.Draw)": "a list of node classes",
    "MOVERS = {fx.MoveToken, fx.Draw}": "a list of node classes",
    "LATE = {fx.MoveToken: 1, fx.Draw: 2}": "a table of node classes",
    "isinstance(node, fx.Roll)": "isinstance of the effect Roll",
    "isinstance(node, ex.Top | ex.First)": "isinstance of several expressions",
    "match node:\n    case fx.Roll():\n        x = 1\n    case _:\n        x = 0": "a match over nodes whose `case _:`",
    "match node:\n    case ex.Top():\n        x = 1": "a match over nodes without `case _:`",
    "match node:\n    case ex.Top() | ex.First() if x:\n        pass\n    case o:\n        x = 0": "a match over",
}
SOUND = (
    "isinstance(node, fx.PlainEffect)",
    "isinstance(node, ex.Top)",
    "match node:\n    case fx.Roll():\n        x = 1\n    case _:\n        assert_never(node)",
    "match node:\n    case fx.Roll():\n        x = 1\n    case _:\n        raise unhandled(node)",
    "match node:\n    case ex.Top():\n        x = 1\n    case _:\n        x = 0  # any other expression: not known",
    "match node:\n    case ir.Compare():\n        x = 1",
)


@pytest.mark.parametrize("text", BROKEN)
def test_a_hand_written_list_of_nodes_is_found(text: str) -> None:
    (found,) = hand_lists(Module(str(Path("src/ludotome/native/broken.py")), HEAD + text + "\n"))
    assert found.what.startswith(BROKEN[text])


@pytest.mark.parametrize("text", SOUND)
def test_a_pass_that_refuses_or_says_why_is_left_alone(text: str) -> None:
    assert list(hand_lists(Module("src/ludotome/native/sound.py", HEAD + text + "\n"))) == []
