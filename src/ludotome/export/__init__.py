"""Export: a game as one file for people who have nothing installed, or for programs in JavaScript.

Invariants:
    * a file needs no network and no other file;
    * the same game, options and version of Ludotome give the same bytes.

This package does not know rules or kernels; the game comes as WebAssembly from `play`.
"""

from ludotome.export.bundle import bundled, joined_style, web_text
from ludotome.export.es_module import module_types
from ludotome.export.exporting import embed_code, export_html, export_module, title_of
from ludotome.export.html_page import escaped, json_for_script

__all__ = [
    "export_html",
    "export_module",
    "module_types",
    "embed_code",
    "title_of",
    "bundled",
    "joined_style",
    "web_text",
    "escaped",
    "json_for_script",
]
