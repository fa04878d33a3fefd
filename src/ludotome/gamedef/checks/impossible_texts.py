"""Impossible texts: a test that calls a text illegal that is never a notation would pass under any rules."""

from __future__ import annotations

from ludotome.gamedef.checked_game import checked
from ludotome.gamedef.conceivable_texts import ConceivableTexts
from ludotome.gamedef.infer import Inference

_MOST_EXAMPLES = 3
_LONGEST_SHOWN = 60


def check(check: Inference) -> None:
    """Report every text under `illegal` that is not the notation of any decision in any state."""
    game_def = check.symbols.game_def
    if not any(test.illegal for test in game_def.tests):
        return
    texts = ConceivableTexts(checked(game_def), check.chosen)
    known: dict[str, bool] = {}
    for index, test in enumerate(game_def.tests):
        for number, text in enumerate(test.illegal):
            if text not in known:
                known[text] = texts.has(text)
            if known[text]:
                continue
            shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
            examples = ", ".join(f"`{one}`" for one in texts.examples()[:_MOST_EXAMPLES])
            check.findings.add(
                "LT807",
                f"tests[{index}].illegal[{number}]",
                f"no decision is ever written `{shown}`, so the test would always pass",
                f"write a decision in the notation of its action, as {examples}",
            )
