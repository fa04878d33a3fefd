"""Token bounds: the number of tokens is bounded, so that a game cannot fill the memory."""

from __future__ import annotations

from ludotome.gamedef.bounds import TOKENS_AT_MOST
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.token_bound import token_bound


def check(inference: Inference) -> None:
    """Report token types that are created during play without a bound, and games with too many tokens."""
    game = inference.symbols.game_def
    bound = token_bound(inference)
    for index, kind in enumerate(game.token_types):
        if kind.id in bound.unbounded:
            message = f"the number of `{kind.id}` tokens is unlimited"
            open_zones = ", ".join(f"`{zone}`" for zone in bound.open_zones[kind.id][:5])
            suggestion = f"write `max: n` on the type, or give a `capacity` to the zones it can enter: {open_zones}"
            inference.findings.add("LT414", f"tokenTypes[{index}]", message, suggestion)
    if bound.total > TOKENS_AT_MOST:
        message = f"this game can hold {bound.total} tokens; at most {TOKENS_AT_MOST} are allowed"
        inference.findings.add("LT414", "tokenTypes", message, "lower capacities, `max` or the counts in setup")
