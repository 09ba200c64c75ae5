"""A "no" names the rule that speaks, with the numbers of the moment: never just that something is no choice."""

import pytest
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import unavailable
from tests.games.heart_of_crown.table import Area, Board

NOWHERE = 999


def abilities(board: Board) -> list[tuple[str, str]]:
    """Why the abilities cannot be used, as the seat that is asked is told."""
    found = unavailable(GAME, board.match.table, board.asked)
    return [(why.rule, why.text) for one in found if one.subject.message is pb.UseAbility for why in one.reasons]


@pytest.mark.rule("hoc.ability.activated")
@pytest.mark.parametrize("domain", ["", "lulunasaika city"])
def test_without_an_ability_none_is_used_whichever_card_is_named(domain: str) -> None:
    board = Board(Area(domain=domain), Area())
    for card in (0, NOWHERE, *(placed.id for placed in board.player().domain)):
        assert board.refused(pb.UseAbility(card=card)) == [
            ("hoc.ability.activated", "no card in your domain has an activated ability")
        ]
    (closed,) = [offer for offer in board.match.offers(board.asked) if offer.message is pb.UseAbility]
    assert [(why.text, why.about) for why in closed.closed()] == [
        ("no card in your domain has an activated ability", ())
    ]


@pytest.mark.rule("hoc.ability.activated")
def test_only_the_card_that_has_an_ability_is_used() -> None:
    board = Board(Area(hand="maid", domain="bergamotte city"), Area())
    maid = board.in_hand("maid")
    for card in (board.in_domain("city"), NOWHERE):
        assert board.refused(pb.UseAbility(card=card, discard=maid)) == [
            ("hoc.ability.activated", "only a card in your domain that has an activated ability can be used")
        ]
    assert board.refused(pb.UseAbility(card=board.in_domain("bergamotte"), discard=NOWHERE)) == [
        ("hoc.main", "only a card in your hand can be chosen")
    ]


@pytest.mark.rule("hoc.card.bergamotte")
def test_bergamotte_wants_a_card_in_hand() -> None:
    assert abilities(Board(Area(domain="bergamotte"), Area())) == [
        ("hoc.card.bergamotte", "a card of your hand is discarded for it, and your hand is empty")
    ]
    assert abilities(Board(Area(hand="curse*2", domain="bergamotte"), Area())) == [
        ("hoc.ability.bergamot-once", "a card that is no Curse is wanted, and Curse is one")
    ]


@pytest.mark.rule("hoc.card.bergamotte")
def test_bergamotte_takes_back_actions_that_lie_in_the_discard_pile() -> None:
    board = Board(Area(hand="maid", discard="alchemist duke", domain="bergamotte"), Area())
    board.do(pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("maid")))
    assert board.moves() == ["TakeBackCard alchemist"]
    assert board.refused(pb.TakeBackCard(kind="duke")) == [
        ("hoc.card.bergamotte", "Duke (Succession) is no Action card")
    ]
    assert board.refused(pb.TakeBackCard(kind="library")) == [
        ("hoc.card.bergamotte", "Library does not lie in your discard pile")
    ]


@pytest.mark.rule("hoc.card.flammaria")
def test_flammaria_says_what_is_too_dear() -> None:
    board = Board(Area(), Area(), coins=6, entry="second-phase")
    board.do(pb.BackPrincess(princess="flammaria"))
    assert board.refused(pb.AcquireCards(kinds=["duke", "city"])) == [
        ("hoc.card.flammaria", "Duke costs 8, at most 5 is allowed")
    ]
    assert board.refused(pb.AcquireCards(kinds=["curse", "city"])) == [
        ("hoc.card.flammaria", "Curse does not lie in the market")
    ]


@pytest.mark.rule("hoc.card.adventurer", "hoc.card.city-development", "hoc.card.wishing-well")
@pytest.mark.parametrize(
    ("card", "command", "text"),
    [
        ("adventurer", pb.ExileCard(card=NOWHERE), "only a card in your hand can be chosen"),
        ("city-development", pb.ExileCard(card=NOWHERE), "only a card in your hand can be chosen"),
        ("library", pb.PutCardUnder(card=NOWHERE), "only a card in your hand can be chosen"),
        ("wishing-well", pb.DiscardCards(cards=[NOWHERE]), "only cards in your hand can be chosen"),
    ],
)
def test_texts_choose_from_the_hand(card: str, command: Message, text: str) -> None:
    board = Board(Area(hand=f"{card} city", draw=["city*4"]), Area(), coins=2)
    board.play(card)
    assert board.refused(command) == [(f"hoc.card.{card}", text)]


@pytest.mark.rule("hoc.card.adventurer")
def test_adventurer_acquires_from_the_market_only() -> None:
    board = Board(Area(hand="adventurer city"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("city")))
    assert board.refused(pb.AcquireCard(kind="curse")) == [("hoc.card.adventurer", "Curse does not lie in the market")]


@pytest.mark.rule("hoc.keep.keep", "hoc.keep.one-per-territory")
def test_keeping_wants_a_territory_and_a_free_one() -> None:
    board = Board(Area(hand="scout", domain="klam-klam duke"), Area())
    assert board.refused(board.keeping("scout", "duke")) == [
        ("hoc.keep.keep", "your domain has no Territory"),
        ("hoc.keep.keep", "Duke is no Territory"),
    ]
    board = Board(Area(hand="scout", domain="klam-klam city[library]"), Area())
    assert ("hoc.keep.one-per-territory", "every Territory of your domain holds a kept card already") in board.refused(
        board.keeping("scout", "city")
    )


@pytest.mark.rule("hoc.main.play-one", "hoc.link.one-per-position")
def test_the_free_play_is_one_thing_and_a_link_position_another() -> None:
    board = Board(Area(hand="village post-horse*2 city*2", draw=["maid*5"]), Area())
    board.play("village")
    board.play("post-horse")
    village, horse = board.in_field("village"), board.in_field("post-horse")
    assert board.refused(board.playing("city", "start")) == [
        ("hoc.main.play-one", "the one free play of this turn is made")
    ]
    assert board.refused(board.playing("city", f"{village}:right")) == [
        (
            "hoc.link.one-per-position",
            "right of Farming Village lies Post Horse already; "
            f"open: right of Post Horse ({horse}:right), below Post Horse ({horse}:bottom)",
        )
    ]


@pytest.mark.rule("hoc.link.both-corners")
def test_of_equal_cards_positions_say_which_one() -> None:
    board = Board(Area(hand="post-horse*2 city", draw=["maid*5"]), Area())
    board.play("post-horse")
    board.play("post-horse")
    (play,) = [offer for offer in board.match.offers(0) if offer.message is pb.PlayCard]
    label = play.fields["at"].label
    assert label is not None
    assert [label(position) for position in board.positions()] == [
        "below the 1st Post Horse",
        "right of the 2nd Post Horse",
        "below the 2nd Post Horse",
    ]


@pytest.mark.rule("hoc.link.resolve-before-next", "hoc.link.resolve-before-next", "hoc.coronation.any-phase")
def test_in_the_middle_of_a_text_nothing_else_is_done() -> None:
    board = Board(Area(hand="wishing-well city"), Area())
    board.play("wishing-well")
    assert len(board.positions()) == 1
    ((rule, text),) = board.refused(board.playing("city"))
    assert rule == "hoc.link.resolve-before-next" and text.startswith(
        "this may be done only in your own main phase, between plays"
    )
    ((rule, text),) = board.refused(pb.DeclareCoronation())
    assert rule == "hoc.coronation.any-phase" and "of your own turn, between plays" in text


TEXT = "only when a card's text asks for it"
COMPETE = "only when Territories of equal cost compete for a place in the domain"
OUT_OF_TIME: tuple[tuple[Message, str, str], ...] = (
    (pb.ExileCard(card=1), "hoc.main.face-up", TEXT),
    (pb.AcquireCards(kinds=["duke"]), "hoc.princess.three-kinds", TEXT),
    (pb.TakeBackCard(kind="scout"), "hoc.ability.bergamot-once", "only when Bergamotte asks for it"),
    (
        pb.ReturnCard(card=1),
        "hoc.outside.supply-unit.field-only",
        "only as clean-up begins, when a Supply Unit asks for another Action card of your field",
    ),
    (pb.RevealHand(), "hoc.main.face-up", TEXT),
    (
        pb.ChooseDomainCard(card=1),
        "hoc.card.gossipy-duchess",
        "only when a Gossipy Duchess is set and opponents have such cards",
    ),
    (pb.ChooseTerritories(cards=[1]), "hoc.back.equal-cost", COMPETE),
    (pb.EndSecondPhase(), "hoc.turn.phases", "only in your own second phase"),
)


@pytest.mark.parametrize(
    ("command", "rule", "when"),
    [pytest.param(*case, id=type(case[0]).__name__, marks=pytest.mark.rule(case[1])) for case in OUT_OF_TIME],
)
def test_what_nobody_asks_for_is_refused_by_the_rule_that_would_ask(command: Message, rule: str, when: str) -> None:
    board = Board(Area(hand="city", domain="twins city"), Area())
    assert board.refused(command) == [(rule, f"this may be done {when}; now it is time for: Main phase")]


@pytest.mark.rule("hoc.main.end")
def test_a_main_phase_that_is_over_does_not_end_again() -> None:
    board = Board(Area(), Area())
    board.second()
    assert board.refused(pb.EndMainPhase()) == [
        (
            "hoc.main.end",
            "this may be done only in your own main phase, between plays; now it is time for: Second phase",
        )
    ]


def test_what_cannot_be_used_is_told_once_for_equal_cards() -> None:
    board = Board(Area(hand="maid duke maid*2"), Area())
    told = [one.subject.label for one in unavailable(GAME, board.match.table, 0) if "in your hand" in one.subject.label]
    assert told == [
        *(f"Apprentice Maid in your hand: {what}" for what in ("play", "keep", "set")),
        *(f"Duke in your hand: {what}" for what in ("play", "keep", "set")),
    ]
