"""Proofs: shared by the checks for faults during play: every effect with the facts known there, and the sizes of sets.

A *fault* is an impossible effect, such as a move into a full zone. Each kind has a check that warns if it cannot prove
that it never happens; `docs/kernel.md` lists the codes.

This module proves nothing itself (`checks`).
"""

from __future__ import annotations

from functools import cached_property

from ludotome.gamedef.effect_sites import Site, effect_sites
from ludotome.gamedef.facts import Arrival
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.sizes import Sizes
from ludotome.gamedef.token_kinds import Kinds, arriving_at


class Proofs:
    """The data for proofs about one definition whose effects have been type-checked."""

    def __init__(self, inference: Inference) -> None:
        self.inference = inference
        self.sizes = Sizes(inference)

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """Every effect, with the facts known where it runs."""
        return effect_sites(self.inference)

    @cached_property
    def kinds(self) -> Kinds:
        """Which tokens can come where."""
        return Kinds(self.inference, self.sizes, self.sites)

    def arriving(self, site: Site, arrival: Arrival) -> int:
        """Return how many tokens an arrival at *site* can bring."""
        return arriving_at(self.inference, self.sizes, site, arrival)

    def warn(self, code: str, path: str, message: str, suggestion: str) -> None:
        """Report that a fault cannot be excluded."""
        self.inference.findings.add(code, path, message, suggestion, severity="warning")
