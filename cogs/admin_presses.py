"""What moderators press, pick and fill in: from an address to what `cogs.admin_acts` does.

An address is no permission: who presses is asked each time, as with every command.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import discord
from discord.ext import commands

from cogs import paging
from cogs.address import OF_MODERATORS, Address, parse
from cogs.admin_acts import AdminActs
from cogs.desk import user_of
from cogs.errors import serve
from cogs.forms import picked_person, raw
from cogs.render import admin
from cogs.reply import Interaction, Reply
from rules.core.ids import FightId, UserId
from rules.core.refusal import Illegal


class _Press(NamedTuple):
    interaction: Interaction
    reply: Reply
    address: Address

    @property
    def fight(self) -> FightId:
        return self.address.fight

    @property
    def value(self) -> str:
        """The line, person or role that was picked."""
        return str((raw(self.interaction).get("values") or [""])[0])

    @property
    def person(self) -> UserId:
        """The person who was picked. Raises: as `picked_person`."""
        return picked_person(self.interaction)

    def number(self) -> int | None:
        """The number that the address ends with, if it does. Raises: Illegal(STALE)."""
        return paging.number(self.address.args[-1]) if self.address.args else None


class _Verb(NamedTuple):
    handle: Callable[[_Press], Awaitable[None]]
    least: int = 0
    most: int = 0


class AdminPresses(commands.Cog):
    """Whatever has an address of moderators; all else is for others."""

    def __init__(self, acts: AdminActs) -> None:
        """`acts` does it."""
        self.acts = acts
        self._verbs: Mapping[str, _Verb] = {
            "fights": _Verb(self._fights, 0, 1),
            "open": _Verb(self._open),
            "fight": _Verb(self._fight),
            "close": _Verb(self._close),
            "closenow": _Verb(self._close_now),
            "asidenow": _Verb(self._aside_now),
            "take": _Verb(self._take),
            "takenow": _Verb(self._take_now),
            "giveto": _Verb(self._give_to),
            "undo": _Verb(self._undo),
            "undonow": _Verb(self._undo_now, 1, 1),
            "place": _Verb(self._place),
            "placeto": _Verb(self._place_to, 1, 1),
            "export": _Verb(self._export),
            "exportnow": _Verb(self._export_now),
            "settings": _Verb(self._settings),
            "setting": _Verb(self._setting),
            "setto": _Verb(self._set_to, 1, 2),
            "log": _Verb(self._log, 0, 1),
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Presses, picks and whatever is sent as a form alike."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        address = parse(str(raw(interaction).get("custom_id", "")), OF_MODERATORS)
        if address is None:
            return
        verb = self._verbs.get(address.verb)

        async def handle(reply: Reply) -> None:
            if verb is None or not verb.least <= len(address.args) <= verb.most or not str(address).isprintable():
                raise Illegal("STALE")
            await verb.handle(_Press(interaction, reply, address))

        await serve(self.acts.referee, interaction, None, handle)

    # ---- looking

    async def _fights(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.fights(press.interaction, press.number() or 0))

    async def _open(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.fight(press.interaction, FightId(press.value)))

    async def _fight(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.fight(press.interaction, press.fight))

    async def _log(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.log(press.interaction, press.number()))

    # ---- at a table

    async def _close(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.ask_to_close(press.interaction, press.fight))

    async def _close_now(self, press: _Press) -> None:
        await self.acts.close(press.interaction, press.reply, press.fight)

    async def _aside_now(self, press: _Press) -> None:
        await self.acts.set_aside(press.interaction, press.reply, press.fight)

    async def _take(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.ask_to_take_over(press.interaction, press.fight))

    async def _take_now(self, press: _Press) -> None:
        await self.acts.name_gm(press.interaction, press.reply, press.fight, user_of(press.interaction))

    async def _give_to(self, press: _Press) -> None:
        await self.acts.showing(press.interaction, press.fight)  # nobody else is told anything of what he picked
        await self.acts.name_gm(press.interaction, press.reply, press.fight, press.person)

    async def _undo(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.ask_to_undo(press.interaction, press.fight))

    async def _undo_now(self, press: _Press) -> None:
        await self.acts.undo(press.interaction, press.reply, press.fight, press.number())

    async def _place(self, press: _Press) -> None:
        if (page := paging.turned_to(press.value)) is not None:
            await press.reply.screen(await self.acts.fight(press.interaction, press.fight, page))
            return
        await press.reply.screen(await self.acts.ask_who_plays(press.interaction, press.fight, press.value))

    async def _place_to(self, press: _Press) -> None:
        await self.acts.showing(press.interaction, press.fight)
        (who,) = press.address.args
        await self.acts.give(press.interaction, press.reply, press.fight, who, press.person)

    async def _export(self, press: _Press) -> None:
        await self.acts.ask_to_export(press.interaction, press.reply, press.fight)

    async def _export_now(self, press: _Press) -> None:
        await self.acts.give_record(press.interaction, press.reply, press.fight, opens=True)

    # ---- the server

    async def _settings(self, press: _Press) -> None:
        await press.reply.screen(await self.acts.settings(press.interaction))

    async def _setting(self, press: _Press) -> None:
        await press.reply.screen(admin.setting(await self.acts.setting(press.interaction, press.value)))

    async def _set_to(self, press: _Press) -> None:
        what, *value = press.address.args
        await self.acts.set_to(press.interaction, press.reply, what, value[0] if value else press.value)
