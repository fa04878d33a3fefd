"""Bounds: the limits on documents and definitions, each defined once.

The checks, both kernels and the table in `docs/language/limits.md` read the numbers from here. A document that exceeds
a bound gets a diagnostic; a bound that depends on the position is an error in play. Bounds on C and on files are in
`toolchain` and `files`, which know nothing about games; bounds on marks and path data are in `looks`.

This module does not know how anything is counted.
"""

from __future__ import annotations

from msgspec import Struct


class Bound(Struct, frozen=True):
    """One bound: what is counted, the maximum, and what happens when it is exceeded."""

    what: str
    most: int
    code: int | None
    """The number of the diagnostic that reports it (1 for LT001); None if it depends on the position."""
    then: str = ""
    """What happens in play, if anything."""


BOUNDS: list[Bound] = []
"""Every bound, in the order of `docs/language/limits.md`."""


def _most(number: int, what: str, code: int | None, then: str = "") -> int:
    BOUNDS.append(Bound(what, number, code, then))
    return number


# ── the text ───────────────────────────────────────────────────────────────────────────────────────────────────────

MAX_CHARACTERS = _most(1_000_000, "characters in a document", 1)
MAX_BLOCKS = _most(500, "YAML blocks in a document", 1)
MAX_NODES = _most(100_000, "YAML values in a document", 5)
MAX_YAML_DEPTH = _most(50, "levels of nested YAML values", 5)
MAX_ALIASES = _most(1_000, "YAML aliases in a block", 5)
MAX_DIGITS = _most(18, "digits in a number", 54)
MAX_LENGTH = _most(10_000, "characters in an expression", 54)
MAX_DEPTH = _most(64, "levels of nesting in an expression", 56)
MAX_NAME = _most(100, "characters in an id, a seat name or a text to draw", 419)
MAX_DIAGNOSTICS = _most(500, "findings reported in one run", 6)

# ── macros ─────────────────────────────────────────────────────────────────────────────────────────────────────────

MAX_NESTED = _most(50, "levels of macros that call macros", 232)
MAX_INLINED = _most(20_000, "macro calls", 232)
MAX_PUT_IN = _most(20_000, "nodes that macro arguments expand to", 232)
MAX_EFFECTS = _most(20_000, "effects after expanding macros and `:each`", 615)
MAX_FOLDED = _most(2_000_000, "steps to evaluate constant expressions before play", 256)

# ── the definition ─────────────────────────────────────────────────────────────────────────────────────────────────

MOST_PLAYERS = _most(16, "players", 404)
MAX_READ = _most(
    4 << 20, "characters in all files that the boards of a document read (a file read twice counts twice)", 617
)
MAX_ZONES = _most(10_000, "zones made by one board", 610)
MOST_ZONES = _most(30_000, "zones of a game", 419)
MOST_COORDINATE = _most(10_000, "coordinates of a zone, positive or negative", 419)
MOST_DRAWN = _most(1_000_000, "cells in the smallest rectangle around a board", 419)
TOKENS_AT_MOST = _most(65_535, "tokens at once", 414)
MOST_NUMBERS = _most(100_000, "numbers in a range", 313)
MOST_STATE_BYTES = _most(2 << 20, "bytes of a state", 427)
MOST_PLIES = _most(1_000_000, "decisions in a game: `metadata.maxPlies`, default 10,000", 405)
DEEPEST_TRIGGERS = _most(64, "triggers that set off triggers: `metadata.maxTriggerDepth`, default 8", 405)
LONGEST_SERIES = _most(64, "actions in a series: `longest.upTo`", 415)
LONGEST_CHAIN = _most(32, "`canTake` calls in a chain", 428)
MOST_NOTATION = _most(500, "characters in the notation of a decision, names included", 429)
MOST_FORMS = _most(16, "forms of a notation", 429)

MOST_PARAMETERS = _most(64, "parameters of a game", 261)
MOST_VALUES = _most(64, "listed values of a parameter", 261)
MOST_SETTINGS = _most(
    100, "settings of parameters that `check` compiles, those of the tests last", None, "others are not checked"
)
MOST_CHECKED = _most(75_000, "zones and nodes of all settings that `check` compiles", None, "others are not checked")
MOST_CONTINUED = _most(64, "tests that continue each other with `after`", 805)
MOST_COMBINED = _most(16, "properties in `each` of `createToken`", 117)

# ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────────

MOST_STEPS = _most(10**9, "steps to evaluate one expression in one position", 439)
BUDGET = _most(10_000, "effects run in one decision", 433, "an error in play")
MOST_OUTCOMES = _most(10_000, "outcomes of a draw under explicit chance", 436, "an error in play")
MOST_DECISIONS = _most(
    1_000_000,
    "legal decisions in one position (unless you set `max_decisions=`)",
    None,
    "an error in play",
)
