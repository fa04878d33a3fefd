"""State bytes: the size of a state is bounded, so that a game cannot fill the memory.

A state needs four bytes for each variable of each player and zone and for each property of each token that can exist,
and a few numbers for each zone and token. The indexes of compiled games are not counted here; `native` bounds them.
"""

from __future__ import annotations

from ludotome.gamedef.bounds import MOST_STATE_BYTES
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.token_bound import token_bound

NUMBER = 4  # bytes
PER_ZONE = 3  # first token, last token, count
PER_TOKEN = 5  # type, owner, zone, and its two neighbours in the zone


def check(inference: Inference) -> None:
    """Report a game whose states are too large, at the part that takes the most."""
    game, tokens = inference.symbols.game_def, token_bound(inference)
    if tokens.unbounded:
        return
    props = len({prop.name for kind in game.token_types for prop in kind.props})
    seats = game.metadata.players.max
    parts = {
        "perZoneVars": len(game.per_zone_vars) * len(game.zones),
        "perPlayerVars": len(game.per_player_vars) * seats,
        "globalVars": len(game.global_vars),
        "tokenTypes": tokens.total * (PER_TOKEN + props),
        "zones": len(game.zones) * PER_ZONE,
        "actions": len(inference.symbols.usage_counters) * seats,
    }
    total = NUMBER * sum(parts.values())
    if total > MOST_STATE_BYTES:
        largest = max(parts, key=lambda name: parts[name])
        message = (
            f"a state of this game takes {total} bytes, {NUMBER * parts[largest]} of them for `{largest}`; "
            f"at most {MOST_STATE_BYTES} are allowed"
        )
        inference.findings.add("LT427", largest, message, "use fewer variables and properties, or a smaller board")
