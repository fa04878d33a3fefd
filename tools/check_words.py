"""Word check: find words in the project's own texts that `make lint` does not accept, and say what to write instead.

    python tools/check_words.py            every tracked file
    python tools/check_words.py README.md  these files alone

It reads what users read: Markdown pages, the strings of Python modules and the scripts of web pages. Code in a page
(fences and `backticks`) is left alone, and so are docstrings, comments, game documents, tests and test data. The check
knows single words and short phrases only; it cannot tell whether a sentence is easy to read.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# what is found (whole words, any case) -> what to write instead
WORDS: dict[str, str] = {
    r"mend(?:s|ed|ing)?": "fix",
    r"whoever": "say who: `you`, `a caller`, `the player who …`",
    r"seldom": "rarely",
    r"anew": "again",
    r"says more (?:of|about)": "for details run …",
    r"the fewest": "the minimum",
    r"left the table": "game closed",
    r"one a (?:seat|player|line|game|ply|move|zone|row)": "one per …",
    r"pairs? of eyes": "reviewer",
    r"runs? away": "does not terminate",
    r"is asked for": "is requested, or `you ask for …`",
    r"what is looked at": "name the thing",
    r"the nothing of": "the null value of",
    r"told apart": "distinguished",
    r"for ever": "forever",
    r"thereby|whereby|wherefrom|thereof|herein": "a plain sentence",
}
PATTERN = re.compile("|".join(rf"(?P<w{number}>\b(?:{word})\b)" for number, word in enumerate(WORDS)), re.IGNORECASE)
INSTEAD = tuple(WORDS.values())

_FENCE = re.compile(r"^\s*(```|~~~)")
_COMMENT = re.compile(r"^\s*(?://|/?\*)")
_CODE = re.compile(r"`[^`\n]*`")
# Games in their authors' words.
_DOCUMENTS = ("src/ludotome/games/", "src/ludotome/spec/starters/", "examples/")
_LEFT_ALONE = ("tests/", "tools/check_words.py", "src/ludotome/web/vendor/", "CHANGELOG.md", *_DOCUMENTS)


def main(names: list[str]) -> int:
    """Print `file:line: word; instead` for each finding in *names* (default: every tracked file); 1 if there is one."""
    findings = [
        f"{name}:{line}: `{word}`: write {instead}"
        for name in names or tracked()
        for line, text in lines((ROOT / name).read_text("utf-8"), Path(name).suffix)
        for word, instead in found(text)
    ]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def tracked() -> list[str]:
    """Return the files that are checked, in the order of git."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    kinds = {".md", ".py", ".js", ".html"}
    return [name for name in listed if Path(name).suffix in kinds and not name.startswith(_LEFT_ALONE)]


def found(text: str) -> Iterator[tuple[str, str]]:
    """Yield each word of *text* that is not accepted, with what to write instead."""
    for match in PATTERN.finditer(_CODE.sub("``", text)):
        assert match.lastgroup
        yield match.group(), INSTEAD[int(match.lastgroup[1:])]


def lines(text: str, suffix: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that people read, with their numbers."""
    if suffix == ".py":
        yield from _strings(text)
    elif suffix == ".md":
        yield from _prose(text)
    else:
        yield from ((number, line) for number, line in enumerate(text.splitlines(), 1) if not _COMMENT.match(line))


def _strings(text: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # nothing uses them
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docstrings:
            continue
        if not node.value.isidentifier():  # the name of something
            yield from enumerate(node.value.splitlines(), node.lineno)


def _prose(text: str) -> Iterator[tuple[int, str]]:
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            in_code = not in_code
        elif not in_code:
            yield number, line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
