"""mend: apply the fixes of diagnostics to a text, and keep those that help.

A fix is a guess until the fixed text has been checked. It is kept if its diagnostic disappears and no equally severe
one appears. Otherwise the text is restored there, and the fix is shown only as a suggestion.

Invariants:
    * the result has no error that the text did not have, except errors that were hidden because an earlier stage of
      checking had failed;
    * even such an error is blamed on a fix if it is in the text that the fix wrote: anywhere on its line if the fix
      wrote a word, in exactly the written characters if it wrote only signs, such as the quotes around a condition;
    * a new error may have a fix itself; such a chain of fixes is kept or refused as a whole;
    * fixes are tried together, and separately only if together they do harm: one check if all are right, and about
      log2(n) more for each wrong one among n;
    * after a fixed number of checks the remaining fixes are refused, so a document full of wrong fixes does not take
      minutes.

This module opens no file and does not know how a text is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from ludotome.diagnostics.diagnostic import Diagnostic, Edit
from ludotome.diagnostics.fixes import apply_fixes
from ludotome.diagnostics.source import Span

# Fixing one error may reveal the next; more rounds than this do not help.
_MOST_ROUNDS = 10
_MOST_CHECKS = 100
_Round = tuple[Edit, ...]  # edits made together; their places refer to the text before them
_Range = tuple[int, int]
_Key = tuple[str, str, int, int]  # code, source (or path if the place is unknown), start and end
_Offer = tuple[_Key, tuple[str, ...]]  # a diagnostic, and what its fix writes


class Checked(Protocol):
    """The diagnostics of a text, and whether they stopped later stages of checking."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...  # noqa: D102

    @property
    def stopped_early(self) -> bool: ...  # noqa: D102


class Mended(msgspec.Struct, frozen=True):
    """The fixed text and its remaining diagnostics; those whose fix was refused no longer have one."""

    text: str
    diagnostics: tuple[Diagnostic, ...]
    stopped_early: bool


def mend(text: str, check: Callable[[str], Checked]) -> Mended:
    """Return *text* after those fixes of the diagnostics from *check* that leave no equally severe problem.

    Of fixes that touch the same characters the earlier is tried first. Errors revealed by a fix are fixed too.
    """
    mending = _Mending(text, check)
    for _ in range(_MOST_ROUNDS):
        batch = apply_fixes(mending.text, mending.offered()).taken
        if not batch:
            break
        mending.keep(batch)
    refused = mending.refused_offers()
    diagnostics = tuple(
        msgspec.structs.replace(found, fix=None) if _offer(found) in refused else found
        for found in mending.checked.diagnostics
    )
    return Mended(mending.text, diagnostics, mending.checked.stopped_early)


class _Trial(msgspec.Struct, frozen=True):
    """A text with some fixes: the edits made, its diagnostics, and those that the fixes caused."""

    text: str
    checked: Checked
    rounds: tuple[_Round, ...]
    faults: tuple[Diagnostic, ...] = ()


class _Mending:
    """The current text, the edits made so far, and the refused fixes, each with the time of refusal."""

    def __init__(self, text: str, check: Callable[[str], Checked]) -> None:
        self.text = text
        self.checked = check(text)
        self._check = check
        self._checks = 0
        self._done: list[_Round] = []
        self._refused: list[tuple[int, Diagnostic]] = []

    def refused_offers(self) -> set[_Offer]:
        """Return the refused fixes, with the places of their diagnostics in the current text."""
        return {_offer(found, self._done[when:]) for when, found in self._refused}

    def offered(self) -> list[Diagnostic]:
        """Return the diagnostics whose fix has not been refused.

        Once other errors are fixed, a diagnostic may have another fix; that is tried, too.
        """
        refused = self.refused_offers()
        return [found for found in self.checked.diagnostics if found.fix and _offer(found) not in refused]

    def keep(self, batch: Sequence[Diagnostic]) -> None:
        """Apply the fixes of *batch* that help, all together if possible; refuse the others."""
        if self._checks >= _MOST_CHECKS:
            self._refused += [(len(self._done), found) for found in batch]
            return
        trial = self._try(batch)
        if not trial.faults:
            self.text, self.checked = trial.text, trial.checked
            self._done += trial.rounds
            return
        blamed = batch if len(batch) == 1 else _spoilt(batch, trial)
        if blamed:
            self._refused += [(len(self._done), found) for found in blamed]
            parts: list[Sequence[Diagnostic]] = [[found for found in batch if found not in blamed]]
        else:
            parts = [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
        when = len(self._done)
        for part in parts:
            # The first part's edits move the second part; a fix that overlaps them waits for the next round.
            moved = [found for one in part if (found := _moved(one, self._done[when:])) is not None]
            if moved:
                self.keep(moved)

    def _try(self, batch: Sequence[Diagnostic]) -> _Trial:
        """Apply the fixes of *batch*, then those of the new errors they cause; return the trial with its faults."""
        text, rounds, taken, seen = self.text, list[_Round](), list[Diagnostic](), {self.text}
        pending = batch
        while True:
            fixed = apply_fixes(text, pending)
            rounds.append(tuple(edit for found in fixed.taken if found.fix for edit in found.fix.edits))
            text, taken = fixed.text, taken + ([] if len(rounds) > 1 else list(fixed.taken))
            checked = self._check(text)
            self._checks += 1
            faults = _faults(self.checked, taken, _Trial(text, checked, tuple(rounds)))
            trial = _Trial(text, checked, tuple(rounds), faults)
            pending = [found for found in faults if found.fix is not None]
            # A fault without a fix may follow from one with: a parameter is unknown until its list can be read.
            if not pending or text in seen or len(rounds) == _MOST_ROUNDS:
                return trial
            seen.add(text)


def _faults(before: Checked, taken: Sequence[Diagnostic], trial: _Trial) -> tuple[Diagnostic, ...]:
    """Return the diagnostics that are new since *before* and that the fixes of *taken* caused.

    An error that was to be fixed and is still reported at its place counts as new.
    """
    mended = {_key(found) for found in taken}
    still = {_key(found, trial.rounds) for found in taken if found.severity != "error"}
    old = {_key(found, trial.rounds) for found in before.diagnostics if _key(found) not in mended}
    written = [_line_of(trial.text, one) for one in _written(trial.rounds)]
    warned = {edit for found in taken if found.fix and found.severity != "error" for edit in found.fix.edits}
    instead_of_warnings = [_line_of(trial.text, one) for one in _written(trial.rounds, warned)]

    # If checking gets no further and finds as many errors, the fixes did not help.
    is_further = not trial.checked.stopped_early or _errors(trial.checked) < _errors(before)
    has_hidden = before.stopped_early and is_further

    def is_fault(found: Diagnostic) -> bool:
        if found.severity == "error":
            return not has_hidden or _touches(found, written)
        return _key(found) in still or (found.severity == "warning" and _touches(found, instead_of_warnings))

    return tuple(found for found in trial.checked.diagnostics if _key(found) not in old and is_fault(found))


def _errors(checked: Checked) -> int:
    return sum(found.severity == "error" for found in checked.diagnostics)


def _spoilt(batch: Sequence[Diagnostic], trial: _Trial) -> list[Diagnostic]:
    """Return those of *batch* whose fix wrote exactly the characters that are now reported."""
    places = [_written(trial.rounds, set(found.fix.edits) if found.fix else set()) for found in batch]
    faults = [fault for fault in trial.faults if fault.fix is None] or trial.faults
    blamed: set[int] = set()
    for fault in faults:
        touched = [index for index, written in enumerate(places) if _touches(fault, written)]
        blamed.update(touched if len(touched) == 1 else ())
    return [batch[index] for index in sorted(blamed)]


def _written(rounds: Sequence[_Round], only: set[Edit] | None = None) -> list[_Range]:
    """Return where the text written by *rounds* now is; of the first round's edits consider *only* those given."""
    ranges: list[_Range] = []
    for number, edits in enumerate(rounds if only is None else rounds[:1]):
        for edit in edits:
            if only is None or edit in only:
                start = _start_after(edit.span.start, edits)
                start -= _growth(edit) if edit.span.end == edit.span.start else 0
                end = start + len(edit.replacement)
                for later in rounds[number + 1 :]:
                    start, end = _start_after(start, later), _end_after(end, later)
                ranges.append((start, max(start, end)))
    return ranges


def _line_of(text: str, written: _Range) -> _Range:
    """Return the range a fix is blamed for: the whole line if it wrote a word, otherwise the text it wrote."""
    start, end = written
    if not any(sign.isalpha() for sign in text[start:end]):
        return written
    after = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)


def _touches(found: Diagnostic, ranges: Sequence[_Range]) -> bool:
    span = found.span
    return span is not None and not span.source and any(span.start < end and start < span.end for start, end in ranges)


def _key(found: Diagnostic, rounds: Sequence[_Round] = ()) -> _Key:
    """Return the key of a diagnostic at its place after *rounds*; without its text, which may count or list others."""
    if found.span is None:
        return (found.code, found.path, -1, -1)
    start, end = found.span.start, found.span.end
    for edits in rounds if not found.span.source else ():
        start, end = _start_after(start, edits), _end_after(end, edits)
    return (found.code, found.span.source, start, max(start, end))


def _offer(found: Diagnostic, rounds: Sequence[_Round] = ()) -> _Offer:
    """Return the fix that *found* offers, at its place after *rounds*."""
    edits = found.fix.edits if found.fix is not None else ()
    return _key(found, rounds), tuple(edit.replacement for edit in edits)


def _moved(found: Diagnostic, rounds: Sequence[_Round]) -> Diagnostic | None:
    """Return *found* with its fix, moved to their places after *rounds*; None if those edits overlap the fix.

    Lines and columns are not updated: this value is never shown.
    """
    assert found.fix is not None
    edits = found.fix.edits
    for made in rounds:
        if any(_meet(edit, one) for edit in edits for one in made):
            return None
        edits = tuple(msgspec.structs.replace(edit, span=_span_after(edit.span, made)) for edit in edits)
    span = found.span
    for made in rounds if span is not None and not span.source else ():
        span = _span_after(span, made) if span is not None else None
    return msgspec.structs.replace(found, span=span, fix=msgspec.structs.replace(found.fix, edits=edits))


def _meet(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end


def _span_after(span: Span, edits: Sequence[Edit]) -> Span:
    start, end = _start_after(span.start, edits), _end_after(span.end, edits)
    return msgspec.structs.replace(span, start=start, end=max(start, end))


def _start_after(place: int, edits: Sequence[Edit]) -> int:
    """Return where text beginning at *place* begins after *edits*: after text inserted there."""
    return place + sum(_growth(edit) for edit in edits if edit.span.end <= place)


def _end_after(place: int, edits: Sequence[Edit]) -> int:
    """Return where text ending at *place* ends after *edits*: before text inserted there."""
    return place + sum(_growth(edit) for edit in edits if edit.span.start < place)


def _growth(edit: Edit) -> int:
    return len(edit.replacement) - (edit.span.end - edit.span.start)
