"""Mutation study: measure the diagnostics on valid documents that are broken in mechanical ways, one at a time.

    python tools/mutation_study.py [--per-document 500] [--show 20] DOCUMENT…

A mutant is *told* if an error is at the broken line, or shows it with a label, and, if a name was broken, the
original is among its proposals. Mutants that are still valid documents are not counted as broken, but reported. The
share told is printed per kind of mutation; the study fails below 99 %.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ludotome.diagnostics import Diagnostic, Span
from ludotome.spec import SourceMap, compile_text, parse_game_spec
from ludotome.spec.expressions import Access, Binding, Call, Expression, Name, Selector, children, parse_expression

NEEDED = 0.99
# Fields whose text is prose, or names that the document itself chooses here.
_FREE_KEYS = ("draw", "short", "notation", "moves", "legal", "illegal")
_DECLARING = re.compile(
    r"(^metadata\.id|^metadata\.seats|\.seats\[|^zones\[\d+\]\.id|\.id$|\.name$|^tests\[\d+\]\.name|\.bind$|\.params\[\d+\]$"
    r"|\.init$|\.names$|^constants\.|\.type\[\d+\]$|\.zones\[)"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One broken document: what was done, where, and the name that a good diagnostic proposes (if any)."""

    kind: str
    text: str
    line: int
    original: str | None
    broken: str


def misspelt(word: str, chance: random.Random) -> str:
    """Return *word* with one typing error: two letters swapped, one dropped or one doubled."""
    core = word.lstrip("$")
    prefix = word[: len(word) - len(core)]
    if len(core) < 3:
        return prefix + core + core[-1]
    place = chance.randrange(1, len(core) - 1)
    ways = (
        core[:place] + core[place + 1] + core[place] + core[place + 2 :],
        core[:place] + core[place + 1 :],
        core[:place] + core[place] + core[place:],
    )
    made = chance.choice([way for way in ways if way != core] or [core + core[-1]])
    return prefix + made


def words_of(tree: Expression) -> Iterator[tuple[int, int]]:
    """Yield the position of each name in an expression, without `it` and the words of the grammar."""
    match tree:
        case Name() | Binding():
            yield tree.start, tree.end
        case Access():
            yield tree.name_start, tree.end
        case Call():
            yield tree.start, tree.start + len(tree.name)
        case Selector():
            yield tree.start, tree.start + len(tree.zone)
        case _:
            pass
    for below in children(tree):
        yield from words_of(below)


def mutants(text: str, chance: random.Random) -> Iterator[Mutant]:
    """Yield every mutant of *text*, in the order of its places."""
    parsed = parse_game_spec(text)
    places = parsed.source_map
    for path, place in places.places.items():
        free = any(f".{key}" in path for key in _FREE_KEYS)
        key = places.key_span(path)
        if key is not None and not free and not path.startswith(("constants.", "regions.", "terrain.")):
            word = text[key.start : key.end]
            if re.fullmatch(r"[A-Za-z]\w{2,}", word) and ".props." not in path and ".movement." not in path:
                yield from _replaced(text, "misspell a key", key.start, key.end, misspelt(word, chance), word, key.line)
            # A missing section is reported wherever it is used; that is not measured here.
            if re.fullmatch(r"\w+", word) and path not in parsed.doc.sections:
                yield from _dropped(text, places, path, word)
        if place.text is None or free:
            continue
        yield from _scalar_mutants(text, places, path, place.text, chance)
    yield from _indented(text, places)
    yield from _confused(text, places)


def _scalar_mutants(text: str, places: SourceMap, path: str, value: str, chance: random.Random) -> Iterator[Mutant]:
    span = places.value_span(path)
    assert span is not None
    if re.fullmatch(r"-?\d+", value):
        yield from _replaced(text, "change a type", span.start, span.end, "[many, of, them]", None, span.line)
        return
    tree = parse_expression(value).tree
    if tree is None or _DECLARING.search(path):
        return
    for start, end in words_of(tree):
        where = places.text_span(path, start, end)
        assert where is not None
        word = text[where.start : where.end]
        if len(word) >= 2:
            broken = misspelt(word, chance)
            yield from _replaced(text, "misspell a reference", where.start, where.end, broken, word, where.line)
    if value not in ("none",):
        yield from _replaced(text, "change a type", span.start, span.end, "[many, of, them]", None, span.line)


def _replaced(
    text: str, kind: str, start: int, end: int, replacement: str, original: str | None, line: int
) -> Iterator[Mutant]:
    yield Mutant(kind, text[:start] + replacement + text[end:], line, original, replacement)


def _dropped(text: str, places: SourceMap, path: str, word: str) -> Iterator[Mutant]:
    """Yield mutants without a whole `key: value`, if it is one of several in brackets or has its own line."""
    key, value = places.key_span(path), places.value_span(path)
    assert key is not None
    assert value is not None
    before, after = text[: key.start], text[value.end :]
    if found := re.match(r"\s*,\s*", after):
        yield Mutant("drop a field", before + after[found.end() :], key.line, word, f"no {word}")
    elif re.search(r"^ *$", before.split("\n")[-1]) and re.match(r" *(#.*)?\n", after):
        rest = after.split("\n", 1)[1]
        yield Mutant("drop a field", before.rstrip(" ") + rest, key.line, word, f"no {word}")


def _indented(text: str, places: SourceMap) -> Iterator[Mutant]:
    lines = text.split("\n")
    keyed = {span.line for path in places.places if (span := places.key_span(path)) is not None}
    for number in sorted(keyed):
        line = lines[number - 1]
        if line.startswith(" "):
            shifted = [*lines[: number - 1], " " + line, *lines[number:]]
            yield Mutant("wrong indent", "\n".join(shifted), number, None, "one blank more")


def _confused(text: str, places: SourceMap) -> Iterator[Mutant]:
    """Yield mutants with a `$name` replaced by another one of the same rule."""
    spans_of_rule: dict[str, list[Span]] = {}
    for path, place in places.places.items():
        if place.text is not None and not _DECLARING.search(path):
            spans = (places.text_span(path, *found.span()) for found in re.finditer(r"\$\w+", place.text))
            rule = re.match(r"\w+(\[\d+\])?", path)
            spans_of_rule.setdefault(rule.group() if rule else path, []).extend(span for span in spans if span)
    for rule_spans in spans_of_rule.values():
        names = list(dict.fromkeys(text[span.start : span.end] for span in rule_spans))
        for span in rule_spans if len(names) > 1 else ():
            word = text[span.start : span.end]
            other = names[names.index(word) - 1]
            yield from _replaced(text, "confuse two names", span.start, span.end, other, None, span.line)


def is_told(mutant: Mutant, errors: list[Diagnostic]) -> bool:
    """Return whether some error is at the broken place and proposes the original."""
    for error in errors:
        if not any(_is_at(mutant, span) for span in (error.span, *(label.span for label in error.labels)) if span):
            continue
        said = " ".join((error.message, error.suggestion or "", *error.alternatives))
        if mutant.original is None or mutant.original in said:
            return True
    return False


def _is_at(mutant: Mutant, span: Span) -> bool:
    """Return whether *span* shows the broken line; a dropped field is reported at its parent, some lines off."""
    off = {"drop a field": 12, "wrong indent": 3}.get(mutant.kind, 0)
    return span.line - off <= mutant.line <= span.end_line + off


def reader(folder: Path) -> Callable[[str], str]:
    """Return a reader of mission files in *folder*; a broken name is not a file there."""
    return lambda name: (folder / name).read_text(encoding="utf-8")


def study(files: list[Path], per_document: int, show: int) -> dict[str, list[int]]:
    """Return for each kind how many mutants there were, how many were still valid, and how many were told."""
    counts: dict[str, list[int]] = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        chance = random.Random(file.stem)
        found = list(mutants(text, chance))
        for mutant in chance.sample(found, min(per_document, len(found))):
            result = compile_text(mutant.text, read=reader(file.parent))
            errors = [one for one in result.diagnostics if one.severity == "error"]
            row = counts.setdefault(mutant.kind, [0, 0, 0])
            row[0] += 1
            if not errors:
                row[1] += 1
            elif is_told(mutant, errors):
                row[2] += 1
            elif show > 0:
                show -= 1
                told = "; ".join(
                    f"{one.span.line if one.span else '?'}: {one.code} {one.message}" for one in errors[:2]
                )
                print(f"{file.stem}:{mutant.line}: {mutant.kind}: {mutant.original} → {mutant.broken}\n    {told}")
    return counts


def main() -> int:
    """Run the study and print its table; return 1 if too few mutants are told."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--per-document", type=int, default=500)
    parser.add_argument("--show", type=int, default=0, help="print so many mutants that were not told")
    options = parser.parse_args()
    counts = study(options.documents, options.per_document, options.show)
    print(f"{'mutation':<24}{'mutants':>9}{'still valid':>13}{'told':>7}{'share':>8}")
    total = [sum(row[place] for row in counts.values()) for place in range(3)]
    for kind, (made, valid, told) in [*sorted(counts.items()), ("all", (total[0], total[1], total[2]))]:
        print(f"{kind:<24}{made:>9}{valid:>13}{told:>7}{told / max(1, made - valid):>8.1%}")
    return 0 if total[2] >= NEEDED * (total[0] - total[1]) else 1


if __name__ == "__main__":
    sys.exit(main())
