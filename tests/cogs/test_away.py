"""Away and back in all of one's fights at once: each rules for itself, and the answer tells of all."""

from bot.rehearsal import Loopback, Person
from bot.rehearsal.world import Channel
from rules.core.ids import UserId
from rules.store.memory import MemoryStore
from tests.cogs.test_twice import again
from tests.support.forging import spoil
from tests.support.table import Table, require_refused, seated

FIGHTS = {"texarkana": "Dust", "conflicts": "Powder", "twtw": "Noon"}


def uid(person: Person) -> UserId:
    return UserId(int(person.user.id))


async def begun(table: Table, system: str, channel: Channel | None, *players: str, gm: str = "Dealer") -> Channel:
    """A fight by these rules in a channel (none: the default one), of these players."""
    channel = channel or table.discord.default_channel
    await table.person(gm).command("/fight begin", channel, system=system, title=FIGHTS[system])
    for player in players:
        await table.person(player).command("/fight join", channel)
    await table.person(gm).command("/fight start", channel)
    await table.settled()
    return channel


async def three(table: Table) -> list[Channel]:
    """A fight by each of the three rules, of Ana and Bo, in a channel each."""
    channels = [None, table.discord.channel("livery"), table.discord.channel("mill")]
    return [await begun(table, system, each, "Ana", "Bo") for system, each in zip(FIGHTS, channels, strict=True)]


async def away_in(table: Table, person: Person, channels: list[Channel]) -> list[bool]:
    """Whether he is away, in each."""
    every = [await table.showing(each) for each in channels]
    return [uid(person) in {away.user for away in showing.away.values()} for showing in every]


async def test_everywhere_is_away_in_every_fight_and_back_in_every_fight() -> None:
    async with seated() as table:
        channels = await three(table)
        ana = table.person("Ana")
        gone = await ana.command("/me away", orders="Defend first", everywhere=True)
        await table.settled()
        assert gone.ephemeral
        assert gone.text.startswith("You are away in 3 of your 3 fights.")
        for title, channel in zip(FIGHTS.values(), channels, strict=True):
            assert f"**{title}** in <#{channel.id}>: " in gone.text
        assert "/me back everywhere:True" in gone.text
        assert "✋" not in gone.text
        assert await away_in(table, ana, channels) == [True, True, True]
        back = await ana.command("/me back", everywhere=True)
        assert back.text.startswith("You are back in 3 of your 3 fights.")
        assert await away_in(table, ana, channels) == [False, False, False]
        for channel in channels:
            await table.bot.referee.verify(table.place(channel))


async def test_without_it_one_is_away_in_this_fight_alone_and_told_of_the_others() -> None:
    async with seated() as table:
        channels = await three(table)
        ana = table.person("Ana")
        told = (await ana.command("/me away", orders="Defend first")).text
        assert "You play in 2 other fights too: everywhere:True" in told
        assert await away_in(table, ana, channels) == [True, False, False]
        rest = (await ana.command("/me away", channels[1], orders="Defend first")).text
        assert "You play in 1 other fight too" in rest
        last = (await ana.command("/me away", channels[2], orders="Defend first")).text
        assert "other fight" not in last
        assert "other fight" not in (await ana.command("/me back")).text


async def test_it_is_said_from_a_direct_message_too_where_otherwise_it_has_to_be_clear_which_is_meant() -> None:
    async with seated() as table:
        channels = await three(table)
        ana = table.person("Ana")
        ana.goes_to_dms()
        require_refused(await ana.command("/me away"), "several fights", "everywhere:True")
        assert await away_in(table, ana, channels) == [False, False, False]
        gone = await ana.command("/me away", everywhere=True)
        assert gone.text.count("does what stands after “else”, at once.") == 3, "once for each"
        assert await away_in(table, ana, channels) == [True, True, True]


async def test_a_delegate_plays_in_all_of_them_and_what_one_fight_refuses_stops_no_other() -> None:
    async with seated() as table:
        channels = await three(table)
        ana, bo, cy = (table.person(each) for each in ("Ana", "Bo", "Cy"))
        await bo.command("/me away", channels[1], orders="Defend first")
        gone = await ana.command("/me away", delegate=bo, everywhere=True)
        assert gone.text.startswith("You are away in 2 of your 3 fights.")
        refused = next(line for line in gone.text.split("\n") if line.startswith("✋"))
        assert refused.startswith(f"✋ **Powder** in <#{channels[1].id}>: ")
        assert "is the one who is away" in refused
        assert await away_in(table, ana, channels) == [True, False, True]
        for channel in (channels[0], channels[2]):
            assert not (await bo.command("/me hand", channel)).text.startswith("✋")
            require_refused(await cy.command("/me hand", channel))


async def test_orders_that_only_some_rules_know_count_there_alone() -> None:
    async with seated() as table:
        channels = await three(table)
        ana = table.person("Ana")
        known = [
            {order.key for order in await table.bot.referee.standing_orders(table.place(each))} for each in channels
        ]
        some = next(iter(set().union(*known) - known[0].intersection(*known)))
        offered = {str(each.value) for each in await ana.complete("/me away", "orders", "", everywhere=True)}
        assert offered == set().union(*known), "those of all"
        gone = await ana.command("/me away", orders=some, everywhere=True)
        assert await away_in(table, ana, channels) == [some in orders for orders in known]
        assert f'I find no "{some}" for orders' in gone.text


async def test_back_everywhere_says_once_for_all_in_which_he_was_not_away() -> None:
    async with seated() as table:
        ana, away = table.person("Ana"), await begun(table, "conflicts", None, "Ana")
        others = [await begun(table, "texarkana", table.discord.channel(each), "Ana") for each in ("livery", "mill")]
        await ana.command("/me away", away, orders="Defend first")
        back = await ana.command("/me back", everywhere=True)
        assert back.text.startswith("You are back in 1 of your 3 fights.")
        (refused,) = [line for line in back.text.split("\n") if line.startswith("✋")]
        assert all(f"<#{each.id}>" in refused for each in others)
        assert f"<#{away.id}>" not in refused
        assert "You were not away" in refused


async def test_back_everywhere_of_somebody_who_is_away_nowhere_says_only_that() -> None:
    async with seated() as table:
        for channel, system in (("livery", "conflicts"), ("mill", "texarkana")):
            await begun(table, system, table.discord.channel(channel), "Ana")
        back = await table.person("Ana").command("/me back", everywhere=True)
        assert back.text == "You were not away."


async def test_a_fight_that_he_only_leads_is_named_as_such() -> None:
    async with seated() as table:
        mine = await begun(table, "texarkana", None, "Bo", gm="Ana")
        other = await begun(table, "conflicts", table.discord.channel("mill"), "Ana")
        ana = table.person("Ana")
        gone = await ana.command("/me away", everywhere=True)
        assert gone.text.startswith("You are away in 1 of your 2 fights.")
        assert f"✋ **Dust** in <#{mine.id}>: You play nobody in this fight, you lead it. In its channel" in gone.text
        assert await away_in(table, ana, [mine, other]) == [False, True]


async def test_who_was_named_on_one_server_plays_for_nobody_on_another() -> None:
    async with seated() as table:
        guild = table.discord.guild("Elsewhere")
        far = table.discord.channel("cellar", guild)
        here = await begun(table, "texarkana", None, "Ana", "Bo")
        await begun(table, "conflicts", far, "Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        gone = await ana.command("/me away", delegate=cy, everywhere=True)
        assert gone.text.startswith("You are away in 1 of your 2 fights.")
        assert f"✋ **Powder** in <#{far.id}>: That fight is on another server" in gone.text
        assert await away_in(table, ana, [here, far]) == [True, False]
        assert not (await ana.command("/me away", orders="Defend first", everywhere=True)).text.count("✋")
        assert await away_in(table, ana, [here, far]) == [True, True]


async def test_whoever_is_in_no_fight_is_told_so() -> None:
    async with seated() as table:
        await begun(table, "texarkana", None, "Bo")
        cy = table.person("Cy")
        for command in ("/me away", "/me back"):
            require_refused(await cy.command(command, everywhere=True), "in no fight")


async def test_the_same_interaction_delivered_twice_counts_once_in_each_fight() -> None:
    async with seated(expects_refusals=True) as table:
        channels = await three(table)
        ana = table.person("Ana")
        gone = await ana.command("/me away", orders="Defend first", everywhere=True)
        await table.settled()
        before = [await table.seq(each) for each in channels]
        await again(table, gone.interaction)
        assert [await table.seq(each) for each in channels] == before


async def test_of_many_fights_with_long_titles_as_many_are_told_as_fit() -> None:
    async with seated() as table:
        channels = [table.discord.channel(f"room-{number}") for number in range(12)]
        for each in channels:
            await table.person("Dealer").command("/fight begin", each, system="texarkana", title="T" * 100)
            await table.person("Ana").command("/fight join", each)
        await table.settled()
        ana = table.person("Ana")
        gone = await ana.command("/me away", everywhere=True)
        assert gone.text.startswith("You are away in 12 of your 12 fights.")
        assert len(gone.text) <= 2000
        assert await away_in(table, ana, channels) == [True] * 12


async def test_a_fight_that_cannot_be_read_stops_no_other() -> None:
    store = MemoryStore()
    async with Loopback() as loopback:
        async with seated(loopback, store=store) as table:
            here = await begun(table, "texarkana", None, "Ana", "Bo")
            mill = await begun(table, "conflicts", table.discord.channel("mill"), "Ana")
            spoil(store, (await table.showing(mill)).id)
        async with seated(loopback, store=store) as anew:
            ana = anew.person("Ana")
            gone = await ana.command("/me away", orders="Defend first", everywhere=True)
            assert gone.text.startswith("You are away in 1 of your 2 fights.")
            assert "✋ A fight that I cannot show you now: " in gone.text
            assert await away_in(anew, ana, [here]) == [True]
