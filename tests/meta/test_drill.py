"""The drill: a node that is only defined is reported wherever an implementation is missing, with readable errors."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.drill import DOCUMENT, EFFECT, copy_house, define, run
from tests.support.house import ROOT

# the tests that name what a new node needs, and their words for it
NAMED = {
    "tests/meta/test_node_passes.py": {
        "test_gamedef_exports_every_node": "nudgeToken",
        "test_the_reference_kernel_evaluates_every_expression": "cornersOf",
        "test_the_reference_kernel_performs_every_effect": "nudgeToken",
    },
    "tests/unit/kernel/test_effects.py": {"test_every_effect_has_a_case": "NudgeToken"},
    "tests/unit/kernel/test_expressions.py": {"test_every_expression_has_a_case": "CornersOf"},
    "tests/unit/gamedef/test_facts.py": {"test_each_effect_that_raises_token_entered_is_tried_below": "nudgeToken"},
    "tests/meta/test_language_reference.py": {
        "test_every_construct_stands_on_a_page_with_an_example": "nudgeToken",
    },
    "tests/meta/test_kernel_page.py": {"": "nudgeToken"},
    "tests/meta/test_generated.py": {"test_generated_pages_are_current": "docs/gamedef.schema.json"},
}
# the passes that the type checker reports, by the missing node
TYPED = {
    "NudgeToken": {"native/emit/effects.py", "native/lower/tops.py", "native/lower/trial.py"},
    "CornersOf": {"gamedef/effort.py", "native/lower/budget.py", "native/lower/sources.py"},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied = copy_house(tmp_path_factory.mktemp("drill"))
    define(copied)
    return copied


def test_named_tests_report_what_a_new_node_still_needs(house: Path) -> None:
    result = run(house, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *NAMED)
    for file, tests in NAMED.items():
        for test, word in tests.items():
            assert re.search(rf"^FAILED {file}::{test}", result.stdout, re.MULTILINE), f"{file}::{test} did not fail"
            assert word in result.stdout


@pytest.mark.parametrize(
    ("domain", "effect", "word"),
    [
        ('"zones where empty(it)"', 'nudgeToken: { token: "first(tokens(man))", to: $to }', "nudgeToken"),
        ('"cornersOf(a1)"', 'moveToken: { token: "first(tokens(man))", to: $to }', "cornersOf"),
    ],
)
@pytest.mark.parametrize("command", ["test", "simulate"])
def test_the_command_line_refuses_a_node_that_is_not_implemented_yet(
    house: Path, domain: str, effect: str, word: str, command: str
) -> None:
    """One line names the word; there is no traceback and no internal error."""
    document = house / "drill.md"
    document.write_text(DOCUMENT.replace("DOMAIN", domain).replace("EFFECT", effect), encoding="utf-8")
    result = run(house, "-m", "ludotome", command, str(document))
    said = result.stdout + result.stderr
    assert result.returncode != 0
    assert f"`{word}` is not implemented by " in said
    assert "Traceback" not in said
    assert "KeyError" not in said
    assert "internal error" not in said.lower()


def test_a_node_that_declares_no_facts_cannot_be_defined(tmp_path: Path) -> None:
    copied = copy_house(tmp_path)
    define(copied, effect=re.sub(r", does=\(.*\)\)$", ")", EFFECT, count=1, flags=re.MULTILINE))
    result = run(copied, "-c", "import ludotome.gamedef")
    assert "effect `nudgeToken`: write `does=(…)` with what it does" in result.stderr


def test_a_node_left_out_of_its_union_is_reported(tmp_path: Path) -> None:
    """The type checker cannot detect this, so a test must."""
    copied = copy_house(tmp_path)
    define(copied, in_unions=False)
    result = run(copied, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/unit/gamedef/test_facts.py")
    for union in ("Effect", "Expr", "PlainEffect"):
        assert f"test_each_union_has_exactly_the_nodes_that_declare_it[{union}]" in result.stdout


@pytest.mark.long
def test_the_type_checker_names_every_pass_that_misses_a_node(house: Path) -> None:
    cache = ROOT / ".mypy_cache"
    if cache.is_dir():
        shutil.copytree(cache, house / ".mypy_cache", dirs_exist_ok=True)
    result = run(house, "-m", "mypy", "src")
    for node, files in TYPED.items():
        found = re.findall(rf"^src/ludotome/(\S+?):\d+: error: .*\b{node}\b", result.stdout, re.MULTILINE)
        assert set(found) == files, result.stdout
