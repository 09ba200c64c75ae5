"""What positions of any game are given in tests: ids of cards, and draws whose results are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekeeper.kernel import Counts, Minted, everyone, first_of, mint, minted_with


class Told:
    """Draws whose results are given, kinds and numbers; what was not foretold falls on the first kind, or on 0."""

    def __init__(self, results: Iterable[str], numbers: Sequence[int] = ()) -> None:
        self.results, self.numbers = list(results), list(numbers)

    def below(self, limit: int) -> int:
        return self.numbers.pop(0) if self.numbers else 0

    def pick(self, purpose: str, of: Counts) -> int:
        return first_of(self.results.pop(0), of) if self.results else 0


class Minting:
    """Gives out ids as a game with so many seats does."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.minted: Minted = ()

    def id(self, audience: int) -> int:
        card = mint(self.minted, audience)
        self.minted = minted_with(self.minted, card)
        return card

    def public(self) -> int:
        return self.id(everyone(self.seats))
