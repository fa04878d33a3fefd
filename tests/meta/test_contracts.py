"""The import contracts of pyproject.toml hold, and each fails when it is broken on purpose."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.house import HOUSE, ROOT, broken_house


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the import linter on the package below *root*."""
    return subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


PARTS_OF_NATIVE = ("run/__init__", "emit/__init__", "indexes/__init__", "lower/__init__", "codes", "options", "text")


def empty_packages() -> dict[str, str]:
    parts = {f"src/ludotome/native/{part}.py": "" for part in PARTS_OF_NATIVE}
    packages = {f"src/ludotome/{package}/__init__.py": "" for package in HOUSE.packages}
    return packages | parts | {"src/ludotome/__init__.py": ""}


def test_the_contracts_hold() -> None:
    ran = lint_imports(ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_empty_packages_keep_every_contract(tmp_path: Path) -> None:
    """The base of the tests below: only the contracts that they break are broken."""
    broken_house(tmp_path, empty_packages())
    ran = lint_imports(tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"space/x.py": "import ludotome.movement"}, "ludotome.space is not allowed to import ludotome.movement"),
        ({"play/x.py": "def f():\n    import ludotome.cli"}, "ludotome.play is not allowed to import ludotome.cli"),
        ({"chance/x.py": "import ludotome.toolchain"}, "ludotome.chance is not allowed to import ludotome.toolchain"),
        ({"kernel/x.py": "import ludotome.spec"}, "ludotome.kernel is not allowed to import ludotome.spec"),
        ({"native/run/x.py": "import ludotome.kernel"}, "ludotome.native is not allowed to import ludotome.kernel"),
        ({"picture/x.py": "import ludotome.kernel"}, "ludotome.picture is not allowed to import ludotome.kernel"),
        (
            {"native/lower/x.py": "import ludotome.native.indexes"},
            "ludotome.native.lower is not allowed to import ludotome.native.indexes",
        ),
        (
            {"native/indexes/x.py": "if TYPE_CHECKING:\n    import ludotome.native.emit"},
            "ludotome.native.indexes is not allowed to import ludotome.native.emit",
        ),
        (
            {"native/emit/x.py": "def f():\n    import ludotome.native.run"},
            "ludotome.native.emit is not allowed to import ludotome.native.run",
        ),
        ({"attic/__init__.py": ""}, "ludotome.attic"),
        ({"native/attic.py": ""}, "ludotome.native.attic"),
    ],
    ids=[
        "upwards",
        "upwards-in-a-function",
        "sideways",
        "strangers-kernel",
        "strangers-native",
        "strangers-picture",
        "inside-native",
        "inside-native-in-an-annotation",
        "inside-native-in-a-function",
        "unlisted-package",
        "unlisted-part-of-native",
    ],
)
def test_a_broken_contract_is_seen(tmp_path: Path, files: dict[str, str], told: str) -> None:
    broken_house(tmp_path, empty_packages() | {f"src/ludotome/{path}": f"{text}\n" for path, text in files.items()})
    ran = lint_imports(tmp_path)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert told in ran.stdout.replace("\n", " ")


def test_independence_is_a_separate_contract(tmp_path: Path) -> None:
    """The independence of spec, kernel and native is a separate contract, not only a consequence of the layers."""
    broken_house(tmp_path, empty_packages() | {"src/ludotome/spec/x.py": "import ludotome.native\n"})
    ran = lint_imports(tmp_path)
    assert "2 broken" in ran.stdout
