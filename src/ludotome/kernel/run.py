"""Run: one execution of rules, from a decision to the next stop, with its answers and its log.

Invariants:
    * answers are consumed in the order of the choices; a choice without an answer ends the run;
    * every executed effect counts against one budget; a trial has its own budget;
    * `endPhase` and `endTurn` are requests stored here and consumed before the next stop, so no state contains them.

This module does not know the rules that run on it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ludotome.gamedef import BUDGET, Decision, PlayError
from ludotome.kernel.context import Context
from ludotome.kernel.decisions import find_value
from ludotome.kernel.faults import CHANCE, DocumentFault, Question, Suspended
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working


class TriggerFiring(msgspec.Struct, frozen=True, omit_defaults=True):
    """A log entry: the trigger, the event, and its depth; `truncated` if it was too deep to fire."""

    trigger: str | None
    event: str
    depth: int
    truncated: bool = False


class Event(Struct, frozen=True):
    """An event that triggers can listen to, with its bindings and its actor."""

    type: str
    subject: int | None  # the zone, action or phase of the event
    bindings: dict[str, Any]
    actor: int | None


class Run:
    """One execution; see the module docstring."""

    __slots__ = (
        "answers",
        "clamped",
        "end_phase",
        "end_turn",
        "events",
        "firings",
        "is_trial",
        "next_answer",
        "rolls",
        "spent",
        "state",
        "tables",
    )

    def __init__(
        self, tables: Tables, state: Working, answers: tuple[Decision, ...] = (), *, is_trial: bool = False
    ) -> None:
        self.tables = tables
        self.state = state
        self.answers = answers
        self.next_answer = 0
        self.spent = 0
        self.clamped = False
        self.end_phase = False
        self.end_turn = False
        self.events: list[Event] = []
        self.firings: list[TriggerFiring] = []
        self.rolls: list[tuple[int, int]] = []  # sides and value of each die, in order
        self.is_trial = is_trial

    def context(self, actor: int | None, bindings: dict[str, Any] | None = None) -> Context:
        """Return a context of this run's state."""
        return Context(self.state, actor, bindings, self)

    def spend(self, path: str) -> None:
        """Count one executed effect."""
        self.spent += 1
        if self.spent > BUDGET:
            raise DocumentFault("budget", f"more than {BUDGET} effects in one decision", path)

    def is_told(self, outcomes: int) -> bool:
        """Return whether the next draw has an answer instead of being random, as in a sampled world."""
        del outcomes  # used by the subclass that builds worlds
        return self.next_answer < len(self.answers) and self.answers[self.next_answer].kind == "chance"

    def foresee(self, slots: tuple[int, ...]) -> None:
        """Called before the draws that order *slots*; the subclass that builds worlds prepares its answers."""

    def ask(self, question: Question) -> Any:
        """Return the answer to *question*, or suspend the run; an answer of a player counts as a ply."""
        if self.next_answer == len(self.answers):
            raise Suspended(question)
        answer = self.answers[self.next_answer]
        self.next_answer += 1
        wanted = "chance" if question.player == CHANCE else "choose"
        given = answer.chance if answer.kind == "chance" else answer.choose
        place = find_value(self.tables, question, given) if answer.kind == wanted else None
        if place is None:
            raise PlayError("illegal-decision", "this answers a choice that is not pending", decision=answer)
        if question.player != CHANCE:
            self.state.ply += 1
        return question.options[place]

    def raise_event(self, event: Event) -> None:
        """Store *event* until its list has ended, if a trigger listens to it."""
        if self.tables.rules.triggers.listeners(event):
            self.events.append(event)
