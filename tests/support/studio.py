"""A studio to test: the application in this process, or `ludotome serve` as a separate process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from ludotome.studio import Settings
from ludotome.studio.app import make_app


@contextmanager
def studio_client(folder: Path, *, has_cookie: bool = True, public: str | None = None) -> Iterator[TestClient]:
    """Yield a client of a studio in this process; it sends the right `Origin`, and by default the cookie.

    With *public*, its address, the studio is a public site.
    """
    settings = Settings(folder=str(folder), public=public)
    client = TestClient(
        make_app(settings),
        base_url=settings.address,
        headers={"Origin": settings.address.rstrip("/")},
        follow_redirects=False,
    )
    client.settings = settings  # type: ignore[attr-defined]
    if has_cookie:
        client.cookies.set(settings.cookie, settings.session)
    with client:
        yield client


class Served:
    """A studio in a separate process."""

    def __init__(self, process: subprocess.Popen[str], start_address: str, folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.start_address = start_address
        self.address = start_address.partition("?")[0]
        self.clients: list[Any] = []

    def client(self) -> Any:
        """Return a client that has opened the start address, as a browser would."""
        import httpx2

        client = httpx2.Client(base_url=self.address, timeout=30)
        self.clients.append(client)
        answer = client.get(self.start_address, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        client.headers["Origin"] = self.address.rstrip("/")
        return client


@contextmanager
def served(folder: Path, *options: str, keeps_log: bool = True) -> Iterator[Served]:
    """Yield `ludotome serve` on any free port; it is killed at the end if it is still running.

    Its log is read when it has ended. A studio with very many requests would block on that; disable *keeps_log* for it.
    """
    command = [sys.executable, "-m", "ludotome", "serve", str(folder), "--port", "0", "--no-browser", *options]
    log = subprocess.PIPE if keeps_log else subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        assert line.startswith("http://127.0.0.1:"), (line, process.poll())
        studio = Served(process, line, folder)
        try:
            yield studio
        finally:
            for client in studio.clients:
                client.close()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
