"""docs/trust.md says which bytes mean what, as the contract has it, and the verifier in TypeScript reads them so."""

from __future__ import annotations

import re

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2
from rulekeeper.v1 import entry_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2
from tests.docs.snippets import ROOT

PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
SOURCE = (ROOT / "clients" / "typescript" / "verify" / "src" / "messages.ts").read_text(encoding="utf-8")
TYPES = {getattr(FieldDescriptor, name): name[5:].lower() for name in vars(FieldDescriptor) if name.startswith("TYPE_")}
FIRST_OWN = 16


def told(message: Descriptor) -> str:
    fields = sorted(_fields(message), key=_number)
    return "; ".join(f"{field.number} {field.name} {_type(field)}" for field in fields)


def _fields(message: Descriptor) -> list[FieldDescriptor]:
    return [field for field in message.fields if field.number < FIRST_OWN or message.name == "Entry"]


def _number(field: FieldDescriptor) -> int:
    return field.number


def _type(field: FieldDescriptor) -> str:
    kind = field.message_type or field.enum_type
    return ("repeated " if field.is_repeated else "") + (kind.name if kind is not None else TYPES[field.type])


def contract() -> dict[str, str]:
    """The messages that an entry is made of, but for a game's own."""
    found: dict[str, str] = {}
    left: list[Descriptor] = [entry_pb2.Entry.DESCRIPTOR, heart_of_crown_pb2.Facts.DESCRIPTOR]
    while left:
        message = left.pop()
        if message.name not in found:
            found[message.name] = told(message)
            left += (field.message_type for field in _fields(message) if field.message_type is not None)
    return found


def test_the_page_lists_the_fields_of_every_message() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|$", PAGE, re.MULTILINE))
    assert {name: "" if fields == "none" else fields for name, fields in rows.items()} == contract()


def test_the_page_lists_the_names_of_every_enum() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \(an enum\) \| ([^|]+) \|$", PAGE, re.MULTILINE))
    enums = entry_pb2.DESCRIPTOR.enum_types_by_name
    assert rows == {
        name: "; ".join(f"{value.number} {value.name}" for value in enum.values) for name, enum in enums.items()
    }


def test_what_is_common_to_all_games_is_the_same_in_them() -> None:
    games = (heart_of_crown_pb2, warhammer_invasion_pb2)
    both = [[told(game.DESCRIPTOR.message_types_by_name[name]) for name in ("Facts", "Fact")] for game in games]
    assert both[0] == both[1]


def test_the_verifier_in_typescript_has_the_same_fields() -> None:
    body = SOURCE[SOURCE.index("MESSAGES") : SOURCE.index("ENUMS")]
    found = {
        name: "".join(re.findall(r'"([^"]*)"', text))
        for name, text in re.findall(r"^  (\w+):((?:\s*\+?\s*\"[^\"]*\"\s*)+),", body, re.MULTILINE)
    }
    assert found == contract()
