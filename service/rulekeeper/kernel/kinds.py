"""The kinds of fields that there are, by their names in the contract.

What adding one takes, a place each:

- contract: a message, and a name in the `kind` of `OfferField` (table.proto);
- kernel: a class that is a `Field` (what is legal, what is refused and why; `tell` and `read`, how it is written and
  read back), and its name in `KINDS` here;
- client: a class that is a `Kind` (its values, one by chance, what is asked and said), and its name in the `KINDS` of
  `rulekeeper.client.fields`;
- conformance: what it admits, judged a second time (`conformance_probes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeeper.kernel.fields import Field, Multiset, Number, OneOf, Order, Subset
from rulekeeper.kernel.paths import Path
from rulekeeper.v1 import table_pb2

KINDS: Mapping[str, type[Any]] = {
    "one_of": OneOf,
    "subset": Subset,
    "multiset": Multiset,
    "number": Number,
    "order": Order,
    "path": Path,
}
"""By the name that a kind has in `OfferField`."""


def field_of(of: table_pb2.OfferField) -> Field:
    """A field from the wire, as far as the wire tells it. Raises ValueError for a kind that is not known here."""
    name: str | None = of.WhichOneof("kind")
    if name is None or name not in KINDS:
        raise ValueError(f"the offer's field {of.name} has the unknown form {name}")
    field: Field = KINDS[name].read(of)
    return field
