"""Help: the pages of the docs, their links and the search."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ludotome.studio.help_pages import LANGUAGE, PAGES, help_html, help_names, help_title, search
from tests.support.house import HOUSE
from tests.support.studio import studio_client


def test_the_wheel_carries_every_page() -> None:
    included = tomllib.loads(HOUSE.text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"][
        "force-include"
    ]
    wanted = {f"docs/{name}.md": f"ludotome/studio/help/{name}.md" for name in PAGES}
    wanted[f"docs/{LANGUAGE}"] = f"ludotome/studio/help/{LANGUAGE}"
    assert {source: target for source, target in included.items() if "/help/" in target} == wanted


@pytest.mark.parametrize("name", help_names())
def test_every_page_has_a_title_and_links_that_lead_somewhere(name: str) -> None:
    html = help_html(name)
    assert help_title(name)
    assert "<script" not in html
    for target in re.findall(r'href="(/help/[^"]*)"', html):
        page, _, anchor = target.removeprefix("/help/").partition("#")
        assert page in help_names()
        assert not anchor or f'id="{anchor}"' in help_html(page), target
    assert re.findall(r'href="(?!/help/|https?://)[^"]*"', html) == []


def test_a_search_finds_sections_by_all_of_its_words() -> None:
    first = search("swapTokens")[0]
    assert first.page.startswith(LANGUAGE)
    assert "swapTokens" in first.heading + first.excerpt
    assert all("roll" in (one.heading + one.title + one.excerpt).lower() for one in search("roll dice")[:1])
    assert search("xyzzy") == ()
    assert search("  ") == ()


def test_pages_are_served(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        assert "Your first game" in client.get("/help/tutorial").text
        found = client.get("/help", params={"q": "<b>swapTokens"}).text
        assert "<b>swapTokens" not in found
        for wrong in ("nothing", "../README", "adr/0043-the-studio", "%2e%2e/README"):
            assert client.get(f"/help/{wrong}").status_code == 404
