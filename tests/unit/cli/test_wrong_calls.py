"""Wrong calls of the commands about games: each error says what is wrong and what to write."""

from __future__ import annotations

import pytest

from ludotome.cli import main

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("simulate", "chss"), 2, "did you mean `chess`?"),
        (("simulate", "chess", "-n", "0"), 2, "from 1 to"),
        (("simulate", "pig", "--agents", "mcts:0"), 2, "write mcts:1 to"),
        (("simulate", "pig", "--agents", "mcts:-1"), 2, "unknown agent `mcts:-1`"),
        (("simulate", "pig", "--agents", "mcts:1e9"), 2, "unknown agent `mcts:1e9`"),
        (
            ("simulate", "pig", "--agents", "greedy:foo"),
            2,
            "write one of random, greedy, easy, normal, hard, best, mcts:N, mcts:Nms",
        ),
        (
            ("simulate", "pig", "--agents", ","),
            2,
            "the name of an agent is empty; write one of random, greedy, easy, normal, hard, best, mcts:N, mcts:Nms",
        ),
        (
            ("play", "pig", "--agents", ""),
            2,
            "the name of an agent is empty; write one of random, greedy, easy, normal, hard, best, mcts:N",
        ),
        (("simulate", "pig", "--agents", "human"), 2, "unknown agent `human`"),
        (("simulate", "pig", "-n", "99999999999"), 2, "from 1 to 10000000"),
        (("simulate", "pig", "--seed", str(2**64)), 2, "--seed"),
        (("play", "pig", "--record", "/no/such/folder/game.json"), 1, "cannot write `/no/such/folder/game.json`"),
        (("play", "chss"), 2, "did you mean `chess`?"),
        (("play", "pig", "--agents", "nobody"), 2, "mcts:Nms, or human"),
        (("play", "--resume", "/no/such/record"), 2, "no file `/no/such/record`"),
        (("replay", "/no/such/record"), 2, "no file `/no/such/record`"),
        (("play", "pig", "--agents", "random,random,random"), 2, "3 agents for 2 seats"),
        (("play", "pig", "--agents", "mcts:0"), 2, "write mcts:1 to mcts:10000000, or human"),
        (("play", "pig", "--players", "99"), 2, "players is 99; pig is for 2"),
        (("build", "pig", "--players", "99"), 2, "players is 99; pig is for 2"),
        (("perft", "pig", "--players", "99"), 2, "players is 99; pig is for 2"),
        (("simulate", "pig", "--agents", "random,random,random"), 2, "3 agents for 2 seats"),
        (("simulate", "pig", "--players", "99"), 2, "players is 99; pig is for 2"),
        (("show", "no-such-file.md"), 2, "no-such-file.md"),
        (("play",), 2, "name a game"),
        (("replay", "/dev/null"), 1, "`/dev/null`: the record is not JSON"),
        (("replay", "/dev/null", "--seen", "x"), 2, "needs `--seat`"),
        (("perft", "pig", "--per", "week"), 2, "decision or turn"),
        (("tune", "hex"), 2, "`--goal` is missing: write `--goal TEXT`"),
        (("report", "pig", "--seconds", "nan"), 2, "`--seconds` is `nan`: write a number from 0.5 to 86400"),
        (("tune", "hex", "--goal", "fair", "--seconds", "nan"), 2, "`--seconds` is `nan`: write a number from 0.5"),
        (("compare", "hex", "pig", "--margin", "nan"), 2, "`--margin` is `nan`: write a number from 0.01 to 50"),
        (("perft", "pig", "--divide", "-d", "0"), 2, "`--divide` counts by first decision; write a depth from 1"),
    ],
)
def test_a_wrong_call_is_explained(arguments: tuple[str, ...], status: int, message: str, capsys: Said) -> None:
    assert main(arguments) == status
    said = capsys.readouterr().err
    assert message in said
    assert "internal error" not in said
    assert "Traceback" not in said
