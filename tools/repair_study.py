"""Repair study: how many documents in the habits of other languages the diagnostics repair.

    python tools/repair_study.py [--show] [FOLDER]

The folder (tests/repairs unless given) has documents as a language model gets them wrong, each named after the game
that was meant: `marks-python.md` should be `intended/marks.md`. Each is repaired in two ways, with no other knowledge:

    * by suggestions: in each of three rounds every fix is made, and where an error has none and its suggestion is
      "write `X`", X is written in the place of what is underlined;
    * by `--fix` alone, as `ludotome check --fix` does.

A document is repaired when it compiles to exactly the definition of the intended game. The study fails below 90 % by
suggestions or 50 % by fixes.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from ludotome.diagnostics import Diagnostic, apply_fixes, mend
from ludotome.diagnostics.diagnostic import Edit, Fix
from ludotome.gamedef import GameDef, to_json
from ludotome.spec import compile_text

FOLDER = Path(__file__).parents[1] / "tests" / "repairs"
BY_SUGGESTIONS, BY_FIXES = 0.90, 0.50
ROUNDS = 3
_WRITE = re.compile(r"write `([^`]+)`")


@dataclass(frozen=True, slots=True)
class Repaired:
    """What came of one document: whether each way led to the intended game, and what was left to say."""

    name: str
    by_suggestions: bool
    by_fixes: bool
    left: tuple[str, ...]


def followed(found: Diagnostic) -> Diagnostic:
    """Return *found* with a fix that does what its suggestion says, if that is to write something."""
    import msgspec

    said = _WRITE.fullmatch(found.suggestion or "")
    if found.fix is not None or found.span is None or said is None or found.severity != "error":
        return found
    fix = Fix(title=found.suggestion or "", edits=(Edit(span=found.span, replacement=said[1]),))
    return msgspec.structs.replace(found, fix=fix)


def by_suggestions(text: str) -> str:
    """Return *text* after three rounds of doing what the diagnostics say."""
    for _ in range(ROUNDS):
        found = [followed(one) for one in compile_text(text).diagnostics if one.severity == "error"]
        text = apply_fixes(text, found).text
    return text


def same_game(text: str, intended: GameDef) -> bool:
    """Whether *text* is the game *intended*."""
    game_def = compile_text(text).game_def
    return game_def is not None and to_json(game_def) == to_json(intended)


def study(folder: Path = FOLDER) -> list[Repaired]:
    """Return what came of each document of *folder*."""
    rows = []
    for file in sorted(folder.glob("*.md")):
        text = file.read_text(encoding="utf-8")
        meant = (folder / "intended" / f"{file.stem.partition('-')[0]}.md").read_text(encoding="utf-8")
        intended = compile_text(meant).game_def
        assert intended is not None, f"{file.stem}: the intended game has errors"
        assert not same_game(text, intended), f"{file.stem}: nothing is wrong with this document"
        fixed, followed_text = mend(text, compile_text), by_suggestions(text)
        left = tuple(
            f"{one.span.line if one.span else '?'}: {one.code} {one.message}; {one.suggestion}"
            for one in compile_text(followed_text).diagnostics
            if one.severity == "error"
        )
        rows.append(Repaired(file.stem, same_game(followed_text, intended), same_game(fixed.text, intended), left))
    return rows


def main() -> int:
    """Run the study and print its table; return 1 when too few documents are repaired."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--show", action="store_true", help="print what was left of documents that were not repaired")
    options = parser.parse_args()
    rows = study(options.folder)
    for row in rows:
        print(f"{row.name:<28}{'suggestions' if row.by_suggestions else '-':<14}{'--fix' if row.by_fixes else '-'}")
        if options.show and not (row.by_suggestions and row.by_fixes):
            print("".join(f"    {line}\n" for line in row.left or ("it compiles to another game",)), end="")
    suggested, fixed = sum(row.by_suggestions for row in rows), sum(row.by_fixes for row in rows)
    print(f"{len(rows)} documents: {suggested / len(rows):.0%} by suggestions, {fixed / len(rows):.0%} by --fix alone")
    return 0 if suggested >= BY_SUGGESTIONS * len(rows) and fixed >= BY_FIXES * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
