"""Parquet: write columns of numbers and names as a Parquet file.

The minimal form that every reader supports: one row group, one gzipped page per column, plain encoding, and levels of
one bit where values may be missing. The metadata is a tree of Thrift structs in its compact protocol; the field numbers
are those of `parquet.thrift` in the Apache Parquet format, version 1.

Invariant: equal columns give equal bytes.

This module does not know what the columns mean, and writes no file.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["int32", "int64", "uint64", "double", "text"]

_MAGIC = b"PAR1"
_PLAIN, _RLE = 0, 3  # encodings
_GZIP = 2
_REQUIRED, _OPTIONAL = 0, 1
# kind -> physical type, converted type (None: none), NumPy type
_KINDS: dict[Kind, tuple[int, int | None, str]] = {
    "int32": (1, None, "<i4"),
    "int64": (2, None, "<i8"),
    "uint64": (2, 14, "<u8"),
    "double": (5, None, "<f8"),
    "text": (6, 0, ""),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One value per row; if `present` is given, rows where it is false have no value."""

    name: str
    kind: Kind
    values: Sequence[str] | NDArray[np.generic]
    present: NDArray[np.bool_] | None = None


def write_parquet(columns: Sequence[Column], rows: int) -> bytes:
    """Return a file with *columns*, in this order, each of *rows* values."""
    file, chunks = bytearray(_MAGIC), []
    for column in columns:
        start = len(file)
        page = _page(column)
        packed = gzip.compress(page, mtime=0)
        header = _page_header(rows, len(page), len(packed))
        file += header + packed
        chunks.append(_chunk(column, rows, start, len(header) + len(page), len(header) + len(packed)))
    group = _struct({1: _list(chunks), 2: _i64(len(file) - len(_MAGIC)), 3: _i64(rows)})
    root = _struct({4: _text("games"), 5: _i32(len(columns))})
    schema = _list([root, *map(_element, columns)])
    footer = _struct({1: _i32(1), 2: schema, 3: _i64(rows), 4: _list([group]), 6: _text("ludotome")})[1]
    return bytes(file + footer + struct.pack("<I", len(footer)) + _MAGIC)


# ── Columns ──


def _page(column: Column) -> bytes:
    """Return the levels, if values may be missing, and the values that exist."""
    if column.present is None:
        return _plain(column, column.values)
    levels = np.packbits(column.present, bitorder="little").tobytes()
    run = _varint(len(levels) << 1 | 1) + levels  # one run of bit-packed groups of eight
    return struct.pack("<I", len(run)) + run + _plain(column, np.asarray(column.values)[column.present])


def _plain(column: Column, values: Sequence[str] | NDArray[np.generic]) -> bytes:
    if column.kind != "text":
        return np.asarray(values).astype(_KINDS[column.kind][2]).tobytes()
    texts = [str(value) for value in values]
    written = {text: struct.pack("<I", len(data := text.encode())) + data for text in set(texts)}
    return b"".join([written[text] for text in texts])


def _page_header(rows: int, size: int, packed: int) -> bytes:
    page = _struct({1: _i32(rows), 2: _i32(_PLAIN), 3: _i32(_RLE), 4: _i32(_RLE)})
    return _struct({1: _i32(0), 2: _i32(size), 3: _i32(packed), 5: page})[1]


def _element(column: Column) -> _Item:
    physical, converted, _ = _KINDS[column.kind]
    repetition = _REQUIRED if column.present is None else _OPTIONAL
    fields = {1: _i32(physical), 3: _i32(repetition), 4: _text(column.name)}
    return _struct(fields if converted is None else fields | {6: _i32(converted)})


def _chunk(column: Column, rows: int, start: int, size: int, packed: int) -> _Item:
    encodings = _list([_i32(_PLAIN), _i32(_RLE)])
    path = _list([_text(column.name)])
    sizes = {5: _i64(rows), 6: _i64(size), 7: _i64(packed), 9: _i64(start)}
    told = _struct({1: _i32(_KINDS[column.kind][0]), 2: encodings, 3: path, 4: _i32(_GZIP)} | sizes)
    return _struct({2: _i64(start), 3: told})


# ── Thrift's compact protocol: each value with the number of its type ──

_Item: TypeAlias = tuple[int, bytes]


def _varint(number: int) -> bytes:
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _i32(number: int) -> _Item:
    return 5, _varint(number << 1)  # zigzag; numbers here are never negative


def _i64(number: int) -> _Item:
    return 6, _varint(number << 1)


def _text(text: str) -> _Item:
    data = text.encode()
    return 8, _varint(len(data)) + data


def _list(items: Iterable[_Item]) -> _Item:
    kinds, data = zip(*items, strict=True)
    size = len(data)
    head = bytes([size << 4 | kinds[0]]) if size < 15 else bytes([0xF0 | kinds[0]]) + _varint(size)
    return 9, head + b"".join(data)


def _struct(fields: Mapping[int, _Item]) -> _Item:
    """Return *fields*, whose numbers ascend; each number is written as the difference to the previous one."""
    written, last = bytearray(), 0
    for number, (kind, data) in fields.items():
        written += bytes([(number - last) << 4 | kind]) + data
        last = number
    return 12, bytes(written) + b"\0"
