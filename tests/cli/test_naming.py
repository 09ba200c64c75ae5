"""What numbers stand for, as messages mark it: who is who, and places, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.cli import wording
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as crown
from rulekeeper.kernel import games
from rulekeeper.v1 import options_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

NAMES: Mapping[int, str] = {0: "Ann", 1: "Ben"}


@pytest.mark.parametrize(
    ("fact", "names", "said"),
    [
        (pb.ResourcesTaken(seat=1, resources=2), NAMES, "ResourcesTaken Ben, resources 2, from Ann"),
        (pb.ResourcesTaken(resources=2), {}, "ResourcesTaken seat 0, resources 2, from seat 0"),
        (
            pb.DamageApplied(points=[pb.Points(target=1, seat=1, cancellable=1)]),
            NAMES,
            "DamageApplied points (target Ann's kingdom, dealt by Ben, cancellable 1)",
        ),
        (pb.SectionBurned(place=6), NAMES, "SectionBurned place Ben's quest zone"),
        (pb.SectionBurned(place=6), {}, "SectionBurned place seat 1's quest zone"),
        (pb.CardRefused(card=263, kind="boar-boyz"), NAMES, "CardRefused card 263, kind boar-boyz, owner Ann"),
        (pb.PlayTactic(card=258, target=1), NAMES, "PlayTactic card 258, target Ann's kingdom"),
        (pb.PlayTactic(card=258, target=263), NAMES, "PlayTactic card 258, target 263"),
        (pb.ChoosePlace(place=pb.PLACE_KINGDOM_1), NAMES, "ChoosePlace place Ben's kingdom"),
        (pb.AssignDamage(points=[3, 263, 263]), NAMES, "AssignDamage points Ann's battlefield, 2 x 263"),
        (
            pb.ChoiceMade(kind="doom-divers", option="sacrifice", targets=[2, 263]),
            NAMES,
            "ChoiceMade Ann, kind doom-divers, option sacrifice, targets Ann's quest zone, 263",
        ),
        (
            pb.EffectFizzled(passed_over="AssignDamage", spared=5, missing=1),
            NAMES,
            "EffectFizzled Ann, passed_over AssignDamage, spared Ben's kingdom, missing 1",
        ),
        (crown.OvertimeBegan(seats=[0, 1]), NAMES, "OvertimeBegan seats Ann+Ben"),
    ],
)
def test_who_and_where_is_said_by_name_also_where_the_number_is_0(
    fact: Message, names: Mapping[int, str], said: str
) -> None:
    assert wording.Words(names).line(fact) == said


def test_every_mark_names_what_there_is() -> None:
    """A field's numbers are seats, or an enum's of its own package whose values are called something."""
    found = 0
    for game in games().values():
        for of in fields_of(game.facts.DESCRIPTOR.file):
            names = of.GetOptions().Extensions[options_pb2.names].of
            found += bool(names)
            if names not in ("", "seat"):
                values = of.file.enum_types_by_name[names].values
                called = [value.GetOptions().Extensions[options_pb2.called] for value in values if value.number]
                seats = [int(seat) for each in called for seat in re.findall(r"\{(\d+)\}", each)]
                assert all(called) and all(seat < game.seats[-1] for seat in seats), of.full_name
    assert found > 40


def fields_of(file: Any) -> Iterator[Any]:
    for message in file.message_types_by_name.values():
        yield from message.fields
