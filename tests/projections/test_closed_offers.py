"""A closed offer on the wire: each reason says which candidates it is about, and the client says it in words."""

from rulekeeper.client import errors
from rulekeeper.kernel import Check, Offer, OneOf
from rulekeeper.projections.views import offer_message
from rulekeeper.v1 import table_pb2
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb


def closed(number: int, why: str = "it cannot be sold") -> table_pb2.Reason:
    unsold = Check("nm.privilege", lambda card: False, lambda card: why)
    offer = Offer(pb.Score, card=OneOf(range(number), unsold, label=lambda card: f"ware {card}"))
    (reason,) = offer_message(GAME, offer, "nm.privilege").closed
    return reason


def test_eight_candidates_are_named_and_of_the_others_how_many_there_are() -> None:
    reason = closed(384)
    assert (reason.text, reason.field, reason.more) == ("it cannot be sold", "card", 376)
    assert [(one.value.number, one.label) for one in reason.candidates] == [(card, f"ware {card}") for card in range(8)]
    assert reason.ByteSize() < 400


def test_a_client_says_which_they_are() -> None:
    said = str(errors.reason(closed(10)))
    names = ", ".join(f"ware {card}" for card in range(8))
    assert said == f"it cannot be sold: {names} and 2 more (nm.privilege)"
    assert str(errors.reason(closed(2))) == "it cannot be sold: ware 0, ware 1 (nm.privilege)"


def test_names_that_the_reason_has_already_are_not_said_again() -> None:
    assert str(errors.reason(closed(1, "ware 0 cannot be sold"))) == "ware 0 cannot be sold (nm.privilege)"
