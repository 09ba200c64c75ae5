"""What each viewer sees of the table (rulebook p.8-10, p.18-20)."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.numbers import (
    counterstrike,
    held,
    hit_points,
    power,
    remaining,
    symbols,
    toughness,
    zone_power,
)
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.games.warhammer_invasion.state import (
    CAPITAL_PHASE,
    DEVELOPMENT,
    EVERY_ZONE,
    KINGDOM,
    KINGDOM_PHASE,
    Combat,
    Link,
    State,
    Turn,
    is_unit,
    place,
    section_hit_points,
    there,
)
from rulekeeper.kernel import JUDGE, SPECTATOR, Bag, Card, Match, Pile, contents, random_command, sees, size
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.full_table import ANN, BEN, CARDS_IN_PLAY, STATE
from tests.games.warhammer_invasion.making import Drafting
from tests.games.warhammer_invasion.table import Board, Side

VIEWERS = (0, 1, SPECTATOR, JUDGE)
replace = msgspec.structs.replace


def seen(state: State, viewer: int) -> pb.View:
    view = GAME.view(state, viewer)
    assert isinstance(view, pb.View)
    return view


# A table with something in every zone, whole.


def cards(*of: tuple[int, str]) -> list[pb.Card]:
    return [pb.Card(id=card, kind=kind) for card, kind in of]


def listed(**of: int) -> list[pb.KindCount]:
    return [pb.KindCount(kind=kind.replace("_", "-"), count=count) for kind, count in of.items()]


def points(target: int, seat: int, cancellable: int = 0, uncancellable: int = 0) -> pb.Points:
    return pb.Points(target=target, seat=seat, cancellable=cancellable, uncancellable=uncancellable)


def whole(viewer: int) -> pb.View:
    """What this viewer sees of the full table."""
    anns, bens = viewer in (0, JUDGE), viewer in (1, JUDGE)
    revealed = cards((16, "demoralise"))
    in_hand = cards((104, "flames-of-tzeentch"), (105, "huntsmen"), (106, "huntsmen"))
    demoralise = pb.Price(kind="demoralise", resources=0)
    prices = [pb.Price(kind="flames-of-tzeentch", resources=2), pb.Price(kind="huntsmen", resources=1)]
    ann = pb.Player(
        seat=0,
        capital="dwarf",
        sections=[
            pb.Section(
                zone=pb.ZONE_KINGDOM,
                power=4,
                damage=3,
                hit_points=9,
                developments=1,
                known=cards((101, "runesmith")) if anns else [],
            ),
            pb.Section(zone=pb.ZONE_QUEST, power=2, hit_points=8, burning=True),
            pb.Section(
                zone=pb.ZONE_BATTLEFIELD,
                power=6,
                hit_points=10,
                developments=2,
                known=cards((102, "demolition"), (103, "demolition")) if anns else [],
            ),
        ],
        resources=4,
        hand_size=4,
        hand=[*in_hand, *revealed] if anns else revealed,
        deck_size=4,
        discard_pile=listed(demoralise=2, huntsmen=1),
        symbols=listed(empire=2, dwarf=4, chaos=1),
        prices=[*prices, demoralise] if anns else [demoralise],
        deck_list=listed(huntsmen=2, runesmith=1) if anns else [],
        looked_at=cards((107, "organ-gun")) if anns else [],
    )
    ben = pb.Player(
        seat=1,
        capital="orc",
        sections=[
            pb.Section(
                zone=pb.ZONE_KINGDOM,
                power=5,
                hit_points=9,
                developments=1,
                known=cards((201, "lobber-crew")) if bens else [],
            ),
            pb.Section(zone=pb.ZONE_QUEST, power=2, damage=2, hit_points=8),
            pb.Section(zone=pb.ZONE_BATTLEFIELD, power=1, hit_points=8),
        ],
        resources=1,
        hand_size=2,
        hand=cards((202, "squig-herders"), (203, "squig-herders")) if bens else [],
        deck_size=5,
        discard_pile=listed(pillage=1),
        symbols=listed(empire=1, dwarf=1, orc=5),
        prices=[pb.Price(kind="squig-herders", resources=1)] if bens else [],
        deck_list=listed(pillage=1) if bens else [],
    )
    return pb.View(
        seat=viewer if viewer >= 0 else None,
        turn=pb.Turn(
            seat=0,
            number=9,
            phase=pb.PHASE_BATTLEFIELD,
            window=pb.WINDOW_ASSIGNED,
            passes=1,
            passed=[1],
            development_played=True,
            limited_played=[1],
            used=[26, 28],
            units_discarded=2,
        ),
        players=[ann, ben],
        cards=IN_PLAY,
        combat=pb.Combat(
            seat=0,
            place=pb.PLACE_KINGDOM_1,
            attackers=[18, 20],
            defenders=[24],
            attackers_declared=True,
            defenders_declared=True,
            shares=[
                pb.Share(card=18, cancellable=1),
                pb.Share(card=20, cancellable=2, uncancellable=1),
                pb.Share(card=24, uncancellable=2),
            ],
            assigned=[points(24, 0, 2), points(pb.PLACE_KINGDOM_1, 0, 1, 1), points(18, 1, 0, 2)],
            tolls=[pb.Toll(card=28, unit=18)],
        ),
        chain=[
            pb.Action(number=40, what=pb.ACTION_KIND_CARD, kind="huntsmen", card=40, zone=pb.ZONE_QUEST, quest=21),
            pb.Action(
                number=41,
                what=pb.ACTION_KIND_CARD,
                seat=1,
                kind="choppa",
                card=41,
                targets=[25],
                zone=pb.ZONE_KINGDOM,
                host=25,
            ),
            pb.Action(
                number=42,
                what=pb.ACTION_KIND_DEVELOPMENT,
                seat=1,
                kind="boar-boyz" if bens else "",
                card=204 if bens else 0,
                zone=pb.ZONE_BATTLEFIELD,
            ),
            pb.Action(
                number=43,
                what=pb.ACTION_KIND_TACTIC,
                seat=1,
                kind="smash-go-boom",
                targets=[pb.PLACE_BATTLEFIELD_0],
                developments=[102, 103] if anns else [],
                developments_targeted=2,
                x=2,
            ),
            pb.Action(number=44, what=pb.ACTION_KIND_ABILITY, kind="runesmith", card=22, targets=[18]),
            pb.Action(number=45, what=pb.ACTION_KIND_TACTIC, kind="twin-tailed-comet", targets=[43], cancelled=True),
        ],
        resolving=[
            pb.Action(
                number=46,
                what=pb.ACTION_KIND_TACTIC,
                kind="forced-march",
                targets=[20],
                cards=["huntsmen", "demoralise"],
                zone=pb.ZONE_KINGDOM,
            )
        ],
        effects=[
            pb.Effect(number=7, seat=1, card=28, kind="contested-fortress", text="a text", subject=18, forced=True),
            pb.Effect(number=8, card=24, kind="reiksguard-knights", text="counterstrike"),
        ],
        waiting=[pb.Waiting(seat=1, kind="wez-bigga"), pb.Waiting(kind="rip-dere-eads-off", card=20)],
        about_to_be_dealt=[points(24, 0, 1, 1), points(pb.PLACE_QUEST_0, 1, 2)],
        draft=pb.Draft(
            pack=2,
            round=4,
            drafters=[
                pb.Drafter(
                    seat=0,
                    side="order",
                    pile_size=10,
                    pack_size=2,
                    # Each holds the opponent's pack; one card of Ann's is new and was not shown yet.
                    pack=cards((30, "waaagh")) if viewer != SPECTATOR else [],
                    picked=3,
                    cut=2,
                    sabotages=1,
                    looked_at=cards((108, "sabotage")) if anns else [],
                ),
                pb.Drafter(
                    seat=1,
                    side="destruction",
                    pile_size=4,
                    pack_size=1,
                    pack=[
                        *(cards((29, "choppa")) if viewer != SPECTATOR else []),
                        *(cards((109, "runesmith")) if anns else []),
                    ],
                    picked=1,
                ),
            ],
            exchanged=True,
        ),
        format="draft",
        minimum="faq",
        windows="rulebook",
    )


HERE: dict[str, Any] = {"owner": 0, "controller": 0}
THERE: dict[str, Any] = {"owner": 1, "controller": 1}

IN_PLAY = (
    pb.InPlay(id=18, kind="hammerer-of-karak-azul", place=3, damage=1, power=1, hit_points=2, toughness=1, **HERE),
    pb.InPlay(id=19, kind="organ-gun", place=3, host=18, **THERE),
    # Two developments give two more power, an attachment one, an effect one, and one hit point less.
    pb.InPlay(id=20, kind="troll-slayers", place=3, corrupted=True, power=5, hit_points=2, **HERE),
    pb.InPlay(id=21, kind="defend-the-border", place=2, tokens=2, **HERE),
    pb.InPlay(id=22, kind="runesmith", place=2, power=1, hit_points=1, quest=21, **HERE),
    pb.InPlay(id=23, kind="contested-village", place=1, power=1, **HERE),
    pb.InPlay(id=24, kind="reiksguard-knights", place=5, power=1, hit_points=1, counterstrike=2, **THERE),
    pb.InPlay(id=25, kind="black-orc-squad", place=5, hit_points=4, held=True, **THERE),
    pb.InPlay(id=26, kind="rock-lobber", place=7, **THERE),
    pb.InPlay(id=27, kind="black-orc-squad", place=6, damage=1, power=1, hit_points=4, toughness=1, **THERE),
    pb.InPlay(id=28, kind="contested-fortress", place=5, power=1, **THERE),
    pb.InPlay(id=31, kind="knight-training", place=3, host=20, **HERE),
    pb.InPlay(id=32, kind="horrific-mutation", place=3, host=18, **HERE),
    pb.InPlay(id=33, kind="big-uns", place=7, power=1, hit_points=2, **THERE),
)


@pytest.mark.rule("whi.hidden.hands-decks", "whi.development.look", "whi.draft.exchange")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_whole_of_a_full_table(viewer: int) -> None:
    assert seen(STATE, viewer) == whole(viewer)


def test_the_full_table_leaves_no_field_of_a_state_as_it_is_without_anything() -> None:
    pairs: list[tuple[Any, Any]] = [(STATE, State()), (STATE.turn, Turn()), (STATE.combat, Combat(0))]
    for built, plain in pairs:
        same = {name for name in built.__struct_fields__ if getattr(built, name) == getattr(plain, name)}
        assert same == ({"seat"} if built is STATE.turn else set())
    for group in ((ANN, BEN), CARDS_IN_PLAY, (*STATE.chain, *STATE.resolving)):
        for name in type(group[0]).__struct_fields__:
            assert len({repr(getattr(one, name)) for one in group}) > 1, name


def test_every_field_of_a_view_is_filled_somewhere() -> None:
    found: list[Any] = [seen(STATE, 0)]
    for message in found:
        for field, value in message.ListFields():
            if field.message_type is not None:
                found += value if field.is_repeated else [value]
    kinds = {type(message) for message in found}
    assert len(kinds) == 17
    for kind in sorted(kinds, key=lambda kind: str(kind.DESCRIPTOR.name)):
        filled = {field.name for message in found if type(message) is kind for field, _ in message.ListFields()}
        missing = {field.name for field in kind.DESCRIPTOR.fields} - filled
        # Seat 0 attacks, and it is its turn, not before the first.
        absent = {pb.Turn: {"seat"}, pb.Combat: {"seat"}, pb.View: {"first_player"}}
        assert missing == absent.get(kind, set()), kind


# What is there, and what is not.


def test_before_the_first_turn_there_is_no_turn() -> None:
    match: Match[State] = Match(GAME, 2, setup={"starters": ["dwarf", "orc"]}, seed=b"view")
    for seat, capital in enumerate(("dwarf", "orc")):
        match.submit(seat, pb.PlaceCapital(capital=capital))
    for viewer in VIEWERS:
        view = match.view(viewer)
        assert isinstance(view, pb.View)
        assert not view.HasField("turn") and not view.HasField("combat") and not view.HasField("draft")
        assert view.first_player == match.table.state.turn.seat and view.HasField("first_player")
        assert [(one.capital, one.hand_size, one.deck_size) for one in view.players] == [
            ("dwarf", 7, 43),
            ("orc", 7, 43),
        ]
        lists = [sum(kind.count for kind in one.deck_list) for one in view.players]
        assert lists == [50 if viewer in (seat, JUDGE) else 0 for seat in (0, 1)]
        assert view.format == "starters" and view.HasField("seat") == (viewer >= 0)


@pytest.mark.rule("whi.window", "whi.turn.windows-default")
def test_between_windows_none_is_open() -> None:
    board = Board(Side(kingdom="mountain~"), phase=KINGDOM_PHASE)
    assert (board.view(0).turn.window, board.view(0).turn.phase) == (pb.WINDOW_UNSPECIFIED, pb.PHASE_KINGDOM)
    board.do(pb.Decline())
    assert (board.view(1).turn.window, board.view(1).turn.passes) == (pb.WINDOW_KINGDOM, 0)
    board.passing()
    assert (board.view(SPECTATOR).turn.window, board.view(SPECTATOR).turn.passes) == (pb.WINDOW_KINGDOM, 1)


@pytest.mark.rule("whi.turn.each-turn-counters", "whi.action.limit-per-turn")
def test_used_up_is_what_cannot_be_used_again_this_turn() -> None:
    board = Board(Side(battlefield="rock-lobber huntsmen", quest="runesmith", resources=9))
    runesmith, lobber = board.id("runesmith"), board.id("rock-lobber")
    board.use("runesmith", target=runesmith)
    board.both_pass()
    assert board.view(0).turn.used == [] and board.state.turn.used == (runesmith,)
    board.passing()
    board.use("rock-lobber", sacrifice=board.id("huntsmen"))
    assert board.view(1).turn.used == [lobber]


@pytest.mark.rule("whi.damage.cancel-order")
def test_used_up_is_what_has_had_the_first_damage_of_the_turn() -> None:
    board = Board(Side(battlefield="squig-herders"), Side(kingdom="contested-fortress"), entry="combat", zone=KINGDOM)
    board.until(pb.WINDOW_TARGET)
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("squig-herders")]))
    board.until(pb.WINDOW_ASSIGNED)
    assert board.view(0).turn.used == []
    board.both_pass()
    assert board.view(0).turn.used == [board.id("contested-fortress")]


def test_prices_are_of_each_kind_that_the_viewer_knows_in_a_hand() -> None:
    tax = Board(
        Side(hand="huntsmen*2 pilgrimage flames", developments=(0, 2, 0)), Side(kingdom="master-rune-of-dismay")
    )
    found = {one.kind: one.resources for one in tax.view(0).players[0].prices}
    # 1, and 1 for the Rune; 4 and 0 for loyalty, less 2; X alone, and 3 for loyalty.
    assert found == {"huntsmen": 3, "pilgrimage": 2, "flames-of-tzeentch": 3}
    assert {**found} == {kind: price(tax.state, 0, kind) for kind in found}
    assert not tax.view(1).players[0].prices and not tax.view(SPECTATOR).players[0].prices
    assert len(tax.view(JUDGE).players[0].prices) == 3


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.hidden.hands-decks")
def test_what_is_revealed_of_a_hand_is_seen_by_all() -> None:
    board = Board(Side(hand="slaanesh", resources=9), Side(hand="pillage hate huntsmen mountain"))
    board.tactic("slaanesh")
    board.both_pass()
    for viewer in VIEWERS:
        hand = board.view(viewer).players[1]
        known = ["pillage"] if viewer in (1, JUDGE) else []
        assert [card.kind for card in hand.hand] == [*known, "hate", "huntsmen", "mountain-brigade"]
        assert hand.hand_size == 4


# A draft.


@pytest.mark.rule("whi.draft.pick-two", "whi.draft.exchange")
def test_a_pack_is_seen_by_who_holds_it_and_by_whose_it_is() -> None:
    board = Drafting()

    def packs(viewer: int) -> list[list[str]]:
        return [[card.kind for card in one.pack] for one in seen(board.state, viewer).draft.drafters]

    first, second = board.pack(0), board.pack(1)
    assert [packs(viewer) for viewer in VIEWERS] == [[first, []], [[], second], [[], []], [first, second]]
    board.pick()
    first, second = board.pack(0), board.pack(1)
    both = [second, first]
    assert [packs(viewer) for viewer in VIEWERS] == [both, both, [[], []], both]
    assert [one.pack_size for one in seen(board.state, SPECTATOR).draft.drafters] == [13, 13]
    board.take()
    board.do(0, board.picking(0))
    first, second = board.pack(0), board.pack(1)
    # At home again: what is picked from it now is a secret, although the opponent has seen what was there.
    assert [packs(viewer) for viewer in VIEWERS] == [[first, []], [[], second], [[], []], [first, second]]


@pytest.mark.rule("whi.draft.format.shifting-tides")
def test_a_pack_made_anew_is_not_seen_by_who_held_the_old_one() -> None:
    board = Drafting(first="shifting-tides", second="reinforcements")
    board.pick()
    board.take("reinforcements", "shifting-tides")
    # Seat 0 looks at its pile now, and seat 1 still holds what is a new pack.
    assert board.asked == (0,)
    draft = seen(board.state, 1).draft
    assert draft.exchanged and (draft.drafters[0].pack_size, list(draft.drafters[1].pack)) == (12, [])
    assert [len(seen(board.state, viewer).draft.drafters[1].pack) for viewer in (0, JUDGE)] == [12, 12]
    assert [len(seen(board.state, viewer).draft.drafters[0].looked_at) for viewer in VIEWERS] == [5, 0, 0, 5]


def test_while_a_deck_is_drafted_its_list_is_what_was_picked() -> None:
    board = Drafting()
    board.pick("runesmith*2", "savage-gors squig-herders")
    mine = [[(one.kind, one.count) for one in player.deck_list] for player in seen(board.state, 0).players]
    assert mine == [[("runesmith", 2)], []]
    assert [one.picked for one in seen(board.state, 1).draft.drafters] == [2, 2]
    assert seen(board.state, 1).draft.drafters[1].side == "destruction"


# In random games.


def games(most: int) -> Iterator[tuple[State, int]]:
    """Tables of random games of every format, with their number."""
    for setup in ({"starters": ["dwarf", "orc"]}, {"starters": ["chaos", "empire"]}, {"format": "draft"}):
        seed = f"view {setup}"
        print(f"seed {seed!r}")
        match: Match[State] = Match(GAME, 2, setup=setup, seed=seed.encode())
        dice = random.Random(seed)
        for number in range(most):
            if match.table.over:
                break
            yield match.table.state, number
            seat = match.asked()[0]
            match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))


def masked(state: State, viewer: int) -> State:
    """The same table with other cards, under other ids, wherever the viewer may not know which they are."""

    def hide(of: Iterable[Card | Bag]) -> Iterator[Card | Bag]:
        for part in of:
            if isinstance(part, Bag):
                yield Bag((("hate", size((part,))),))
            else:
                yield part if sees(part.audience, viewer) else Card(9999, "hate", part.audience)

    def alone(of: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(part for part in hide(of) if isinstance(part, Card))

    def action(one: Link) -> Link:
        theirs = [place(seat, zone) for seat in (0, 1) for zone in EVERY_ZONE if seat != viewer]
        if one.what == DEVELOPMENT and one.owner != viewer:
            one = replace(one, kind="hate", card=9999)
        return (
            replace(one, developments=(9999,) * len(one.developments))
            if one.developments and one.targets[0] in theirs
            else one
        )

    state = replace(
        state,
        players=tuple(
            replace(
                player,
                hand=alone(player.hand),
                deck=tuple(hide(player.deck)),
                deck_list=player.deck_list if seat == viewer else (("hate", 1),),
                sections=tuple(replace(one, developments=alone(one.developments)) for one in player.sections),
            )
            for seat, player in enumerate(state.players)
        ),
        chain=tuple(action(one) for one in state.chain),
        resolving=tuple(action(one) for one in state.resolving),
        box=(),
        minted=(),
    )
    if state.draft is None:
        return state
    drafters = [
        replace(
            drafter,
            pile=tuple(hide(drafter.pile)),
            pack=alone(drafter.pack)
            if viewer == seat or state.draft.exchanged
            else tuple(Card(9999, "hate", 0) for _ in drafter.pack),
            picked=drafter.picked if seat == viewer else (("hate", sum(count for _, count in drafter.picked)),),
        )
        for seat, drafter in enumerate(state.draft.drafters)
    ]
    return replace(state, draft=replace(state.draft, drafters=(drafters[0], drafters[1])))


@pytest.mark.rule("whi.hidden.hands-decks")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_hidden_card_makes_no_difference_to_view_and_text(viewer: int) -> None:
    for state in (STATE, replace(STATE, draft=None)):
        other = masked(state, viewer)
        assert seen(other, viewer) == seen(state, viewer)
        assert GAME.scene(seen(other, viewer)) == GAME.scene(seen(state, viewer))
        assert seen(other, JUDGE) != seen(state, JUDGE)


@pytest.mark.rule("whi.hidden.hands-decks", "whi.development.look", "whi.development.rearrange")
def test_in_random_games_no_hidden_card_is_in_a_view() -> None:
    for state, number in games(400):
        if number % 3 == 0 or state.draft is not None or any(one.what == DEVELOPMENT for one in state.chain):
            for viewer in (0, 1, SPECTATOR):
                assert seen(masked(state, viewer), viewer) == seen(state, viewer)


@pytest.mark.rule("whi.zones.power-sum", "whi.zones.hit-points", "whi.card.race-symbol")
def test_in_random_games_a_view_has_the_numbers_that_the_rules_use() -> None:
    for state, number in games(400):
        if number % 5:
            continue
        view = seen(state, number % 2)
        for seat, player in enumerate(view.players):
            assert [third.power for third in player.sections] == [zone_power(state, place(seat, z)) for z in EVERY_ZONE]
            assert [third.hit_points for third in player.sections] == [
                section_hit_points(state, place(seat, zone)) for zone in EVERY_ZONE
            ]
            for race in ("empire", "dwarf", "high_elf", "chaos", "orc", "dark_elf"):
                shown = [one.count for one in player.symbols if one.kind == race]
                assert sum(shown) == symbols(state, seat, race) and 0 not in shown
        assert [card.id for card in view.cards] == [card.id for card in state.cards]
        for shown_card in view.cards:
            card = there(state, shown_card.id)
            assert shown_card.power == power(state, card) and shown_card.damage == card.damage
            if is_unit(card):
                numbers = hit_points(state, card), toughness(state, card), counterstrike(state, card), held(state, card)
                assert numbers == (
                    shown_card.hit_points,
                    shown_card.toughness,
                    shown_card.counterstrike,
                    shown_card.held,
                )
                assert max(shown_card.hit_points - shown_card.damage, 0) == remaining(state, card.id)


def pile_of(view: pb.View, seat: int) -> Pile:
    return tuple(Card(card.id, card.kind, 0) for card in view.players[seat].looked_at)


@pytest.mark.rule("whi.card.dwarf-cannon-crew")
def test_cards_of_a_deck_that_are_looked_at_are_seen_by_who_looks() -> None:
    board = Board(Side(hand="dwarf-cannon-crew", resources=9, deck="contested-village*9"), phase=CAPITAL_PHASE)
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_QUEST))
    board.both_pass()
    looked = [size(pile_of(board.view(viewer), 0)) for viewer in VIEWERS]
    assert looked == [5, 0, 0, 5] and contents(pile_of(board.view(0), 0)) == (("contested-village", 5),)
    assert [board.view(viewer).players[0].deck_size for viewer in VIEWERS] == [9] * 4
