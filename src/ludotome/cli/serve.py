"""`ludotome serve`: start the studio, a web server on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ludotome.cli.errors import CommandError

if TYPE_CHECKING:
    from ludotome.studio import Settings

_EXTRA = ("starlette", "uvicorn", "websockets", "anyio", "h11")


@click.command
@click.argument("folder", metavar="[FOLDER]", default=".", type=click.Path(exists=True, file_okay=False))
@click.option("--host", default="127.0.0.1", help="Network address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8642, help="Port to listen on; 0 picks a free one.")
@click.option("--store", metavar="URL", help="Where to store tables: the path of a file, or postgresql://…")
@click.option("--public", is_flag=True, help="Serve a public site with the library, tables and help. Needs --address.")
@click.option(
    "--address", metavar="URL", help="With --public, the public URL of the site, such as https://games.example."
)
@click.option(
    "--webhook",
    metavar="URL",
    help="Send a POST request to this URL when it is the turn of a player who is not at the table.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--log-json", is_flag=True, help="Log one JSON object per line on standard error.")
def command(
    folder: str,
    host: str,
    port: int,
    store: str | None,
    public: bool,
    address: str | None,
    webhook: str | None,
    no_browser: bool,
    log_json: bool,
) -> None:
    """Start the studio: play, write and analyze games in a browser on this machine.

    The studio shows the shipped games and the documents in FOLDER (default: the current folder). The first line on
    standard output is the address to open; it holds a key, so keep it to yourself. Ctrl-C stops the studio.

    With --public it is a site for strangers behind a reverse proxy; `docs/deploy.md` says how.
    """
    if public:
        _require_sandbox(address)
    elif address is not None:
        raise CommandError("`--address` is for a public site: write `--public` too, or leave it out", 2)
    from ludotome.studio import Settings, run_studio
    from ludotome.tables import StoreError, open_store

    try:
        if store is not None:
            open_store(store).close()  # so that an unusable one is reported now
        settings = Settings(
            folder=folder, host=host, port=port, log_json=log_json, store=store, public=address, webhook=webhook
        )
    except StoreError as problem:
        raise CommandError(str(problem), status=2) from None
    except ValueError as problem:  # an address that others can reach, or an invalid one
        raise CommandError(str(problem), status=2) from None
    try:
        run_studio(settings, lambda ready: _tell(ready, open_browser=not (no_browser or public)))
    except ImportError as problem:
        if problem.name is None or problem.name.split(".")[0] not in _EXTRA:
            raise
        raise CommandError(
            f'the studio needs `{problem.name}`: install it with `pip install "ludotome[serve]"`'
        ) from None


def _require_sandbox(address: str | None) -> None:
    """Refuse to start a public site without the sandbox for strangers' documents."""
    from importlib.util import find_spec

    if address is None:
        raise CommandError("a public site needs `--address`: write it as browsers see it, as https://games.example", 2)
    missing = [name for name in ("wasmtime", "ziglang") if find_spec(name) is None]
    if missing:
        needs = " and ".join(f"`{name}`" for name in missing)
        raise CommandError(f'a public site needs {needs}: install it with `pip install "ludotome[export]"`')
    if find_spec("resource") is None:
        raise CommandError("a public site needs limits on processes, which this system does not have; use Linux")


def _tell(settings: Settings, *, open_browser: bool) -> None:
    """Print the address, and open it in the user's browser."""
    import sys

    from ludotome.cli.console import write

    write(f"{settings.start_address}\n")
    sys.stdout.flush()
    if open_browser:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(settings.start_address,), daemon=True).start()
