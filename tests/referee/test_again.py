"""The same fight once more where somebody is missing: nobody gets what was another's."""

from rules.asking import Wish
from rules.core.command import Amend, PlaceThere
from rules.core.ids import CombatantId, SheetId
from rules.referee import Showing
from rules.store.memory import MemoryStore
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, STRANGER, Room, refusal_of


async def _sat_down(room: Room) -> tuple[SheetId, CombatantId, CombatantId]:
    """Ana with a sheet and then Hank, in a lobby: her sheet, and who they play."""
    await room.begin()
    values = {"score": "3"}
    made = await room.referee.sheets.create(
        room.place.guild, ANA, "toy", name="Cora", values=values, source=room.source()
    )
    ruling = await room.referee.join(room.place, ANA, name="", sheet=SheetId(made.about), source=room.source())
    await room.referee.told(ruling, ANA)
    await room.join(HANK, "Hank")
    played = {user: who for who, user in (await room.show(GM)).players.items()}
    return SheetId(made.about), played[ANA], played[HANK]


async def _again(room: Room) -> Showing:
    await room.end()
    await room.referee.again(room.place, GM, source=room.source())
    return await room.show(GM)


async def test_what_was_set_of_somebody_who_is_missing_is_set_of_nobody() -> None:
    room = Room(MemoryStore())
    sheet, anas, hanks = await _sat_down(room)
    await room.act(GM, Amend(what="score", value="7", whom=anas))
    await room.act(GM, PlaceThere(where="bar", whom=(anas, hanks)))
    await room.act(GM, PlaceThere(where="roof", whom=(anas,)))
    await room.referee.sheets.drop(ANA, sheet, source=room.source())
    now = await _again(room)
    assert now.players == {anas: HANK}, "he alone is in again, by the id that was hers"
    (hank,) = now.view.combatants
    assert (hank.state, hank.place) == ("score 0", "bar")
    assert "roof" not in {place.id for place in now.view.places}, "nor is a place named for her"


async def test_those_who_were_put_somewhere_with_one_who_left_again_are_put_there() -> None:
    room = Room(MemoryStore())
    await room.begin()
    await room.join(HANK, "Hank")
    await room.join(ANA, "Ana")
    await room.act(GM, PlaceThere(where="bar", whom=(ANAS, HANKS)))
    await room.referee.leave(room.place, ANA, source=room.source())
    (hank,) = (await _again(room)).view.combatants
    assert hank.place == "bar"


async def test_a_lobby_of_somebody_else_that_came_to_nothing_hides_no_fight() -> None:
    room = await Room(MemoryStore()).seated()
    await room.end()
    for _ in range(2):
        await room.begin(STRANGER)
        await room.end(STRANGER)
    assert await refusal_of(room.referee.again(room.place, STRANGER, source=room.source())) == "NOT_GM_THEN"
    await room.referee.again(room.place, GM, source=room.source())
    now = await room.show(GM)
    assert now.gms == (GM,)
    assert set(now.players.values()) == {ANA, HANK}


async def test_a_later_fight_of_somebody_else_is_the_last_one() -> None:
    room = await Room(MemoryStore()).seated()
    await room.end()
    await room.begin(STRANGER)
    await room.act(STRANGER, Wish(kind="start", fields={}))
    await room.end(STRANGER)
    assert await refusal_of(room.referee.again(room.place, GM, source=room.source())) == "NOT_GM_THEN"


async def test_a_lobby_alone_can_be_opened_again() -> None:
    room = Room(MemoryStore())
    await room.begin()
    await room.join(HANK, "Hank")
    assert [each.name for each in (await _again(room)).view.combatants] == ["Hank"]
