"""Closed direct messages, channels where the bot may do little, and the first words people read."""

import logging

import pytest

from tests.support.table import Table, seated


async def test_closed_direct_messages_are_told_to_player_and_game_master_once() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        table.discord.deny(table.discord.default_channel, "create_private_threads")
        await ana.closes_dms()
        await dealer.command("/fight start")
        await table.settled()
        await ana.command("/act", action="I am Lookout")
        await table.settled()
        await dealer.command("/gm go-on")
        await table.settled()
        told = [each for each in table.posted() if "cannot write to you privately" in each.payload["content"]]
        assert len(told) == 1
        assert {user["id"] for user in told[0].payload["mentions"]} == {ana.user.id, dealer.user.id}
        assert "/me hand" in told[0].payload["content"]
        hand = await ana.press(told[0], table.button(told[0], "Hand"))
        assert hand.ephemeral
        assert "Your hand" in hand.text


@pytest.mark.parametrize(
    "denied",
    [("send_messages",), ("pin_messages",), ("view_channel",), ("send_messages", "view_channel", "pin_messages")],
)
async def test_where_the_bot_may_do_little_people_are_answered_privately_all_the_same(
    denied: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    async with seated(expects_refusals=True) as table:
        table.discord.deny(table.discord.default_channel, *denied)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        await ana.command("/fight join")
        await dealer.command("/fight start")
        outcome = await ana.command("/act", action="I am Lookout")
        await table.settled()
        assert outcome.ephemeral
        assert "Ada Quill is Lookout" in outcome.text
        errors = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
        assert not errors
        if denied != ("pin_messages",):
            assert any("may not write in a channel" in each.getMessage() for each in caplog.records)


async def test_a_permission_taken_away_and_given_back_brings_the_board_back() -> None:
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana", "Bo")
        channel = table.discord.default_channel
        table.discord.deny(channel, "send_messages", "view_channel")
        await table.person("Ana").command("/act", action="I am Lookout")
        await table.settled()
        table.discord.allow_all(channel)
        await table.person("Ana").command("/act", action="5 of Masks")
        await table.settled()
        assert "Turn 1" in table.board().payload["content"]


async def begin_in(table: Table, name: str, *players: str) -> None:
    channel = table.discord.channel(name)
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", channel, system="texarkana", scene="ambush", title=f"Fight at the {name}")
    for player in players:
        await table.person(player).command("/fight join", channel)
    await dealer.command("/fight start", channel)
    await table.settled()


async def test_me_in_a_direct_message_without_a_fight_says_so() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        ana.goes_to_dms()
        outcome = await ana.command("/me hand")
        assert "in no fight" in outcome.text
        assert "/fight join" in outcome.text


async def test_me_in_a_direct_message_shows_the_hand_of_the_only_fight() -> None:
    async with seated() as table:
        await begin_in(table, "mill", "Ana")
        ana = table.person("Ana")
        ana.goes_to_dms()
        outcome = await ana.command("/me hand")
        assert "Your hand" in outcome.text
        assert "Ada Quill is Lookout" in (await ana.presses("I am Lookout")).text


async def test_me_in_a_direct_message_asks_which_of_two_fights() -> None:
    async with seated() as table:
        await begin_in(table, "mill", "Ana")
        await begin_in(table, "livery", "Bo", "Ana")
        ana = table.person("Ana")
        ana.goes_to_dms()
        outcome = await ana.command("/me hand")
        assert "In which fight?" in outcome.text
        shown = await ana.presses("Fight at the livery")
        assert "Your hand" in shown.text
        livery = next(each for each in table.discord.default_guild.channels.values() if each.name == "livery")
        held = (await table.showing(livery, ana)).view.hands[0]
        assert all(item.label in shown.text for item in held.items)


async def test_the_first_message_of_a_lobby_is_short_and_says_how_to_play() -> None:
    async with seated() as table:
        await table.fight(start=False, scene="saloon")
        text = table.board().payload["content"]
        assert len(text) < 600
        for words in (
            "Press **Join**",
            "comes to you alone",
            "name you when it is your turn",
            "press **Your move**",
            "An act counts when you confirm it",
            "Enemies: ",
        ):
            assert words in text


async def test_the_board_asked_for_twice_at_one_moment_stands_once_at_the_bottom() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        for _ in range(2):
            await table.person("Dealer").command("/fight show")
            await table.settled()
        boards = [each for each in table.person("Ana").surfaces() if "Who is Lookout" in each.text and not each.private]
        assert boards[0].text.startswith("**")
        assert sum(each.text.startswith("**") for each in boards) == 1


async def test_every_player_gets_the_letter_with_his_hand() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        await table.settled()
        for name in ("Ana", "Bo"):
            assert "Your hand" in table.person(name).sees()


async def test_a_letter_that_cannot_be_sent_does_not_hide_the_others() -> None:
    async with seated() as table:
        table.discord.deny(table.discord.default_channel, "create_private_threads")
        await table.person("Bo").closes_dms()
        await table.fight("Ana", "Bo", "Cy")
        with_hand = [name for name in ("Ana", "Bo", "Cy") if "Your hand" in table.person(name).sees()]
        assert len(with_hand) == 2
