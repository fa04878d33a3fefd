"""The wheel carries everything: built from this tree and installed alone, it exports a game."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "-w", str(folder), str(ROOT)], check=True, timeout=120
    )
    (found,) = folder.glob("*.whl")
    return found


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src" / "ludotome"
    wanted = {
        f"ludotome/{file.relative_to(package).as_posix()}"
        for folder in ("web", "games", "export")
        for file in (package / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert len(wanted) > 40
    assert wanted - inside == set()


@pytest.mark.long
def test_the_wheel_alone_exports_a_game(wheel: Path, tmp_path: Path) -> None:
    """Its dependencies are those of this environment; the package itself comes from the wheel."""
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    site = next((tmp_path / "env" / "lib").glob("python*")) / "site-packages"
    zipfile.ZipFile(wheel).extractall(site)
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}
    where = [str(python), "-c", "import ludotome; print(ludotome.__file__)"]
    told = subprocess.run(where, check=True, capture_output=True, text=True, cwd=tmp_path, env=environment).stdout
    assert Path(told.strip()).is_relative_to(site)
    command = [str(python), "-m", "ludotome", "export", "tic-tac-toe", "-o", "game.html"]
    subprocess.run(command, check=True, cwd=tmp_path, env=environment, timeout=300)
    assert (tmp_path / "game.html").stat().st_size > 50_000
