"""What was done, in words: the same for lines, the screen and reports."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.cli import show, wording
from rulekeeper.client import to_value
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.v1 import entry_pb2, judges_pb2, table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as invasion

NAMES = {0: "Ann", 1: "Ben"}


def packed(message: Message) -> any_pb2.Any:
    wrapped = any_pb2.Any()
    wrapped.Pack(message)
    return wrapped


EVENTS: dict[str, tuple[Any, str]] = {
    "created": (entry_pb2.GameCreated(seats=[entry_pb2.SeatPlan()] * 2), "made the game, 2 seats"),
    "seat_taken": (entry_pb2.SeatTaken(seat=1, name="Ben"), "seat 1 is taken by Ben"),
    "started": (entry_pb2.GameStarted(), "the game begins"),
    "rewound": (entry_pb2.Rewound(to=4, reason="slip"), "went back to version 4: slip"),
    "amended": (entry_pb2.Amended(reason="spill"), "amended the table: spill"),
    "noted": (entry_pb2.Noted(text="hm"), "noted: hm"),
    "judge_called": (
        entry_pb2.JudgeCalled(about=5, text="twice!", pause=True),
        "called a judge, about version 5, and paused the game: twice!",
    ),
    "dispute_assigned": (entry_pb2.DisputeAssigned(dispute=6, judge="Dana"), "dispute 6 is for Dana"),
    "dispute_ruled": (
        entry_pb2.DisputeRuled(dispute=6, text="once", rules=["hoc.buy", "hoc.draw"]),
        "ruled on dispute 6: once (hoc.buy, hoc.draw)",
    ),
    "result_set": (
        entry_pb2.ResultSet(winners=[0, 1, 2], reason="late"),
        "ended the game, Ann, Ben and seat 2 won: late",
    ),
    "paused": (entry_pb2.GamePaused(reason="lunch"), "paused the game: lunch"),
    "resumed": (entry_pb2.GameResumed(reason="fed"), "let the game go on: fed"),
    "take_back_asked": (entry_pb2.TakeBackAsked(to=4), "asks to go back to version 4"),
    "take_back_answered": (entry_pb2.TakeBackAnswered(asked=9), "does not agree to going back"),
    "forked": (entry_pb2.GameForked(game_id="g1"), "a sandbox from here on, made from game g1"),
    "imported": (entry_pb2.GameImported(), "all before this came from a file, and was found sound"),
}


@pytest.mark.parametrize("name", [field.name for field in table_pb2.Step.DESCRIPTOR.oneofs_by_name["event"].fields])
def test_every_kind_of_event_has_words(name: str) -> None:
    event, said = EVENTS[name]
    given: dict[str, Any] = {name: event}
    assert wording.entry_words(table_pb2.Step(**given), NAMES) == said


def test_a_draw_and_an_agreement_are_said_as_such() -> None:
    draw = table_pb2.Step(result_set=entry_pb2.ResultSet(reason="late"))
    assert wording.entry_words(draw, NAMES) == "ended the game, a draw: late"
    agreed = table_pb2.Step(take_back_answered=entry_pb2.TakeBackAnswered(asked=9, agreed=True))
    assert wording.entry_words(agreed, NAMES) == "agrees to going back"


def test_a_command_is_no_event_and_what_is_not_shown_has_no_words() -> None:
    sent = table_pb2.Step(command=packed(pb.PlayCard(card=3, at="start")), automatic=True)
    assert wording.event_of(sent, NAMES) is None
    assert wording.entry_words(sent, NAMES) == "PlayCard card 3, at start (automatic)"
    assert wording.entry_words(table_pb2.Step(), NAMES) == ""


def test_of_a_sealed_answer_it_is_said_that_it_is_one() -> None:
    assert show.step_lines(table_pb2.Step(version=7), NAMES) == ["    7  a sealed answer: nothing that you may see"]


def test_counted_cards_read_as_people_count() -> None:
    cards = [pb.KindCount(kind="city", count=1), pb.KindCount(kind="apprentice-maid", count=3)]
    said = wording.Words(NAMES).line(pb.FieldDiscarded(seat=0, cards=cards))
    assert said == "FieldDiscarded Ann, cards 1 city, 3 apprentice-maid"


def test_equal_ones_in_a_row_are_counted_and_what_has_blanks_is_separated_by_commas() -> None:
    deck = invasion.SubmitDeck(capital="orc", cards=["pillage", "pillage", "choppa", "pillage"])
    assert wording.Words().line(deck) == "SubmitDeck capital orc, cards 2 x pillage, choppa, pillage"


def test_cards_are_called_by_name_where_they_are_known() -> None:
    words = wording.Words(NAMES, {"city": "City"}, {12: "city"}, prose=True)
    assert words.of(pb.CardDrawn(seat=0, card=12, kind="city")) == ("Card drawn", "Ann, card 12, kind City")
    assert words.of(packed(pb.PlayCard(card=12))) == ("Play card", "card City [12]")
    assert words.of(packed(pb.PlayCard(card=13))) == ("Play card", "card 13")


def test_names_are_those_that_are_typed_or_those_of_a_text() -> None:
    fact = invasion.HitPointsChanged(card=3, hit_points=2)
    assert wording.Words().of(fact) == ("HitPointsChanged", "card 3, hit_points 2")
    assert wording.Words(prose=True).of(fact) == ("Hit points changed", "card 3, hit points 2")


def test_what_is_counted_is_told_where_it_is_none_of_it_too() -> None:
    """Of an id 0 says that there is none, and of what is hidden that it is not told."""
    assert wording.Words(NAMES).line(pb.TwinCountersChanged(seat=0, card=271)) == (
        "TwinCountersChanged Ann, card 271, counters 0"
    )
    assert wording.Words(NAMES).line(invasion.HitPointsChanged(card=3)) == "HitPointsChanged card 3, hit_points 0"
    assert wording.Words(NAMES).line(pb.CardDrawn(seat=1)) == "CardDrawn Ben"


def test_where_each_card_of_a_view_lies() -> None:
    view = invasion.View(
        cards=[invasion.InPlay(id=263, kind="boar-boyz", owner=0, controller=1, place=7)],
        players=[
            invasion.Player(
                seat=0,
                hand=[invasion.Card(id=3, kind="choppa"), invasion.Card()],
                sections=[
                    invasion.Section(zone=invasion.ZONE_QUEST, known=[invasion.Card(id=5, kind="pillage")]),
                ],
            ),
        ],
    )
    assert sorted(wording.placed(view, wording.Words(NAMES, {"choppa": "Choppa"}))) == [
        (3, "Choppa", "Ann, hand"),
        (5, "pillage", "Ann, sections quest, known"),
        (263, "boar-boyz", "Ben, cards, place Ben's battlefield"),
    ]


def test_what_a_command_chooses_is_called_as_in_its_offer() -> None:
    candidate = table_pb2.Candidate(value=to_value(12), label="City")
    field = table_pb2.OfferField(name="card", one_of=table_pb2.OneOf(candidates=[candidate]))
    offer = table_pb2.Offer(command=pb.PlayCard.DESCRIPTOR.full_name, fields=[field])
    assert wording.Words().of(packed(pb.PlayCard(card=12)), [offer]) == ("PlayCard", "card City [12]")


def test_what_is_not_installed_here_is_called_by_its_type_alone() -> None:
    unknown = any_pb2.Any(type_url="type.googleapis.com/other.v1.ThingDone", value=b"\x08")
    assert wording.packed_words(unknown) == "ThingDone"
    assert wording.Words(prose=True).of(unknown) == ("Thing done", "")
    assert wording.sent_words(any_pb2.Any()) == "what is no command of the game"


def test_numbers_of_enums_that_this_release_does_not_know_stay_numbers() -> None:
    kind = table_pb2.GameStatus.DESCRIPTOR
    assert wording.number_words(kind, table_pb2.GAME_STATUS_PAUSED) == "paused"
    assert wording.number_words(kind, 99) == "99"


def test_a_dispute_is_open_assigned_or_ruled() -> None:
    dispute = judges_pb2.Dispute(status=judges_pb2.DISPUTE_STATUS_OPEN, paused=True, holds=True)
    assert wording.dispute_words(dispute) == "open" and wording.waits_for_it(dispute)
    dispute.status, dispute.judge = judges_pb2.DISPUTE_STATUS_ASSIGNED, "Dana"
    assert wording.dispute_words(dispute) == "assigned to Dana" and wording.waits_for_it(dispute)
    # A judge has let the game go on before there was a ruling.
    dispute.holds = False
    assert not wording.waits_for_it(dispute)
    dispute.status = judges_pb2.DISPUTE_STATUS_RULED
    assert wording.dispute_words(dispute) == "ruled" and not wording.waits_for_it(dispute)


def test_ids_are_called_by_name_in_any_field_and_amounts_never() -> None:
    words = wording.Words(NAMES, {"orcs": "Black Orc Squad"}, {519: "orcs", 6: "orcs"})
    points = [invasion.Points(target=519, seat=1, cancellable=6), invasion.Points(target=6, cancellable=6)]
    assigned = invasion.DamageAssigned(points=points)
    said = words.line(assigned)
    assert "(target Black Orc Squad [519], dealt by Ben, cancellable 6)" in said
    assert "(target Ben's quest zone, dealt by Ann, cancellable 6)" in said, "6 is a place, and no card"
    assert "Black Orc Squad [6], Black Orc Squad [519]" in words.line(invasion.DefendersDeclared(cards=[6, 519]))


def test_ids_in_facts_are_called_as_in_what_was_offered() -> None:
    def candidate(value: int, label: str) -> table_pb2.Candidate:
        return table_pb2.Candidate(value=to_value(value), label=label)

    of = table_pb2.OneOf(candidates=[candidate(700, "the market"), candidate(3, "the first")])
    offer = table_pb2.Offer(command="x.y.Choose", fields=[table_pb2.OfferField(name="place", one_of=of)])
    words = wording.Words(NAMES)
    assert words.of(packed(pb.CardPlayed(seat=0, was=700, card=3)), [offer])[1] == "Ann, was the market [700], card 3"


def test_a_fact_tells_which_card_it_is_about() -> None:
    words = wording.Words(NAMES, {"city": "City"})
    words.learn(packed(pb.CardDrawn(seat=0, card=512, kind="city")))
    words.learn(packed(pb.CardDrawn(seat=0)))
    assert words.line(pb.CardPlayed(seat=0, was=512)) == "CardPlayed Ann, was City [512]"


def test_points_that_are_a_domains_total_say_so() -> None:
    fact = pb.CardSet(seat=0, card=12, kind="apprentice-maid", points=-2)
    assert wording.Words(NAMES).line(fact) == "CardSet Ann, card 12, kind apprentice-maid, points in the domain -2"
    declared = pb.CoronationDeclared(seat=0, points=20)
    assert wording.Words(NAMES).line(declared) == "CoronationDeclared Ann, points in the domain 20"
