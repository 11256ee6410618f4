"""The board: plain lines under 1,000 characters in every state, and what stands in them; [What just happened]."""

import re

import pytest

from bot.rehearsal import Person
from bot.rehearsal.render import text_of
from cogs.render import theme
from tests.cogs.players import awaited
from tests.cogs.test_acts import EDITED
from tests.support.table import Table, seated

LIMIT = 1000  # characters, which a board stays under
SINCE = re.compile(r"⏳ .+, asked <t:\d{10}:R> \(else: .+\)")


def board(table: Table) -> str:
    text: str = table.board().payload["content"]
    assert len(text) < LIMIT, f"{len(text)} characters"
    assert "```" not in text
    return text


async def begun(table: Table, system: str) -> Person:
    """Three players in the first ready scene of a system."""
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system=system, title="A long and *windy* title of a fight" * 2)
    for name in ("Ana", "Bo", "Cy"):
        await table.person(name).command("/fight join")
    await table.settled()
    return dealer


@pytest.mark.parametrize("system", ["texarkana", "conflicts", "twtw"])
async def test_a_board_stays_short_through_a_whole_fight_and_says_who_is_awaited_since_when(system: str) -> None:
    async with seated() as table:
        dealer = await begun(table, system)
        board(table)
        await dealer.command("/fight start")
        for _ in range(25):
            await table.settled()
            text = board(table)
            if not await awaited(table, dealer):
                break
            assert SINCE.search(text), text
            assert "\nLast: " in text
            await dealer.command("/gm go-on")
        await dealer.command("/fight end")
        await table.settled()
        board(table)


@pytest.mark.parametrize("many", [60, 100])
@pytest.mark.parametrize(("system", "go_ons"), [("texarkana", 2), ("twtw", 2), ("conflicts", 0)])
async def test_a_board_of_a_crowd_stays_short_and_says_how_many_are_left_out(
    system: str, go_ons: int, many: int
) -> None:
    async with seated() as table:
        dealer = await begun(table, system)
        block = (await dealer.complete("/gm add", "who", ""))[0].name
        for number in range(many - len((await table.showing()).view.combatants)):
            outcome = await dealer.command("/gm add", who=block, name=f"Somebody_of_the_*crowd* {number}")
            assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        assert len((await table.showing()).view.combatants) == many
        board(table)
        await dealer.command("/fight start")
        for number in range(go_ons + 1):
            if number:
                await dealer.command("/gm go-on")
            await table.settled()
            text = board(table)
            assert SINCE.search(text), text
            assert re.search(r"^… and \d+ more$", text, re.MULTILINE), text


TEN = tuple(f"Player_of_a *long* name {number}" for number in range(10))


async def crowded(table: Table, npcs: int) -> Person:
    """Ten players by long names against some NPCs, with a deadline; all owe a declaration."""
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system="conflicts", title="Showdown")
    for name in TEN:
        outcome = await table.person(name).command("/fight join", name=name)
        assert not outcome.text.startswith("✋"), outcome.text
    await dealer.command("/gm table", what="deadline", value="4 hours")
    block = (await dealer.complete("/gm add", "who", ""))[0].name
    for number in range(npcs):
        await dealer.command("/gm add", who=block, name=f"Rifle {number}")
    await dealer.command("/fight start")
    await table.settled()
    return dealer


@pytest.mark.parametrize(("npcs", "last"), [(0, "⏳ NPCs: 2"), (48, "⏳ NPCs: 50")])
async def test_all_players_who_are_awaited_stand_on_the_board_before_the_npcs(npcs: int, last: str) -> None:
    async with seated() as table:
        await crowded(table, npcs)
        waits = [line for line in board(table).split("\n") if line.startswith("⏳")]
        named = "\n".join(waits[:-1])
        assert all(theme.plain(name) in named for name in TEN), waits
        assert "to declare two actions, asked <t:" in named
        assert last in waits[-1]


async def test_each_of_a_few_players_has_his_line_and_npcs_are_counted() -> None:
    async with seated() as table:
        dealer = await begun(table, "conflicts")
        await dealer.command("/gm table", what="deadline", value="4 hours")
        await dealer.command("/fight start")
        await table.settled()
        waits = [line for line in board(table).split("\n") if line.startswith("⏳")]
        assert [line.split(":")[0] for line in waits] == [
            "⏳ Noor Haddad",
            "⏳ Corporal Dunne",
            "⏳ Big Maud",
            "⏳ NPCs",
        ]
        assert "time up <t:" in waits[0]


@pytest.mark.parametrize("npcs", [0, 48])
async def test_whoever_asks_for_the_board_is_told_everybody_who_is_awaited(npcs: int) -> None:
    async with seated() as table:
        dealer = await crowded(table, npcs)
        everybody = [each.who for each in await awaited(table, dealer)]
        assert len(everybody) == npcs + 12
        for who in (dealer, table.person(TEN[3]), table.person("Stranger")):
            told = (await who.command("/fight show")).text
            waits = "\n".join(line for line in told.split("\n") if line.startswith("⏳"))
            missing = [name for name in everybody if theme.plain(name) not in waits]
            assert not missing, told


async def test_the_board_says_the_last_ruling_in_one_line_to_everybody() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        await table.person("Ana").command("/act", action="I am Lookout")
        await table.settled()
        (last,) = [line for line in board(table).split("\n") if line.startswith("Last: ")]
        assert "Ada Quill is Lookout." in last
        assert last in table.person("Bystander").sees()


async def test_what_just_happened_tells_the_last_ruling_with_its_numbers_and_rules() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await table.settled()
        stranger = table.person("Bystander")
        outcome = await stranger.press(table.board(), table.button(table.board(), "What just happened"))
        assert outcome.ephemeral
        assert "Ada Quill is Lookout." in outcome.text, "the act, from its beginning"
        assert "Ada Quill plays the 5 of Masks." in outcome.text
        assert re.search(r"Ada Quill: 5 of Masks.* against \d+ \+ the Dealer's secret", outcome.text), "the tally"
        assert re.search(r"\*\*TX-19 [^*]+\*\*: .+", outcome.text), "a rule with its summary"
        typed = await stranger.command("/fight what")
        assert typed.text == outcome.text


async def test_what_just_happened_is_told_to_each_as_he_may_know_it() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, bo = table.person("Dealer"), table.person("Bo")
        await dealer.command("/gm add", who="tough", name="Zeb", hidden=True)
        await table.settled()
        assert "Zeb" in (await dealer.command("/fight what")).text
        told = (await bo.command("/fight what")).text
        assert "Zeb" not in told
        assert "The cards are dealt" in told, "the last of which he was told"
        assert "Zeb" not in text_of(table.board().payload)


async def test_what_just_happened_leaves_out_what_was_taken_back() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        await table.person("Ana").command("/act", action="I am Lookout")
        await table.person("Dealer").command("/fight undo", now=True)
        told = (await table.person("Bo").command("/fight what")).text
        assert "took back" in told
        assert "is Lookout." not in told


async def test_a_board_that_may_not_be_edited_is_not_posted_once_more() -> None:
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana")
        board, posted = table.board(), len(table.posted())
        table.discord.fail(EDITED, status=403, code=50001, message="Missing Access")
        await table.person("Dealer").command("/gm amend", what="Grit", value="9", whom="Dutch")
        await table.settled()
        assert table.board() is board
        assert len(table.posted()) == posted, "an NPC's Grit is told to nobody, and there is no other board"


async def test_fight_show_tells_a_game_master_nothing_twice() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="conflicts")
        await table.person("Ana").command("/fight join")
        await dealer.command("/fight start")
        shown = (await dealer.command("/fight show")).text
        lines = [line for line in shown.split("\n") if line]
        assert len(lines) == len(set(lines))
