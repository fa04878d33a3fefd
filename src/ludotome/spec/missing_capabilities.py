"""missing_capabilities: features of other game languages that this one lacks, with alternatives.

These are not syntax errors: the word is known, but there is no node for it. They have a separate code, so that they can
be counted, and each message names the words to use.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Kind: TypeAlias = Literal["field", "effect", "function", "board"]


class MissingCapability(Struct, frozen=True):
    """The missing feature, what to do instead, and the words for that."""

    code: str
    message: str
    suggestion: str
    alternatives: tuple[str, ...]


_CODE = "LT701"
# An answer to `chooseOne` is public: the second player would see the first player's choice.
_HIDDEN_CHOICE = (
    "let each player in turn move a token to a zone of their own that nobody else sees into (`visibility: owner`), "
    "and compare the tokens when the last has moved: `moveToken: { token: $card, to: actor.bid }`"
)

# kind and word → the missing feature, what to write instead, and the words for that
_MISSING: dict[tuple[Kind, str], tuple[str, str, tuple[str, ...]]] = {
    ("field", "priority"): (
        "actions have no priority",
        "write a condition instead: `pre: \"not canTake(…)\"` on the action that must wait",
        ("pre", "canTake"),
    ),
    ("field", "after"): (
        "this condition on the state after a move does not exist",
        "write `post:` on the action: a condition on the state after it",
        ("post",),
    ),
    ("field", "simultaneous"): (
        "players cannot decide at the same time",
        _HIDDEN_CHOICE,
        ("moveToken", "visibility"),
    ),
    ("field", "timeLimit"): ("rules cannot use a clock", "count turns or decisions instead", ("turn", "maxPlies")),
    ("field", "probability"): (
        "rules cannot be random",
        "roll a die and use the result: `roll: { bind: $d, sides: 6 }`",
        ("roll",),
    ),
    ("effect", "chooseSimultaneously"): (
        "players cannot decide at the same time",
        _HIDDEN_CHOICE,
        ("moveToken", "visibility"),
    ),
    ("effect", "wait"): ("rules cannot use a clock", "count turns or decisions instead", ("turn",)),
    ("effect", "while"): (
        "loops must have a limit",
        "loop over a set with `forEach`, and stop by `if`",
        ("forEach", "if"),
    ),
    ("effect", "repeat"): ("loops must be over a set", "write `forEach` over `1..n`", ("forEach",)),
    ("function", "lines"): (
        "sets cannot contain sets",
        "use `run(zone, CONDITION) >= n` for n in a row",
        ("run",),
    ),
    ("function", "inRange"): (
        "there is no `inRange`",
        "write `a in zonesInRange(b, n)`, or `distance(a, b) <= n`",
        ("zonesInRange", "distance"),
    ),
    ("function", "random"): (
        "expressions cannot be random",
        "use `roll` in an effect: `roll: { bind: $d, sides: 6 }`",
        ("roll",),
    ),
    ("board", "ring"): (
        "there is no board macro for rings",
        "write a `graph` with one closed line: `lines: [ { along: cw, back: ccw, closed: true, zones: [[…]] } ]`",
        ("graph",),
    ),
    ("board", "track"): (
        "there is no board macro for tracks",
        "write a `graph` with one line: `lines: [ { along: on, zones: [[…]] } ]`",
        ("graph",),
    ),
}  # fmt: skip


def find_missing_capability(kind: Kind, word: str) -> MissingCapability | None:
    """Return the missing capability that *word* of this *kind* names, or None."""
    found = _MISSING.get((kind, word))
    return None if found is None else MissingCapability(_CODE, *found)


def is_missing_capability(code: str) -> bool:
    """Return whether a diagnostic with this code is about a missing feature of the language."""
    return code == _CODE


def missing_words(kind: Kind) -> frozenset[str]:
    """Return the words of a *kind* for features that the language does not have."""
    return frozenset(word for of, word in _MISSING if of == kind)
