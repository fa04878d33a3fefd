"""Saves: a whole board as JSON."""

import json
from typing import Any

import pytest

from ludotome.boardstate import MAX_TEXT, export_save, import_save, set_token_type_strict
from tests.support.boards import furnished
from tests.support.faults import codes, places, refused


def save() -> dict[str, Any]:
    """Return the save of a furnished board, parsed."""
    return json.loads(export_save(furnished()))  # type: ignore[no-any-return]


def test_a_save_preserves_everything() -> None:
    state = furnished()
    state.mission_name, state.segment_library_path = "Ünder way", "libs/deck.txt"
    set_token_type_strict(state, True)
    text = export_save(state)
    again = import_save(text)
    assert (again.size, again.segments, again.tokens) == (state.size, state.segments, state.tokens)
    assert (again.segment_defs, again.token_types) == (state.segment_defs, state.token_types)
    assert again.token_type_strict is True
    assert (again.mission_name, again.segment_library_path, again.token_library_path) == (
        "Ünder way",
        "libs/deck.txt",
        None,
    )
    assert export_save(again) == text


def test_a_save_says_its_format_and_version() -> None:
    assert (save()["format"], save()["version"]) == ("ludotome-board", 1)


def test_a_save_is_read_as_text_bytes_or_parsed_json() -> None:
    text = export_save(furnished())
    for form in (text, text.encode(), "\ufeff" + text, b"\xef\xbb\xbf" + text.encode(), json.loads(text)):
        assert export_save(import_save(form)) == text


def test_metadata_of_a_definition_is_carried_along() -> None:
    value = save()
    value["segmentDefs"][0]["metadata"] = {"art": ["x.png", 3]}
    assert import_save(value).segment_defs[0].metadata == {"art": ["x.png", 3]}
    assert '"metadata":{"art":["x.png",3]}' in export_save(import_save(value))


@pytest.mark.parametrize("version", [2, 99, 0, "1", None, 1.0, True])
def test_another_version_is_refused(version: object) -> None:
    error = refused(lambda: import_save({**save(), "version": version}))
    assert codes(error) == ["LT692"]


def test_a_newer_version_is_told_what_to_do() -> None:
    assert refused(lambda: import_save({**save(), "version": 2})).diagnostics[0].suggestion == "use a newer Ludotome"


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "3", "{", "{}x", '{"a":1,"a":2}', "[" * 99999, b"\xff\xfe{}"])
def test_what_is_not_a_json_object_is_refused(text: str | bytes) -> None:
    assert codes(refused(lambda: import_save(text))) == ["LT690"]


def test_another_format_is_refused() -> None:
    assert codes(refused(lambda: import_save("{}"))) == ["LT691"]
    assert codes(refused(lambda: import_save({**save(), "format": "else"}))) == ["LT691"]


def test_faults_of_a_text_carry_line_and_column() -> None:
    text = export_save(furnished())
    wrong = (
        text.replace('"rot":90}', '"rot":45}').replace('"type":"marine"', '"type":7').replace('"size": 12', '"size": 4')
    )
    error = refused(lambda: import_save(wrong))
    lines = wrong.splitlines()
    for code, line, column in places(error):
        assert lines[line - 1][column - 1 :].startswith({"LT675": "45", "LT658": "7", "LT677": "{"}[code])
    assert [place[0] for place in places(error)] == ["LT677", "LT675", "LT677", "LT677", "LT658", "LT677", "LT658"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda value: value.update(extra=1), "LT693"),
        (lambda value: value.pop("segments"), "LT693"),
        (lambda value: value.update(tokens={}), "LT693"),
        (lambda value: value.update(size=-1), "LT672"),
        (lambda value: value.update(missionName=""), "LT658"),
        (lambda value: value.update(tokenTypeStrict="yes"), "LT693"),
        (lambda value: value["segments"].append(3), "LT693"),
        (lambda value: value["segments"][0].pop("rot"), "LT693"),
        (lambda value: value["segments"][0].update(origin=[1, 2]), "LT693"),
        (lambda value: value["segments"][0].update(instanceId="S1"), "LT679"),
        (lambda value: value["segments"][0].update(segmentId="dott"), "LT676"),
        (lambda value: value["segments"][0].update(origin={"x": 5, "y": 0}), "LT678"),
        (lambda value: value["tokens"][0].update(attrs=[]), "LT683"),
        (lambda value: value["tokens"][0].update(cells=[]), "LT681"),
        (lambda value: value["tokens"][0].update(cells=None), "LT681"),
        (lambda value: value["segmentDefs"][0]["grid"].pop(), "LT693"),
        (lambda value: value["segmentDefs"][0]["grid"][0].pop(), "LT693"),
        (lambda value: value["segmentDefs"][0]["grid"][0].__setitem__(0, 9), "LT693"),
        (lambda value: value["segmentDefs"][0]["grid"][0].__setitem__(0, -1), "LT693"),
        (lambda value: value["segmentDefs"][0].update(segmentId="dot"), "LT693"),
        (lambda value: value["tokenTypes"].append({"type": "door"}), "LT693"),
    ],
)
def test_a_save_with_one_fault_has_that_fault(change: Any, code: str) -> None:
    value = save()
    change(value)
    for form in (value, json.dumps(value)):
        found = codes(refused(lambda form=form: import_save(form)))
        assert code in found


def test_a_text_of_fifty_megabytes_is_refused_by_the_stated_limit() -> None:
    error = refused(lambda: import_save(" " * 50_000_000))
    assert codes(error) == ["LT650"]
    assert f"{MAX_TEXT:,}" in error.diagnostics[0].message
