"""Fixed chance: dice and shuffled zones in a test, decided by the test.

A test with `rolls`, `deals` or `draws` plays under explicit chance. Each die shows the next of `rolls`. A token that is
drawn from a shuffled zone is the next one that `deals` lists for the zone it comes to, or else the next of `draws`.
Everything else is drawn by the test's `seed`, among tokens that are not needed later.

The zone of a drawn token is the one it is in when the next player decides. It is found by a trial: the game continues
to that point with arbitrary tokens. If the destination depends on the tokens, the trial can be wrong; then the test
fails with the reason.

Invariant: all rolls, deals and draws are used, or the test fails and names those that were not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome.chance import bounded, mix, seed_generator
from ludotome.gamedef import (
    Decision,
    Expr,
    PlayError,
    PropDef,
    Stored,
    TestDef,
    Token,
    WantedToken,
    expression_text,
)
from ludotome.play.reference import kernel
from ludotome.play.value_words import place_in_words

if TYPE_CHECKING:
    from ludotome.play.state import State


def fixes_chance(test: TestDef) -> bool:
    """Whether *test* fixes chance."""
    return bool(test.rolls or test.deals or test.draws)


class _Wanted(Struct, frozen=True, eq=False):
    """A requested token, in numbers: its type, and values by the index of the property."""

    words: str
    type: int
    values: tuple[tuple[int, Stored], ...]

    def fits(self, token: Token) -> bool:
        return token.type == self.type and all(token.props[place] == value for place, value in self.values)


class FixedChance:
    """Decides the chance events of one test."""

    def __init__(self, state: State, test: TestDef) -> None:
        self._state = state
        self._rolls = list(test.rolls)
        self._draws = [self._wanted(one) for one in test.draws]
        self._deals: dict[int, list[_Wanted]] = {}
        for deal in test.deals:
            self._deals.setdefault(self._zone(deal.zone), []).extend(map(self._wanted, deal.tokens))
        self._generator = seed_generator(mix(test.seed, 2))
        self._lay: dict[int, frozenset[int]] = {}  # the tokens in the zones of `deals` at the last decision of a player
        self.settle()

    def settle(self) -> None:
        """Decide chance events until a player decides."""
        homes: list[int | None] = []
        dealt: dict[int, tuple[int, _Wanted]] = {}  # slot → the zone in which it should end
        while self._state.is_chance_node():
            outcomes = self._state.legal_actions()
            if not self._asks_for_token():
                self._state.apply_action(self._number(outcomes, self._rolls))
                continue
            if any(self._deals.values()) and not homes:
                homes = self._homes()
            home = homes.pop(0) if homes else None
            slot, wanted = self._token(outcomes, home)
            if home is not None and wanted is not None:
                dealt[slot] = home, wanted
            self._state.apply_action({"chance": slot})
        self._look(dealt)

    def left_over(self) -> Iterator[str]:
        """Yield an error for everything that was not used."""
        if self._rolls:
            yield f"{len(self._rolls)} of the rolls were never rolled"
        for zone, left in self._deals.items():
            if left:
                yield f"`deals`: never dealt to {self._zone_name(zone)}: {', '.join(one.words for one in left)}"
        if self._draws:
            yield f"`draws`: never drawn: {', '.join(one.words for one in self._draws)}"

    # -- answers

    def _asks_for_token(self, state: State | None = None) -> bool:
        state = state or self._state
        asked = kernel.asked_type(state.game.game_def, state.game_state)
        return asked is not None and asked.kind == "token"

    def _number(self, outcomes: Sequence[Decision], rolls: list[int]) -> Decision:
        """Return the outcome for a die (from 1) or for a random place (from 0)."""
        if outcomes[0].chance != 1 or not rolls:
            chosen, self._generator = bounded(self._generator, len(outcomes))
            return outcomes[chosen]
        shown, sides = rolls.pop(0), len(outcomes)
        if not 1 <= shown <= sides:
            message = (
                f"the next of `rolls` is {shown}, but the die that is rolled has {sides} sides: write 1 to {sides}"
            )
            raise PlayError("bad-argument", message)
        return outcomes[shown - 1]

    def _token(self, outcomes: Sequence[Decision], home: int | None) -> tuple[int, _Wanted | None]:
        """Return the slot of the token that is drawn now, and the request if it was a deal."""
        tokens = kernel.view_state(self._state.game.game_def, self._state.game_state).tokens
        options = {slot: tokens[slot] for slot in (int(str(one.chance)) for one in outcomes)}
        deals = self._deals.get(home, []) if home is not None else []
        source = deals or self._draws
        wanted = source.pop(0) if source else None
        later = [*(one for left in self._deals.values() for one in left), *self._draws]
        free = {slot: token for slot, token in options.items() if token is not None}
        found = None
        for one in sorted([*([] if wanted is None else [wanted]), *later], key=lambda one: -len(one.values)):
            slot = next((slot for slot, token in free.items() if one.fits(token)), None)
            if slot is not None:
                del free[slot]
            if one is wanted:
                found = slot
        if wanted is None:
            slots = list(free) or list(options)
            chosen, self._generator = bounded(self._generator, len(slots))
            return slots[chosen], None
        if found is None:
            where = f" for {self._zone_name(home)}" if source is deals and home is not None else ""
            key = "deals" if source is deals else "draws"
            raise PlayError("bad-argument", f"`{key}` wants {wanted.words}{where}, but no such token can be drawn here")
        return found, wanted if source is deals else None

    # -- where tokens go

    def _homes(self) -> list[int | None]:
        """Return for each token drawn from here on the zone in which it is when a player decides."""
        trial, rolls, drawn = self._state.clone(), list(self._rolls), list[int]()
        while trial.is_chance_node():
            outcomes = trial.legal_actions()
            if self._asks_for_token(trial):
                drawn.append(int(str(outcomes[0].chance)))
                trial.apply_action(outcomes[0])
            else:
                trial.apply_action(self._number(outcomes, rolls))
        tokens = trial.game_state.tokens
        return [None if (token := tokens[slot]) is None else token.zone for slot in drawn]

    def _look(self, dealt: Mapping[int, tuple[int, _Wanted]]) -> None:
        """Check that dealt tokens are in the right zones, and note those that came without a request."""
        tokens = self._state.game_state.tokens
        for slot, (home, wanted) in dealt.items():
            token = tokens[slot]
            if token is None or token.zone != home:
                came = "is gone" if token is None else f"came to {self._zone_name(token.zone)}"
                message = f"`deals` wants {wanted.words} for {self._zone_name(home)}, but it {came}; use `draws`"
                raise PlayError("bad-argument", message)
        for zone, left in self._deals.items():
            lies = [slot for slot, token in enumerate(tokens) if token is not None and token.zone == zone]
            for slot in lies:  # the last token of a zone is not a chance event
                token = tokens[slot]
                is_new = slot not in dealt and slot not in self._lay.get(zone, ())
                if is_new and token is not None and left and left[0].fits(token):
                    left.pop(0)
            self._lay[zone] = frozenset(lies)

    # -- requests, in numbers

    def _wanted(self, one: WantedToken) -> _Wanted:
        symbols = self._state.game.symbols
        kind = symbols.name_index[one.type]
        values = tuple(
            (place, self._stored(prop, one.props[prop.name]))
            for place, prop in enumerate(symbols.token_type[kind].props)
            if prop.name in one.props
        )
        props = ", ".join(f"{name}: {expression_text(symbols, node)}" for name, node in one.props.items())
        return _Wanted(f"`{one.type}: {{ {props} }}`" if props else f"`{one.type}`", kind, values)

    def _stored(self, prop: PropDef, node: Expr) -> Stored:
        """Return a value as a token stores it."""
        value, symbols = self._value(node), self._state.game.symbols
        if isinstance(value, str):
            return symbols.zone_index[value] if prop.type == "zone" else symbols.name_index[value]
        return None if value is None else int(value)

    def _zone(self, node: Expr) -> int:
        value, symbols = self._value(node), self._state.game.symbols
        if value is None:
            text = expression_text(symbols, node)
            raise PlayError("bad-argument", f"`deals` names the zone `{text}`, which nobody has in this game")
        return symbols.zone_index[value]

    def _value(self, node: Expr) -> Any:
        return kernel.eval_value(self._state.game.game_def, self._state.game_state, node)

    def _zone_name(self, zone: int) -> str:
        return place_in_words(self._state.game.symbols, zone)
