"""Movement cycles: the condition of a movement pattern must not depend on itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotome.gamedef import facts
from ludotome.gamedef.definition import GameDef, MovementPattern
from ludotome.gamedef.expressions import CanTake
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import Node
from ludotome.gamedef.reach import legality_nodes
from ludotome.gamedef.symbols import walk


def check(inference: Inference) -> None:
    """Report each pattern whose `when` depends on itself through `destinations`, `attacks`, `attacked` or `canTake`."""
    game = inference.symbols.game_def
    asks = {path: set(_asked(game, pattern)) for path, _, pattern in _patterns(game)}
    for path, name in ((path, kind) for path, kind, _ in _patterns(game)):
        if path in _reached(path, asks):
            inference.findings.add(
                "LT431",
                f"{path}.when",
                f"the destinations of `{name}` depend on themselves",
                "test which tokens are on the board instead of where they may move",
            )


def _patterns(game: GameDef) -> Iterator[tuple[str, str, MovementPattern]]:
    """Yield every pattern with its path and the token type it belongs to."""
    for t, kind in enumerate(game.token_types):
        for g, group in enumerate(kind.movement):
            for p, pattern in enumerate(group.patterns):
                yield f"tokenTypes[{t}].movement[{g}].patterns[{p}]", kind.id, pattern


def _asked(game: GameDef, pattern: MovementPattern) -> Iterator[str]:
    """Yield the patterns, of any type, that the condition of *pattern* uses."""
    for node in _nodes(game, () if pattern.when is None else walk(pattern.when)):
        if "movement" in facts.reads(node):
            yield from (path for path, _, _ in _patterns(game))
        elif "attacks" in facts.reads(node):
            yield from (path for path, _, other in _patterns(game) if "enemy" in other.onto)


def _nodes(game: GameDef, nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield *nodes* and all nodes that the legality of actions tested in them depends on."""
    waiting, met = list(nodes), set[str]()
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, CanTake) and node.action not in met:
            met.add(node.action)
            action = next(action for action in game.actions if action.id == node.action)
            waiting += legality_nodes(game, action)


def _reached(start: str, asks: dict[str, set[str]]) -> set[str]:
    """Return everything that *start* depends on, directly or indirectly."""
    found, waiting = set[str](), [start]
    while waiting:
        new = asks[waiting.pop()] - found
        found |= new
        waiting += new
    return found
