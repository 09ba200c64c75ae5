"""What each viewer sees of the table (rulebook p.8, p.10, p.12)."""

import random
from collections.abc import Iterator, Sequence

import msgspec
import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import CARDS, SETS
from rulekeeper.games.heart_of_crown.state import State, opponents
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Bag, Card, Match, Pile, counts, random_command, sees
from tests.games.heart_of_crown.full_table import ANN, SEATS, STATE
from tests.games.heart_of_crown.table import BASICS, Area, Board, kinds

VIEWERS = (*range(SEATS), SPECTATOR, JUDGE)

RICH = Area(
    hand="duke library",
    draw=["^city", "city*3 village", "^scout", "duke*2"],
    discard="maid*2 senator",
    domain="twins large-city[alchemist] duke",
    twin=2,
)


@pytest.mark.rule("hoc.view.board")
def test_a_view_has_the_common_areas_and_each_players() -> None:
    match = Match(GAME, 3, seed=b"board")
    view = match.view(SPECTATOR)
    assert isinstance(view, pb.View)
    assert len(view.princesses) == 6 and view.curses == 12 and len(view.commons) == 10
    assert [pile.kind for pile in view.basic_market] == ["city", "large-city", "royal-maid", "senator", "duke"]
    assert len(view.random_market) == 8 and view.supply == 52 - sum(pile.count for pile in view.random_market)
    assert [(player.seat, player.hand_size, player.draw_pile_size) for player in view.players] == [
        (seat, 5, 5) for seat in range(3)
    ]
    assert not any(player.HasField("domain") for player in view.players)
    assert not view.HasField("seat")


@pytest.mark.rule("hoc.view.public", "hoc.keep.keep")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, JUDGE])
def test_what_everybody_sees(viewer: int) -> None:
    board = Board(RICH, Area(hand="city"), coins=3)
    view = board.view(viewer)
    player = view.players[0]
    assert {pile.kind: pile.count for pile in player.discard_pile} == {"apprentice-maid": 2, "senator": 1}
    assert [card.kind for card in player.domain.cards] == ["twins-lain-shion", "large-city", "duke"]
    assert player.domain.cards[1].kept.kind == "alchemist" and player.domain.cards[0].twin_counters == 2
    assert player.domain.points == 6
    assert (view.turn.seat, view.turn.coins, view.turn.phase) == (0, 3, pb.PHASE_MAIN)
    assert [*view.turn.open_positions] == ["start"]
    assert view.curses == 8 and view.supply == 10 and len(view.princesses) == 5
    assert [(pile.kind, pile.count) for pile in view.basic_market] == list(BASICS.items())
    assert sum(pile.count for pile in view.random_market) == 8
    gone = Board(Area(hand="city-development village", field="city"), Area(), coins=1)
    gone.play("city-development")
    gone.do(pb.ExileCard(card=gone.in_hand("village")))
    assert [(pile.kind, pile.count) for pile in gone.view(viewer).exile] == [("farming-village", 1)]
    assert [card.kind for card in gone.view(viewer).players[0].field] == ["city", "city-development"]


@pytest.mark.rule("hoc.view.hidden")
def test_hands_are_their_owners_alone() -> None:
    board = Board(RICH, Area(hand="city"))
    hands = {
        viewer: [[card.kind for card in player.hand] for player in board.view(viewer).players]
        for viewer in (0, 1, SPECTATOR, JUDGE)
    }
    assert hands == {
        0: [["duke", "library"], []],
        1: [[], ["city"]],
        SPECTATOR: [[], []],
        JUDGE: [["duke", "library"], ["city"]],
    }
    assert [player.hand_size for player in board.view(1).players] == [2, 1]


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, JUDGE])
def test_of_a_draw_pile_only_what_was_revealed_is_seen(viewer: int) -> None:
    parts = Board(RICH, Area()).view(viewer).players[0].draw_pile
    assert [part.card.kind or part.unknown for part in parts] == ["city", 4, "scout", 2]


def test_neighbouring_unknown_parts_of_a_pile_are_one() -> None:
    board = Board(Area(draw=["city*2", "duke*3", "^scout", "duke", "city"]), Area())
    assert [part.card.kind or part.unknown for part in board.view(0).players[0].draw_pile] == [5, "scout", 2]


@pytest.mark.rule("hoc.zone.exile")
def test_there_is_one_exile_pile_for_all() -> None:
    board = Board(
        Area(hand="adventurer village", draw=["city*10"]), Area(hand="adventurer maid", draw=["city*10"]), coins=2
    )
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("village")))
    board.do(pb.AcquireCard(kind="city"))
    board.end()
    board.match.amend(pb.CoinsGained(seat=1, coins=2))
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("maid", 1)))
    assert {pile.kind for pile in board.view(0).exile} == {"apprentice-maid", "farming-village"}


@pytest.mark.rule("hoc.term.opponent", "hoc.sudden-death.dropout")
def test_an_opponent_is_every_other_player_still_in_the_game() -> None:
    state = Board(Area(), Area(), Area(), Area()).state
    assert [opponents(state, seat) for seat in range(4)] == [(1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2)]
    state = Board(Area(), Area(standing=2), Area(), Area(standing=3)).state
    assert opponents(state, 0) == (2,)


def test_a_viewers_seat_is_in_the_view() -> None:
    board = Board(Area(), Area())
    assert board.view(1).seat == 1 and board.view(0).HasField("seat")
    assert not board.view(JUDGE).HasField("seat")


# A table with something in every zone, whole.


def listed(text: str) -> list[pb.KindCount]:
    return [pb.KindCount(kind=kind, count=count) for kind, count in counts(kinds(text))]


def lying(*cards: tuple[int, str] | tuple[int, str, str]) -> list[pb.Card]:
    """(12, "duke") lies face down, (12, "duke", "up") face up."""
    return [pb.Card(id=card[0], kind=card[1], face_up=len(card) > 2) for card in cards]


def parts(*parts: int | pb.Card) -> list[pb.PilePart]:
    return [pb.PilePart(unknown=part) if isinstance(part, int) else pb.PilePart(card=part) for part in parts]


def whole(viewer: int) -> pb.View:
    """What this viewer sees of the full table: open zones, counts of hidden ones, what the viewer knows of them."""
    anns, bens = viewer in (0, JUDGE), viewer in (1, JUDGE)
    (maid,) = lying((1, "apprentice-maid", "up"))
    (hideout,) = lying((16, "hideout", "up"))
    dukes = lying((2, "duke", "up"), (3, "duke", "up"))
    under = lying((4, "purveyor"), (5, "library", "up"))
    (talisman, city, alchemist, wall) = lying(
        (17, "magic-talisman", "up"), (22, "city", "up"), (12, "alchemist", "up"), (20, "castle-wall", "up")
    )
    cheaper = "city cornered-beast gossipy-duchess imperial-capital-carikuma infantry-battalion large-city library"
    ann = pb.Player(
        seat=0,
        hand_size=4,
        hand=[*(lying((101, "library"), (102, "city"), (103, "library")) if anns else []), maid],
        draw_pile_size=10,
        draw_pile=parts(*dukes, *([*lying((104, "senator")), 5] if anns else [6]), *under),
        discard_pile=listed("scout*2 senator"),
        field=[
            pb.FieldCard(id=6, kind="farming-village", at="start"),
            pb.FieldCard(id=7, kind="post-horse", at="6:right"),
            pb.FieldCard(id=8, kind="royal-guard", at="7:right"),
        ],
        domain=pb.Domain(
            points=11,
            cards=[
                pb.DomainCard(id=9, kind="twins-lain-shion", twin_counters=2),
                pb.DomainCard(id=10, kind="imperial-domain", plus_one_counters=1),
                pb.DomainCard(id=11, kind="large-city", kept=alchemist),
                pb.DomainCard(id=13, kind="farming-village"),
                pb.DomainCard(id=14, kind="duke"),
                pb.DomainCard(id=15, kind="duke"),
            ],
        ),
        standing=pb.STANDING_IN_GAME,
    )
    ben = pb.Player(
        seat=1,
        hand_size=3,
        hand=[*(lying((201, "summons"), (202, "royal-maid")) if bens else []), hideout],
        draw_pile_size=10,
        draw_pile=parts(talisman, 9),
        discard_pile=listed("purveyor"),
        domain=pb.Domain(
            points=2,
            cards=[
                pb.DomainCard(id=18, kind="klam-klam"),
                pb.DomainCard(id=19, kind="city", kept=wall),
                pb.DomainCard(id=21, kind="royal-maid"),
            ],
        ),
        declared=True,
        standing=pb.STANDING_IN_GAME,
        debt=4,
        prices=[
            pb.Price(kind=kind, coins=CARDS[kind].cost - 1)
            for kind in f"{cheaper} money-lender royal-guard royal-maid scout senator".split()
        ],
    )
    third = pb.Player(seat=2, draw_pile_size=5, draw_pile=parts(4, city), standing=pb.STANDING_DROPPED_OUT)
    bergamotte = pb.Domain(points=0, cards=[pb.DomainCard(id=23, kind="bergamotte")])
    fourth = pb.Player(seat=3, domain=bergamotte, standing=pb.STANDING_CONCEDED)
    return pb.View(
        seat=viewer if viewer >= 0 else None,
        turn=pb.Turn(
            seat=0,
            number=9,
            extra=True,
            phase=pb.PHASE_MAIN,
            coins=3,
            open_positions=["7:bottom"],
            buying_under=True,
            extra_turn_follows=True,
            at_clean_up=["supply-unit", "supply-unit"],
            at_turn_end=["money-lender"],
            attack=pb.Attack(kind="royal-guard", seat=1, used=[16, 20, 99], reduced=1),
            no_defence=True,
            buying_from_opponents=True,
            yields=listed("village*2"),
            used=[9],
        ),
        players=[ann, ben, third, fourth],
        princesses=["lulunasaika", "flammaria"],
        curses=15,
        basic_market=[*listed("city*30"), *listed("large-city*20"), *listed("royal-maid*12"), *listed("senator*12")]
        + [pb.KindCount(kind="duke")],
        random_market=listed(
            "scout*3 infantry-battalion*2 cornered-beast*4 library*2 money-lender royal-guard*5 gossipy-duchess capital"
        ),
        supply=2,
        exile=listed("maid village*2"),
        commons=STATE.commons,
        overtime=True,
    )


@pytest.mark.rule("hoc.view.board", "hoc.view.public", "hoc.view.hidden")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_whole_of_a_full_table(viewer: int) -> None:
    assert GAME.view(STATE, viewer) == whole(viewer)


def test_the_full_table_leaves_no_field_of_a_state_as_it_is_without_anything() -> None:
    for built, plain in ((STATE, State()), (STATE.turn, State().turn)):
        same = {name for name in type(built).__struct_fields__ if getattr(built, name) == getattr(plain, name)}
        assert same <= {"minted", "seat", "choice"}
    for name in type(ANN).__struct_fields__:
        assert any(getattr(player, name) != getattr(type(ANN)(), name) for player in STATE.players), name
    assert {part.up for part in ANN.draw_pile if isinstance(part, Card)} == {True, False}


def test_every_field_of_a_view_is_filled_somewhere() -> None:
    view = GAME.view(STATE, 0)
    assert isinstance(view, pb.View)
    found = [view, view.turn, *view.players, *view.players[0].domain.cards, view.turn.attack]
    for kind in (pb.View, pb.Turn, pb.Player, pb.DomainCard, pb.Attack):
        filled = {field.name for message in found if isinstance(message, kind) for field, _ in message.ListFields()}
        missing = {field.name for field in kind.DESCRIPTOR.fields} - filled
        assert missing == ({"seat", "choice"} if kind is pb.Turn else set()), kind


# Prices.


@pytest.mark.rule("hoc.faq.bribery.klam")
def test_what_can_be_bought_of_opponents_has_its_price_too() -> None:
    areas = Area(domain="klam-klam city", hand="bribery"), Area(hand="bank curse", domain="laolily city[hideout]")
    board = Board(*areas, random="scout")
    there = {"city", "duke", "large-city", "royal-maid", "scout", "senator"}
    assert {price.kind for price in board.view(SPECTATOR).players[0].prices} == there
    board.play("bribery")
    board.passing()
    assert {price.kind for price in board.view(1).players[0].prices} == {*there, "bank", "hideout"}
    assert not board.view(1).players[1].prices


# Nothing else.


def masked(state: State, viewer: int) -> State:
    """The same table with other cards wherever the viewer may not know which they are."""

    def hide(of: Pile) -> Pile:
        return tuple(
            (part if sees(part.audience, viewer) else Card(id=9999, kind="curse", audience=part.audience))
            if isinstance(part, Card)
            else Bag((("curse", sum(count for _, count in part.of)),))
            for part in of
        )

    players = tuple(
        msgspec.structs.replace(
            player,
            hand=tuple(part for part in hide(player.hand) if isinstance(part, Card)),
            draw_pile=hide(player.draw_pile),
        )
        for player in state.players
    )
    return msgspec.structs.replace(state, players=players, supply=hide(state.supply), box=())


def hands(match: Match[State]) -> Iterator[Card]:
    yield from (card for player in match.table.state.players for card in player.hand)


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
@pytest.mark.parametrize("viewer", [*range(SEATS), SPECTATOR])
def test_a_hidden_card_makes_no_difference_to_the_view(viewer: int) -> None:
    assert GAME.view(masked(STATE, viewer), viewer) == GAME.view(STATE, viewer)
    assert GAME.view(masked(STATE, viewer), JUDGE) != GAME.view(STATE, JUDGE)


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
@pytest.mark.parametrize("chosen", SETS)
def test_in_random_games_of_every_set_no_hidden_card_is_in_a_view(chosen: str) -> None:
    seed = f"hidden {chosen}"
    print(f"seed {seed!r}")
    match: Match[State] = Match(GAME, 3, seed=seed.encode(), setup={"set": chosen})
    dice = random.Random(seed)
    for number in range(300):
        if match.table.over:
            break
        match.submit(match.asked()[0], random_command(GAME, match.table, match.asked()[0], dice.randrange, match.live))
        state = match.table.state
        if number % 10 == 0 or any(card.up for card in hands(match)):
            for viewer in (*range(3), SPECTATOR):
                view = match.view(viewer)
                assert isinstance(view, pb.View)
                assert view == GAME.view(masked(state, viewer), viewer)
                assert [shown_of(player) for player in view.players] == [
                    sorted(
                        card.id
                        for card in (*player.hand, *player.draw_pile)
                        if isinstance(card, Card) and sees(card.audience, viewer)
                    )
                    for player in state.players
                ]


def shown_of(player: pb.Player) -> Sequence[int]:
    """Ids of the cards of hand and draw pile that a view names."""
    piled = [part.card.id for part in player.draw_pile if part.HasField("card")]
    return sorted([*(card.id for card in player.hand), *piled])
