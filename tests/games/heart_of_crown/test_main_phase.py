"""Main phase: what is played, and links (rulebook p.13-14)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Card, everyone, only
from tests.games.heart_of_crown.table import Area, Board, told, whole


@pytest.mark.rule("hoc.main.play-one", "hoc.turn.phases")
def test_each_turn_begins_with_one_free_play() -> None:
    board = Board(Area(hand="trade-ship city"), Area(hand="city"), entry="turn")
    for seat in (0, 1, 0):
        assert board.asked == seat and board.positions() == ["start"]
        board.end()


@pytest.mark.rule("hoc.main.play-one")
def test_one_card_is_played_freely_and_no_second() -> None:
    board = Board(Area(hand="infantry-battalion*2 city"), Area())
    board.play("infantry-battalion")
    assert board.refused(board.playing("infantry-battalion", "start")) == [
        ("hoc.main.play-one", "the one free play of this turn is made, and no link symbol is in the field"),
        ("hoc.main.play-one", "the one free play of this turn is made"),
    ]
    assert board.moves() == ["EndMainPhase"]


@pytest.mark.rule("hoc.main.play-one")
def test_playing_is_never_compulsory() -> None:
    board = Board(Area(hand="city"), Area())
    assert board.second() == ["hoc.second: PhaseBegan seat 0 second"]
    assert board.field() == [] and board.hand() == ["city"]


@pytest.mark.rule("hoc.main.playable-types", "hoc.types.succession", "hoc.card.curse")
def test_only_action_and_territory_cards_are_played() -> None:
    board = Board(Area(hand="maid post-horse duke curse"), Area())
    board.play("post-horse")
    assert board.refused(board.playing("maid")) == [
        ("hoc.main.playable-types", "Apprentice Maid (Succession): neither an Action nor a Territory")
    ]
    assert board.cited(board.playing("duke")) == ["hoc.main.playable-types"]
    assert board.refused(board.playing("curse")) == [
        ("hoc.card.curse", "a plain Curse can be neither played nor set"),
        ("hoc.main.playable-types", "Curse (Curse): neither an Action nor a Territory"),
    ]


@pytest.mark.rule("hoc.types.multi")
@pytest.mark.parametrize("kind", ["imperial-domain", "capital"])
def test_a_card_of_two_types_is_played_as_a_territory_and_set_as_a_succession_card(kind: str) -> None:
    board = Board(Area(hand=kind, domain="lulunasaika"), Area())
    assert board.moves() == ["EndMainPhase", f"PlayCard {kind} first"]
    board.second()
    assert board.moves() == ["EndSecondPhase", f"SetCard {kind}"]


@pytest.mark.rule("hoc.types.multi")
def test_an_effect_that_forbids_a_type_means_each_card_that_has_it() -> None:
    board = Board(Area(hand="library imperial-domain capital city", draw=[]), Area())
    board.play("library")
    assert board.moves() == ["PutCardUnder city"]


@pytest.mark.rule("hoc.types.curse")
def test_a_hand_of_curses_can_only_end_the_phase() -> None:
    board = Board(Area(hand="curse*5"), Area())
    assert board.moves() == ["EndMainPhase"]
    board.second()
    assert board.moves() == ["EndSecondPhase"]


@pytest.mark.rule("hoc.types.action")
def test_cards_are_played_on_the_own_turn_only() -> None:
    board = Board(Area(hand="post-horse"), Area(hand="city"), seat=1)
    assert board.refused(pb.PlayCard(card=board.in_hand("post-horse"), at="start"), seat=0) == [
        ("hoc.turn.phases", "this may be done only in your own main phase, between plays"),
        ("hoc.main", "now the table waits for seat 1: Main phase"),
    ]
    board.second()
    assert board.cited(board.playing("city")) == ["hoc.turn.phases"]
    board.do(pb.EndSecondPhase())
    assert board.play("post-horse")[0] == "hoc.main.play-one: CardPlayed seat 0 post-horse"


@pytest.mark.rule("hoc.types.territory", "hoc.symbol.coin")
@pytest.mark.parametrize(
    ("kind", "coins"),
    [
        pytest.param("village", 1, marks=pytest.mark.rule("hoc.card.farming-village")),
        pytest.param("city", 2, marks=pytest.mark.rule("hoc.card.city")),
        pytest.param("large-city", 3, marks=pytest.mark.rule("hoc.card.large-city")),
        pytest.param("capital", 3, marks=pytest.mark.rule("hoc.card.imperial-capital-carikuma")),
    ],
)
def test_a_territory_gives_its_coins(kind: str, coins: int) -> None:
    board = Board(Area(hand=kind), Area(), coins=4)
    rule = f"hoc.card.{board.player().hand[0].kind}"
    assert board.play(kind) == [
        f"hoc.main.play-one: CardPlayed seat 0 {kind}",
        f"{rule}: CoinsGained seat 0 coins {coins}",
    ]
    assert board.state.turn.coins == 4 + coins


@pytest.mark.rule("hoc.symbol.draw")
def test_a_draw_symbol_moves_cards_from_the_draw_pile_to_the_hand() -> None:
    board = Board(Area(hand="post-horse city*3 alchemist", draw=["village*4"]), Area())
    board.play("post-horse")
    assert len(board.hand()) == 5 and board.draw_pile() == ["village*3"]
    board.play("alchemist")
    assert board.hand() == ["city"] * 3 + ["village"] * 3 and board.draw_pile() == ["village"]


@pytest.mark.rule("hoc.zone.field", "hoc.main.face-up")
def test_a_played_card_lies_in_the_field_for_all_to_see_with_a_new_id() -> None:
    board = Board(Area(hand="city"), Area())
    was = board.in_hand("city")
    board.play("city")
    for viewer in (0, 1, -1):
        (field,) = board.view(viewer).players[0].field
        assert (field.kind, field.at) == ("city", "start") and field.id != was
    played = board.match.facts(viewer=0)[0].fact
    assert isinstance(played, pb.CardPlayed) and played.was == was
    other = board.match.facts(viewer=1)[0].fact
    assert isinstance(other, pb.CardPlayed) and other.was == 0 and other.card == field.id
    assert played.opened == other.opened == [f"{field.id}:right"]
    board.do(pb.EndMainPhase())
    assert board.field() == ["city"]


@pytest.mark.rule("hoc.main.face-up")
def test_a_card_is_resolved_from_the_top_of_its_text_to_the_bottom() -> None:
    board = Board(Area(hand="village stargazing-witch city", draw=["duke", "senator", "maid"]), Area())
    board.play("village")
    facts = board.play("stargazing-witch") + board.do(pb.DiscardSeenCards())
    assert facts == [
        "hoc.link.chain: CardPlayed seat 0 stargazing-witch",
        "hoc.card.stargazing-witch: CardLookedAt seat 0 duke",
        "hoc.card.stargazing-witch: EffectFizzled seat 0 stargazing-witch",
        "hoc.card.stargazing-witch: CardDrawn seat 0 duke",
    ]
    assert board.hand() == ["city", "duke"] and "EndMainPhase" in board.moves(), "the play is over"


@pytest.mark.rule("hoc.main.face-up")
def test_what_a_text_asks_for_is_done_only_while_it_asks() -> None:
    board = Board(Area(hand="trade-ship city"), Area())
    assert board.refused(pb.ChooseOption(option="coins")) == [
        ("hoc.main.face-up", "this may be done only when a card's text asks for it; now it is time for: Main phase")
    ]


@pytest.mark.rule("hoc.main.face-up", "hoc.zone.field")
def test_the_field_holds_all_cards_of_the_turn_in_the_order_of_play() -> None:
    board = Board(Area(hand="city village trade-ship"), Area())
    for kind in ("village", "city", "trade-ship"):
        board.play(kind)
    assert [card.kind for card in board.view(1).players[0].field] == ["farming-village", "city", "trade-ship"]
    assert [card.at.partition(":")[2] for card in board.view(1).players[0].field] == ["", "right", "right"]


# Links.


@pytest.mark.rule("hoc.symbol.link", "hoc.link.chain")
def test_a_link_symbol_opens_a_position() -> None:
    board = Board(Area(hand="post-horse city library"), Area())
    board.play("post-horse")
    horse = board.in_field("post-horse")
    assert board.positions() == [f"{horse}:right", f"{horse}:bottom"]
    board.play("city", f"{horse}:right")
    city = board.in_field("city")
    assert board.positions() == [f"{horse}:bottom", f"{city}:right"]


@pytest.mark.rule("hoc.link.chain")
def test_any_open_position_may_be_used_not_only_the_latest() -> None:
    board = Board(Area(hand="post-horse city village"), Area())
    board.play("post-horse")
    horse = board.in_field("post-horse")
    board.play("city", f"{horse}:right")
    assert board.play("village", f"{horse}:bottom")[0] == "hoc.link.chain: CardPlayed seat 0 village"
    assert [card.at for card in board.player().field] == ["start", f"{horse}:right", f"{horse}:bottom"]


@pytest.mark.rule("hoc.link.one-per-position")
def test_each_position_holds_one_card() -> None:
    board = Board(Area(hand="village infantry-battalion*2"), Area())
    assert len(board.positions()) == 1
    board.play("village")
    position = f"{board.in_field('village')}:right"
    assert board.positions() == [position]
    board.play("infantry-battalion")
    assert board.positions() == [] and board.moves() == ["EndMainPhase"]
    assert board.refused(board.playing("infantry-battalion", position)) == [
        ("hoc.link.one-per-position", "the one link position of this turn holds a card"),
        ("hoc.link.one-per-position", "right of Farming Village lies Infantry Battalion already; none is open"),
    ]


@pytest.mark.rule("hoc.symbol.link", "hoc.link.none-ends", "hoc.link.chain")
def test_a_position_that_nothing_opened_is_refused() -> None:
    board = Board(Area(hand="post-horse village*3 infantry-battalion", draw=["city"]), Area())
    board.play("post-horse")
    horse = board.in_field("post-horse")
    board.play("village", f"{horse}:right")
    board.play("infantry-battalion", f"{horse}:bottom")
    village, infantry = board.in_field("village"), board.in_field("infantry-battalion")
    still = f"open: right of Farming Village ({village}:right)"
    assert board.refused(board.playing("village", f"{village}:bottom")) == [
        ("hoc.symbol.link", f"Farming Village has no link symbol at that corner; {still}")
    ]
    assert board.refused(board.playing("village", f"{infantry}:right")) == [
        ("hoc.link.none-ends", f"Infantry Battalion has no link symbol; {still}")
    ]
    assert board.refused(board.playing("village", "77:right")) == [
        ("hoc.link.chain", f"77:right is no position of your field; {still}")
    ]


@pytest.mark.rule("hoc.main.play-one")
def test_a_card_that_is_not_in_the_hand_is_not_played() -> None:
    board = Board(Area(hand="village*2"), Area())
    board.play("village")
    assert board.refused(pb.PlayCard(card=77, at=board.positions()[0])) == [
        ("hoc.main.play-one", "only cards in your hand can be played")
    ]


def test_a_play_that_leaves_out_its_position_or_its_card_is_refused() -> None:
    board = Board(Area(hand="village"), Area())
    assert board.refused(pb.PlayCard(card=board.in_hand("village"))) == [
        ("hoc.main", "at is a choice and was left out")
    ]
    assert board.refused(pb.PlayCard(at="start")) == [("hoc.main", "card is a choice and was left out")]


@pytest.mark.rule("hoc.link.resolve-before-next")
def test_a_card_is_resolved_before_the_next_is_played() -> None:
    board = Board(Area(hand="post-horse", draw=["city"]), Area())
    assert board.play("post-horse") == [
        "hoc.main.play-one: CardPlayed seat 0 post-horse",
        "hoc.card.post-horse: CardDrawn seat 0 city",
    ]
    assert board.moves() == ["EndMainPhase", "PlayCard city below post-horse", "PlayCard city right of post-horse"]


@pytest.mark.rule("hoc.link.none-ends")
def test_a_card_without_a_link_closes_its_branch_and_no_other() -> None:
    board = Board(Area(hand="post-horse infantry-battalion*2"), Area())
    board.play("post-horse")
    horse = board.in_field("post-horse")
    board.play("infantry-battalion", f"{horse}:right")
    assert board.positions() == [f"{horse}:bottom"]
    board.play("infantry-battalion", f"{horse}:bottom")
    assert board.positions() == [] and board.field() == ["post-horse", "infantry-battalion", "infantry-battalion"]


@pytest.mark.rule("hoc.link.both-corners")
def test_right_and_bottom_corners_open_positions_of_their_own() -> None:
    board = Board(Area(hand="post-horse*2 village"), Area())
    board.play("post-horse")
    first = board.in_field("post-horse")
    board.play("post-horse", f"{first}:bottom")
    second = board.in_field("post-horse", number=1)
    assert board.positions() == [f"{first}:right", f"{second}:right", f"{second}:bottom"]


@pytest.mark.rule("hoc.link.stay-counted")
def test_positions_stay_as_counted_when_a_card_leaves_the_field() -> None:
    board = Board(Area(hand="post-horse supply-unit infantry-battalion village"), Area())
    board.play("post-horse")
    board.play("supply-unit")
    assert len(board.positions()) == 3
    horse, unit = board.in_field("post-horse"), board.in_field("supply-unit")
    board.match.amend(pb.FieldCardPutOnTop(seat=0, card=horse, kind="post-horse"))
    assert board.positions() == [f"{horse}:bottom", f"{unit}:right", f"{unit}:bottom"]
    board.play("infantry-battalion", f"{horse}:bottom")
    assert len(board.positions()) == 2
    infantry = board.in_field("infantry-battalion")
    board.match.amend(pb.FieldCardPutOnTop(seat=0, card=infantry, kind="infantry-battalion"))
    assert board.positions() == [f"{unit}:right", f"{unit}:bottom"]


@pytest.mark.rule("hoc.link.stay-counted")
def test_the_position_of_a_card_that_left_is_not_given_back() -> None:
    board = Board(Area(hand="post-horse infantry-battalion village"), Area())
    board.play("post-horse")
    horse = board.in_field("post-horse")
    board.play("infantry-battalion", f"{horse}:right")
    infantry = board.in_field("infantry-battalion")
    board.match.amend(pb.FieldCardPutOnTop(seat=0, card=infantry, kind="infantry-battalion"))
    assert board.refused(board.playing("village", f"{horse}:right")) == [
        (
            "hoc.link.stay-counted",
            "the card right of Post Horse has left, and gives no position back; "
            f"open: below Post Horse ({horse}:bottom)",
        )
    ]


@pytest.mark.rule("hoc.link.stay-counted")
def test_what_is_linked_to_a_card_that_left_stays() -> None:
    board = Board(Area(hand="post-horse city village"), Area(), coins=0)
    board.play("post-horse")
    board.play("city")
    horse = board.in_field("post-horse")
    board.match.amend(pb.FieldCardPutOnTop(seat=0, card=horse, kind="post-horse"))
    assert board.field() == ["city"] and board.state.turn.coins == 2
    assert board.positions() == [f"{horse}:bottom", f"{board.in_field('city')}:right"]


@pytest.mark.rule("hoc.main.end")
def test_the_phase_does_not_end_by_itself() -> None:
    board = Board(Area(hand="trade-ship", discard="scout", domain="twins"), Area(), coins=0)
    board.play("trade-ship")
    board.do(pb.ChooseOption(option="coins"))
    assert board.state.turn.phase == 1 and board.moves() == ["EndMainPhase"]


@pytest.mark.rule("hoc.main.end", "hoc.ability.activated")
def test_with_no_position_left_an_ability_may_still_be_used() -> None:
    board = Board(Area(hand="infantry-battalion", domain="twins", twin=1), Area())
    board.play("infantry-battalion")
    assert board.positions() == [] and board.moves() == ["EndMainPhase", "UseAbility twins"]
    facts = board.do(pb.UseAbility(card=board.in_domain("twins")))
    assert whole(facts, "CardPlayed") == [] and board.field() == ["infantry-battalion"], "it is no play"
    assert board.state.turn.phase == pb.PHASE_MAIN


@pytest.mark.rule("hoc.turn.phases")
def test_nothing_is_played_once_the_main_phase_is_over() -> None:
    board = Board(Area(hand="city"), Area())
    board.second()
    assert board.refused(board.playing("city")) == [
        (
            "hoc.turn.phases",
            "this may be done only in your own main phase, between plays; now it is time for: Second phase",
        )
    ]
    assert board.cited(pb.EndMainPhase()) == ["hoc.main.end"]


def test_a_card_in_the_hand_is_its_owners_alone() -> None:
    board = Board(Area(hand="post-horse", draw=["duke"]), Area())
    board.play("post-horse")
    (drawn,) = board.player().hand
    assert isinstance(drawn, Card) and drawn.audience == only(0) != everyone(2)
    assert told(board.match.facts(viewer=1))[1] == "hoc.card.post-horse: CardDrawn seat 0"
    assert told(board.match.facts(viewer=-1))[1] == "hoc.card.post-horse: CardDrawn seat 0"
    assert told(board.match.facts(viewer=0))[1] == "hoc.card.post-horse: CardDrawn seat 0 duke"
