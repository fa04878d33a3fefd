"""graft: merge values of two documents under new paths, each with the place where it was written.

Invariant: the result is not larger than a document may be. `inherited` can occur many times in a document, and in each
of several documents that extend each other.

This module does not know what is merged with what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ludotome.gamedef import MAX_CHARACTERS, MAX_NODES
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.source_map import Segment, SourceMap, SourceTexts


class TooLargeError(Exception):
    """Together the documents have more values or characters than one document may have; the message says which."""


class Written(Struct, frozen=True):
    """A value as written in one of the documents."""

    value: YamlValue
    source_map: SourceMap
    path: str

    def at(self, key: str) -> Written:
        """Return the value under *key*."""
        assert isinstance(self.value, dict)
        return Written(self.value[key], self.source_map, key_path(self.path, key))

    def keys(self) -> tuple[str, ...]:
        """Return the keys of a mapping; none for other values."""
        return tuple(self.value) if isinstance(self.value, dict) else ()

    def fields(self) -> Iterator[tuple[str, Written]]:
        """Yield each key of a mapping with its value."""
        for key in self.keys():
            yield key, self.at(key)

    def items(self) -> Iterator[Written]:
        """Yield the entries of a list; nothing for other values."""
        for index, value in enumerate(self.value if isinstance(self.value, list) else ()):
            yield Written(value, self.source_map, f"{self.path}[{index}]")

    def without(self, key: str) -> Written:
        """Return the mapping without *key*."""
        assert isinstance(self.value, dict)
        return replace(self, value={name: value for name, value in self.value.items() if name != key})


class Graft:
    """The places of a merged document."""

    def __init__(self, own: SourceMap, *others: SourceMap) -> None:
        texts = {other.source.name: other.source for other in others} | {
            name: text
            for other in others
            if isinstance(other.source, SourceTexts)
            for name, text in other.source.others.items()
        }
        self.source_map = SourceMap(SourceTexts(own.source, texts))
        self._values = self._characters = 0

    def put(self, written: Written, path: str) -> YamlValue:
        """Return the value of *written*, recording its place and those below it under *path*."""
        self.put_place(written, path)
        for key, below in written.fields():
            self.put(below, key_path(path, key))
        for index, item in enumerate(written.items()):
            self.put(item, f"{path}[{index}]")
        return written.value

    def put_place(self, written: Written, path: str) -> None:
        """Record the place of *written* itself under *path*."""
        self._values += 1
        if self._values > MAX_NODES:
            raise TooLargeError(f"{MAX_NODES} values")
        place = written.source_map.places.get(written.path)
        if place is None:
            return
        made = self.source_map
        made.places[path] = place
        home = written.source_map.home(place.block)
        if home.name:
            made.homes[id(place.block)] = home
        segments = written.source_map.segments.get(written.path)
        if segments is not None:
            made.segments[path] = segments

    def put_text(self, parts: Iterable[tuple[str, Written | None, int]], own: Written, path: str) -> str:
        """Return a text merged from *parts* of texts, whose characters keep their places.

        Each part has its characters, the value that they come from (None: none), and their offset in it.
        """
        self.put_place(own, path)
        text = ""
        segments: list[Segment] = []
        for characters, written, offset in parts:
            if written is not None and (place := written.source_map.places.get(written.path)) is not None:
                inner = written.source_map.segments.get(written.path)
                if inner is None:
                    segments.append(Segment(len(text), len(text) + len(characters), place, offset))
                    home = written.source_map.home(place.block)
                    if home.name:
                        self.source_map.homes[id(place.block)] = home
                else:
                    segments.extend(
                        Segment(one.start - offset + len(text), one.end - offset + len(text), one.place, one.offset)
                        for one in inner
                    )
                    self.source_map.homes.update(written.source_map.homes)
            text += characters
            self._characters += len(characters)
            if self._characters > MAX_CHARACTERS:
                raise TooLargeError(f"{MAX_CHARACTERS} characters")
        self.source_map.segments[path] = tuple(segments)
        return text
