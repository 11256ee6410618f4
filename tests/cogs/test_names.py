"""Sixty fighters with the worst names: every screen keeps within limits, pings nobody, shows names as typed."""

import re

import pytest

from bot.rehearsal.world import Message
from rules.core.view import Phase
from tests.support.table import Table, seated

NASTY = (
    "@everyone **bold** `code` [x](http://y) ",
    "<@&1> <@1> <#1> </fight begin:1> ||spoiler|| ",
    "> quote # head - list 1. one __under__ ~~no~~ ",
    "# heading *it* _it_ ",
    "1. first \\ backslash ",
    "😀🤠 émoji 枪战 ",
    "מבחן שם ארוך مرحبا ",
    "zero\u200bwidth\u202ereversed\u2066 ",
)


def nasty(number: int) -> str:
    """A name of 100 characters."""
    start = f"{NASTY[number % len(NASTY)]}{number} "
    return (start + "x*_`" * 50)[:100]


def rendered(content: str) -> str:
    """What a reader sees of a text, if every mark in it is escaped."""
    return re.sub(r"\\([^\w\s]|_)", r"\1", content)


async def crowd(table: Table, size: int, scene: str = "ambush") -> None:
    await table.fight("Ana", start=False, scene=scene)
    dealer = table.person("Dealer")
    await dealer.command("/fight leave")
    for number in range(size):
        outcome = await dealer.command("/gm add", who="bandit", name=nasty(number), where="Rocks")
        assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()


async def posse_phase(table: Table) -> None:
    """The Initiative, whoever has it, and then the Posse's move."""
    dealer = table.person("Dealer")
    await table.person("Ana").command("/act", action="I am Lookout")
    while not (await table.showing()).view.headline.startswith("Turn"):
        outcome = await dealer.command("/gm go-on")
        assert not outcome.text.startswith("✋"), outcome.text
    if "Enemy Phase" in (await table.showing()).view.headline:
        await dealer.command("/gm decide", what="The phase ends now", value="yes")
    await table.settled()
    assert "Posse Phase" in (await table.showing()).view.headline


def require_nobody_pinged(messages: list[Message], *called: str) -> None:
    for each in messages:
        assert not each.payload["mention_everyone"]
        assert not each.payload["mention_roles"]
        assert {user["id"] for user in each.payload["mentions"]} <= set(called)


async def test_sixty_fighters_fit_on_every_screen_and_nobody_is_pinged() -> None:
    async with seated() as table:
        await crowd(table, 60)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        require_nobody_pinged(table.posted())
        assert "more" in table.board().payload["content"]
        await dealer.command("/fight start")
        await posse_phase(table)
        await table.settled()
        await ana.command("/me hand")
        await ana.presses("Your move")
        form = await ana.presses("Shoot")
        assert "Press **Shoot** to confirm" in form.text
        turned = await ana.picks("More …")
        assert "Press **Shoot** to confirm" in turned.text
        await dealer.presses("Dealer")
        await dealer.picks("More …")
        await dealer.picks(nasty(30)[:20])
        for option in ("whom", "weapon", "card"):
            assert await ana.complete("/act", option, "", action="Shoot")
        assert len(await dealer.complete("/act", "as", "")) == 25
        assert len(await dealer.complete("/gm amend", "whom", "", what="grit")) == 25
        await dealer.command("/fight history")
        await dealer.presses("Earlier")
        await dealer.presses("Dealer")
        await dealer.presses("Go on")
        await table.settled()
        await dealer.presses("Go on")
        await table.settled()
        assert not table.discord.refusals
        require_nobody_pinged(table.posted(), ana.user.id)


async def test_a_target_of_a_later_page_can_be_chosen_and_shot_at() -> None:
    async with seated() as table:
        await crowd(table, 40)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight start")
        await posse_phase(table)
        await ana.presses("Your move")
        await ana.presses("Shoot")
        await ana.picks("More …")
        wanted = next(label for label, _ in ana.surfaces()[0].controls[0].options if "39" in label)
        await ana.picks(wanted)
        assert wanted[:30] in rendered(ana.surfaces()[0].text)
        await ana.presses("Shoot")
        await table.settled()
        owed = next(each for each in (await table.showing()).view.asked)
        assert " 39 " in owed.what


@pytest.mark.parametrize("number", range(len(NASTY)))
async def test_markup_in_a_name_is_shown_as_it_was_typed(number: int) -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        name = f"{NASTY[number]}!"
        await dealer.command("/gm add", who="bandit", name=name)
        await dealer.command("/fight start")
        await table.settled()
        (called,) = (each.name for each in (await table.showing()).view.combatants if each.name.endswith("!"))
        said = next(
            each.payload["content"]
            for each in table.posted()
            if "is in" in each.payload["content"] and "!" in each.payload["content"]
        )
        for text in (said, table.board().payload["content"], dealer.surfaces()[0].text):
            assert called[:60] in rendered(text)
        assert not re.search(r"(?<!\\)(<@&|\|\||`|\]\(|<#)", said)
        assert "\u200b" not in called
        require_nobody_pinged(table.posted(), table.person("Ana").user.id)


async def test_a_title_full_of_markup_pings_nobody_and_stays_a_title() -> None:
    async with seated() as table:
        title = "@everyone **x** <@&1> [a](http://b) `c` # d"
        await table.person("Dealer").command("/fight begin", system="texarkana", title=title)
        await table.settled()
        assert title in rendered(table.board().payload["content"])
        require_nobody_pinged(table.posted())


async def test_a_note_full_of_markup_is_told_as_typed_and_pings_nobody() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        note = "@everyone <@&1> **look** [here](http://y) > # ||x||"
        await ana.command("/act", action="Something else", note=note)
        await table.settled()
        assert any(note in rendered(each.payload["content"]) for each in table.posted())
        require_nobody_pinged(table.posted(), ana.user.id, table.person("Bo").user.id)


async def test_long_words_of_people_never_break_a_screen() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        long = "Wherever the long road to Redwater bends twice around the old burnt mill and the well of Saint Agnes x"[
            :100
        ]
        for number in range(12):
            name = f"{number} {long}"[:100]
            outcome = await dealer.command("/gm place", where=name, link="Road", note=long)
            assert not outcome.text.startswith("✋"), outcome.text
        await dealer.command("/fight start")
        await table.settled()
        await dealer.complete("/gm add", "where", "")
        await table.person("Ana").command("/act", action="I am Lookout")
        for _ in range(3):
            await dealer.command("/gm go-on")
        ana = table.person("Ana")
        await ana.complete("/act", "where", "", action="Move")
        await ana.presses("Your move")
        await dealer.command("/fight history")
        assert (await table.showing()).view.phase is Phase.RUNNING


async def test_ways_between_places_with_long_names_can_be_taken_by_button() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        near, far = ("near " * 20).strip(), ("far " * 25).strip()
        await dealer.command("/gm place", where=near, link="Road")
        await dealer.command("/gm place", where=far, link=near)
        await dealer.command("/fight start")
        await posse_phase(table)
        await ana.presses("Your move")
        assert "to confirm" in (await ana.presses("Move")).text
