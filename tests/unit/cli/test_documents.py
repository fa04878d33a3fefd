"""Files as texts: every possible failure has a clear error."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.cli.documents import Beside, read_document
from ludotome.cli.errors import CommandError
from ludotome.files import MOST_BYTES


def test_a_document_keeps_its_line_breaks_and_its_mark(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes("\ufeffa\r\nb\rc\n".encode())
    document = read_document(str(file))
    assert (document.text, document.fault) == ("\ufeffa\r\nb\rc\n", None)


def test_bytes_that_are_not_text_are_reported_by_offset_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes("é: ok\nname: Caf".encode() + b"\xe9\n")
    fault = read_document(str(file)).fault
    assert fault is not None
    assert (fault.code, fault.message) == ("LT099", "byte 0xe9 at offset 16 is not UTF-8")
    assert fault.span is not None
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (2, 10, 11)


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"\xff", 0),
        (b"ab\xc3", 2),
        (b"ab\xe2\x82", 2),
        (b"\xed\xa0\x80", 0),
        (b"\xc0\xaf", 0),
        (b"\xf4\x90\x80\x80", 0),
    ],
    ids=["never", "cut-2", "cut-3", "surrogate", "overlong", "too-high"],
)
def test_every_kind_of_broken_utf8_is_placed_at_its_first_byte(data: bytes, offset: int, tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes(data)
    fault = read_document(str(file)).fault
    assert fault is not None
    assert f"at offset {offset} " in fault.message


def test_utf16_is_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes("# Game".encode("utf-16"))
    fault = read_document(str(file)).fault
    assert fault is not None
    assert fault.notes == ("the file begins like UTF-16",)


def test_what_cannot_be_read_is_named_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no file `.*nothing\.md`"):
        read_document(str(tmp_path / "nothing.md"))
    with pytest.raises(CommandError, match="a file name is empty"):
        read_document("")
    with pytest.raises(CommandError, match="is a folder"):
        read_document(str(tmp_path))
    with pytest.raises(CommandError, match="cannot read"):
        read_document("a\0b")
    with pytest.raises(CommandError, match="cannot read"):
        read_document("x" * 5000)


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(CommandError, match=f"larger than {MOST_BYTES // 1024**2} MiB"):
        read_document("/dev/zero")


def test_texts_beside_a_document_are_read_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_text("mission", encoding="utf-8")
    (tmp_path / "bad.txt").write_bytes(b"\xff")
    read = Beside(str(tmp_path / "g.md"))
    assert read("m.txt") == "mission"
    assert read.texts == {str(tmp_path / "m.txt"): "mission"}
    with pytest.raises(OSError, match="there is no such file"):
        read("nothing.txt")
    with pytest.raises(OSError, match="it is not UTF-8 text"):
        read("bad.txt")
