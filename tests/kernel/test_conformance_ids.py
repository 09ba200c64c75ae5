"""Which numbers of a message the conformance suite takes for ids of cards."""

from collections.abc import Callable

from google.protobuf import descriptor_pb2
from google.protobuf.message import Message

from rulekeeper.testing.conformance_ids import numbers
from rulekeeper.v1 import options_pb2
from tests.kernel.night_market import night_market_pb2 as night
from tests.kernel.odd_messages import File, changed


def test_every_number_may_be_an_id_wherever_it_stands() -> None:
    view = night.View(players=[night.Player(hand=[night.Ware(id=258)], points=300)])
    assert list(numbers(view)) == [("View.players.hand.id", 258), ("View.players.points", 300)]
    assert list(numbers(night.BidRevealed(was=[258, 514], coins=2))) == [
        ("BidRevealed.was", 258),
        ("BidRevealed.was", 514),
        ("BidRevealed.coins", 2),
    ]


def test_a_plain_number_is_none_nor_is_one_that_tells_the_turn() -> None:
    assert list(numbers(night.View(night=258))) == []
    assert list(numbers(marked("Tally", "points")("Tally")(points=258))) == []


def marked(message: str, field: str) -> Callable[[str], type[Message]]:
    def mark(file: File) -> None:
        made = file.message_type.add(name=message)
        made.field.add(
            name=field,
            number=1,
            type=descriptor_pb2.FieldDescriptorProto.TYPE_UINT32,
            label=descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL,
        ).options.Extensions[options_pb2.plain_number] = True

    return changed(mark)
