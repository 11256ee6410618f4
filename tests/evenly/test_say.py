"""An answer noted at an even table goes with whoever loses his say in it before it counts."""

import pytest

from rules.core.ids import UserId
from rules.store.memory import MemoryStore
from tests.evenly.test_away import BY_ORDERS, goes_away
from tests.evenly.test_windows import Even
from tests.referee.room import GM, STRANGER, Room
from tests.referee.test_seating import BO


@pytest.fixture
async def table() -> Even:
    return await Even(await Room(MemoryStore()).seated()).plays(asking="even")


async def test_whoever_is_away_leaves_orders_in_place_of_a_delegate_and_they_are_followed(table: Even) -> None:
    await goes_away(table.room, delegate=STRANGER)
    await table.room.answer(STRANGER, await table.asks(), "run")
    await goes_away(table.room, orders="else")
    assert await table.at(await table.ends()) == [f"{BY_ORDERS}\nHank: stand."]


@pytest.mark.parametrize("leader", [GM, BO])
async def test_what_a_game_master_noted_goes_with_his_office(table: Even, leader: UserId) -> None:
    referee, place = table.room.referee, table.room.place
    await referee.name_gm(place, GM, who=BO, source="named")
    await table.room.answer(leader, await table.asks(), "run")
    await referee.step_down(place, leader, source="down")
    assert await table.at(await table.ends()) == ["Hank: stand."]
