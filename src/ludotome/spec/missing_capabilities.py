"""missing_capabilities: what people ask of a game language and this one does not have, with what says it instead.

These are no mistakes of form: the word is understood, and there is no node for it. They have a code of their own so
that they can be counted, and each names the words to use.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Kind: TypeAlias = Literal["field", "effect", "function", "board"]


class MissingCapability(Struct, frozen=True):
    """What cannot be said, what to do about it, and the words for that."""

    code: str
    message: str
    suggestion: str
    alternatives: tuple[str, ...]


_CODE = "LT701"
# An answer to `chooseOne` is public: the second player would see what the first chose.
_HIDDEN_CHOICE = (
    "let each player in turn move a token to a zone of their own that nobody else sees into (`visibility: owner`), "
    "and compare the tokens when the last has moved: `moveToken: { token: $card, to: actor.bid }`"
)

# kind and word → what is not there, what to write instead, and the words it takes
_MISSING: dict[tuple[Kind, str], tuple[str, str, tuple[str, ...]]] = {
    ("field", "priority"): (
        "actions have no priority",
        "say it where the reader looks: `pre: \"not canTake(…)\"` on the action that must wait",
        ("pre", "canTake"),
    ),
    ("field", "after"): (
        "there is no free condition on the state after a move",
        "write `post:` on the action: it must hold when the action is done",
        ("post",),
    ),
    ("field", "simultaneous"): (
        "players cannot decide at the same time",
        _HIDDEN_CHOICE,
        ("moveToken", "visibility"),
    ),
    ("field", "timeLimit"): ("there is no clock", "count turns or decisions instead", ("turn", "maxPlies")),
    ("field", "probability"): (
        "a rule cannot hold with a probability",
        "roll a die and look at it: `roll: { bind: $d, sides: 6 }`",
        ("roll",),
    ),
    ("effect", "chooseSimultaneously"): (
        "players cannot decide at the same time",
        _HIDDEN_CHOICE,
        ("moveToken", "visibility"),
    ),
    ("effect", "wait"): ("there is no clock", "count turns or decisions instead", ("turn",)),
    ("effect", "while"): (
        "there is no loop without a bound",
        "loop over a set with `forEach`, and stop by `if`",
        ("forEach", "if"),
    ),
    ("effect", "repeat"): ("there is no loop without a set", "write `forEach` over `1..n`", ("forEach",)),
    ("function", "lines"): (
        "there are no sets of sets",
        "ask `run(zone, CONDITION) >= n` for n in a row",
        ("run",),
    ),
    ("function", "inRange"): (
        "there is no `inRange`",
        "write `a in zonesInRange(b, n)`, or `distance(a, b) <= n`",
        ("zonesInRange", "distance"),
    ),
    ("function", "random"): (
        "expressions are the same every time they are asked",
        "roll a die in an effect: `roll: { bind: $d, sides: 6 }`",
        ("roll",),
    ),
    ("board", "ring"): (
        "there is no ring board",
        "write a `graph` with one closed line: `lines: [ { along: cw, back: ccw, closed: true, zones: [[…]] } ]`",
        ("graph",),
    ),
    ("board", "track"): (
        "there is no track board",
        "write a `graph` with one line: `lines: [ { along: on, zones: [[…]] } ]`",
        ("graph",),
    ),
}  # fmt: skip


def find_missing_capability(kind: Kind, word: str) -> MissingCapability | None:
    """Return what to say of *word* where a *kind* stands, or None when it is not such a word."""
    found = _MISSING.get((kind, word))
    return None if found is None else MissingCapability(_CODE, *found)


def is_missing_capability(code: str) -> bool:
    """Whether a diagnostic with this code asks for what the language does not have."""
    return code == _CODE


def missing_words(kind: Kind) -> frozenset[str]:
    """Return the words of a *kind* that the language does not have."""
    return frozenset(word for of, word in _MISSING if of == kind)
