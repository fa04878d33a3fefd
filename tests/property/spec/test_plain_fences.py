"""Fences at the margin are found without a Markdown parser, with the same result as the parser."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ludotome.spec.blocks.fences import _plain_fences, _read_fences

GAMES = Path(__file__).parents[3] / "src" / "ludotome" / "games"
LINES = (
    "```yaml", "```", "~~~", "````", "a: 1", "", "- x", "  - y", "> q", "text", "    code", "``` x`y", "~~~yml t`",
    "# H", "1. one", "  ```yaml", "   ~~~", "<b>", "---", "===", "[x]: y", "   ", " ```", "```  ", "* * *", "\\",
    "    ```", "- ```yaml", "text ```", "|a|", "``` y&amp;", "~~~ y\\aml", "\u2028", "\x0b", "```\t", "\ttext", "a\r",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=9), st.sampled_from(("", "\n")))
def test_what_is_found_at_the_margin_is_what_a_reader_finds(lines: list[str], end: str) -> None:
    text = "\n".join(lines) + end
    assert _plain_fences(text) in (None, _read_fences(text))


def test_shipped_games_need_no_reader() -> None:
    for document in sorted(GAMES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        assert _plain_fences(text) == _read_fences(text) != []
