"""Moderators at work through Discord: what they see, and what they do."""

from collections.abc import AsyncIterator

import discord
import pytest

from bot.rehearsal.world import Channel
from rules.core.ids import UserId
from rules.core.ruleset import Setup
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.verifying import read, verify
from tests.support.forging import forced, forged, spoil
from tests.support.table import Table, require_refused, seated

MESSAGES = discord.Permissions(manage_messages=True)
HOSTILE = "**[x](http://x)** @everyone <@1> `a` # b\u202e"


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


async def history(table: Table, by: str = "Ana") -> str:
    return (await table.person(by).command("/fight history")).text


async def begun(table: Table, name: str, title: str) -> Channel:
    channel = table.discord.channel(name)
    await table.person("Dealer").command("/fight begin", channel, system="texarkana", scene="ambush", title=title)
    return channel


# ---- looking


async def test_the_list_says_of_each_fight_what_where_whose_and_who_is_awaited(table: Table) -> None:
    text = (await table.person("Marshal").command("/admin fights")).text
    dealer, channel = table.person("Dealer"), table.discord.default_channel
    for words in ("Showdown", f"<#{channel.id}>", f"Dealer {dealer.mention}", "Awaited:", "since <t:", "begun <t:"):
        assert words in text


async def test_sixty_fights_are_paged_and_each_can_be_opened(table: Table, store: MemoryStore) -> None:
    referee, dealer = table.bot.referee, table.person("Dealer")
    for number in range(59):
        place = table.place(table.discord.channel(f"place-{number}"))
        await referee.begin(
            place,
            UserId(int(dealer.user.id)),
            "texarkana",
            title=f"Fight {number}",
            setup=Setup(scene="ambush"),
            source=f"t:{number}",
        )
    marshal = table.person("Marshal")
    await marshal.command("/admin fights")
    seen: set[str] = set()
    for _ in range(10):
        screen = marshal.surfaces()[0]
        menu = next(each for each in screen.controls if not each.is_button)
        assert len(screen.text) <= 2000
        seen |= {value for _, value in menu.options}
        if not any(each.label == "Older" for each in screen.controls):
            break
        await marshal.presses("Older")
    assert len(seen) == 60
    assert "Showdown" in marshal.surfaces()[0].text  # the oldest stands on the last page
    await marshal.picks("60) Showdown")
    assert "Ada Quill" in marshal.surfaces()[0].text
    assert len(await marshal.complete("/admin close", "fight", "Fight 5")) == 10  # Fight 5, and 50 to 58
    await forged(marshal, "fm:fights:-:999999")


async def test_hostile_names_stay_names(store: MemoryStore) -> None:
    async with seated(store=store) as table:
        dealer, marshal = table.person("Dealer"), table.discord.person("Marshal", permissions=MESSAGES)
        await dealer.command("/fight begin", system="texarkana", scene="ambush", title=HOSTILE)
        await table.person("Ana").command("/fight join", name=HOSTILE)
        await dealer.command("/fight start")
        await marshal.command("/admin bar", who=table.person("Bo"), why=HOSTILE)
        await marshal.command("/admin fights")
        await marshal.picks("1)")
        await marshal.command("/admin log")
        await marshal.command("/admin undo")
        await marshal.command("/admin close")
        await table.settled()
        for text in (each.message.payload["content"] for each in marshal.surfaces()):
            for raw in ("[x](http", "**[x", "`a`", "\u202e"):
                assert raw not in text
            assert "<@1>" not in text
            assert not [each for each in table.posted() if each.payload["mention_everyone"]]


# ---- at a table


async def test_a_moderator_closes_a_fight_after_asking_and_the_table_is_told(table: Table) -> None:
    marshal = table.person("Marshal")
    fight = (await table.showing()).id
    asked = await marshal.command("/admin close")
    assert "cannot be taken back" in asked.text
    assert not (await table.showing()).is_closed
    await marshal.presses("Yes, close it")
    await table.settled()
    told = [each.payload["content"] for each in table.posted() if "put away" in each.payload["content"]]
    assert any(f"By {marshal.mention}, a moderator of this server" in each for each in told)
    for name in ("Ana", "Ned"):
        text = await history(table, name)
        assert f"By {marshal.mention}, a moderator of this server" in text
    again = await forged(marshal, f"fm:closenow:{fight}")
    require_refused(again, "put away")
    await table.fight("Ana")  # the channel is free


async def test_a_moderator_takes_over_by_button_and_gives_it_on_by_menu(table: Table) -> None:
    marshal, bo = table.person("Marshal"), table.person("Bo")
    await marshal.command("/admin fights")
    await marshal.picks("1) Showdown")
    asked = await marshal.presses("Take over as Dealer")
    assert "secrets" in asked.text
    assert "is the Dealer from now on" in (await marshal.presses("Yes, take over")).text
    assert (await table.showing()).gms == (int(marshal.user.id),)
    require_refused(await table.person("Dealer").command("/fight undo"), "only the Dealer")
    await marshal.picks("Bo")
    assert (await table.showing()).gms == (int(bo.user.id),)
    text = await history(table)
    assert text.count("is the Dealer from now on") == 2
    assert text.count(f"By {marshal.mention}") == 1  # the second time he was the Dealer himself


async def test_a_moderator_names_a_game_master_by_command_but_no_bot(table: Table) -> None:
    marshal = table.person("Marshal")
    bot = table.discord.world.bot
    require_refused(await marshal.command("/admin take-over", who=bot), "a bot cannot play")
    require_refused(await marshal.command("/admin take-over", who=table.person("Dealer")), "already")
    await marshal.command("/admin take-over", who=table.person("Bo"))
    assert (await table.showing()).gms == (int(table.person("Bo").user.id),)


async def test_a_moderator_gives_a_character_away_by_menu_and_its_hand_goes_along(table: Table) -> None:
    marshal, ana, cy = table.person("Marshal"), table.person("Ana"), table.person("Cy")
    before = (await table.showing(by=ana)).view.hands
    await marshal.command("/admin fights")
    await marshal.picks("1) Showdown")
    await marshal.picks("Ada Quill")
    done = await marshal.picks("Cy")
    assert f"Ada Quill is played by {cy.mention} from now on" in done.text
    assert (await table.showing(by=cy)).view.hands == before
    require_refused(await ana.command("/me hand"), "you play nobody here")
    assert f"By {marshal.mention}" in await history(table)
    require_refused(await marshal.command("/admin give", who="Ada Quill", to=cy), "already")


async def test_a_moderator_takes_back_the_last_ruling_unless_something_has_happened_since(table: Table) -> None:
    marshal, ana = table.person("Marshal"), table.person("Ana")
    await ana.command("/act", action="I am Lookout")
    asked = await marshal.command("/admin undo")
    assert "Lookout" in asked.text
    shown = marshal.surfaces()[0].message
    seq = await table.seq()
    await ana.command("/act", action="5 of Masks")
    late = await marshal.press(shown, table.button(shown, "Yes, take it back"))
    require_refused(late, "something has happened")
    await marshal.command("/admin undo")
    await marshal.presses("Yes, take it back")
    assert await table.seq() > seq
    text = await history(table)
    assert "The last ruling is taken back" in text
    assert f"By {marshal.mention}" in text


async def test_a_press_of_a_moderator_that_comes_twice_counts_once() -> None:
    async with seated(expects_refusals=True) as table:  # Discord refuses a second answer to one press
        marshal = table.discord.person("Marshal", permissions=MESSAGES)
        await table.fight("Ana", "Bo")
        await marshal.command("/admin undo")
        message = marshal.surfaces()[0].message
        pressing = marshal.pressing(message, table.button(message, "Yes, take it back"))
        await marshal.does(pressing)
        seq = await table.seq()
        table.discord.deliver_again(pressing)
        await table.discord.settled()
        assert await table.seq() == seq


async def test_the_whole_record_is_sealed_while_the_fight_goes_on_and_opening_it_is_told(table: Table) -> None:
    marshal = table.person("Marshal")
    require_refused(await marshal.command("/admin export"), "open: true")
    seq = await table.seq()
    outcome = await marshal.command("/admin export", open=True)
    assert outcome.ephemeral
    await table.settled()
    assert await table.seq() == seq + 1
    told = [each.payload["content"] for each in table.posted() if each.payload["content"].startswith("By ")]
    opened = f"{marshal.mention} was given the whole record of this fight, in which every secret can be read."
    assert told == [f"By {marshal.mention}, a moderator of this server:\n{opened}"]
    assert "was given the whole record of this fight" in await history(table)
    (upload,) = table.discord.world.uploads.values()
    exported = read(upload.content)
    assert verify(exported, {each.id: each for each in RULESETS}).compared == seq + 1
    assert upload.filename.endswith(".fight.json")
    given = [each for each in table.discord.world.messages.values() if each.payload["attachments"]]
    assert [each.private_to for each in given] == [marshal.user]


async def test_the_record_of_a_fight_put_away_is_given_out_by_its_button(table: Table) -> None:
    marshal = table.person("Marshal")
    await marshal.command("/admin close")
    await marshal.presses("Yes, close it")
    await marshal.presses("Whole record")
    assert len(table.discord.world.uploads) == 1
    await marshal.command("/admin export")
    assert len(table.discord.world.uploads) == 2


# ---- what cannot be read


@pytest.mark.parametrize(
    ("raw", "schema", "words"),
    [(b"\xff garbage", 1, "records cannot be read"), (b'{"title":"Showdown"}', 99, "newer version")],
)
async def test_a_fight_that_cannot_be_read_is_listed_and_set_aside_after_asking(
    table: Table, store: MemoryStore, raw: bytes, schema: int, words: str
) -> None:
    marshal, fight = table.person("Marshal"), (await table.showing()).id
    spoil(store, fight, raw, schema=schema)
    listed = await marshal.command("/admin fights")
    assert words in listed.text.casefold()
    await marshal.picks("1)")
    for label in ("Take over as Dealer", "Close it", "Whole record"):
        assert all(each.label != label for each in marshal.surfaces()[0].controls)
    for path in ("/admin undo", "/admin export", "/admin take-over"):
        require_refused(await marshal.command(path), "nothing in")
    doctor = (await marshal.command("/admin doctor")).text
    assert "✗ The fight here cannot go on" in doctor
    await marshal.command("/admin close")
    assert await store.current(table.place()) is not None
    await marshal.presses("Yes, set it aside")
    assert await store.current(table.place()) is None
    kept = await store.load(fight)
    assert kept is not None
    assert kept.raw == raw
    assert "set aside" in (await marshal.command("/admin log")).text
    told = table.posted()[-1].payload["content"]
    assert told.startswith(f"By {marshal.mention}, a moderator of this server: the fight here is set aside")
    again = await forged(marshal, f"fm:fight:{fight}")
    assert "it was set aside" in again.text
    assert "[Set it aside]" not in again.text
    await table.fight("Ana")
    assert not (await table.showing()).is_closed


async def test_a_fight_is_set_aside_where_the_bot_may_post_nothing() -> None:
    store = MemoryStore()
    async with seated(store=store, expects_refusals=True) as table:
        marshal = table.discord.person("Marshal", permissions=MESSAGES)
        await table.fight("Ana")
        spoil(store, (await table.showing()).id)
        table.discord.deny(table.discord.default_channel, "send_messages", "view_channel")
        await marshal.command("/admin close")
        assert "set aside" in (await marshal.presses("Yes, set it aside")).text
        assert await store.current(table.place()) is None


async def test_a_fight_is_set_aside_as_it_is_where_even_closing_goes_wrong(table: Table, store: MemoryStore) -> None:
    marshal, fight = table.person("Marshal"), (await table.showing()).id
    asked = await marshal.command("/admin close", aside=True)
    assert "even closing goes wrong" in asked.text
    await marshal.presses("Yes, set it aside")
    kept = await store.load(fight)
    assert kept is not None
    assert not kept.is_current
    ana = table.person("Ana")
    outcome = await forged(ana, f"fd:move:{fight}")
    assert "bug" not in outcome.text
    assert "Something went wrong" not in outcome.text
    require_refused(await ana.command("/act", action="I am Lookout"), "no fight in this channel")


# ---- the server


async def test_only_a_role_may_open_fights_where_the_server_says_so(table: Table) -> None:
    role = table.discord.role("Gunhands")
    marshal, ned = table.person("Marshal"), table.person("Ned")
    await marshal.command("/admin settings")
    await marshal.picks("Who may open a fight")
    await marshal.picks("Gunhands")
    assert f"<@&{role}>" in marshal.surfaces()[0].text
    mill = table.discord.channel("mill")
    refused = await ned.command("/fight begin", mill, system="texarkana")
    require_refused(refused, f"only <@&{role}> may open fights")
    await marshal.command("/admin close")
    await marshal.presses("Yes, close it")
    await table.settled()
    dealer = table.person("Dealer")
    require_refused(await dealer.command("/fight again"), f"<@&{role}>")
    require_refused(await dealer.press(table.board(), table.button(table.board(), "Again")), f"<@&{role}>")
    table.discord.give(ned, role)
    assert not (await ned.command("/fight begin", mill, system="texarkana")).text.startswith("✋")
    await marshal.command("/fight begin", table.discord.channel("livery"), system="texarkana")  # a moderator may
    await marshal.command("/admin set", what="begin", value="everybody")
    assert not (await dealer.command("/fight again")).text.startswith("✋")


async def test_settings_are_shown_and_set_by_menu_and_by_command_and_logged(table: Table) -> None:
    marshal = table.person("Marshal")
    await marshal.command("/admin settings")
    await marshal.picks("Time to answer")
    assert "1 day" in (await marshal.picks("1 day")).text
    await marshal.picks("Private threads for players")
    await marshal.picks("not allowed")
    await marshal.command("/admin set", what="late", value="what stands after")
    offered = await marshal.complete("/admin set", "value", "", what="pings")
    assert [each.value for each in offered] == ["off", "gentle", "firm"]
    require_refused(await marshal.command("/admin set", what="late", value="tomorrow"), "tomorrow")
    require_refused(await marshal.command("/admin set", what="weather", value="fair"), "weather")
    server = await table.bot.referee.preferences.server(table.place().guild)
    assert (server.threads, dict(server.table)) == (False, {"deadline": "24h", "late": "default"})
    log = (await marshal.command("/admin log")).text
    assert [line for line in log.splitlines() if "1 day" in line or "private threads" in line]
    assert marshal.mention in log
    mill = await begun(table, "mill", "At the mill")
    now = {each.key: each.now for each in await table.bot.referee.table_rules(table.place(mill))}
    assert (now["deadline"], now["late"]) == ("24h", "default")


async def test_the_role_of_moderators_is_named_by_role_and_everybodys_is_none(table: Table) -> None:
    role = table.discord.role("Sheriffs")
    marshal, ned = table.person("Marshal"), table.person("Ned")
    table.discord.give(ned, role)
    require_refused(await forced(ned, "/admin log"), "only a moderator")
    offered = {each.name for each in await marshal.complete("/admin set", "value", "", what="moderators")}
    assert {"nobody", "Sheriffs"} <= offered
    assert "@everyone" not in offered
    await marshal.command("/admin settings")
    await marshal.picks("Who else moderates")
    require_refused(await marshal.picks("@everyone"), "not everybody can be")
    await marshal.picks("Sheriffs")
    assert "What moderators did" in (await forced(ned, "/admin log")).text
    asked = await ned.command("/fight end")  # the same people everywhere
    assert "cannot be taken back" in asked.text
    await marshal.command("/admin set", what="moderators", value=f"<@&{role}>")
    await marshal.command("/admin settings")
    await marshal.picks("Who else moderates")
    await marshal.presses("Nobody")
    require_refused(await forced(ned, "/admin log"), "only a moderator")


async def test_whoever_is_barred_joins_nowhere_and_plays_on_where_he_plays(table: Table) -> None:
    marshal, ana, cy = table.person("Marshal"), table.person("Ana"), table.person("Cy")
    await marshal.command("/admin bar", who=ana, why="spoils the game")
    await ana.command("/act", action="I am Lookout")
    assert "Lookout" in await history(table)
    mill = await begun(table, "mill", "At the mill")
    require_refused(await ana.command("/fight join", mill), "do not let")
    lobby = table.board(mill)
    require_refused(await ana.press(lobby, table.button(lobby, "Join")), "do not let")
    ana.goes_to(mill)
    require_refused(await ana.picks("Ada Quill"), "do not let")
    alone = table.discord.channel("alone")
    require_refused(await ana.command("/fight begin", alone, system="texarkana", scene="First steps"), "do not let")
    require_refused(await marshal.command("/admin bar", who=ana), "already")
    shown = (await marshal.command("/admin settings")).text
    assert f"Barred from playing**: {ana.mention}" in shown
    assert "spoils the game" in (await marshal.command("/admin log")).text
    await marshal.command("/admin unbar", who=ana)
    require_refused(await marshal.command("/admin unbar", who=ana), "not barred")
    assert not (await ana.command("/fight join", mill)).text.startswith("✋")
    await cy.command("/fight join", mill)


async def test_a_session_of_somebody_who_is_gone_is_ended_by_the_same_moderators(table: Table) -> None:
    dealer, marshal, ned = table.person("Dealer"), table.person("Marshal"), table.person("Ned")
    await dealer.command("/session start", number=1)
    require_refused(await ned.command("/session end", of=dealer), "a moderator of this server")
    assert not (await marshal.command("/session end", of=dealer)).text.startswith("✋")


async def test_the_log_is_paged_to_its_beginning(table: Table) -> None:
    marshal, ana = table.person("Marshal"), table.person("Ana")
    for _ in range(8):
        await marshal.command("/admin bar", who=ana, why="x" * 200)
        await marshal.command("/admin unbar", who=ana)
    await marshal.command("/admin log")
    lines: list[str] = []
    for _ in range(10):
        screen = marshal.surfaces()[0]
        assert len(screen.text) <= 2000
        lines += [line for line in screen.text.splitlines() if line.startswith("<t:")]
        if not any(each.label == "Earlier" for each in screen.controls):
            break
        await marshal.presses("Earlier")
    assert len(lines) == 16
    await marshal.presses("Newest")
    assert "may play again" in marshal.surfaces()[0].text.splitlines()[2]
