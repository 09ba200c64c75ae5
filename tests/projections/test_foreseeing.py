"""Who learned what in entries that a ruling would strike."""

from __future__ import annotations

from rulekeeper.kernel import SPECTATOR, everyone, faces, mint, only
from rulekeeper.projections import learned, struck
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.projections.book import played

MINE = mint((), only(0))
OPEN = mint((), everyone(2))


def told(*facts: tuple[str, object], audience: int = 0, private: bool = False) -> list[tuple[tuple[int, ...], bool]]:
    """Who learns of each: seats, and whether spectators do."""
    packed = nm.Facts(rules=["nm.bid"])
    for name, fact in facts:
        one = packed.facts.add(audience=audience, private=private)
        getattr(one, name).CopyFrom(fact)
    found = faces(GAME, packed)
    return [(tuple(s for s in range(2) if face.learned_by(s)), face.learned_by(SPECTATOR)) for face in found]


def test_who_draws_learns_what_and_nobody_else() -> None:
    drawn = nm.WareDrawn(seat=0, card=MINE, kind="jade")
    assert told(("ware_drawn", drawn), audience=only(0)) == [((0,), False)]


def test_who_plays_a_card_knew_it_and_all_others_learn_it() -> None:
    shown = nm.WareShown(seat=0, was=MINE, card=OPEN, kind="jade")
    assert told(("ware_shown", shown), audience=only(0)) == [((1,), True)]


def test_of_a_card_that_all_knew_nobody_learns() -> None:
    shown = nm.WareShown(seat=0, was=OPEN, card=OPEN, kind="jade")
    assert told(("ware_shown", shown), audience=everyone(2)) == [((), False)]


def test_of_a_card_that_is_laid_down_hidden_nobody_learns() -> None:
    planted = nm.WarePlanted(seat=0, was=MINE, card=MINE + 8, kind="jade")
    assert told(("ware_planted", planted), audience=only(0)) == [((), False)]


def test_a_private_look_is_learned_by_who_looks() -> None:
    scried = nm.WareScried(seat=1, place=0, card=mint((), only(1)), kind="jade")
    assert told(("ware_scried", scried), audience=only(1), private=True) == [((1,), False)]


def test_what_is_struck_is_what_counts_and_would_not() -> None:
    match = played(end=False)
    assert [entry.version for entry in struck(match.entries, 6)] == list(range(7, 13))
    match.rewind(6)
    assert [entry.version for entry in struck(match.entries, 12)] == [13]
    found = learned(GAME, struck(match.entries[:12], 4), 2)
    assert {seats for one in found for seats in one.seats} == {0, 1} and all(one.number for one in found)
