"""Emitter: shared by all code generators: the functions written so far, their requirements, and how to write a value.

This module does not know how a value is written (`scalars`).
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, field

from ludotome.gamedef import ActionIds
from ludotome.native.indexes.joins import joined_groups
from ludotome.native.indexes.kept import Kept
from ludotome.native.indexes.kinds import kind_domain
from ludotome.native.indexes.owned import index_domain
from ludotome.native.indexes.steps import KeptSteps
from ludotome.native.lower import ir
from ludotome.native.lower.attack_masks import AttackMasks, zones_fit_words
from ludotome.native.lower.code_size import FEW_ON_STACK, LARGEST_ON_STACK
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.ray_masks import line_asked
from ludotome.native.lower.sources import neighbours
from ludotome.native.lower.step_planes import StepPlanes
from ludotome.native.lower.target_masks import TargetMasks
from ludotome.native.lower.zone_sets import ZoneSet
from ludotome.native.options import ALL_ON, Options
from ludotome.native.text import Lines

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
C_BYTES = {"uint8_t": 1, "int32_t": 4, "int64_t": 8}


def halted(looks: int) -> str:
    """Return the C that tests whether the call is to stop, in a check that counts for so many."""
    return "lt_is_halted(s)" if looks == 1 else f"lt_is_halted_after(s, {looks})"


class Answers(Struct, dict=True):
    """The lists of cached results of a function that loops over zones: its zone, its arguments, their names."""

    zone: Local
    given: tuple[Local, ...]
    names: list[str] = field(default_factory=list)

    @property
    def declarations(self) -> list[str]:
        """Return the C that declares the lists, initially empty."""
        return [f"lt_answers {name}; memset({name}.known, 0, sizeof {name}.known);" for name in self.names]


class Segment(Struct, frozen=True):
    """The words of one action, and the set that they are (None: the one bit of an action without parameters)."""

    plan: Plan
    words: int
    source: ir.Kept | ir.RayStarts | KeptSteps | StepPlanes | None


class Emitter(Struct, dict=True):
    """Collects the functions of one game."""

    low: Lowering
    functions: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)  # placed before everything that reads them
    drawn: tuple[Segment, ...] = ()  # the sets from which decisions are drawn, if all are in such sets
    stem: str = "game"  # prefix for the names of new functions
    count_steps: bool = True  # whether effects count against the budget
    unpaid: list[int] = field(default_factory=list)  # the actions that a list leaves out if they cannot be paid
    long: bool = False  # whether one call can take so long that long loops must check for interrupts
    looks: int = 0  # how many checks for interrupts a round of the loops being written counts for; 0: they do not check
    positions: str = ""  # the C of position hashes and `seen`
    hooks: str = ""  # the C that updates the indexes
    senses: str = ""  # the C of sight and reach
    options: Options = ALL_ON
    kept: Kept = field(default_factory=Kept)
    attacks_known: bool = False  # whether `attacks` has been looked for
    attacks: AttackMasks | None = None
    foreseen: set[int] = field(default_factory=set)  # the actions whose trials can be foreseen
    watches: list[Any] = field(default_factory=list)  # what the existing pins watch
    targets: dict[str, int] = field(default_factory=dict)  # functions that list targets, and their maximum number
    target_masks: dict[str, TargetMasks] = field(default_factory=dict)  # those that list zones as bytes
    zone_tables: dict[tuple[int, ...], str] = field(default_factory=dict)  # sets of zones as words, by their rows
    static_tables: dict[tuple[tuple[int, ...], ...], str] = field(default_factory=dict)  # of values, by their rows
    ray_sets: dict[tuple[tuple[tuple[int, ...], ...], int], str] = field(default_factory=dict)  # functions, by rays
    blocking: dict[str, int] = field(default_factory=dict)  # what no step of a table may enter, if always the same
    step_zones: dict[str, list[int]] = field(default_factory=dict)  # the zones of such a table
    ids: ActionIds | None = None  # set where a listed decision is one number
    _made: dict[tuple[str, Any], str] = field(default_factory=dict)
    _answers: Answers | None = None  # those of the function being written
    _numbers: dict[str, int] = field(default_factory=dict)

    def calls(self, *names: str) -> bool:
        """Return whether the C so far uses one of the functions, macros or types *names*."""
        texts = (*self.functions, *self.tables, self.positions, self.hooks, self.senses)
        # Whole words, and not in comments: a document may have an action called `lt_step`.
        used = re.compile(rf"(?<!\w)(?:{'|'.join(names)})\b", re.ASCII)
        return any(used.search(_COMMENT.sub("", text)) for text in texts if used.search(text))

    @property
    def has_rooms(self) -> bool:
        """Whether some list is on the heap."""
        return max(self.low.layout.zones, self.low.layout.tokens) > FEW_ON_STACK or self.calls("LT_ROOM")

    def list_neighbours(self) -> None:
        """Write the table of each zone's neighbours, for use without a table of all pairs."""
        neighbours(self.low, ir.Const(0, "zone"))

    def is_large(self, ctype: str, count: int) -> bool:
        """Return whether an array is too large for the stack."""
        return count * C_BYTES[ctype] > LARGEST_ON_STACK

    def room(self, out: Lines, ctype: str, name: str, count: int) -> bool:
        """Declare an array whose length depends on the document: on the stack, or on the heap if it is large.

        Return whether it is on the heap; then it is 0 if there is no memory, and the call is being stopped.
        """
        is_large = self.is_large(ctype, count)
        out.add(f"LT_ROOM({ctype}, {name}, {count});" if is_large else f"{ctype} {name}[{max(count, 1)}];")
        return is_large

    # ── values ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def value(self, node: Scalar) -> str:
        """Return the C expression of *node*."""
        raise NotImplementedError

    def condition(self, node: Scalar) -> str:
        """Return C that is true exactly if the condition holds; `none` counts as false."""
        text = self.value(node)
        return f"({text} > 0)" if node.optional else text

    def zone_word(self, zones: ZoneSet) -> str:
        """Return the C of a set of zones, on a board of one word."""
        raise NotImplementedError  # `ScalarEmitter` writes it, as it does `value`

    def is_instant(self, node: Scalar) -> bool:
        """Return whether an index gives the value of *node* without a loop."""
        if isinstance(node, ir.Joins):
            return self.options.groups and joined_groups(self.low, node)
        if self.tokens_asked(node) is not None:
            return True
        return self.options.ray_masks and line_asked(self.low, node) is not None

    def tokens_asked(self, node: Scalar) -> ir.TokensOfKind | None:
        """Return the tokens that *node* asks whether there are any, if their zones are one word of an index."""
        match node:
            case ir.Reduce(how="exists", body=None, source=ir.Filtered(source=ir.AllTokens() as tokens) as filtered):
                if not (self.options.token_index and self.options.kind_index and zones_fit_words(self.low)):
                    return None
                element, guards = filtered.element, ir.conjuncts(filtered.where)
                owned, guards = index_domain(tokens, element, guards)
                source, guards = kind_domain(owned, element, guards)
                return source if isinstance(source, ir.TokensOfKind) and not guards else None
        return None

    # ── functions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def call(self, name: str, free: tuple[Local, ...], node: Any) -> str:
        """Return the call of a function that takes the state and *free*."""
        play = ["p"] if asks_moves(node) else []
        return f"{name}({', '.join(['s', *play, *(one.name for one in free)])})"

    def head(self, name: str, free: tuple[Local, ...], node: Any, ctype: str) -> str:
        """Return the head of a function that takes the state and *free*."""
        play = ["lt_play *p"] if asks_moves(node) else []
        return f"static {ctype} {name}({', '.join(['const lt_state *s', *play, *map(declare, free)])})"

    def _new_name(self, word: str) -> str:
        stem = f"{self.stem}_{word}"
        number = self._numbers[stem] = self._numbers.get(stem, 0) + 1
        return stem if number == 1 else f"{stem}_{number}"


def asks_moves(node: Any) -> bool:
    """Return whether *node* tests for legal moves, for which it needs the play."""
    return any(isinstance(part, ir.NoLegalMoves) for part in ir.walk(node))


def c_type(kind: ir.Kind) -> str:
    """Return the C type of a kind."""
    return {"int": "int64_t", "list": "const int64_t *"}.get(kind, "int32_t")


def declare(local: Local) -> str:
    """Return the declaration of a local as a parameter."""
    return f"{c_type(local.kind)} {local.name}"
