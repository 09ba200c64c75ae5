"""What a person calls something by its name where a list has numbers."""

from collections.abc import Sequence

from rulekeeper.cli.cards import MARKS

SHORTEST = 3
"""Letters with which the beginning of a name may stand for it."""


def plain_name(label: str) -> str:
    """A name without the mark of a text that is not confirmed, in small letters."""
    return label.rstrip("".join(MARKS.values())).casefold()


def meant(said: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Which things are called so, each of which has some names; if none is, those with a name that begins so."""
    wanted = " ".join(said.split()).rstrip("".join(MARKS.values())).casefold()
    called = [[plain_name(name) for name in each if name] for each in names]
    exactly = [at for at, each in enumerate(called) if wanted in each]
    if exactly or len(wanted) < SHORTEST:
        return exactly
    return [at for at, each in enumerate(called) if any(name.startswith(wanted) for name in each)]
