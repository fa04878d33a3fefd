"""Diagnostics: the problems of a document, as values with stable codes, and how they are shown.

Invariants:
    * every package that reads documents uses the same `Diagnostic` type;
    * the page of a code is a data file under `codes/`; the check is a function in the package responsible; a meta test
      compares the two;
    * columns are code points here and are converted only by the renderer that needs another unit.

This package does not know any language, board or game.
"""

from ludotome.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity, has_errors, in_reading_order
from ludotome.diagnostics.fixes import FixResult, apply_fixes
from ludotome.diagnostics.mend import Checked, Mended, mend
from ludotome.diagnostics.near_names import MOST_CANDIDATES, is_sure, near_names, nearest
from ludotome.diagnostics.pages import CodePage, UnknownCodeError, code_page, code_pages, explain, fenced_blocks
from ludotome.diagnostics.render import FORMATS, Format, render
from ludotome.diagnostics.renderers.columns import one_line, text_width, utf16_column
from ludotome.diagnostics.some_names import some_names
from ludotome.diagnostics.source import SourceText, Span

__all__ = [
    # one problem
    "Diagnostic",
    "Severity",
    "Label",
    "Fix",
    "Edit",
    "has_errors",
    "in_reading_order",
    # where it is
    "Span",
    "SourceText",
    # what to say about it
    "near_names",
    "nearest",
    "is_sure",
    "MOST_CANDIDATES",
    "some_names",
    "render",
    "Format",
    "FORMATS",
    "one_line",
    "text_width",
    "utf16_column",
    # how to fix it
    "mend",
    "Mended",
    "Checked",
    "apply_fixes",
    "FixResult",
    # the meaning of a code
    "explain",
    "CodePage",
    "code_page",
    "code_pages",
    "fenced_blocks",
    "UnknownCodeError",
]
