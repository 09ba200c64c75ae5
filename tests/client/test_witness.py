"""What a viewer was shown is held against what is on record."""

from collections.abc import Callable

import pytest
from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.client import JUDGE, SPECTATOR, Prover
from rulekeeper.client.wire import fields, game_facts
from rulekeeper.client.witness import Witness, sees
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.v1 import entry_pb2, facts_pb2, table_pb2
from tests.client.book import CONTRIBUTIONS, a_book

DRAWN = pb.CardDrawn(seat=1, was=4, card=9, kind="duke")
HIDDEN = pb.CardDrawn(seat=1)
GAINED = pb.CoinsGained(seat=1, coins=2)
PAID = pb.CoinsPaid(seat=1, coins=2)
PLAY = pb.PlayCard(card=3, at="start")
ANN, BEN = 0, 1


def packed(message: Message) -> any_pb2.Any:
    wrapped = any_pb2.Any()
    wrapped.Pack(message)
    return wrapped


def an_entry() -> entry_pb2.Entry:
    """Ben plays a card and draws one, which he alone sees; a private fact is for him alone."""
    facts = pb.Facts(
        rules=["hoc.draw", "hoc.coins"],
        facts=[
            pb.Fact(asked=facts_pb2.Asked(seats=[0])),
            pb.Fact(rule=0, audience=2 << BEN, card_drawn=DRAWN),
            pb.Fact(rule=1, coins_gained=GAINED),
            pb.Fact(rule=1, audience=2 << BEN, private=True, coins_paid=PAID),
        ],
    )
    command = pb.Command(play_card=PLAY).SerializeToString()
    return entry_pb2.Entry(version=5, command=command, facts=facts.SerializeToString())


def a_step(*facts: tuple[str, Message], command: Message | None = None) -> table_pb2.Step:
    seen = [table_pb2.SeenFact(rule=table_pb2.RuleRef(id=rule), fact=packed(fact)) for rule, fact in facts]
    return table_pb2.Step(version=5, facts=seen, command=packed(command) if command else None)


BENS = a_step(("hoc.draw", DRAWN), ("hoc.coins", GAINED), ("hoc.coins", PAID), command=PLAY)
OTHERS = a_step(("hoc.draw", HIDDEN), ("hoc.coins", GAINED))


@pytest.mark.parametrize(("viewer", "step"), [(BEN, BENS), (JUDGE, BENS), (ANN, OTHERS), (SPECTATOR, OTHERS)])
def test_what_is_on_record_is_no_contradiction(viewer: int, step: table_pb2.Step) -> None:
    assert Witness(viewer).contradiction(step, an_entry()) == ""


def spoil(step: table_pb2.Step, change: Callable[[table_pb2.Step], object]) -> table_pb2.Step:
    spoilt = table_pb2.Step()
    spoilt.CopyFrom(step)
    change(spoilt)
    return spoilt


@pytest.mark.parametrize(
    ("viewer", "step", "said"),
    [
        (
            BEN,
            a_step(("hoc.draw", HIDDEN), *[("hoc.coins", each) for each in (GAINED, PAID)]),
            "fact 1, shown as CardDrawn",
        ),
        (BEN, spoil(BENS, lambda step: step.facts[0].fact.Pack(pb.CardDrawn(seat=1, card=9, kind="city"))), "fact 1"),
        (ANN, spoil(OTHERS, lambda step: step.facts[0].fact.Pack(pb.CardDrawn(seat=2))), "fact 1"),
        (ANN, spoil(OTHERS, lambda step: step.facts[1].fact.Pack(pb.CoinsGained(seat=1, coins=9))), "fact 2"),
        (ANN, OTHERS.__class__(facts=OTHERS.facts[:1]), "1 facts were shown, and 2 are on record"),
        (ANN, BENS, "3 facts were shown, and 2 are on record"),
        (ANN, spoil(OTHERS, lambda step: setattr(step.facts[1].rule, "id", "hoc.other")), "under hoc.other"),
        (ANN, spoil(OTHERS, lambda step: setattr(step.facts[1], "amended", True)), "fact 2"),
        (BEN, spoil(BENS, lambda step: step.command.Pack(pb.PlayCard(card=4, at="start"))), "another command"),
    ],
)
def test_anything_else_is_one(viewer: int, step: table_pb2.Step, said: str) -> None:
    assert said in Witness(viewer).contradiction(step, an_entry())


def test_a_fact_cannot_be_shown_under_another_facts_name() -> None:
    witness = Witness(ANN)
    assert witness.contradiction(OTHERS, an_entry()) == ""
    assert "fact 2" in witness.contradiction(spoil(OTHERS, lambda step: step.facts[1].fact.Pack(PAID)), an_entry())


def test_what_was_shown_live_is_held_against_the_record_later() -> None:
    book = a_book()
    lie = book.step(5)
    lie.facts[0].fact.value = b"\x08\x06"
    prover = Prover(contributions=dict(enumerate(CONTRIBUTIONS)), viewer=0, shown=[book.step(4), lie])
    for answer in book.answers():
        prover.add(answer)
    assert [(each.version, each.kind) for each in prover.proof().findings] == [(5, "history")]


def test_audiences_are_bits() -> None:
    assert sees(0b001, SPECTATOR) and not sees(0b010, SPECTATOR)
    assert sees(0b100, BEN) and not sees(0b010, BEN)
    assert sees(0, JUDGE) and not sees(0, ANN)


@pytest.mark.parametrize("damaged", [b"\x12", b"\x12\x05ab", b"\x80", b"\x0b", b"\x09\x00", b"\x80" * 11])
def test_damaged_bytes_are_said_to_be_so(damaged: bytes) -> None:
    with pytest.raises(ValueError, match="."):
        list(fields(damaged))


def test_the_facts_of_any_game_can_be_read() -> None:
    kinds = [(each.kind, each.rule, each.audience, each.private) for each in game_facts(an_entry().facts)]
    assert kinds == [(24, "hoc.draw", 4, False), (21, "hoc.coins", 0, False), (22, "hoc.coins", 4, True)]
