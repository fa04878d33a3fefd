"""foreign_words: the table of words from other languages and our words for them.

    foreign_word("field of an end condition", "condition")  →  "when"
    foreign_word("function", "is_empty")                    →  "empty"

A row has the place of the word (*where*), the word, and ours. Case, `_` and `-` do not count in a word. A row is here
only if the word has no other reading at that place, so that the suggestion made from it is also a certain fix;
operators are listed exactly as written.

This module does not know how a word is found or reported.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache

OPERATORS = {
    "&&": "and", "||": "or", "!": "not", "=": "==", "===": "==", "!==": "!=", "<>": "!=", "/": "//", "=<": "<=",
    "&": "and", "|": "or", "≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "//", "−": "-", "…": "..", "...": "..",
    "..=": "..", "~=": "!=",
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
    # our word: the words of other languages, separated by spaces
    "section": {
        "metadata": "meta info game header",
        "constants": "consts const constant",
        "globalVars": "globals gameVars globalVariables globalState gameState",
        "perPlayerVars": "playerVars playerVariables perPlayerVariables playerState perPlayer playerStats playerData",
        "perZoneVars": "zoneVars cellVars zoneVariables perZone perCellVars cellState",
        "tokenTypes": "pieces tokens pieceTypes cards units types pieceDefs tokenDefs tokenDefinitions",
        "setup": "initialSetup initialState init start initialPosition",
        "turnStructure": "turns turn turnOrder phaseStructure",
        "actions": "moves playerActions legalMoves rules moveRules possibleActions availableActions",
        "triggers": "events hooks onEvent reactions onEvents eventHandlers",
        "endConditions": (
            "winConditions victoryConditions endings end gameEnd win terminal winCondition "
            "endCondition endIf endGame gameOver gameOverConditions terminalConditions termination goals ending"
        ),
        "scoring": "score scores",
        "tests": "test examples",
        "zones": "board boards areas spaces places locations",
        "regions": "areas sets zoneGroups",
        "orientation": "facing orientations",
        "terrain": "terrains terrainTypes",
        "macros": "functions helpers",
    },
    "a kind of board": {
        "grid": "square squares rect rectangle rectangular squareGrid rectGrid matrix checkerboard",
        "hex": "hexagon hexagonal hexGrid hexes hexBoard",
        "graph": "network nodes",
    },
    "field of metadata": {
        "id": "name title gameId",
        "seats": "playerNames sides",
        "maxPlies": "maxTurns maxMoves turnLimit moveLimit plyLimit",
        "players": "numPlayers playerCount numberOfPlayers",
        "extends": "base baseGame parent variantOf basedOn inherits inheritsFrom extend derivedFrom",
    },
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
        "names": "naming notation labels coordinates",
        "cells": "where mask shape",
    },
    "field of a hex board": {
        "radius": "size",
        "cells": "where mask",
    },
    "field of a token type": {
        "id": "name type",
        "props": "properties attributes fields",
        "movement": "moves movements patterns",
        "short": "abbreviation letter",
        "draw": "symbol icon glyph",
        "max": "maxCount limit",
    },
    "field of a movement pattern": {
        "when": _CONDITION,
        "step": "steps",
        "slide": "slides ride",
        "leap": "jump leaps",
        "onto": "to target landing landOn on destination",
        "over": "across jumpOver",
        "hop": "hops jump jumpsOver",
    },
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
        "pre": "condition cond precondition preconditions requires require guard legal when if legalIf where",
        "cost": "costs pay price",
        "effects": "effect do result then steps execute run perform",
        "post": "postcondition postconditions",
        "phase": "phases",
        "actor": "player who",
        "limits": "limit",
        "notation": "format text",
    },
    "field of an event": {"type": "event on"},
    "field of a trigger": {
        "id": "name",
        "event": "on trigger type",
        "when": _CONDITION,
        "effects": "effect do then actions",
    },
    "field of an end condition": {"when": _CONDITION, "result": "then outcome results"},
    "field of a result": {"type": "outcome result kind status", "player": "winner winners who", "by": "rankBy scoreBy"},
    "field of scoring": {"value": "score points expr by", "method": "winner best"},
    "field of a test": {
        "name": "id title",
        "moves": "actions play",
        "expect": "expected assert then",
        "vars": "variables",
        "position": "setup board start initialPosition pieces fen",
        "set": "parameters settings",
        "deals": "deal hands",
        "outcome": "result winner",
    },
    "field of a parameter of the game": {
        "default": "init initial value defaultValue",
        "min": "minimum least",
        "max": "maximum most",
        "values": "options choices enum allowed oneOf",
    },
    "field of moveToken": {
        "token": "piece card what which",
        "to": "zone target destination toZone dest into",
        "from": "source fromZone",
    },
    "field of createToken": {
        "type": "kind token tokenType piece",
        "zone": "to at in where into location",
        "count": "n number amount times",
        "owner": "player for",
        "props": "properties",
        "each": "forEach combinations product",
    },
    "field of destroyToken": {"token": "piece card target"},
    "field of setVar": {
        "var": "variable name",
        "value": "to newValue newvalue",
        "player": "owner of seat who for",
        "zone": "cell at in on space where",
    },
    "field of addVar": {
        "var": "variable name",
        "delta": "amount by value add increment change n",
        "player": "owner of seat who for",
        "zone": "cell at in on space where",
    },
    "field of setTokenProp": {"token": "piece card target of", "prop": "property name field", "value": "to newValue"},
    "field of if": {"when": "condition cond test", "then": "effects do", "else": "otherwise"},
    "field of forEach": {
        "bind": "var as name each item variable",
        "over": "in of set list items domain from",
        "effects": "do then body",
    },
    "field of let": {"bind": "var name as variable", "value": "be expr to"},
    "field of roll": {"bind": "as var name into result variable", "sides": "faces die dice max size"},
    "field of chooseOne": {
        "bind": "as var name into",
        "options": "from in of choices domain among set",
        "chooser": "player who by",
    },
    "field of chooseN": {
        "bind": "as var name into",
        "options": "from in of choices domain among set",
        "chooser": "player who by",
        "n": "count number amount",
    },
    "field of shuffle": {"zone": "deck pile"},
    "field of draw": {"count": "n number amount", "from": "deck source fromZone", "to": "hand zone target toZone"},
    "field of moveAll": {"from": "source fromZone", "to": "target destination toZone"},
    "field of capture": {
        "zone": "target cell at square on token piece to",
    },
    "field of refillToSize": {
        "zone": "to target into",
        "size": "count n number to upTo amount",
        "fromZone": "from source deck",
    },
    "field of discardDownTo": {
        "zone": "from hand",
        "size": "count n number to max",
        "to": "into discard",
    },
    "field of swapTokens": {
        "a": "first token1 tokenA",
        "b": "second token2 tokenB",
    },
    "field of moveTokenAdjacent": {
        "token": "piece card",
        "to": "zone target",
        "direction": "dir way",
    },
    "field of eliminate": {
        "player": "who seat target",
    },
    "field of setActivePlayer": {
        "player": "who to seat next",
    },
    "field of a graph": {
        "zones": "nodes vertices places spaces cells points locations",
        "lines": "edges paths connections roads links routes tracks",
    },
    "field of a line": {
        "along": "direction forward dir name way",
        "back": "backward backwards reverse",
        "closed": "cyclic loop ring circular wrap cycle closedLoop",
        "zones": "nodes path places points cells through",
    },
    "field of a terrain": {
        "cost": "moveCost movementCost extraCost",
        "blocks": "block blocking",
        "cover": "givesCover providesCover",
    },
    "field of longest": {
        "upTo": "max atMost limit",
        "prefer": "by",
    },
    "word": {
        "int": "integer number num u8 u16 u32 u64 i8 i16 i32 i64 uint int32 int64 usize long byte",
        "bool": "boolean",
        "player": "seat each every perPlayer eachPlayer forEachPlayer everyPlayer",
        "token": "piece card",
        "zone": "cell space",
        "none": "null nobody shared neutral common",
        "public": "open visible all everyone faceUp",
        "owner": "private ownerOnly self me",
        "hidden": "secret faceDown nobody none noOne",
        "stack": "lifo pile ordered",
        "queue": "fifo",
        "set": "unordered bag",
        "win": "winner victory won",
        "draw": "tie drawn stalemate",
        "lossAll": "loss lose everyoneLoses allLose",
        "score": "scores",
        "rank": "ranking highest highestScore mostPoints",
        "turn": "perTurn round",
        "game": "perGame",
        "phase": "perPhase",
        "highest": "max most",
        "lowest": "min least",
        "roundRobin": "clockwise alternate alternating",
        "enemy": "opponent capture enemies opponents",
        "empty": "vacant free emptyCell",
        "friend": "own ally friends allies",
        "turnStart": "onTurnStart startOfTurn turnBegin onTurnBegin beginTurn startTurn onBegin begin",
        "turnEnd": "onTurnEnd endOfTurn endTurn onEnd",
        "phaseEnter": "phaseStart onPhaseStart",
        "phaseExit": "phaseEnd onPhaseEnd",
        "tokenEntered": "tokenMoved onEnter tokenMove",
        "actionResolved": "actionTaken afterAction onAction",
        "algebraic": "chess chessNotation standard",
        "manual": "explicit",
        "onPass": "pass",
        "afterAction": "auto automatic",
        "move": "movement moving walk walking walks passage",
        "sight": "lineOfSight los vision view seeing",
    },
    "function": {
        "exists": "any some has anyOf anyWhere thereIs",
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
        "top": "topOf tokenAt pieceAt topCard topToken tokenOn pieceOn occupant",
        "destinations": (
            "moves legalMovesOf movesOf validMoves legalMoves legalDestinations "
            "validDestinations possibleMoves getMoves getDestinations targets movesFrom"
        ),
        "distance": "dist distanceBetween",
        "lineOfSight": "los hasLineOfSight canSee sees isVisible visible",
        "reachable": "path reachableZones canReach",
        "zoneCount": "countIn tokenCount",
        "step": "neighbor neighbour",
        "canTake": "isLegal canDo legal canPlay canMove can isPossible available canAct hasLegal",
        "min": "least",
        "max": "most",
        "first": "head firstOf",
        "attacked": "isAttacked underAttack isThreatened threatened",
        "hasCover": "inCover isCovered",
        "connectedZones": "flood floodFill",
        "group": "cluster chain",
        "joins": "connects",
        "run": "lineLength longestRun longestLine",
        "seen": "repetitions",
    },
    "effect": {
        "destroyToken": "removeToken deleteToken remove delete destroy removePiece discardToken kill removeFromGame",
        "createToken": "addToken placeToken spawnToken spawn placePiece create putToken",
        "moveToken": "move movePiece moveCard moveTo",
        "setVar": "set assign setVariable update setGlobal setPlayerVar",
        "addVar": "add increment addToVar changeVar inc incrementVar increase modifyVar",
        "setTokenProp": "setProp setProperty setTokenProperty updateToken setAttribute",
        "chooseOne": "choose pick",
        "roll": "rollDie rollDice dice throwDice",
        "endTurn": "nextTurn passTurn finishTurn",
        "endPhase": "nextPhase advancePhase",
        "forEach": "for foreach each loop",
        "shuffle": "shuffleDeck shuffleZone",
        "draw": "drawCards drawCard deal drawTokens moveTop drawTop takeTop dealTop",
        "capture": "captureToken capturePiece take",
        "extraTurn": "playAgain goAgain anotherTurn takeAnotherTurn moveAgain",
        "moveAll": "moveAllTokens",
        "setActivePlayer": "setPlayer setCurrentPlayer",
        "place": "placePieces placeTokens",
        "refillToSize": "refill fillUp refillTo",
        "swapTokens": "swap exchange",
        "if": "when cond conditional",
        "eliminate": "eliminatePlayer knockOut",
        "let": "bind define",
        "discardDownTo": "discardTo",
    },
    "player": {
        "actor": "player currentPlayer me self mover activeSeat activePlayer actingPlayer currentActor",
        "actor.opponent": "opponent enemy otherPlayer other opp",
        "lastActor": "lastPlayer previousPlayer lastMover",
        "players": "allPlayers everyone",
    },
    "value": {
        "noLegalMoves": "noMoves noMovesLeft noLegalActions noValidMoves stalemate",
        "turn": "turnNumber round roundNumber turnCount",
        "zones": "allZones",
        "none": "nothing nobody null",
        "board": "cells squares allCells grid",
        "players": "seats",
        "inherited": "super base parent original",
    },
    "property": {
        "owner": "player controller ownedBy who",
        "type": "kind tokenType pieceType",
        "zone": "position pos location cell square",
        "row": "y rank",
        "col": "column x file",
        "r": "row y",
        "q": "col column x",
        "opponent": "enemy",
        "next": "nextPlayer",
        "previous": "prev previousPlayer",
    },
    "property that is a player": {"owner": "color colour side seat team"},
    "direction": {
        "n": "up north above",
        "s": "down south below",
        "w": "left west leftOf",
        "e": "right east rightOf",
        "nw": "upLeft northwest",
        "ne": "upRight northeast",
        "sw": "downLeft southwest",
        "se": "downRight southeast",
        "directions": "any allDirections anyDirection all every everyDirection omni queen king",
        "orthogonal": "orthogonals cardinal straight orthogonally rook",
        "diagonal": "diagonals diag bishop",
        "forwardLeft": "diagonalLeft",
        "forwardRight": "diagonalRight",
    },
}


def bare(word: str) -> str:
    """Return the lookup form of *word*: without `_` and `-`, in lower case."""
    return word.replace("_", "").replace("-", "").casefold()


@cache
def _table(where: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for ours, words in _ROWS.get(where, {}).items():
        for theirs in words.split():
            found.setdefault(bare(theirs), []).append(ours)
    return found


def foreign_word(where: str, word: str, among: Container[str]) -> str | None:
    """Return our word for *word* at *where*, if exactly one of its rows is *among* the allowed words.

    >>> foreign_word("word", "nobody", ("none", "player")), foreign_word("word", "nobody", ("public", "hidden"))
    ('none', 'hidden')
    """
    meant = [ours for ours in _table(where).get(bare(word), ()) if ours in among]
    return meant[0] if len(meant) == 1 else None


def variables_of(scope: str) -> str | None:
    """Return the section of variables for a *scope*: global, per player or per zone."""
    if scope in ("global", "game", "shared", "all", "none"):
        return "globalVars"
    return {"player": "perPlayerVars", "zone": "perZoneVars"}.get(
        foreign_word("word", scope, ("player", "zone")) or scope
    )
