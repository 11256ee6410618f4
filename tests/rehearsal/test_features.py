"""The unmodified discord.py client lives in the loopback: every feature once, through the example bot."""

from __future__ import annotations

import discord
import pytest

from bot.rehearsal import Loopback, NotThereError, UnusableError

from .example_bot import SaloonBot

pytestmark = pytest.mark.usefixtures("saloon")


async def test_a_subcommand_takes_options_of_their_types(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    answer = await ana.command("/saloon open", title="The Nugget", stools=7)
    assert "The Nugget: 7 stools" in answer.text
    assert not answer.ephemeral
    assert not loopback.refusals


async def test_a_typed_line_is_the_same_command(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    quoted = await ana.types('/saloon open title:"The: Nugget" stools:3')
    plain = await ana.types("/saloon open title:Golden Nugget stools:2")
    assert quoted.text.startswith("The: Nugget: 3 stools")
    assert plain.text.startswith("Golden Nugget: 2 stools")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("/saloon open", "needs title"),
        ("/saloon open titel:x", "no option 'titel'"),
        ("/saloon open title:x stools:99", "from 1 to 12"),
        ("/saloon open title:x stools:many", "a number"),
        ("/saloon", "needs one of"),
        ("/barn", "no command"),
        ("/saloon open now", "not 'now'"),
        ("/sheriff", "permissions"),
        ("saloon", "slash"),
    ],
)
async def test_the_client_refuses_what_it_cannot_send(loopback: Loopback, line: str, complaint: str) -> None:
    with pytest.raises(UnusableError, match=complaint):
        await loopback.person("Ana").types(line)


async def test_permissions_open_a_hidden_command(loopback: Loopback) -> None:
    judge = loopback.person("Judge", permissions=discord.Permissions(manage_guild=True))
    assert (await judge.command("/sheriff")).text == "Yes, sheriff."


async def test_autocomplete_offers_choices_privately(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    choices = await ana.complete("/saloon order", "drink", "r")
    assert [(each.name, each.value) for each in choices] == [("Rye", "rye")]
    assert "Rye" in loopback.seen_by(ana)
    assert "Rye" not in loopback.seen_by(bo)


async def test_a_button_updates_its_message_for_everybody(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    await ana.command("/saloon open", title="The Nugget")
    assert "[Ring the bell]" in bo.sees()
    assert "(Closed)" in bo.sees()
    assert "<A drink: sarsaparilla | rye | gin | coffee>" in bo.sees()
    await bo.presses("ring")
    assert "The bell rings." in ana.sees()
    assert any("The Nugget" in text for text in loopback.seen_by(bo)), "earlier versions stay in the journal"


async def test_a_disabled_button_cannot_be_pressed(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    await ana.command("/saloon open", title="The Nugget")
    with pytest.raises(NotThereError, match="disabled"):
        await ana.presses("Closed")
    with pytest.raises(NotThereError, match="not there"):
        await ana.presses("Piano")


async def test_a_select_defers_edits_and_whispers(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    await ana.command("/saloon open", title="The Nugget")
    await ana.picks("rye")
    await loopback.settled()
    assert "Somebody drinks rye." in bo.sees()
    assert "It burns." in ana.sees()
    assert "It burns." not in bo.sees()
    ana.dismisses()
    assert "It burns." not in ana.sees()


async def test_a_form_is_opened_filled_and_sent(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    await ana.command("/saloon open", title="The Nugget")
    opened = await ana.presses("Order")
    assert opened.modal is not None
    assert "An order" in ana.sees()
    with pytest.raises(NotThereError, match="Glass"):
        await ana.fills(who="Hank")
    with pytest.raises(NotThereError, match="no form"):
        await bo.fills(who="Hank")
    answer = await ana.fills({"Name": "Hank", "glass": "Large"})
    assert answer.text == "Hank takes l"
    assert answer.ephemeral


async def test_a_dynamic_item_answers_for_its_address(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    await ana.command("/saloon tap")
    answer = await ana.presses("Pour gin")
    assert answer.text == "Here is your gin."
    assert answer.ephemeral


async def test_the_first_followup_takes_the_place_of_a_deferred_answer(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    answer = await ana.command("/saloon think", secret=True)
    await loopback.settled()
    assert answer.settled
    assert answer.text.startswith("I have thought.")
    assert ana.sees() == "I have thought.\nAnd again."
    assert bo.sees() == ""
    await ana.command("/saloon think")
    await loopback.settled()
    assert bo.sees() == "I have thought."


async def test_a_silent_deferral_of_a_press_is_waited_for_briefly(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    await ana.command("/saloon open", title="The Nugget")
    answer = await ana.presses("Listen")
    assert not answer.settled
    assert answer.text == ""


async def test_a_direct_message_reaches_one_person(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    assert (await ana.command("/saloon whisper", whom=bo)).text == "Whispered."
    assert "Psst, Bo." in bo.sees()
    assert "Psst, Bo." not in ana.sees()
    assert "Psst, Bo." not in loopback.seen_by(ana)


async def test_closed_direct_messages_refuse_with_50007(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    await bo.closes_dms()
    assert (await ana.command("/saloon whisper", whom=bo)).text == "No: 50007"
    await bo.opens_dms()
    assert (await ana.command("/saloon whisper", whom=bo)).text == "Whispered."
    assert not loopback.refusals


async def test_a_message_with_a_file_is_sent_edited_and_pinned(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    assert (await ana.command("/saloon nail", text="Wanted")).text == "Pinned 1."
    assert "Wanted!\n{file: a map}" in ana.sees()
    assert "a map" in loopback.seen_by(ana)
    assert len(loopback.default_channel.pins) == 1


@pytest.mark.parametrize(
    ("denied", "code"), [("send_messages", 50013), ("pin_messages", 50013), ("view_channel", 50001)]
)
async def test_a_channel_may_take_permissions_from_the_bot(loopback: Loopback, denied: str, code: int) -> None:
    ana = loopback.person("Ana")
    loopback.deny(loopback.default_channel, denied)
    assert (await ana.command("/saloon nail", text="Wanted")).text == f"No: {code}"
    loopback.allow_all(loopback.default_channel)
    assert (await ana.command("/saloon nail", text="Wanted")).text == "Pinned 1."


async def test_components_of_the_new_kind_are_shown_and_pressed(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    await ana.command("/saloon panel")
    assert "The new panel\nA section\n[Beside]\n[Pour rye]" in ana.sees()
    assert (await ana.presses("Pour rye")).text == "Here is your rye."


async def test_a_thread_grows_out_of_a_message_and_is_locked(loopback: Loopback, saloon: SaloonBot) -> None:
    ana = loopback.person("Ana")
    await ana.command("/saloon backroom enter")
    await loopback.settled()
    assert not saloon.errors
    thread = next(each for each in loopback.world.channels.values() if each.is_thread)
    assert thread.name == "Backroom"
    assert thread.id in loopback.world.messages
    assert thread.payload["thread_metadata"]["locked"]
    assert "Quiet in here." in ana.sees()


async def test_an_embed_is_read_as_text(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    assert (await ana.command("/saloon card")).text == "Wanted\nDead or alive\nReward: $50"


async def test_allowed_mentions_decide_who_is_pinged(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    quiet = await ana.command("/saloon say", text=f"{bo.mention} @everyone")
    loud = await ana.command("/saloon say", text=f"{bo.mention} @everyone", quietly=False)
    for answer, pinged in ((quiet, False), (loud, True)):
        assert answer.interaction.original is not None
        payload = answer.interaction.original.payload
        assert bool(payload["mentions"]) is pinged
        assert payload["mention_everyone"] is pinged


async def test_a_screen_tells_what_is_new(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    await ana.command("/saloon card")
    assert "Wanted" in ana.heard()
    assert ana.heard() == ""
    counted = ana.counted()
    assert (counted.commands, counted.presses, counted.messages) == (1, 0, 1)
    assert ana.counted().commands == 0
