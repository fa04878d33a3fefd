"""Bundle: our JavaScript modules joined to one script, because an exported file has no other files to import from.

Each module becomes a function that returns its exports, so that names of different modules never clash. Only the few
forms of import and export that our modules use are supported; any other form is an error.

Invariants:
    * modules come before those that import them, and a cycle is an error;
    * comments, spaces at the start of lines and around punctuation, and line ends after punctuation are removed;
      nothing else. So every statement ends in `;` or `}`, and no text in our modules runs over several lines.

This module does not know what the scripts do.
"""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
_TYPE = re.compile(r"/\*\* @(?:(?!\*/).)*\*/ ?")
_REMARK = re.compile(r"(?<=[;{},()]) // [^\"'`\n]*$", re.MULTILINE)
_BLANKS = re.compile(r"\n\s+")
# A line without regular expressions, in which only quoted texts and simple templates may contain significant spaces.
_PLAIN_LINE = re.compile(
    r"""^(?:[^`'"/\\\n]|/ |"[^"\\\n]*"|`(?:[^`$\\\n]|\$(?!\{)|\$\{[^`{}\n]*\})*`)+$""", re.MULTILINE
)
_AROUND_SIGNS = re.compile(r'("[^"\n]*"|`[^`\n]*`)| ?([=<>{}();,:?&|\[\]*]) ?')
_AFTER_SIGNS = re.compile(r"(?<=[;{},])\n")
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def web_text(name: str) -> str:
    """Return the text of a file of the folder `web`."""
    place = files("ludotome") / "web"
    for part in name.split("/"):
        place = place / part
    return place.read_text(encoding="utf-8")


def joined_style(*names: str) -> str:
    """Return style sheets as one, without comments and insignificant spaces; ours have no strings with spaces."""
    text = re.sub(r"/\*.*?\*/", "", "".join(map(web_text, names)), flags=re.DOTALL)
    return re.sub(r" ?([{};,]) ?", r"\1", re.sub(r"\s+", " ", text)).strip()


def bundled(entry: str, exports: tuple[str, ...] = ()) -> str:
    """Return the module *entry* and all it imports as one script; *exports* of *entry* are then names of the script."""
    order: list[str] = []
    _visit(entry, order, ())
    joined = "".join(_wrapped(name, order) for name in order)
    if exports:
        return f"{joined}const {{ {', '.join(exports)} }} = m{len(order) - 1};\n"
    return f"{{\n{joined}}}\n"  # a block, so that several scripts of a page do not clash


def _visit(name: str, order: list[str], above: tuple[str, ...]) -> None:
    """Append *name* to *order*, after the modules it imports."""
    if name in above:
        raise ValueError(f"modules import each other: {' -> '.join((*above, name))}")
    if name in order:
        return
    for _, path in _IMPORT.findall(web_text(name)):
        _visit(_resolved(name, path), order, (*above, name))
    order.append(name)


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _wrapped(name: str, order: list[str]) -> str:
    """Return a module as a function of no arguments that is called at once and returns its exports."""
    text = web_text(name)
    for left_out, by in ((_COMMENT, ""), (_TYPE, ""), (_REMARK, ""), (_BLANKS, "\n")):
        text = left_out.sub(by, text)
    exported = _EXPORT.findall(text)
    text = _EXPORT.sub("", text)
    text = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = m{order.index(_resolved(name, found[2]))};\n", text)
    if (other := _OTHER.search(text)) is not None:
        raise ValueError(f"{name}: a form of import or export that cannot be joined: {other[0]}")
    text = _PLAIN_LINE.sub(lambda line: _AROUND_SIGNS.sub(r"\1\2", line[0]), text)
    text = _AFTER_SIGNS.sub("", text)
    return f"const m{order.index(name)} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"
