"""Documents and records of the first edition of the language mean what they meant.

`games` has the shipped documents as they were before the second edition was begun (commit 7557a24); the others are
`tests/documents` and `examples`. `chains.json` has for each the `rules_hash` of that time and a digest of the hashes of
a game, decision by decision; `records.json` has records of version 1, each with the hash of the state it ends in. Both
were written by the code of that commit and are never written again.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import from_json, to_json
from ludotome.native import emit_game, supports

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
CHAINS: dict[str, dict[str, Any]] = json.loads((HERE / "chains.json").read_text(encoding="utf-8"))
RECORDS: dict[str, dict[str, Any]] = json.loads((HERE / "records.json").read_text(encoding="utf-8"))
PLIES, SEED = 60, 7
DAILY = ("pig", "tic-tac-toe", "goofspiel", "market")


def chain_of(game: lt.Game) -> tuple[int, str]:
    """Return the number of decisions of a game with fixed choices, and a digest of its hashes."""
    digest, state, plies = sha256(), game.new_initial_state(SEED, backend="reference"), 0
    while not state.is_terminal() and plies < PLIES:
        legal = state.legal_actions()
        digest.update(f"{state.state_hash():x} {state.position_hash():x} {len(legal)};".encode())
        state.apply_action(legal[(plies * 7 + 3) % len(legal)])
        plies += 1
    digest.update(f"{state.state_hash():x}".encode())
    return plies, digest.hexdigest()[:32]


@pytest.mark.parametrize("path", CHAINS)
def test_a_document_keeps_its_rules_and_its_hashes(path: str) -> None:
    game, wanted = lt.load(ROOT / path), CHAINS[path]
    assert game.rules_hash == wanted["rulesHash"]
    assert chain_of(game) == (wanted["plies"], wanted["chain"])


@pytest.mark.parametrize(
    "path", [path if Path(path).stem in DAILY else pytest.param(path, marks=pytest.mark.long) for path in CHAINS]
)
def test_the_c_of_a_document_is_that_of_its_definition(path: str) -> None:
    """The definition has the hash of the first edition, so its C depends on nothing else."""
    made = lt.load(ROOT / path).game_def
    read = from_json(to_json(made))
    assert supports(made) == supports(read)
    if not supports(made):
        one, other = (emit_game(game_def, game_def.metadata.players.min) for game_def in (made, read))
        assert (one.rules, one.side_by_side) == (other.rules, other.side_by_side)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_version_1_replays_on_the_game_of_today(name: str) -> None:
    wanted = RECORDS[name]
    assert wanted["record"]["version"] == 1
    game = lt.load(name)
    assert game.rules_hash == wanted["record"]["rules"]
    state = lt.Record.from_json(json.dumps(wanted["record"])).replay(game)
    assert f"{state.state_hash():x}" == wanted["stateHash"]
