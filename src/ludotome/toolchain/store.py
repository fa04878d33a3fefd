"""Store: cached results, each under a key that covers everything it depends on.

    <cache folder>/<kind>/<key>        the digest of the data, then the data

Invariants:
    * data is returned exactly as it was stored: data whose digest differs, or whose file another user could have
      written, counts as missing and is written again;
    * a cache that cannot be read or written only costs time.

This module does not know what is stored.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from ludotome.toolchain.cache import cache_folder, write_whole
from ludotome.toolchain.safety import why_unsafe

_DIGEST = 32  # bytes


def digest_of(*parts: str | bytes) -> str:
    """Return the SHA-256 of *parts* in hexadecimal; lengths are included, so other splits give other digests."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogateescape")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def recall(kind: str, key: str) -> bytes | None:
    """Return the data stored under *key*; None if it is missing or cannot be trusted."""
    path = _path(kind, key)
    try:
        if why_unsafe(path) is not None:
            return None
        whole = path.read_bytes()
    except OSError:
        return None
    data = whole[_DIGEST:]
    return data if hashlib.sha256(data).digest() == whole[:_DIGEST] else None


def remember(kind: str, key: str, data: bytes) -> None:
    """Store *data* under *key*; do nothing if the cache cannot be written."""
    path = _path(kind, key)
    try:
        write_whole(path.parent, path.name, hashlib.sha256(data).digest() + data)
    except OSError:
        return


def _path(kind: str, key: str) -> Path:
    return cache_folder() / kind / key
