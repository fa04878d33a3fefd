"""The Python code of a Markdown page, as a module whose line numbers are those of the page.

A doctest shares its names with every later block of the page, so a page is one module. Output and prose become empty
lines.
"""

from __future__ import annotations

import re

FENCE = re.compile(r"^\s*```(\w*)\s*$")
PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.)(?: (.*)|)$")


def python_code(markdown: str) -> str:
    """Return the code of every Python block: the text after the prompts, or the whole block if it has none."""
    lines = markdown.split("\n")
    code = [""] * len(lines)
    for first, last in python_blocks(lines):
        session = any(line.lstrip().startswith(">>>") for line in lines[first:last])
        for number in range(first, last):
            if not session:
                code[number] = lines[number]
            elif (prompt := PROMPT.match(lines[number])) is not None:
                code[number] = prompt[1] or ""
    return "\n".join(code) + "\n"


def python_blocks(lines: list[str]) -> list[tuple[int, int]]:
    """Return the first line of each Python block and the line of the fence after it, counted from 0."""
    blocks, opened = [], None
    for number, line in enumerate(lines):
        if (fence := FENCE.match(line)) is None:
            continue
        if opened is None:
            opened = (number + 1, fence[1])
        else:
            if opened[1] in ("python", "pycon"):
                blocks.append((opened[0], number))
            opened = None
    return blocks
