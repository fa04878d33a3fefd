"""A warning is acknowledged at its line, with a reason; a comment that allows nothing is an error."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import mend
from ludotome.spec import compile_text

DOCUMENT = """# Pushers

```yaml
metadata: { id: pushers, players: { min: 2, max: 2 }, maxPlies: 50 }
zones:
  - grid: { rows: 3, cols: 3 }
tokenTypes: [ { id: man, max: 9 } ]
setup:
  - createToken: { type: man, zone: cell_0_0, owner: P1 }
  - createToken: { type: man, zone: cell_2_2, owner: P2 }
actions:
  - id: go
    params:
      - { name: $man, domain: "tokens(man) where owner == actor" }
      - { name: $to, domain: "adjacentZones($man.zone)" }
    effects:
ABOVE
      - moveToken: { token: $man, to: $to }BESIDE
endConditions:
  - when: "turn > 20"
    result: { type: draw }
tests: [ { name: two ways, legal: ["go cell_0_0 cell_1_0", "go cell_0_0 cell_0_1"] } ]
```
"""
ALLOW = "# ludotome: allow LT430 because two men never meet"


def codes(text: str) -> list[tuple[str, str]]:
    return [(found.code, found.severity) for found in compile_text(text).diagnostics]


def with_comments(above: str = "", beside: str = "") -> str:
    return DOCUMENT.replace("ABOVE\n", f"{above}\n" if above else "").replace("BESIDE", beside)


def test_the_warning_is_there_without_the_comment() -> None:
    assert codes(with_comments()) == [("LT430", "warning")]


@pytest.mark.parametrize(
    ("above", "beside"),
    [
        ("", f"  {ALLOW}"),
        (f"      {ALLOW}", ""),
        (f"      {ALLOW}\n      # and another remark", ""),
        ("", "  # ludotome: allow lt430 because two men never meet"),
    ],
)
def test_a_warning_is_allowed_beside_it_or_above_it(above: str, beside: str) -> None:
    result = compile_text(with_comments(above, beside))
    assert result.diagnostics == ()
    assert result.game_def is not None
    assert result.game_def == compile_text(with_comments()).game_def


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("  # ludotome: allow LT434 because it is", "this comment has no effect"),
        ("  # ludotome: allow LT430", "`allow LT430` gives no reason"),
        ("  # ludotome: allow LT999 because it is", "unknown code `LT999`"),
        ("  # ludotome: ignore this", "unknown comment to ludotome"),
    ],
)
def test_a_comment_that_allows_nothing_is_an_error(comment: str, message: str) -> None:
    result = compile_text(with_comments(beside=comment))
    (found,) = [one for one in result.diagnostics if one.code == "LT511"]
    assert message in found.message
    assert found.severity == "error"
    assert found.span is not None
    assert result.game_def is None


def test_an_allowance_at_another_line_says_where_the_warning_is() -> None:
    text = with_comments().replace('  - when: "turn > 20"', f'  - when: "turn > 20" {ALLOW}')
    (found,) = [one for one in compile_text(text).diagnostics if one.code == "LT511"]
    assert "LT430 is reported at line 17" in (found.suggestion or "")
    assert found.fix is None


def test_a_comment_that_no_longer_allows_anything_is_removed_by_fix() -> None:
    text = with_comments(beside=f" {ALLOW}").replace(
        "adjacentZones($man.zone)", "adjacentZones($man.zone) where empty(it)"
    )
    assert codes(text) == [("LT511", "error")]
    assert "ludotome:" not in mend(text, compile_text).text


def test_allowances_are_not_reported_while_there_are_errors() -> None:
    text = with_comments(beside=f"  {ALLOW}").replace("turn > 20", "trun > 20")
    assert codes(text) == [("LT202", "error")]


def test_prose_and_strings_are_not_comments() -> None:
    assert codes(with_comments().replace("# Pushers", "# Pushers\n\n# ludotome: allow LT430 because")) == [
        ("LT430", "warning")
    ]
