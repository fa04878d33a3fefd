"""The places in a document that hold a name, an expression or a word."""

from __future__ import annotations

from ludotome.language.slots import slots_of
from ludotome.spec import parse_game_spec


def test_the_keys_of_a_wide_mapping_are_not_copied_for_each_of_them() -> None:
    """30,000 constants took 7 GB."""
    written = ", ".join(f"c{number}: {number}" for number in range(100))
    doc = parse_game_spec(f"```yaml\nconstants: {{ {written} }}\n```\n").doc
    slots = [slot for slot in slots_of(doc) if slot.path.startswith("constants.") and slot.beside]
    assert len(slots) == 100
    assert len({id(slot.beside) for slot in slots}) == 1
    assert list(slots[0].beside) == [f"c{number}" for number in range(100)]
