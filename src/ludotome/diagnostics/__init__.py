"""Diagnostics: what is wrong with a document, as values with stable codes, and how such values are shown.

Invariants:
    * one `Diagnostic` type for every room that reads what an author wrote;
    * a code's page is a data file under `codes/`; the check is a function in the room that knows; a meta test
      joins the two;
    * columns are code points here and are converted only by the renderer that needs another unit.

This room does not know any language, board or game.
"""

from ludotome.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity, has_errors, in_reading_order
from ludotome.diagnostics.source import SourceText, Span

__all__ = [
    "Diagnostic",
    "Severity",
    "Label",
    "Fix",
    "Edit",
    "Span",
    "SourceText",
    "has_errors",
    "in_reading_order",
]
