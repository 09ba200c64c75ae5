"""Shinobi, who does again what another card did, and the Gossipy Duchess (rulebook p.18-19, p.22-24, p.28)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Card
from tests.games.heart_of_crown.table import Area, Board, told, whole

END = "EndMainPhase"
DONE = "EndSecondPhase"
NOWHERE = 999
COPIED = "hoc.card.shinobi: EffectCopied seat 0"
GOSSIP = "hoc.card.gossipy-duchess: DomainCardDiscarded seat"
TWENTY = "duke*3 royal-maid"


def copying(kind: str, board: Board) -> list[str]:
    """Plays a Shinobi for that card of the field; what happened after the choice."""
    assert board.play("shinobi") == ["hoc.main.play-one: CardPlayed seat 0 shinobi"]
    return board.do(pb.CopyCard(card=board.in_field(kind)))


# Shinobi.


@pytest.mark.rule("hoc.card.shinobi", "hoc.link.both-corners")
def test_shinobi_does_again_what_another_action_card_of_the_field_did() -> None:
    board = Board(Area(hand="alchemist shinobi*2 city", draw=["duke*9"], discard="bank"), Area())
    board.play("alchemist")
    board.play("shinobi")
    assert board.moves() == ["CopyCard alchemist"]
    assert board.do(pb.CopyCard(card=board.in_field("alchemist"))) == [
        f"{COPIED} alchemist",
        *["hoc.card.alchemist: CardDrawn seat 0 duke"] * 2,
    ]
    assert board.moves() == [
        END,
        *("PlayCard city below shinobi", "PlayCard city right of shinobi"),
        *("PlayCard shinobi below shinobi", "PlayCard shinobi right of shinobi"),
    ], "the copied card's own link is not opened again"
    board.play("shinobi")
    assert board.moves() == ["CopyCard alchemist"], "one Shinobi does not copy another"
    assert len(whole(board.do(pb.CopyCard(card=board.in_field("alchemist"))), "CardDrawn")) == 2


@pytest.mark.rule("hoc.card.shinobi", "hoc.effect.order")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("post-horse", ["CardDrawn seat 0 duke"]),
        ("castle-wall", ["CardDrawn seat 0 duke"]),
        ("battering-ram", ["CardDrawn seat 0 duke", "DefenceForbidden seat 0"]),
        ("supply-unit", ["CardDrawn seat 0 duke", "CleanUpEffectGained seat 0 supply-unit"]),
        ("money-lender", ["CoinsGained seat 0 coins 3", "TurnEndEffectGained seat 0 money-lender"]),
        ("purveyor", ["CoinsGained seat 0 coins 2", "BuyingUnderAllowed seat 0"]),
        ("bank", ["CoinsGained seat 0 coins 3"]),
        ("slash-and-burn", ["CardAcquired seat 0 curse curse pile", "YieldChanged seat 0 village coins 2"]),
        ("buried-treasure", ["CardAcquired seat 0 library supply"]),
    ],
)
def test_every_effect_is_had_under_its_own_cards_rule(kind: str, facts: list[str]) -> None:
    board = Board(Area(hand="shinobi", field=f"{kind} city*2 large-city", draw=["duke*9"]), Area())
    assert copying(kind, board) == [f"{COPIED} {kind}", *(f"hoc.card.{kind}: {fact}" for fact in facts)]
    assert board.moves() == [END] and len(board.positions()) == 2


@pytest.mark.rule("hoc.card.shinobi")
def test_shinobi_copies_an_action_card_of_the_field_that_is_no_shinobi() -> None:
    board = Board(
        Area(hand="shinobi library", field="city shinobi imperial-domain scout alchemist", discard="bank"), Area()
    )
    board.play("shinobi")
    assert board.moves() == ["CopyCard alchemist", "CopyCard scout"]
    for kind, name in (("city", "City"), ("imperial-domain", "Imperial Domain"), ("shinobi", "Shinobi")):
        assert board.refused(pb.CopyCard(card=board.in_field(kind))) == [
            ("hoc.card.shinobi", f"an Action card that is no Shinobi is wanted, not {name}")
        ]
    for card in (board.in_hand("library"), NOWHERE):
        assert board.refused(pb.CopyCard(card=card)) == [
            ("hoc.card.shinobi", "only a card in your field can be copied")
        ]
    assert board.cited(pb.Decline()) == ["hoc.main.face-up"], "it leaves no choice"


@pytest.mark.rule("hoc.card.shinobi", "hoc.effect.fizzle")
@pytest.mark.parametrize("field", ["", "city*2 village", "shinobi", "imperial-domain capital"])
def test_with_nothing_to_copy_shinobi_only_opens_two_positions(field: str) -> None:
    board = Board(Area(hand="shinobi city", field=field), Area())
    assert board.play("shinobi") == [
        "hoc.main.play-one: CardPlayed seat 0 shinobi",
        "hoc.effect.fizzle: EffectFizzled seat 0 shinobi passed_over CopyCard",
    ]
    assert board.moves() == [END, "PlayCard city below shinobi", "PlayCard city right of shinobi"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.trade-ship")
def test_a_copied_trade_ship_asks_again() -> None:
    board = Board(Area(hand="shinobi", field="trade-ship", draw=["duke*3"]), Area())
    copying("trade-ship", board)
    assert board.moves() == ["ChooseOption coins", "ChooseOption draw"]
    assert board.do(pb.ChooseOption(option="coins")) == ["hoc.card.trade-ship: CoinsGained seat 0 coins 2"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.money-lender")
def test_a_money_lender_and_its_copy_are_owed_four_each() -> None:
    board = Board(Area(hand="money-lender shinobi", draw=["city*9"]), Area())
    board.play("money-lender")
    board.play("shinobi")
    board.do(pb.CopyCard(card=board.in_field("money-lender")))
    assert board.state.turn.coins == 6
    assert whole(board.end(), "DebtChanged") == [
        "hoc.card.money-lender: DebtChanged seat 0 counters 4",
        "hoc.card.money-lender: DebtChanged seat 0 counters 8",
    ]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.supply-unit", "hoc.faq.supply-unit.not-each-other")
def test_a_supply_unit_and_its_copy_return_two_cards_the_shinobi_among_them_but_no_supply_unit() -> None:
    board = Board(Area(hand="supply-unit shinobi library", draw=["city*9"]), Area())
    board.play("supply-unit")
    board.play("shinobi")
    board.do(pb.CopyCard(card=board.in_field("supply-unit")))
    board.play("library")
    board.do(pb.PutCardUnder(card=board.in_hand("city")))
    board.end()
    assert board.moves() == ["Decline", "ReturnCard library", "ReturnCard shinobi"]
    assert board.cited(pb.ReturnCard(card=board.in_field("supply-unit"))) == ["hoc.faq.supply-unit.not-each-other"]
    board.do(pb.ReturnCard(card=board.in_field("shinobi")))
    assert board.moves() == ["Decline", "ReturnCard library"]
    board.do(pb.ReturnCard(card=board.in_field("library")))
    assert board.hand() == ["city", "city", "city", "library", "shinobi"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.faq.purveyor.any-number")
def test_a_copied_purveyor_gives_coins_and_allows_what_is_allowed_already() -> None:
    board = Board(Area(hand="shinobi", field="purveyor"), Area(), random="scout", buying_under=True)
    copying("purveyor", board)
    board.second()
    assert board.moves() == [
        *("BuyCard scout not-under_draw_pile", "BuyCard scout under_draw_pile"),
        DONE,
    ]


@pytest.mark.rule("hoc.card.shinobi", "hoc.effect.cost", "hoc.card.donation")
def test_a_copied_donation_costs_another_coin() -> None:
    board = Board(Area(hand="donation shinobi*2 maid curse"), Area(), coins=2)
    board.play("donation")
    board.do(pb.ExileCard(card=board.in_hand("maid")))
    board.play("shinobi")
    assert board.do(pb.CopyCard(card=board.in_field("donation"))) == [f"{COPIED} donation"]
    assert board.moves() == ["Decline", "ExileCard curse", "ExileCard shinobi"]
    assert board.do(pb.ExileCard(card=board.in_hand("curse"))) == [
        "hoc.card.donation: CoinsPaid seat 0 coins 1",
        "hoc.card.donation: CardExiled seat 0 curse",
    ]
    board.play("shinobi")
    assert board.do(pb.CopyCard(card=board.in_field("donation"))) == [
        f"{COPIED} donation",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 donation passed_over ExileCard",
    ], "no coin is left"
    assert board.moves() == [END]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.adventurer", "hoc.faq.adventurer.then-set")
def test_a_copied_adventurer_is_paid_and_acquires() -> None:
    board = Board(
        Area(hand="shinobi city duke magic-talisman", field="adventurer", domain="klam-klam"),
        Area(),
        coins=2,
        random="bank alchemist",
    )
    copying("adventurer", board)
    assert board.moves() == ["Decline", "ExileCard city", "ExileCard duke"]
    assert board.do(pb.ExileCard(card=board.in_hand("city"))) == [
        "hoc.card.adventurer: CoinsPaid seat 0 coins 2",
        "hoc.card.adventurer: CardExiled seat 0 city",
    ]
    assert board.moves() == [
        *("AcquireCard alchemist", "AcquireCard bank", "AcquireCard city"),
        *("AcquireCard royal-maid", "AcquireCard senator"),
    ]
    assert board.do(pb.AcquireCard(kind="bank")) == ["hoc.card.adventurer: CardAcquired seat 0 bank random market"]
    board.second()
    assert board.moves() == [DONE, "SetCard duke"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.summons", "hoc.effect.cost")
def test_a_copied_summons_is_paid_anew() -> None:
    board = Board(Area(hand="shinobi", field="summons", draw=["city", "scout", "maid*2"]), Area(), coins=1)
    copying("summons", board)
    assert board.match.legal(0) == [pb.PayCoins(coins=0), pb.PayCoins(coins=1)]
    assert board.do(pb.PayCoins(coins=1)) == [
        "hoc.card.summons: CoinsPaid seat 0 coins 1",
        "hoc.card.summons: CardRevealed seat 0 city",
        "hoc.card.summons: CardRevealed seat 0 scout under 1",
    ]
    assert board.moves() == ["TakeRevealedCards scout"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.stargazing-witch")
def test_a_copied_witch_counts_the_action_cards_before_the_shinobi_herself_among_them() -> None:
    board = Board(Area(hand="shinobi", field="post-horse city stargazing-witch", draw=["duke*9"]), Area())
    assert copying("stargazing-witch", board) == [
        f"{COPIED} stargazing-witch",
        "hoc.card.stargazing-witch: CardLookedAt seat 0 duke",
        "hoc.card.stargazing-witch: CardLookedAt seat 0 duke under 1",
        "hoc.card.stargazing-witch: CardLookedAt seat 0 duke under 2",
    ]
    board.do(pb.DiscardSeenCards(cards=[part.id for part in board.player().draw_pile if isinstance(part, Card)]))
    assert board.discard() == "duke*3" and board.hand() == ["duke"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.faq.slash-and-burn.not-cumulative", "hoc.effect.curse-acquire")
def test_a_copied_slash_and_burn_takes_the_last_curse_and_villages_still_give_two() -> None:
    board = Board(Area(hand="slash-and-burn shinobi*2 village*2"), Area(), curses=2)
    board.play("slash-and-burn")
    board.play("shinobi")
    board.do(pb.CopyCard(card=board.in_field("slash-and-burn")))
    assert board.discard() == "curse*2" and board.state.curses == 0
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]
    board.play("shinobi")
    assert board.do(pb.CopyCard(card=board.in_field("slash-and-burn"))) == [
        f"{COPIED} slash-and-burn",
        "hoc.faq.slash-and-burn.no-curse: EffectFizzled seat 0 slash-and-burn",
    ]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.faq.money-lender.debt-first", "hoc.card.bank")
def test_a_copied_bank_serves_debts_first_like_any_other() -> None:
    board = Board(Area(hand="shinobi", field="bank city*2"), Area())
    board.match.amend(pb.DebtChanged(seat=0, counters=1))
    assert copying("bank", board) == [
        f"{COPIED} bank",
        "hoc.faq.money-lender.debt-first: DebtChanged seat 0 counters 0",
        "hoc.card.bank: CoinsGained seat 0 coins 1",
    ]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.library", "hoc.card.wishing-well")
def test_copied_texts_that_choose_from_the_hand_ask_of_the_hand_as_it_is_now() -> None:
    board = Board(Area(hand="shinobi maid", field="library wishing-well", draw=["city*2"]), Area())
    copying("library", board)
    assert board.moves() == ["PutCardUnder city", "PutCardUnder city"]
    board = Board(Area(hand="shinobi", field="library wishing-well"), Area())
    assert copying("wishing-well", board) == [
        f"{COPIED} wishing-well",
        "hoc.faq.wishing-well.zero: EffectFizzled seat 0 wishing-well passed_over DiscardCards",
    ]
    assert board.moves() == [END], "nothing is asked of an empty hand"


@pytest.mark.rule("hoc.card.shinobi", "hoc.keep.keep", "hoc.recall")
def test_a_kept_shinobi_copies_nothing_until_it_is_played() -> None:
    board = Board(Area(hand="alchemist", domain="klam-klam large-city[shinobi]", draw=["duke*9"]), Area())
    board.play("alchemist")
    board.do(pb.RecallCard(card=board.kept("shinobi")))
    board.play("shinobi")
    assert board.moves() == ["CopyCard alchemist"]
    board.do(pb.CopyCard(card=board.in_field("alchemist")))
    assert told(board.match.facts(viewer=1)) == [
        f"{COPIED} alchemist",
        *["hoc.card.alchemist: CardDrawn seat 0"] * 2,
    ]


# Gossipy Duchess.


@pytest.mark.rule("hoc.card.gossipy-duchess", "hoc.effect.clockwise", "hoc.term.opponent")
def test_each_opponent_in_turn_loses_one_court_card_of_her_players_choice() -> None:
    board = Board(
        Area(domain="twins duke royal-maid city"),
        Area(domain="klam-klam senator*2 royal-maid imperial-domain"),
        Area(hand="gossipy-duchess duke", domain="lulunasaika duke"),
        Area(domain="laolily senator gossipy-duchess"),
        entry="second-phase",
        seat=2,
    )
    assert board.do(board.setting("gossipy-duchess")) == [
        "hoc.set.any-number: CardSet seat 2 gossipy-duchess points 15"
    ]
    assert board.asked == 2 and board.moves() == ["ChooseDomainCard senator"]
    senator = board.in_domain("senator", 3)
    assert board.do(pb.ChooseDomainCard(card=senator)) == [f"{GOSSIP} 3 senator"]
    assert board.moves() == ["ChooseDomainCard duke", "ChooseDomainCard royal-maid"]
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("duke"))) == [f"{GOSSIP} 0 duke"]
    assert board.moves() == ["ChooseDomainCard royal-maid", *["ChooseDomainCard senator"] * 2]
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("royal-maid", 1))) == [f"{GOSSIP} 1 royal-maid"]
    assert [board.discard(seat) for seat in range(4)] == ["duke", "royal-maid", "", "senator"]
    assert [board.domain(seat) for seat in range(4)] == [
        ["twins", "royal-maid", "city"],
        ["klam-klam", "senator", "senator", "imperial-domain"],
        ["lulunasaika", "duke", "gossipy-duchess"],
        ["laolily", "gossipy-duchess"],
    ]
    for viewer in (0, 1, SPECTATOR, JUDGE):
        assert [player.domain.points for player in board.view(viewer).players] == [2, 6, 15, 3]
    assert board.moves() == [DONE, "SetCard duke"]


@pytest.mark.rule("hoc.card.gossipy-duchess", "hoc.effect.fizzle")
def test_who_has_no_such_card_is_skipped() -> None:
    board = Board(
        Area(hand="gossipy-duchess", domain="lulunasaika"),
        Area(),
        Area(domain="klam-klam city gossipy-duchess imperial-domain capital crown maid"),
        Area(domain="twins senator"),
        entry="second-phase",
    )
    spared = "hoc.effect.fizzle: EffectFizzled seat {} gossipy-duchess passed_over ChooseDomainCard"
    assert board.do(board.setting("gossipy-duchess"))[1:] == [spared.format(1), spared.format(2)]
    assert board.moves() == ["ChooseDomainCard senator"]
    board.do(pb.ChooseDomainCard(card=board.in_domain("senator", 3)))
    assert board.moves() == [DONE]
    board = Board(Area(hand="gossipy-duchess", domain="lulunasaika duke"), Area(), entry="second-phase")
    assert board.do(board.setting("gossipy-duchess"))[1:] == [spared.format(1)] and board.moves() == [DONE]
    assert board.domain() == ["lulunasaika", "duke", "gossipy-duchess"], "her own player loses nothing"


@pytest.mark.rule("hoc.card.gossipy-duchess")
def test_it_is_a_royal_maid_a_senator_or_a_duke_of_that_opponent() -> None:
    board = Board(
        Area(hand="gossipy-duchess", domain="lulunasaika duke"),
        Area(domain="twins large-city[scout] duke maid crown"),
        Area(domain="klam-klam senator"),
        entry="second-phase",
    )
    board.do(board.setting("gossipy-duchess"))
    for kind, name in (
        ("large-city", "Large City"),
        ("maid", "Apprentice Maid"),
        ("crown", "Imperial Crown"),
        ("twins", "Princess Twins Lain and Shion"),
    ):
        assert board.refused(pb.ChooseDomainCard(card=board.in_domain(kind, 1))) == [
            ("hoc.card.gossipy-duchess", f"she talks of a Royal Maid, a Senator or a Duke, not of {name}")
        ]
    for card in (board.in_domain("senator", 2), board.in_domain("duke"), board.kept("scout", 1), NOWHERE):
        assert board.refused(pb.ChooseDomainCard(card=card)) == [
            ("hoc.card.gossipy-duchess", "only a card in the domain of seat 1 can be chosen")
        ]
    assert board.cited(pb.Decline()) == ["hoc.main.face-up"], "it leaves no choice"
    assert board.moves(1) == [], "nor does it ask the opponent"
    board.do(pb.ChooseDomainCard(card=board.in_domain("duke", 1)))
    assert board.kept("scout", 1) and board.domain(1) == ["twins", "large-city", "maid", "crown"]


@pytest.mark.rule("hoc.coronation.cancel", "hoc.card.gossipy-duchess", "hoc.coronation.round")
def test_she_undoes_a_coronation_at_once() -> None:
    board = Board(
        Area(hand="royal-maid", domain=f"twins {TWENTY}", draw=["royal-maid*9"], declared=True),
        Area(hand="gossipy-duchess", domain="klam-klam"),
        Area(domain="laolily"),
        entry="second-phase",
        seat=1,
    )
    board.do(board.setting("gossipy-duchess"))
    assert board.moves() == [*["ChooseDomainCard duke"] * 3, "ChooseDomainCard royal-maid"]
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("royal-maid"))) == [
        f"{GOSSIP} 0 royal-maid",
        "hoc.coronation.cancel: CoronationCancelled seat 0 points 18",
    ]
    for viewer in (0, 2, SPECTATOR):
        seen = board.view(viewer).players[0]
        assert (seen.declared, seen.domain.points) == (False, 18)
    board.do(pb.EndSecondPhase())
    board.end()
    assert board.asked == 0 and board.result is None
    board.second()
    board.do(board.setting("royal-maid"))
    assert board.moves() == ["DeclareCoronation", DONE], "it may be declared again"


@pytest.mark.rule("hoc.coronation.cancel", "hoc.card.gossipy-duchess")
def test_a_coronation_that_stays_at_twenty_is_not_undone() -> None:
    board = Board(
        Area(domain=f"lulunasaika {TWENTY}", declared=True),
        Area(hand="gossipy-duchess", domain="klam-klam"),
        entry="second-phase",
        seat=1,
    )
    board.do(board.setting("gossipy-duchess"))
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("duke"))) == [f"{GOSSIP} 0 duke"]
    assert board.player().declared and board.view(1).players[0].domain.points == 20
    board.do(pb.EndSecondPhase())
    assert board.result == ((0,), "hoc.coronation.round")


@pytest.mark.rule("hoc.win.thirty", "hoc.sudden-death.thirty", "hoc.card.gossipy-duchess")
@pytest.mark.parametrize(("overtime", "rule"), [(False, "hoc.win.thirty"), (True, "hoc.sudden-death.thirty")])
def test_her_own_points_count_before_she_talks(overtime: bool, rule: str) -> None:
    board = Board(
        Area(hand="gossipy-duchess", domain=f"lulunasaika {TWENTY} imperial-domain+1"),
        Area(domain="twins duke"),
        entry="second-phase",
        overtime=overtime,
    )
    assert board.do(board.setting("gossipy-duchess")) == [
        "hoc.set.any-number: CardSet seat 0 gossipy-duchess points 30",
        f"{rule}: ThirtyReached seat 0 points 30",
    ]
    assert board.result == ((0,), rule) and board.domain(1) == ["twins", "duke"]


@pytest.mark.rule("hoc.coronation.any-phase", "hoc.card.gossipy-duchess")
def test_between_her_points_and_her_talk_nothing_is_declared() -> None:
    board = Board(
        Area(hand="gossipy-duchess", domain="laolily duke*2 senator royal-maid"),
        Area(domain="twins duke"),
        entry="second-phase",
    )
    board.do(board.setting("gossipy-duchess"))
    ((rule, text),) = board.refused(pb.DeclareCoronation())
    assert rule == "hoc.coronation.any-phase" and "of your own turn, between plays" in text
    board.do(pb.ChooseDomainCard(card=board.in_domain("duke", 1)))
    assert board.moves() == ["DeclareCoronation", DONE]


@pytest.mark.rule("hoc.sudden-death.below-twenty", "hoc.sudden-death.dropout", "hoc.card.gossipy-duchess")
def test_in_overtime_she_undoes_nothing_and_does_not_reach_who_dropped_out() -> None:
    board = Board(
        Area(domain=f"twins {TWENTY}", declared=True),
        Area(hand="gossipy-duchess", domain=f"klam-klam {TWENTY}", declared=True),
        Area(domain="laolily duke", standing=2),
        entry="second-phase",
        seat=1,
        overtime=True,
    )
    board.do(board.setting("gossipy-duchess"))
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("duke"))) == [f"{GOSSIP} 0 duke"]
    assert board.view(0).players[0].domain.points == 14 and board.domain(2) == ["laolily", "duke"]
    assert whole(board.do(pb.EndSecondPhase()), "CoronationCancelled", "PlayerDroppedOut") == []
    assert board.asked == 0 and board.view(0).players[0].standing == pb.STANDING_IN_GAME


@pytest.mark.rule("hoc.card.gossipy-duchess", "hoc.set.any-number")
def test_two_of_them_talk_twice() -> None:
    board = Board(
        Area(hand="gossipy-duchess*2", domain="lulunasaika"), Area(domain="twins senator*2"), entry="second-phase"
    )
    for left in (1, 0):
        board.do(board.setting("gossipy-duchess"))
        board.do(pb.ChooseDomainCard(card=board.in_domain("senator", 1)))
        assert board.domain(1).count("senator") == left
    assert board.discard(1) == "senator*2" and board.moves() == [DONE]


@pytest.mark.rule("hoc.concede", "hoc.card.gossipy-duchess")
def test_who_concedes_before_she_comes_to_them_is_passed_over() -> None:
    board = Board(
        Area(hand="gossipy-duchess", domain="lulunasaika"),
        Area(domain="twins senator"),
        Area(domain="klam-klam duke"),
        Area(domain="laolily royal-maid"),
        entry="second-phase",
    )
    board.do(board.setting("gossipy-duchess"))
    board.do(pb.Concede(), 2)
    board.do(pb.ChooseDomainCard(card=board.in_domain("senator", 1)))
    assert board.moves() == ["ChooseDomainCard royal-maid"] and board.domain(2) == ["klam-klam", "duke"]


@pytest.mark.rule("hoc.end.dukes", "hoc.card.gossipy-duchess")
def test_a_duke_that_she_talks_of_does_not_come_back_to_the_market() -> None:
    board = Board(
        Area(hand="gossipy-duchess", domain="lulunasaika"),
        Area(domain="twins duke"),
        entry="second-phase",
        basic={"duke": 1},
    )
    board.do(board.setting("gossipy-duchess"))
    board.do(pb.ChooseDomainCard(card=board.in_domain("duke", 1)))
    assert dict(board.state.basic_market)["duke"] == 1 and board.discard(1) == "duke"


@pytest.mark.rule("hoc.types.succession", "hoc.main.playable-types")
def test_she_is_set_and_never_played() -> None:
    board = Board(Area(hand="gossipy-duchess"), Area())
    assert board.moves() == [END]
    assert board.refused(board.playing("gossipy-duchess")) == [
        ("hoc.main.playable-types", "Gossipy Duchess (Succession): neither an Action nor a Territory")
    ]
    board.second()
    assert ("hoc.set.requires-princess", "you have backed no princess yet") in board.refused(
        board.setting("gossipy-duchess")
    )
