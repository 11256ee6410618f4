"""Nobody but a moderator does what moderators do: by command, press, pick or form, in the channel or from a DM."""

from collections.abc import AsyncIterator

import discord
import pytest

from bot.rehearsal import Person, typed
from bot.rehearsal.interaction import make
from bot.rehearsal.people import UnansweredError
from bot.rehearsal.wire import MODAL
from bot.rehearsal.world import Channel
from rules.core.ids import FightId
from rules.store.memory import MemoryStore
from tests.support.forging import forced, forged
from tests.support.table import Table, require_refused, seated

MESSAGES = discord.Permissions(manage_messages=True)


@pytest.fixture
async def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def table(store: MemoryStore) -> AsyncIterator[Table]:
    """Ana and Bo fight; Marshal may manage messages on the server; Ned is nobody."""
    async with seated(store=store) as table:
        table.discord.person("Marshal", permissions=MESSAGES)
        await table.fight("Ana", "Bo")
        yield table


async def begun(table: Table, name: str, title: str) -> Channel:
    channel = table.discord.channel(name)
    await table.person("Dealer").command("/fight begin", channel, system="texarkana", scene="ambush", title=title)
    return channel


def everything(fight: FightId, ana: Person) -> list[tuple[str, dict[str, object]]]:
    """Every command of moderators, with options that would do something."""
    return [
        ("/admin fights", {}),
        ("/admin close", {}),
        ("/admin close", {"fight": fight, "aside": True}),
        ("/admin take-over", {}),
        ("/admin take-over", {"fight": fight, "who": ana}),
        ("/admin undo", {}),
        ("/admin give", {"who": "Ada Quill", "to": ana}),
        ("/admin free", {"who": "Ada Quill"}),
        ("/admin export", {}),
        ("/admin export", {"fight": fight, "open": True}),
        ("/admin bar", {"who": ana}),
        ("/admin unbar", {"who": ana}),
        ("/admin settings", {}),
        ("/admin set", {"what": "deadline", "value": "24h"}),
        ("/admin set", {"what": "Who else moderates", "value": "nobody"}),
        ("/admin log", {}),
        ("/admin doctor", {}),
    ]


def every_address(fight: FightId, seq: int, combatant: str, ana: Person) -> list[tuple[str, tuple[str, ...]]]:
    """Every address of moderators, with what would be picked."""
    return [
        ("fm:fights:-:0", ()),
        ("fm:open:-", (fight,)),
        (f"fm:fight:{fight}", ()),
        (f"fm:close:{fight}", ()),
        (f"fm:closenow:{fight}", ()),
        (f"fm:asidenow:{fight}", ()),
        (f"fm:take:{fight}", ()),
        (f"fm:takenow:{fight}", ()),
        (f"fm:giveto:{fight}", (ana.user.id,)),
        (f"fm:undo:{fight}", ()),
        (f"fm:undonow:{fight}:{seq}", ()),
        (f"fm:place:{fight}", (combatant,)),
        (f"fm:placeto:{fight}:{combatant}", (ana.user.id,)),
        (f"fm:placefree:{fight}:{combatant}", ()),
        (f"fm:export:{fight}", ()),
        (f"fm:exportnow:{fight}", ()),
        ("fm:settings:-", ()),
        ("fm:setting:-", ("deadline",)),
        ("fm:setto:-:deadline", ("24h",)),
        ("fm:setto:-:begin:0", ()),
        ("fm:log:-", ()),
        ("fm:log:-:7", ()),
    ]


async def unchanged(table: Table, store: MemoryStore, seq: int) -> None:
    """Nothing at all was written by what was tried."""
    assert (await table.seq(), await store.moderations(table.place().guild, limit=5)) == (seq, [])
    assert await store.setting("server", table.place().guild) is None
    assert await store.current(table.place()) is not None


@pytest.mark.parametrize("name", ["Ana", "Dealer", "Ned"])
async def test_who_is_no_moderator_can_do_nothing_by_command(table: Table, store: MemoryStore, name: str) -> None:
    seq, fight, ana = await table.seq(), (await table.showing()).id, table.person("Ana")
    for path, options in everything(fight, ana):
        with pytest.raises(typed.UnusableError):
            await table.person(name).command(path, **options)
        require_refused(await forced(table.person(name), path, **options), "only a moderator")
    await unchanged(table, store, seq)


@pytest.mark.parametrize("name", ["Ana", "Dealer", "Ned"])
async def test_who_is_no_moderator_can_do_nothing_by_press_pick_or_form(
    table: Table, store: MemoryStore, name: str
) -> None:
    showing, ana, person = await table.showing(), table.person("Ana"), table.person(name)
    combatant = next(iter(showing.players))
    for address, values in every_address(showing.id, showing.seq, combatant, ana):
        require_refused(await forged(person, address, *values), "only a moderator")
        if not values:
            require_refused(await forged(person, address, kind=MODAL), "only a moderator")
    await unchanged(table, store, showing.seq)


@pytest.mark.parametrize(
    "address", ["fm:close", "fm:rule:-", "fm:fights:-:x", "fm:fights:-:1:2", "fm:undonow:-", "fm:setto:-", "fm:open:-"]
)
async def test_an_address_that_nobody_wrote_is_refused_to_a_moderator_too(table: Table, address: str) -> None:
    marshal = table.person("Marshal")
    if address == "fm:close":  # no address at all: nobody answers, as with another bot's
        with pytest.raises(UnansweredError):
            await forged(marshal, address)
        return
    require_refused(await forged(marshal, address))


async def test_nobody_moderates_from_a_direct_message_not_even_a_moderator(table: Table, store: MemoryStore) -> None:
    showing, ana = await table.showing(), table.person("Ana")
    combatant = next(iter(showing.players))
    for name in ("Ana", "Marshal"):
        person = table.person(name)
        direct = table.discord.world.direct_with(person.user)
        for address, values in every_address(showing.id, showing.seq, combatant, ana):
            outcome = await forged(person, address, *values, channel=direct)
            assert "Only a moderator may do that" in outcome.text
        ended = await forged(person, f"fd:endnow:{showing.id}", channel=direct)
        assert "Only the Dealer" in ended.text
    await unchanged(table, store, showing.seq)


async def test_a_moderator_of_another_server_can_do_nothing_to_this_one(table: Table, store: MemoryStore) -> None:
    showing, ana, marshal = await table.showing(), table.person("Ana"), table.person("Marshal")
    elsewhere = table.discord.channel("far", table.discord.guild("Elsewhere"))
    combatant = next(iter(showing.players))
    of_this_fight = [each for each in every_address(showing.id, showing.seq, combatant, ana) if showing.id in str(each)]
    assert len(of_this_fight) == 15
    for address, values in of_this_fight:
        require_refused(await forged(marshal, address, *values, channel=elsewhere), "only a moderator")
    assert "No fight is going on" in (await marshal.command("/admin fights", elsewhere)).text
    await unchanged(table, store, showing.seq)


async def test_whoever_lost_the_role_can_do_nothing_with_the_panel_he_still_has(table: Table) -> None:
    role = table.discord.role("Sheriffs")
    ned, marshal = table.person("Ned"), table.person("Marshal")
    await marshal.command("/admin set", what="moderators", value="Sheriffs")
    table.discord.give(ned, role)
    shown = await forced(ned, "/admin fights")
    assert "Showdown" in shown.text
    await ned.picks("1) Showdown")
    panel = ned.surfaces()[0].message
    table.discord.take(ned)
    seq = await table.seq()
    for label in ("Take over as Dealer", "Take back the last ruling", "Close it", "Whole record", "All fights"):
        outcome = await ned.press(panel, table.button(panel, label))
        require_refused(outcome, "only a moderator", f"<@&{role}>")
    await forged(ned, "fm:settings:-")
    assert await table.seq() == seq


async def test_whoever_may_manage_messages_in_one_channel_moderates_that_channel_alone(table: Table) -> None:
    mill = await begun(table, "mill", "At the mill")
    ned = table.person("Ned")
    allowed = {"id": ned.user.id, "type": 1, "allow": str(MESSAGES.value), "deny": "0"}
    table.discord.overwrite(mill, ned.user.id, allowed)
    listed = await ned.command("/admin fights", mill)
    assert "At the mill" in listed.text
    assert "Showdown" not in listed.text
    here = (await table.showing()).id
    require_refused(await forged(ned, f"fm:closenow:{here}", channel=mill), "only a moderator")
    for path, options in (("/admin settings", {}), ("/admin bar", {"who": table.person("Ana")}), ("/admin log", {})):
        require_refused(await ned.command(path, mill, **options), "on this server")
    ned.goes_to(mill)
    assert not await ned.complete("/admin close", "fight", "Show")
    await ned.command("/admin close", mill)
    await ned.presses("Yes, close it")
    assert (await table.bot.referee.show(await table.bot.referee.latest(table.place(mill)), None)).is_closed
    assert not (await table.showing()).is_closed


async def test_suggestions_tell_nothing_to_who_is_no_moderator(table: Table) -> None:
    marshal, ned = table.person("Marshal"), table.person("Ned")
    assert [each.name for each in await marshal.complete("/admin close", "fight", "show")] == ["Showdown – #saloon"]
    assert [each.name for each in await marshal.complete("/admin give", "who", "")]
    for path, option in (("/admin close", "fight"), ("/admin give", "who"), ("/admin set", "what")):
        leaf, _ = typed.find(table.discord, path.removeprefix("/").split(), ned.channel)
        about = typed.invocation(table.discord, leaf, {option: ""}, ned.channel, focused=option)
        asked = make(table.discord.world, 4, ned.user, ned.channel, about)
        assert (await ned.does(asked)).choices == ()
