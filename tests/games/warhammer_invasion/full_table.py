"""A table with something in every zone, in an attack, on the chain and among effects: more than the rules bring about
at once. Ids are small and fixed: 16 and on for what all see, 101 and on for what seat 0 knows, 201 and on for seat 1.
"""

from rulekeeper.games.warhammer_invasion.state import (
    ABILITY,
    BATTLEFIELD,
    BATTLEFIELD_PHASE,
    CARD,
    DEVELOPMENT,
    KINGDOM,
    QUEST,
    TACTIC,
    Combat,
    Draft,
    Drafter,
    Lasting,
    Link,
    Pending,
    Placed,
    Player,
    Points,
    Section,
    Share,
    State,
    Turn,
    Waiting,
    place,
)
from rulekeeper.kernel import Bag, Card, counts, everyone, only
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

ALL = everyone(2)
KINGDOM_0, QUEST_0, BATTLEFIELD_0 = (place(0, zone) for zone in (KINGDOM, QUEST, BATTLEFIELD))
KINGDOM_1, QUEST_1, BATTLEFIELD_1 = (place(1, zone) for zone in (KINGDOM, QUEST, BATTLEFIELD))


def own(seat: int, *cards: tuple[int, str]) -> tuple[Card, ...]:
    """Cards that a seat alone knows."""
    return tuple(Card(card, kind, only(seat)) for card, kind in cards)


ANN = Player(
    capital="dwarf",
    sections=(
        Section(damage=3, developments=own(0, (101, "runesmith"))),
        Section(burning=True),
        Section(developments=own(0, (102, "demolition"), (103, "demolition"))),
    ),
    resources=4,
    hand=(
        *own(0, (104, "flames-of-tzeentch"), (105, "huntsmen"), (106, "huntsmen")),
        Card(16, "demoralise", ALL, up=True),
    ),
    deck=(*own(0, (107, "organ-gun")), Bag(counts(["mountain-brigade", "mountain-brigade", "runesmith"]))),
    discard_pile=counts(["demoralise", "huntsmen", "demoralise"]),
    deck_list=counts(["huntsmen", "huntsmen", "organ-gun"]),
)

BEN = Player(
    capital="orc",
    sections=(
        Section(developments=own(1, (201, "lobber-crew"))),
        Section(damage=2),
        Section(),
    ),
    resources=1,
    hand=own(1, (202, "squig-herders"), (203, "squig-herders")),
    deck=(Bag(counts(["pillage"] * 5)),),
    discard_pile=counts(["pillage"]),
    deck_list=counts(["pillage", "squig-herders"]),
)

CARDS_IN_PLAY = (
    Placed(18, "hammerer-of-karak-azul", 0, 0, BATTLEFIELD_0, damage=1),
    Placed(19, "organ-gun", 1, 1, BATTLEFIELD_0, host=18),
    Placed(20, "troll-slayers", 0, 0, BATTLEFIELD_0, corrupted=True),
    Placed(21, "defend-the-border", 0, 0, QUEST_0, tokens=2),
    Placed(22, "runesmith", 0, 0, QUEST_0, quest=21),
    Placed(23, "contested-village", 0, 0, KINGDOM_0),
    Placed(24, "reiksguard-knights", 1, 1, KINGDOM_1),
    Placed(25, "black-orc-squad", 1, 1, KINGDOM_1),
    Placed(26, "rock-lobber", 1, 1, BATTLEFIELD_1),
    Placed(27, "black-orc-squad", 1, 1, QUEST_1, damage=1),
    Placed(28, "contested-fortress", 1, 1, KINGDOM_1),
    # They change the numbers of others: 20's power, the defender's hit points, 27's Toughness.
    Placed(31, "knight-training", 0, 0, BATTLEFIELD_0, host=20),
    Placed(32, "horrific-mutation", 0, 0, BATTLEFIELD_0, host=18),
    Placed(33, "big-uns", 1, 1, BATTLEFIELD_1),
)

TURN = Turn(
    seat=0,
    number=9,
    phase=BATTLEFIELD_PHASE,
    window=pb.WINDOW_ASSIGNED,
    passed=(1,),
    development_played=True,
    used=(22, 26, 28, 99),
    played=((1, "contested-fortress"), (0, "runesmith")),
    discarded=counts(["huntsmen", "demoralise", "huntsmen"]),
)

COMBAT = Combat(
    place=KINGDOM_1,
    attackers=(18, 20),
    defenders=(24,),
    attackers_declared=True,
    defenders_declared=True,
    tolls=((28, 18),),
    shares=(Share(18, cancellable=1), Share(20, cancellable=2, uncancellable=1), Share(24, uncancellable=2)),
    assigned=(Points(24, 0, cancellable=2), Points(KINGDOM_1, 0, 1, 1), Points(18, 1, uncancellable=2)),
    counted=True,
)

CHAIN = (
    Link(40, CARD, 0, "huntsmen", card=40, owner=0, zone=QUEST, quest=21),
    Link(41, CARD, 1, "choppa", card=41, owner=1, zone=KINGDOM, host=25, targets=(25,)),
    Link(42, DEVELOPMENT, 1, "boar-boyz", card=204, owner=1, zone=BATTLEFIELD),
    Link(43, TACTIC, 1, "smash-go-boom", owner=1, targets=(BATTLEFIELD_0,), developments=(102, 103), x=2),
    Link(44, ABILITY, 0, "runesmith", card=22, owner=0, targets=(18,)),
    Link(45, TACTIC, 0, "twin-tailed-comet", owner=0, targets=(43,), cancelled=True),
)

RESOLVING = (
    Link(
        46,
        TACTIC,
        0,
        "forced-march",
        owner=0,
        targets=(20,),
        zone=KINGDOM,
        cards=("huntsmen", "demoralise"),
        cardless=True,
    ),
)

DRAFT = Draft(
    pack=2,
    round=4,
    exchanged=True,
    drafters=(
        Drafter(
            side="order",
            pile=(*own(0, (108, "sabotage")), Bag(counts(["huntsmen"] * 9))),
            pack=(Card(29, "choppa", ALL ^ 1), *own(0, (109, "runesmith"))),
            picked=counts(["huntsmen", "runesmith", "huntsmen"]),
            cut=2,
            sabotages=1,
        ),
        Drafter(
            side="destruction",
            pile=(Bag(counts(["pillage"] * 4)),),
            pack=(Card(30, "waaagh", ALL ^ 1),),
            picked=counts(["pillage"]),
        ),
    ),
)

STATE = State(
    players=(ANN, BEN),
    cards=CARDS_IN_PLAY,
    turn=TURN,
    combat=COMBAT,
    chain=CHAIN,
    resolving=RESOLVING,
    pending=(
        Pending(7, 1, 28, "contested-fortress", "a text", subject=18, place=KINGDOM_1, forced=True, depth=1),
        Pending(8, 0, 24, "reiksguard-knights", "counterstrike", 0, KINGDOM_1, False, 1),
    ),
    waiting=(Waiting(1, "wez-bigga"), Waiting(0, "rip-dere-eads-off", 20)),
    lasting=(Lasting(20, power=1, hit_points=-1), Lasting(25, power=-9, held=True)),
    hits=(Points(24, 0, 1, 1), Points(QUEST_0, 1, cancellable=2)),
    hits_combat=True,
    depth=1,
    numbered=8,
    draft=DRAFT,
    format="draft",
    minimum="faq",
    windows="rulebook",
    box=counts(["pillage"]),
    minted=((2, 3),),
)
