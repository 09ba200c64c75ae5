"""Rules and cards as data, checked when they are loaded."""

from __future__ import annotations

import importlib.resources
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol, TypeVar

import msgspec
import pydantic

from rulekeeper.kernel.errors import InvalidGame

Origin = Literal["rulebook", "outside", "own", "structure"]


class Rule(pydantic.BaseModel, frozen=True, extra="forbid"):
    """One rule, in the project's own words.

    `page` is the printed page, 0 where it is not from the printed rulebook. `origin` says where it comes from:
    the printed rulebook, an outside source, a ruling of this project's own, or the structure that holds the
    others together.

    `illustrates`: of a worked example, the rules that it shows at work. An example is quoted, never cited.
    `uncited`: why no fact and no refusal stands under this rule; empty where one does.
    """

    id: str = pydantic.Field(pattern=r"^[a-z]+(\.[a-z0-9][a-z0-9-]*)+$")
    page: int = pydantic.Field(ge=0)
    title: str = pydantic.Field(min_length=1)
    statement: str = pydantic.Field(min_length=1)
    origin: Origin
    illustrates: tuple[str, ...] = ()
    uncited: str = ""


class CatalogueCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card as a frontend shows it. `id` is its kind in facts, states and views; `printed` holds the printed values by
    field name (JSON values); `effect` is what it does, in the project's own words; `status` says how sure that text is:
    "confirmed", "partly" or "guess"; `confidence`, where it is known from; `edition_note`, in which other editions it
    is another one. `also`: other names of it. `rules`: those that say what it does, its own first, and examples.
    """

    id: str
    name: str
    name_ja: str = ""
    printed: Mapping[str, Any] = msgspec.field(default_factory=dict)
    effect: str = ""
    status: str = "confirmed"
    confidence: str = ""
    edition_note: str = ""
    also: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class _OfAKind(Protocol):
    """What a card is written as: it names its kind."""

    @property
    def kind(self) -> str: ...


_B = TypeVar("_B", bound=_OfAKind)


def one_each(blocks: Iterable[_B], kinds: Iterable[str]) -> dict[str, _B]:
    """What the cards do, by kind, in the order of the kinds. Raises InvalidGame, naming them, where a printed card was
    left out, written twice, or where what is written is no printed card.
    """
    written: dict[str, _B] = {}
    twice: list[str] = []
    for block in blocks:
        if block.kind in written:
            twice.append(block.kind)
        written[block.kind] = block
    printed = list(kinds)
    wrong = {
        "cards without a block": [kind for kind in printed if kind not in written],
        "blocks of cards that are not printed": [kind for kind in written if kind not in printed],
        "cards with two blocks": twice,
    }
    if any(wrong.values()):
        raise InvalidGame("; ".join(f"{what}: {', '.join(named)}" for what, named in wrong.items() if named))
    return {kind: written[kind] for kind in printed}


class Rulebook(Mapping[str, Rule]):
    """A game's rules by id, in the order of the file."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            if rule.id in self._rules:
                raise InvalidGame(f"two rules have the id {rule.id}")
            self._rules[rule.id] = rule
        for rule in self._rules.values():
            for shown in rule.illustrates:
                if shown not in self._rules or self._rules[shown].illustrates:
                    raise InvalidGame(f"{rule.id} illustrates {shown}, which is no rule")

    @classmethod
    def load(cls, text: str, more: Iterable[Rule] = ()) -> Rulebook:
        """Reads `[[rule]]` tables from TOML, and `[[example]]` tables: worked examples of the printed rulebook, each
        with the rules that it illustrates. `more` adds rules that stand elsewhere as data, such as one a card.

        Raises InvalidGame, naming the rule and the field.
        """
        tables = tomllib.loads(text)
        rules = [_read("rule", number, table) for number, table in enumerate(tables.get("rule", ()))]
        examples = [
            _read("example", number, {"origin": "rulebook", **table})
            for number, table in enumerate(tables.get("example", ()))
        ]
        for example in examples:
            if not example.illustrates:
                raise InvalidGame(f"example {example.id}: ('illustrates',): Field required")
        return cls([*rules, *more, *examples])

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def _read(what: str, number: int, table: dict[str, Any]) -> Rule:
    try:
        return Rule.model_validate(table)
    except pydantic.ValidationError as wrong:
        name = table.get("id", f"number {number + 1}")
        raise InvalidGame(f"{what} {name}: {wrong.errors()[0]['loc']}: {wrong.errors()[0]['msg']}") from wrong


def read_data(package: str, name: str) -> str:
    """The text of a data file that lies in a package: `read_data(__package__, "rulebook.toml")`."""
    return importlib.resources.files(package).joinpath(name).read_text(encoding="utf-8")
