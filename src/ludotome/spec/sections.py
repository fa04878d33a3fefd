"""Sections: the parts of a game document, in their canonical order, and what each may hold.

One table drives parsing, merging, near names and order. It does not know the fields inside a section.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

SectionShape: TypeAlias = Literal["mapping", "list", "value"]

SECTIONS: dict[str, SectionShape] = {
    "metadata": "mapping",
    "parameters": "mapping",
    "constants": "mapping",
    "globalVars": "list",
    "perPlayerVars": "list",
    "perZoneVars": "list",
    "zones": "list",
    "regions": "mapping",
    "orientation": "mapping",
    "terrain": "mapping",
    "tokenTypes": "list",
    "macros": "list",
    "setup": "list",
    "turnStructure": "mapping",
    "actions": "list",
    "triggers": "list",
    "endConditions": "list",
    "scoring": "value",
    "look": "mapping",
    "remove": "mapping",
    "tests": "list",
}
# What a section of fields begins with, for whoever leaves one empty.
FIRST_FIELD = {"metadata": "id", "turnStructure": "phases"}
