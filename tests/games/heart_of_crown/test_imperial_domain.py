"""Imperial Domain, Territory and Succession card in one, with its +1 counters; the Imperial Capital, which is both too;
and other counters (rulebook p.14-18, p.21, p.23-25, p.29).
"""

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, unavailable
from tests.games.heart_of_crown.table import Area, Board

END = "EndMainPhase"
DONE = "EndSecondPhase"
NOWHERE = 999
USED = "hoc.ability.activated: AbilityUsed seat 0 imperial-domain"
PAID = "hoc.card.imperial-domain: CoinsPaid seat 0 coins 3"
COUNTERS = "hoc.card.imperial-domain: PlusOneCountersChanged seat 0"


def using(board: Board, number: int = 0) -> pb.UseAbility:
    return pb.UseAbility(card=board.in_domain("imperial-domain", board.asked, number))


# Its two types.


@pytest.mark.rule("hoc.types.multi", "hoc.card.imperial-domain", "hoc.types.territory")
def test_it_is_played_as_a_territory() -> None:
    board = Board(Area(hand="imperial-domain city"), Area())
    assert board.moves() == [END, "PlayCard city first", "PlayCard imperial-domain first"]
    assert board.play("imperial-domain") == [
        "hoc.main.play-one: CardPlayed seat 0 imperial-domain",
        "hoc.card.imperial-domain: CoinsGained seat 0 coins 2",
    ]
    assert board.moves() == [END, "PlayCard city right of imperial-domain"]


@pytest.mark.rule("hoc.types.multi", "hoc.card.imperial-domain", "hoc.types.succession")
def test_it_is_set_as_a_succession_card_worth_nothing_yet() -> None:
    board = Board(Area(hand="imperial-domain", domain="lulunasaika"), Area(), entry="second-phase")
    assert board.moves() == [DONE, "SetCard imperial-domain"]
    assert board.do(board.setting("imperial-domain")) == ["hoc.set.any-number: CardSet seat 0 imperial-domain points 6"]
    assert board.domain() == ["lulunasaika", "imperial-domain"]


@pytest.mark.rule("hoc.set.from-hand", "hoc.card.imperial-domain")
def test_one_that_was_played_is_not_set() -> None:
    board = Board(Area(hand="imperial-domain", domain="lulunasaika"), Area())
    board.play("imperial-domain")
    board.second()
    assert board.refused(pb.SetCard(card=board.in_field("imperial-domain"))) == [
        ("hoc.set.from-hand", "only cards in your hand can be set")
    ]


@pytest.mark.rule("hoc.faq.no-later-territories", "hoc.types.multi")
def test_other_territories_enter_the_domain_on_backing_only() -> None:
    board = Board(
        Area(hand="large-city city village capital imperial-domain", domain="lulunasaika"),
        Area(),
        entry="second-phase",
    )
    assert board.moves() == [DONE, "SetCard capital", "SetCard imperial-domain"]
    for kind, name in (("large-city", "Large City"), ("city", "City"), ("village", "Farming Village")):
        assert (
            "hoc.faq.no-later-territories",
            f"{name}: Territories enter the domain only on backing",
        ) in board.refused(board.setting(kind))
    board.do(board.setting("capital"))
    board.do(board.setting("imperial-domain"))
    assert board.domain() == ["lulunasaika", "capital", "imperial-domain"]
    assert board.view(1).players[0].domain.points == 6 + 8


@pytest.mark.rule("hoc.types.succession", "hoc.set.requires-princess")
def test_without_a_princess_it_is_not_set() -> None:
    board = Board(Area(hand="imperial-domain"), Area(), entry="second-phase")
    assert board.moves() == [DONE]
    assert ("hoc.set.requires-princess", "you have backed no princess yet") in board.refused(
        board.setting("imperial-domain")
    )


# Keeping on it.


@pytest.mark.rule("hoc.faq.keep-on-set-territory", "hoc.keep.cost-limit")
def test_a_card_is_kept_on_one_that_was_set_as_far_as_its_cost_goes() -> None:
    board = Board(
        Area(hand="imperial-domain", domain="lulunasaika", draw=["adventurer infantry-battalion scout city*2"]),
        Area(),
        entry="second-phase",
    )
    board.do(board.setting("imperial-domain"))
    board.end()
    board.end()
    assert board.moves() == [
        END,
        *(f"KeepCard {kind} on imperial-domain" for kind in ("adventurer", "infantry-battalion", "scout")),
        *(f"PlayCard {kind} first" for kind in ("adventurer", "city", "city", "infantry-battalion", "scout")),
    ]
    assert board.do(board.keeping("adventurer", "imperial-domain")) == ["hoc.keep.keep: CardKept seat 0 adventurer"]
    assert board.refused(board.keeping("scout", "imperial-domain"))[-1] == (
        "hoc.keep.one-per-territory",
        "this Imperial Domain holds a kept card already",
    )


@pytest.mark.rule("hoc.faq.keep-on-set-territory", "hoc.keep.cost-limit", "hoc.example.keep-cost")
def test_infantry_is_kept_on_a_large_city_a_domain_or_the_capital_and_on_nothing_cheaper() -> None:
    board = Board(
        Area(hand="infantry-battalion", domain="klam-klam village city large-city imperial-domain capital"), Area()
    )
    assert board.moves() == [
        END,
        *("KeepCard infantry-battalion on capital", "KeepCard infantry-battalion on imperial-domain"),
        *("KeepCard infantry-battalion on large-city", "PlayCard infantry-battalion first"),
    ]
    assert board.refused(board.keeping("infantry-battalion", "city")) == [
        ("hoc.keep.cost-limit", "Infantry Battalion costs 4, City 3")
    ]
    assert board.refused(board.keeping("infantry-battalion", "village")) == [
        ("hoc.keep.cost-limit", "Infantry Battalion costs 4, Farming Village 1")
    ]


@pytest.mark.rule("hoc.keep.keep", "hoc.recall", "hoc.counter.plus-one")
def test_counters_stay_on_a_domain_that_holds_a_card_and_gives_it_back() -> None:
    board = Board(Area(domain="klam-klam imperial-domain[scout]+2", hand="library"), Area(), coins=3)
    assert board.moves() == [END, "PlayCard library first", "RecallCard scout", "UseAbility imperial-domain"]
    board.do(using(board))
    board.do(pb.RecallCard(card=board.kept("scout")))
    board.do(board.keeping("library", "imperial-domain"))
    (card,) = [card for card in board.view(1).players[0].domain.cards if card.kind == "imperial-domain"]
    assert (card.plus_one_counters, card.kept.kind) == (3, "library")


# Its ability.


@pytest.mark.rule("hoc.card.imperial-domain", "hoc.counter.plus-one", "hoc.ability.activated")
def test_three_coins_put_a_counter_on_it_that_counts_as_a_point() -> None:
    board = Board(Area(hand="city", domain="lulunasaika imperial-domain"), Area(), coins=3)
    assert board.moves() == [END, "PlayCard city first", "UseAbility imperial-domain"]
    assert board.do(using(board)) == [USED, PAID, f"{COUNTERS} counters 1 points 7"]
    assert board.state.turn.coins == 0 and board.positions() == ["start"], "it is no play"
    for viewer in (0, 1, SPECTATOR, JUDGE):
        domain = board.view(viewer).players[0].domain
        assert (domain.points, [card.plus_one_counters for card in domain.cards]) == (7, [0, 1])
    assert board.moves() == [END, "PlayCard city first"]


@pytest.mark.rule("hoc.card.imperial-domain", "hoc.effect.cost")
def test_it_is_used_as_often_as_it_is_paid_for() -> None:
    board = Board(Area(domain="lulunasaika imperial-domain*2"), Area(), coins=10)
    assert board.moves() == [END, *["UseAbility imperial-domain"] * 2]
    assert board.do(using(board)) == [USED, PAID, f"{COUNTERS} counters 1 points 7"]
    assert board.do(using(board)) == [USED, PAID, f"{COUNTERS} counters 2 points 8"]
    assert board.do(using(board, 1)) == [USED, PAID, f"{COUNTERS} counters 1 points 9"]
    assert board.state.turn.coins == 1 and board.moves() == [END]
    assert [card.plus_one for card in board.player().domain] == [0, 2, 1]


@pytest.mark.rule("hoc.effect.cost", "hoc.card.imperial-domain")
@pytest.mark.parametrize(("coins", "told"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_with_fewer_than_three_coins_it_is_not_used(coins: int, told: str) -> None:
    board = Board(Area(domain="lulunasaika imperial-domain"), Area(), coins=coins)
    why = [("hoc.effect.cost", f"it costs 3, you have {told}")]
    assert board.moves() == [END] and board.refused(using(board)) == why
    found = [one for one in unavailable(GAME, board.match.table, 0) if one.subject.message is pb.UseAbility]
    assert [(one.subject.value, [(reason.rule, reason.text) for reason in one.reasons]) for one in found] == [
        (board.in_domain("imperial-domain"), why)
    ]


@pytest.mark.rule("hoc.ability.activated")
def test_it_is_used_in_the_own_main_phase_only() -> None:
    board = Board(
        Area(domain="lulunasaika imperial-domain"), Area(domain="twins imperial-domain"), coins=3, entry="second-phase"
    )
    when = "this may be done only in your own main phase, between plays"
    mine, theirs = (pb.UseAbility(card=board.in_domain("imperial-domain", seat)) for seat in (0, 1))
    assert board.refused(mine) == [("hoc.ability.activated", f"{when}; now it is time for: Second phase")]
    assert board.refused(theirs, 1) == [
        ("hoc.ability.activated", when),
        ("hoc.second", "now the table waits for seat 0: Second phase"),
    ]


@pytest.mark.rule("hoc.ability.activated", "hoc.card.imperial-domain")
def test_it_is_the_own_one_and_it_lies_in_the_domain() -> None:
    board = Board(
        Area(hand="imperial-domain maid", field="imperial-domain", domain="lulunasaika imperial-domain"),
        Area(domain="twins imperial-domain"),
        coins=3,
    )
    for card in (board.in_hand("imperial-domain"), board.in_field("imperial-domain"), NOWHERE):
        assert board.refused(pb.UseAbility(card=card)) == [
            ("hoc.ability.activated", "only a card in your domain that has an activated ability can be used")
        ]
    assert board.cited(pb.UseAbility(card=board.in_domain("imperial-domain", 1))) == ["hoc.ability.activated"]
    given = pb.UseAbility(card=board.in_domain("imperial-domain"), discard=board.in_hand("maid"))
    assert board.refused(given) == [("hoc.main", "discard is not a choice here")]


@pytest.mark.rule("hoc.ability.bergamot-once", "hoc.card.imperial-domain")
def test_it_stands_beside_a_princess_with_an_ability_of_her_own() -> None:
    board = Board(Area(hand="maid*2", domain="bergamotte imperial-domain"), Area(), coins=6)
    assert board.moves() == [END, *["UseAbility bergamotte maid"] * 2, "UseAbility imperial-domain"]
    board.do(using(board))
    board.do(pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("maid")))
    assert board.moves() == [END, "UseAbility imperial-domain"], "she acts once, it does not"
    board.do(using(board))
    assert board.moves() == [END]


@pytest.mark.rule("hoc.faq.imperial-domain.then-buy", "hoc.second.exclusive")
def test_the_second_phase_is_free_after_it() -> None:
    board = Board(Area(hand="duke", domain="lulunasaika imperial-domain"), Area(), coins=6, random="scout")
    board.do(using(board))
    board.second()
    assert board.moves() == [*("BuyCard city", "BuyCard royal-maid", "BuyCard scout"), DONE, "SetCard duke"]
    assert board.do(pb.BuyCard(kind="city"))[0] == "hoc.buy.cost: CardBought seat 0 city price 3"


@pytest.mark.rule("hoc.effect.cost", "hoc.faq.money-lender.debt-first", "hoc.faq.slash-and-burn.not-cumulative")
def test_coins_that_took_debts_away_do_not_pay_and_those_of_villages_on_burnt_land_do() -> None:
    board = Board(Area(hand="large-city*2", domain="lulunasaika imperial-domain"), Area())
    board.match.amend(pb.DebtChanged(seat=0, counters=4))
    board.play("large-city")
    assert board.refused(using(board)) == [
        ("hoc.effect.cost", "it costs 3, you have 0 coins"),
        ("hoc.faq.money-lender.debt-first", "coins that you gain go to your 1 debt counter first"),
    ]
    board.play("large-city")
    assert board.refused(using(board)) == [("hoc.effect.cost", "it costs 3, you have 2 coins")]
    board = Board(Area(hand="slash-and-burn*2 village*2 imperial-domain", domain="lulunasaika imperial-domain"), Area())
    for kind in ("slash-and-burn", "slash-and-burn", "village", "village"):
        board.play(kind)
    assert board.state.turn.coins == 4
    assert board.play("imperial-domain")[1:] == ["hoc.card.imperial-domain: CoinsGained seat 0 coins 2"], "as ever"
    board.do(using(board))
    board.do(using(board))
    assert board.view(1).players[0].domain.points == 8


@pytest.mark.rule("hoc.cleanup.domain-stays", "hoc.counter.plus-one")
def test_counters_outlast_the_turn() -> None:
    board = Board(Area(domain="lulunasaika imperial-domain"), Area(), coins=3)
    board.do(using(board))
    board.end()
    board.end()
    assert board.view(1).players[0].domain.points == 7


@pytest.mark.rule("hoc.counter.plus-one", "hoc.zone.discard")
def test_counters_are_gone_with_the_card() -> None:
    board = Board(Area(domain="lulunasaika imperial-domain+3"), Area())
    assert board.view(0).players[0].domain.points == 9
    board.match.amend(pb.DomainCardDiscarded(seat=0, card=board.in_domain("imperial-domain"), kind="imperial-domain"))
    assert board.view(0).players[0].domain.points == 6 and board.discard() == "imperial-domain"
    board = Board(Area(hand="imperial-domain", domain="lulunasaika"), Area(), entry="second-phase")
    board.do(board.setting("imperial-domain"))
    assert [card.plus_one for card in board.player().domain] == [0, 0]


# Points.


@pytest.mark.rule("hoc.faq.thirty-before-declaring", "hoc.win.thirty", "hoc.counter.plus-one")
def test_with_twenty_nine_points_a_counter_wins_at_once() -> None:
    board = Board(Area(domain="lulunasaika duke*3 senator royal-maid imperial-domain", hand="city"), Area(), coins=3)
    assert board.view(0).players[0].domain.points == 29
    assert board.do(using(board)) == [
        USED,
        PAID,
        f"{COUNTERS} counters 1 points 30",
        "hoc.win.thirty: ThirtyReached seat 0 points 30",
    ]
    assert board.result == ((0,), "hoc.win.thirty")


@pytest.mark.rule("hoc.sudden-death.thirty", "hoc.counter.plus-one")
def test_in_overtime_too() -> None:
    board = Board(
        Area(domain="lulunasaika duke*3 senator royal-maid imperial-domain", declared=True),
        Area(domain="twins duke*3 royal-maid", declared=True),
        coins=3,
        overtime=True,
    )
    board.do(using(board))
    assert board.result == ((0,), "hoc.sudden-death.thirty")


@pytest.mark.rule("hoc.counter.plus-one", "hoc.coronation.declare")
def test_with_nineteen_points_a_counter_lets_a_coronation_be_declared() -> None:
    board = Board(Area(domain="lulunasaika duke*2 imperial-domain+1"), Area(), coins=3)
    assert board.refused(pb.DeclareCoronation()) == [
        ("hoc.coronation.declare", "your domain holds 19 points, 20 are wanted")
    ]
    board.do(using(board))
    assert board.moves() == ["DeclareCoronation", END]
    assert board.do(pb.DeclareCoronation()) == ["hoc.coronation.declare: CoronationDeclared seat 0 points 20"]


@pytest.mark.rule("hoc.counter.plus-one", "hoc.end.dukes", "hoc.coronation.negative")
def test_counters_count_when_the_dukes_are_gone_and_against_villages() -> None:
    board = Board(
        Area(domain="twins village imperial-domain+3"),
        Area(),
        Area(domain="laolily imperial-domain+2"),
        coins=8,
        entry="second-phase",
        basic={"duke": 1},
    )
    assert board.do(pb.BuyCard(kind="duke"))[-1] == "hoc.end.dukes: DukesRanOut 0:1 1:0 2:2 best 2"
    assert board.result == ((2,), "hoc.end.dukes")


# Backing.


@pytest.mark.rule("hoc.back.three-territories", "hoc.back.points-count", "hoc.types.multi")
def test_imperial_domain_and_capital_rank_by_their_cost_when_a_princess_is_backed() -> None:
    board = Board(
        Area(field="city*2 imperial-domain village capital large-city scout"), Area(), entry="second-phase", coins=6
    )
    assert board.do(pb.BackPrincess(princess="lulunasaika")) == [
        "hoc.back.choose: PrincessBacked seat 0 lulunasaika price 6",
        "hoc.back.three-territories: TerritoryMoved seat 0 capital",
        "hoc.back.three-territories: TerritoryMoved seat 0 large-city",
        "hoc.back.three-territories: TerritoryMoved seat 0 imperial-domain",
    ]
    assert board.domain() == ["lulunasaika", "capital", "large-city", "imperial-domain"]
    assert board.field() == ["city", "city", "village", "scout"]
    assert board.view(1).players[0].domain.points == 6 + 8, "all that lies in the domain counts"


@pytest.mark.rule("hoc.back.three-territories", "hoc.faq.territory.forced")
def test_of_four_imperial_domains_three_go() -> None:
    board = Board(Area(field="imperial-domain*4 city"), Area(), entry="second-phase", coins=6)
    board.do(pb.BackPrincess(princess="twins-lain-shion"))
    assert board.domain() == ["twins", *["imperial-domain"] * 3] and board.field() == ["imperial-domain", "city"]


@pytest.mark.rule("hoc.back.fewer-than-three", "hoc.back.cost", "hoc.faq.flammaria.villages")
def test_fewer_than_three_all_go_but_flammarias_villages() -> None:
    board = Board(Area(field="imperial-domain village*2 money-lender"), Area(), entry="second-phase", coins=6)
    board.do(pb.BackPrincess(princess="flammaria"))
    assert board.domain() == ["flammaria", "imperial-domain"]
    assert board.field() == ["village", "village", "money-lender"]
    board = Board(Area(field="imperial-domain"), Area(), entry="second-phase", coins=5)
    assert board.refused(pb.BackPrincess(princess="flammaria")) == [
        ("hoc.back.cost", "Princess General Flammaria costs 6, you have 5 coins")
    ]


@pytest.mark.rule("hoc.ability.activated", "hoc.back.three-territories")
def test_one_that_came_with_the_princess_is_used_from_the_next_turn_on() -> None:
    board = Board(Area(field="imperial-domain", draw=["large-city*5"]), Area(), entry="second-phase", coins=9)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.cited(using(board)) == ["hoc.ability.activated"]
    assert board.moves() == [DONE]
    board.end()
    board.end()
    board.play("large-city")
    assert board.do(using(board)) == [USED, PAID, f"{COUNTERS} counters 1 points 7"]


@pytest.mark.rule("hoc.back.only-one", "hoc.faq.no-second-princess", "hoc.back.choose")
def test_a_capital_in_the_field_makes_no_second_princess() -> None:
    board = Board(Area(field="capital", domain="lulunasaika"), Area(domain="klam-klam"), entry="second-phase", coins=12)
    assert not [move for move in board.moves() if move.startswith("Back")]
    assert "hoc.back.only-one" in board.cited(pb.BackPrincess(princess="twins-lain-shion"))
    board = Board(Area(field="capital"), Area(domain="klam-klam"), entry="second-phase", coins=6)
    assert [move for move in board.moves() if move.startswith("Back")] == [
        *("BackPrincess bergamotte", "BackPrincess flammaria", "BackPrincess laolily"),
        *("BackPrincess lulunasaika", "BackPrincess twins"),
    ]
    assert board.cited(pb.BackPrincess(princess="klam-klam")) == ["hoc.back.choose"]


# Other counters.


@pytest.mark.rule("hoc.counter.general", "hoc.outside.twins.counters")
@pytest.mark.parametrize(("rivals", "counters"), [(0, 1), (1, 2), (2, 3)])
def test_all_see_the_counters_that_the_twins_bring(rivals: int, counters: int) -> None:
    backed = ["klam-klam", "laolily"][:rivals] + [""] * (2 - rivals)
    board = Board(Area(), *(Area(domain=domain) for domain in backed), entry="second-phase", coins=6)
    assert board.do(pb.BackPrincess(princess="twins-lain-shion"))[-1] == (
        f"hoc.card.twins-lain-shion: TwinCountersChanged seat 0 counters {counters}"
    )
    for viewer in (0, 1, 2, SPECTATOR, JUDGE):
        assert [card.twin_counters for card in board.view(viewer).players[0].domain.cards] == [counters]


@pytest.mark.rule("hoc.counter.general", "hoc.view.public")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, JUDGE])
def test_all_see_every_counter(viewer: int) -> None:
    board = Board(Area(domain="twins imperial-domain+4", twin=2), Area())
    board.match.amend(pb.DebtChanged(seat=1, counters=8))
    players = board.view(viewer).players
    assert [(card.twin_counters, card.plus_one_counters) for card in players[0].domain.cards] == [(2, 0), (0, 4)]
    assert [player.debt for player in players] == [0, 8] and players[0].domain.points == 4
