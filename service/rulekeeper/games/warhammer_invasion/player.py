"""A sensible player: it builds up its kingdom and quest zone, then its battlefield, attacks where that pays, defends
where it must, and plays tactics when they do something.

Of each open offer it makes one bid: a command, and what sending it now is worth. The highest bid is sent. To pass is
worth 0, so what has no worth is left undone. What is played in the own capital phase is planned together, for all that
there is to spend.

It is given a view and offers, just what a seat gets over the wire: it can read nothing that is hidden from its seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.catalogue import SIDE_OF
from rulekeeper.games.warhammer_invasion.opinions.actions import acting
from rulekeeper.games.warhammer_invasion.opinions.answering import (
    aiming,
    fallow,
    giving,
    moving,
    opting,
    ordering,
    placing,
    redirecting,
    restoring,
    taking,
)
from rulekeeper.games.warhammer_invasion.opinions.attacking import (
    absorbing,
    assigning,
    defending,
    striking,
    targeting,
    tolls,
)
from rulekeeper.games.warhammer_invasion.opinions.bids import AT_ONCE, Opinion, one, send
from rulekeeper.games.warhammer_invasion.opinions.making import (
    decking,
    denying,
    fitting,
    housing,
    keeping_hand,
    picking,
)
from rulekeeper.games.warhammer_invasion.opinions.playing import (
    attaching,
    deploying,
    developing,
    planned,
    questing,
    sending,
)
from rulekeeper.games.warhammer_invasion.sight import Sight
from rulekeeper.kernel import Dice, Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def sensible(view: pb.View, seat: int, offers: Sequence[Offer[Any]], dice: Dice) -> Message:
    """The command of the highest bid, the first of equals; any at all where it has an opinion on none of the offers."""
    sight = Sight(view, seat)
    if offers[0].message is pb.SubmitDeck:
        return decking(offers[dice(len(offers))], dice)
    now = {message: opinion for message, opinion in OPINIONS.items() if sight.quiet or message not in DEPLOYING}
    bids = [bid for offer in offers if offer.message in now and (bid := now[offer.message](sight, offer))]
    if sight.deploys and sight.within(pb.WINDOW_CAPITAL):
        bids = planned(sight, bids)
    for bid in sorted(bids, key=lambda bid: -bid.worth):
        if admitted(offers, bid.command):
            return bid.command
    indifferent = [offer for offer in offers if offer.message is not pb.Concede] or offers
    any_at_all: Message = indifferent[dice(len(indifferent))].pick(dice)
    return any_at_all


def admitted(offers: Sequence[Offer[Any]], command: Message) -> bool:
    """Is it legal, as far as the offers tell? What an opinion has worked out by itself may fail a rule over several
    fields.
    """
    return any(offer.message is type(command) and offer.admits(command) for offer in offers)


DEPLOYING = (pb.PlayUnit, pb.SendUnit, pb.PlaySupport, pb.PlayAttachment, pb.PlayQuest, pb.PlayDevelopment)
"""What is not played in response to anything."""

OPINIONS: Mapping[type[Message], Opinion] = {
    pb.PlaceCapital: one("capital", housing, AT_ONCE),
    pb.KeepHand: keeping_hand,
    pb.Mulligan: send(0),
    pb.Pass: send(0),
    pb.PlayUnit: deploying,
    pb.SendUnit: sending,
    pb.PlaySupport: deploying,
    pb.PlayAttachment: attaching,
    pb.PlayQuest: questing,
    pb.PlayDevelopment: developing,
    pb.PlayTactic: acting,
    pb.UseAction: acting,
    pb.RestoreUnit: one("unit", restoring),
    pb.DeclareTarget: targeting,
    pb.DeclareNoAttack: send(0),
    pb.DeclareAttackers: striking,
    pb.DeclareDefenders: defending,
    pb.AssignDamage: assigning,
    pb.SpreadDamage: absorbing,
    pb.PayTolls: tolls,
    pb.ChooseTarget: aiming,
    pb.ChooseUnit: one("unit", giving, AT_ONCE),
    pb.ChooseDevelopment: one("development", lambda sight, card: -fallow(sight, card), AT_ONCE),
    pb.ChoosePlace: one("place", placing, AT_ONCE),
    pb.ChooseOption: one("option", opting, AT_ONCE),
    pb.ChooseNumber: one("number", lambda sight, number: number, AT_ONCE),
    pb.MoveUnit: moving,
    pb.RedirectPoint: redirecting,
    pb.TakeSupport: taking,
    pb.CopyTactic: acting,
    pb.PlayRevealed: acting,
    pb.ChooseNext: one("effect", ordering, AT_ONCE),
    pb.Decline: send(0),
    pb.ChooseSide: one("side", lambda sight, side: side == SIDE_OF["orc"], AT_ONCE),
    pb.PickCards: picking,
    pb.Counterdraft: denying,
    pb.AddToDeck: one("card", lambda sight, card: fitting(sight, sight.kind(card)), AT_ONCE),
}
