"""Unsupported: the error for a definition that has no machine code."""

from __future__ import annotations


class UnsupportedError(Exception):
    """Something of a definition that this backend does not play; the message says what."""
