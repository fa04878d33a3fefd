"""From a name, a path, a text or a definition to a game, or to any reason why not."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotome as lt
from ludotome.gamedef import encode, to_json
from ludotome.play import shipped_games
from tests.unit.gamedef.games import tic_tac_toe

COIN = """# Coin

```yaml
metadata: { id: coin, players: { min: 2, max: 2 } }
globalVars: [ { name: n, type: int, min: 0, max: 3, init: 0 } ]
actions: [ { id: take, effects: [ addVar: { var: n, delta: 1 } ] } ]
endConditions: [ { when: "n == 3", result: { type: win, player: lastActor } } ]
```
"""


def test_a_definition_and_its_json_are_the_same_game() -> None:
    made = lt.from_game_def(tic_tac_toe())
    again = lt.from_game_def(to_json(tic_tac_toe()))
    assert made.rules_hash == again.rules_hash
    assert (made.name, made.num_players) == ("tic-tac-toe", 2)


def test_a_definition_with_faults_is_refused_with_all_of_them() -> None:
    import json

    data = encode(tic_tac_toe())
    data["actions"][0]["phases"] = ["nowhere"]
    data["endConditions"][0]["result"] = {"type": "win"}
    with pytest.raises(lt.SpecError) as caught:
        lt.from_game_def(json.dumps(data))
    assert len([found for found in caught.value.diagnostics if found.severity == "error"]) >= 2


@pytest.mark.parametrize("text", ["", "{", "[]", '{"metadata": 3}', "[" * 3000])
def test_what_is_not_a_definition_is_a_spec_error(text: str) -> None:
    with pytest.raises(lt.SpecError):
        lt.from_game_def(text)


def test_every_shipped_game_loads_by_its_name() -> None:
    for name in shipped_games():
        assert lt.load(name).name == name


def test_a_document_is_loaded_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text(COIN, encoding="utf-8")
    for source in (file, str(file)):
        state = lt.load(source).new_initial_state(backend="reference")
        for _ in range(3):
            state.apply_action("take")
        assert state.returns() == (1.0, -1.0)


def test_a_file_that_is_not_there_names_what_is_near() -> None:
    with pytest.raises(lt.PlayError, match="did you mean `chess`") as caught:
        lt.load("ches")
    assert caught.value.code == "no-document"


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_that_is_not_there_is_answered_with_the_near_one_beside_it(tmp_path: Path, kind: type) -> None:
    """As on the command line: a misspelt file name gets the similar file, not the shipped games."""
    (tmp_path / "leapers.md").write_text(COIN, encoding="utf-8")
    with pytest.raises(lt.PlayError) as caught:
        lt.load(kind(tmp_path / "leaper.md"))
    assert str(caught.value).endswith(f"; did you mean `{tmp_path / 'leapers.md'}`?")
    assert caught.value.details["alternatives"] == (str(tmp_path / "leapers.md"),)


@pytest.mark.parametrize("name", ["", "."])
def test_a_name_that_is_no_file_s_is_refused_where_documents_are(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leapers.md").write_text(COIN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(lt.PlayError, match=f"cannot read `{name}`: "):
        lt.load(name)


def test_a_document_with_mistakes_is_a_spec_error() -> None:
    with pytest.raises(lt.SpecError) as caught:
        lt.load_text("# Nothing\n\n```yaml\nmetadata: { id: x }\n```\n")
    assert caught.value.diagnostics


def test_a_spec_error_says_the_first_mistake_with_its_place_and_help(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text(COIN.replace("take", "7up").replace("when:", "wen:"), encoding="utf-8")
    with pytest.raises(lt.SpecError) as caught:
        lt.load(file)
    first, more = str(caught.value).splitlines()
    assert first.startswith(f"{file}:6:18: error[LT110]: `7up` is not a name; help: begin with a letter from a to z")
    errors = [found for found in caught.value.diagnostics if found.severity == "error"]
    assert more == f"and {len(errors) - 1} more, in `diagnostics`"


def test_a_spec_error_of_one_mistake_is_one_line_and_a_text_has_no_file() -> None:
    with pytest.raises(lt.SpecError) as caught:
        lt.load_text(COIN.replace("take", "Ötter"))
    assert str(caught.value) == (
        "document:6:18: error[LT110]: `Ötter` is not a name; help: begin with a letter from a to z or A to Z; after it,"
        " write such letters, digits and `_`"
    )


def test_a_name_like_no_shipped_game_is_answered_with_all_of_them() -> None:
    """A name far from all is not a misspelling; a similar one is suggested."""
    with pytest.raises(
        lt.PlayError, match=r"cannot read `nosuch`: No such file or directory; shipped games are amazons, "
    ):
        lt.load("nosuch")
    with pytest.raises(lt.PlayError, match="did you mean `chess`"):
        lt.load("ches")
