"""Makers: the functions that load a library and return a game as one of its environments.

If the library is not installed, they raise a `ToolError` that says which command installs it.

This module does not know how the environments work; each has a module of its own.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ludotome.gamedef import PlayError
from ludotome.play import Game, load, shipped_games
from ludotome.toolchain import ToolError

if TYPE_CHECKING:
    from types import ModuleType

    from ludotome.envs.gymnasium_envs import LudotomeEnv, LudotomeVectorEnv
    from ludotome.envs.pettingzoo_aec import LudotomeAECEnv

VERSION = 1  # the version of observations and rewards; change it when either changes


def _form(module: str, package: str, install: str) -> ModuleType:
    """Return the module of this package that needs the library *package*."""
    try:
        import_module(package)
    except ImportError:
        raise ToolError("missing-extra", f"`{package}` is not installed; run `{install}`") from None
    return import_module(f"ludotome.envs.{module}")


def _game(game: Game | str) -> Game:
    if isinstance(game, str):
        return load(game)
    if not isinstance(game, Game):
        raise PlayError("bad-argument", f"game is {game!r}; write a game, as `ludotome.load` returns it, or its name")
    return game


def pettingzoo_env(game: Game | str, **options: Any) -> LudotomeAECEnv:
    """Return *game* as a PettingZoo `AECEnv`.

    Options: `players` (default: the minimum), `seed` (default 1), `render_mode` (`"ansi"` or `"human"`). An
    observation is a dictionary with `observation`, the tensor of that seat, and `action_mask`.
    """
    module = _form("pettingzoo_aec", "pettingzoo", 'pip install "ludotome[rl]"')
    made: LudotomeAECEnv = module.LudotomeAECEnv(_game(game), **options)
    return made


def gymnasium_env(game: Game | str, **options: Any) -> LudotomeEnv:
    """Return *game* as a Gymnasium `Env` in which one seat learns and the others are played for it.

    Options: `seat` (default 0), `opponent` (an agent's name or a function from a state and a generator to a decision;
    default `"random"`), `players`, `seed`, `illegal` (`"error"`, or `"loss"`: an illegal action loses the game),
    `render_mode`. `info["action_mask"]` says what is legal.
    """
    module = _form("gymnasium_envs", "gymnasium", 'pip install "ludotome[rl]"')
    made: LudotomeEnv = module.LudotomeEnv(_game(game), **options)
    return made


def gymnasium_vector_env(game: Game | str, n: int, **options: Any) -> LudotomeVectorEnv:
    """Return *n* games as one Gymnasium `VectorEnv`, stepped in machine code.

    Options: `autoreset_mode` (a `gymnasium.vector.AutoresetMode` or its value; default `NextStep`), `seat` (None: every
    step is a decision of the player whose turn it is; a number: that seat learns and random players take the others),
    `players`, `seed`, `threads`. `info["action_mask"]` is bool, [n, num_distinct_actions].
    """
    module = _form("gymnasium_envs", "gymnasium", 'pip install "ludotome[rl]"')
    made: LudotomeVectorEnv = module.LudotomeVectorEnv(_game(game), n, **options)
    return made


def register_gymnasium() -> None:
    """Register every shipped game with Gymnasium, as `ludotome/NAME-v1`.

    Importing `ludotome.envs` does this if Gymnasium is installed. `gymnasium.make` also accepts
    `ludotome.envs:ludotome/NAME-v1`, which imports it.
    """
    from gymnasium.envs.registration import register, registry

    for name in shipped_games():
        key = f"ludotome/{name}-v{VERSION}"
        if key not in registry:
            register(
                key,
                entry_point="ludotome.envs:gymnasium_env",
                vector_entry_point="ludotome.envs.gymnasium_envs:made_by_gymnasium",
                kwargs={"game": name},
            )


def openspiel_game(game: Game | str, **options: Any) -> Any:
    """Return *game* as a `pyspiel.Game`, for OpenSpiel's algorithms in Python and C++.

    Options: `players` (default: the minimum) and `utility` (`"zero_sum"`, `"constant_sum"`, `"general_sum"` or
    `"identical"`; default: what the rules show, which for scored games needs the whole tree of a small game).
    """
    module = _form("openspiel", "pyspiel", "pip install open_spiel")
    return module.openspiel_game(_game(game), **options)


if find_spec("gymnasium") is not None:  # Gymnasium has no other way to find the games of a package
    register_gymnasium()
