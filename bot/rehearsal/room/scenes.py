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

    Gives the channel, and the bot's refusal where it did not let them come so far (a scene may want an NPC first).
    Raises: UnansweredError, UnusableError.
    """
    master = room.cast.first
    names = {str(each.value): each.name for each in await master.complete(BEGIN, "scene", "", system=wanted.system)}
    title = names.get(wanted.scene, wanted.scene)
    if channel.guild is None or channel.messages:
        channel = room.loopback.channel(_free_name(room, title))
    steps: list[tuple[Person, str, dict[str, object]]] = [
        (master, BEGIN, {"system": wanted.system, "scene": wanted.scene, "title": title})
    ]
    if wanted.step >= JOINED:
        steps += [(player, JOIN, {}) for player in room.cast.of_role(Role.PLAYER)]
    if wanted.step >= BEGUN:
        steps.append((master, START, {}))
    for who, command, options in steps:
        outcome = await who.command(command, channel, **options)
        if outcome.text.startswith(REFUSED):
            return channel, f"{who.name}, /{command}: {outcome.text}"
        await room.loopback.settled()
        if command == BEGIN and not _is_joined(channel):
            return channel, ""  # a scene for one alone: it has begun, and asks him
    for _ in range(wanted.step - BEGUN):
        outcome = await master.command(GO_ON, channel)
        if outcome.text.startswith(REFUSED):
            break  # it is over: there is nothing to go on with
        await room.loopback.settled()
    return channel, ""


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
