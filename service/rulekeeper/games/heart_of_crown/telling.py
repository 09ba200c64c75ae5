"""What is told of a turn to somebody who comes back to the table."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import Message

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Tell

EVERY_TURN = ("hoc.cleanup", "hoc.refill", "hoc.setup")

TELLS: Mapping[type[Message], Tell] = {
    pb.FirstPlayerChosen: Tell("has the first turn"),
    pb.TurnBegan: Tell("turn {number}", turn=True),
    pb.CardPlayed: Tell("played {kind}"),
    pb.CoinsGained: Tell("got {coins:coin/s}"),
    pb.CardDrawn: Tell("drew {kind:card/s}", quiet=EVERY_TURN),
    pb.CardKept: Tell("kept {kind:card/s} for later"),
    pb.CardRecalled: Tell("recalled {kind:card/s}"),
    pb.HandCardsDiscarded: Tell("discarded {cards}", quiet=EVERY_TURN),
    pb.CardRevealed: Tell("turned up {kind}"),
    pb.CardExiled: Tell("banished {kind:card/s}"),
    pb.CardBought: Tell("bought {kind}"),
    pb.CardAcquired: Tell("gained {kind:card/s}", unless=pb.CardBought),
    pb.CardAcquiredUnder: Tell("gained {kind:card/s}", unless=pb.CardBought),
    pb.CardTaken: Tell("took {kind:card/s} into hand"),
    pb.CardSet: Tell("set {kind:card/s} in the domain"),
    pb.PrincessBacked: Tell("backed {princess}"),
    pb.DomainCardDiscarded: Tell("discarded {kind} from the domain"),
    pb.AbilityUsed: Tell("used {kind}"),
    pb.ExtraTurnGranted: Tell("gets another turn"),
    pb.CoronationDeclared: Tell("declared coronation with {points:point/s}"),
    pb.CoronationCancelled: Tell("lost the coronation, with {points:point/s}"),
    pb.CoronationHeld: Tell("kept the coronation, with {points:point/s}"),
    pb.ThirtyReached: Tell("reached {points:point/s}"),
    pb.PlayerDroppedOut: Tell("dropped out"),
    pb.PlayerConceded: Tell("conceded"),
    pb.AttackReached: Tell("was attacked with {kind}"),
    pb.DefenceShown: Tell("defended with {kind}"),
    pb.HandCardRevealed: Tell("showed {kind}"),
    pb.HandCardPutOnTop: Tell("put {kind:card/s} back on top"),
    pb.RevealedCardTaken: Tell("took {kind:card/s} into hand"),
    pb.PlusOneCountersChanged: Tell("has {counters:+1 counter/s} now"),
    pb.EffectCopied: Tell("copied {kind}"),
    pb.EffectFizzled: Tell("saw {kind} fall short"),
}
