"""Settings: the options of the studio, and the secrets of this session.

Invariant: the host is a loopback address, or the studio is a public site; anything else raises `UnsafeHostError`.
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
    """The host can be reached from other machines."""


@dataclass(slots=True)
class Settings:
    """The folder and address of a studio. `port` is 0 until a free one has been found."""

    folder: str = "."
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    log_json: bool = False
    store: str | None = None  # where tables are kept: a file or a database; None: a file in the folder
    public: str | None = None  # the address under which strangers reach it, as `https://games.example`
    webhook: str | None = None  # notified when it is the turn of a player who is not connected
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def __post_init__(self) -> None:
        if self.webhook is not None and urlsplit(self.webhook).scheme not in ("http", "https"):
            raise ValueError(f"`{self.webhook}` is not a URL: write it as https://example.org/turns")
        if self.public is not None:
            self.public = public_origin(self.public)
        elif not is_loopback(self.host):
            raise UnsafeHostError(
                f"`{self.host}` can be reached from other machines, and the studio can write files; "
                "leave out `--host`, or write 127.0.0.1; "
                "to play with other machines, write `--public` and `--address` too"
            )

    @property
    def hosts(self) -> frozenset[str]:
        """The accepted `Host` headers: this machine with the port, or the name of a public site."""
        if self.public is not None:
            return frozenset({self.public.partition("://")[2]})
        names = {*LOCAL_NAMES, _in_address(self.host)}
        with_port = {f"{name}:{self.port}" for name in names}
        return frozenset(with_port | names if self.port == 80 else with_port)

    @property
    def origins(self) -> frozenset[str]:
        """The accepted `Origin` headers."""
        if self.public is not None:
            return frozenset({self.public})
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def cookie(self) -> str:
        """The name of the cookie; a browser keeps the cookies of all ports of a host together."""
        return f"ludotome-{self.port}"

    @property
    def address(self) -> str:
        """The URL of the studio."""
        if self.public is not None:
            return f"{self.public}/"
        return f"http://{_in_address(self.host)}:{self.port}/"

    @property
    def start_address(self) -> str:
        """The URL to open: it contains the token, which the browser exchanges for a cookie; a public site has none."""
        if self.public is not None:
            return self.address
        return f"{self.address}?token={self.token}"


def public_origin(address: str) -> str:
    """Return the origin of a public site; raise `ValueError` for an invalid URL."""
    parts = urlsplit(address)
    is_plain = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise ValueError(
            f"`{address}` is not the URL of a site: write it as browsers see it, such as https://games.example"
        )
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
