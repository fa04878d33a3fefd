"""Environments of their own: the wheel of this tree, installed with nothing but what it asks for."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from tests.support.house import HOUSE


def build_wheel(folder: Path) -> Path:
    """Return the wheel of this tree, built without a network."""
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "-w", str(folder), str(HOUSE.root)]
    subprocess.run(command, check=True, timeout=120)
    (found,) = folder.glob("*.whl")
    return found


def clean_environment(folder: Path) -> tuple[Path, dict[str, str]]:
    """Return the Python of an environment with pip alone, and variables that lead nowhere else."""
    venv.create(folder / "env", with_pip=True)
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return folder / "env" / "bin" / "python", kept | {"XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}


def pip(python: Path, *words: str) -> str:
    """Return what pip prints, with this machine's own settings: they say where packages are."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout
