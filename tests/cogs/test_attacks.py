"""What somebody might try on Discord who wants to see or to change more than he may."""

from tests.cogs.test_delivery import content, held, letters, threads
from tests.cogs.test_moderators import MESSAGES
from tests.support.table import require_refused, seated


async def test_nobody_is_let_into_the_private_thread_of_whoever_played_before_him() -> None:
    """Both threads have the fight's title and the character's name."""
    async with seated() as table:
        ana, cleo, dealer = (table.person(each) for each in ("Ana", "Cleo", "Dealer"))
        await table.fight("Ana", "Bo")
        table.discord.deny(table.discord.default_channel, "create_private_threads")
        await cleo.command("/me delivery", where="thread")
        await dealer.command("/gm give-seat", who="Ada Quill", to=cleo)  # no thread can be made for her
        await table.settled()
        assert not threads(table)
        await dealer.command("/gm give-seat", who="Ada Quill", to=ana)
        table.discord.allow_all(table.discord.default_channel)
        await ana.command("/me delivery", where="thread")
        await table.settled()
        (anas,) = threads(table)
        await dealer.command("/gm give-seat", who="Ada Quill", to=cleo)
        await table.settled()
        assert int(cleo.user.id) not in {int(each) for each in anas.members}
        cards = await held(table, cleo)
        assert cards
        last = content(list(anas.messages.values())[-1])
        assert not [card for card in cards if card in last]
        cleos = next(each for each in threads(table) if each is not anas)
        assert int(ana.user.id) not in {int(each) for each in cleos.members}


async def test_no_menu_gives_a_place_to_whoever_is_not_on_the_server() -> None:
    """Discord says with each pick who is a member; a number that was made up is nobody."""
    async with seated() as table:
        marshal, cy = table.discord.person("Marshal", permissions=MESSAGES), table.person("Cy")
        await table.fight("Ana", "Bo")
        guild = table.discord.default_channel.guild
        assert guild is not None
        del guild.members[cy.user.id]
        before = await table.seq()
        require_refused(await marshal.command("/admin give", who="Ada Quill", to=cy), "not on this server")
        require_refused(await marshal.command("/admin take-over", who=cy), "not on this server")
        await marshal.command("/admin fights")
        await marshal.picks("1) Showdown")
        await marshal.picks("Ada Quill")
        shown = marshal.surfaces()[0]
        menu = next(each for each in shown.controls if not each.is_button)
        require_refused(await marshal.press(shown.message, menu.custom_id, cy.user.id), "not on this server")
        made_up = marshal.pressing(shown.message, menu.custom_id, table.person("Bo").user.id)
        made_up.payload["data"]["values"] = ["99999999999999999999"]
        require_refused(await marshal.does(made_up), "no longer open")
        assert await table.seq() == before


async def test_a_delegate_who_plays_no_more_has_the_hand_on_no_surface_that_lives_on() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, bo = table.person("Ana"), table.person("Bo")
        await bo.command("/me delivery", where="thread")
        await ana.command("/me away", delegate=bo)
        await table.settled()
        (thread,) = threads(table)
        cards = await held(table, ana)
        shown = [content(each) for each in (*thread.messages.values(), *letters(bo))]
        assert any(card in text for text in shown for card in cards), "he was shown what he plays"
        pressed = list(thread.messages.values())[-1]
        buttons = [each["custom_id"] for each in pressed.components if each.get("custom_id")]
        await ana.command("/me back")
        await table.settled()
        newest = content(list(thread.messages.values())[-1])
        assert not [card for card in cards if card in newest]
        for button in buttons:
            current = [each.get("custom_id") for each in pressed.components]
            outcome = await bo.press(pressed, button) if button in current else None
            assert outcome is None or not [card for card in cards if card in outcome.text]
