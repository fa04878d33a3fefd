"""Repair study: how many documents written in the style of other languages the diagnostics repair.

    python tools/repair_study.py [--show] [--write] [FOLDER …]

A folder (default: tests/repairs and tests/repairs/blind) contains documents with typical errors of language models,
each named after the intended game: `marks-python.md` should become `intended/marks.md`, or `intended/marks-python.md`
if its correct parts have another form. Each is repaired in two ways, without other knowledge:

    * by suggestions, in three rounds. Each round runs `ludotome check --fix`. Then it applies every remaining fix of an
      error or a warning; if an error has no fix and its suggestion begins with "write `X`" or "write one
      of `X`, `Y`", it replaces the underlined text by X;
    * by `--fix` alone, as `ludotome check --fix` does.

A document counts as repaired if it compiles to the definition of the intended game, or to one that plays exactly
alike: in ten random games all lists of legal decisions and all states are equal. The study fails below 90 % by
suggestions or 50 % by fixes. `--write` writes the figures to docs/repair-study.md.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludotome.diagnostics import Diagnostic, apply_fixes, mend
from ludotome.diagnostics.diagnostic import Edit, Fix
from ludotome.gamedef import GameDef, to_json
from ludotome.spec import compile_text

if TYPE_CHECKING:
    from ludotome import Game

FOLDER = Path(__file__).parents[1] / "tests" / "repairs"
# The second set was written before its author had seen the error tables, the first set or this tool.
FOLDERS = (FOLDER, FOLDER / "blind")
# Sets that are measured but need not reach a figure, because most of their habits are not covered by a table.
MORE = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PAGE_FILE = Path(__file__).parents[1] / "docs" / "repair-study.md"
PAGE = """\
<!-- Made by `python tools/repair_study.py --write`; edit that file instead. -->

# The repair study

This study measures how many documents the diagnostics can repair on their own, with errors as language models and
programmers make them. A program repairs each document in two ways: by three rounds of applying the suggestions of the
diagnostics, and by `ludotome check --fix` alone. A document counts as repaired only if the result is the intended game:
it compiles to the same definition, or every decision and every state is the same in ten random games. A *habit* is a
way of writing that the author knows from another language.

| set | figure |
|---|---|
| first set, `tests/repairs` | {first_set} |
| blind set, `tests/repairs/blind`, when it was first run | {first} |
| blind set, now | {blind} |
| third set, `tests/repairs/third`, when it was first run | 5 % by suggestions, 10 % by `--fix` alone, of 20 documents |
| third set, now | {third} |
| fourth set, `tests/repairs/fourth`, first run | 45 % by suggestions, 45 % by `--fix` alone, of 20 documents |
| fourth set, now | {fourth} |
| fifth set, `tests/repairs/fifth`, without the fourth's repairs | 30 % by suggestions, 30 % by `--fix` alone, of 20 |
| fifth set, with the repairs from the fourth set | 45 % by suggestions, 45 % by `--fix` alone |
| fifth set, now | {fifth} |
| sixth set, `tests/repairs/sixth`, first run | 25 % by suggestions, 25 % by `--fix` alone, of 20 documents |
| sixth set, after repairs made only from other sets | 35 % by suggestions, 35 % by `--fix` alone |
| sixth set, now | {sixth} |
| seventh set, `tests/repairs/seventh`, first run | 20 % by suggestions, 20 % by `--fix` alone, of 10 documents |
| seventh set, now | {seventh} |
| eighth set, `tests/repairs/eighth`, first run | 40 % by suggestions, 25 % by `--fix` alone, of 20 documents |
| eighth set, now | {eighth} |
| ninth set, `tests/repairs/ninth`, first run | 13 % by suggestions, 0 % by `--fix` alone, of 15 documents |
| ninth set, now | {ninth} |
| tenth set, `tests/repairs/tenth`, first run | 33 % by suggestions, 33 % by `--fix` alone, of 15 documents |
| tenth set, now | {tenth} |

The table gives two figures for most sets: the result of the first run, before anybody had seen the failures, and the
present result. Except for the first set, the documents were written without knowledge of the tables of errors or of
the repairs; only the author of the seventh set had read parts of them, and the author of the tenth had written the
last of them. After each first run, failures were fixed. So the present results only show what is covered now. The
results of first runs show what to expect from documents with new habits.

**The blind set** was written from the README, the language pages and the shipped games, in the style of Python, JSON,
JavaScript, boardgame.io, Ludii and chess programmers. Its author had not read the tables of errors, the first set or
the study. In 8 of its documents, correct parts are written in another form than in the intended document of the game;
each of these 8 is compared with a separate intended document.

**The third set** was not used to add words to the tables: only repairs by shape and type were added after its first
run. These repairs cover an unknown field if exactly one required field is missing, fields of a nested mapping that are
written flat (`minPlayers`), one field that names another (`type: slide`), a mapping around the one value or list that
is meant, and a list of conditions instead of one condition. They repair single errors, whatever words the author uses.
But each document of this set has several errors, and a document counts as unrepaired if one error remains.

**The fourth and the fifth set** were written one after the other, in the style of Python, JavaScript, JSON, SQL,
Ludii and PDDL. Each document has two to four habits. After the first run of the fourth set, repairs were added for
classes of errors: calls where a mapping is meant (`win(actor)`, `board: grid(3, 3)`), statements where an effect is
meant (`if $d <= 2:`, `for $x in 1..5:`, `$d = randint(1, 6)`), properties by the type of their owner (`hand.cards`,
`$card.props.cost`), and names with `?`. Then the fifth set was run, and a second round of classes was added: the
conditional operator, `x['name']`, and the one field that a list fits. Some documents of these sets leave out the
range of a variable, so only somebody who knows the game can repair them.

**The sixth set** has four to eight habits in each document. It was run once before and once after a round of repairs
that were made only from the failures of the other sets: fields by the type of their value, sections by their entries,
`score[actor]`, `int(0..3)`, and the fields of a result beside it. These two figures are the best measure of how well
repairs generalise: most single habits are repaired, but a document with six of them is repaired only if all six are.
Then its own failures were fixed, too.

**The seventh set** has ten documents in the style of Ruby, Rust, C#, SQL, PDDL, Ludii and GDScript. It was committed
before it was run, but its author had read the table of words and parts of the repairs. After its first run, repairs
were added for an assignment to a token's zone, a function whose longer name takes the same arguments, the bounds of a
parameter, `..=`, a result in words, and a picture as `setup`.

**The eighth set** was written from the one-page language and the shipped games, and committed before it was run. Its
documents have two to six habits of Python, JavaScript, boardgame.io, Ludii, GDL, YAML and language models. After its
first run, repairs were added for fields beside the name of an effect, a list of pairs for a mapping, a key that is
the word for another field, a condition beside a set, sections inside a section, variables by their use, and effects
by their fields. No words were added to the tables.

**The ninth set** was written from the one-page language alone, and committed before it was run. Its 15 documents have
three to eight habits each, in the style of Python, boardgame.io, Rust, JavaScript, Lua, Kotlin, SQL, JSON, Ludii and
plain sentences. After its first run, repairs were added for lambdas after calls, `filter` with the name of a
function, an element that is named without `$`, statements that bind a name, parameters given only by name, zones as
pairs in a list, and the number of players as a count. In addition, a fix is now tried together with the fixes that it
makes possible, even if errors without a fix follow from it.

**After the ninth set**, every document that was still not repaired was read, and its habits were repaired by class:
cells in words (`all empty cells`, `sites(Empty)`), conditions in words (`any player has …`, `unless`), types and
suffixes of numbers, properties of the zone of a token, variables of several kinds in one section, functions as keys of
`macros`, calls as in Lisp, limits as flags (`oncePerTurn`), tokens in the zone of their owner, and ranks of a chess
board, which had become rows. A fix that was refused is now tried again if it has changed. `frogs-picture` and
`hounds-model` have an intended document of their own since then, because they write a correct part in another form.

**The tenth set** was committed before it was run, but its author had written the repairs after the ninth set. Its 15
documents have one to three habits each, in the style of Python, TypeScript, boardgame.io, GDL, Ludii, JSON, SQL and
plain sentences. After its first run, repairs were added for sets as mathematics writes them, counts of a query,
sentences about how many tokens a zone has, functions of the player who acts, ranges as a difference or a mapping,
sizes such as `3x3`, effects as sentences, and a loser instead of a winner.

Not repaired by suggestions, of all sets:

{left}"""
BY_SUGGESTIONS, BY_FIXES = 0.90, 0.50
ROUNDS = 3
GAMES, PLIES = 10, 200
_WRITE = re.compile(r"write (?:one of )?`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Repaired:
    """The result of one document: whether each way led to the intended game, and the remaining diagnostics."""

    name: str
    by_suggestions: bool
    by_fixes: bool
    left: tuple[str, ...]


def followed(found: Diagnostic) -> Diagnostic:
    """Return *found* with a fix that follows its suggestion, if that is to write something."""
    import msgspec

    said = _WRITE.match(found.suggestion or "")
    if found.fix is not None or found.span is None or said is None or "…" in said[1] or found.severity != "error":
        return found
    fix = Fix(title=found.suggestion or "", edits=(Edit(span=found.span, replacement=said[1]),))
    return msgspec.structs.replace(found, fix=fix)


def by_suggestions(text: str) -> str:
    """Return *text* after three rounds of following the diagnostics."""
    for _ in range(ROUNDS):
        text = mend(text, compile_text).text
        found = [followed(one) for one in compile_text(text).diagnostics if one.severity != "info"]
        text = apply_fixes(text, found).text
    return text


def same_game(text: str, intended: GameDef) -> bool:
    """Return whether *text* is the game *intended*: the same definition, or one that plays alike."""
    game_def = compile_text(text).game_def
    if game_def is None:
        return False
    return to_json(game_def) == to_json(intended) or all(play_alike(game_def, intended, seed) for seed in range(GAMES))


def play_alike(one: GameDef, other: GameDef, seed: int) -> bool:
    """Return whether a random game is the same in both: equal legal decisions, leading to equal states."""
    import ludotome as lt

    try:
        return _play_alike(lt.from_game_def(one), lt.from_game_def(other), seed)
    except lt.PlayError:
        return False  # the rules of one have a fault


def _play_alike(one: Game, other: Game, seed: int) -> bool:
    chance = random.Random(seed)
    first, second = (game.new_initial_state(seed, backend="reference") for game in (one, other))
    for _ in range(PLIES):
        if first.to_json() != second.to_json() or first.is_terminal():
            return bool(first.to_json() == second.to_json() and first.outcome() == second.outcome())
        decisions = first.legal_action_strings()
        if decisions != second.legal_action_strings():
            return False
        place = chance.randrange(len(decisions))
        for state in (first, second):
            state.apply_action(state.legal_actions()[place])
    return True


def _intended(file: Path) -> Path:
    """Return the document that *file* should become: its own, or that of its game."""
    own = file.parent / "intended" / file.name
    return own if own.exists() else own.with_name(f"{file.stem.partition('-')[0]}.md")


def study(folder: Path = FOLDER) -> list[Repaired]:
    """Return the result of each document in *folder*."""
    rows = []
    for file in sorted(folder.glob("*.md")):
        text = file.read_text(encoding="utf-8")
        intended = compile_text(_intended(file).read_text(encoding="utf-8")).game_def
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


def summary(rows: list[Repaired]) -> str:
    """Return the figures of one set in one line."""
    suggested, fixed = sum(row.by_suggestions for row in rows), sum(row.by_fixes for row in rows)
    return f"{len(rows)} documents: {suggested / len(rows):.0%} by suggestions, {fixed / len(rows):.0%} by --fix alone"


def page(rows_of_folder: dict[Path, list[Repaired]]) -> str:
    """Return the page with the figures of every set, now and, for the blind one, of its first run."""
    first = (FOLDERS[1] / "first-run.txt").read_text(encoding="utf-8").splitlines()[-1]
    more = {name: study(FOLDER / name) for name in MORE}
    lost = [row for rows in (*rows_of_folder.values(), *more.values()) for row in rows if not row.by_suggestions]
    left = "".join(f"- `{row.name}`: {'; '.join(row.left) or 'it compiles to another game'}\n" for row in lost)
    return PAGE.format(
        **{name: summary(rows) for name, rows in more.items()},
        first_set=summary(rows_of_folder[FOLDERS[0]]),
        blind=summary(rows_of_folder[FOLDERS[1]]),
        first=first,
        left=left,
    )


def main() -> int:
    """Run the study and print its table; return 1 if too few documents are repaired."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="*", type=Path, default=FOLDERS, help="sets of documents (default: both)")
    parser.add_argument("--show", action="store_true", help="print what was left of documents that were not repaired")
    parser.add_argument("--write", action="store_true", help=f"write the figures to {PAGE_FILE.name}")
    options = parser.parse_args()
    sets = {folder: study(folder) for folder in options.folder}
    for rows in sets.values():
        for row in rows:
            print(f"{row.name:<28}{'suggestions' if row.by_suggestions else '-':<14}{'--fix' if row.by_fixes else '-'}")
            if options.show and not (row.by_suggestions and row.by_fixes):
                print("".join(f"    {line}\n" for line in row.left or ("it compiles to another game",)), end="")
        print(summary(rows))
    if options.write:
        PAGE_FILE.write_text(page(sets), encoding="utf-8")
    return 0 if all(is_enough(rows) for rows in sets.values()) else 1


def is_enough(rows: list[Repaired]) -> bool:
    """Return whether enough of *rows* were repaired."""
    suggested, fixed = sum(row.by_suggestions for row in rows), sum(row.by_fixes for row in rows)
    return suggested >= BY_SUGGESTIONS * len(rows) and fixed >= BY_FIXES * len(rows)


if __name__ == "__main__":
    sys.exit(main())
