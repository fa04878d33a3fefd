"""Language: language services for the text of a document: definitions, references, completion, hover and rename.

    symbols   every declaration and every use of a name, inside expressions and macros too
    services  complete, hover, definition, references, rename, outline: functions of the text and an offset

Invariants:
    * pure functions of text: `read` (name → text) gives mission files, nothing here opens one;
    * total: a text with errors gives the results for its valid parts;
    * offsets count code points, as everywhere in Ludotome; `lsp` converts the UTF-16 columns of editors.

This package does not know kernels, play or editors.
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
