"""Information: everything one seat has observed since the start of the game, as text.

The text of a state is the first observation of the seat, and then, step by step, the decision as the seat knows it and
the changes that it sees. It is the information state with perfect recall.

Invariants:
    * two states have equal texts exactly if the seat could not distinguish them at any step;
    * a token is described by what the seat sees of it, never by its slot, so equal tokens are interchangeable;
    * outcomes of chance appear only through their changes; a step of chance that changes nothing the seat sees adds
      nothing; ply numbers are left out.

This module does not know rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

from ludotome.gamedef import Decision, GameDef, GameState, checked, id_ranges
from ludotome.play.reference import kernel

_UNTOLD = ("ply", "player", "zones")


def text_hash(text: str) -> int:
    """Return a 64-bit hash of a text, the same in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class Sight(NamedTuple):
    """What a seat observes of a state, with the description of each token it sees, by slot."""

    told: dict[str, Any]
    described: dict[int, str]


class Informant:
    """The information states of one game."""

    def __init__(self, game_def: GameDef) -> None:
        self._game_def = game_def

    def look(self, state: GameState, seat: int) -> Sight:
        """Return what *seat* sees of *state*."""
        seen = kernel.observation(self._game_def, state, seat)
        described = _descriptions(seen)
        return Sight(self._observation_text(state, seen, described), described)

    def first(self, sight: Sight, seat: int) -> str:
        """Return what *seat* observes of the initial state."""
        return _written({"seat": seat} | sight.told)

    def step(self, state: Callable[[], GameState], before: Sight, decision: Decision, after: Sight, seat: int) -> str:
        """Return what *seat* observes when *decision* is made; empty if it notices nothing.

        *state* returns the state before it, and is called only if the decision has parameters.
        """
        old, new = before.told, after.told
        changed = {key: _change(old.get(key), value) for key, value in new.items() if value != old.get(key)}
        changed |= {key: None for key in old if key not in new}
        told: dict[str, Any] = {"changed": changed} if changed else {}
        if decision.kind != "chance":
            bare = decision.kind == "action" and not decision.params
            known = {"action": decision.action} if bare else self._known(state(), decision, seat, before.described)
            told["decision"] = {"player": old["currentPlayer"]} | known
        return _written(told) if told else ""

    def _known(self, state: GameState, decision: Decision, seat: int, described: Mapping[int, str]) -> dict[str, Any]:
        """Return a decision as *seat* knows it, with tokens described by what it sees of them."""
        known = kernel.redacted_decision(self._game_def, state, decision, seat)

        def plain(value: Any) -> Any:
            return value if isinstance(value, Mapping) else described.get(value, "token")

        if decision.kind != "action":
            about_tokens = self._asks_for_tokens(state)
            return {word: plain(value) if about_tokens else value for word, value in known.items()}
        tokens = {name for action, name in self._token_params if action == decision.action}
        params = known.get("params", {}).items()
        return known | {"params": {name: plain(value) if name in tokens else value for name, value in params}}

    def _asks_for_tokens(self, state: GameState) -> bool:
        asked = kernel.asked_type(self._game_def, state)
        return asked is not None and asked.kind == "token"

    @cached_property
    def _token_params(self) -> frozenset[tuple[str, str]]:
        """Which parameters of which actions are tokens."""
        ranges = id_ranges(checked(self._game_def).symbols, 1, 1, answers=False)
        return frozenset(
            (action.id, param.name)
            for action, row in zip(self._game_def.actions, ranges, strict=True)
            for param, one in zip(action.params, row, strict=True)
            if one.kind == "token"
        )

    @cached_property
    def _is_ordered(self) -> dict[str, bool]:
        return {str(zone.id): zone.ordering != "set" for zone in self._game_def.zones}

    def _observation_text(
        self, state: GameState, seen: Mapping[str, Any], described: Mapping[int, str]
    ) -> dict[str, Any]:
        """Return an observation without slots and plies; tokens in unordered zones are sorted."""
        zones = {}
        for name, zone in seen["zones"].items():
            shown = {"count": zone["count"]}
            if "tokens" in zone:
                texts = [described[token["id"]] for token in zone["tokens"]]
                shown["tokens"] = texts if self._is_ordered[name] else sorted(texts)
            if "unplaced" in zone:
                shown["unplaced"] = sorted(described[token["id"]] for token in zone["unplaced"])
            zones[name] = shown
        told = {key: _without_slots(value, described) for key, value in seen.items() if key not in _UNTOLD}
        options = seen.get("choice", {}).get("options")
        if options is not None and self._asks_for_tokens(state):
            told["choice"]["options"] = sorted(described.get(option, "token") for option in options)
        return told | {"zones": zones}


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _change(old: Any, new: Any) -> Any:
    """Return the parts of *new* that are not in *old*, one level into mappings."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    gone = {key: None for key in old if key not in new}
    return {key: value for key, value in new.items() if key not in old or old[key] != value} | gone


def _descriptions(seen: Mapping[str, Any]) -> dict[int, str]:
    """Return the description and the zone of each token in an observation, by slot."""
    found = {}
    for name, zone in seen["zones"].items():
        for token in (*zone.get("tokens", ()), *zone.get("unplaced", ())):
            props = {key: _without_slots(value, {}) for key, value in token["props"].items()}
            found[token["id"]] = _written([token["type"], token["owner"], props, name])
    return found


def _without_slots(value: Any, described: Mapping[int, str]) -> Any:
    """Return a part of an observation with each `{"id": slot}` replaced by the description of the token."""
    if isinstance(value, Mapping):
        if set(value) == {"id"}:
            return described.get(value["id"], "token")
        return {key: _without_slots(one, described) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_slots(one, described) for one in value]
    return value
