"""Laws of reading documents: total, deterministic, with exact places."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.spec import parse_game_spec
from ludotome.spec.blocks import decoded_offsets

PIECES = [
    "metadata:", "actions:", "  - id: a", "    effects: []", "tests: [", "] }", '"x', "'y'", "a: b: c", "\t- x", "- ",
    "-x", "& *a", "&a 1", "*a", "---", "...", "# c", "x #y", "|", ">-", "  text", "? k", ": v", "{$a}", "%d", "@", "`",
    "\ufeff", "\x00", "é♙", "",
]  # fmt: skip
lines = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=14).map("\n".join)
fences = st.sampled_from(
    ["```yaml\n{}\n```", "> ```yml\n> {}\n> ```", "- x\n\n  ```yaml\n  {}\n  ```", "~~~yaml\n{}", "{}"]
)


@settings(max_examples=300)
@given(st.lists(st.tuples(fences, lines), max_size=3))
def test_any_text_gives_a_document_and_findings_inside_it(parts: list[tuple[str, str]]) -> None:
    text = "\n\n".join(fence.replace("{}", body) for fence, body in parts)
    parsed = parse_game_spec(text)
    assert parsed.diagnostics == parse_game_spec(text).diagnostics
    for found in parsed.diagnostics:
        assert found.path
        assert found.message
        assert found.suggestion
        assert found.span is not None
        assert 0 <= found.span.start <= found.span.end <= len(text)


scalar_text = st.text(alphabet="ab 1.$(\"'\\\n♙é:#", min_size=1, max_size=30)


def check_places(text: str, value: str) -> None:
    parsed = parse_game_spec(text)
    source, places = parsed.source_map.source, parsed.source_map
    assert parsed.doc.get("scoring") == value
    for index, character in enumerate(value):
        under = source.text_of(places.text_span("scoring", index, index + 1))
        # A folded line break is a line break in the text and a space in the value; an escape begins with a backslash.
        assert under in (character, "\\") or character in " \n"


@given(scalar_text)
def test_every_character_of_a_quoted_text_has_its_place(value: str) -> None:
    import json

    check_places(f"```yaml\nscoring: {json.dumps(value, ensure_ascii=False)}\n```\n", value)


@given(
    st.lists(
        st.text(alphabet="ab 1$(♙'\"", min_size=1, max_size=12).map(str.strip).filter(bool), min_size=1, max_size=5
    )
)
def test_every_character_of_a_folded_text_has_its_place(words: list[str]) -> None:
    for mark, joint in ((">-", " "), ("|-", "\n")):
        body = "\n".join(f"    {word}" for word in words)
        check_places(
            f"> ```yaml\n> scoring: {mark}\n" + "\n".join(f"> {line}" for line in body.split("\n")) + "\n> ```\n",
            joint.join(words),
        )


@given(st.text(max_size=20), st.sampled_from(["", "'", '"', "|", ">"]), st.text(max_size=20))
def test_places_that_do_not_fit_are_never_guessed(raw: str, style: str, value: str) -> None:
    offsets = decoded_offsets(raw, style, value)
    assert offsets is None or len(offsets) == len(value) + 1
