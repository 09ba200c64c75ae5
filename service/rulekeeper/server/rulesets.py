"""What frontends are told of a game's rules."""

from __future__ import annotations

import contextlib
import functools
import json
import re
from typing import Any

import pydantic
from google.protobuf import struct_pb2
from google.protobuf.message import Message

from rulekeeper.kernel import Game, players_of
from rulekeeper.v1 import games_pb2


def ruleset_info(game: Game[Any]) -> games_pb2.RulesetInfo:
    return games_pb2.RulesetInfo(
        ruleset=game.ruleset,
        title=game.title,
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        bots=players_of(game),
    )


@functools.lru_cache(maxsize=64)
def ruleset(game: Game[Any]) -> games_pb2.GetRulesetResponse:
    """All of it; made once a game."""
    return games_pb2.GetRulesetResponse(
        info=ruleset_info(game),
        rules=[
            games_pb2.Rule(
                id=rule.id,
                page=rule.page,
                title=rule.title,
                statement=rule.statement,
                origin=rule.origin,
                illustrates=rule.illustrates,
            )
            for rule in game.rulebook.values()
        ],
        cards=[
            games_pb2.CatalogueCard(
                id=card.id,
                name=card.name,
                name_ja=card.name_ja,
                printed=_struct(card.printed),
                effect=card.effect,
                status=card.status,
                confidence=card.confidence,
                edition_note=card.edition_note,
                also=card.also,
                rules=card.rules,
            )
            for card in game.cards
        ],
        commands=[_command_kind(game, kind) for kind in game.command_name],
        setup_schema=json.dumps(_setup_schema(game)),
        facts=[field.message_type.full_name for field in game.fact_fields if field.message_type is not None],
        view=game.view_type.DESCRIPTOR.full_name,
        entry_points=list(game.entry_points),
    )


def _setup_schema(game: Game[Any]) -> dict[str, Any]:
    """The set-up's schema; its `default` is what is played where nothing is chosen."""
    schema = game.setup.model_json_schema()
    with contextlib.suppress(pydantic.ValidationError):  # A game may have something that must be chosen.
        schema["default"] = game.setup.model_validate({}).model_dump(mode="json")
    return schema


def _command_kind(game: Game[Any], kind: type[Message]) -> games_pb2.CommandKind:
    return games_pb2.CommandKind(
        command=kind.DESCRIPTOR.full_name,
        title=_words(kind.DESCRIPTOR.name),
        fields=[field.name for field in kind.DESCRIPTOR.fields],
        rule=game.command_info(kind).rule,
        passes=kind in game.passes,
    )


def _words(name: str) -> str:
    """ "PlayCard" -> "Play card"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


def _struct(printed: Any) -> struct_pb2.Struct:
    made = struct_pb2.Struct()
    made.update(json.loads(json.dumps(dict(printed))))
    return made
