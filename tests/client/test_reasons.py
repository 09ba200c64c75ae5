"""Reasons of a closed offer: which candidates each is about."""

from rulekeeper.client import errors
from rulekeeper.v1 import facts_pb2, table_pb2


def test_a_candidate_is_named_by_its_label_else_by_its_value() -> None:
    message = table_pb2.Reason(text="not now", field="card", more=2)
    message.candidates.add(label="City", value=facts_pb2.Value(number=7))
    message.candidates.add(value=facts_pb2.Value(number=8))
    message.candidates.add(value=facts_pb2.Value(text="inn"))
    message.candidates.add()
    found = errors.reason(message)
    assert found.about == ("City", "8", "inn", "") and found.more == 2
    assert str(found).startswith("not now: City, 8, inn")
