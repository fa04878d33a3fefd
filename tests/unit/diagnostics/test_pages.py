from __future__ import annotations

from typing import Any

import pytest

from ludotome.diagnostics import UnknownCodeError, code_page, code_pages, explain, fenced_blocks
from ludotome.diagnostics.pages import parse_code_page

PAGE = """# LT990: some-name

## What it finds

A thing,
on two lines.

More of it.

## Why it matters

Because.

## Example

````markdown
## zones

```yaml
id: x
```
````

## Instead

```
fine
```
"""


def test_a_page_has_its_name_and_four_sections() -> None:
    page = parse_code_page(PAGE)
    assert (page.code, page.name, page.why_it_matters) == ("LT990", "some-name", "Because.")
    assert page.title == "A thing, on two lines."


def test_a_heading_inside_an_example_is_not_a_section() -> None:
    assert fenced_blocks(parse_code_page(PAGE).example) == ("## zones\n\n```yaml\nid: x\n```\n",)


def test_a_page_read_and_written_is_the_same() -> None:
    assert parse_code_page(PAGE).markdown == PAGE


def test_two_blocks_side_by_side_are_two() -> None:
    assert fenced_blocks("```\na\n```\n~~~\nb\n~~~\n") == ("a\n", "b\n")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("# LT990: some-name", "# LT99: some-name"), "first line"),
        (("# LT990: some-name", "# LT990: Some Name"), "first line"),
        (("## Why it matters", "## Why"), "sections"),
        (("Because.", ""), "nothing under `Why it matters`"),
        (("## What it finds", "stray\n\n## What it finds"), "text before its first section"),
    ],
)
def test_a_page_that_is_not_as_it_must_be_is_refused(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_code_page(PAGE.replace(*change))


def test_explain_takes_any_case_and_blanks_around() -> None:
    assert explain("  lt099\n") == explain("LT099")
    assert explain("LT099").startswith("# LT099: not-utf-8\n")


@pytest.mark.parametrize("code", ["LT09", "LT0999", "TL099", "LT098"])
def test_an_unknown_code_names_near_ones(code: str) -> None:
    with pytest.raises(UnknownCodeError) as caught:
        code_page(code)
    assert caught.value.code == code
    assert "LT099" in caught.value.near or len(caught.value.near) == 3
    assert str(caught.value).startswith(f"unknown code `{code}`; did you mean `LT")


@pytest.mark.parametrize("code", ["", "nonsense", "LT099\x00" * 50, "日本"])
def test_a_code_near_to_nothing_is_only_unknown(code: str) -> None:
    with pytest.raises(KeyError, match="unknown code"):
        explain(code)


def test_pages_are_in_the_order_of_their_codes() -> None:
    codes = [page.code for page in code_pages()]
    assert codes == sorted(codes)
    assert "LT099" in codes


@pytest.mark.parametrize("code", [3, None, 1.5])
def test_a_value_that_is_not_a_text_is_not_a_code(code: Any) -> None:
    with pytest.raises(UnknownCodeError, match=f"unknown code `{code}`"):
        explain(code)
