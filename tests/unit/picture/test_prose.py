"""The prose of a document without its YAML, as Markdown and as safe HTML."""

from __future__ import annotations

from ludotome.picture import rules_html, rules_prose

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


def test_headings_that_only_yaml_stood_under_are_left_out() -> None:
    block = "```yaml\nzones: []\n```\n\n"
    document = f"# Game\n\n## Board\n\n{block}## Turn\n\nRoll.\n\n## Tests\n\n{block}"
    assert rules_prose(document) == "# Game\n\n## Turn\n\nRoll.\n"


def test_sections_that_explain_yaml_are_left_out_where_the_rules_stand_above_them() -> None:
    block = "```yaml\nzones: []\n```\n\n"
    document = f"# Game\n\nTwo roll a die in turn.\n\n## Rolling\n\n`roll` rolls.\n\n{block}## History\n\nOld.\n"
    assert rules_prose(document) == "# Game\n\nTwo roll a die in turn.\n\n## History\n\nOld.\n"
    told_below = f"# Game\n\nTwo play.\n\n## Rolling\n\nYou roll one die.\n\n{block}"
    assert rules_prose(told_below) == "# Game\n\nTwo play.\n\n## Rolling\n\nYou roll one die.\n"


def test_html_is_shown_as_text_and_links_lead_to_the_web_only() -> None:
    text = "<script>x</script> [a](https://e.org) [b](javascript:x) ![c](https://e.org/i.png)\n"
    html = rules_html(text)
    assert "<script>" not in html
    assert "<img" not in html
    assert 'href="https://e.org" rel="noopener noreferrer"' in html
    assert 'href="javascript' not in html
