"""People who play a whole fight by themselves: what they see they answer, in the shortest way."""

from bot.rehearsal import Person
from bot.rehearsal.world import Channel
from rules.core.view import AskedView, Phase
from tests.support.table import Table

ENOUGH = 400  # acts; a fight that takes more does not end


async def awaited(table: Table, dealer: Person, channel: Channel | None = None) -> list[AskedView]:
    """The decisions that hold the fight up, as the game master sees them."""
    showing = await table.showing(channel, dealer)
    return [each for each in showing.view.asked if each.blocks] if showing.view.phase is Phase.RUNNING else []


async def player_of(table: Table, asked: AskedView, channel: Channel | None = None) -> Person | None:
    """Whose decision it is; None for the game master."""
    showing = await table.showing(channel)
    user = showing.players.get(asked.whom) if asked.whom is not None else None
    return next((each for each in table.discord.people.values() if int(each.user.id) == user), None)


async def play_by_commands(table: Table, dealer: Person) -> list[str]:
    """Play to the end by typing alone. Returns every action taken."""
    taken: list[str] = []
    while owed := await awaited(table, dealer):
        assert len(taken) < ENOUGH, "the fight does not end"
        asked = owed[0]
        player = await player_of(table, asked)
        if player is None and asked.whom is None:
            taken.append("go on")
            await dealer.command("/gm go-on")
            continue
        who = player or dealer
        as_ = {} if player else {"as": asked.who}
        offered = [choice.name for choice in await who.complete("/act", "action", "", **as_)]
        action = _best(offered)
        typed: dict[str, object] = {"action": action, **as_}
        if action in ("Shoot", "Brawl"):
            typed["whom"] = (await who.complete("/act", "whom", "", **typed))[0].name
        outcome = await who.command("/act", **typed)
        assert not outcome.text.startswith("✋"), f"{who.name} {typed}: {outcome.text}"
        taken.append(action)
        await table.settled()
    return taken


async def play_by_buttons(table: Table, dealer: Person, channel: Channel | None = None) -> list[str]:
    """Play to the end by pressing alone. Returns every button pressed that decided something."""
    taken: list[str] = []
    while owed := await awaited(table, dealer, channel):
        assert len(taken) < ENOUGH, "the fight does not end"
        asked = owed[0]
        player = await player_of(table, asked, channel)
        who = player or dealer
        if player is not None:
            await who.press(table.board(channel), table.button(table.board(channel), "Your move"))
        else:
            await who.press(table.board(channel), table.button(table.board(channel), "Dealer"))
            if asked.whom is not None:
                await who.picks(asked.who)
        screen = who.surfaces()[0]
        action = _best([each.label for each in screen.controls if each.is_button])
        outcome = await who.presses(action)
        if "to confirm" in outcome.text:
            outcome = await who.presses(action)
        assert not outcome.text.startswith("✋"), f"{who.name} {action}: {outcome.text}"
        taken.append(action)
        await table.settled()
    return taken


def _best(offered: list[str]) -> str:
    """What somebody in a hurry does: attack; else stand, give chase, play the first card."""
    for wanted in ("Act as suggested", "Shoot", "Brawl", "Stand", "Give chase", "The phase is over"):
        for each in offered:
            if each.startswith(wanted):
                return each
    cards = [each for each in offered if " of " in each]
    return cards[0] if cards else offered[0]
