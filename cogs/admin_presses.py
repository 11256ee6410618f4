"""What moderators press, pick and fill in: from an address to what `cogs.admin_acts` does.

An address is no permission: who presses is asked each time, as with every command.
"""

from discord.ext import commands

from cogs import paging
from cogs.address import OF_MODERATORS
from cogs.admin_acts import AdminActs
from cogs.errors import serve
from cogs.press import Press, Verb, Verbs, addressed, carry_out
from cogs.render import admin
from cogs.reply import Interaction, Reply
from rules.core.ids import FightId


class AdminPresses(commands.Cog):
    """Whatever has an address of moderators; all else is for others."""

    def __init__(self, acts: AdminActs) -> None:
        """`acts` does it."""
        self.acts = acts
        self._verbs: Verbs = {
            "fights": Verb(self._fights, 0, 1),
            "open": Verb(self._open),
            "fight": Verb(self._fight),
            "close": Verb(self._close),
            "closenow": Verb(self._close_now),
            "asidenow": Verb(self._aside_now),
            "take": Verb(self._take),
            "takenow": Verb(self._take_now),
            "giveto": Verb(self._give_to),
            "undo": Verb(self._undo),
            "undonow": Verb(self._undo_now, 1, 1),
            "place": Verb(self._place),
            "placeto": Verb(self._place_to, 1, 1),
            "placefree": Verb(self._place_free, 1, 1),
            "export": Verb(self._export),
            "exportnow": Verb(self._export_now),
            "settings": Verb(self._settings),
            "setting": Verb(self._setting),
            "setto": Verb(self._set_to, 1, 2),
            "log": Verb(self._log, 0, 1),
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Presses, picks and whatever is sent as a form alike."""
        address = addressed(interaction, OF_MODERATORS)
        if address is None:
            return

        async def handle(reply: Reply) -> None:
            await carry_out(self._verbs, Press(interaction, address, reply))

        await serve(self.acts.referee, interaction, None, handle)

    # ---- looking

    async def _fights(self, press: Press) -> None:
        await press.reply.screen(await self.acts.fights(press.interaction, press.number or 0))

    async def _open(self, press: Press) -> None:
        await press.reply.screen(await self.acts.fight(press.interaction, FightId(press.value)))

    async def _fight(self, press: Press) -> None:
        await press.reply.screen(await self.acts.fight(press.interaction, press.fight))

    async def _log(self, press: Press) -> None:
        await press.reply.screen(await self.acts.log(press.interaction, press.number))

    # ---- at a table

    async def _close(self, press: Press) -> None:
        await press.reply.screen(await self.acts.ask_to_close(press.interaction, press.fight))

    async def _close_now(self, press: Press) -> None:
        await self.acts.close(press.interaction, press.reply, press.fight)

    async def _aside_now(self, press: Press) -> None:
        await self.acts.set_aside(press.interaction, press.reply, press.fight)

    async def _take(self, press: Press) -> None:
        await press.reply.screen(await self.acts.ask_to_take_over(press.interaction, press.fight))

    async def _take_now(self, press: Press) -> None:
        await self.acts.name_gm(press.interaction, press.reply, press.fight, press.user)

    async def _give_to(self, press: Press) -> None:
        await self.acts.showing(press.interaction, press.fight)  # nobody else is told anything of what he picked
        await self.acts.name_gm(press.interaction, press.reply, press.fight, press.person)

    async def _undo(self, press: Press) -> None:
        await press.reply.screen(await self.acts.ask_to_undo(press.interaction, press.fight))

    async def _undo_now(self, press: Press) -> None:
        await self.acts.undo(press.interaction, press.reply, press.fight, press.number)

    async def _place(self, press: Press) -> None:
        if (page := paging.turned_to(press.value)) is not None:
            await press.reply.screen(await self.acts.fight(press.interaction, press.fight, page))
            return
        await press.reply.screen(await self.acts.ask_who_plays(press.interaction, press.fight, press.value))

    async def _place_to(self, press: Press) -> None:
        await self.acts.showing(press.interaction, press.fight)
        (who,) = press.address.args
        await self.acts.give(press.interaction, press.reply, press.fight, who, press.person)

    async def _place_free(self, press: Press) -> None:
        (who,) = press.address.args
        await self.acts.free(press.interaction, press.reply, press.fight, who)

    async def _export(self, press: Press) -> None:
        await self.acts.ask_to_export(press.interaction, press.reply, press.fight)

    async def _export_now(self, press: Press) -> None:
        await self.acts.give_record(press.interaction, press.reply, press.fight, opens=True)

    # ---- the server

    async def _settings(self, press: Press) -> None:
        await press.reply.screen(await self.acts.settings(press.interaction))

    async def _setting(self, press: Press) -> None:
        await press.reply.screen(admin.setting(await self.acts.setting(press.interaction, press.value)))

    async def _set_to(self, press: Press) -> None:
        what, *value = press.address.args
        await self.acts.set_to(press.interaction, press.reply, what, value[0] if value else press.value)
