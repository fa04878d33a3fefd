"""The outline has the sections in reading order, each with its declarations."""

from __future__ import annotations

from ludotome.language import OutlineEntry, outline
from tests.unit.language.test_navigate import GAME


def test_sections_and_declared_things_in_reading_order() -> None:
    found = {entry.name: [(child.kind, child.name) for child in entry.children] for entry in outline(GAME)}
    assert list(found)[:4] == ["metadata", "constants", "globalVars", "perPlayerVars"]
    assert found["zones"] == [("zone", "deck"), ("zone", "hand"), ("board", "grid")]
    assert found["macros"] == [("macro", "cheap"), ("macro", "gain")]
    assert found["regions"] == [("region", "corner"), ("region", "home")]
    assert found["tests"] == [("test", "a card is played")]


def test_names_stand_inside_their_entries() -> None:
    def check(entry: OutlineEntry) -> None:
        assert entry.span.start <= entry.name_span.start <= entry.name_span.end <= entry.span.end
        for child in entry.children:
            assert entry.span.start <= child.span.start
            assert child.span.end <= entry.span.end
            check(child)

    for entry in outline(GAME):
        check(entry)


def test_no_document_has_no_outline() -> None:
    assert outline("just prose") == ()
