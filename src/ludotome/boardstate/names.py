"""Names: ids, types, names and paths, and their form in texts.

Invariants:
    * a name has at least one character, no control character and no half of a surrogate pair, and a limited length;
    * `Cursor.name` of `lines` reads the output of `written` as the same name.

This module does not know what a name is used for.
"""

from __future__ import annotations

import json
import re

from ludotome.boardstate.faults import Faults, Ref, shown

MAX_NAME = 200
MAX_PATH = 4_000

BARE = re.compile(r'[^\s:=(),"#\x00-\x1f][^\s:=(),"\x00-\x1f]*')
# Possessive: an unclosed string is detected in one pass without backtracking.
QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\.)*+"')
_UNFIT = re.compile("[\x00-\x1f\ud800-\udfff]")


def written(name: str) -> str:
    """Return *name* in its text form: bare if that can be read back, otherwise as a JSON string."""
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def check_name(value: object, what: str, faults: Faults, ref: Ref, field: str, limit: int = MAX_NAME) -> bool:
    """Return whether *value*, the *field* of *ref*, is a valid name; otherwise record a fault that calls it *what*."""
    if not isinstance(value, str):
        problem = f"the {what} is {shown(value)}, which is not text"
    elif not value:
        problem = f"the {what} is empty"
    elif len(value) > limit:
        problem = f"the {what} has {len(value)} characters; at most {limit} are allowed"
    elif unfit := _UNFIT.search(value):
        problem = f"the {what} {shown(value)} holds the character U+{ord(unfit.group()):04X}"
    else:
        return True
    suggestion = f"write a {what} of 1 to {limit} printable characters"
    faults.error("LT658", ref.path, problem, suggestion, ref.place(field))
    return False
