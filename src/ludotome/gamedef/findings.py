"""Findings: collect the diagnostics of the checks of a definition; report unknown names.

Invariants:
    * one diagnostic per cause: the same code at the same path is stored once;
    * every error has a suggestion; near names are of the right kind, in declaration order if nothing is near.

This module does not know what is checked.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from ludotome.diagnostics import Diagnostic, Severity, in_reading_order, near_names

# kind of thing -> code; each kind of name has its own page
_CODE_OF_KIND = {
    "zone": "LT201",
    "variable": "LT202",
    "token type": "LT203",
    "phase": "LT204",
    "action": "LT205",
    "region": "LT206",
    "binding": "LT207",
    "property": "LT208",
    "direction": "LT209",
    "movement group": "LT210",
    "name": "LT211",
    "terrain": "LT212",
    "owned zone": "LT213",
    "style": "LT215",
}
LIMIT = 500


class Findings(Struct):
    """The diagnostics of one check of a definition."""

    found: dict[tuple[str, str], Diagnostic] = field(default_factory=dict)

    def add(
        self,
        code: str,
        path: str,
        message: str,
        suggestion: str,
        *,
        severity: Severity = "error",
        alternatives: Iterable[str] = (),
        notes: Iterable[str] = (),
    ) -> None:
        """Store a diagnostic, unless this code was already found at this path."""
        self.found.setdefault(
            (code, path),
            Diagnostic(
                code=code,
                severity=severity,
                path=path,
                message=message,
                suggestion=suggestion,
                alternatives=tuple(alternatives),
                notes=tuple(notes),
            ),
        )

    def unknown(self, kind: str, name: str, candidates: Iterable[str], path: str, *, among: bool = False) -> None:
        """Report that *name* is not a *kind*, with near names; *among*: it is one of several."""
        near = near_names(name, tuple(candidates))
        some = ", ".join(f"`{candidate}`" for candidate in near[:5])
        suggestion = f"declare a {kind} `{name}`"
        if near:
            suggestion = f"write {some}" if len(near) == 1 else f"write one of {some}"
        message = f"unknown {kind} `{name}`"
        if among:
            message = f"this can be `{name}`, which cannot be stored here"
            suggestion = f"choose among {', '.join(f'`{candidate}`' for candidate in sorted(candidates))} alone"
        self.add(_CODE_OF_KIND[kind], path, message, suggestion, alternatives=near)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics in reading order, at most `LIMIT`."""
        return in_reading_order(list(self.found.values()))[:LIMIT]
