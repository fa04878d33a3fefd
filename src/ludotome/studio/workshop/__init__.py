"""Workshop: the page where a document is written, seen, played and measured, and the socket behind it.

    page       the routes: the page of a document, the page to begin a game, the socket
    socket     one connection: requests in, answers and parts of answers out
    desk       what a request does, by its name
    places     offsets of a text in a browser (UTF-16 units) and here (code points)

All results come from `language`, `spec`, `play`, `picture`, `report` and `simulate`; this package does not know rules.
"""

from ludotome.studio.workshop.page import routes

__all__ = ["routes"]
