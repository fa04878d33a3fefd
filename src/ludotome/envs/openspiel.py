"""A game as an OpenSpiel game written in Python, so that OpenSpiel's algorithms, also those in C++, run on it.

Chance is explicit where the game has any: each die and each token drawn from a shuffled zone is a chance node. Actions
are the ids of decisions. Information states and observations come through `make_py_observer`, which is where C++ looks
for them.

This module does not know rules.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ludotome.gamedef import Chance, IntLiteral, PlayError, Scope, Type, checked, facts, walk
from ludotome.play import Game, State

Utility = Literal["zero_sum", "constant_sum", "general_sum", "identical"]
MOST_WALKED = 100_000  # the maximum number of states visited to find out whether a scored game is zero-sum
SAMPLED_GAMES = 2_000
_REGISTERED: dict[tuple[str, int, str], tuple[str, Any]] = {}


def openspiel_game(game: Game, *, players: int | None = None, utility: Utility | None = None) -> Any:
    """Return *game* as a `pyspiel.Game`, registered with OpenSpiel under `ludotome_NAME`."""
    seats = game.seats_for(players)
    if utility is not None and utility not in get_args(Utility):
        raise PlayError("bad-argument", f"utility is {utility!r}; write one of {', '.join(get_args(Utility))}")
    known = utility or _utility(game, seats)
    key = game.rules_hash, seats, known
    if key not in _REGISTERED:
        name = _free_name(game)
        type_ = _game_type(game, seats, known, name)
        chance: Chance = "explicit" if _is_chancy(game) else "sampled"
        first = game.new_initial_state(players=seats, chance=chance)
        made = type("LudotomeSpielGame", (_SpielGame,), {"source": game, "first": first, "spiel_type": type_})
        pyspiel.register_game(type_, made)
        _REGISTERED[key] = name, made
    return pyspiel.load_game(_REGISTERED[key][0])


def _free_name(game: Game) -> str:
    """Return a name for OpenSpiel's list of games that is unique to these rules."""
    wanted = f"ludotome_{game.name.replace('-', '_')}"
    taken = {name for name, _ in _REGISTERED.values()} | set(pyspiel.registered_names())
    return wanted if wanted not in taken else f"{wanted}_{game.rules_hash}_{len(_REGISTERED)}"


# ── properties of a game for OpenSpiel ───────────────────────────────────────────────────────────────────────────────


def _game_type(game: Game, seats: int, utility: Utility, name: str) -> Any:
    kind = pyspiel.GameType
    chance = kind.ChanceMode.EXPLICIT_STOCHASTIC if _is_chancy(game) else kind.ChanceMode.DETERMINISTIC
    hidden = any(zone.visibility != "public" for zone in game.game_def.zones)
    return kind(
        short_name=name,
        long_name=f"{game.name} (Ludotome)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        utility=getattr(kind.Utility, utility.upper()),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _is_chancy(game: Game) -> bool:
    return any(map(facts.is_random, walk(game.game_def)))


def _most_outcomes(game: Game, seats: int) -> int:
    """Return how many outcomes a chance node can have."""
    if not _is_chancy(game):
        return 0
    nodes = tuple(walk(game.game_def))
    sides = [number for node in nodes if (number := facts.drawn_number(node)) is not None]
    known = [side.value for side in sides if isinstance(side, IntLiteral)]
    most = game.tensor_layout(seats).tokens
    return max([most, *known, 1]) if len(known) == len(sides) else 10_000


def _bounds(game: Game) -> tuple[float, float]:
    """Return the minimum and the maximum result of a player."""
    results = {condition.result.type for condition in game.game_def.end_conditions}
    scoring = game.game_def.scoring
    if "score" not in results or scoring is None:
        return -1.0, 1.0
    scope = Scope("scoring").bind("$player", Type("player"))
    found = checked(game.game_def).inference.infer(scoring.value, scope, "")
    low, high = (found.low, found.high) if scoring.method == "highest" else (-found.high, -found.low)
    return min(-1.0, float(low)), max(1.0, float(high))


def _utility(game: Game, seats: int) -> Utility:
    """Return what the rules show about the sum of the players' scores.

    A game that is won or lost is zero-sum if it has two players; a scored game only if its tree is small and every end
    shows it.
    """
    results = {condition.result.type for condition in game.game_def.end_conditions}
    if seats != 2 or "lossAll" in results:
        return "general_sum"
    if "score" in results:
        return "zero_sum" if _tree_is_zero_sum(game) else "general_sum"
    sums = game.playouts(SAMPLED_GAMES, players=seats).returns.sum(axis=1)
    return "zero_sum" if not sums.any() else "general_sum"


def _tree_is_zero_sum(game: Game) -> bool:
    """Whether the whole tree was visited and the scores sum to 0 at every end."""
    ahead = [game.new_initial_state(players=2, chance="explicit")]
    for _ in range(MOST_WALKED):
        if not ahead:
            return True
        state = ahead.pop()
        if state.is_terminal():
            if sum(state.returns()):
                return False
            continue
        for number in state.legal_action_ids():
            after = state.clone()
            after.apply_action_id(number)
            ahead.append(after)
    return False


# ── the classes OpenSpiel calls ────────────────────────────────────────────────────────────────────────────────────


class _SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game; a class is made for each set of rules and number of players."""

    source: Game
    first: State
    spiel_type: Any

    def __init__(self, params: Any = None) -> None:
        game, seats = self.source, self.first.num_players
        low, high = _bounds(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_ids(seats).count,
            max_chance_outcomes=_most_outcomes(game, seats),
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if self.spiel_type.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=game.game_def.metadata.max_plies,
        )
        super().__init__(self.spiel_type, info, params or {})

    def new_initial_state(self, *_: Any) -> Any:
        """Return the initial state."""
        return _SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return the observer of this game."""
        return _Observer(self.source, self.first.num_players, iig_obs_type, params)


class _SpielState(pyspiel.State):  # type: ignore[misc]
    """One state; OpenSpiel copies it attribute by attribute."""

    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self.state: State = game.first.clone()
        self.texts: dict[int, str] | None = None  # the notation of the legal decisions, computed on first use

    def current_player(self) -> int:
        """Return the player to move, or OpenSpiel's number for chance or the end."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return sorted(self.state.legal_action_ids())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes by index, with their probabilities."""
        return [(place, share) for place, (_, share) in enumerate(self.state.chance_outcomes())]

    def _apply_action(self, action: int) -> None:
        self.texts = None
        if self.state.is_chance_node():
            self.state.apply_action(self.state.legal_actions()[action])
        else:
            self.state.apply_action_id(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self.state.legal_actions()
            return f"chance {outcomes[action].chance}" if action < len(outcomes) else f"chance {action}"
        if self.texts is None:
            self.texts = dict(zip(self.state.legal_action_ids(), self.state.legal_action_strings(), strict=True))
        return self.texts.get(action) or str(self.state.decision_of(int(action)))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """Return the score of each player."""
        return list(self.state.returns())

    def __str__(self) -> str:
        return f"{self.state}\n{' '.join(map(str, self.history()))}"


class _Observer:
    """What one player sees of a state, as a tensor and text; with perfect recall, the information state as text."""

    def __init__(self, game: Game, seats: int, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observer of Ludotome takes no parameters, and was given {params}")
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and (kind.private_info != single or not kind.public_info):
            raise ValueError("an observer shows a game to one player at a time, with all that is public or theirs")
        self._game, self._recalls = game, kind is not None and kind.perfect_recall
        layout = game.tensor_layout(seats)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recalls:
            self.tensor = np.zeros(layout.size, np.float32)
            for part in layout.parts:
                self.dict[part.name] = self.tensor[part.start : part.start + part.size].reshape(part.shape)

    def set_from(self, state: _SpielState, player: int) -> None:
        """Write what *player* sees of *state* to `tensor` and `dict`."""
        if self.tensor is not None:
            self.tensor[:] = state.state.observation_tensor(player)

    def string_from(self, state: _SpielState, player: int) -> str:
        """Return what *player* knows, or sees now, as text."""
        if self._recalls:
            return state.state.information_state_string(player)
        informant = self._game.informant
        return informant.first(informant.look(state.state.game_state, player), player)
