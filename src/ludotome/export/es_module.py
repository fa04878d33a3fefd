"""ES module: a game as one JavaScript module, for node, deno, workers and pages, with types for TypeScript.

Invariant: the module imports nothing, asks no network, and starts nothing until `createGame` is called.
"""

from __future__ import annotations

import json

from ludotome.export.bundle import bundled, web_text
from ludotome.export.html_page import packed

_UNPACK = """\
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
/** Return a new engine of this game, at the start of a game. */
export async function createGame() {
  const [wasm, data] = await Promise.all([unpacked(WASM), unpacked(DATA)]);
  return createEngine(wasm, JSON.parse(new TextDecoder().decode(data)));
}
"""


def es_module(title: str, wasm: bytes, data: str) -> str:
    """Return the text of a module that exports `createGame` and `PlayError`."""
    name = json.dumps(title).replace("*/", "* /")
    return (
        f"/* {name}, a game of Ludotome. */\n"
        f"{bundled('engine.js', ('createEngine', 'PlayError'))}"
        f'const WASM = "{packed(wasm)}";\nconst DATA = "{packed(data.encode())}";\n'
        f"{_UNPACK}export {{ PlayError }};\n"
    )


def module_types() -> str:
    """Return the type declarations that belong beside every such module."""
    return web_text("game_module.d.ts")
