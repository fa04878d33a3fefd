"""YAML tags: each is reported, on every kind of value, and the fix removes it."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import apply_fixes
from ludotome.spec import compile_text

TEXT = """\
```yaml
metadata: TAG { id: tagged, players: { min: 2, max: 2 }, seats: TAG [X, O] }
zones: [ grid: { rows: TAG 3, cols: 3 } ]
actions:
  - TAG { id: put, effects: [] }
endConditions: [ { when: TAG "turn > 3", result: { type: draw } } ]
```
"""


@pytest.mark.parametrize("tag", ["!!map", "!!python/object:os.system", "!!str", "!!python/object/apply:os.system"])
@pytest.mark.parametrize("place", range(5))
def test_a_tag_is_reported_and_taken_away(tag: str, place: int) -> None:
    """It is never resolved, and the value means the same without it."""
    parts = TEXT.split("TAG ")
    text = "".join(parts[: place + 1]) + f"{tag} " + "".join(parts[place + 1 :])
    (found,) = (one for one in compile_text(text).diagnostics if one.severity == "error")
    assert (found.code, found.message) == ("LT017", f"`{tag}` is a YAML tag, which has no meaning here")
    assert found.fix is not None
    assert apply_fixes(text, [found]).text == "".join(parts)


def test_a_text_that_lacks_its_quotes_is_not_a_tag() -> None:
    """`!empty($c)` is an expression in the style of other languages."""
    text = TEXT.replace("TAG ", "").replace('"turn > 3"', "!empty(first(board))")
    (found,) = (one for one in compile_text(text).diagnostics if one.severity == "error")
    assert "quotes" in (found.suggestion or "")
