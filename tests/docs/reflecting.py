"""grpcurl in a few lines: calls made from what the service says of itself by reflection, with nothing generated."""

from __future__ import annotations

import argparse
import json
from typing import Any, TypeAlias, cast

import grpc
from google.protobuf import descriptor_pool, json_format, message_factory
from google.protobuf.message import Message
from google.rpc import status_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

Metadata: TypeAlias = tuple[tuple[str, str | bytes], ...]

OFFSET = 64
"""grpcurl ends with this and the status's number."""
TAB = 8
WITHIN = 20.0
"""Seconds."""


def grpcurl(words: list[str]) -> tuple[int, str]:
    """Runs a grpcurl command, without its first word: its exit code, and what it prints.

    An endless stream is left when all that there was has come: at `caughtUp`.
    """
    options = argparse.ArgumentParser("grpcurl", exit_on_error=False, prefix_chars="-")
    options.add_argument("-plaintext", action="store_true", required=True)
    options.add_argument("-H", action="append", default=[])
    options.add_argument("-d", default="{}")
    options.add_argument("address")
    options.add_argument("verb")
    options.add_argument("name", nargs="?", default="")
    given = options.parse_args(words)
    pairs = (header.partition(":") for header in given.H)
    metadata: Metadata = tuple((key.strip().lower(), value.strip()) for key, _, value in pairs)
    with grpc.insecure_channel(given.address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        pool = descriptor_pool.DescriptorPool(database)
        if given.verb == "list" and not given.name:
            return 0, "\n".join(sorted(database.get_services()))
        if given.verb == "list":
            methods = pool.FindServiceByName(given.name).methods
            return 0, "\n".join(f"{given.name}.{method.name}" for method in sorted(methods, key=lambda each: each.name))
        try:
            return 0, "\n".join(call(channel, pool, given.verb, json.loads(given.d), metadata))
        except grpc.RpcError as error:
            # What a channel raises is both, which the stubs do not say.
            ended = cast(grpc.Call, error)
            return OFFSET + ended.code().value[0], failed(ended, pool)


def call(
    channel: grpc.Channel,
    pool: descriptor_pool.DescriptorPool,
    name: str,
    document: dict[str, Any],
    metadata: Metadata,
) -> list[str]:
    service, _, method_name = name.partition("/")
    method = pool.FindServiceByName(service).methods_by_name[method_name]
    request = json_format.ParseDict(document, message(method.input_type), descriptor_pool=pool)
    answer = message_factory.GetMessageClass(method.output_type)
    path = f"/{service}/{method_name}"
    if not method.server_streaming:
        unary = channel.unary_unary(path, type(request).SerializeToString, answer.FromString)
        return [as_json(unary(request, metadata=metadata, timeout=WITHIN), pool)]
    stream = channel.unary_stream(path, type(request).SerializeToString, answer.FromString)
    answers = stream(request, metadata=metadata, timeout=WITHIN)
    shown = []
    for each in answers:
        shown.append(as_json(each, pool))
        if "caught_up" in answer.DESCRIPTOR.fields_by_name and each.HasField("caught_up"):
            answers.cancel()
            break
    return shown


def message(descriptor: Any) -> Message:
    return message_factory.GetMessageClass(descriptor)()


def as_json(answer: Message, pool: descriptor_pool.DescriptorPool) -> str:
    return json_format.MessageToJson(answer, indent=2, ensure_ascii=False, descriptor_pool=pool)


def failed(error: grpc.Call, pool: descriptor_pool.DescriptorPool) -> str:
    """A failed call as grpcurl prints it."""
    code = "".join(word.capitalize() for word in error.code().name.split("_"))
    lines = ["ERROR:", f"  Code: {code}", f"  Message: {error.details()}"]
    trailing = dict(error.trailing_metadata() or ())
    status = status_pb2.Status.FromString(trailing.get("grpc-status-details-bin", b""))
    if status.details:
        lines.append("  Details:")
    for number, detail in enumerate(status.details, 1):
        first, *rest = as_json(detail, pool).splitlines()
        lines.append(f"  {number})\t{first}".expandtabs(TAB))
        lines += [f"    \t{line}".expandtabs(TAB) for line in rest]
    return "\n".join(lines)
