"""What somebody might try who wants to know or to change more than he may."""

from rules import verifying
from rules.core.command import Amend, Start
from rules.core.ids import UserId
from rules.drawing import DRAW
from rules.exporting import as_json
from rules.store.memory import MemoryStore
from rules.verifying import Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import Ask

BO = UserId(4)


async def test_whoever_plays_for_somebody_no_more_takes_back_nothing_of_his(kept: KeptRoom) -> None:
    await kept.referee.go_away(SALOON, ANA, delegate=HANK, source="away")
    await kept.act(HANK, Ask(actor=ANAS, whom=HANKS))
    assert await kept.referee.free_undo(SALOON, HANK) == await kept.seq()
    await kept.referee.come_back(SALOON, ANA, source="back")
    await kept.begin_anew()
    assert await kept.referee.free_undo(SALOON, HANK) is None
    assert await refusal_of(kept.undo(HANK)) == "UNDO_NEEDS_GM"
    assert len(await kept.asked()) == 1


async def test_whose_seat_was_given_away_takes_back_nothing_that_he_did_there(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.referee.go_away(SALOON, HANK, delegate=ANA, source="away")  # so that she still plays somebody
    await fight.referee.give_seat(SALOON, GM, who=ANAS, to=BO, source="give")
    assert await refusal_of(fight.undo(ANA)) == "UNDO_NEEDS_GM"
    assert await refusal_of(fight.undo(BO)) == "UNDO_NEEDS_GM"


async def test_no_undo_seats_whom_the_moderators_have_barred_since(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.join(HANK, "Hank")
    await room.referee.leave(SALOON, ANA, source="leave")
    await room.referee.bar(1, UserId(55), who=ANA, why="", source="bar")
    assert await refusal_of(room.undo()) == "BARRED"
    assert await refusal_of(room.referee.undo(SALOON, UserId(55), source="m", is_moderator=True)) == "BARRED"
    assert await refusal_of(room.referee.would_undo(SALOON, GM)) == "BARRED"
    assert ANA not in (await room.show()).players.values()
    await room.referee.unbar(1, UserId(55), who=ANA, source="unbar")
    await room.undo()
    assert ANA in (await room.show()).players.values()


async def test_a_delegate_lets_nobody_else_see_what_he_is_trusted_with(fight: Room) -> None:
    await fight.referee.go_away(SALOON, ANA, delegate=HANK, source="away")
    await fight.referee.go_away(SALOON, HANK, delegate=BO, source="too")
    assert await fight.hand(BO, HANKS) == await fight.hand(HANK, HANKS)
    assert await fight.hand(BO, ANAS) == []
    assert await fight.hand(HANK, ANAS) == []
    assert (await fight.show()).away[ANAS].delegate is None


async def test_a_delegate_names_no_other_for_one_that_he_plays_for(fight: Room) -> None:
    await fight.referee.go_away(SALOON, ANA, delegate=HANK, source="away")
    naming = fight.referee.go_away(SALOON, HANK, who=ANAS, delegate=BO, source="too")
    assert await refusal_of(naming) == "NOT_YOURS_TO_HAND"
    assert await fight.hand(BO, ANAS) == []


async def test_the_record_of_a_fight_that_goes_on_does_not_tell_what_will_be_drawn(fight: Room) -> None:
    """What is drawn follows from the fight's key and the command: whoever had the key could try them all."""
    which = (await fight.show()).id
    raw = await fight.referee.open_record(SALOON, UserId(55), source="open", is_moderator=True, opens=True)
    opened = verifying.read(raw)
    record = await fight.store.load(which)
    assert record is not None
    assert opened.key != record.key.hex()
    assert record.key.hex() not in raw.decode()
    assert verifying.verify(opened, {TOY.id: TOY}) == Verified(await fight.seq())
    await fight.referee.end(SALOON, GM, source="end")
    raw = await fight.referee.open_record(which, GM, source="record")
    assert verifying.read(raw).key == record.key.hex(), "nothing is drawn any more"


async def test_a_draw_is_typed_in_by_no_game_master_who_has_handed_over() -> None:
    room = Room(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    await room.type_in(GM, "#010")
    await room.referee.hand_over(SALOON, GM, to=HANK, source="over")
    owed = next(each for each in await room.asked(HANK) if each.id.startswith(DRAW))
    assert owed.is_mine
    assert not [each for each in await room.asked(GM) if each.is_mine or each.choices]
    assert await refusal_of(room.answer(GM, owed.id, "#020")) == "GM_ONLY"
    await room.answer(HANK, owed.id, "#020")
    assert await room.hand(ANA, ANAS) == ["#010", "#020"]
    await room.undo(HANK)  # back to where the draw was owed, by whoever was game master then
    assert not [each for each in await room.asked(GM) if each.is_mine or each.choices]
    assert [each.is_mine for each in await room.asked(HANK) if each.id.startswith(DRAW)] in ([True], [])
    await room.referee.verify(SALOON)


async def test_no_file_tells_when_something_was_done_of_which_one_was_told_nothing(fight: Room) -> None:
    await fight.act(GM, Amend(what="stakes", value="the ranch"))
    secret = await fight.seq()
    await fight.roll()
    gms, hanks = await fight.referee.log(SALOON, GM), await fight.referee.log(SALOON, HANK)
    assert secret in {each.step for each in gms.log}
    assert secret not in {each.step for each in hanks.log}
    assert secret + 1 in {each.step for each in hanks.log}
    assert f'"step": {secret},' not in as_json(hanks).decode()
