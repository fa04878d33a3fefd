"""Pages: the HTML that every page of the studio shares: head, top bar with navigation, scripts and styles.

The script of a page builds it in the browser from data: elements get text, never markup (`web/player/dom.js`), so names
and prose of documents are shown as text.

Invariant: no inline script and no inline style; the policy of `gate` blocks them. Data is in a JSON block.
"""

from __future__ import annotations

from starlette.responses import HTMLResponse

from ludotome.export import escaped, json_for_script

# the links of the top bar, in this order: address -> label
NAVIGATION = {"/": "Library", "/workshop": "Workshop", "/tables": "Tables", "/help": "Help"}
PUBLIC_PAGES = ("/", "/tables", "/help")


def page(
    title: str,
    *,
    current: str = "",
    script: str,
    styles: tuple[str, ...],
    data: object = None,
    rules: str = "",
    main: str = '<main id="main"></main>',
    is_public: bool = False,
) -> HTMLResponse:
    """Return a page.

    *current* is the active address in the navigation; *script* and *styles* are names below `web`; the script reads
    *data* from the element `data`; *rules* is HTML from `picture.rules_html`; *main* is the element that the script
    fills. A page with *is_public* is for a public site.
    """
    known = {address: word for address, word in NAVIGATION.items() if not is_public or address in PUBLIC_PAGES}
    links = "".join(
        f'<a href="{address}"{" aria-current=page" if address == current else ""}>{word}</a>'
        for address, word in known.items()
    )
    sheets = "".join(
        f'<link rel="stylesheet" href="/web/{style}">' for style in ("tokens.css", "studio/bar.css", *styles)
    )
    prose = f'<article id="rules" class="prose" hidden>{rules}</article>\n' if rules else ""
    return HTMLResponse(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
        f'<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>{escaped(title)} · Ludotome</title>\n{sheets}\n"
        f'<script src="/web/studio/theme.js"></script>\n</head>\n<body>\n'
        f'<header class="top" id="bar"><a class="brand" href="/">Ludotome</a><nav aria-label="Pages">{links}</nav>'
        f'<div class="end"></div></header>\n'
        f"{main}\n{prose}"
        f'<script type="application/json" id="data">{json_for_script(data)}</script>\n'
        f'<script type="module" src="/web/{script}"></script>\n</body>\n</html>\n'
    )
