"""The repository as data: its files, the package of each module, and the layers of the packages.

The meta tests check a `House`, so that each can also be run on a small one that is broken on purpose.
"""

from __future__ import annotations

import ast
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEST_FOLDERS = ("unit", "property", "golden", "parity", "oracle", "e2e", "perf", "meta")


@dataclass(frozen=True)
class Module:
    """One Python file: its path below the root, its text and its tree."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def package(self) -> str:
        """The sub-package of a module of `ludotome`; "" for `ludotome` itself."""
        parts = Path(self.path).parts
        return parts[2] if len(parts) > 3 else ""

    @property
    def name(self) -> str:
        """The dotted name of a module of the package."""
        dotted = ".".join(Path(self.path).with_suffix("").parts[1:])
        return dotted.removesuffix(".__init__")

    def imported(self) -> Iterator[tuple[str, int]]:
        """The dotted names this module imports, anywhere in it, with their lines; `from a import b` gives `a.b`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


@dataclass(frozen=True)
class House:
    """A tree of files with the layout of this repository."""

    root: Path

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Every file that is committed or about to be; without git, every file."""
        if (self.root / ".git").exists():
            listing = subprocess.run(
                ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                cwd=self.root,
                capture_output=True,
                text=True,
                check=True,
            )
            found = [name for name in listing.stdout.splitlines() if (self.root / name).is_file()]
        else:
            paths = [path.relative_to(self.root) for path in self.root.rglob("*") if path.is_file()]
            made = {
                ".venv",
                "build",
                "dist",
                "__pycache__",
                ".mypy_cache",
                ".ruff_cache",
                ".pytest_cache",
                ".hypothesis",
            }
            found = [path.as_posix() for path in paths if not made & set(path.parts)]
        return tuple(sorted(found))

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def modules(self, under: str) -> tuple[Module, ...]:
        """The Python files below the folder *under*, in order."""
        return tuple(Module(f, self.text(f)) for f in self.files if f.startswith(f"{under}/") and f.endswith(".py"))

    @cached_property
    def sources(self) -> tuple[Module, ...]:
        return self.modules("src/ludotome")

    @cached_property
    def layers(self) -> tuple[tuple[str, ...], ...]:
        """The packages by layer of the import contract, highest first."""
        contracts = tomllib.loads(self.text("pyproject.toml"))["tool"]["importlinter"]["contracts"]
        layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
        return tuple(tuple(package.strip() for package in layer.split("|")) for layer in layers)

    @property
    def packages(self) -> tuple[str, ...]:
        return tuple(package for layer in self.layers for package in layer)

    def packages_below(self, package: str) -> tuple[str, ...]:
        place = next(number for number, layer in enumerate(self.layers) if package in layer)
        return tuple(other for layer in self.layers[place + 1 :] for other in layer)


HOUSE = House(ROOT)


def broken_house(root: Path, files: dict[str, str]) -> House:
    """Write *files* below *root*, with this repository's own pyproject.toml, and return them as a `House`."""
    for path, text in {"pyproject.toml": HOUSE.text("pyproject.toml"), **files}.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return House(root)
