"""Laws of `State` over generated games: replay equals play, undo restores, nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import ludotome as lt
from ludotome.chance import bounded, seed_generator
from ludotome.gamedef import GameDef, PlayError, to_json
from tests.support.generated_games import any_game, random_game
from tests.support.house import HOUSE

SEEDS = st.integers(0, 2**32)
CHANCE = st.sampled_from(("sampled", "explicit"))
FEW = settings(max_examples=25)


def played(game_def: GameDef, seed: int, chance: str = "sampled", most: int = 15) -> lt.State | None:
    """Return a state after up to *most* random decisions; None if the document's setup already fails."""
    game = lt.Game(game_def)
    generator = seed_generator(seed)
    try:
        state = game.new_initial_state(seed, backend="reference", chance=chance)  # type: ignore[arg-type]
        for _ in range(most):
            actions = state.legal_actions()
            if not actions:
                return state
            chosen, generator = bounded(generator, len(actions))
            state.apply_action(actions[chosen])
    except PlayError as error:
        if error.code != "document-fault":
            raise
        return error.details["record"].replay(game, "reference") if "record" in error.details else None
    return state


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_replay_is_play(game_def: GameDef, seed: int, chance: str) -> None:
    state = played(game_def, seed, chance)
    if state is not None:
        record = lt.Record.from_json(state.record().to_json())
        assert record == state.record()
        again = record.replay(state.game, "reference")
        assert again.game_state == state.game_state
        assert again.history() == state.history()


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_undo_leads_back_to_the_beginning(game_def: GameDef, seed: int, chance: str) -> None:
    state = played(game_def, seed, chance)
    if state is not None:
        hashes = list(state.record().hashes)
        for expected in reversed(hashes):
            assert state.state_hash() == expected
            if state.history():
                state.undo_action()
        assert state.history() == ()


@FEW
@given(any_game(), SEEDS)
def test_a_notation_is_one_of_the_legal_ones_and_leads_where_its_decision_leads(game_def: GameDef, seed: int) -> None:
    state = played(game_def, seed, most=5)
    if state is None:
        return
    written = state.legal_action_strings()
    decisions = state.legal_actions()
    assert len(written) == len(decisions)
    for text, decision in list(zip(written, decisions, strict=True))[:5]:
        by_text, by_decision = state.clone(), state.clone()
        codes = []
        for twin, form in ((by_text, text), (by_decision, decision)):
            try:
                twin.apply_action(form)
                codes.append("made")
            except PlayError as error:
                codes.append(error.code)
        assert codes[0] == ("ambiguous-notation" if written.count(text) > 1 else codes[1])
        if codes == ["made", "made"]:
            assert by_text.game_state == by_decision.game_state


@FEW
@given(any_game(), SEEDS, CHANCE)
def test_every_state_can_be_drawn_and_told(game_def: GameDef, seed: int, chance: str) -> None:
    state = played(game_def, seed, chance)
    if state is not None:
        assert str(state).strip()
        assert repr(state).startswith("<State of generated")
        assert state.game.state_from_json(state.to_json(), "reference").game_state == state.game_state
        assert sum(probability for _, probability in state.chance_outcomes()) in (0, 1) or state.is_chance_node()


def test_a_saved_record_replays_to_the_same_hashes_in_another_process(tmp_path: Path) -> None:
    """A saved record replays to the same hashes in another process."""
    count = 0
    for seed in range(6):
        state = played(random_game(seed), seed)
        if state is None:
            continue
        (tmp_path / f"{seed}.game.json").write_text(to_json(state.game.game_def), encoding="utf-8")
        state.record().save(tmp_path / f"{seed}.record.json")
        count += 1
    program = (
        "import sys, pathlib, ludotome as lt\n"
        "for file in sorted(pathlib.Path(sys.argv[1]).glob('*.record.json')):\n"
        "    game = lt.from_game_def(file.with_name(file.name.replace('record', 'game')).read_text())\n"
        "    print(len(lt.Record.load(file).replay(game, 'reference').history()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=HOUSE.root, capture_output=True, text=True, check=True
    )
    assert len(done.stdout.split()) == count > 2
