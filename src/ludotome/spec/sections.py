"""Sections: the parts of a game document, in their canonical order, and what each may hold.

One table defines parsing, merging, near names and order. It does not know the fields in a section.
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
# The first field of each section with fields, suggested if the section is empty.
FIRST_FIELD = {"metadata": "id", "turnStructure": "phases"}
# Names of actions that have no effects.
PASSES = ("pass", "skip", "wait", "done", "stop", "stay")
