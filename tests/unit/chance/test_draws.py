"""The generator and its draws."""

from __future__ import annotations

import msgspec
import pytest

from ludotome.chance import Generator, bounded, from_words, next_word, roll, seed_generator, shuffled, to_words

START = seed_generator(1)


def generator_whose_next_word_is(wanted: int) -> Generator:
    """Return a generator whose first word is *wanted*: if the low half is 1, only the high half matters."""
    inverse = pow(0xDA942042E4DD58B5, -1, 2**64)
    word = wanted ^ wanted >> 48
    word = word * inverse % 2**64
    word ^= word >> 32
    return Generator(word << 64 | 1, 1)


def test_bounded_one_draws_no_word():
    assert bounded(START, 1) == (0, START)


def test_bounded_more_than_one_draws_a_word():
    assert bounded(START, 2)[1] == next_word(START)[1]


@pytest.mark.parametrize("n", [0, -1, 2**63 + 1])
def test_a_bound_with_nothing_to_draw_is_refused(n):
    with pytest.raises(ValueError, match=f"cannot draw a number below `{n}`"):
        bounded(START, n)


@pytest.mark.parametrize("n", [2, 3, 6, 10**9 + 7, 2**63 - 1, 2**63])
def test_the_value_is_the_high_word_of_the_product(n):
    for word in (2**64 - 1, 2**63, 2**64 // 3 + 7):
        value, after = bounded(generator_whose_next_word_is(word), n)
        if word * n % 2**64 >= 2**64 % n:  # not one of the words that Lemire's method rejects
            assert value == word * n >> 64
            assert after == next_word(generator_whose_next_word_is(word))[1]
        assert 0 <= value < n


@pytest.mark.parametrize(("n", "rejected"), [(3, 0), (6, 0), (2**63 - 1, 0), (2**62 + 1, 4)])
def test_a_word_that_would_bias_is_drawn_again(n, rejected):
    """Words whose product's low half is below 2**64 mod n would make their value too likely."""
    start = generator_whose_next_word_is(rejected)
    assert rejected * n % 2**64 < 2**64 % n
    _, after_first = next_word(start)
    assert bounded(start, n) == bounded(after_first, n)


def test_a_power_of_two_rejects_nothing():
    value, after = bounded(generator_whose_next_word_is(0), 64)
    assert (value, after) == (0, next_word(generator_whose_next_word_is(0))[1])


def test_a_roll_is_one_more_than_the_bounded_draw():
    value, after = bounded(START, 6)
    assert roll(START, 6) == (value + 1, after)
    assert roll(START, 1) == (1, START)


def test_shuffled_is_fisher_yates_from_the_last_index_down():
    order, generator = list("abcde"), START
    for last in (4, 3, 2, 1):
        chosen, generator = bounded(generator, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    assert shuffled(START, "abcde") == (tuple(order), generator)


@pytest.mark.parametrize("items", [(), ("only",)])
def test_shuffling_nothing_or_one_item_draws_no_word(items):
    assert shuffled(START, items) == (items, START)


def test_drawing_leaves_the_old_generator_as_it_was():
    assert next_word(START) == next_word(START)
    with pytest.raises(AttributeError):
        START.state = 0


def test_a_generator_survives_words_and_json():
    assert from_words(*to_words(START)) == START
    assert msgspec.json.decode(msgspec.json.encode(START), type=Generator) == START


@pytest.mark.parametrize(("words", "why"), [((2**64, 0, 0, 1), "four words of 64 bits"), ((1, 2, 3, 4), "must be odd")])
def test_words_that_are_not_a_generator_are_refused(words, why):
    with pytest.raises(ValueError, match=why):
        from_words(*words)
