"""LSP: a language server for editors, over standard input and output (Language Server Protocol).

Invariants:
    * no C is compiled and no game is played here; a document is read, never run;
    * a file that a document names is read only if the document's folder is inside the editor's workspace;
    * in a workspace that the editor does not trust, the server offers only diagnostics;
    * columns are UTF-16 units in the protocol and code points inside Ludotome; only `positions` converts them;
    * a request that fails gets an empty answer: no text can stop the server.

This package does not know what the answers mean (`language` and `spec` do). It needs the extra `lsp`.
"""

from ludotome.lsp.server import start

__all__ = ["start"]
