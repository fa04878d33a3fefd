"""Editor grammar: the TextMate grammar of YAML blocks in Markdown, with the words of the language's tables."""

from __future__ import annotations

import json
from typing import Any

_FENCE = r"(^|\G)(\s*)(`{3,}|~{3,})\s*(?i:(yaml|yml))(?=\s|$)([^`]*)$"
_SCOPE = "markdown.ludotome.codeblock"


def editor_grammar() -> str:
    """Return the grammar as JSON: a fence of YAML in Markdown is YAML, with sections, effects and `$` names marked."""
    from ludotome.gamedef import NODE_OF_JSON
    from ludotome.spec import EFFECT_MACROS, SECTION_FIELDS, functions

    effects = (*(name for family, name in NODE_OF_JSON if family == "effect"), *EFFECT_MACROS)
    words = [
        _word("keyword.control.section.ludotome", rf"(?:^|(?<=\s))(?:{'|'.join(SECTION_FIELDS)})(?=\s*:)"),
        _word("support.function.effect.ludotome", rf"\b(?:{'|'.join(effects)})(?=\s*:)"),
        _word("support.function.ludotome", rf"\b(?:{'|'.join(functions())})(?=\()"),
        _word("variable.parameter.ludotome", r"\$[A-Za-z][A-Za-z0-9_]*"),
    ]
    grammar: dict[str, Any] = {
        "scopeName": _SCOPE,
        "injectionSelector": "L:text.html.markdown",
        "patterns": [{"include": "#block"}],
        "repository": {"block": _block(), "words": {"patterns": words}},
    }
    return json.dumps(grammar, indent=2) + "\n"


def _word(name: str, match: str) -> dict[str, str]:
    return {"name": name, "match": match}


def _block() -> dict[str, Any]:
    mark = {"name": "punctuation.definition.markdown"}
    return {
        "name": "markup.fenced_code.block.markdown",
        "begin": _FENCE,
        "end": r"(^|\G)(\2|\s{0,3})(\3)\s*$",
        "beginCaptures": {
            "3": mark,
            "4": {"name": "fenced_code.block.language.markdown"},
            "5": {"name": "fenced_code.block.language.attributes.markdown"},
        },
        "endCaptures": {"3": mark},
        "patterns": [
            {
                "begin": r"(^|\G)(\s*)(.*)",
                "while": r"(^|\G)(?!\s*([`~]{3,})\s*$)",
                "contentName": "meta.embedded.block.ludotome",
                "patterns": [{"include": "#words"}, {"include": "source.yaml"}],
            }
        ],
    }
