"""Setting the table: a ready scene, played up to a step, by the bot's own commands and autocomplete.

The room knows the bot's commands and no rule system: which there are, and their scenes, the bot says itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rehearsal.people import Person
from bot.rehearsal.wire import Json
from bot.rehearsal.world import Channel

from . import asked
from .cast import Role

if TYPE_CHECKING:
    from .room import Room

BEGIN, JOIN, START, GO_ON = "fight begin", "fight join", "fight start", "gm go-on"
REFUSED: Final = "✋"  # how the bot begins a refusal
LOBBY, JOINED, BEGUN = 0, 1, 2  # the steps before those of going on
LOBBY_WAITS: Final = (
    "The table is set and its lobby is open, but this scene cannot begin as it stands: {}\n"
    "When that is done, the game master presses Start."
)


async def offered(room: Room) -> list[Json]:
    """The rules there are, each with its scenes. Raises: UnansweredError, UnusableError."""
    master = room.cast.first
    systems = await master.complete(BEGIN, "system", "")
    return [
        {
            "name": system.name,
            "value": system.value,
            "scenes": [
                {"name": each.name, "value": each.value}
                for each in await master.complete(BEGIN, "scene", "", system=system.value)
            ],
        }
        for system in systems
    ]


async def set_table(room: Room, channel: Channel, wanted: asked.SetTable) -> tuple[Channel, str]:
    """Play a scene up to the step wanted, in this channel if nothing was said there yet, else in a new one.

    Gives the channel, and in words what did not go as far as wanted, and what helps: a scene may want an NPC first, or
    be full. Raises: UnansweredError, UnusableError.
    """
    master = room.cast.first
    names = {str(each.value): each.name for each in await master.complete(BEGIN, "scene", "", system=wanted.system)}
    title = names.get(wanted.scene, wanted.scene).partition(" – ")[0]  # what comes after it describes the scene
    if channel.guild is None or channel.messages:
        channel = room.loopback.channel(_free_name(room, title))
    begun = await _refused(room, master, BEGIN, channel, system=wanted.system, scene=wanted.scene, title=title)
    if begun:
        return channel, f"The table could not be set. {begun}"
    if not _is_joined(channel):
        return channel, ""  # a scene for one alone: it has begun, and asks him
    aside = ""
    for player in room.cast.of_role(Role.PLAYER) if wanted.step >= JOINED else ():
        refused = await _refused(room, player, JOIN, channel)
        aside = aside or (f"{player.name} could not join: {refused}" if refused else "")
    if wanted.step < BEGUN:
        return channel, aside
    waits = await _refused(room, master, START, channel)
    if waits:
        return channel, f"{aside}\n{LOBBY_WAITS.format(waits)}".strip()
    for _ in range(wanted.step - BEGUN):
        outcome = await master.command(GO_ON, channel)
        if outcome.text.startswith(REFUSED):
            break  # it is over: there is nothing to go on with
        await room.loopback.settled()
    return channel, aside


async def _refused(room: Room, who: Person, command: str, channel: Channel, **options: object) -> str:
    """Use a command. Gives what the bot said where it refused, else nothing."""
    outcome = await who.command(command, channel, **options)
    await room.loopback.settled()
    answer = outcome.interaction.original
    said = outcome.text if answer is None else str(answer.payload["content"])
    return said.removeprefix(REFUSED).strip() if said.startswith(REFUSED) else ""


def _is_joined(channel: Channel) -> bool:
    """Whether there is a lobby that people join."""
    return any(each.get("label") == "Join" for message in channel.messages.values() for each in message.components)


def _free_name(room: Room, title: str) -> str:
    """A channel name made of a title, with a number where there is one of that name."""
    plain = "-".join("".join(each if each.isalnum() else " " for each in title.casefold()).split()) or "table"
    taken = {each.name for each in room.loopback.default_guild.channels.values()}
    number = 1
    while (name := plain if number == 1 else f"{plain}-{number}") in taken:
        number += 1
    return name
