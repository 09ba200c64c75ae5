"""A game's own players: at both ends of the wire they choose the same."""

import random
from typing import Any

import pytest
from google.protobuf import any_pb2

from rulekeeper.client import OPEN, Client, bot, create
from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.kernel import Match, Multiset, Number, OneOf, Order, Subset, command_of, pack
from rulekeeper.projections import decision_of
from rulekeeper.testing.bots import Bot, offer_of
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import facts_pb2, table_pb2

SENSIBLE = "sensible"
PLAY = "rulekeeper.heart_of_crown.v1.PlayCard"


def packed(match: Match[Any], seat: int) -> any_pb2.Any:
    view = any_pb2.Any()
    view.Pack(match.view(seat))
    return view


def decision(match: Match[Any], seat: int) -> table_pb2.Decision:
    found = decision_of(match.game, match.table, seat)
    assert found is not None
    return found


def test_from_what_the_wire_brings_a_player_chooses_what_it_chooses_in_the_service() -> None:
    match: Match[Any] = Match(GAME, 3, {"set": "intermediate-2"}, seed=b"wire")
    bots = [Bot(GAME, SENSIBLE, seat) for seat in range(3)]
    kinds = set()
    while not match.table.over:
        (seat,) = match.asked()
        command = command_of(SENSIBLE, GAME, match.table, seat, random.Random(1).randrange, match.live)
        choice = bots[seat].choose(decision(match, seat), packed(match, seat))
        assert GAME.command_type[choice.command](**choice.fields) == command
        kinds.add(choice.short)
        match.submit(seat, pack(GAME, command))
    assert len(kinds) > 8


def test_what_was_refused_is_not_chosen_again_but_something_at_random() -> None:
    match: Match[Any] = Match(GAME, 2)
    (seat,) = match.asked()
    asked, view = decision(match, seat), packed(match, seat)
    player = Bot(GAME, SENSIBLE, seat, seed=1)
    choice = player.choose(asked, view)
    player.refused(choice)
    assert len({str(player.choose(asked, view)) for _ in range(20)}) > 1
    later = table_pb2.Decision(version=asked.version + 1, offers=asked.offers)
    assert player.choose(later, view) == choice


def test_every_form_of_field_comes_over_the_wire() -> None:
    three = [table_pb2.Candidate(value=facts_pb2.Value(number=number), limit=2) for number in (3, 4, 5)]
    subset = table_pb2.Subset(candidates=three, least=1, most=2)
    multiset = table_pb2.Multiset(candidates=three, least=2, most=4)
    forms = [
        table_pb2.OfferField(name="a", one_of=table_pb2.OneOf(candidates=three)),
        table_pb2.OfferField(name="b", subset=subset),
        table_pb2.OfferField(name="c", multiset=multiset),
        table_pb2.OfferField(name="d", number=table_pb2.NumberRange(low=-1, high=2)),
        table_pb2.OfferField(name="e", order=table_pb2.Order(candidates=three)),
    ]
    offer = offer_of(GAME, table_pb2.Offer(command=PLAY, fields=forms))
    assert [type(field) for field in offer.fields.values()] == [OneOf, Subset, Multiset, Number, Order]
    assert [len(list(field.legal())) for field in offer.fields.values()] == [3, 6, 6 + 7 + 6, 4, 6]
    with pytest.raises(ValueError, match="x has the unknown form None"):
        offer_of(GAME, table_pb2.Offer(command=PLAY, fields=[table_pb2.OfferField(name="x")]))


def test_another_games_view_is_not_taken_for_its_own() -> None:
    with pytest.raises(ValueError, match="a view of heart_of_crown@1 is wanted, not nothing"):
        Bot(GAME, SENSIBLE, 0).choose(table_pb2.Decision(version=4), any_pb2.Any())
    with pytest.raises(KeyError, match="brilliant"):
        Bot(GAME, "brilliant", 0)


async def test_one_at_a_client_and_one_in_the_service_play_a_whole_game() -> None:
    with OwnService() as service:
        async with Client(service.address) as client:
            game = await create(client, GAME.ruleset, [OPEN, bot(SENSIBLE)])
            seat = await game.join("Ann")
            assert await seat.play(Bot(GAME, SENSIBLE, seat.number)) > 0
            ended = (await game.info()).ending.id
    assert ended and ended != "hoc.concede"
