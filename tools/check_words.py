"""Word check: find words in the project's own texts that `make lint` does not accept, and say what to write instead.

    python tools/check_words.py            every tracked file
    python tools/check_words.py README.md  these files alone

It reads Markdown pages, the strings, docstrings and comments of Python modules, and the scripts of web pages. It skips
code (fences, `backticks` and doctests), game documents, and in tests everything but docstrings and comments. The check
knows single words and short phrases only; it cannot tell whether a sentence is easy to read.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
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

# Accepted in docstrings and comments: `the fewest steps`, `the help is asked for`.
_IN_CODE = re.compile("the fewest|is asked for", re.IGNORECASE)
_TITLE = re.compile(r"\s*\w+:")  # of a docstring: a name, such as that of the module
_DOCTEST = re.compile(r"\s*(>>>|\.\.\.)")
_FENCE = re.compile(r"^\s*(```|~~~)")
_COMMENT = re.compile(r"^\s*(?://|/?\*)")
_CODE = re.compile(r"`[^`\n]*`")
# Games in their authors' words.
_DOCUMENTS = ("src/ludotome/games/", "src/ludotome/spec/starters/", "examples/")
_LEFT_ALONE = ("tools/check_words.py", "src/ludotome/web/vendor/", "CHANGELOG.md", *_DOCUMENTS)


def main(names: list[str]) -> int:
    """Print `file:line: word; instead` for each finding in *names* (default: every tracked file); 1 if there is one."""
    findings = [finding for name in names or tracked() for finding in findings_in(name)]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def findings_in(name: str) -> Iterator[str]:
    """Yield the findings in one file."""
    text = (ROOT / name).read_text("utf-8")
    if not PATTERN.search(text):
        return  # most files, without parsing them
    for line, read in lines(text, Path(name).suffix, strings=not name.startswith("tests/")):
        yield from (f"{name}:{line}: `{word}`: write {instead}" for word, instead in found(read))


def tracked() -> list[str]:
    """Return the files that are checked, in the order of git."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    kinds = {".md", ".py", ".js", ".html"}
    read = [name for name in listed if Path(name).suffix in kinds and not name.startswith(_LEFT_ALONE)]
    return [name for name in read if not name.startswith("tests/") or name.endswith(".py")]


def found(text: str) -> Iterator[tuple[str, str]]:
    """Yield each word of *text* that is not accepted, with what to write instead."""
    for match in PATTERN.finditer(_CODE.sub("``", text)):
        assert match.lastgroup
        yield match.group(), INSTEAD[int(match.lastgroup[1:])]


def lines(text: str, suffix: str, *, strings: bool = True) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that people read, with their numbers; *strings* are those of Python modules."""
    if suffix == ".py":
        if strings:
            yield from _strings(text)
        yield from _remarks(text)
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


def _remarks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of docstrings and the comments of a Python module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            title, *rest = node.value.value.splitlines() or [""]
            for number, line in enumerate([_TITLE.sub("", title, count=1), *rest], node.lineno):
                if not _DOCTEST.match(line):
                    yield number, _IN_CODE.sub("", line)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], _IN_CODE.sub("", token.string)


def _prose(text: str) -> Iterator[tuple[int, str]]:
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            in_code = not in_code
        elif not in_code:
            yield number, line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
