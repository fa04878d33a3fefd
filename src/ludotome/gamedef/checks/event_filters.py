"""Event filters: a trigger filters only by fields that its event has."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference

_FILTER_OF_EVENT = {
    "phaseEnter": "phase",
    "phaseExit": "phase",
    "turnStart": None,
    "turnEnd": None,
    "actionResolved": "action",
    "tokenEntered": "zone",
}


def check(inference: Inference) -> None:
    """Report filters that never match and unknown names."""
    for index, trigger in enumerate(inference.symbols.game_def.triggers):
        allowed = _FILTER_OF_EVENT[trigger.event.type]
        for name in ("phase", "action", "zone"):
            value, path = getattr(trigger.event, name), f"triggers[{index}].event.{name}"
            if value is None:
                continue
            if name != allowed:
                takes = f"takes `{allowed}`" if allowed else "takes no filter"
                message = f"`{trigger.event.type}` {takes}, not `{name}`"
                inference.findings.add("LT417", path, message, f"leave `{name}` out")
            else:
                inference.check_name("zone or owned zone" if name == "zone" else name, value, path)
