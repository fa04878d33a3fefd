"""Table: one game that is played in a terminal.

Invariants:
    * people see only what their seat may see. If seats have secrets and several people share the screen, it is cleared
      between turns, and lists of moves, errors and reasons come from the handle of the seat;
    * invalid input is reported and changes nothing; the end of the input ends the game, and nothing is lost;
    * on a terminal the board stays visible: each input redraws one screen; otherwise output is written line by line;
    * after each decision the record, if one is kept, is on disk.

This module does not know rules: it shows states and applies decisions.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress

from ludotome.agents import Agent, MctsAgent, Stream
from ludotome.chance import mix, seed_generator
from ludotome.cli.console import is_terminal, read_line, say, wants_color, width, write
from ludotome.cli.errors import CommandError
from ludotome.cli.prose import wrapped_markdown
from ludotome.cli.questions import (
    in_full,
    in_words,
    is_numbered,
    listed,
    named_decision,
    public_words,
    refused_by,
)
from ludotome.cli.screen import screen, visible_width
from ludotome.diagnostics import one_line, some_names
from ludotome.gamedef import Decision, PlayError
from ludotome.kernel import notation_for, places_written
from ludotome.picture import rules_prose
from ludotome.play import SearchResult, State
from ludotome.space import ZoneId

_HELP = """\
  a number, a move  decide
  moves, moves e2   legal moves, or some
  board             draw the board again
  rules             the rules as text
  hint              a move, its value and line
  why, why MOVE     why it is refused
  undo, undo 3      take back your last
  quit              close the game
"""
_FAREWELLS = ("quit", "exit", "q")
_HINT_SIMULATIONS, _HINT_WORLDS = 1000, 300  # the second if each simulation samples hidden information
_HINT_LINE = 6  # decisions shown of the expected line of play
_FAULT = "document-fault"
_NOT_SAVED = (
    "this game was not saved; with `--record FILE` it is, and `--resume FILE` continues it before this decision"
)
_LONGEST_NUMBER = 10
_ROOM = 8  # lines reserved for moves, remarks and the prompt
_COLORS = ("36", "33", "35", "32", "34", "31")  # one per seat, distinguishable on light and dark backgrounds


class Table:
    """A state, the agents of the seats, and the dialogue with the people."""

    def __init__(
        self, state: State, seats: Sequence[Agent | None], *, seed: int, record: str | None, again: str | None
    ) -> None:
        self.state = state
        self.seats = seats
        self.record = record
        self.again = again  # the command that resumes the record
        self.looking: int | None = None  # the person who last had the screen alone
        self.refused = ""  # the last refused input at this decision
        self.asked: dict[str, Decision] = {}  # what a number means right after a list of possible readings
        self.streams = [Stream(seed_generator(mix(seed, seat, 3))) for seat in range(len(seats))]
        self.people = [seat for seat, agent in enumerate(seats) if agent is None]
        self.names = state.game.game_def.metadata.seats
        # Then answers come from the handle of the seat; a person who plays alone shares no screen.
        self.has_secrets = len(self.people) > 1 and state.game.has_secrets
        self.has_screen = bool(self.people) and is_terminal() and wants_color()
        self.remarks: list[str] = []  # messages above the prompt on a screen
        self.page = 0
        self.wanted = ""  # the prefix of the listed moves

    def play(self) -> None:
        """Play until the game is over, somebody leaves, or an interrupt arrives."""
        try:
            self._keep()
            self._play()
        except KeyboardInterrupt:
            write("\n")
            self._leave()
            raise

    def _play(self) -> None:
        while not self.state.is_terminal():
            seat = self.state.current_player()
            agent = self.seats[seat]
            if agent is None:
                if not self._person(seat):
                    self._leave()
                    return
            else:
                self._agent(agent, seat)
        # A person alone against agents sees what their seat sees; on a shared screen everybody sees the result.
        if self.has_screen:
            write("\033[2J\033[H")
        self._draw(self.people[0] if len(self.people) == 1 else None)
        write("".join(f"{remark}\n" for remark in self.remarks) + self._result() + "\n")

    def _agent(self, agent: Agent, seat: int) -> None:
        """Let an agent decide; if its decision hits an error in the document, the game cannot continue."""
        try:
            self._decide(agent.choose(self.state, self.streams[seat]), f"{self._name(seat)} ({agent.name})")
        except PlayError as error:
            if error.code != _FAULT:
                raise
            again = f"`{self.again}` continues before it" if self.again else _NOT_SAVED
            raise CommandError(f"{self.names[seat]} ({agent.name}) cannot continue: {error}\n{again}") from None

    def _leave(self) -> None:
        saved = f"`{self.again}` continues it" if self.again else "not saved; use `--record FILE` to save it"
        say(f"game closed ({saved})")

    # ── a person's turn ────────────────────────────────────────────────────────────────────────────────────────────

    def _person(self, seat: int) -> bool:
        """Prompt one person until they decide; return False when they leave."""
        if self.has_secrets and seat != self.looking:
            write("\033[2J\033[H" if wants_color() else "\n" * 3)
            if self._ask(f"{self._name(seat)}, press Enter when only you can see the screen ") is None:
                return False
        self.looking, self.refused = seat, ""  # input refused at an earlier decision is no longer relevant
        self.page, self.wanted = 0, ""
        if not self.has_screen:
            self._draw(seat)
            self._list()
        while True:
            if self.has_screen:
                self._screen(seat)
            answer = self._ask(f"{self._name(seat)}> ", self._completions)
            if answer is None or (answer := answer.strip()).lower() in _FAREWELLS:
                return False
            if self._answered(answer, seat):
                self.remarks = self.remarks[-1:]  # the next person sees only the decision
                return True

    def _answered(self, answer: str, seat: int) -> bool:
        """Run the command that was typed; return whether this person's turn at the keyboard is over."""
        asked, self.asked = self.asked, {}
        word, _, rest = answer.partition(" ")
        match word.lower():
            case "":
                return False
            case "help" | "?":
                self._tell(_HELP)
            case "moves":
                self._more_moves(rest.strip())
            case "board":
                if not self.has_screen:
                    self._draw(seat)
            case "rules":
                self._rules()
            case "hint":
                self._hint()
            case "why":
                self._tell(_wrapped(self._refusal(rest.strip() or self.refused, seat)) + "\n")
            case "undo":
                return self._undo(rest.strip() or "1")
            case _:
                return self._try(asked.get(answer, answer), seat)
        return False

    def _refusal(self, text: str, seat: int) -> str:
        """Return why the decision that *text* names is illegal, as far as the person may know."""
        if not self.has_secrets:
            return refused_by(self.state, text)
        names = tuple(name for _, name in self._legal())
        if not text:
            return f"write `why` and a move, as {some_names(names)}"
        number = _number(text) if is_numbered(names) else None
        if number is not None and 1 <= number <= len(names):
            text = names[number - 1]
        why = self.state.seat(seat).why(text)
        return f"`{text}` is legal" if why is None else why

    def _legal(self) -> list[tuple[Decision, str]]:
        """Return the legal decisions as the person to move may see them, in an order that reveals no secret."""
        if not self.has_secrets:
            return list(zip(self.state.legal_actions(), self.state.legal_action_strings(), strict=True))
        player = self.state.current_player()
        hand = self.state.seat(player)
        shown = zip(hand.legal_actions(), hand.legal_action_strings(), strict=True)
        return [(self.state.decision_shown_as(player, decision), name) for decision, name in shown]

    def _try(self, given: Decision | str, seat: int) -> bool:
        """Apply the decision that was typed or chosen from a list; return whether it was applied."""
        legal = [decision for decision, _ in self._legal()]
        is_numbered_now = is_numbered(tuple(name for _, name in self._legal()))
        number = _number(given) if isinstance(given, str) and is_numbered_now else None
        if number is not None and not 1 <= number <= len(legal):
            self.refused = str(given)
            self._say(_wrapped(f"there is no {given}: write 1 to {len(legal)}, or a move; `help` lists the commands"))
            return False
        if self.has_secrets:
            return self._try_as_seat(
                given if number is None else self.state.seat(seat).legal_actions()[number - 1], seat
            )
        meant = given if number is None else legal[number - 1]
        if isinstance(meant, str) and not places_written(self.state.game.game_def, self.state.game_state, meant):
            meant = named_decision(self.state, meant) or meant  # the default of `why`
        try:
            self._decide(meant, self._name(seat))
        except PlayError as error:
            self.refused = given if isinstance(given, str) else ""
            if error.code == "ambiguous-notation":
                self._ask_which(self.refused, error.details["candidates"])
            elif error.code == _FAULT:
                self._say(
                    _wrapped(f"{error}\nthis is an error in the document; nothing has changed, choose another decision")
                )
            else:
                self._say(_wrapped(f"{error}\n`why` explains, `moves` lists what can be done"))
            return False
        return True

    def _try_as_seat(self, given: Decision | str, seat: int) -> bool:
        """Apply a decision in a game with secrets; errors come from the handle of the person's seat."""
        before = self.state.clone()
        try:
            self.state.seat(seat).apply(given)
        except PlayError as error:
            self.refused = given if isinstance(given, str) else ""
            self._say(_wrapped(f"{error}\n`why` explains, `moves` lists what can be done"))
            return False
        self._tell(f"{self._name(seat)}: {self._decision_text(before, self.state.history()[-1])}\n", keep=True)
        self._keep()
        return True

    def _ask_which(self, answer: str, meant: Sequence[Decision]) -> None:
        """List the decisions that *answer* may mean, by number, and remember the numbers for the next input."""
        legal, names = self.state.legal_actions(), self.state.legal_action_strings()
        places = [legal.index(decision) for decision in meant]
        self.asked = {str(place + 1): legal[place] for place in places}
        lines = [f"`{answer}` can mean several decisions; write a number:"]
        for place in places:
            name = "" if names[place] == answer else f"{names[place]}: "
            lines.append(f"  {place + 1}  {name}{in_words(self.state, legal[place])}")
        self._say(_wrapped("\n".join(lines)))

    def _undo(self, text: str) -> bool:
        """Undo so many decisions of people; return False if there were fewer."""
        wanted = _number(text)
        if not wanted:
            self._say(_wrapped(f"`undo {text}` undoes nothing: write how many, such as `undo 3`, or `undo` for one"))
            return False
        past, left = self.state.clone(), wanted
        while left and past.history():
            past.undo_action()
            left -= past.current_player() in self.people
        if left:
            found = wanted - left
            self._say(f"only {found} can be undone" if found else "there is nothing to undo")
            return False
        self.state = past
        self._keep()
        return True

    def _hint(self) -> None:
        """Say what a search would play, and the first legal decision, if any, that hits an error in the document."""
        try:
            simulations = _HINT_WORLDS if self.state.game.is_uncertain else _HINT_SIMULATIONS
            advice = MctsAgent(simulations).search(self.state, self.streams[self.state.current_player()])
        except PlayError as error:
            if error.code != _FAULT:
                raise
            self._say(_wrapped(f"the search hit an error in the document: {error}"))
            return
        # Whether a decision hits an error may depend on hidden information.
        tried = () if self.has_secrets else self.state.legal_actions()
        faults = {decision: fault for decision in tried if (fault := self._fault_of(decision))}
        if advice.decision not in faults:
            self._tell(f"a search would play {_expected(self.state, advice)}\n")
        if faults:
            first, found = next(iter(faults.items()))
            of_all = f"{len(faults)} of {len(self.state.legal_actions())} decisions here hit an error in the document"
            self._say(_wrapped(f"{of_all}, the first is {_notation(self.state, first)}: {found}"))

    def _fault_of(self, decision: Decision) -> PlayError | None:
        """Return the error in the document that *decision* hits, or None."""
        try:
            self.state.clone().apply_action(decision)
        except PlayError as error:
            return error
        return None

    # ── deciding and showing ───────────────────────────────────────────────────────────────────────────────────────

    def _decide(self, decision: Decision | str, who: str) -> None:
        before = self.state.clone()
        self.state.apply_action(decision)
        self._tell(f"{who}: {self._decision_text(before, self.state.history()[-1])}\n", keep=True)
        self._keep()

    def _decision_text(self, before: State, decision: Decision) -> str:
        """Return *decision* as people at the screen may know it: their own in full, an agent's as others see it."""
        if (before.current_player() in self.people and not self.has_secrets) or not before.game.is_uncertain:
            return _notation(before, decision)
        eyes = self.people[0] if len(self.people) == 1 else None
        written = notation_for(before.game.game_def, before.game_state, decision, eyes)
        told = public_words(before, decision, eyes) if written is None else in_full(before, decision, written, eyes)
        return one_line(told)

    def _keep(self) -> None:
        if self.record is not None:
            self.state.record().save(self.record)

    def _tell(self, text: str, *, keep: bool = False) -> None:
        """Show *text*: on a screen above the next prompt, otherwise at once; *keep* is for decisions that were made."""
        if not self.has_screen:
            write(text)
            return
        lines = text.splitlines()
        self.remarks = [*(self.remarks if keep else ()), *lines]

    def _say(self, text: str) -> None:
        """Report an error."""
        if self.has_screen:
            self._tell("\n".join(map(one_line, text.splitlines())))
        else:
            say(text)

    def _screen(self, seat: int) -> None:
        """Draw the board, a page of moves and the last remarks on one screen."""
        moves = [name for name in self._numbered() if self.wanted in name]
        height = shutil.get_terminal_size().lines
        remarks = [line for text in self.remarks for line in _fitting(text)]
        lines = screen(self._drawn(seat).splitlines(), moves, remarks, width=width(), height=height, page=self.page)
        write("\033[2J\033[H" + "\n".join(lines) + "\n")

    def _more_moves(self, wanted: str) -> None:
        """List all moves or the next page of them; with *wanted*, only moves that contain it."""
        if not self.has_screen:
            self._list(everything=True, wanted=wanted)
            return
        self.page = self.page + 1 if wanted == self.wanted else 0
        self.wanted = wanted
        if not any(wanted in name for name in self._numbered()):
            self._say(f"no legal move contains `{wanted}`")
            self.wanted = ""

    def _rules(self) -> None:
        """Show the rules: the prose of the document."""
        document = self.state.game.document
        if document is None:
            self._say("this game has no document, so there is no text of its rules")
            return
        text = wrapped_markdown(rules_prose(document), width())
        text = "\n".join(map(one_line, text.splitlines())) + "\n"
        if self.has_screen:
            import click

            click.echo_via_pager(text)
        else:
            write(text)

    def _completions(self) -> list[str]:
        words = ("moves", "board", "rules", "hint", "why", "undo", "help", "quit")
        return [*(one_line(name) for _, name in self._legal()), *words]

    def _drawn(self, seat: int | None) -> str:
        """Return the state as *seat* sees it, in compact form if the usual drawing would leave no room for moves."""
        now, paint = self.state, _painted if wants_color() else None
        text = now.text(seat, paint=paint, width=width(), around=_changed(now))
        if self.has_screen and text.count("\n") + _ROOM > shutil.get_terminal_size().lines:
            text = now.text(seat, paint=paint, width=width(), around=_changed(now), compact=True)
        return text

    def _draw(self, seat: int | None) -> None:
        write("\n" + self._drawn(seat) + "\n")

    def _numbered(self) -> list[str]:
        """Return the legal decisions as they are listed, with their numbers unless moves are written as numbers."""
        legal, seat = self._legal(), self.state.current_player()
        names = [one_line(in_full(self.state, decision, name, seat)) for decision, name in legal]
        if is_numbered(tuple(name for _, name in legal)):
            names = [f"{number} {name}" for number, name in enumerate(names, 1)]
        return names

    def _list(self, *, everything: bool = False, wanted: str = "") -> None:
        names = [name for name in self._numbered() if wanted in name]
        wide = max((len(name) for name in names), default=0) + 2
        across = max(1, width() // wide)
        rows = [names[start : start + across] for start in range(0, len(names), across)]
        shown = rows if everything else rows[:6]
        write("".join("".join(f"{name:<{wide}}" for name in row).rstrip() + "\n" for row in shown))
        if len(shown) < len(rows):
            write(f"… {len(names)} in all; `moves` lists them\n")

    def _name(self, seat: int) -> str:
        return _painted(self.names[seat], seat) if wants_color() else self.names[seat]

    def _ask(self, prompt: str, completions: Callable[[], list[str]] | None = None) -> str | None:
        """Return a line of input, None at its end; on a terminal it can be edited, and completed by Tab."""
        try:
            return read_line(prompt, completions)
        except EOFError:
            write("\n")
            return None

    def _result(self) -> str:
        outcome = self.state.outcome()
        assert outcome is not None
        winners = " and ".join(self._name(seat) for seat in outcome.winners)
        match outcome.type:
            case "draw" | "stall" | "truncated":
                why = {"draw": "", "stall": ": nobody can move", "truncated": ": the limit of moves is reached"}
                return f"a draw{why[outcome.type]}"
            case "lossAll":
                return "everybody loses"
            case _:
                returns = ", ".join(f"{self.names[s]} {value:g}" for s, value in enumerate(outcome.returns))
                wins = "win" if len(outcome.winners) > 1 else "wins"
                return f"{winners} {wins} ({returns})" if winners else f"the game is over ({returns})"


def _number(text: str) -> int | None:
    """Return the integer in *text*, or None if it is not one or has too many digits."""
    return int(text) if text.isdecimal() and len(text) < _LONGEST_NUMBER else None


def _wrapped(text: str) -> str:
    """Return *text* wrapped to the width of the terminal."""
    lines = (textwrap.wrap(one_line(line), width(), subsequent_indent="  ") for line in text.splitlines())
    return "\n".join(part for line in lines for part in line)


def _fitting(line: str) -> list[str]:
    """Return *line* wrapped to the width of the terminal; a coloured line is short and stays as it is."""
    return [line] if visible_width(line) <= width() else textwrap.wrap(line, width(), subsequent_indent="  ")


def _notation(state: State, decision: Decision) -> str:
    """Return *decision* as the list of legal decisions of *state* shows it, safe to print."""
    written = dict(zip(state.legal_actions(), listed(state), strict=True))
    return one_line(written.get(decision, str(decision)))


def _expected(state: State, found: SearchResult) -> str:
    """Return the move a search would play, its value and, without hidden information, the expected line of play."""
    worth = f"proven {found.proven:+g}" if found.proven is not None else f"value {found.value:+.2f}"
    text = f"{_notation(state, found.decision)} ({worth}, {found.simulations} simulations)"
    if state.game.is_uncertain or len(found.line) < 2:
        return text
    ahead, line = state.clone(), list[str]()
    with suppress(PlayError):  # the line ends where every decision hits an error in the document
        for decision in found.line[:_HINT_LINE]:
            line.append(_notation(ahead, decision))
            ahead.apply_action(decision)
    return f"{text}; expected: {' '.join(line)}"


def _changed(state: State) -> list[ZoneId]:
    """Return the zones whose tokens the last decision moved; they are highlighted."""
    if not state.history():
        return []
    before = state.clone()
    before.undo_action()
    held = zip(before.game_state.zones, state.game_state.zones, strict=True)
    zones = state.game.game_def.zones
    return [zones[place].id for place, (then, now) in enumerate(held) if then != now]


def _painted(text: str, seat: int) -> str:
    """Return *text* in the colour of a seat."""
    return f"\033[1;{_COLORS[seat % len(_COLORS)]}m{text}\033[0m"
