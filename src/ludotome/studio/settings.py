"""Settings: what the user asked for when the studio was started, and the secrets of this start.

Invariant: the address is a loopback address; anything else is an `UnsafeHostError`.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field

DEFAULT_PORT = 8642
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
    store: str | None = None  # the file of tables; None: one in the folder
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def __post_init__(self) -> None:
        if not is_loopback(self.host):
            raise UnsafeHostError(
                f"`{self.host}` can be reached from other machines, and the studio lets its user write files; "
                "leave out `--host`, or write 127.0.0.1"
            )

    @property
    def hosts(self) -> frozenset[str]:
        """What a `Host` header may be: this machine, with the port."""
        names = {*LOCAL_NAMES, _in_address(self.host)}
        with_port = {f"{name}:{self.port}" for name in names}
        return frozenset(with_port | names if self.port == 80 else with_port)

    @property
    def origins(self) -> frozenset[str]:
        """What an `Origin` header may be."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def cookie(self) -> str:
        """The name of the cookie; a browser keeps the cookies of all ports of a host together."""
        return f"ludotome-{self.port}"

    @property
    def address(self) -> str:
        """Where the studio is."""
        return f"http://{_in_address(self.host)}:{self.port}/"

    @property
    def start_address(self) -> str:
        """The address to open: it holds the token, which the browser exchanges for a cookie."""
        return f"{self.address}?token={self.token}"


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
