"""The language reference is complete: every construct has a place with an example, and every page is in the index."""

from __future__ import annotations

import re

from tools.language_index import FOLDER, GROUPS, Construct, Part, constructs, find_home, language_index_page, parts


def test_every_construct_stands_on_a_page_with_an_example() -> None:
    """A section, board, macro, effect or word without a page would be unknown to everybody but its author."""
    among = parts()
    homeless = [f"{one.kind} {' '.join(one.names)}" for one in constructs() if find_home(one, among) is None]
    wanted = "a heading in docs/language/ with its name in backticks, and below it a block that uses it in tree form"
    assert homeless == [], f"write {wanted}, for each of these"


def test_a_construct_without_an_example_has_no_home() -> None:
    word = Construct("word", ("top",), r'\bref: "?top\b', "")
    heading_only = Part("page", "top", ("top",), "```yaml\ntests: []\n```\n")
    elsewhere = Part("page", "zone", ("zone",), "```yaml\npre: { ref: top, zone: a1 }\n```\n")
    both = Part("page", "top", ("top",), elsewhere.text)
    assert find_home(word, [heading_only, elsewhere]) is None
    assert find_home(word, [heading_only, both]) is both


def test_every_page_is_in_one_group_of_the_index() -> None:
    listed = [page for pages in GROUPS.values() for page in pages]
    assert sorted(listed) == sorted(page.stem for page in FOLDER.glob("*.md") if page.stem != "index")


def test_every_link_within_the_reference_leads_to_a_heading() -> None:
    anchors = {(part.page, part.anchor) for part in parts()}
    links = re.findall(r"\]\(([\w-]+)\.md#([\w-]+)\)", language_index_page())
    assert len(links) > 90
    assert [link for link in links if link not in anchors] == []


def test_anchors_differ_within_a_page() -> None:
    seen = [(part.page, part.anchor) for part in parts()]
    assert sorted(seen) == sorted(set(seen))
