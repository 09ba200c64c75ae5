"""The draft (rulebook p.18-20): piles, packs, picks and counterdrafts, draft format cards."""

import pytest

from rulekeeper.games.warhammer_invasion.box import DRAFT_POOLS, NEUTRAL_DEAL
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.decks import breaches, deck_of
from rulekeeper.games.warhammer_invasion.draft import FORMAT_CARDS
from rulekeeper.games.warhammer_invasion.setup import Setup, initial
from rulekeeper.games.warhammer_invasion.state import State, conserved
from rulekeeper.kernel import SPECTATOR, Bag, Counts, add, audience_of, contents, counts, only, size, total
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.making import Board, Drafting, kinds, named, run, told

COUNTERDRAFT = "whi.draft.counterdraft"
PICK = "whi.draft.pick-two"


def whole_pile(draft: Drafting, seat: int) -> Counts:
    """The pile and the first pack that was taken from it."""
    drafter = draft.drafter(seat)
    return contents((*drafter.pile, *drafter.pack))


def numbered(pile: Counts, first: int, last: int) -> dict[str, int]:
    return {kind: count for kind, count in pile if first <= CARDS[kind].number <= last}


def names(facts: list[str]) -> list[str]:
    return [fact.split(": ")[1].split()[0] for fact in facts]


# Sides and piles.


@pytest.mark.rule("whi.draft.sides", "whi.draft")
@pytest.mark.parametrize(("side", "other"), [("order", "destruction"), ("destruction", "order")])
def test_the_first_seat_takes_a_side_and_the_other_player_has_the_other(side: str, other: str) -> None:
    board = Board(format="draft")
    assert (board.asked, board.cited) == ((0,), "whi.draft.sides")
    assert board.moves(0) == ["ChooseSide side order", "ChooseSide side destruction"]
    assert board.refused(0, pb.ChooseSide(side="neutral")) == ["whi.draft.sides: neutral is not among the choices"]
    facts = board.do(0, pb.ChooseSide(side=side))
    assert facts[:2] == [
        f"whi.draft.sides: SideChosen seat 0 side {side}",
        f"whi.draft.sides: SideChosen seat 1 side {other}",
    ]
    assert [board.drafter(seat).side for seat in (0, 1)] == [side, other]


@pytest.mark.rule("whi.draft.piles", "whi.draft.treaties")
def test_a_pile_is_all_cards_of_its_side_and_its_three_treaties() -> None:
    draft = Drafting()
    for seat, (first, last), treaties in ((0, (1, 55), (122, 124)), (1, (56, 110), (125, 127))):
        pile = whole_pile(draft, seat)
        assert numbered(pile, first, last) == {
            card.id: card.copies for card in CARDS.values() if first <= card.number <= last
        }
        assert sum(numbered(pile, first, last).values()) == 85
        assert [*numbered(pile, *treaties).values()] == [1, 1, 1]
        assert sum(numbered(pile, 1, 110).values()) == 85 and sum(numbered(pile, 122, 127).values()) == 3


@pytest.mark.rule("whi.draft.neutrals")
def test_ten_neutral_cards_go_to_each_pile_and_nobody_knows_which() -> None:
    draft = Drafting()
    for seat in (0, 1):
        assert sum(numbered(whole_pile(draft, seat), 111, 121).values()) == 10
    left = [(kind, count) for kind, count in draft.state.box if CARDS[kind].race == "neutral"]
    assert sum(count for _, count in left) == 4 and all(kind in dict(NEUTRAL_DEAL.cards) for kind, _ in left)
    for viewer in (0, 1, SPECTATOR):
        assert named(draft.told(viewer), "DraftPileMade") == [
            f"whi.draft.piles: DraftPileMade seat {seat} size 108" for seat in (0, 1)
        ]


@pytest.mark.rule("whi.draft.format-cards")
def test_each_pile_has_a_set_of_ten_draft_format_cards_and_108_cards() -> None:
    draft = Drafting()
    for seat in (0, 1):
        pile = whole_pile(draft, seat)
        assert numbered(pile, 128, 131) == {
            "cut-supply-lines": 3,
            "reinforcements": 3,
            "sabotage": 3,
            "shifting-tides": 1,
        }
        assert total(pile) == 108
    assert sorted(FORMAT_CARDS) == sorted(kind for kind, card in CARDS.items() if card.type == "draft")


@pytest.mark.rule("whi.draft.shuffle")
def test_the_order_of_a_pile_is_not_decided_before_a_card_is_drawn() -> None:
    draft = Drafting()
    for seat in (0, 1):
        (rest,) = draft.drafter(seat).pile
        assert isinstance(rest, Bag) and size((rest,)) == 93


def test_a_draft_uses_the_whole_box() -> None:
    state = initial(Setup(format="draft"), 2)
    assert conserved(state) == {card.id: card.copies for card in CARDS.values()}
    assert sum(conserved(state).values()) == 220 and state.draft is not None


# Packs.


@pytest.mark.rule("whi.draft.pack", "whi.draft.round")
def test_each_player_takes_fifteen_cards_that_no_other_sees() -> None:
    draft = Drafting("king-kazador")
    facts = draft.told()[4:]
    assert names(facts) == (["PackCardSeen"] * 15 + ["PackMade"]) * 2
    assert facts[0] == "whi.draft.pack: PackCardSeen seat 0 kind king-kazador"
    assert facts[15::16] == [f"whi.draft.pack: PackMade seat {seat} pack 1 size 15" for seat in (0, 1)]
    for viewer, sees in ((0, {0}), (1, {1}), (SPECTATOR, set())):
        seen = named(draft.told(viewer), "PackCardSeen")
        assert {int(fact.split()[3]) for fact in seen if " kind " in fact} == sees and len(seen) == 30
    assert (draft.asked, draft.cited) == ((0, 1), PICK)


@pytest.mark.rule("whi.draft.pick-two")
def test_each_takes_two_cards_of_the_own_pack_facedown_and_both_at_once() -> None:
    draft = Drafting("king-kazador organ-gun", "urguck waaagh")
    assert len(draft.moves(0)) == len({*map(str, draft.match.legal(0))}) == 15 * 14 // 2
    assert "PickCards king-kazador organ-gun" in draft.moves(0)
    assert draft.do(0, draft.picking(0, "king-kazador organ-gun")) == []
    assert draft.told(1) == draft.told(SPECTATOR) == [] and len(draft.pack(0)) == 15
    facts = draft.do(1, draft.picking(1, "waaagh urguck"))
    picked = [
        "whi.draft.pick-two: CardPicked seat 0 kind king-kazador",
        "whi.draft.pick-two: CardPicked seat 0 kind organ-gun",
        "whi.draft.pick-two: CardPicked seat 1 kind waaagh",
        "whi.draft.pick-two: CardPicked seat 1 kind urguck",
    ]
    blind = ["whi.draft.pick-two: CardPicked seat 0"] * 2 + ["whi.draft.pick-two: CardPicked seat 1"] * 2
    assert facts[:4] == picked
    assert draft.told(0)[:4] == picked[:2] + blind[2:]
    assert draft.told(1)[:4] == blind[:2] + picked[2:]
    assert draft.told(SPECTATOR)[:4] == blind
    assert draft.drafter(0).picked == counts(["king-kazador", "organ-gun"]) and len(draft.pack(0)) == 13


def test_other_picks_are_refused() -> None:
    draft = Drafting("king-kazador organ-gun", "urguck")
    one, three = draft.ids(0, "king-kazador"), draft.ids(0, "king-kazador organ-gun runesmith")
    assert draft.refused(0, pb.PickCards(cards=one)) == ["whi.draft.pick-two: 1 chosen, 2 asked for"]
    assert draft.refused(0, pb.PickCards(cards=three)) == ["whi.draft.pick-two: 3 chosen, 2 asked for"]
    assert draft.refused(0, pb.PickCards(cards=one * 2)) == ["whi.draft.pick-two: the same one is chosen twice"]
    other = draft.ids(1, "urguck")
    assert draft.refused(0, pb.PickCards(cards=one + other)) == [
        f"whi.draft.pick-two: there is no card {other[0]} in your own pack"
    ]
    assert draft.refused(0, pb.Counterdraft(cards=other))[0].startswith("whi.draft.counterdraft: this may be done only")


@pytest.mark.rule("whi.draft.exchange")
def test_the_packs_are_exchanged_and_each_sees_what_is_left_of_the_others() -> None:
    draft = Drafting("king-kazador organ-gun", "urguck waaagh")
    before = {card.id for card in draft.drafter(0).pack}
    facts = draft.pick("king-kazador organ-gun", "urguck waaagh")[4:]
    assert facts[0] == "whi.draft.exchange: PacksExchanged"
    assert facts[1:14] == [f"whi.draft.exchange: PackCardShown seat 0 kind {kind}" for kind in draft.pack(1)]
    assert facts[14:] == [f"whi.draft.exchange: PackCardShown seat 1 kind {kind}" for kind in draft.pack(0)]
    assert draft.told(0)[4:] == draft.told(1)[4:] == facts
    assert draft.told(SPECTATOR)[4:] == [facts[0], *(fact.partition(" kind")[0] for fact in facts[1:])]
    both = draft.drafter(0).pack
    assert {audience_of(card.id) for card in both} == {card.audience for card in both} == {only(0, 1)}
    assert not before & {card.id for card in both}
    assert draft.state.draft is not None and (draft.state.draft.exchanged, draft.state.draft.round) == (True, 2)


def test_a_pack_that_was_seen_is_seen_anew_when_it_comes_back() -> None:
    """What its owner picked in between was picked in secret, and is missing now."""
    draft = Drafting()
    draft.pick()
    draft.take()
    was = {card.id for card in draft.drafter(0).pack}
    shown = named(draft.pick(), "PackCardShown")
    assert shown[10:] == [f"whi.draft.exchange: PackCardShown seat 1 kind {kind}" for kind in draft.pack(0)]
    assert len(shown) == 20 and not was & {card.id for card in draft.drafter(0).pack}


@pytest.mark.rule("whi.draft.counterdraft")
def test_each_takes_a_card_out_of_the_opponents_pack_and_both_are_revealed() -> None:
    draft = Drafting("king-kazador organ-gun", "urguck waaagh")
    draft.pick("runesmith*2", "lobber-crew*2")
    assert (draft.asked, draft.cited) == ((0, 1), COUNTERDRAFT)
    assert len(draft.moves(0)) == 13 and draft.moves(0)[0] == "Counterdraft urguck"
    both = pb.Counterdraft(cards=draft.ids(1, "urguck waaagh"))
    assert draft.refused(0, both) == ["whi.draft.counterdraft: 2 chosen, 1 asked for"]
    assert draft.refused(0, pb.Counterdraft()) == ["whi.draft.counterdraft: 0 chosen, 1 asked for"]
    own = draft.ids(0, "organ-gun")
    assert draft.refused(0, pb.Counterdraft(cards=own)) == [
        f"whi.draft.counterdraft: there is no card {own[0]} in the opponent's pack"
    ]
    assert draft.do(1, draft.taking(1, "organ-gun")) == [] and draft.told(0) == []
    facts = draft.do(0, draft.taking(0, "waaagh"))
    assert facts == [
        "whi.draft.counterdraft: CardTakenOut seat 0 kind waaagh",
        "whi.draft.counterdraft: CardTakenOut seat 1 kind organ-gun",
        "whi.draft.exchange: PacksExchanged home",
    ]
    assert all(draft.told(viewer) == facts for viewer in (0, 1, SPECTATOR))
    assert dict(draft.state.box)["waaagh"] == dict(draft.state.box)["organ-gun"] == 1
    assert "organ-gun" not in draft.pack(0) and "organ-gun" not in dict(draft.drafter(1).picked)


@pytest.mark.rule("whi.draft.repeat")
def test_the_packs_go_to_and_fro_for_four_picks_and_three_counterdrafts() -> None:
    draft = Drafting()
    asked, rounds = [], []
    while draft.state.draft is not None and draft.state.draft.pack == 1:
        asked.append(draft.cited)
        rounds.append((draft.state.draft.round, draft.state.draft.exchanged))
        facts = draft.take() if draft.cited == COUNTERDRAFT else draft.pick()
    assert asked == [PICK, COUNTERDRAFT, PICK, COUNTERDRAFT, PICK, COUNTERDRAFT, PICK]
    assert rounds == [(number, number % 2 == 0) for number in range(1, 8)]
    assert facts[-1] == "whi.draft.pack: PackMade seat 1 pack 2 size 15"


@pytest.mark.rule("whi.draft.pack-end")
def test_what_is_left_of_a_pack_is_discarded_and_a_new_one_is_made() -> None:
    draft = Drafting("king-kazador", "urguck")
    for _ in range(3):
        draft.pick("runesmith hammerer-of-karak-azul", "lobber-crew black-orc-squad")
        draft.take("savage-gors", "huntsmen")
    left = draft.pack(0)
    facts = draft.pick("warrior-priests*2", "servants-of-khorne*2")
    assert facts[4:6] == [f"whi.draft.pack-end: PackDiscarded seat {seat} cards 4" for seat in (0, 1)]
    assert names(facts[6:]) == (["PackCardSeen"] * 15 + ["PackMade"]) * 2
    assert {"king-kazador", "troll-slayers"} <= {*left}
    assert dict(draft.state.box)["king-kazador"] == 1 and dict(draft.state.box)["troll-slayers"] == 3
    assert draft.state.draft is not None and (draft.state.draft.pack, draft.state.draft.round) == (2, 1)


@pytest.mark.rule("whi.draft.five-packs")
def test_after_five_packs_the_picked_cards_are_the_decks() -> None:
    draft = Drafting("king-kazador")
    draft.pick("king-kazador runesmith")
    facts: list[str] = []
    packs = 1
    while not named(facts, "DeckMade"):
        packs += bool(named(facts, "PackMade"))
        facts = draft.finish_pack()
    assert packs == 5
    made = named(facts, "DeckMade")
    assert [fact.split()[:6] for fact in made] == [
        ["whi.draft.five-packs:", "DeckMade", "seat", str(seat), "size", "40"] for seat in (0, 1)
    ]
    assert "king-kazador" in made[0]
    assert draft.told(1)[-4] == "whi.draft.five-packs: DeckMade seat 0 size 40"
    assert names(facts)[-4:] == ["DeckMade", "DeckMade", "DeckShuffled", "DeckShuffled"]
    for player in draft.state.players:
        assert size(player.deck) == 40 and contents(player.deck) == player.deck_list
    assert draft.state.draft is None and total(draft.state.box) == 220 - 80


@pytest.mark.rule("whi.draft.play")
def test_the_game_then_goes_on_as_any_other() -> None:
    draft = Drafting(side="destruction")
    while draft.state.draft is not None:
        draft.finish_pack()
    assert (draft.asked, draft.cited) == ((0, 1), "whi.setup.capital")
    assert draft.moves(0) == ["PlaceCapital capital chaos", "PlaceCapital capital orc"]
    draft.do(0, pb.PlaceCapital(capital="orc"))
    facts = draft.do(1, pb.PlaceCapital(capital="empire"))
    assert names(facts) == ["CapitalPlaced"] * 2 + ["FirstPlayerChosen"] + ["CardDrawn"] * 14
    assert draft.cited == "whi.setup.mulligan" and len(draft.player(0).hand) == 7


# A pack runs out.


def cut_to(cards: int, seat: int = 1) -> Drafting:
    """A draft whose second pack of that player has so many cards."""
    draft = Drafting()
    draft.match.amend(pb.SuppliesCut(seat=seat, cards=15 - cards))
    draft.finish_pack()
    assert len(draft.pack(seat)) == cards and len(draft.pack(1 - seat)) == 15
    return draft


@pytest.mark.rule("whi.draft.short-pack")
def test_of_a_pack_with_a_single_card_its_owner_takes_that_one() -> None:
    draft = cut_to(4)
    draft.pick()
    draft.take()
    (last,) = draft.pack(1)
    assert draft.moves(1) == [f"PickCards {last}"]
    assert draft.refused(1, pb.PickCards()) == ["whi.draft.short-pack: 0 chosen, 1 asked for"]
    assert named(draft.pick(), "CardPicked")[2:] == [f"whi.draft.pick-two: CardPicked seat 1 kind {last}"]
    assert draft.pack(1) == [] and draft.asked == (1,)


@pytest.mark.rule("whi.draft.pick-two")
def test_of_a_pack_with_exactly_two_cards_its_owner_takes_both_as_of_any_other() -> None:
    draft = cut_to(2)
    first, second = draft.pack(1)
    assert draft.refused(1, pb.PickCards()) == ["whi.draft.pick-two: 0 chosen, 2 asked for"]
    assert len(draft.moves(1)) == 1
    picked = named(draft.pick(), "CardPicked")[2:]
    assert sorted(picked) == sorted(f"whi.draft.pick-two: CardPicked seat 1 kind {kind}" for kind in (first, second))
    assert draft.pack(1) == []


@pytest.mark.rule("whi.draft.short-pack")
@pytest.mark.parametrize("cards", [0, 2, 3, 7])
def test_the_owner_of_an_empty_pack_waits_for_the_next_and_the_other_pack_goes_on(cards: int) -> None:
    draft = cut_to(cards)
    waited, facts = 0, list[str]()
    while not named(facts, "PackMade"):
        empty = not draft.pack(1)
        waiting = 0 if draft.cited == COUNTERDRAFT else 1
        assert draft.asked == ((1 - waiting,) if empty else (0, 1))
        waited += empty
        facts = draft.take() if draft.cited == COUNTERDRAFT else draft.pick()
    assert waited == {0: 7, 2: 6, 3: 5, 7: 2}[cards]
    assert named(facts, "PackDiscarded") == ["whi.draft.pack-end: PackDiscarded seat 0 cards 4"]
    assert draft.asked == (0, 1) if cards else (0,)


def test_a_pack_is_over_for_both_when_both_are_empty() -> None:
    draft = Drafting()
    draft.match.amend(pb.SuppliesCut(seat=0, cards=13), pb.SuppliesCut(seat=1, cards=20))
    draft.finish_pack()
    assert (len(draft.pack(0)), len(draft.pack(1)), draft.asked) == (2, 0, (0,))
    facts = draft.pick()
    assert names(facts)[:3] == ["CardPicked", "CardPicked", "EffectFizzled"] and draft.cited == PICK


# Draft format cards.


@pytest.mark.rule("whi.draft.format.reveal", "whi.draft.format.order")
def test_a_draft_format_card_is_revealed_and_goes_to_no_deck() -> None:
    draft = Drafting("sabotage", "cut-supply-lines sabotage")
    facts = draft.pick("sabotage runesmith", "lobber-crew*2")
    reveal = "whi.draft.format.reveal: FormatCardTaken seat 0 kind sabotage pack 0"
    assert facts[:3] == [
        reveal,
        PICK + ": CardPicked seat 0 kind runesmith",
        PICK + ": CardPicked seat 1 kind lobber-crew",
    ]
    assert all(draft.told(viewer)[0] == reveal for viewer in (0, 1, SPECTATOR))
    assert draft.drafter(0).picked == (("runesmith", 1),) and len(draft.pack(0)) == 13
    assert dict(draft.state.box)["sabotage"] == 1
    facts = draft.take("cut-supply-lines", "huntsmen")
    assert facts == [
        "whi.draft.format.reveal: FormatCardTaken seat 0 kind cut-supply-lines pack 1",
        "whi.draft.counterdraft: CardTakenOut seat 1 kind huntsmen",
        "whi.draft.format.cut-supply: SuppliesCut seat 1 cards 1",
        "whi.draft.exchange: PacksExchanged home",
    ]


@pytest.mark.rule("whi.draft.format.reveal")
@pytest.mark.parametrize(("side", "first"), [("order", 0), ("destruction", 1)])
def test_of_several_the_order_players_take_effect_first_each_in_the_order_named(side: str, first: int) -> None:
    draft = Drafting("sabotage cut-supply-lines", "sabotage cut-supply-lines", side)
    facts = draft.pick("cut-supply-lines sabotage", "sabotage cut-supply-lines")
    effects = {
        0: [
            "whi.draft.format.cut-supply: SuppliesCut seat 1 cards 1",
            "whi.draft.format.sabotage: SabotageKept seat 0",
        ],
        1: [
            "whi.draft.format.sabotage: SabotageKept seat 1",
            "whi.draft.format.cut-supply: SuppliesCut seat 0 cards 1",
        ],
    }
    assert names(facts)[:4] == ["FormatCardTaken"] * 4
    assert facts[4:8] == effects[first] + effects[1 - first]


@pytest.mark.rule("whi.draft.format.cut-supply", "whi.card.cut-supply-lines", "whi.draft.format.cut-supply-whose")
def test_cut_supply_lines_shrink_the_opponents_later_packs_and_add_up() -> None:
    draft = Drafting("cut-supply-lines*2", "cut-supply-lines")
    facts = draft.pick("cut-supply-lines*2")
    assert named(facts, "SuppliesCut") == ["whi.draft.format.cut-supply: SuppliesCut seat 1 cards 1"] * 2
    assert (len(draft.pack(0)), len(draft.pack(1))) == (13, 13)
    draft.take("cut-supply-lines", "")
    assert (draft.drafter(0).cut, draft.drafter(1).cut) == (0, 3)
    for _ in range(2):
        made = named(draft.finish_pack(), "PackMade")
        assert [fact.split()[-1] for fact in made] == ["15", "12"]


@pytest.mark.rule("whi.draft.format.sabotage", "whi.card.sabotage", "whi.draft.format.sabotage-several")
def test_a_sabotage_is_kept_and_given_up_for_one_more_card_of_a_counterdraft() -> None:
    draft = Drafting("sabotage*2 king-kazador", "urguck waaagh choppa*2")
    facts = draft.pick("sabotage*2", "lobber-crew*2")
    assert named(facts, "SabotageKept") == ["whi.draft.format.sabotage: SabotageKept seat 0"] * 2
    assert (draft.drafter(0).sabotages, draft.drafter(1).sabotages) == (2, 0)
    assert len(draft.moves(0)) == 13 + 13 * 12 // 2 + 13 * 12 * 11 // 6
    four = pb.Counterdraft(cards=draft.ids(1, "urguck waaagh choppa*2"))
    assert draft.refused(0, four) == ["whi.draft.counterdraft: 4 chosen, from 1 to 3 asked for"]
    two = pb.Counterdraft(cards=draft.ids(0, "king-kazador runesmith"))
    assert draft.refused(1, two) == ["whi.draft.counterdraft: 2 chosen, 1 asked for"]
    facts = draft.take("urguck waaagh", "king-kazador")
    assert facts[:4] == [
        "whi.draft.format.sabotage: SabotageUsed seat 0",
        "whi.draft.counterdraft: CardTakenOut seat 0 kind urguck",
        "whi.draft.counterdraft: CardTakenOut seat 0 kind waaagh",
        "whi.draft.counterdraft: CardTakenOut seat 1 kind king-kazador",
    ]
    assert draft.drafter(0).sabotages == 1
    draft.pick("", "squig-herders*2")
    assert named(draft.take("choppa", ""), "SabotageUsed") == [] and draft.drafter(0).sabotages == 1
    draft.pick("", "black-orc-squad*2")
    assert len(named(draft.take("choppa savage-gors", ""), "SabotageUsed")) == 1


@pytest.mark.rule("whi.draft.format.sabotage")
def test_a_sabotage_that_is_found_in_a_counterdraft_waits_for_the_next() -> None:
    draft = Drafting("", "sabotage urguck waaagh")
    draft.pick("", "lobber-crew*2")
    both = pb.Counterdraft(cards=draft.ids(1, "sabotage urguck"))
    assert draft.refused(0, both) == ["whi.draft.counterdraft: 2 chosen, 1 asked for"]
    facts = draft.take("sabotage", "")
    assert facts[0] == "whi.draft.format.reveal: FormatCardTaken seat 0 kind sabotage pack 1"
    assert named(facts, "SabotageKept") == ["whi.draft.format.sabotage: SabotageKept seat 0"]
    draft.pick("", "squig-herders*2")
    assert names(draft.take("urguck waaagh", ""))[:3] == ["SabotageUsed", "CardTakenOut", "CardTakenOut"]


def test_no_more_sabotages_are_given_up_than_the_pack_has_cards_for() -> None:
    draft = cut_to(4)
    draft.match.amend(*[pb.SabotageKept(seat=0)] * 3)
    draft.pick()
    assert len(draft.moves(0)) == 3 and len(draft.pack(1)) == 2
    facts = draft.do(0, pb.Counterdraft(cards=[card.id for card in draft.drafter(1).pack]))
    assert facts == [] and draft.pack(1) and draft.take("", "")[0] == "whi.draft.format.sabotage: SabotageUsed seat 0"
    assert draft.pack(1) == [] and draft.asked == (0,) and draft.drafter(0).sabotages == 2


@pytest.mark.rule("whi.draft.format.shifting-tides", "whi.card.shifting-tides")
def test_shifting_tides_shuffles_the_pack_into_its_pile_and_makes_another_of_as_many_cards() -> None:
    draft = Drafting("shifting-tides king-kazador", draft_pack="organ-gun demolition")
    facts = draft.pick("shifting-tides runesmith", "lobber-crew*2")
    at = facts.index("whi.draft.format.shifting-tides: PackReplaced seat 0 size 13")
    assert names(facts)[:at] == ["FormatCardTaken", "CardPicked", "CardPicked", "CardPicked"]
    assert facts[at + 1 : at + 3] == [
        "whi.draft.format.shifting-tides: PackCardSeen seat 0 kind organ-gun",
        "whi.draft.format.shifting-tides: PackCardSeen seat 0 kind demolition",
    ]
    assert names(facts)[at + 1 : at + 15] == ["PackCardSeen"] * 13 + ["PacksExchanged"]
    assert named(draft.told(1), "PackCardSeen") == ["whi.draft.format.shifting-tides: PackCardSeen seat 0"] * 13
    assert "king-kazador" not in draft.pack(0) and len(draft.pack(0)) == 13
    (pile,) = draft.drafter(0).pile
    assert isinstance(pile, Bag) and size((pile,)) == 93 and dict(pile.of)["king-kazador"] == 1


@pytest.mark.rule("whi.draft.format.shifting-tides")
def test_whoever_takes_shifting_tides_out_of_the_opponents_pack_makes_the_opponent_see_a_new_one() -> None:
    draft = Drafting("", "shifting-tides urguck")
    draft.pick("runesmith*2", "lobber-crew*2")
    draft.take("shifting-tides", "huntsmen")
    facts = draft.told(1)
    at = facts.index("whi.draft.format.shifting-tides: PackReplaced seat 1 size 12")
    assert all("seat 1 kind" in fact for fact in facts[at + 1 : at + 13]) and names(facts)[at + 13] == "PacksExchanged"
    assert named(draft.told(0), "PackCardSeen") == ["whi.draft.format.shifting-tides: PackCardSeen seat 1"] * 12
    assert {card.audience for card in draft.drafter(1).pack} == {only(1)} and len(draft.pack(0)) == 12
    assert draft.asked == (0, 1) and len(draft.match.legal(1)) == 12 * 11 // 2


@pytest.mark.rule("whi.draft.format.tides-first")
@pytest.mark.parametrize(("side", "order"), [("order", "01"), ("destruction", "10")])
def test_shifting_tides_come_before_all_other_draft_format_cards(side: str, order: str) -> None:
    draft = Drafting("sabotage shifting-tides", "cut-supply-lines shifting-tides", side)
    facts = draft.pick("sabotage shifting-tides", "cut-supply-lines shifting-tides")
    effects = named(facts, "PackReplaced", "SabotageKept", "SuppliesCut")
    others = {
        "0": "whi.draft.format.sabotage: SabotageKept seat 0",
        "1": "whi.draft.format.cut-supply: SuppliesCut seat 0 cards 1",
    }
    assert effects == [
        *(f"whi.draft.format.shifting-tides: PackReplaced seat {seat} size 13" for seat in order),
        *(others[seat] for seat in order),
    ]


@pytest.mark.rule("whi.draft.format.reinforcements", "whi.card.reinforcements", "whi.draft.format.reinforcements-found")
def test_reinforcements_add_one_of_the_top_five_cards_and_put_the_rest_under_the_pile() -> None:
    looked_at = "king-kazador organ-gun demolition sabotage armoury"
    draft = Drafting("reinforcements", draft_pile=looked_at)
    facts = draft.pick("reinforcements huntsmen", "lobber-crew*2")
    assert facts[4:] == [
        f"whi.draft.format.reinforcements: DraftPileSeen seat 0 kind {kind}" for kind in kinds(looked_at)
    ]
    for viewer in (1, SPECTATOR):
        assert draft.told(viewer)[4:] == ["whi.draft.format.reinforcements: DraftPileSeen seat 0"] * 5
    assert (draft.asked, draft.cited) == ((0,), "whi.card.reinforcements")
    assert draft.moves(0) == [f"AddToDeck {kind}" for kind in kinds(looked_at)]
    assert draft.refused(0, pb.AddToDeck(card=7)) == [
        "whi.card.reinforcements: card 7 is not among those that you looked at"
    ]
    facts = draft.do(0, draft.adding(0, "organ-gun"))
    assert facts[:2] == [
        "whi.draft.format.reinforcements: CardAdded seat 0 kind organ-gun",
        "whi.draft.exchange: PacksExchanged",
    ]
    assert draft.told(1)[0] == draft.told(SPECTATOR)[0] == "whi.draft.format.reinforcements: CardAdded seat 0"
    assert draft.drafter(0).picked == counts(["huntsmen", "organ-gun"])
    upper, lower = draft.drafter(0).pile
    assert isinstance(upper, Bag) and isinstance(lower, Bag) and size((upper,)) == 88
    assert lower.of == counts(["king-kazador", "demolition", "sabotage", "armoury"])


@pytest.mark.rule("whi.draft.format.reinforcements")
def test_a_draft_format_card_that_is_added_is_revealed_and_takes_effect_and_nothing_replaces_it() -> None:
    draft = Drafting("reinforcements", draft_pile="sabotage reinforcements demolition organ-gun king-kazador")
    draft.pick("reinforcements huntsmen")
    facts = draft.do(0, draft.adding(0, "reinforcements"))
    assert facts[0] == "whi.draft.format.reveal: FormatCardTaken seat 0 kind reinforcements pack 0"
    assert names(facts[1:]) == ["DraftPileSeen"] * 5 and draft.cited == "whi.card.reinforcements"
    (upper, lower) = [part for part in draft.drafter(0).pile if isinstance(part, Bag)]
    assert lower.of == counts(["sabotage", "demolition", "organ-gun", "king-kazador"]) and total(upper.of) == 83
    draft.do(0, pb.AddToDeck(card=draft.match.legal(0)[0].card))  # type: ignore[attr-defined]
    assert total(draft.drafter(0).picked) == 2


def test_shifting_tides_that_were_in_no_pack_change_none() -> None:
    draft = Drafting("reinforcements", draft_pile="shifting-tides")
    draft.pick("reinforcements huntsmen")
    before = draft.pack(0)
    facts = draft.do(0, draft.adding(0, "shifting-tides"))
    assert facts[:2] == [
        "whi.draft.format.reveal: FormatCardTaken seat 0 kind shifting-tides pack 0",
        "whi.draft.format.shifting-tides: EffectFizzled seat 0 kind shifting-tides",
    ]
    assert draft.pack(0) == before and dict(draft.state.box)["shifting-tides"] == 1


def drained(draft: Drafting, left: int) -> None:
    """Cards of the first seat's draft pile go to its pack until so many are left on top of what lies under the pile."""
    number = 100
    while (top := draft.drafter(0).pile) and size(top[:1]) > left:
        assert isinstance(top[0], Bag)
        number += 1
        draft.match.amend(pb.PackCardSeen(seat=0, card=number << 8 | only(0), kind=top[0].of[0][0]))


@pytest.mark.parametrize("left", [3, 0])
def test_a_pile_of_fewer_than_five_is_looked_at_whole_and_an_empty_one_not_at_all(left: int) -> None:
    draft = Drafting("reinforcements")
    drained(draft, left)
    facts = draft.pick("reinforcements huntsmen")
    assert len(named(facts, "DraftPileSeen")) == left
    if left:
        facts = draft.do(0, draft.adding(0, draft.moves(0)[0].split()[1]))
        assert (
            facts[0].startswith("whi.draft.format.reinforcements: CardAdded seat 0")
            and size(draft.drafter(0).pile) == 2
        )
    assert draft.cited == COUNTERDRAFT


def test_what_was_put_under_a_pile_is_drawn_when_nothing_else_is_left() -> None:
    draft = Drafting("reinforcements", draft_pile="king-kazador organ-gun demolition will-of-the-electors armoury")
    draft.pick("reinforcements huntsmen")
    draft.do(0, draft.adding(0, "organ-gun"))
    drained(draft, 3)
    upper, lower = draft.drafter(0).pile
    made = named(draft.finish_pack(), "PackCardSeen", "PackMade")
    assert made[7] == "whi.draft.pack: PackMade seat 0 pack 2 size 7"
    drawn = [fact.split()[-1] for fact in made[:7]]
    assert counts(drawn[:3]) == contents((upper,)) and counts(drawn[3:]) == contents((lower,))


# Whole drafts.


@pytest.mark.parametrize("seed", range(40))
def test_random_drafts_end_with_decks_of_about_forty_cards(seed: int) -> None:
    match = run(seed, format="draft")
    state: State = match.table.state
    assert match.table.result is not None and state.draft is None
    assert conserved(state) == {card.id: card.copies for card in CARDS.values()}
    facts = [fact for version in range(1, len(match.entries) + 1) for fact in told(match.facts(version))]
    sides = [fact.split()[-1] for fact in named(facts, "SideChosen")]
    for seat, player in enumerate(state.players):
        deck = deck_of(player.capital, player.deck_list)
        assert breaches(deck, "draft") == () and 30 <= deck.size <= 46
        taken = [fact for fact in named(facts, "FormatCardTaken") if f"seat {seat} " in fact]
        picks = len([fact for fact in named(facts, "CardPicked", "CardAdded") if f"seat {seat} " in fact])
        assert picks == deck.size and len(taken) <= 20
        pool = next(pool for side, pool in DRAFT_POOLS.items() if side == sides[seat])
        could: Counts = ()
        for kind, copies in (*pool.cards, *NEUTRAL_DEAL.cards):
            could = add(could, kind, copies)
        assert all(count <= dict(could)[kind] for kind, count in player.deck_list)
