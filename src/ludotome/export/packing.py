"""Packing: bytes as short text that can stand in a script of a page, and back by `web/unpack.js`.

Invariant: the same bytes give the same text, and the text has no `<`.
"""

from __future__ import annotations

import base64
import gzip


def packed(content: bytes) -> str:
    """Return *content* compressed by gzip, in base85 with a comma for its `<`."""
    return base64.b85encode(gzip.compress(content, 9, mtime=0)).decode().replace("<", ",")
