"""What comes up at a table that plays for weeks: who cannot be reached, who is away, what is taken back, moderators."""

import discord

from tests.screens.album import Album
from tests.support.table import Table


async def tended(table: Table) -> Album:
    """From a lobby with somebody whom nothing private reaches to a fight from a file with places that nobody holds."""
    album = Album(table)
    dealer, ana, bo, cy = (table.person(name) for name in ("Dealer", "Ana", "Bo", "Cy"))
    marshal = table.discord.person("Marshal", permissions=discord.Permissions(manage_messages=True))
    table.discord.deny(table.discord.default_channel, "create_private_threads")
    await bo.closes_dms()
    await dealer.command("/fight begin", system="texarkana", scene="ambush", title="Showdown")
    for player in (ana, bo):
        await player.command("/fight join")
    await table.settled()
    album.take("Everybody: the lobby; nothing private reaches Bo", table.board())
    album.answer("The game master types /gm table", await dealer.command("/gm table"))
    await dealer.command("/gm table", what="deadline", value="1 day")
    await dealer.command("/fight start")
    await ana.command("/act", action="I am Lookout")
    await bo.command("/me away", orders="Defend first")
    await table.settled()
    album.take("Everybody: Bo is away, and there is a deadline", table.board())
    album.answer("Ana types /me pace", await ana.command("/me pace"))
    album.answer("Ana types /me delivery", await ana.command("/me delivery"))
    await ana.command("/act", action="5 of Masks")
    await table.settled()
    album.answer("Ana types /fight undo", await ana.command("/fight undo"))
    album.answer("The game master types /fight undo", await dealer.command("/fight undo"))
    album.answer("A moderator types /admin fights", await marshal.command("/admin fights"))
    album.answer("He picks the fight", await marshal.picks("1) Showdown"))
    album.answer("He presses [Take back the last ruling]", await marshal.presses("Take back the last ruling"))
    await marshal.presses("Yes, take it back")
    await table.settled()
    album.answer("Ana presses [Hand]", await ana.press(table.board(), table.button(table.board(), "Hand")))
    album.answer("He types /admin doctor", await marshal.command("/admin doctor"))
    album.answer("He types /admin export", await marshal.command("/admin export"))
    await marshal.command("/admin bar", who=table.person("Dora"), why="spoils the game")
    album.answer("He types /admin settings", await marshal.command("/admin settings"))
    album.answer("He types /admin log", await marshal.command("/admin log"))
    album.answer("Ana types /fight history", await ana.command("/fight history"))
    album.answer("Bo types /privacy what", await bo.command("/privacy what"))
    album.answer("Bo presses [Forget me …]", await bo.presses("Forget me …"))
    await bo.presses("Yes, forget me")
    await table.settled()
    album.take("Everybody: nobody plays for whoever was Bo's", table.board())
    await dealer.command("/gm keep", who="Hank Dollarhide", to=cy)
    album.answer("The game master types /gm keep", await dealer.command("/gm keep"))
    return album
