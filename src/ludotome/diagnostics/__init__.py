"""Diagnostics: what is wrong with a document, as values with stable codes, and how such values are shown.

Invariants:
    * one `Diagnostic` type for every room that reads what an author wrote;
    * a code's page is a data file under `codes/`; the check is a function in the room that knows; a meta test
      joins the two;
    * columns are code points here and are converted only by the renderer that needs another unit.

This room does not know any language, board or game.
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
    # one thing that is wrong
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
    # what to say of it
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
    # how to mend it
    "mend",
    "Mended",
    "Checked",
    "apply_fixes",
    "FixResult",
    # what a code means
    "explain",
    "CodePage",
    "code_page",
    "code_pages",
    "fenced_blocks",
    "UnknownCodeError",
]
