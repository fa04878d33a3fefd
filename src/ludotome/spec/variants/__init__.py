"""Variants: a document that extends another one → both merged into one document.

    metadata: { id: three-check, extends: chess }

Invariants:
    * the base is merged first, then `remove` drops, then what is written here replaces things of the same name, and new
      things come at the end or `before` another;
    * every value keeps the place where it was written, in its file;
    * the result written out (`write_out`) is a complete document with the same rules.

This package opens no file: bases are read through a function from a name to a text.
"""

from ludotome.spec.variants.bases import parse_document
from ludotome.spec.variants.of_base import explain_base
from ludotome.spec.variants.removed import explain_removed
from ludotome.spec.variants.write_out import write_out

__all__ = ["explain_base", "explain_removed", "parse_document", "write_out"]
