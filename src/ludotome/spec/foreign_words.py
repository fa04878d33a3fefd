"""foreign_words: what people call things in other languages, and what they are called here; one table.

    foreign_word("field of an end condition", "condition")  →  "when"
    foreign_word("function", "is_empty")                    →  "empty"

A row is *where* the word stands, the word, and ours. Case, `_` and `-` do not count in a word. A row is here only if
the word has no other reading at that place, so that the suggestion made from it is also a certain fix; operators are
listed as they are written.

This module does not know how a word is found or reported.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache

OPERATORS = {
    "&&": "and", "||": "or", "!": "not", "=": "==", "===": "==", "!==": "!=", "<>": "!=", "/": "//", "=<": "<=",
    "&": "and", "|": "or", "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "//", "−": "-", "…": "..", "...": "..",
    "~=": "!=",
}  # fmt: skip
# An operator with two readings is read as the first here, and has no fix: `=>` is written for `>=` and in `x => …`.
DOUBTFUL_OPERATORS = {"=>": ">="}
WORDS = {
    "AND": "and", "OR": "or", "NOT": "not", "And": "and", "Or": "or", "Not": "not", "IN": "in", "IF": "if",
    "WHERE": "where", "True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "none",
    "NONE": "none", "null": "none", "NULL": "none", "nil": "none", "undefined": "none",
}  # fmt: skip

_CONDITION = "condition cond if where"
_ROWS: dict[str, dict[str, str]] = {
    # ours: what it is called elsewhere, separated by blanks
    "section": {
        "metadata": "meta info game header",
        "constants": "consts",
        "globalVars": "globals gameVars globalVariables",
        "perPlayerVars": "playerVars playerVariables perPlayerVariables playerState",
        "perZoneVars": "zoneVars cellVars zoneVariables",
        "tokenTypes": "pieces tokens pieceTypes cards units types",
        "setup": "initialSetup initialState init start initialPosition",
        "turnStructure": "turns turn turnOrder phaseStructure",
        "actions": "moves playerActions legalMoves rules",
        "triggers": "events hooks onEvent",
        "endConditions": "winConditions victoryConditions endings end gameEnd win terminal winCondition endCondition",
        "scoring": "score scores",
        "tests": "test examples",
    },
    "field of metadata": {"id": "name title gameId", "seats": "playerNames sides", "maxPlies": "maxTurns maxMoves"},
    "field of players": {"min": "minimum from minPlayers", "max": "maximum to maxPlayers"},
    "field of a variable": {
        "name": "id variable var",
        "init": "initial value default start initialValue",
        "min": "minimum",
        "max": "maximum",
    },
    "field of a property": {"init": "initial value default initialValue", "min": "minimum", "max": "maximum"},
    "field of a zone": {
        "id": "name zone",
        "ordering": "order",
        "capacity": "max size limit maxTokens",
        "adjacentTo": "neighbors neighbours adjacent connectedTo connections",
        "props": "properties",
    },
    "field of a grid": {
        "rows": "height numRows rowCount",
        "cols": "columns width numCols colCount numColumns",
        "directions": "neighbors neighbours connectivity",
        "names": "naming notation labels",
    },
    "field of a hex board": {"radius": "size"},
    "field of a token type": {
        "id": "name type",
        "props": "properties attributes fields",
        "movement": "moves movements patterns",
        "short": "abbreviation",
        "draw": "symbol icon glyph",
        "max": "maxCount limit",
    },
    "field of a movement pattern": {"when": _CONDITION, "step": "steps", "slide": "slides", "leap": "jump leaps"},
    "field of a macro": {
        "name": "id",
        "params": "parameters args arguments",
        "expr": "expression value body condition",
        "effects": "do actions",
    },
    "field of a phase": {
        "id": "name phase",
        "when": _CONDITION,
        "onEnter": "enter begin onBegin onStart start",
        "onExit": "exit onEnd",
        "ends": "endsOn",
    },
    "field of turnStructure": {"activePlayerOrder": "order playerOrder turnOrder"},
    "field of a parameter": {"name": "id param var", "domain": "in from options choices values set type over"},
    "field of a limit": {"max": "times count limit", "scope": "per"},
    "field of an action": {
        "id": "name action type",
        "params": "parameters args arguments choices",
        "pre": "condition cond precondition preconditions requires require guard legal when if legalIf",
        "cost": "costs pay price",
        "effects": "effect do result then steps",
        "post": "postcondition postconditions",
        "phase": "phases",
        "actor": "player who",
        "limits": "limit",
    },
    "field of an event": {"type": "event on"},
    "field of a trigger": {
        "id": "name",
        "event": "on trigger",
        "when": _CONDITION,
        "effects": "effect do then actions",
    },
    "field of an end condition": {"when": _CONDITION, "result": "then outcome"},
    "field of a result": {"type": "outcome result kind", "player": "winner winners who", "by": "rankBy scoreBy"},
    "field of scoring": {"value": "score points expr by", "method": "winner best"},
    "field of a test": {
        "name": "id title",
        "moves": "actions play",
        "expect": "expected assert then",
        "vars": "variables",
    },
    "field of moveToken": {
        "token": "piece card what",
        "to": "zone target destination toZone dest into",
        "from": "source fromZone",
    },
    "field of createToken": {
        "type": "kind token tokenType piece",
        "zone": "to at in where into location",
        "count": "n number amount times",
        "owner": "player for",
        "props": "properties",
    },
    "field of destroyToken": {"token": "piece card target"},
    "field of setVar": {"var": "variable name", "value": "to newValue", "player": "owner of"},
    "field of addVar": {"var": "variable name", "delta": "amount by value add increment", "player": "owner of"},
    "field of setTokenProp": {"token": "piece card", "prop": "property name field", "value": "to"},
    "field of if": {"when": "condition cond test", "then": "effects do", "else": "otherwise"},
    "field of forEach": {"bind": "var as name each item", "over": "in of set list items", "effects": "do then body"},
    "field of let": {"bind": "var name as", "value": "be expr to"},
    "field of roll": {"bind": "as var name into result", "sides": "faces die dice"},
    "field of chooseOne": {"bind": "as var name into", "options": "from in of choices", "chooser": "player who by"},
    "field of chooseN": {"bind": "as var name into", "options": "from in of choices", "chooser": "player who by"},
    "field of shuffle": {"zone": "deck pile"},
    "field of draw": {"count": "n number amount", "from": "deck source fromZone", "to": "hand zone target toZone"},
    "field of moveAll": {"from": "source fromZone", "to": "target destination toZone"},
    "word": {
        "int": "integer number num",
        "bool": "boolean",
        "player": "seat",
        "token": "piece card",
        "zone": "cell space",
        "none": "null nobody shared neutral common",
        "public": "open visible all everyone faceUp",
        "owner": "private ownerOnly",
        "hidden": "secret faceDown nobody",
        "stack": "lifo pile ordered",
        "queue": "fifo",
        "set": "unordered bag",
        "win": "winner victory won",
        "draw": "tie drawn stalemate",
        "lossAll": "loss lose",
        "score": "scores",
        "rank": "ranking",
        "turn": "perTurn round",
        "game": "perGame",
        "phase": "perPhase",
        "highest": "max most",
        "lowest": "min least",
        "roundRobin": "clockwise alternate alternating",
        "enemy": "opponent capture",
        "empty": "vacant free",
        "friend": "own ally",
        "turnStart": "onTurnStart startOfTurn turnBegin",
        "turnEnd": "onTurnEnd endOfTurn",
        "phaseEnter": "phaseStart onPhaseStart",
        "phaseExit": "phaseEnd onPhaseEnd",
        "tokenEntered": "tokenMoved onEnter tokenMove",
        "actionResolved": "actionTaken afterAction onAction",
        "manual": "explicit",
        "onPass": "pass",
        "afterAction": "auto automatic",
    },
    "function": {
        "exists": "any some has anyOf",
        "count": "len size length number",
        "all": "every forall each allOf",
        "sum": "total",
        "lowest": "minimum minOf",
        "highest": "maximum maxOf",
        "adjacentZones": "neighbors neighbours neighborsOf adjacentCells",
        "empty": "isEmpty isFree isVacant vacant",
        "occupied": "isOccupied notEmpty",
        "adjacent": "isAdjacent areAdjacent",
        "tokensInZone": "tokensIn piecesIn cardsIn contents tokensAt piecesAt",
        "tokens": "pieces allTokens allPieces",
        "top": "topOf tokenAt pieceAt topCard topToken",
        "destinations": "moves legalMovesOf movesOf validMoves",
        "distance": "dist",
        "lineOfSight": "los",
        "reachable": "path",
        "zoneCount": "countIn tokenCount",
        "step": "neighbor neighbour",
        "canTake": "isLegal canDo",
        "min": "least",
        "max": "most",
    },
    "effect": {
        "destroyToken": "removeToken deleteToken remove delete destroy removePiece",
        "createToken": "addToken placeToken spawnToken spawn placePiece create putToken",
        "moveToken": "move movePiece moveCard",
        "setVar": "set assign setVariable",
        "addVar": "add increment addToVar changeVar inc",
        "setTokenProp": "setProp setProperty",
        "chooseOne": "choose pick",
        "roll": "rollDie rollDice dice throwDice",
        "endTurn": "nextTurn passTurn finishTurn",
        "endPhase": "nextPhase advancePhase",
        "forEach": "for foreach each loop",
        "shuffle": "shuffleDeck shuffleZone",
        "draw": "drawCards drawCard deal drawTokens",
        "capture": "captureToken capturePiece take",
        "extraTurn": "playAgain goAgain anotherTurn",
        "moveAll": "moveAllTokens",
        "setActivePlayer": "setPlayer setCurrentPlayer",
        "place": "placePieces placeTokens",
    },
    "player": {
        "actor": "player currentPlayer me self mover activeSeat",
        "actor.opponent": "opponent enemy otherPlayer opp",
        "lastActor": "lastPlayer previousPlayer lastMover",
        "players": "allPlayers everyone",
    },
    "value": {
        "noLegalMoves": "noMoves noMovesLeft noLegalActions noValidMoves stalemate",
        "turn": "turnNumber round roundNumber turnCount",
        "zones": "allZones",
        "none": "nothing nobody",
        "board": "cells squares allCells grid",
    },
    "property": {
        "owner": "player controller ownedBy",
        "type": "kind tokenType pieceType",
        "zone": "position pos location cell square",
        "row": "y rank",
        "col": "column x file",
        "opponent": "enemy",
        "next": "nextPlayer",
        "previous": "prev previousPlayer",
    },
    "direction": {
        "n": "up north",
        "s": "down south",
        "w": "left west",
        "e": "right east",
        "nw": "upLeft northwest",
        "ne": "upRight northeast",
        "sw": "downLeft southwest",
        "se": "downRight southeast",
        "directions": "any allDirections anyDirection",
        "orthogonal": "orthogonals cardinal straight",
        "diagonal": "diagonals diag",
        "forwardLeft": "diagonalLeft",
        "forwardRight": "diagonalRight",
    },
}


def bare(word: str) -> str:
    """Return *word* as it is looked up: without `_` and `-`, in lower case."""
    return word.replace("_", "").replace("-", "").casefold()


@cache
def _table(where: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for ours, words in _ROWS.get(where, {}).items():
        for theirs in words.split():
            found.setdefault(bare(theirs), []).append(ours)
    return found


def foreign_word(where: str, word: str, among: Container[str]) -> str | None:
    """Return what *word* is called here where it stands at *where*, if just one of its rows is *among* what may stand.

    >>> foreign_word("word", "nobody", ("none", "player")), foreign_word("word", "nobody", ("public", "hidden"))
    ('none', 'hidden')
    """
    meant = [ours for ours in _table(where).get(bare(word), ()) if ours in among]
    return meant[0] if len(meant) == 1 else None
