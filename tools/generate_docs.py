"""Generate docs: write the pages that are generated from the code.

python tools/generate_docs.py           write them
python tools/generate_docs.py --check   list those that are out of date; a meta test does the same
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTE = "<!-- Made by `make docs`; edit {source} instead. -->\n"
INTRODUCTION = """\
# Diagnostics

Every error and warning has a code, which keeps its meaning in later versions. `ludotome explain CODE` prints the page
of a code: what it finds, why it matters, an example, and what to write instead. Programs can read errors as JSON, in
the format that [the JSON report](diagnostics-json.md) describes.
"""
COMMAND_LINE = """\
# The command line

`python -m ludotome` is the same as `ludotome`; use it if `ludotome` is not in your path.

To enable shell completion of commands, options and codes, add this line to `~/.bashrc`:
`eval "$(_LUDOTOME_COMPLETE=bash_source ludotome)"` (for zsh and fish, `zsh_source` and `fish_source`).
"""

LIMITS = "docs/language/limits.md"
BOUNDS_BEGIN = "<!-- Made by `make docs` up to the end of the table; edit `src/ludotome/gamedef/bounds.py` instead. -->"
BOUNDS_END = "<!-- End of the table. -->"
REFERENCE = "played on the reference kernel"

# first code, last code -> the topic of the codes in between
RANGES = {
    ("LT000", "LT099"): "The text: Markdown and YAML",
    ("LT100", "LT199"): "Sections, fields, shapes",
    ("LT200", "LT299"): "Names and references",
    ("LT300", "LT399"): "Types, the null value, ranges",
    ("LT400", "LT499"): "Rules of the definition",
    ("LT500", "LT599"): "Lints",
    ("LT600", "LT609"): "Space: adjacency",
    ("LT610", "LT649"): "Space: board macros",
    ("LT650", "LT699"): "Board files: segments, tokens, missions, saves",
    ("LT700", "LT799"): "Missing capabilities",
    ("LT800", "LT899"): "Tests inside the document",
}


def diagnostics_page() -> str:
    """Return the index of codes, by range."""
    from ludotome.diagnostics import code_pages

    pages = code_pages()
    parts = [
        NOTE.format(source="the pages in src/ludotome/diagnostics/codes"),
        INTRODUCTION,
    ]
    for (first, last), title in RANGES.items():
        rows = [page for page in pages if first <= page.code <= last]
        if rows:
            lines = "".join(f"| {page.code} | {page.name} | {page.title.replace('|', '&#124;')} |\n" for page in rows)
            parts.append(f"## {title}\n\n| code | name | what it finds |\n|---|---|---|\n{lines}")
    return "\n".join(parts)


def command_line_page() -> str:
    """Return the help of the program and of each command."""
    from ludotome.cli import main
    from ludotome.cli.application import command_words

    def help_of(*words: str) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            main([*words, "--help"])
        return f"## `{' '.join(['ludotome', *words])}`\n\n```text\n{out.getvalue().strip()}\n```\n"

    os.environ["COLUMNS"] = "100"
    head = NOTE.format(source="the modules in src/ludotome/cli") + "\n" + COMMAND_LINE
    return "\n".join([head, help_of(), *(help_of(*words) for words in command_words())])


def picture_schema() -> str:
    """Return the schema of scenes and views."""
    from ludotome.picture import json_schema

    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


# picture -> the game, the moves before it is drawn, and the observing seat
PICTURES: dict[str, tuple[str, str, int | None]] = {
    "docs/pictures/chess.svg": (
        "chess",
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+",
        None,
    ),
    "docs/pictures/hex.svg": ("hex", "f6 e7 g5 d8 e5 f5 g4 c7 f4 h4", None),
    "docs/pictures/skirmish.svg": ("skirmish", "", 0),
    "docs/pictures/market.svg": ("market", "earn earn", None),
}


def drawn(game: str, moves: str, seat: int | None) -> str:
    """Return the picture of *game* after *moves*, as *seat* sees it."""
    import ludotome

    state = ludotome.load(game).new_initial_state(seed=1, backend="reference")
    for move in moves.split():
        state.apply_action(move)
    return str(state.svg(seat))


def strip() -> str:
    """Return a game of tic-tac-toe as a strip of pictures."""
    import ludotome

    state = ludotome.load("tic-tac-toe").new_initial_state(backend="reference")
    for move in ["b2", "a3", "c3", "a1", "a2", "c2", "b3"]:
        state.apply_action(move)
    return str(state.record().svg(frames=3))


def definition_schema() -> str:
    """Return the JSON Schema of a game definition."""
    from ludotome.gamedef import json_schema

    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def language_page() -> str:
    """Return the index of the language reference."""
    from tools.language_index import language_index_page

    return NOTE.format(source="the pages beside this one") + "\n" + language_index_page()


def one_page() -> str:
    """Return the whole language on one page."""
    from tools.language_on_one_page import language_on_one_page

    return NOTE.format(source="`tools/language_on_one_page.py`") + "\n" + language_on_one_page()


def notes_page() -> str:
    """Return the first lines of the language pages, which the language services show."""
    from tools.language_notes import language_notes

    return language_notes()


def grammar_page() -> str:
    """Return the TextMate grammar of the VS Code extension."""
    from tools.editor_grammar import editor_grammar

    return editor_grammar()


def document_schema_page() -> str:
    """Return the JSON Schema of documents."""
    from ludotome.spec import document_schema

    return json.dumps(document_schema(), indent=1, ensure_ascii=False) + "\n"


def limits_page() -> str:
    """Return the page of limits with its table regenerated."""
    from ludotome.files import MOST_BYTES
    from ludotome.gamedef import BOUNDS
    from ludotome.native import LARGEST_GAME, MOST_CODE, MOST_TARGETS
    from ludotome.toolchain import COMPILE_SECONDS, MOST_SOURCE

    codes = ["" if one.code is None else f"LT{one.code:03}" for one in BOUNDS]
    rows = [
        (one.what, one.most, "; ".join(part for part in (code, one.then) if part))
        for one, code in zip(BOUNDS, codes, strict=True)
    ]
    rows += [
        ("bytes of a file that a document names", MOST_BYTES, "LT617"),
        ("zones or tokens of a compiled game", LARGEST_GAME, REFERENCE),
        ("places to move to, of all token types from all zones", MOST_TARGETS, REFERENCE),
        ("bytes of C for the rules of one game", MOST_CODE, REFERENCE),
        ("bytes of C for one game, tables included", MOST_SOURCE, REFERENCE),
        ("seconds of processor time for the C compiler", COMPILE_SECONDS, REFERENCE),
    ]
    table = "".join(f"| {what} | {most:,} | {told} |\n" for what, most, told in rows)
    before, _, rest = (ROOT / LIMITS).read_text(encoding="utf-8").partition(BOUNDS_BEGIN)
    _, _, after = rest.partition(BOUNDS_END)
    head = "| what | at most | if exceeded |\n|---|---|---|\n"
    return f"{before}{BOUNDS_BEGIN}\n{head}{table}{BOUNDS_END}{after}"


# page -> the function that returns its text
GENERATED: dict[str, Callable[[], str]] = {
    "docs/diagnostics.md": diagnostics_page,
    "docs/command-line.md": command_line_page,
    "docs/gamedef.schema.json": definition_schema,
    "docs/picture.schema.json": picture_schema,
    LIMITS: limits_page,
    "docs/language/index.md": language_page,
    **{page: partial(drawn, *shown) for page, shown in PICTURES.items()},
    "docs/pictures/strip.svg": strip,
    "docs/language/all.md": one_page,
    "docs/document.schema.json": document_schema_page,
    "src/ludotome/language/notes.json": notes_page,
    "editors/vscode/syntaxes/ludotome.tmLanguage.json": grammar_page,
}


def outdated() -> list[str]:
    """Return the generated pages that are out of date."""
    return [page for page, make in GENERATED.items() if _text(ROOT / page) != make()]


def _text(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.exists() else None


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` only list those that are out of date."""
    if arguments not in ([], ["--check"]):
        print("error: the only option is --check", file=sys.stderr)
        return 2
    old = outdated()
    for page in old:
        if arguments:
            print(f"{page} is out of date: run `make docs`")
        else:
            (ROOT / page).write_text(GENERATED[page](), encoding="utf-8")
            print(f"wrote {page}")
    return 1 if old and arguments else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # a script has its own folder on the path, not the one that contains `tools`
    sys.exit(main(sys.argv[1:]))
