"""Setting the table: a ready scene, played up to a step, by the bot's own commands and autocomplete.

The room knows the bot's commands and no rule system: which there are, and their scenes, the bot says itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rehearsal.people import Outcome, Person
from bot.rehearsal.wire import Json
from bot.rehearsal.world import Channel

from . import asked
from .cast import Role

if TYPE_CHECKING:
    from .room import Room

BEGIN, JOIN, START, GO_ON = "fight begin", "fight join", "fight start", "gm go-on"
REFUSED: Final = "✋"  # how the bot begins a refusal
LOBBY, JOINED, BEGUN = 0, 1, 2  # the steps before those of going on


class StuckError(Exception):
    """The bot refused on the way; the text is its refusal."""


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


async def set_table(room: Room, channel: Channel, wanted: asked.SetTable) -> Channel:
    """Play a scene up to the step wanted, in this channel if nothing was said there yet, else in a new one.

    Raises: StuckError, UnansweredError, UnusableError.
    """
    master = room.cast.first
    names = {str(each.value): each.name for each in await master.complete(BEGIN, "scene", "", system=wanted.system)}
    title = names.get(wanted.scene, wanted.scene)
    if channel.guild is None or channel.messages:
        channel = room.loopback.channel(_free_name(room, title))
    await _use(room, master, BEGIN, channel, system=wanted.system, scene=wanted.scene, title=title)
    if wanted.step >= JOINED:
        for player in room.cast.of_role(Role.PLAYER):
            await _use(room, player, JOIN, channel)
    if wanted.step >= BEGUN:
        await _use(room, master, START, channel)
    for _ in range(wanted.step - BEGUN):
        outcome = await master.command(GO_ON, channel)
        if outcome.text.startswith(REFUSED):
            break  # it is over: there is nothing to go on with
        await room.loopback.settled()
    return channel


async def _use(room: Room, who: Person, command: str, channel: Channel, **options: object) -> Outcome:
    outcome = await who.command(command, channel, **options)
    if outcome.text.startswith(REFUSED):
        raise StuckError(f"{who.name}, /{command}: {outcome.text}")
    await room.loopback.settled()
    return outcome


def _free_name(room: Room, title: str) -> str:
    """A channel name made of a title, with a number where there is one of that name."""
    plain = "-".join("".join(each if each.isalnum() else " " for each in title.casefold()).split()) or "table"
    taken = {each.name for each in room.loopback.default_guild.channels.values()}
    number = 1
    while (name := plain if number == 1 else f"{plain}-{number}") in taken:
        number += 1
    return name
