"""What somebody might try on Discord who wants to see or to change more than he may."""

from tests.cogs.test_delivery import content, held, threads
from tests.support.table import seated


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
