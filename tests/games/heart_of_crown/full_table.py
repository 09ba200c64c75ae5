"""A table with something in every zone and every part of a turn: more than the rules bring about at once. Ids are small
and fixed: 1 and on for cards that all see, 101 and on for those that seat 0 knows, 201 and on for seat 1's.
"""

from rulekeeper.games.heart_of_crown.state import Attack, DomainCard, FieldCard, Player, State, Turn
from rulekeeper.kernel import Bag, Card, counts, everyone, only

SEATS = 4
ALL = everyone(SEATS)

ANN = Player(
    hand=(
        Card(id=101, kind="library", audience=only(0)),
        Card(id=102, kind="city", audience=only(0)),
        Card(id=103, kind="library", audience=only(0)),
        Card(id=1, kind="apprentice-maid", audience=ALL, up=True),
    ),
    draw_pile=(
        Card(id=2, kind="duke", audience=ALL, up=True),
        Card(id=3, kind="duke", audience=ALL, up=True),
        Card(id=104, kind="senator", audience=only(0)),
        Bag(counts(["city"] * 4)),
        Bag(counts(["scout"])),
        Card(id=4, kind="purveyor", audience=ALL),
        Card(id=5, kind="library", audience=ALL, up=True),
    ),
    discard_pile=counts(["scout", "scout", "senator"]),
    field=(
        FieldCard(id=6, kind="farming-village"),
        FieldCard(id=7, kind="post-horse", at="6:right"),
        FieldCard(id=8, kind="royal-guard", at="7:right"),
    ),
    domain=(
        DomainCard(id=9, kind="twins-lain-shion", twin=2),
        DomainCard(id=10, kind="imperial-domain", plus_one=1),
        DomainCard(id=11, kind="large-city", kept=Card(id=12, kind="alchemist", audience=ALL, up=True)),
        DomainCard(id=13, kind="farming-village"),
        DomainCard(id=14, kind="duke"),
        DomainCard(id=15, kind="duke"),
    ),
)

BEN = Player(
    hand=(
        Card(id=201, kind="summons", audience=only(1)),
        Card(id=202, kind="royal-maid", audience=only(1)),
        Card(id=16, kind="hideout", audience=ALL, up=True),
    ),
    draw_pile=(Card(id=17, kind="magic-talisman", audience=ALL, up=True), Bag(counts(["city"] * 9))),
    discard_pile=counts(["purveyor"]),
    domain=(
        DomainCard(id=18, kind="klam-klam"),
        DomainCard(id=19, kind="city", kept=Card(id=20, kind="castle-wall", audience=ALL, up=True)),
        DomainCard(id=21, kind="royal-maid"),
    ),
    declared=True,
    debt=4,
)

STATE = State(
    players=(
        ANN,
        BEN,
        Player(draw_pile=(Bag(counts(["duke"] * 4)), Card(id=22, kind="city", audience=ALL, up=True)), standing=2),
        Player(domain=(DomainCard(id=23, kind="bergamotte"),), standing=3),
    ),
    commons=(
        *("castle-wall", "scout", "post-horse", "bribery", "infantry-battalion"),
        *("cornered-beast", "library", "money-lender", "royal-guard", "gossipy-duchess"),
    ),
    princesses=("lulunasaika", "flammaria"),
    curses=15,
    basic_market=counts({"city": 30, "large-city": 20, "royal-maid": 12, "senator": 12}),
    random_market=counts(
        {
            **{"scout": 3, "infantry-battalion": 2, "cornered-beast": 4, "library": 2, "money-lender": 1},
            **{"royal-guard": 5, "gossipy-duchess": 1, "imperial-capital-carikuma": 1},
        }
    ),
    supply=(Bag(counts(["bribery", "castle-wall"])),),
    exile=counts(["apprentice-maid", "farming-village", "farming-village"]),
    box=counts(["adventurer"] * 5),
    turn=Turn(
        seat=0,
        number=9,
        extra=True,
        phase=1,
        coins=3,
        positions=("7:bottom",),
        linked=3,
        used=(9,),
        buying_under=True,
        extra_turn_follows=True,
        at_clean_up=("supply-unit", "supply-unit"),
        at_end=("money-lender",),
        attack=Attack(kind="royal-guard", seat=1, used=(16, 20, 99), reduced=1),
        no_defence=True,
        yields=counts({"farming-village": 2}),
        buying_from_opponents=True,
    ),
    overtime=True,
    end="court",
    talisman="kept",
)
