"""Where a card of the player whose turn it is comes to nothing, in the order of the card files."""

from __future__ import annotations

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.coming_to_nothing import (
    DECLINE,
    DONE,
    FIZZLE,
    SECOND,
    Point,
    again,
    backs,
    board,
    card,
    concedes,
    does,
    names,
    nothing,
    plays,
    sets,
    uses,
)
from tests.games.heart_of_crown.table import Area

DRAWING = [
    Point(
        "Alchemist with one card",
        board(Area(hand="alchemist", draw=["^duke"])),
        [plays("alchemist")],
        [card("alchemist", "CardDrawn duke known duke"), nothing(FIZZLE, "alchemist", missing=1)],
    ),
    Point(
        "Post Horse without a card",
        board(Area(hand="post-horse", draw=[])),
        [plays("post-horse")],
        [nothing(FIZZLE, "post-horse", missing=1)],
    ),
    Point(
        "Wishing Well with an empty hand",
        board(Area(hand="wishing-well")),
        [plays("wishing-well")],
        [nothing("hoc.faq.wishing-well.zero", "wishing-well", passed_over="DiscardCards")],
    ),
    Point(
        "Wishing Well with no card discarded",
        board(Area(hand="wishing-well city")),
        [plays("wishing-well"), does(pb.DiscardCards())],
        [nothing("hoc.faq.wishing-well.zero", "wishing-well")],
    ),
    Point(
        "Summons without an Action card, for nothing",
        board(Area(hand="summons", draw=["^duke"])),
        [plays("summons"), does(pb.PayCoins(coins=0))],
        [
            nothing("hoc.faq.summons.zero", "summons"),
            again("CardRevealed seat 0 duke"),
            nothing(FIZZLE, "summons", passed_over="TakeRevealedCards"),
        ],
    ),
    Point(
        "Summons with fewer cards than are paid for",
        board(Area(hand="summons", draw=["^duke"]), coins=2),
        [plays("summons"), does(pb.PayCoins(coins=2))],
        [
            card("summons", "CoinsPaid coins 2"),
            again("CardRevealed seat 0 duke"),
            nothing("hoc.deck.none-left", "summons", missing=2),
            nothing(FIZZLE, "summons", passed_over="TakeRevealedCards"),
        ],
    ),
    Point(
        "Library with Succession cards only",
        board(Area(hand="library duke", draw=["^maid", "^crown"])),
        [plays("library"), does(DECLINE)],
        [nothing("hoc.faq.library.succession", "library")],
    ),
    Point(
        "Library with no card at all",
        board(Area(hand="library", draw=[])),
        [plays("library")],
        [nothing(FIZZLE, "library", missing=2), nothing(FIZZLE, "library", passed_over="PutCardUnder")],
    ),
    Point(
        "Stargazing Witch without a card to look at",
        board(Area(hand="stargazing-witch", draw=[])),
        [plays("stargazing-witch")],
        [
            nothing("hoc.deck.none-left", "stargazing-witch", missing=1),
            nothing(FIZZLE, "stargazing-witch", passed_over="DiscardSeenCards"),
            nothing(FIZZLE, "stargazing-witch", missing=1),
        ],
    ),
    Point(
        "Stargazing Witch, and no card discarded",
        board(Area(hand="stargazing-witch", draw=["^duke"])),
        [plays("stargazing-witch"), does(pb.DiscardSeenCards())],
        [
            nothing("hoc.card.stargazing-witch", "stargazing-witch"),
            card("stargazing-witch", "CardDrawn duke known duke"),
        ],
    ),
    Point(
        "Supply Unit alone",
        board(Area(field="supply-unit"), entry=SECOND, at_clean_up=("supply-unit",)),
        [does(DONE)],
        [
            "hoc.cleanup.discard: PhaseBegan seat 0 clean up",
            nothing("hoc.faq.supply-unit.not-each-other", "supply-unit", passed_over="ReturnCard"),
        ],
    ),
    Point(
        "Supply Unit that has left the field",
        board(Area(field="city"), entry=SECOND, at_clean_up=("supply-unit",)),
        [does(DONE)],
        [
            "hoc.cleanup.discard: PhaseBegan seat 0 clean up",
            nothing(FIZZLE, "supply-unit", passed_over="ReturnCard"),
        ],
    ),
    Point(
        "Supply Unit, and no card returned",
        board(Area(field="supply-unit scout"), entry=SECOND, at_clean_up=("supply-unit",)),
        [does(DONE), does(DECLINE)],
        [nothing("hoc.card.supply-unit", "supply-unit")],
    ),
]

COINS = [
    Point(
        "Donation unpaid",
        board(Area(hand="donation city")),
        [plays("donation")],
        [nothing("hoc.effect.cost-unpaid", "donation", passed_over="ExileCard")],
    ),
    Point(
        "Donation with an empty hand",
        board(Area(hand="donation"), coins=1),
        [plays("donation")],
        [nothing(FIZZLE, "donation", passed_over="ExileCard")],
    ),
    Point(
        "Donation that its player does not pay",
        board(Area(hand="donation city"), coins=1),
        [plays("donation"), does(DECLINE)],
        [nothing("hoc.effect.may-decline", "donation")],
    ),
    Point(
        "Slash and Burn without a Curse",
        board(Area(hand="slash-and-burn"), curses=0),
        [plays("slash-and-burn")],
        [nothing("hoc.faq.slash-and-burn.no-curse", "slash-and-burn")],
    ),
    Point(
        "Slash and Burn a second time",
        board(Area(hand="slash-and-burn"), yields=(("farming-village", 2),)),
        [plays("slash-and-burn")],
        [
            card("slash-and-burn", "CardAcquired curse curse pile"),
            nothing("hoc.faq.slash-and-burn.not-cumulative", "slash-and-burn"),
        ],
    ),
    Point(
        "Buried Treasure with an empty supply",
        board(Area(hand="buried-treasure"), supply=""),
        [plays("buried-treasure")],
        [nothing("hoc.faq.buried-treasure.empty", "buried-treasure")],
    ),
    Point(
        "City Development unpaid",
        board(Area(hand="city-development village")),
        [plays("city-development")],
        [nothing("hoc.effect.cost-unpaid", "city-development", passed_over="ExileCard")],
    ),
    Point(
        "City Development without a City in the market",
        board(Area(hand="city-development village"), coins=1, basic={"city": 0}),
        [plays("city-development"), names("village", pb.ExileCard)],
        [
            card("city-development", "CoinsPaid coins 1"),
            card("city-development", "CardExiled village"),
            nothing("hoc.faq.city-development.absent", "city-development"),
        ],
    ),
    Point(
        "City Development that its player does not pay",
        board(Area(hand="city-development village"), coins=1),
        [plays("city-development"), does(DECLINE)],
        [nothing("hoc.effect.may-decline", "city-development")],
    ),
    Point(
        "Adventurer unpaid",
        board(Area(hand="adventurer village"), coins=1),
        [plays("adventurer")],
        [nothing("hoc.effect.cost-unpaid", "adventurer", passed_over="ExileCard")],
    ),
    Point(
        "Adventurer, and nothing cheap enough in the market",
        board(
            Area(hand="adventurer village"),
            coins=2,
            random="bank",
            basic={"city": 0, "royal-maid": 0},
        ),
        [plays("adventurer"), names("village", pb.ExileCard)],
        [
            card("adventurer", "CoinsPaid coins 2"),
            card("adventurer", "CardExiled village"),
            nothing(FIZZLE, "adventurer", passed_over="AcquireCard"),
        ],
    ),
    Point(
        "Adventurer that its player does not pay",
        board(Area(hand="adventurer village"), coins=2),
        [plays("adventurer"), does(DECLINE)],
        [nothing("hoc.effect.may-decline", "adventurer")],
    ),
    Point(
        "Bank without a City",
        board(Area(hand="bank", field="village"), positions=("start",)),
        [plays("bank")],
        [nothing(FIZZLE, "bank")],
    ),
]

COPIES = [
    Point(
        "Shinobi with nothing to copy",
        board(Area(hand="shinobi", field="city")),
        [plays("shinobi")],
        [nothing(FIZZLE, "shinobi", passed_over="CopyCard")],
    ),
    Point(
        "Gossipy Duchess without a victim",
        board(
            Area(hand="gossipy-duchess", domain="lulunasaika"),
            Area(),
            Area(domain="klam-klam city"),
            entry=SECOND,
        ),
        [sets("gossipy-duchess")],
        [nothing(FIZZLE, "gossipy-duchess", seat, "ChooseDomainCard") for seat in (1, 2)],
    ),
    Point(
        "Gossipy Duchess and one who concedes in time",
        board(
            Area(hand="gossipy-duchess", domain="lulunasaika"),
            Area(domain="klam-klam duke"),
            Area(domain="bergamotte senator"),
            Area(),
            entry=SECOND,
        ),
        [
            sets("gossipy-duchess"),
            concedes(2),
            lambda on: on.do(pb.ChooseDomainCard(card=on.in_domain("duke", 1)))[1:],
        ],
        [
            nothing("hoc.concede", "gossipy-duchess", 2, "ChooseDomainCard"),
            nothing(FIZZLE, "gossipy-duchess", 3, "ChooseDomainCard"),
        ],
    ),
    Point(
        "Gossipy Duchess and one who concedes while the card is chosen",
        board(
            Area(hand="gossipy-duchess", domain="lulunasaika"),
            Area(domain="klam-klam duke"),
            Area(),
            entry=SECOND,
        ),
        [
            sets("gossipy-duchess"),
            concedes(1),
            lambda on: on.do(pb.ChooseDomainCard(card=on.in_domain("duke", 1))),
        ],
        [
            nothing("hoc.concede", "gossipy-duchess", 1),
            nothing(FIZZLE, "gossipy-duchess", 2, "ChooseDomainCard"),
        ],
    ),
]

PRINCESSES = [
    Point(
        "Laolily without Royal Maids",
        board(Area(field="city*3"), entry=SECOND, coins=6, basic={"royal-maid": 0}),
        [lambda on: backs("laolily")(on)[3:]],
        [nothing("hoc.faq.laolily.up-to-five", "laolily", passed_over="AcquireCards")],
    ),
    Point(
        "Laolily, and no Royal Maid acquired",
        board(Area(field="city*3"), entry=SECOND, coins=6),
        [backs("laolily"), does(pb.AcquireCards())],
        [nothing("hoc.faq.laolily.up-to-five", "laolily")],
    ),
    Point(
        "Bergamotte without an Action card among the discards",
        board(Area(hand="duke", domain="bergamotte", discard="city")),
        [uses("bergamotte", "duke")],
        [
            card("bergamotte", "HandCardsDiscarded duke"),
            nothing("hoc.faq.bergamotte.no-action", "bergamotte", passed_over="TakeBackCard"),
        ],
    ),
    Point(
        "Flammaria, and nothing cheap enough in the market",
        board(
            Area(field="city*3"),
            entry=SECOND,
            coins=6,
            random="",
            basic={"city": 0, "royal-maid": 0, "senator": 0},
        ),
        [lambda on: backs("flammaria")(on)[3:]],
        [nothing(FIZZLE, "flammaria", passed_over="AcquireCards", missing=2)],
    ),
    Point(
        "Flammaria, and one card only cheap enough",
        board(
            Area(field="city*3"),
            entry=SECOND,
            coins=6,
            random="bank",
            basic={"city": 0, "royal-maid": 0, "senator": 0},
        ),
        [backs("flammaria"), does(pb.AcquireCards(kinds=["bank"]))],
        [card("flammaria", "CardAcquired bank random market"), nothing(FIZZLE, "flammaria", missing=1)],
    ),
    Point(
        "a princess and one Territory",
        board(Area(field="city"), entry=SECOND, coins=6),
        [backs("klam-klam")],
        [
            nothing("hoc.back.fewer-than-three", missing=2),
            "hoc.back.fewer-than-three: TerritoryMoved seat 0 city",
        ],
    ),
    Point(
        "Flammaria and Farming Villages",
        board(Area(field="city village"), entry=SECOND, coins=6, basic={"city": 30}),
        [backs("flammaria")],
        [
            nothing("hoc.faq.flammaria.villages", missing=1),
            nothing("hoc.back.fewer-than-three", missing=1),
            "hoc.back.fewer-than-three: TerritoryMoved seat 0 city",
        ],
    ),
    Point(
        "the Twins' extra turn after a coronation was declared",
        board(
            Area(domain="twins duke*4", declared=True),
            entry=SECOND,
            extra_turn_follows=True,
        ),
        [lambda on: on.do(DONE)[-3:]],
        [
            "hoc.turn.phases: TurnBegan seat 0 number 8 extra",
            nothing("hoc.coronation.full-round"),
            "hoc.main: PhaseBegan seat 0 main",
        ],
    ),
]

OF_CARDS = (*DRAWING, *COINS, *COPIES, *PRINCESSES)
