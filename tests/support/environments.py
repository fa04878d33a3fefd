"""Environments: the wheel of this tree, installed with only its own requirements."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.house import HOUSE


def build_wheel(folder: Path) -> Path:
    """Return the wheel of this tree, built without a network."""
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "-w", str(folder), str(HOUSE.root)]
    subprocess.run(command, check=True, timeout=600)
    (found,) = folder.glob("*.whl")
    return found


def pythons() -> list[str]:
    """Return the Python that runs the tests, and the newest supported one where it is found and runs."""
    found = [shutil.which("python3.13"), *map(str, Path.home().glob(".pyenv/versions/3.13.*/bin/python3.13"))]
    newest = next((one for one in found if one and _runs(one)), None)
    return list(dict.fromkeys(one for one in (sys.executable, newest) if one))


def _runs(python: str) -> bool:
    """Whether *python* is one, and not a placeholder of pyenv for a version that is not switched on."""
    return subprocess.run([python, "--version"], capture_output=True, check=False, timeout=60).returncode == 0


def clean_environment(folder: Path, python: str = sys.executable) -> tuple[Path, dict[str, str]]:
    """Return the Python of a new environment with only pip, and environment variables that isolate it."""
    subprocess.run([python, "-m", "venv", str(folder / "env")], check=True, timeout=300)
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return folder / "env" / "bin" / "python", kept | {"XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}


def pip(python: Path, *words: str) -> str:
    """Run pip with this machine's settings, which say where packages are, and return its output."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout
