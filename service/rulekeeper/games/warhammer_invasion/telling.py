"""What is told of a turn to somebody who comes back to the table."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import Message

from rulekeeper.kernel import Tell
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

TELLS: Mapping[type[Message], Tell] = {
    pb.StarterChosen: Tell("plays {starter}"),
    pb.SideChosen: Tell("plays {side}"),
    pb.DeckMade: Tell("has a deck of {size:card/s}"),
    pb.FirstPlayerChosen: Tell("has the first turn"),
    pb.HandShuffledBack: Tell("drew a new first hand"),
    pb.TurnBegan: Tell("turn {number}", turn=True),
    pb.ResourcesCollected: Tell("collected {resources:resource/s}"),
    pb.ResourcesGained: Tell("got {resources:resource/s}"),
    pb.ResourcesLost: Tell("lost {resources:resource/s}"),
    pb.ResourcesTaken: Tell("took {resources:resource/s} from {from}"),
    pb.CardDrawn: Tell("drew {kind:card/s}", quiet=("whi.setup",)),
    pb.CardPlayed: Tell("played {kind} to {zone}"),
    pb.DevelopmentPlayed: Tell("played a development to {zone}"),
    pb.TacticPlayed: Tell("played {kind}"),
    pb.ActionUsed: Tell("used {kind}"),
    pb.ActionCancelled: Tell("an action was cancelled"),
    pb.EffectFizzled: Tell("got nothing from {kind}"),
    pb.EffectTriggered: Tell("{kind} triggered"),
    pb.CardLeft: Tell("{kind:card/s} left play, {departure}"),
    pb.UnitMoved: Tell("{card} moved to {zone}"),
    pb.UnitCorrupted: Tell("{card} was corrupted"),
    pb.UnitRestored: Tell("{card} was restored"),
    pb.DevelopmentLost: Tell("lost a development in {zone}"),
    pb.AttackDeclared: Tell("attacked {place}"),
    pb.AttackersDeclared: Tell("attackers: {cards}"),
    pb.DefendersDeclared: Tell("defenders: {cards}"),
    pb.DamageApplied: Tell("{cancellable+uncancellable:damage} to {target}", each="points"),
    pb.DamageCancelled: Tell("{damage:damage} to {target} cancelled"),
    pb.DamageHealed: Tell("{damage:damage} healed from {target}"),
    pb.SectionBurned: Tell("{place} burned"),
    pb.HandCardDiscarded: Tell("discarded {kind:card/s}"),
    pb.HandDiscarded: Tell("discarded the hand"),
    pb.DeckCardDiscarded: Tell("discarded {kind} from the deck"),
    pb.HandCardRevealed: Tell("showed {kind}"),
    pb.CardPicked: Tell("picked {kind:card/s}"),
    pb.PlayerOut: Tell("is out of the game"),
    pb.PlayerConceded: Tell("conceded"),
}
