"""Scenes over the wire: made from the view that comes with them, and marked with what has changed since a seat's own
last command.
"""

from __future__ import annotations

from rulekeeper.drawing.words import everything
from rulekeeper.v1 import options_pb2, scene_pb2, table_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.projections_pb2 import WATCH_CONTENT_VIEW
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Seats, bearer
from tests.server.watching import watching


async def view(desk: Desk, table: Seats, token: str = "", **wanted: object) -> pb.GetViewResponse:
    request = pb.GetViewRequest(game_id=table.game_id, scene=True, at_least=table.at, **wanted)  # type: ignore[arg-type]
    found: pb.GetViewResponse = await desk.projections.GetView(request, metadata=bearer(token))
    return found


def of(answer: pb.GetViewResponse | pb.TableUpdate) -> scene_pb2.Scene:
    """The scene of the view that came with it."""
    seen = nm.View()
    answer.view.Unpack(seen)
    return GAME.scene(seen)


def changed(scene: scene_pb2.Scene) -> set[str]:
    areas = [*everything(scene.areas)]
    pieces = {piece.id for area in areas for piece in area.pieces if piece.changed}
    return {area.id for area in areas if area.changed} | pieces


def unmarked(scene: scene_pb2.Scene) -> scene_pb2.Scene:
    made = scene_pb2.Scene()
    made.CopyFrom(scene)
    for area in everything(made.areas):
        area.ClearField("changed")
        for piece in area.pieces:
            piece.ClearField("changed")
    return made


async def test_a_scene_shows_what_the_view_shows_to_everybody_at_every_version(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    for token in (*table.tokens, "", table.judge):
        for version in (4, table.at):
            answer = await view(desk, table, token, version=version)
            assert unmarked(answer.scene) == of(answer) and answer.furniture == b""
    request = pb.GetViewRequest(game_id=table.game_id)
    assert not (await desk.projections.GetView(request)).HasField("scene")


async def test_what_others_did_since_the_own_last_command_is_marked(desk: Desk) -> None:
    table = await desk.table()
    answer = await view(desk, table, table.tokens[0])
    assert changed(answer.scene) == set(), "nobody has done anything yet"
    await table.bid(0, coins=1)
    assert changed((await view(desk, table, table.tokens[0])).scene) == set()
    await table.bid(1)
    marked = changed((await view(desk, table, table.tokens[0])).scene)
    assert marked == {"seat-0"}, "its coin is in the bank"
    # Seat 1 has sent the last command, and has seen where it led.
    assert changed((await view(desk, table, table.tokens[1])).scene) == set()
    for token in ("", table.judge):
        assert changed((await view(desk, table, token)).scene) == set(), "who has no seat"
    past = await view(desk, table, table.tokens[0], version=4)
    assert changed(past.scene) == set()


async def test_the_marks_are_the_same_after_a_restart(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    await table.night()
    scenes = [(await view(desk, table, token)).scene for token in table.tokens]
    assert any(map(changed, scenes))
    again = await town.desk()
    assert [(await view(again, table, token)).scene for token in table.tokens] == scenes


async def test_watchers_get_scenes_with_every_update_and_when_they_have_caught_up(desk: Desk) -> None:
    table = await desk.table()
    token = table.tokens[0]
    async with watching(desk, table.game_id, token, scene=True, decisions=True) as watch:
        for update in await watch.until_caught_up():
            assert update.HasField("scene") == update.HasField("view")
            assert unmarked(update.scene) == (of(update) if update.HasField("view") else scene_pb2.Scene())
        await table.bid(0, coins=1)
        assert changed((await watch.update()).scene) == set()
        await table.bid(1)
        update = await watch.update()
        assert changed(update.scene) == {"seat-0"}
        assert refs(update.decision) <= {piece.id for area in everything(update.scene.areas) for piece in area.pieces}
    async with watching(desk, table.game_id, token, scene=True, content=WATCH_CONTENT_VIEW, after=table.at) as watch:
        event = await watch.event()
        assert changed(event.caught_up.scene) == {"seat-0"}
    async with watching(desk, table.game_id, token, content=WATCH_CONTENT_VIEW) as watch:
        assert not (await watch.update()).HasField("scene")


def refs(decision: table_pb2.Decision) -> set[str]:
    """Those of the offers' candidates."""
    found = set()
    for offer in decision.offers:
        for field in offer.fields:
            found |= {one.ref for one in getattr(getattr(field, field.WhichOneof("kind") or ""), "candidates", ())}
    return found - {""}


async def test_candidates_name_the_thing_that_they_are_and_fields_what_their_values_are(desk: Desk) -> None:
    table = await desk.table()
    decision = await table.open_decision()
    (bid,) = (offer for offer in decision.offers if offer.command.endswith(".Bid"))
    cards, coins = bid.fields
    assert {one.ref for one in cards.subset.candidates} == {
        f"ware/{one.value.number}" for one in cards.subset.candidates
    }
    assert (cards.what, coins.what) == (options_pb2.THING_KIND_CARD, options_pb2.THING_KIND_AMOUNT)
