"""Services: what the routes of the studio share.

A module with routes has a function `routes(services)` that returns them, and is listed in `app.PARTS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field

from ludotome.studio.cards import Cards
from ludotome.studio.counting import Metrics
from ludotome.studio.documents import Documents
from ludotome.studio.games import Games
from ludotome.studio.settings import Settings
from ludotome.studio.webhook import Webhook
from ludotome.tables import Host, Turn, open_store


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that routes use."""

    settings: Settings
    documents: Documents
    games: Games
    cards: Cards
    metrics: Metrics
    hosts: list[Host] = field(default_factory=list)
    """The tables, opened on first use."""
    closing: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """Functions to call when the studio stops."""

    @classmethod
    def for_settings(cls, settings: Settings) -> Services:
        """Return the services of a studio."""
        documents = Documents(settings.folder)
        games = Games(documents)
        return cls(settings, documents, games, Cards(documents, games), Metrics())

    def host(self) -> Host:
        """Return the tables; their file in the folder is created on first use."""
        if not self.hosts:
            address = self.settings.store or self.documents.private_file("tables.sqlite")
            self.hosts.append(Host(open_store(address), on_turn=self._turns()))
            self.closing.append(self.hosts[0].close)
        return self.hosts[0]

    def _turns(self) -> Callable[[Turn], None] | None:
        """Return the function that notifies the webhook of turns, if there is one."""
        if self.settings.webhook is None:
            return None
        webhook = Webhook(self.settings.webhook)

        async def close() -> None:
            webhook.close()

        self.closing.append(close)
        start = self.settings.address
        return lambda turn: webhook.tell({**asdict(turn), "address": f"{start}t/{turn.table}"})

    async def close(self) -> None:
        """Release what is open."""
        self.cards.close()
        for close in self.closing:
            await close()
        self.documents.close()
