"""What is cited while something is played: for tests that hold where each rule of a game is cited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from rulekeeper.kernel import Game, Match, Offer, Part, Reason, Refused

Cited = set[tuple[str, str]]
"""Rules, each with what stands under it: "fact DamageHealed", "refusal PlayUnit"; of the parts of a number too."""


@contextmanager
def citations(game: Game[Any]) -> Iterator[Cited]:
    """All that is cited in matches of the game while this is open: by facts, and by refusals and closed offers."""
    found: Cited = set()

    def parts(under: str, all_of_them: Iterable[Part]) -> None:
        found.update((part.rule, under) for part in all_of_them)

    def told(match: Match[Any], after: int) -> None:
        for entry in match.entries[after:] if match.game.name == game.name else ():
            packed: Any = game.facts.FromString(entry.facts)
            for fact in packed.facts:
                happened = getattr(fact, fact.WhichOneof("fact"))
                under = f"fact {type(happened).__name__}"
                found.add((packed.rules[fact.rule], under))
                parts(under, getattr(happened, "parts", ()))

    def refused(message: type[Any], reasons: Iterable[Reason]) -> None:
        if message in game.command_name:
            under = f"refusal {message.__name__}"
            for reason in reasons:
                found.add((reason.rule, under))
                parts(under, reason.parts)

    def watched(done: Callable[..., Any]) -> Callable[..., Any]:
        def doing(match: Match[Any], *args: Any, **more: Any) -> Any:
            before = len(match.entries) if hasattr(match, "entries") else 0
            answer = done(match, *args, **more)
            if isinstance(answer, Refused):
                refused(type(args[1]), answer.reasons)
            else:
                told(match, before)
            return answer

        return doing

    def asked(against: Callable[..., list[Reason]]) -> Callable[..., list[Reason]]:
        def asking(offer: Offer[Any], *args: Any, **more: Any) -> list[Reason]:
            reasons = against(offer, *args, **more)
            refused(offer.message, reasons)
            return reasons

        return asking

    with (
        mock.patch.object(Match, "__init__", watched(Match.__init__)),
        mock.patch.object(Match, "submit", watched(Match.submit)),
        mock.patch.object(Match, "amend", watched(Match.amend)),
        mock.patch.object(Offer, "against", asked(Offer.against)),
        mock.patch.object(Offer, "closed", asked(Offer.closed)),
    ):
        yield found
