"""Attack masks: find the attackers of a zone backwards from the zone, with sets of zones as words.

    attacked(z, X)             some token of X is where it reaches z, with nothing in between
    z in attacks(t)            t is where it reaches z, with nothing in between

Both require that a set of zones fits in one word, that every zone holds at most one token, that no attack has a
condition (`when`), that attacks pass only over empty zones, and that there is only one stretch between two zones,
whatever attacks along it.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.movement import EMPTY, ENEMY, FRIEND, NEUTRAL
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.targets import Line, lines_from

WORD_BITS = 64
_OCCUPIED = ENEMY | FRIEND | NEUTRAL


class AttackMasks(Struct, frozen=True):
    """The sources of attacks, `sources[type][seat][zone]`, and the zones that must be empty, `between[zone][source]`.

    `leaps` says for each type that nothing is ever in between.
    """

    sources: tuple[tuple[tuple[int, ...], ...], ...]
    between: tuple[tuple[int, ...], ...]
    leaps: tuple[bool, ...]


def zones_fit_words(low: Lowering) -> bool:
    """Return whether the zones of tokens can be kept as words: at most one token per zone, and few enough zones."""
    return low.layout.single and low.layout.zones <= WORD_BITS


def attack_masks(low: Lowering) -> AttackMasks | None:
    """Return the masks of all attacks of a game, or None if masks do not describe them completely."""
    if not zones_fit_words(low):
        return None
    zones = range(low.layout.zones)
    between: dict[tuple[int, int], int] = {}
    sources, leaps = [], []
    for kind in low.game_def.token_types:
        of_seat, leaping = [], True
        for seat in range(low.players):
            back = [0] * len(zones)
            for zone in zones:
                for line in lines_from(low, kind, seat, zone, None, attacks=True):
                    if not _is_plain(line):
                        return None
                    for target, passed in _landings(line):
                        if between.setdefault((target, zone), passed) != passed:
                            return None
                        back[target] |= 1 << zone
                        leaping &= passed == 0
            of_seat.append(tuple(back))
        sources.append(tuple(of_seat))
        leaps.append(leaping)
    rows = tuple(tuple(between.get((target, zone), 0) for zone in zones) for target in zones)
    return AttackMasks(tuple(sources), rows, tuple(leaps))


def _is_plain(line: Line) -> bool:
    """Return whether a line has no condition and passes only over empty zones."""
    over_empty = not line.not_over & EMPTY and line.not_over & _OCCUPIED == _OCCUPIED
    return line.when < 0 and (line.slide or len(line.zones) == 1 or over_empty)


def _landings(line: Line) -> list[tuple[int, int]]:
    """Return the zones a line attacks, each with the mask of the zones before it."""
    found, passed = [], 0
    for place, zone in enumerate(line.zones):
        if line.slide or place == len(line.zones) - 1:
            found.append((zone, passed))
        passed |= 1 << zone
    return found


def attack_asked(node: Scalar) -> tuple[Scalar, Scalar] | None:
    """Return the zone and the player, if *node* tests whether some token of a player attacks a zone."""
    match node:
        case ir.Reduce(
            how="exists",
            source=ir.Filtered(source=ir.AllTokens(types=None), where=ir.Compare(op="==", left=owner, right=player)),
            element=attacker,
            body=ir.Reduce() as inner,
        ):
            reached = reach_asked(inner)
            owns = owner == ir.Load("token_owner", attacker, "player", optional=True)
            if owns and reached is not None and reached[1] == attacker:
                zone = reached[0]
                if attacker not in (*ir.free_locals(zone), *ir.free_locals(player)):
                    return zone, player
    return None


def reach_asked(node: Scalar) -> tuple[Scalar, Scalar] | None:
    """Return the zone and the token, if *node* tests whether a token attacks a zone."""
    match node:
        case ir.Reduce(
            how="exists",
            source=ir.Targets(token=token, attacks=True, group=None),
            element=target,
            body=ir.Compare(op="==", left=left, right=right),
        ) if target in (left, right):
            zone = right if left == target else left
            if target not in ir.free_locals(zone):
                return zone, token
    return None
