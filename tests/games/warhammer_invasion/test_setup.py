"""Setup (rulebook p.8, p.18): decks, capitals, the first player, opening hands, mulligans."""

import json
from typing import Any

import pydantic
import pytest

from rulekeeper.games.warhammer_invasion.box import CAPITALS, NEUTRAL_DEAL, STARTERS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.decks import breaches, deck_of
from rulekeeper.games.warhammer_invasion.piles import draw_card
from rulekeeper.games.warhammer_invasion.reducer import REDUCERS
from rulekeeper.games.warhammer_invasion.setup import HAND, Setup, capital_menu, initial
from rulekeeper.games.warhammer_invasion.state import Player, State, conserved
from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    Audience,
    Bag,
    Card,
    Counts,
    InvalidSetup,
    Offer,
    bag,
    contents,
    counts,
    mint,
    only,
    read_setup,
    size,
    state_as_json,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.making import GAME, Board, kinds, named, run, told

DWARFS = dict(STARTERS["dwarf"].cards)
TEN = {"contested-village": 3, "contested-fortress": 3, "armoury": 3, "infiltrate": 1}
FIFTY: dict[str, Any] = {"capital": "dwarf", "cards": {**DWARFS, **TEN}}
ORCS: dict[str, Any] = {"capital": "orc", "cards": {**dict(STARTERS["orc"].cards), **TEN}}
CHOSEN: dict[str, Any] = {"starters": ["dwarf", "orc"]}


def placed(board: Board, first: str = "dwarf", second: str = "orc") -> list[str]:
    """Both place a capital; what happened after the second."""
    board.do(0, pb.PlaceCapital(capital=first))
    return board.do(1, pb.PlaceCapital(capital=second))


def submitted(board: Board, first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    board.do(0, submission(first))
    return board.do(1, submission(second))


def submission(deck: dict[str, Any]) -> pb.SubmitDeck:
    cards = [kind for kind, copies in deck["cards"].items() for _ in range(copies)]
    return pb.SubmitDeck(capital=deck["capital"], cards=cards)


def constructed() -> Board:
    return Board(format="constructed")


# What a creator may choose.


def test_a_setup_is_complete_once_it_is_read() -> None:
    assert json.loads(Setup().model_dump_json()) == {
        "format": "starters",
        "starters": None,
        "decks": None,
        "minimum": "rulebook",
        "windows": "faq",
    }
    for chosen in (
        {},
        CHOSEN,
        {"format": "draft", "minimum": "faq"},
        {"format": "constructed", "decks": [FIFTY, ORCS]},
    ):
        setup = read_setup(GAME, json.dumps(chosen))
        assert read_setup(GAME, setup.model_dump_json()) == setup
        assert initial(setup, 2).minimum == setup.minimum and initial(setup, 2).format == setup.format


def test_a_deck_in_a_setup_may_name_its_cards_as_deck_lists_do() -> None:
    cards = {str(CARDS[kind].number): copies for kind, copies in DWARFS.items()} | {CARDS[k].name: TEN[k] for k in TEN}
    setup = Setup.model_validate({"format": "constructed", "decks": [{"capital": "Dwarf", "cards": cards}, ORCS]})
    assert setup.decks is not None
    assert (setup.decks[0].capital, setup.decks[0].cards) == (FIFTY["capital"], FIFTY["cards"])


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({"starters": ["dwarf", "dwarf"]}, "the starter 'dwarf' is there once (whi.setup.starter.choose)"),
        ({"starters": ["dwarf", "high_elf"]}, "there is no starter 'high_elf'; there are dwarf, empire, orc, chaos"),
        ({"starters": ["dwarf"]}, "Field required"),
        ({"starters": ["dwarf", "orc"], "format": "draft"}, "starters are named only where the format is 'starters'"),
        ({"decks": [FIFTY, ORCS]}, "decks are named only where the format is 'constructed', not 'starters'"),
        ({"format": "sealed"}, "Input should be 'starters', 'constructed' or 'draft'"),
        ({"minimum": "none"}, "Input should be 'rulebook' or 'faq'"),
        ({"first": 1}, "Extra inputs are not permitted"),
    ],
)
def test_other_setups_are_refused_and_told_why(setup: dict[str, object], why: str) -> None:
    with pytest.raises(pydantic.ValidationError) as wrong:
        Setup.model_validate(setup)
    assert why in str(wrong.value)


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        ({**FIFTY, "cards": DWARFS}, "decks.0: Value error, 40 cards, 10 fewer than the least, 50 (whi.deck.size)"),
        ({**FIFTY, "capital": "orc"}, "the deck has 40 cards of Order (whi.setup.capital-side)"),
        ({**FIFTY, "capital": "high_elf"}, "High Elf is no board of the set"),
        ({**FIFTY, "cards": {**FIFTY["cards"], "Sabotage": 1}}, "Sabotage (130): a draft format card"),
        ({**FIFTY, "cards": {**FIFTY["cards"], "Grey Seer": 1}}, "is no card of the Core Set (whi.components.cards)"),
        ({**FIFTY, "cards": {"troll-slayers": 0}}, "cards.troll-slayers: copies are a whole number"),
        ({**FIFTY, "name": "mine"}, "name: a deck list has capital and cards"),
        ({"cards": FIFTY["cards"]}, "no capital is named"),
        ("dwarf", "decks.0: Input should be an object"),
    ],
)
def test_a_deck_that_breaks_a_rule_is_no_setup(deck: object, why: str) -> None:
    with pytest.raises(InvalidSetup) as wrong:
        read_setup(GAME, json.dumps({"format": "constructed", "decks": [deck, ORCS]}))
    assert why in str(wrong.value)


# What is there.


def test_the_box_holds_what_starters_are_made_of() -> None:
    state = initial(Setup(), 2)
    assert sum(conserved(state).values()) == 4 * 40 + 24
    expected: dict[str, int] = dict(NEUTRAL_DEAL.cards)
    for starter in STARTERS.values():
        expected |= dict(starter.cards)
    assert conserved(state) == dict(state.box) == expected


@pytest.mark.rule("whi.deck.no-draft-cards")
def test_no_draft_card_is_there_but_in_a_draft() -> None:
    def draft_cards(format: str) -> int:
        state = initial(Setup.model_validate({"format": format}), 2)
        return sum(count for kind, count in state.box if CARDS[kind].type == "draft")

    assert [draft_cards(format) for format in ("starters", "constructed", "draft")] == [0, 0, 20]
    with_one = {**FIFTY, "cards": {**FIFTY["cards"], "sabotage": 1}}
    assert constructed().refused(0, submission(with_one)) == [
        "whi.deck.no-draft-cards: Sabotage is a draft format card"
    ]


def test_the_box_of_a_constructed_game_holds_every_card_for_two_decks() -> None:
    state = initial(Setup.model_validate({"format": "constructed"}), 2)
    assert dict(state.box) == {kind: 6 for kind, card in CARDS.items() if card.type != "draft"}


@pytest.mark.rule("whi.setup.token-pool")
def test_nobody_begins_with_resources_or_damage() -> None:
    board = Board(**CHOSEN)
    placed(board)
    for player in board.state.players:
        assert player.resources == 0
        assert all((part.damage, part.burning, part.developments) == (0, False, ()) for part in player.sections)


# Starters.


@pytest.mark.rule("whi.setup.starter.choose")
def test_each_player_takes_a_starter_that_is_still_there() -> None:
    board = Board()
    assert (board.asked, board.cited) == ((0,), "whi.setup.starter.choose")
    names = [f"ChooseStarter starter {starter}" for starter in ("dwarf", "empire", "orc", "chaos")]
    assert board.moves(0) == names
    facts = board.do(0, pb.ChooseStarter(starter="empire"))
    assert facts[0] == "whi.setup.starter.choose: StarterChosen seat 0 starter empire"
    assert facts[1].startswith("whi.setup.starter.choose: DeckMade seat 0 size 40 bright-wizard-apprentice church-of")
    assert len(facts) == 2 and board.asked == (1,)
    assert board.moves(1) == [names[0], *names[2:]]
    assert board.refused(1, pb.ChooseStarter(starter="empire")) == [
        "whi.setup.starter.choose: seat 0 has Empire, which is there once"
    ]
    assert board.refused(1, pb.ChooseStarter(starter="high_elf")) == [
        "whi.setup.starter.choose: there is no starter high_elf"
    ]
    assert board.refused(0, pb.ChooseStarter(starter="orc"))[0].startswith("whi.setup.starter.choose: this may be done")


@pytest.mark.rule("whi.setup.starter.neutrals")
def test_ten_neutral_cards_are_dealt_to_each_and_four_stay_out() -> None:
    board = Board(draws={"neutral cards": "infiltrate pilgrimage"}, **CHOSEN)
    assert named(board.told(), "NeutralsDealt") == [
        "whi.setup.starter.neutrals: NeutralsDealt seat 0"
        " armoury*3 burn-it-down contested-fortress*3 contested-stronghold infiltrate pilgrimage",
        "whi.setup.starter.neutrals: NeutralsDealt seat 1"
        " contested-stronghold*2 contested-village*3 forgotten-cemetery*3 innovation prepare-for-war",
    ]
    left = [(kind, count) for kind, count in board.state.box if CARDS[kind].race == "neutral"]
    assert left == [("prepare-for-war", 1), ("warpstone-excavation", 3)]


@pytest.mark.rule("whi.setup.starter.fifty", "whi.setup.shuffle")
def test_the_neutral_cards_are_shuffled_into_a_deck_of_fifty() -> None:
    board = Board(**CHOSEN)
    assert board.told()[-2:] == ["whi.setup.shuffle: DeckShuffled seat 0", "whi.setup.shuffle: DeckShuffled seat 1"]
    for seat, starter in enumerate(CHOSEN["starters"]):
        (deck,) = board.player(seat).deck
        assert isinstance(deck, Bag) and size((deck,)) == 50
        cards = dict(deck.of)
        assert all(cards.pop(kind) == copies for kind, copies in STARTERS[starter].cards)
        assert sum(cards.values()) == 10 and all(CARDS[kind].race == "neutral" for kind in cards)
        assert board.player(seat).deck_list == deck.of


def test_starters_that_the_setup_names_are_taken_without_asking() -> None:
    board, asking = Board(**CHOSEN), Board()
    asking.do(0, pb.ChooseStarter(starter="dwarf"))
    assert board.told()[2:] == asking.do(1, pb.ChooseStarter(starter="orc"))
    assert board.told()[:4:2] == [
        "whi.setup.starter.choose: StarterChosen seat 0 starter dwarf",
        "whi.setup.starter.choose: StarterChosen seat 1 starter orc",
    ]
    assert board.state == asking.state and board.cited == "whi.setup.capital"


def test_which_neutral_cards_a_player_got_is_that_players_alone() -> None:
    board = Board(**CHOSEN)
    for viewer, sees in ((JUDGE, (True, True)), (0, (True, False)), (1, (False, True)), (SPECTATOR, (False, False))):
        dealt = named(board.told(viewer), "NeutralsDealt")
        assert tuple(fact.count(" ") > 3 for fact in dealt) == sees
        made = named(board.told(viewer), "DeckMade")
        assert tuple("defender-of-the-hold" in fact or "squig-herders" in fact for fact in made) == sees


# Capitals.


@pytest.mark.rule("whi.setup.capital")
def test_each_places_a_board_of_the_decks_side_both_at_once() -> None:
    board = Board(**CHOSEN)
    assert (board.asked, board.cited) == ((0, 1), "whi.setup.capital")
    assert board.moves(0) == ["PlaceCapital capital empire", "PlaceCapital capital dwarf"]
    assert board.moves(1) == ["PlaceCapital capital chaos", "PlaceCapital capital orc"]
    assert board.refused(0, pb.PlaceCapital(capital="chaos")) == [
        "whi.setup.capital-side: the capital Chaos is of Destruction, the deck has 40 cards of Order"
    ]
    assert board.do(1, pb.PlaceCapital(capital="chaos")) == []
    assert board.told(0) == board.told(SPECTATOR) == [] and board.player(1).capital == ""
    assert board.do(0, pb.PlaceCapital(capital="empire"))[:2] == [
        "whi.setup.capital: CapitalPlaced seat 0 capital empire",
        "whi.setup.capital: CapitalPlaced seat 1 capital chaos",
    ]
    assert [player.capital for player in board.state.players] == ["empire", "chaos"]


@pytest.mark.rule("whi.components.capitals")
def test_a_board_that_the_set_lacks_cannot_be_chosen() -> None:
    boards = "Empire, Dwarf, Chaos, Orc"
    for board, command in (
        (Board(**CHOSEN), pb.PlaceCapital(capital="high_elf")),
        (constructed(), submission({**FIFTY, "capital": "high_elf"})),
    ):
        assert board.refused(0, command) == [f"whi.components.capitals: High Elf is no board of the set: {boards}"]
    assert Board(**CHOSEN).refused(1, pb.PlaceCapital(capital="")) == [
        f"whi.setup.capital: no capital is named; there are {boards}"
    ]


@pytest.mark.rule("whi.deck.neutral-alone", "whi.setup.capital")
@pytest.mark.parametrize(
    ("cards", "boards"),
    [
        ("armoury*3 hate", ["chaos", "orc"]),
        ("armoury*3 greater-heal", ["empire", "dwarf"]),
        ("armoury*3 infiltrate", ["empire", "dwarf", "chaos", "orc"]),
        ("armoury*3 alliance-dwarf-and-empire", ["empire", "dwarf"]),
        ("armoury*3 alliance-chaos-and-orc", ["chaos", "orc"]),
    ],
)
def test_a_deck_of_neutral_cards_alone_suits_any_board_that_its_cards_may_be_with(
    cards: str, boards: list[str]
) -> None:
    """A drafted deck may be such."""
    state = State(players=(Player(deck_list=counts(kinds(cards))), Player()))
    (offer,) = capital_menu(state, 0)
    assert [command.capital for command in offer.legal()] == boards
    closed = {board: [reason.rule for reason in offer.against("capital", board)] for board in CAPITALS}
    bound = next((CARDS[kind].keywords.only_side for kind in kinds(cards) if CARDS[kind].keywords.only_side), None)
    cited = "whi.deck.neutral-alone" if bound else "whi.setup.capital-side"
    assert closed == {board: [] if board in boards else [cited] for board in CAPITALS}


# The first player, hands, mulligans.


@pytest.mark.rule("whi.setup.first-player", "whi.setup.sequence", "whi.setup")
@pytest.mark.parametrize("first", [0, 1])
def test_the_setup_goes_in_its_order(first: int) -> None:
    board = Board([first], **CHOSEN)
    before = [fact.split(": ")[1].split()[0] for fact in board.told()]
    assert before == ["StarterChosen", "DeckMade"] * 2 + ["NeutralsDealt"] * 2 + ["DeckShuffled"] * 2
    facts = placed(board)
    assert [fact for fact in facts if "CardDrawn" not in fact] == [
        "whi.setup.capital: CapitalPlaced seat 0 capital dwarf",
        "whi.setup.capital: CapitalPlaced seat 1 capital orc",
        f"whi.setup.first-player: FirstPlayerChosen seat {first}",
    ]
    drawn = [fact.split()[:4] for fact in facts[3:]]
    assert drawn == [
        ["whi.setup.hand:", "CardDrawn", "seat", str(seat)] for seat in (first, 1 - first) for _ in range(7)
    ]
    assert (board.asked, board.cited) == ((first,), "whi.setup.mulligan")
    board.do(first, pb.KeepHand())
    assert (board.asked, board.cited) == ((1 - first,), "whi.setup.mulligan")
    board.do(1 - first, pb.KeepHand())
    assert (board.asked, board.state.turn.seat) == ((first,), first)


def test_chance_chooses_the_first_player() -> None:
    begins = [named(told(run(seed, **CHOSEN).facts(6)), "FirstPlayerChosen") for seed in range(8)]
    assert {fact[0][-1] for fact in begins} == {"0", "1"}


@pytest.mark.rule("whi.setup.hand")
def test_each_draws_seven_cards_that_only_they_see() -> None:
    board = Board(draws={"deck": "runesmith*3 organ-gun king-kazador demolition armoury"}, **CHOSEN)
    placed(board)
    assert HAND == 7
    for player in board.state.players:
        assert (len(player.hand), size(player.deck)) == (7, 43)
    own = "armoury demolition king-kazador organ-gun runesmith*3"
    assert counts(card.kind for card in board.player(0).hand) == counts(kinds(own))
    for viewer, sees in ((0, {0}), (1, {1}), (SPECTATOR, set()), (JUDGE, {0, 1})):
        drawn = named(board.told(viewer), "CardDrawn")
        shown = {int(fact.split()[3]) for fact in drawn if " kind " in fact}
        assert shown == sees and len(drawn) == 14
        assert drawn.count("whi.setup.hand: CardDrawn seat 0") == (0 if 0 in sees else 7)


@pytest.mark.rule("whi.setup.mulligan")
def test_a_hand_is_kept_or_shuffled_back_whole_once() -> None:
    board = Board(draws={"deck": "runesmith*3 organ-gun king-kazador demolition armoury"}, **CHOSEN)
    placed(board)
    assert board.moves(0) == ["KeepHand", "Mulligan"]
    assert board.refused(1, pb.Mulligan())[0].startswith("whi.setup.mulligan: this may be done only during setup; now")
    first = board.player(0).hand
    facts = board.do(0, pb.Mulligan())
    assert facts[0] == (
        "whi.setup.mulligan: HandShuffledBack seat 0 cards 7 armoury demolition king-kazador organ-gun runesmith*3"
    )
    assert facts[1:] == [f"whi.setup.mulligan: CardDrawn seat 0 kind {card.kind}" for card in board.player(0).hand]
    assert len(board.player(0).hand) == 7 and size(board.player(0).deck) == 43
    assert not {card.id for card in first} & {card.id for card in board.player(0).hand}
    for viewer in (1, SPECTATOR):
        assert board.told(viewer) == [
            "whi.setup.mulligan: HandShuffledBack seat 0 cards 7",
            *["whi.setup.mulligan: CardDrawn seat 0"] * 7,
        ]
    assert board.asked == (1,) and board.moves(1) == ["KeepHand", "Mulligan"]
    assert board.do(1, pb.KeepHand()) == ["whi.setup.mulligan: HandKept seat 1"]
    assert board.moves(0) == ["Pass"]


class Alone:
    """A play of one script that asks nobody."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[pb.CardDrawn] = []

    def emit(self, fact: Any, audience: Audience = 0, *, private: bool = False, rule: str = "") -> None:
        self.facts.append(fact)
        self.state = REDUCERS[type(fact)](self.state, fact)

    def draw(self, purpose: str, of: Counts, audience: Audience = 0) -> str:
        return of[0][0]

    def chance(self, purpose: str, below: int, audience: Audience = 0) -> int:
        return 0

    def mint(self, audience: Audience) -> int:
        return mint(self.state.minted, audience)


def test_a_card_on_top_that_its_player_has_looked_at_is_the_one_that_is_drawn() -> None:
    known = Card(mint((), only(1)), "hate", only(1))
    play = Alone(State(players=(Player(), Player(deck=(known, bag({"choppa": 1}))))))
    assert draw_card(play, 1) == known.id
    assert [card.kind for card in play.state.players[1].hand] == ["hate"]
    second = draw_card(play, 1)
    assert play.state.players[1].hand[1] == Card(second, "choppa", only(1)) and second != known.id
    assert draw_card(play, 1) == 0 and len(play.facts) == 2 and play.state.players[1].deck == ()


# Decks of the players' own.


@pytest.mark.rule("whi.deck.size")
def test_both_bring_decks_of_fifty_to_a_hundred_cards_sealed() -> None:
    board = constructed()
    assert (board.asked, board.cited) == ((0, 1), "whi.deck.size")
    small = {**FIFTY, "cards": {**FIFTY["cards"], "runesmith": 2}}
    assert board.refused(0, submission(small)) == ["whi.deck.size: 49 chosen, from 50 to 100 asked for"]
    order = [card.id for card in CARDS.values() if card.side == "order"]
    big = {"capital": "dwarf", "cards": {**dict.fromkeys(order[:33], 3), order[33]: 2}}
    assert board.refused(0, submission(big)) == ["whi.deck.size: 101 chosen, from 50 to 100 asked for"]
    flood = submission({**FIFTY, "cards": {"runesmith": 5000}})
    assert board.refused(0, flood)[0].startswith("whi.deck.size: 5000 chosen")
    assert board.do(0, submission(FIFTY)) == [] and board.told(1) == []
    facts = board.do(1, submission(ORCS))
    assert facts[:6] == [
        "whi.deck.size: DeckMade seat 0 size 50 " + shown(FIFTY),
        "whi.deck.size: DeckMade seat 1 size 50 " + shown(ORCS),
        "whi.setup.shuffle: DeckShuffled seat 0",
        "whi.setup.shuffle: DeckShuffled seat 1",
        "whi.setup.capital: CapitalPlaced seat 0 capital dwarf",
        "whi.setup.capital: CapitalPlaced seat 1 capital orc",
    ]
    assert board.cited == "whi.setup.mulligan"
    assert board.told(0)[:2] == [facts[0], "whi.deck.size: DeckMade seat 1 size 50"]
    assert board.told(SPECTATOR)[:2] == [f"whi.deck.size: DeckMade seat {seat} size 50" for seat in (0, 1)]


def shown(deck: dict[str, Any]) -> str:
    return " ".join(f"{kind}*{count}" if count > 1 else kind for kind, count in sorted(deck["cards"].items()))


@pytest.mark.rule("whi.deck.three-copies")
def test_a_deck_has_three_copies_of_a_title_at_most_though_the_box_has_fewer() -> None:
    four = {**FIFTY, "cards": {**FIFTY["cards"], "runesmith": 4}}
    assert constructed().refused(0, submission(four)) == ["whi.deck.three-copies: Runesmith: at most 3"]
    board = constructed()
    three = {**FIFTY, "cards": {**FIFTY["cards"], "king-kazador": 3, "alliance-dwarf-and-empire": 3}}
    submitted(board, three, three)
    assert [dict(player.deck_list)["king-kazador"] for player in board.state.players] == [3, 3]
    assert "king-kazador" not in dict(board.state.box)


@pytest.mark.rule("whi.deck.one-side", "whi.deck.loyalty-advice")
def test_races_of_one_side_may_be_mixed_and_those_of_both_may_not() -> None:
    mixed = {"capital": "dwarf", "cards": {**FIFTY["cards"], "huntsmen": 3, "greater-heal": 1}}
    board = constructed()
    assert board.do(0, submission(mixed)) == []
    across = {"capital": "dwarf", "cards": {**FIFTY["cards"], "choppa": 2, "hate": 1}}
    assert board.refused(1, submission(across)) == [
        "whi.deck.one-side: Choppa is of Destruction, the capital of Order",
        "whi.deck.one-side: Hate is of Destruction, the capital of Order",
    ]
    assert board.refused(1, submission({**across, "capital": "orc"}))[0].endswith(
        "is of Order, the capital of Destruction"
    )


@pytest.mark.rule("whi.kw.order-only", "whi.kw.destruction-only", "whi.components.cards")
def test_a_deck_has_no_cards_that_are_bound_to_the_other_side() -> None:
    bound = {**FIFTY, "cards": {**FIFTY["cards"], "alliance-chaos-and-orc": 1}}
    assert constructed().refused(0, submission(bound)) == [
        "whi.kw.destruction-only: Alliance - Chaos and Orc is for Destruction only, the capital is of Order"
    ]
    other = {**ORCS, "cards": {**ORCS["cards"], "alliance-dwarf-and-empire": 1}}
    assert constructed().refused(1, submission(other)) == [
        "whi.kw.order-only: Alliance - Dwarf and Empire is for Order only, the capital is of Destruction"
    ]
    unknown = {**FIFTY, "cards": {**FIFTY["cards"], "grey-seer": 1}}
    assert constructed().refused(0, submission(unknown)) == [
        "whi.components.cards: grey-seer is no card of the Core Set"
    ]


@pytest.mark.parametrize("seed", range(10))
def test_random_decks_keep_every_rule(seed: int) -> None:
    state = run(seed, format="constructed").table.state
    for player in state.players:
        assert breaches(deck_of(player.capital, player.deck_list)) == ()


def test_each_side_has_an_offer_of_its_own() -> None:
    offers: list[Offer[Any]] = constructed().match.offers(0)
    assert [next(offer.legal()).capital for offer in offers] == ["empire", "chaos"]
    assert all(offer.fields["cards"].has(("armoury",)) for offer in offers)


def test_decks_that_the_setup_names_are_brought_without_asking() -> None:
    board, asking = Board(format="constructed", decks=[FIFTY, ORCS]), constructed()
    assert board.told() == submitted(asking, FIFTY, ORCS)
    assert state_as_json(board.state) == state_as_json(asking.state)
    assert contents((*board.player(0).deck, *board.player(0).hand)) == counts(FIFTY["cards"])
