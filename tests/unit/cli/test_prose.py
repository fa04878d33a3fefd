"""The prose of a document without its YAML, and Markdown that fits a terminal."""

from __future__ import annotations

from ludotome.cli.prose import rules_prose, wrapped_markdown
from ludotome.play import load, shipped_games

DOCUMENT = """# A game

Two play.


```yaml
metadata: { id: x }
```

They draw:

```
x o
```

~~~yml
a: ```
~~~
The end.
"""


def test_prose_is_what_is_not_yaml() -> None:
    assert rules_prose(DOCUMENT) == "# A game\n\nTwo play.\n\nThey draw:\n\n```\nx o\n```\n\nThe end.\n"


def test_every_shipped_game_has_prose_and_none_of_its_yaml() -> None:
    for name in shipped_games():
        document = load(name).document
        assert document is not None
        prose = rules_prose(document)
        assert len(prose) > 200
        assert "metadata:" not in prose


def test_paragraphs_are_wrapped_and_code_is_not() -> None:
    text = "one two three four five\nsix\n\n- item with words\n\n```\na line that is very long indeed\n```\n"
    wrapped = wrapped_markdown(text, 14)
    assert wrapped.splitlines() == [
        "one two three", "four five six", "", "- item with", "  words", "", "```",
        "a line that is very long indeed", "```",
    ]  # fmt: skip
