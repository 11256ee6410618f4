"""What somebody sees is made once for as long as the fight stands so, and never shown when it is out of date."""

import pytest

from rules.store.memory import MemoryStore
from tests.referee.room import ANA, GM, HANK, STRANGER, Room


@pytest.fixture
async def fight() -> Room:
    return await Room(MemoryStore()).seated()


async def test_a_view_is_made_once_while_the_fight_stands_so(fight: Room) -> None:
    assert (await fight.show(ANA)).view is (await fight.show(ANA)).view


async def test_everybody_has_a_view_of_his_own(fight: Room) -> None:
    views = [(await fight.show(user)).view for user in (ANA, HANK, GM)]
    assert [len(view.hands) for view in views] == [1, 1, 0]
    assert views[0].hands != views[1].hands


async def test_a_view_is_made_anew_after_a_step_and_after_an_undo(fight: Room) -> None:
    before = (await fight.show(ANA)).view
    await fight.roll()
    after = (await fight.show(ANA)).view
    await fight.undo()
    assert after != before
    assert (await fight.show(ANA)).view == before


async def test_strangers_fill_no_memory(fight: Room) -> None:
    await fight.show(STRANGER)
    (table,) = fight.referee._tables._tables.values()
    assert all(viewer.user != STRANGER for viewer in table.seen)
