"""Unsupported: the error for a definition that has no machine code."""

from __future__ import annotations


class UnsupportedError(Exception):
    """A feature of a definition that the native kernel does not support; the message names it."""
