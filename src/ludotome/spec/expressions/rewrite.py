"""rewrite: an expression in the style of another language → the same in ours, if only one meaning is possible.

    board.filter(z => empty(z))                →  board where empty(it)
    any(empty(z) for z in board)               →  exists(board where empty(it))
    sum(map(lambda z: z.row, board))           →  sum(board, it.row)
    len([t for t in tokens() if t.big])        →  count(tokens() where it.big)
    a ? b : c                                  →  if a then b else c
    board if empty(it)                         →  board where empty(it)
    score[actor]                               →  actor.score
    board.filter { it.row > 0 }                →  board where it.row > 0
    SELECT * FROM board WHERE grain > 0        →  board where grain > 0
    filter(empty, board)                       →  board where empty(it)
    all z in board where empty(z)              →  board where empty(it)
    #deck                                      →  count(deck)
    a > 0, b < 3                               →  a > 0 and b < 3

The text is changed from the inside out, one form at a time. The parser decides whether the result can be read.

Invariants:
    * total; the result is None if nothing was changed;
    * a name bound by a lambda or a comprehension becomes `it`, or a `$` name where another `it` would hide it.

This module knows only the names of the language that it writes.
"""

from __future__ import annotations

import re

from ludotome.spec.expressions.phrases import rephrase

_MOST_ROUNDS = 20
_LONGEST = 2_000
_LAMBDA = re.compile(
    r"(?:lambda\s+\$?(?P<a>\w+)\s*:|\(\s*\$?(?P<b>\w+)\s*\)\s*(?:=>|->)|\$?(?P<c>\w+)\s*(?:=>|->)|\|\s*\$?(?P<d>\w+)\s*\|)"
    r"\s*(?P<body>.+)",
    re.DOTALL,
)
_COMPREHENSION = re.compile(
    r"(?P<value>.+?)\s+for\s+\$?(?P<name>\w+)\s+in\s+(?P<set>.+?)(?:\s+if\s+(?P<when>.+))?", re.DOTALL
)
# Methods of sets in other languages, and the equivalent function here; None keeps the elements.
_METHODS = {
    "filter": None,
    "where": None,
    "select": None,
    "findall": None,
    "some": "exists",
    "any": "exists",
    "exists": "exists",
    "every": "all",
    "all": "all",
    "find": "first",
    "first": "first",
    "count": "count",
    "sum": "sum",
    "sumby": "sum",
    "sumof": "sum",
    "max": "highest",
    "maxby": "highest",
    "maxof": "highest",
    "min": "lowest",
    "minby": "lowest",
    "minof": "lowest",
}
_CALLS = {
    "filter": None,
    "any": "exists",
    "some": "exists",
    "exists": "exists",
    "all": "all",
    "every": "all",
    "count": "count",
    "sum": "sum",
    "max": "highest",
    "min": "lowest",
    "first": "first",
    "find": "first",
    "next": "first",
    "len": "count",
}
_LISTS = ("list", "tuple", "set")  # functions that make a list of a set in other languages; here it stays a set
_OF_EACH = ("all", "sum", "highest", "lowest")  # what is requested from each element is the second argument
_REDUCED = re.compile(r"\(\s*(\w+)\s*,\s*(\w+)\s*\)\s*=>\s*\1\s*\+\s*(.+),\s*0", re.DOTALL)
_COUNTED = ("length", "size", "count", "len")
_MEMBER = ("includes", "contains", "has")
_NO_MOVES = re.compile(
    r"(?:(?:len|count|size)\s*\(\s*legal_?(?:Moves|Actions)(?:\(\w*\))?\s*\)|legal_?(?:Moves|Actions)(?:\(\w*\))?\."
    r"(?:length|size|count)(?:\(\))?)\s*===?\s*0|(?:not\s+|!)(?:has|any|exists)?_?legal_?(?:Moves|Actions)(?:\(\w*\))?"
    r"|legal_?(?:Moves|Actions)(?:\(\w*\))?\s*==\s*\[\s*\]|legal_?(?:Moves|Actions)(?:\(\w*\))?\.(?:is_?empty|empty)(?:\(\))?"
    r"|no\s+(?:more\s+)?legal[\s_]?(?:moves|actions)(?:\s+(?:left|remain\w*))?|\(no\s+moves(?:\s+\w+)?\)"
    r"|legal_?(?:Moves|Actions)\s+is\s+empty|(?:is_?)?empty\(legal_?(?:Moves|Actions)(?:\(\w*\))?\)",
    re.IGNORECASE,
)
# Forms that are changed first; each can match in only one way, so that no text takes long.
_FUNCTION = re.compile(r"function\s*\(\s*(\w+)\s*\)\s*\{\s*return\b([^{}]*)\}")
_TRAILING = re.compile(r"\.(\w+)\s*\{([^{}]*)\}")
_AS_LIST = re.compile(r"\.(?:iter|iter_mut|into_iter|stream|collect|to_?list|to_?array|to_?vec|values|list)\(\)", re.I)
_LENGTH_OF = re.compile(r"#(\$?[A-Za-z][\w.:]*)")
_SELECTED = re.compile(r"SELECT\s+(?:\*|\w+)\s+FROM\s+(.+?)(?:\s+WHERE\s+(.+))?", re.IGNORECASE | re.DOTALL)
_COUNTED_ROWS = re.compile(
    r"SELECT\s+COUNT\(\s*\*?\s*\)\s+FROM\s+((?:(?!\bWHERE\b).)+?)(?:\s+WHERE\s+(.+))?", re.IGNORECASE | re.DOTALL
)
_BETWEEN = re.compile(r"(?:(.+?)\s+)?BETWEEN\s+(\S+)\s+AND\s+(\S+)", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:all|each|any|every|some|for\s+each|for\s+all)\s+\$?(\w+)\s+in\s+(.+?)\s+(?:where|if|with|when|such\s+that)\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_TEST = re.compile(r"(?:is_?)?(?:empty|free|vacant|occupied)", re.IGNORECASE)  # a test of one cell, by its name
_COMPARES = re.compile(r"[<>]|[=!]=")
_LAST = re.compile(r"(\$?[A-Za-z][\w.:]*)\[-1\]")
_TERNARY = re.compile(r"(?P<when>[^?]+?)\s*\?\s*(?P<then>[^?:]+?)\s*:\s*(?P<other>[^?]+)", re.DOTALL)
_INDEX = re.compile(r"\$?[A-Za-z]\w*(?:\.[A-Za-z]\w*)*")  # a player or a zone that may have the property
_SET_IF = re.compile(r"(?!if\b)(?P<set>[$\w.():, ]+?)\s+if\s+(?P<when>(?:(?!\b(?:then|else|for)\b).)+)", re.DOTALL)
_PYTHON_IF = re.compile(r"(?!if\b)(?P<then>.+?)\s+if\s+(?P<when>.+?)\s+else\s+(?P<other>.+)", re.DOTALL)


def rewrite(text: str) -> str | None:
    """Return *text* in the forms of this language; None if it has none of the known forms."""
    if len(text) > _LONGEST:
        return None
    made = text
    for _ in range(_MOST_ROUNDS):
        changed = _once(made)
        if changed is None or changed == made:
            break
        made = changed
    return made if made != text else None


def asks_for_moves(text: str) -> bool:
    """Return whether *text* asks in the style of another language whether there are legal moves."""
    return "egal" in text and _NO_MOVES.search(text) is not None


def _once(text: str) -> str | None:
    """Return *text* with one form changed, the innermost first."""
    if (found := _NO_MOVES.search(text)) is not None:
        return text[: found.start()] + "noLegalMoves" + text[found.end() :]
    for changed in (rephrase(text), _spelled(text)):
        if changed is not None and changed != text:
            return changed
    for start, end in _groups(text):
        for change in (_changed_call, _changed_method, _changed_brackets):
            if (made := change(text, start, end)) is not None:
                return made
    if (made := _property(text)) is not None:
        return made
    for form in (_TERNARY, _PYTHON_IF):
        if (whole := form.fullmatch(text.strip())) is not None and " for " not in text:
            return f"if {whole['when']} then {whole['then']} else {whole['other']}"
    if (denied := re.match(r"no (?=\w+\()", text)) is not None:
        return f"not {text[denied.end() :]}"
    if (kept := _SET_IF.fullmatch(text.strip())) is not None and not re.search(
        r"\b(?:then|else|for|where)\b", kept["set"]
    ):
        return f"{kept['set']} where {kept['when']}"
    return None


def _spelled(text: str) -> str | None:
    """Return *text* with one word or sign of another language changed, or None."""
    if (found := _FUNCTION.search(text)) is not None:
        return f"{text[: found.start()]}{found[1]} => {found[2].strip().rstrip('; ')}{text[found.end() :]}"
    if (found := _TRAILING.search(text)) is not None and found[1].casefold().replace("_", "") in _METHODS:
        name, arrow, body = found[2].partition("->")
        name, body = (name.strip(), body) if arrow and name.strip().isidentifier() else ("it", found[2])
        return f"{text[: found.start()]}.{found[1]}({name} => {body.strip()}){text[found.end() :]}"
    if (found := _AS_LIST.search(text)) is not None:
        return text[: found.start()] + text[found.end() :]
    if (found := _LENGTH_OF.search(text)) is not None:
        return f"{text[: found.start()]}count({found[1]}){text[found.end() :]}"
    if (found := _LAST.search(text)) is not None:
        return f"{text[: found.start()]}top({found[1]}){text[found.end() :]}"
    whole = text.strip()
    if (found := _SELECTED.fullmatch(whole)) is not None:
        return found[1] if found[2] is None else f"{found[1]} where {found[2]}"
    if (found := _BETWEEN.fullmatch(whole)) is not None:
        return f"{found[2]}..{found[3]}" if found[1] is None else f"{found[1]} in {found[2]}..{found[3]}"
    if (found := _NAMED.fullmatch(whole)) is not None:
        return _filtered(found[2], found[1], found[3], None)
    if (found := re.fullmatch(r"\{([^{}|]+)\}", whole)) is not None:
        return found[1].strip()
    parts = _arguments(whole)
    if len(parts) > 1 and all(_COMPARES.search(part) for part in parts):
        return " and ".join(parts)
    return None


def _groups(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each pair of brackets, inner ones first; unmatched brackets are left out."""
    opened: list[int] = []
    found: list[tuple[int, int]] = []
    for place, sign in enumerate(text):
        if sign in "([{":
            opened.append(place)
        elif sign in ")]}" and opened:
            found.append((opened.pop(), place))
    return found


def _changed_call(text: str, start: int, end: int) -> str | None:
    """Rewrite `any(C for x in S)`, `filter(lambda x: C, S)`, `exists(S, x => C)` and `sum(map(lambda x: V, S))`."""
    name = re.search(r"(?<![\w.$])(\w+)\s*$", text[:start])
    if text[start] != "(" or name is None:
        return None
    if name[1] in ("map", *_LISTS):
        return _changed_list(text, name, start, end)
    if name[1].casefold() not in _CALLS:
        return None
    function = _CALLS[name[1].casefold()]
    inside = text[start + 1 : end].strip()
    made = None
    bracketed = re.fullmatch(r"\[(.*)\]|\{(.*)\}", inside, re.DOTALL)
    generator = _COMPREHENSION.fullmatch((bracketed[1] or bracketed[2] or "").strip() if bracketed else inside)
    arguments = _arguments(inside)
    if generator is not None and len(arguments) <= 2:
        made = _of_comprehension(generator, function)
    elif len(arguments) == 2:
        lambdas = [_LAMBDA.fullmatch(one) for one in arguments]
        for index in (0, 1):
            if (one := lambdas[index]) is not None and lambdas[1 - index] is None:
                made = _filtered(arguments[1 - index], _name(one), one["body"], function)
            elif _TEST.fullmatch(arguments[index]) and lambdas[1 - index] is None:
                made = _filtered(arguments[1 - index], "it", f"{arguments[index]}(it)", function)
    return None if made is None else _put(text, name.start(1), end + 1, made)


def _changed_list(text: str, name: re.Match[str], start: int, end: int) -> str | None:
    """Rewrite `sum(map(lambda x: V, S))`, and `list(S)` around a set that is written whole."""
    arguments = _arguments(text[start + 1 : end].strip())
    if name[1] in _LISTS:
        is_whole = len(arguments) == 1 and arguments[0] and " for " not in arguments[0]
        return _put(text, name.start(1), end + 1, arguments[0]) if is_whole else None
    outer = re.search(r"(?<![\w.$])(sum|max|min)\s*\(\s*$", text[: name.start(1)])
    after = re.match(r"\s*\)", text[end + 1 :])
    one = _LAMBDA.fullmatch(arguments[0])
    if outer is None or after is None or one is None or len(arguments) != 2:
        return None
    made = _filtered(arguments[1], _name(one), one["body"], _CALLS[outer[1]])
    return None if made is None else _put(text, outer.start(), end + 1 + after.end(), made)


def _changed_method(text: str, start: int, end: int) -> str | None:
    """Rewrite `S.filter(x => C)`, `S.count()` and `S.includes(x)`."""
    name = re.search(r"\.(\w+)$", text[:start])
    if text[start] != "(" or name is None:
        return None
    first = _owner(text, name.start())
    owner, inside, method = (
        text[first : name.start()],
        text[start + 1 : end].strip(),
        name[1].casefold().replace("_", ""),
    )
    made: str | None = None
    one = _LAMBDA.fullmatch(inside)
    if one is not None and method in _METHODS:
        made = _filtered(owner, _name(one), one["body"], _METHODS[method])
    elif method in _METHODS and _TEST.fullmatch(inside):
        made = _filtered(owner, "it", f"{inside}(it)", _METHODS[method])
    elif method == "map" and one is not None:
        after = re.match(r"\s*\.\s*(sum|max|min)\(\)|\s*\)", text[end + 1 :])
        outer = re.search(r"(?<![\w.$])(sum|max|min)\s*\(\s*$", text[:first])
        if after is not None and after[1]:
            made = _filtered(owner, _name(one), one["body"], _METHODS[after[1]])
            end += after.end()
        elif outer is not None and after is not None:
            made = _filtered(owner, _name(one), one["body"], _METHODS[outer[1]])
            first, end = outer.start(), end + after.end()
    elif method in ("reduce", "fold") and (summed := _REDUCED.fullmatch(inside)) is not None:
        made = _filtered(owner, summed[2], summed[3], "sum")
    elif not inside and method in _COUNTED:
        made = f"count({owner})"
    elif not inside and method in ("any", "exists"):
        made = f"exists({owner})"
    elif not inside and method in ("isempty", "empty"):
        made = f"empty({owner})"
    elif inside and method in _MEMBER:
        made = f"{inside} in {owner}"
    return None if made is None or not owner else _put(text, first, end + 1, made)


def _changed_brackets(text: str, start: int, end: int) -> str | None:
    """Rewrite `[x for x in S if C]`, `(x for x in S if C)` and `score[actor]`."""
    if text[start] == "(" and re.search(r"\w\s*$", text[:start]):
        return None  # a call
    if (counted := _COUNTED_ROWS.fullmatch(text[start + 1 : end].strip())) is not None:
        inside = counted[1] if counted[2] is None else f"{counted[1]} where {counted[2]}"
        return f"{text[:start]}count({inside}){text[end + 1 :]}"
    of = re.search(r"(?<![\w.$)\]])([A-Za-z]\w*)$", text[:start])
    if of is not None and text[start] == "[" and _TEST.fullmatch(text[start + 1 : end].strip()):
        return f"{text[: of.start()]}{of[1]} where {text[start + 1 : end].strip()}(it){text[end + 1 :]}"
    if of is not None and text[start] == "[" and _INDEX.fullmatch(text[start + 1 : end].strip()):
        return f"{text[: of.start()]}{text[start + 1 : end].strip()}.{of[1]}{text[end + 1 :]}"
    generator = _COMPREHENSION.fullmatch(text[start + 1 : end].strip())
    if generator is None or generator["value"].strip().lstrip("$") != generator["name"]:
        return None
    when = generator["when"]
    made = generator["set"] if when is None else _filtered(generator["set"], generator["name"], when, None)
    return None if made is None else _put(text, start, end + 1, made)


def _put(text: str, start: int, end: int, made: str) -> str:
    """Return *text* with *made* from *start* to *end*, in parentheses unless it is a call or stands alone."""
    before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    is_call = re.fullmatch(r"\w+\(.*\)", made, re.DOTALL) is not None and (0, len(made) - 1) not in _groups(made)
    is_alone = before in ("", "(", ",", "[") and after in ("", ")", ",", "]")
    return text[:start] + (made if is_alone or is_call else f"({made})") + text[end:]


def _property(text: str) -> str | None:
    """Rewrite `S.length`, a property of something that is not a name: a filtered set."""
    found = re.search(r"\)\.(length|size)\b(?!\s*\()", text)
    if found is None:
        return None
    first = _owner(text, found.start() + 1)
    owner = text[first : found.start() + 1]
    if found[1] == "size" and not owner.startswith("("):
        return None  # perhaps the property `size` of what a function gave
    counted = owner if owner.startswith("(") else f"({owner})"
    return f"{text[:first]}count{counted}{text[found.end() :]}"


def _of_comprehension(found: re.Match[str], function: str | None) -> str | None:
    name, value, elements, when = found["name"], found["value"].strip(), found["set"], found["when"]
    if value.lstrip("$") == name and function in ("exists", "count", "first", None):
        return _filtered(elements, name, when, function) if when else _joined(function, elements, None)
    if function == "sum" and value == "1":
        return _filtered(elements, name, when, "count") if when else f"count({elements})"
    if function == "exists":
        return _filtered(elements, name, value if when is None else f"{when} and {value}", function)
    if function not in _OF_EACH:
        return None
    kept = elements if when is None else _filtered(elements, name, when, None)
    return None if kept is None else _filtered(kept, name, value, function)


def _filtered(elements: str, name: str, condition: str, function: str | None) -> str | None:
    """Return the *elements* for which the *condition* on *name* holds, in a *function* if there is one."""
    elements, condition = elements.strip(), _plain(condition)
    if re.search(r"\bwhere\b", condition):  # `it` would mean something else there
        if function is None or function in _OF_EACH:
            return None
        return f"{function}(${name} in {elements} where {_put_in(condition, name, f'${name}')})"
    asked = _put_in(condition, name, "it")
    if function in _OF_EACH:
        return f"{function}({elements}, {asked})"
    joined = f"{elements} and {asked}" if re.search(r"\bwhere\b", elements) else f"{elements} where {asked}"
    return _joined(function, joined, None)


def _joined(function: str | None, elements: str, asked: str | None) -> str:
    inside = elements if asked is None else f"{elements}, {asked}"
    return inside if function is None else f"{function}({inside})"


def _plain(body: str) -> str:
    """Return the body of a lambda without the braces and `return` around it."""
    body = body.strip()
    found = re.fullmatch(r"\{\s*(?:return\s+)?(.*?);?\s*\}", body, re.DOTALL)
    return (found[1] if found else body).strip()


def _put_in(body: str, name: str, new: str) -> str:
    return re.sub(rf"(?<![\w.$])\$?{re.escape(name)}\b", lambda _: new, body)


def _name(found: re.Match[str]) -> str:
    return next(found[group] for group in "abcd" if found[group])


def _owner(text: str, end: int) -> int:
    """Return the start of the operand that ends at *end*: names, dots and whole brackets."""
    start = end
    while start > 0:
        if text[start - 1] in ")]":
            opening = next((first for first, last in _groups(text) if last == start - 1), None)
            if opening is None:
                return start
            start = opening
        elif re.match(r"[\w.$:]", text[start - 1]):
            start -= 1
        else:
            break
    return start


def _arguments(text: str) -> list[str]:
    parts, depth, start = list[str](), 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]
