"""Names: ids, types, names and paths, and how a text writes them.

Invariants:
    * a name has at least one character, no control character and no half of a surrogate pair, and a stated length;
    * what `written` writes, `Cursor.name` of `lines` reads back as the same name.

This module does not know what a name is for.
"""

from __future__ import annotations

import json
import re

from ludotome.boardstate.faults import Faults, Ref, shown

MAX_NAME = 200
MAX_PATH = 4_000

BARE = re.compile(r'[^\s:=(),"#\x00-\x1f][^\s:=(),"\x00-\x1f]*')
# Possessive: a text that is not closed is found out in one pass and with no memory of the way.
QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\.)*+"')
_UNFIT = re.compile("[\x00-\x1f\ud800-\udfff]")


def written(name: str) -> str:
    """Return *name* as a text writes it: bare where that can be read back, else as a JSON string."""
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def check_name(value: object, what: str, faults: Faults, ref: Ref, field: str, limit: int = MAX_NAME) -> bool:
    """Whether *value*, which *ref* has as its *field*, can be a name; if not, a fault says why, calling it *what*."""
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
