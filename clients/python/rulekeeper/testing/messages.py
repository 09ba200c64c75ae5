"""A game's messages by name, where its package is installed here."""

from collections.abc import Iterable

from google.protobuf import any_pb2, descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from rulekeeper.kernel import games


def messages(names: Iterable[str]) -> dict[str, type[Message]]:
    """Message classes by short name; what is not installed here is left out. Loads the installed games' messages."""
    games()
    pool = descriptor_pool.Default()
    found: dict[str, type[Message]] = {}
    for name in names:
        try:
            found[name.rpartition(".")[2]] = GetMessageClass(pool.FindMessageTypeByName(name))
        except KeyError:
            continue
    return found


def unpacked(packed: any_pb2.Any) -> Message:
    """The message in an `Any`; the `Any` itself where its game is not installed here."""
    name = packed.type_url.rpartition("/")[2]
    kind = messages([name]).get(name.rpartition(".")[2])
    return kind.FromString(packed.value) if kind is not None else packed
