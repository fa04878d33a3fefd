"""Settings: what the user asked for when the studio was started, and the secrets of this start.

Invariant: the address is a loopback address, or the studio is a public site; anything else is an `UnsafeHostError`.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

DEFAULT_PORT = 8642
METRICS_PATH = "/metrics"
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


class UnsafeHostError(ValueError):
    """The studio was asked to listen where other machines can reach it."""


@dataclass(slots=True)
class Settings:
    """The folder and address of a studio. `port` is 0 until one was found, if any will do."""

    folder: str = "."
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    log_json: bool = False
    store: str | None = None  # where tables are kept: a file or a database; None: a file in the folder
    public: str | None = None  # the address under which strangers reach it, as `https://games.example`
    webhook: str | None = None  # told when somebody who is not there has to decide
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def __post_init__(self) -> None:
        if self.webhook is not None and urlsplit(self.webhook).scheme not in ("http", "https"):
            raise ValueError(f"`{self.webhook}` is no address to send to: write it as https://example.org/turns")
        if self.public is not None:
            self.public = public_origin(self.public)
        elif not is_loopback(self.host):
            raise UnsafeHostError(
                f"`{self.host}` can be reached from other machines, and the studio lets its user write files; "
                "leave out `--host`, or write 127.0.0.1"
            )

    @property
    def hosts(self) -> frozenset[str]:
        """What a `Host` header may be: this machine, with the port; of a public site its name."""
        if self.public is not None:
            return frozenset({self.public.partition("://")[2]})
        names = {*LOCAL_NAMES, _in_address(self.host)}
        with_port = {f"{name}:{self.port}" for name in names}
        return frozenset(with_port | names if self.port == 80 else with_port)

    @property
    def origins(self) -> frozenset[str]:
        """What an `Origin` header may be."""
        if self.public is not None:
            return frozenset({self.public})
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def cookie(self) -> str:
        """The name of the cookie; a browser keeps the cookies of all ports of a host together."""
        return f"ludotome-{self.port}"

    @property
    def address(self) -> str:
        """Where the studio is."""
        if self.public is not None:
            return f"{self.public}/"
        return f"http://{_in_address(self.host)}:{self.port}/"

    @property
    def start_address(self) -> str:
        """The address to open: it holds the token, which the browser exchanges for a cookie; a public site has none."""
        if self.public is not None:
            return self.address
        return f"{self.address}?token={self.token}"


def public_origin(address: str) -> str:
    """Return the origin of a public site; a `ValueError` says what to write instead."""
    parts = urlsplit(address)
    is_plain = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise ValueError(f"`{address}` is no address of a site: write it as browsers see it, as https://games.example")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach *host*."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
