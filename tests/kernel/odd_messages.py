"""Messages that no game may have, made without a .proto."""

from collections.abc import Callable

from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.kernel.sample import sample_pb2

File = descriptor_pb2.FileDescriptorProto


def changed(change: Callable[[File], object]) -> Callable[[str], type[Message]]:
    """The sample game's messages, changed: a function from a name to the message."""
    file = File()
    sample_pb2.DESCRIPTOR.CopyToProto(file)
    change(file)
    pool = descriptor_pool.DescriptorPool()
    for needed in ("google/protobuf/descriptor.proto", "rulekeeper/v1/facts.proto", "rulekeeper/v1/options.proto"):
        copied = File()
        descriptor_pool.Default().FindFileByName(needed).CopyToProto(copied)
        pool.Add(copied)
    pool.Add(file)
    return lambda name: GetMessageClass(pool.FindMessageTypeByName(f"sample.v1.{name}"))
