"""JavaScript unpacks what Python packs, unchanged."""

from __future__ import annotations

import random

import pytest

from ludotome.export.packing import packed
from tests.support.deno import run_module

UNPACK = """
import { unpacked } from "@web/unpack.js";
answer = await Promise.all(data.map(async (text) => [...await unpacked(text)]));
"""


@pytest.mark.parametrize("seed", range(3))
def test_bytes_come_out_as_they_went_in(seed: int) -> None:
    draw = random.Random(seed)
    contents = [b"", b"\0" * 9, *(draw.randbytes(length) for length in range(1, 40))]
    texts = [packed(content) for content in contents]
    assert not [text for text in texts if "<" in text]
    assert [bytes(values) for values in run_module(UNPACK, texts)] == contents
