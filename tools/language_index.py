"""Language index: the front page of the language reference, generated from its pages and the table of nodes.

Every construct of the language (section, board, macro, effect, word) is on some page under a heading with its name
in backticks, with an example below it. `constructs` lists all of them, `find_home` finds the place of one; the index
links to it, and a meta test fails if one has no place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "language"

# The reader's task -> the pages about it, in reading order.
GROUPS = {
    "The document": (
        "document",
        "all",
        "example-game",
        "metadata",
        "variants",
        "parameters",
        "variables",
        "setup",
        "positions",
        "tests",
        "limits",
    ),
    "Board and pieces": ("zones", "grid", "hex", "graph", "mission", "regions", "token-types", "movement", "look"),
    "Play": (
        "turns",
        "actions",
        "triggers",
        "end-conditions",
        "scoring",
        "choices",
        "chance",
        "visibility",
        "notation",
    ),
    "Effects": ("effects", "effects-flow", "built-in-macros", "macros"),
    "Expressions": ("expressions", "types-and-nothing", "names"),
    "Words": ("values", "arithmetic-and-logic", "sets", "space-words", "rules-words"),
}
INTRODUCTION = """\
# The language

This reference describes the language of game documents, with one page for each part. The tests compile and run every
example. If you are new to Ludotome, start with the [tutorial](../tutorial.md).
"""

_NAMED = re.compile(r"^`[^`]+`(: )?|: `[^`]+`$")  # the name in a heading, before or after what it means


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct of the language: its kind, its possible names in headings, and a pattern for its example.

    `doc` is the first line of a node's docstring; the others have none, and are described by their headings.
    """

    kind: str
    names: tuple[str, ...]
    pattern: str
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A heading of a page with the text below it; `anchor` is empty for the page's title."""

    page: str
    anchor: str
    names: tuple[str, ...]
    text: str
    heading: str = ""


def constructs() -> list[Construct]:
    """Return everything that needs a page: sections, boards, macros, effects, words, in the order of their tables."""
    from ludotome.gamedef import NODES
    from ludotome.spec.sections import SECTIONS
    from ludotome.spec.shapes import BOARD_MACROS, EFFECT_MACROS

    found = [Construct("section", (name,), rf"^{name}:") for name in SECTIONS]
    found += [Construct("board", (name,), rf"- {name}:") for name in BOARD_MACROS]
    found += [Construct("macro", (name,), rf"\b{name}:") for name in EFFECT_MACROS]
    found.append(Construct("macro", (":each",), r"\w:each\b"))
    for info in NODES.values():
        names = info.spellings or (info.name,)
        spelled = "|".join(re.escape(name) for name in names)
        tree = rf'\b{info.family}: "?(?:{spelled})(?![\w-])'
        pattern = rf"\b{info.name}\b" if info.family == "effect" else tree
        found.append(Construct("effect" if info.family == "effect" else "word", names, pattern, info.doc))
    return found


def parts() -> list[Part]:
    """Return every heading of every page with its text, pages in reading order."""
    return [part for pages in GROUPS.values() for page in pages for part in _parts_of(page)]


def find_home(construct: Construct, among: list[Part]) -> Part | None:
    """Return the first part with the construct's name in its heading and an example of it below, or None."""
    for part in among:
        if set(construct.names) & set(part.names) and any(
            re.search(construct.pattern, block, re.MULTILINE) for block in _yaml_blocks(part.text)
        ):
            return part
    return None


def language_index_page() -> str:
    """Return the index: the pages by group, then every construct with its meaning and a link."""
    lines = [INTRODUCTION]
    for group, pages in GROUPS.items():
        rows = "".join(f"- [{_title(page)}]({page}.md)\n" for page in pages)
        lines.append(f"## {group}\n\n{rows}")
    among = parts()
    rows = ""
    for construct in sorted(constructs(), key=lambda one: (one.names[0].lower(), one.kind)):
        home = find_home(construct, among)
        if home is not None:
            link = f"{home.page}.md#{home.anchor}" if home.anchor else f"{home.page}.md"
            shown = " ".join(f"`{name}`" for name in construct.names)
            rows += f"| [{shown}]({link}) | {construct.kind} | {construct.doc or _meaning(home)} |\n"
    lines.append(f"## Everything by name\n\n| name | kind | meaning |\n|---|---|---|\n{rows}")
    return "\n".join(lines)


def _meaning(home: Part) -> str:
    """Return the words of a heading, or of its page's title if the heading is the name alone, as a sentence.

    >>> _meaning(Part("page", "", ("actions",), "", "`actions`: what players may do"))
    'What players may do.'
    """
    text = _NAMED.sub("", home.heading) or _NAMED.sub("", _title(home.page))
    return f"{text[0].upper()}{text[1:]}."


def _title(page: str) -> str:
    lines = (FOLDER / f"{page}.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("# ")).removeprefix("# ")


def _parts_of(page: str) -> list[Part]:
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    fences = [match.span() for match in re.finditer(r"^(`{3,}).*?^\1$", text, re.MULTILINE | re.DOTALL)]
    heads = [
        match
        for match in re.finditer(r"^#{1,4} (.+)$", text, re.MULTILINE)
        if not any(start <= match.start() < end for start, end in fences)
    ]
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [
        Part(
            page,
            "" if head.group().startswith("# ") else _anchor(head.group(1)),
            tuple(re.findall(r"`([^`]+)`", head.group(1))),
            text[head.end() : end],
            head.group(1),
        )
        for head, end in zip(heads, ends, strict=True)
    ]


def _anchor(heading: str) -> str:
    """Return the anchor that Markdown renderers give a heading.

    >>> _anchor("A straight line: `ray`")
    'a-straight-line-ray'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _yaml_blocks(text: str) -> list[str]:
    return re.findall(r"^```yaml[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
