"""Docs site: the pages of the documentation as browsable, searchable HTML.

python tools/docs_site.py           build build/site; open build/site/index.html
python tools/docs_site.py SOURCE    write only the input of Sphinx, to the folder SOURCE

The pages are the Markdown files of the repository, at the same relative paths, so that their links work here and on
GitHub. The front page, the API reference from docstrings and the gallery of games are generated for the site only. A
broken link fails the build.

This module does not know the contents of the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
ORPHAN = "---\norphan: true\n---\n\n"  # tells Sphinx that the page is in no list of pages
GAMES, CODES = "src/ludotome/games", "src/ludotome/diagnostics/codes"

# caption -> pages; a page that is in no list fails the build
GUIDES: dict[str, tuple[str, ...]] = {
    "Design a game": (
        "docs/tutorial",
        "docs/language/index",
        "docs/studio",
        "docs/report",
        "docs/simulate",
        "docs/pictures",
        "docs/language-server",
    ),
    "Share and play": ("docs/export", "docs/tables", "docs/deploy", "gallery"),
    "Play and learn from Python": (
        "docs/play",
        "docs/learning",
        "docs/webassembly",
        "docs/mcp",
        "docs/security",
    ),
    "Space as a library": (
        "docs/space",
        "docs/coordinates",
        "docs/movement",
        "docs/tactics",
        "docs/boardstate",
    ),
    "Reference": ("docs/command-line", "docs/diagnostics", "docs/diagnostics-json", "api/index", "docs/glossary"),
    "Contribute": (
        "ARCHITECTURE",
        "CONTRIBUTING",
        "docs/kernel",
        "docs/native",
        "docs/chance",
        "docs/toolchain",
        "docs/seeds",
        "docs/long-run",
        "docs/repair-study",
        "docs/adr/index",
        "CHANGELOG",
        "SECURITY",
    ),
}
# the packages of the API reference, with their purpose
API = {
    "ludotome.play": "load games; games, states, records",
    "ludotome.agents": "computer players",
    "ludotome.simulate": "many games, as tables",
    "ludotome.workers": "jobs on threads, processes or Ray",
    "ludotome.envs": "PettingZoo, Gymnasium, OpenSpiel, Gambit",
    "ludotome.picture": "scenes, views and drawings",
    "ludotome.space": "boards as graphs, geometry, paths, sight",
    "ludotome.movement": "movement patterns of pieces",
    "ludotome.tactics": "reach, sight and cover on maps",
    "ludotome.boardstate": "boards assembled from segments",
    "ludotome.spec": "documents into definitions",
    "ludotome.gamedef": "definitions of games",
    "ludotome.kernel": "the reference implementation of the rules",
    "ludotome.diagnostics": "errors as values, and how they are shown",
    "ludotome.language": "completion, hover and rename for editors",
}
# pages that an index of their kind lists instead of the sidebar, with that index
LISTED_BY = {
    GAMES: ("All games", "gallery.md"),
    CODES: ("All codes", "docs/diagnostics.md"),
    "docs/adr/": ("All design decisions", "docs/adr/index.md"),
}
# The nodes of a definition are described in docs/kernel.md; Sphinx would list all of them wherever one can occur.
MEMBERS = {"ludotome.gamedef": "to_json, from_json, json_schema, validate_game_def, rules_hash, checked, CheckedGame"}
CONFIGURATION = """\
project = "Ludotome"
html_title = "Ludotome"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_extra_path = ["extra"]
html_show_search_summary = False  # a page opened from disk cannot fetch the others
myst_heading_anchors = 4
myst_enable_extensions = []
default_role = "code"  # docstrings write `names` as Markdown does
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
suppress_warnings = ["myst.header", "misc.highlighting_failure", "ref.python"]
nitpick_ignore_regex = [(".*", ".*")]
"""


def write_sources(folder: Path) -> None:
    """Write the input of Sphinx to *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in _pages():
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        text = _with_links_here((ROOT / page).read_text(encoding="utf-8"), Path(page))
        target.write_text(f"{ORPHAN}{text}\n{_way_back(page)}\n" if _is_orphan(page) else text, encoding="utf-8")
    # Sphinx copies the pictures of Markdown; those in the README's HTML need their own path.
    for place in ("docs/pictures", "extra/docs/pictures"):
        shutil.copytree(ROOT / "docs/pictures", folder / place, dirs_exist_ok=True)
    made = {
        "conf.py": CONFIGURATION,
        "index.md": _front_page(),
        "docs/adr/index.md": _decisions_page(),
        "docs/language/index.md": _language_page(folder),
        "docs/diagnostics.md": _codes_page(folder),
        **_api_pages(),
    }
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    _write_gallery(folder)


def _pages() -> list[str]:
    """Return the Markdown files of the site, relative to the repository."""
    top = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    docs = [file for file in (ROOT / "docs").rglob("*.md") if "attic" not in file.parts]
    return [*top, *(str(file.relative_to(ROOT)) for file in sorted([*docs, *(ROOT / CODES).glob("*.md"), *_games()]))]


def _games() -> list[Path]:
    return sorted((ROOT / GAMES).glob("*.md"))


def _with_links_here(text: str, page: Path) -> str:
    """Return *text* with links to files and folders that are not pages replaced by their names."""

    def shown(found: re.Match[str]) -> str:
        label, target = found[1], found[2]
        path, _, _ = target.partition("#")
        if "://" in target or not path or path.endswith((".svg", ".png")):
            return found[0]
        leads_to = (ROOT / page.parent / path).resolve()
        if leads_to == ROOT / "README.md":  # the front page
            return f"[{label}]({target.replace('README.md', 'index.md')})"
        if leads_to.is_file() and leads_to.suffix == ".md" and str(leads_to.relative_to(ROOT)) in _known_pages():
            return found[0]
        if leads_to.exists():
            return label
        return found[0]  # Sphinx reports it

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", shown, text)


_KNOWN: set[str] = set()


def _known_pages() -> set[str]:
    if not _KNOWN:
        _KNOWN.update(_pages())
    return _KNOWN


def _toctree(entries: tuple[str, ...] | list[str], caption: str = "", *, hidden: bool = False) -> str:
    options = [f":caption: {caption}"] * bool(caption) + [":hidden:"] * hidden + [":maxdepth: 1"]
    return "\n".join(["```{toctree}", *options, "", *entries, "```", ""])


def _front_page() -> str:
    """Return the README with the list of pages for the sidebar."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    trees = "\n".join(_toctree(entries, caption, hidden=True) for caption, entries in GUIDES.items())
    return f"{_with_links_here(readme, Path('README.md'))}\n{trees}"


def _is_orphan(page: str) -> bool:
    """Return whether a page is listed in an index of its kind instead of the sidebar."""
    return page.startswith(tuple(LISTED_BY))


def _way_back(page: str) -> str:
    """Return a link from a page to the index that lists it."""
    label, index = next(listed for folder, listed in LISTED_BY.items() if page.startswith(folder))
    return f"[{label}]({Path(os.path.relpath(index, Path(page).parent)).as_posix()})"


def _decisions_page() -> str:
    """Return the list of design decisions."""
    titles = {file.name: _title(file) for file in sorted((ROOT / "docs/adr").glob("0*.md"))}
    rows = [f"- [{title}]({name})" for name, title in titles.items()]
    return "\n".join(["# Design decisions", "", *rows, ""])


def _title(file: Path) -> str:
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("# ")).removeprefix("# ")


def _first_paragraph(file: Path) -> str:
    """Return the paragraph below the title of a page."""
    _, _, below = file.read_text(encoding="utf-8").partition(f"# {_title(file)}\n")
    return below.strip().split("\n\n")[0]


def _language_page(folder: Path) -> str:
    """Return the index of the language with its pages for the sidebar, in reading order."""
    from tools.language_index import GROUPS

    text = (folder / "docs/language/index.md").read_text(encoding="utf-8")
    return f"{text}\n{_toctree([page for pages in GROUPS.values() for page in pages], hidden=True)}"


def _codes_page(folder: Path) -> str:
    """Return the index of codes, each with a link to its page."""
    text = (folder / "docs/diagnostics.md").read_text(encoding="utf-8")
    return re.sub(r"^\| (LT\d+) \|", rf"| [\1](../{CODES}/\1.md) |", text, flags=re.M)


def _api_pages() -> dict[str, str]:
    """Return the pages of the API reference by name."""
    import ludotome

    pages = {
        f"api/{package}.md": f"# `{package}`: {what}\n\n```{{eval-rst}}\n.. automodule:: {package}\n"
        f"   :members: {MEMBERS.get(package, '')}\n"
        "   :imported-members:\n   :undoc-members:\n```\n"
        for package, what in API.items()
    }
    names = ", ".join(f"`{name}`" for name in ludotome.__all__)
    about = f"`import ludotome as lt` provides {names}. The page of its package describes each of them."
    return {"api/index.md": f"# Python API\n\n{about}\n\n{_toctree(list(API))}", **pages}


def _write_gallery(folder: Path) -> None:
    """Write the page of the shipped games, each with a picture of its initial position."""
    import ludotome

    about = "Click a name to read the document of a game: its rules in words, and the blocks that define it."
    rows = ["# The games that come with Ludotome", "", about, ""]
    (folder / "gallery").mkdir(exist_ok=True)
    for file in _games():
        title = _title(file)
        picture = ludotome.load(file.stem).new_initial_state(backend="reference").svg()
        (folder / "gallery" / f"{file.stem}.svg").write_text(picture, encoding="utf-8")
        shown = [f"```{{image}} gallery/{file.stem}.svg", f":alt: The start of {title}", ":width: 320px", "```"]
        rows += [f"## [{title}]({GAMES}/{file.name})", "", _first_paragraph(file), "", *shown, ""]
    (folder / "gallery.md").write_text("\n".join(rows), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Build the site, or only its sources."""
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0 if len(arguments) == 1 else 2
    if arguments:
        write_sources(Path(arguments[0]))
        return 0
    source = ROOT / "build" / "site-source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    write_sources(source)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", str(source), str(SITE)]
    status = subprocess.run(command, check=False).returncode
    if status == 0:
        print(f"wrote {SITE.relative_to(ROOT)}/index.html")
    return status


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
