"""docs/seeds.md: its names exist, it lists every function of the specifications, and no other text mentions them."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`ludotome\.(\w+)\.(\w+)`", PAGE)))
FILES = sorted(set(re.findall(r"`((?:src|tests)/[\w/.]+)`", PAGE)))
# Every function that the five specifications declare.
_FUNCTIONS = """
buildAdjacencyGraph validateAdjacency queryAdjacentZones queryTokensInAdjacentZones queryConnectedZones
evalAdjacentCondition evalConnectedCondition applyMoveTokenAdjacent generateGrid generateHex
ResolvePathCompiledFirst ApplyOccupancySemantics
buildWallMap buildItemPositionMap isBlocked isOccupiedByCharacter getCoverAt findPath getReachablePositions getMoveCost
hasLineOfSight hexLineDraw getVisiblePositions getCharactersInRange getItemsInRange getEnemiesInRange canTarget
getAdjacentCharacters hasCover findBestCoverPosition validateMove getEffectiveMovement validateMoveAndAttack
createGridUtils hexDistance getNeighbors isWithinHexBounds getDistance getCellDistance
expandMacros compileGameSpecToGameDef parseGameSpec validateGameSpec validateGameDef
newBoard replaceSegmentLibrary replaceTokenLibrary setTokenTypeStrict addSegment updateSegment removeSegment addToken
updateToken removeToken getCellType getCellsInSameSegment getTokensAt findById getBoardDimensions getSegmentInstances
getTokens importMission exportMission importSave exportSave
"""
FUNCTIONS = _FUNCTIONS.split()
# Every type, file and other name that they use.
_TYPES = """
AdjacencyGraph ZoneDef ZoneId ConditionAST EffectAST TokenSel ZoneSel EvalContext EffectContext SpatialContext
EffectResult GameState Token SpatialNotImplementedError
DirectionPattern MultiDirectionPattern FixedPattern AnyPattern NullPattern FastPathMetrics BoardShape GameExtensions
MapState MapItem CharacterToken Position ReachableCell LOSResult TargetResult CoverResult MoveValidation GridUtils
GameSpecDoc GameDef GameSpecSourceMap CompilerContext VariableDef TokenTypeDef PhaseDef ActionDef ParamDef LimitDef
PhaseId PlayerSel OptionsQuery GameSpecVarDef GameSpecZoneDef Diagnostic
Rotation CellType Coord Id SegmentDef SegmentInstance BoardState
"""
_FILES = """
spatial.ts board-macros.ts eval-query.ts effects.ts eval-context.ts effect-context.ts index.ts spatial.test.ts
board-macros.test.ts spatial-conditions.test.ts spatial-effects.test.ts spatial-game.test.ts
wallMap.ts pathfinding.ts lineOfSight.ts rangeQueries.ts coverDetection.ts movementValidation.ts gridUtils.ts
hexGridUtils.ts actions.ts combat.ts
expand-macros.ts compiler.ts compile-actions.ts compile-effects.ts compile-conditions.ts compile-zones.ts
compile-selectors.ts fuzzy-match.ts expand-macros.test.ts compiler.test.ts compile-effects.test.ts
compile-conditions.test.ts compile-zones.test.ts fuzzy-match.test.ts compile-pipeline.test.ts
"""
_WORDS = """
adjacencyGraph neighbors adjacent connected adjacentZones tokensInAdjacentZones connectedZones moveTokenAdjacent via
maxDepth initialState evalQuery applyEffect IsRepeatable gridType validDestinations validTargets getLegalActions
contextSnippet alternatives suggestion severity path message sourceMap gameDef draw:each refillToSize discardDownTo
activePlayer allOther setVar addVar chooseOne chooseN destroyToken tokensInZone zoneCount activePlayerOrder
maxTriggerDepth params fromZone zoneA zoneB seg tok segmentDefs tokenTypes tokenTypeStrict
"""
TERMS = """
ray;blocker;friendly and enemy blocker;sliding and non-sliding pattern;fast path;compiled resolver;legacy visitor
post-filter;feature flags;capture classification;zero-length;testing matrix;hustle;sprint;ninja vanish;CQC technique
all according to plan;go over there;moved too far;moved through wall;MissingCapability;fuzzy matching;deck:none
hand:actor;hand:each;segment library;token type library;mission;save;legend;provenance
"""
SPOKEN_OF = re.compile(
    r"\bseed 00\d|\bthe seeds?'|\bseeds' |\bcharter\b|\bruling [0-9a-z]\b|\bspec 0[78]", re.IGNORECASE
)


@pytest.mark.parametrize(("package", "name"), NAMES)
def test_a_name_of_the_page_exists(package: str, name: str) -> None:
    assert hasattr(importlib.import_module(f"ludotome.{package}"), name)


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_page_exists(file: str) -> None:
    assert (ROOT / file).exists()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_the_specifications_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", [*_TYPES.split(), *_FILES.split(), *_WORDS.split()])
def test_a_type_a_file_or_a_word_of_the_specifications_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("term", [term for line in TERMS.split("\n") for term in line.split(";") if term])
def test_a_term_of_the_specifications_is_on_the_page(term: str) -> None:
    assert term in PAGE


def snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", lambda found: f"_{found[1].lower()}", name).lower()


def test_a_function_keeps_its_name_in_snake_case() -> None:
    here = {name for _, name in NAMES}
    renamed = {"ResolvePathCompiledFirst": "resolve_path"}
    assert [name for name in FUNCTIONS if renamed.get(name, snake(name)) not in here] == []


def test_nothing_else_speaks_of_the_specifications() -> None:
    texts = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "src").rglob("*.md"),
    ]
    told = [
        f"{file.relative_to(ROOT)}: {found[0]}"
        for file in texts
        if file.name != "seeds.md" and (found := SPOKEN_OF.search(file.read_text(encoding="utf-8"))) is not None
    ]
    assert told == []
