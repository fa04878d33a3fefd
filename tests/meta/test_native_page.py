"""docs/native.md shows tic-tac-toe in every stage: its quotations match the stages, and it names every option and
index.
"""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import ludotome as lt
from ludotome.native import Options, emit_game
from ludotome.native import options as options_module

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "src" / "ludotome" / "native"
PAGE = (ROOT / "docs" / "native.md").read_text(encoding="utf-8")


def table_after(heading: str) -> list[list[str]]:
    """Return the rows of the first table after *heading*, without the header."""
    rows = re.search(r"(?:^\|.*\n)+", PAGE[PAGE.index(heading) :], re.MULTILINE)
    assert rows is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[0].splitlines()[2:]]


def test_what_is_quoted_of_tic_tac_toe_is_what_the_stages_print():
    """Line by line, in order; a line of `…` matches any number of lines."""
    code = emit_game(lt.load("tic-tac-toe").game_def, 2)
    printed = "\n".join(map(str, (code.layout, *code.plans, code.source)))
    walk = PAGE[PAGE.index("## Four stages") : PAGE.index("## Called from Python")]
    quotes = re.findall(r"^```c?\n(.*?)^```", walk, re.MULTILINE | re.DOTALL)
    assert len(quotes) == 4
    for quote in quotes:
        place = 0
        for part in re.split(r"^ *…\n", quote, flags=re.MULTILINE):
            assert part in printed[place:], part
            place = printed.index(part, place) + len(part)


def test_every_switch_is_in_the_table_with_the_words_of_its_module():
    said = re.findall(r"^    (\w+) +(\S.*)$", options_module.__doc__ or "", re.MULTILINE)
    assert [name for name, _ in said] == [field.name for field in fields(Options)]
    assert [(name.strip("`"), words) for name, words in table_after("## Switches")] == said


def test_every_hand_written_file_of_c_is_in_the_table():
    named = [
        name for row in table_after("The rest of the file is hand-written") for name in re.findall(r"`(.+?)`", row[0])
    ]
    assert sorted(named) == sorted(path.name for path in (NATIVE / "c").iterdir())


def test_every_module_it_sends_a_reader_to_exists():
    for _, files in table_after("## Where to look"):
        for name in re.findall(r"`([a-z_/]+)`", files):
            assert (NATIVE / f"{name}.py").exists() or (NATIVE / name).is_dir() or name in ("space", "ask", "read"), (
                name
            )
