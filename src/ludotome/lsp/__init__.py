"""LSP: the language services, asked by an editor in the Language Server Protocol, over standard input and output.

Invariants:
    * no C is compiled and no game is played here; a document is read, never run;
    * a file that a document names is read only if the document's folder is inside the editor's workspace;
    * in a workspace that the editor does not trust there are diagnostics and nothing else;
    * columns are UTF-16 units outside and code points inside; only `positions` converts them;
    * a request that fails is answered with nothing: whatever a text holds, the server goes on.

This room does not know what the answers mean (`language` and `spec` do). It needs the extra `lsp`.
"""

from ludotome.lsp.server import start

__all__ = ["start"]
