"""Chance is HMAC-SHA-256 over version and counter, unbiased by rejection; worked out here once more, from the words."""

import hashlib
import hmac
import struct
from collections import Counter

import pytest

from rulekeeper.kernel import ALGORITHM, Foretold, SeededChance, commitment, first_of, seed_of
from rulekeeper.kernel.chance import nth

KEY = bytes(range(32))


def raw(version: int, counter: int) -> int:
    """HMAC from its definition: H((K ^ opad) H((K ^ ipad) message)), for a key no longer than a block."""
    key = KEY.ljust(64, b"\0")
    message = struct.pack(">QQ", version, counter)
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return int.from_bytes(hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()[:8], "big")


def test_vectors() -> None:
    assert ALGORITHM == "hmac-sha256-1"
    assert raw(1, 0) == int.from_bytes(hmac.new(KEY, struct.pack(">QQ", 1, 0), "sha256").digest()[:8], "big")
    chance = SeededChance(KEY, 7)
    assert [chance.below(6) for _ in range(8)] == [raw(7, counter) % 6 for counter in range(8)]
    # Fixed for ever, since logs hold what they led to; made with `openssl dgst -sha256 -mac HMAC` and `sha256sum`.
    assert [SeededChance(KEY, version).below(1 << 64) for version in (1, 2, 3)] == [
        0xCDBE1DC9C6753162,
        0xB61D4B2314FCC7B7,
        0x23BD326ED5ED6B09,
    ]
    seed = "62b4446ff27185d14134c2fb3cecfb78c9fca3b143845dd877e1662d9b903ad0"
    assert seed_of(b"secret", [b"", b"two"]).hex() == seed
    assert commitment(b"secret").hex() == hashlib.sha256(b"secret").hexdigest()


def test_a_number_that_would_favour_some_results_is_thrown_away() -> None:
    """Just above half of 2**64, nearly every second number is of no use."""
    limit = (1 << 63) + 1
    chance, counter, thrown = SeededChance(KEY, 5), 0, 0
    for _ in range(50):
        while raw(5, counter) >= limit:  # 2**64 - 2**64 % limit is limit itself
            counter += 1
            thrown += 1
        assert chance.below(limit) == raw(5, counter)
        counter += 1
    assert 25 < thrown < 100


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 1 << 32, (1 << 64) - 1, 1 << 64])
def test_a_draw_is_below_its_limit(limit: int) -> None:
    chance = SeededChance(KEY, 1)
    assert all(0 <= chance.below(limit) < limit for _ in range(20))


@pytest.mark.parametrize("limit", [0, -1, (1 << 64) + 1])
def test_there_is_no_draw_below_nothing(limit: int) -> None:
    with pytest.raises(ValueError, match="a draw below"):
        SeededChance(KEY, 1).below(limit)


def test_draws_are_even_and_differ_between_versions_and_seeds() -> None:
    chance = SeededChance(KEY, 1)
    tally = Counter(chance.below(6) for _ in range(6000))
    assert all(850 < tally[side] < 1150 for side in range(6))
    chances = (SeededChance(KEY, 1), SeededChance(KEY, 2), SeededChance(b"", 1))
    streams = [[one.below(1 << 30) for _ in range(4)] for one in chances]
    assert len({tuple(stream) for stream in streams}) == 3


def test_the_seed_is_of_the_lengths_too() -> None:
    seeds = [
        seed_of(b"s", [b"ab", b"c"]),
        seed_of(b"s", [b"a", b"bc"]),
        seed_of(b"sa", [b"b", b"c"]),
        seed_of(b"s", [b"abc"]),
        seed_of(b"s", [b"ab", b"c", b""]),
    ]
    assert len(set(seeds)) == 5 and all(len(seed) == 32 for seed in seeds)
    written = b"".join(len(part).to_bytes(8, "big") + part for part in (b"s", b"ab", b"c"))
    assert seeds[0] == hashlib.sha256(written).digest()


def test_a_pick_counts_through_the_kinds() -> None:
    counts = (("a", 2), ("b", 0), ("c", 1))
    assert [nth(counts, number) for number in range(3)] == ["a", "a", "c"]
    assert [first_of(kind, counts) for kind in "ac"] == [0, 2]
    with pytest.raises(ValueError, match="not below"):
        nth(counts, 3)
    with pytest.raises(ValueError, match="'b' is not there"):
        first_of("b", counts)
    chance = SeededChance(KEY, 3)
    assert Counter(nth(counts, chance.pick("x", counts)) for _ in range(300)).keys() == {"a", "c"}


def test_foretold_picks_come_first_and_numbers_are_not_foretold() -> None:
    counts = (("a", 2), ("b", 3))
    foretold, plain = Foretold(["b", "a"], SeededChance(KEY, 1)), SeededChance(KEY, 1)
    assert (foretold.pick("x", counts), foretold.below(100), foretold.pick("x", counts)) == (2, plain.below(100), 0)
    assert foretold.pick("x", counts) == plain.pick("x", counts)
    with pytest.raises(ValueError, match="'c' is not there to be drawn"):
        Foretold(["c"], plain).pick("x", counts)
