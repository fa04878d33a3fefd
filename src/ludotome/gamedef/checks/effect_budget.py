"""Effect budget: decisions that may exceed the limit on effects per decision.

The count covers the longest list with all its loops, the triggers set off by its tokens, recursively, and every phase
and turn that may pass before the next decision.
"""

from __future__ import annotations

from collections.abc import Set

from ludotome.gamedef import facts
from ludotome.gamedef.bounds import BUDGET
from ludotome.gamedef.definition import TriggerDef
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.expressions import Expr
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.zone_sets import ZoneSet, zone_sets, zones_of


def check(proofs: Proofs) -> None:
    """Warn of every list with which a decision may exceed the budget."""
    game, count = proofs.inference.symbols.game_def, _Count(proofs)
    passing = count.passing()
    begins = [("setup", count.of_list("setup"))]
    for index, action in enumerate(game.actions):
        own = count.of_list(f"actions[{index}].cost") + count.of_list(f"actions[{index}].effects")
        begins.append((f"actions[{index}].effects", own + count.of_event("actionResolved", action=action.id)))
    worst = [(path, most + passing) for path, most in begins if most + passing > BUDGET]
    for path, most in worst:
        proofs.warn(
            "LT433",
            path,
            f"one decision may run {most if most < 10**9 else 'very many'} effects; more than {BUDGET} stop the game",
            "loop over fewer things, or spread the work over several decisions",
        )


class _Count:
    """Counts how many effects lists can run, including the triggers they set off."""

    def __init__(self, proofs: Proofs) -> None:
        self.proofs = proofs
        self.game = proofs.inference.symbols.game_def
        self._of_trigger: dict[tuple[int, int], int] = {}
        self._zones_of: dict[tuple[str, int], ZoneSet] = {}
        self._heard: dict[tuple[ZoneSet, int], int] = {}
        self._sites_of: dict[str, list[Site]] = {}
        for site in proofs.sites:
            self._sites_of.setdefault(_list_of(site.path), []).append(site)

    def of_list(self, path: str, depth: int = 0) -> int:
        """Return the maximum number of effects run by the list at *path* and its triggers."""
        total = 0
        for site in self._sites_of.get(path, ()):
            rounds = self._rounds(site)
            total += rounds
            for arrival in facts.arrivals(site.effect):
                total += rounds * self.proofs.arriving(site, arrival) * self._set_off(site, arrival, depth)
        return min(total, 10**12)

    def of_event(self, type_: str, *, action: str | None = None, phase: str | None = None) -> int:
        """Return the maximum number of effects run by triggers on an event."""
        return sum(
            self._of_trigger_at(index, 0)
            for index, trigger in enumerate(self.game.triggers)
            if trigger.event.type == type_
            and trigger.event.action in (None, action)
            and (phase is None or trigger.event.phase in (None, phase))
        )

    def passing(self) -> int:
        """Return the maximum number of effects run while phases and turns pass until a player can decide."""
        phases = self.game.turn_structure.phases
        of_phases = sum(
            self.of_list(f"turnStructure.phases[{index}].onEnter")
            + self.of_list(f"turnStructure.phases[{index}].onExit")
            + self.of_event("phaseEnter", phase=phase.id)
            + self.of_event("phaseExit", phase=phase.id)
            for index, phase in enumerate(phases)
        )
        turn = of_phases + self.of_event("turnStart") + self.of_event("turnEnd")
        return turn * (self.game.metadata.players.max * max(len(phases), 1) + 1)

    def _set_off(self, site: Site, arrival: facts.Arrival, depth: int) -> int:
        """Return the maximum number of effects that one token of an arrival at *site* sets off."""
        if depth > self.game.metadata.max_trigger_depth:
            return 0
        key = site.path, id(arrival.to)  # the definition keeps the node alive, so its id is unique
        if key not in self._zones_of:
            self._zones_of[key] = self._zones(site, arrival.to)
        zones = self._zones_of[key]
        if (zones, depth) not in self._heard:
            heard = (index for index, trigger in enumerate(self.game.triggers) if _hears(trigger, zones.names))
            self._heard[zones, depth] = sum(self._of_trigger_at(index, depth) for index in heard)
        return self._heard[zones, depth]

    def _zones(self, site: Site, zone: Expr | None) -> ZoneSet:
        inference = self.proofs.inference
        if zone is None:
            return zone_sets(inference).of_groups(frozenset())
        return zones_of(inference, zone, site.scope)

    def _of_trigger_at(self, index: int, depth: int) -> int:
        if (index, depth) not in self._of_trigger:
            self._of_trigger[index, depth] = self.of_list(f"triggers[{index}].effects", depth + 1)
        return self._of_trigger[index, depth]

    def _rounds(self, site: Site) -> int:
        rounds = 1
        for _, over in site.loops:
            rounds *= self.proofs.sizes.of(over, site.scope)
        return rounds


def _hears(trigger: TriggerDef, zones: Set[str]) -> bool:
    return trigger.event.type == "tokenEntered" and (trigger.event.zone is None or trigger.event.zone in zones)


def _list_of(path: str) -> str:
    """Return the list a path leads into: `actions[2].effects` of `actions[2].effects[0].if.then[1].draw`."""
    head, _, rest = path.partition("]")
    if path.startswith("setup"):
        return "setup"
    return head + "]" + rest.partition("[")[0]
