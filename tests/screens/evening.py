"""An evening by each system's rules, played by buttons, with every kind of screen taken that comes up."""

from bot.rehearsal import Person
from rules.core.view import AskedView, Phase
from tests.cogs.players import awaited, player_of
from tests.screens.album import Album, newest
from tests.support.table import Table

ENOUGH = 60  # decisions; an evening that shows nothing new for so long is at its end
HASTE = (
    "Shoot",
    "Attack",
    "Brawl",
    "Fire",
    "Aim",
    "Stand on",
    "Give chase",
    "Act as suggested",
    "The phase is over",
    "Stay here",
    "Done",
)
WORDS = {"texarkana": "cover", "conflicts": "cover", "twtw": "field"}  # to look up


async def played(table: Table, system: str, scene: str) -> Album:
    """Everything from the lobby to the fight put away."""
    album = Album(table)
    dealer, ana, bo = table.person("Dealer"), table.person("Ana"), table.person("Bo")
    begun = await dealer.command("/fight begin", system=system, scene=scene, title="Showdown")
    await table.settled()
    album.answer("The game master has begun a fight (privately)", begun)
    album.take("Everybody: the lobby", table.board())
    if (await table.showing()).has_sheets:
        album.answer("Ana presses [My characters]", await ana.presses("My characters"))
    album.answer("Ana presses [Join]", await ana.presses("Join"))
    await bo.presses("Join")
    await table.settled()
    album.take("Everybody: two have joined", table.board())
    album.answer("Cleo, who is not in it, types /me hand", await table.person("Cleo").command("/me hand"))
    album.answer("The game master presses [Start]", await dealer.presses("Start"))
    await table.settled()
    showing = await table.showing(by=dealer)
    album.knows(each.name for each in showing.view.combatants)
    for each in table.posted()[1:]:
        if each.id != table.board().id:
            album.take("Everybody: the fight has begun", each)
    album.take("Everybody: the board", table.board())
    ana.goes_to_dms()
    if ana.surfaces():
        album.take("Ana: a direct message", newest(ana))
    ana.goes_to(table.discord.default_channel)
    held = showing.held_word.capitalize()
    album.answer(f"Ana presses [{held}]", await ana.presses(held))
    await _fought(table, album, dealer)
    await _looked_up(table, album, system)
    await _ended(table, album, dealer)
    return album


async def _fought(table: Table, album: Album, dealer: Person) -> None:
    """Decision after decision, until the fight is over or shows nothing new."""
    idle = 0
    while idle < ENOUGH and (owed := await awaited(table, dealer)):
        posted, before = len(table.posted()), len(album.pages)
        player = await player_of(table, owed[0])
        who = player or dealer
        album.knows(each.name for each in (await table.showing(by=dealer)).view.combatants)
        await _decided(table, album, who, owed[0], is_gm=player is None)
        await table.settled()
        for message in table.posted()[posted:]:
            first = str(message.payload["content"]).split("\n")[0]
            if message.id != table.board().id and album.is_new(f"public {_sort(first)}"):
                album.take("Everybody", message)
        view = (await table.showing()).view
        if view.phase is Phase.RUNNING and album.is_new(f"board {view.headline.partition(':')[0]}"):
            album.take("Everybody: the board", table.board())
        idle = idle + 1 if len(album.pages) == before else 0


def _sort(line: str) -> str:
    """What sort of line it is, by how it begins."""
    return " ".join(line.split()[:3])


async def _decided(table: Table, album: Album, who: Person, asked: AskedView, *, is_gm: bool) -> None:
    """One decision, by buttons, the shortest way."""
    gm_word = (await table.showing()).gm_word
    kind, board = f"{'gm' if is_gm else 'player'} {asked.what}", table.board()
    is_new = album.is_new(kind)
    label = gm_word if is_gm else "Your move"
    opened = await who.press(board, table.button(board, label))
    if is_new:
        album.answer(f"{who.name} presses [{label}]: {asked.what}", opened)
    if is_gm and asked.whom is not None:
        opened = await who.picks(asked.who)
        if is_new:
            album.answer(f"{who.name} picks {asked.who}", opened)
    screen = next(each for each in who.surfaces() if each.message is newest(who))
    labels = [each.label for each in screen.controls if each.is_button]
    wanted = next((each for start in HASTE for each in labels if each.startswith(start)), None)
    if wanted is None:
        menu = next((each for each in screen.controls if not each.is_button), None)
        decided = await (who.picks(menu.options[0][0]) if menu and not is_gm else who.presses(labels[0]))
        wanted = menu.options[0][0] if menu and not is_gm else labels[0]
    else:
        decided = await who.presses(wanted)
    if decided.modal is not None:
        if album.is_new(f"form {wanted}"):
            album.answer(f"{who.name} presses [{wanted}]", decided)
        decided = await who.fills({})
    if "to confirm" in decided.text:
        if album.is_new(f"act {wanted}"):
            album.answer(f"{who.name} presses [{wanted}]", decided)
        decided = await who.presses(wanted)
        if is_new or album.is_new(f"done {wanted}"):
            album.answer(f"{who.name} confirms", decided)
    elif is_new:
        album.answer(f"{who.name} presses [{wanted}]", decided)


async def _looked_up(table: Table, album: Album, system: str) -> None:
    """What people ask in between, and what they are refused."""
    ana, dealer = table.person("Ana"), table.person("Dealer")
    album.answer("Ana types /fight show", await ana.command("/fight show"))
    album.answer("Ana types /fight history", await ana.command("/fight history"))
    album.answer(f"Ana types /rules lookup {WORDS[system]}", await ana.command("/rules lookup", what=WORDS[system]))
    album.answer("Ana types /rules weapons", await ana.command("/rules weapons"))
    album.answer("Ana types /rules house", await ana.command("/rules house"))
    album.answer("Ana types /act dance", await ana.command("/act", action="dance"))
    album.answer("Ana types /gm go-on", await ana.command("/gm go-on"))
    await table.settled()
    album.answer("The game master presses his button", await dealer.presses((await table.showing()).gm_word))
    album.offered(
        "The game master types /gm add who:", [each.name for each in await dealer.complete("/gm add", "who", "")]
    )
    for command in ("amend", "secret", "decide"):
        what = await dealer.complete(f"/gm {command}", "what", "")
        album.offered(f"The game master types /gm {command} what:", [each.name for each in what])


async def alone(table: Table, system: str) -> Album:
    """The first screens of a fight for one alone, which the game master explains."""
    album = Album(table)
    ana = table.person("Ana")
    album.answer("Ana begins First steps", await ana.command("/fight begin", system=system, scene="first-steps"))
    await table.settled()
    album.take("Everybody: the board", table.board())
    opened = await ana.press(table.board(), table.button(table.board(), "Your move"))
    album.answer("Ana presses [Your move]", opened)
    return album


async def _ended(table: Table, album: Album, dealer: Person) -> None:
    board = table.board()
    ended = await dealer.command("/fight end")
    album.answer("The game master types /fight end", ended)
    if "cannot be taken back" in ended.text:
        album.answer("The game master confirms", await dealer.presses("Yes, end it"))
    await table.settled()
    album.take("Everybody: put away", board)
