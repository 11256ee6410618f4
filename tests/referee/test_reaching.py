"""Whom no private message reaches is remembered, and of whom it is news."""

from rules.asking import Wish
from tests.referee.room import ANA, GM, HANK, STRANGER, Room


async def test_that_somebody_cannot_be_reached_is_news_once_and_outlives_a_restart(fight: Room) -> None:
    dusk = (await fight.show(GM)).id
    assert not await fight.referee.reached(dusk, ANA, is_reached=True)
    assert await fight.referee.reached(dusk, ANA, is_reached=False)
    assert not await fight.referee.reached(dusk, ANA, is_reached=False)
    assert await fight.referee.reached(dusk, HANK, is_reached=False)
    fight.restart()
    assert (await fight.show(GM)).unreached == {ANA, HANK}
    assert await fight.referee.reached(dusk, HANK, is_reached=True)
    assert (await fight.show(STRANGER)).unreached == {ANA}


async def test_nobody_is_named_who_plays_no_more(fight: Room) -> None:
    dusk = (await fight.show(GM)).id
    await fight.referee.reached(dusk, STRANGER, is_reached=False)
    assert not (await fight.show(GM)).unreached


async def test_whoever_joins_is_to_be_tried_and_nobody_else(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Wish(kind="start", fields={}))
    assert [(each.user, each.seq) for each in room.heard if each.kind == "seat"] == [(ANA, 2)]
