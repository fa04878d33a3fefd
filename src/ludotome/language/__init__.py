"""Language: what stands at a place of a document's text, what it means, and what may stand there.

    symbols   every declaration and every use of a name, inside expressions and macros too
    services  complete, hover, definition, references, rename, outline: functions of the text and an offset

Invariants:
    * pure functions of text: `read` (name → text) gives mission files, nothing here opens one;
    * total: a text with errors gives the answers that its sound parts have;
    * offsets count code points, as everywhere inside; editors' UTF-16 columns are the business of `lsp`.

This room does not know kernels, play or editors.
"""

from ludotome.language.complete import Completion, complete
from ludotome.language.hover import Hover, hover
from ludotome.language.navigate import definition, references
from ludotome.language.outline import outline
from ludotome.language.rename import RenameError, can_rename, rename
from ludotome.language.symbol import Occurrence, OutlineEntry, Symbol

__all__ = [
    "complete",
    "Completion",
    "hover",
    "Hover",
    "definition",
    "references",
    "rename",
    "can_rename",
    "RenameError",
    "outline",
    "OutlineEntry",
    "Symbol",
    "Occurrence",
]
