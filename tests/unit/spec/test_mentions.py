"""Every use of a name has its own place: an error in one is shown there, and nowhere else."""

from __future__ import annotations

import re

import pytest

from ludotome.diagnostics import Diagnostic
from ludotome.spec import compile_text

# A name occurs at most twice per line, each time such that a value of another kind does not fit there.
DOCUMENT = """# Mentions

```yaml
metadata: { id: mentions, players: { min: 2, max: 2 }, seats: [Red, Grey], maxPlies: 50 }
zones:
  - grid: { rows: 3, cols: 3, names: algebraic }
  - { id: bag, owner: player, capacity: 9 }
tokenTypes: [ { id: fox, movement: [ { step: orthogonal } ] } ]
setup: [ place: { Red: { fox: [a1] }, Grey: { fox: [c3] } } ]
macros:
  - name: near
    params: [$a, $b]
    expr: "(occupied($b) or empty($b))
      and $a.type == fox
      and distance($a.zone, $b) < 9"
  - name: carry
    params: [$what, $where]
    effects:
      - capture: $where
      - moveToken: { token: $what, to: $where }
actions:
  - id: move
    params:
      - { name: $p, domain: "tokens(fox) where owner == actor" }
      - { name: $to, domain: "destinations($p)" }
    pre: "near($p, $to) and (occupied($to) or empty($to))"
    effects:
      - let: { bind: $owner, value: actor }
      - let: { bind: $back, value: "$p.zone" }
      - carry: [$p, "first(group($to, true))"]
      - forEach:
          bind: $other
          over: "tokens(fox)"
          effects: [ if: { when: "$other.type == fox and $owner == actor", then: [] } ]
      - chooseOne: { bind: $cell, options: "[$to]" }
      - if: { when: "occupied($cell) or empty($cell)", then: [] }
      - if: { when: { op: empty, zone: { ref: binding, name: $back } }, then: [] }
      - if: { when: "zoneCount(bag:$owner) > 3", then: [] }
    notation: "{$p.zone}{if occupied($to): x}{$to}"
triggers:
  - event: tokenEntered
    effects:
      - if: { when: "$token.type == fox and $player.seat == 0 and occupied($zone)", then: [] }
      - if: { when: "$zone != $from and $token.zone == $zone", then: [] }
endConditions:
  - { when: "turn > 40", result: { type: draw } }
```
"""
# A name of the same scope with a value of another kind.
OTHER = {
    "$a": "$b", "$b": "$a", "$what": "$where", "$where": "$what", "$p": "$to", "$to": "$p", "$owner": "$to",
    "$back": "$p", "$other": "$to", "$cell": "$p", "$token": "$zone", "$zone": "$token", "$from": "$token",
    "$player": "$token",
}  # fmt: skip
ANYTHING_FITS = ("{$to}", "[$to]")


def mentions() -> list[re.Match[str]]:
    """Yield the uses of names in the rules, except binders and places where anything fits."""
    found = []
    for one in re.finditer(r"\$\w+", DOCUMENT):
        line = DOCUMENT[DOCUMENT.rindex("\n", 0, one.start()) + 1 : one.end()]
        binds = line.lstrip().startswith("params:") or re.search(r"(bind|[{] name): \$\w+$", line) is not None
        if not binds and DOCUMENT[one.start() - 1 : one.end() + 1] not in ANYTHING_FITS:
            found.append(one)
    return found


def test_the_document_itself_is_right() -> None:
    assert not [one for one in compile_text(DOCUMENT).diagnostics if one.severity == "error"]
    assert len(mentions()) > 30


@pytest.mark.parametrize("mention", mentions(), ids=lambda one: f"{one.group()}@{one.start()}")
def test_a_wrong_mention_is_shown_where_it_stands(mention: re.Match[str]) -> None:
    wrong = OTHER[mention.group()]
    text = DOCUMENT[: mention.start()] + wrong + DOCUMENT[mention.end() :]
    errors = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    line = DOCUMENT.count("\n", 0, mention.start()) + 1
    assert errors
    assert [shown_lines(one) for one in errors if line not in shown_lines(one)] == []


def shown_lines(found: Diagnostic) -> list[int]:
    """Return the line of a diagnostic, and of the calls that led into its macro."""
    calls = [label.span.line for label in found.labels if "call" in label.text]
    return [found.span.line, *calls] if found.span is not None else []


def test_an_argument_that_does_not_fit_is_shown_with_where_the_macro_puts_it() -> None:
    text = DOCUMENT.replace("near($p, $to)", "near($p, first(board where empty(it)))").replace("occupied($b)", "$b")
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found.span is not None
    assert text[found.span.start : found.span.end] == "first(board where empty(it))"
    assert [text[one.span.start : one.span.end] for one in found.labels] == ["$b"]
    assert found.labels[0].span.line == text[: text.index("($b or")].count("\n") + 1
