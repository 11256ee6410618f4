"""/admin: for moderators of a server. That the command was shown to somebody is no proof that he is one."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.admin_acts import AdminActs, roles_in
from cogs.desk import user_of
from cogs.errors import Choices, completing, serve
from cogs.moderators import require_moderator
from cogs.render import admin
from cogs.reply import Interaction, Reply
from cogs.resolve import Somebody
from cogs.screen import Screen
from rules.core.ids import UserId
from rules.core.option import Choice
from rules.servers import Setting, settings_of

Text = app_commands.Range[str, 1, 100]
Reason = app_commands.Range[str, 1, 200]


@app_commands.guild_only()
@app_commands.default_permissions(manage_messages=True)
class AdminCog(commands.GroupCog, name="admin", description="For moderators: fights of this server, and its settings"):
    """The same as their buttons, typed."""

    def __init__(self, acts: AdminActs) -> None:
        """`acts` does it."""
        self.acts = acts
        self.referee = acts.referee
        super().__init__()

    # ---- suggestions

    async def _fights(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self.acts.choices(interaction), current)

    async def _characters(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self._played(interaction, interaction.namespace.fight), current)

    async def _played(self, interaction: Interaction, fight: str | None) -> tuple[Choice, ...]:
        """The characters of players in the fight meant."""
        meant = await self.acts.meant(interaction, fight)
        return admin.played_in(await self.acts.showing(interaction, meant))

    async def _settings(self, interaction: Interaction) -> tuple[Setting, ...]:
        guild = await require_moderator(self.referee, interaction)
        return settings_of(await self.referee.preferences.server(guild))

    async def _setting(self, interaction: Interaction, what: str) -> Setting:
        """The setting meant. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
        return resolve.one_of(await self._settings(interaction), what, "what")

    async def _what(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(resolve.labelled(await self._settings(interaction)), current)

    async def _value(self, interaction: Interaction, current: str) -> Choices:
        one = await self._setting(interaction, str(interaction.namespace.what or ""))
        return resolve.suggestions(admin.role_choices(one, roles_in(interaction)), current)

    async def _show(self, interaction: Interaction, screen: Callable[[Interaction], Awaitable[Screen]]) -> None:
        async def handle(reply: Reply) -> None:
            await reply.screen(await screen(interaction))

        await serve(self.referee, interaction, None, handle)

    # ---- fights

    @app_commands.command(description="All fights that go on here, each with what you can do")
    async def fights(self, interaction: Interaction) -> None:
        """The list."""
        await self._show(interaction, self.acts.fights)

    @app_commands.command(description="Close a fight, after asking; one that cannot be read is set aside")
    @app_commands.describe(
        fight="Which (empty: that of this channel)",
        aside="Set it aside as it is: only where even closing goes wrong",
    )
    @app_commands.autocomplete(fight=completing(_fights))
    async def close(self, interaction: Interaction, fight: Text | None = None, aside: bool = False) -> None:
        """Ask first."""

        async def handle(reply: Reply) -> None:
            meant = await self.acts.meant(interaction, fight)
            await reply.screen(await self.acts.ask_to_close(interaction, meant, aside=aside))

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(name="take-over", description="Make yourself or somebody else the game master of a fight")
    @app_commands.describe(fight="Which (empty: that of this channel)", who="Who (empty: yourself)")
    @app_commands.autocomplete(fight=completing(_fights))
    async def take_over(self, interaction: Interaction, fight: Text | None = None, who: Somebody | None = None) -> None:
        """In place of whoever is."""

        async def handle(reply: Reply) -> None:
            meant = await self.acts.meant(interaction, fight)
            named = resolve.member(who) if who is not None else user_of(interaction)
            await self.acts.name_gm(interaction, reply, meant, named)

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="Take back the last ruling of a fight, after asking")
    @app_commands.describe(fight="Which (empty: that of this channel)")
    @app_commands.autocomplete(fight=completing(_fights))
    async def undo(self, interaction: Interaction, fight: Text | None = None) -> None:
        """Ask first."""

        async def handle(reply: Reply) -> None:
            await reply.screen(await self.acts.ask_to_undo(interaction, await self.acts.meant(interaction, fight)))

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="Give a character with all that is held to another player")
    @app_commands.describe(
        who="Which character", to="Who plays it from now on", fight="In which fight (empty: that of this channel)"
    )
    @app_commands.autocomplete(fight=completing(_fights), who=completing(_characters))
    async def give(self, interaction: Interaction, who: Text, to: Somebody, fight: Text | None = None) -> None:
        """From one player to another."""

        async def handle(reply: Reply) -> None:
            meant = await self.acts.meant(interaction, fight)
            character = resolve.choose(who, await self._played(interaction, meant), "who")
            await self.acts.give(interaction, reply, meant, character, resolve.member(to))

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(
        description="Take a character from its player: the game master plays it until somebody gets it"
    )
    @app_commands.describe(who="Which character", fight="In which fight (empty: that of this channel)")
    @app_commands.autocomplete(fight=completing(_fights), who=completing(_characters))
    async def free(self, interaction: Interaction, who: Text, fight: Text | None = None) -> None:
        """Nobody is named in his place."""

        async def handle(reply: Reply) -> None:
            meant = await self.acts.meant(interaction, fight)
            character = resolve.choose(who, await self._played(interaction, meant), "who")
            await self.acts.free(interaction, reply, meant, character)

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="The whole record of a fight in a file, with all that is secret in it")
    @app_commands.describe(
        fight="Which (empty: that of this channel, or the last one here)",
        open="Open it though the fight goes on: everybody there is told",
    )
    @app_commands.autocomplete(fight=completing(_fights))
    async def export(
        self,
        interaction: Interaction,
        fight: Text | None = None,
        open: bool = False,  # noqa: A002 - the option's name
    ) -> None:
        """For the moderator alone."""

        async def handle(reply: Reply) -> None:
            meant = await self.acts.meant_or_last(interaction, fight)
            await self.acts.give_record(interaction, reply, meant, opens=open)

        await serve(self.referee, interaction, None, handle)

    # ---- the server

    @app_commands.command(description="Let somebody play in no fight to come on this server")
    @app_commands.describe(who="Whom", why="Why, for the moderators' log")
    async def bar(self, interaction: Interaction, who: Somebody, why: Reason | None = None) -> None:
        """Until he is let in again."""

        async def handle(reply: Reply) -> None:
            await self.acts.bar(interaction, reply, resolve.person(who), why or "")

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="Let somebody play again")
    @app_commands.describe(who="Whom")
    async def unbar(self, interaction: Interaction, who: discord.User) -> None:
        """Who was barred."""

        async def handle(reply: Reply) -> None:
            await self.acts.unbar(interaction, reply, UserId(who.id))

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="What this server has set: who may open fights, how tables play, and more")
    async def settings(self, interaction: Interaction) -> None:
        """Shown, to be changed."""
        await self._show(interaction, self.acts.settings)

    @app_commands.command(name="set", description="Set one of them")
    @app_commands.describe(what="Which setting", value="What it is from now on; a role by its name")
    @app_commands.autocomplete(what=completing(_what), value=completing(_value))
    async def set_(self, interaction: Interaction, what: Text, value: Text) -> None:
        """One setting."""

        async def handle(reply: Reply) -> None:
            one = await self._setting(interaction, what)
            typed = value.strip("<@&>") if one.is_role else value
            key = resolve.choose(typed, admin.role_choices(one, roles_in(interaction)), "value")
            await self.acts.set_to(interaction, reply, one.key, key)

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="What moderators have set and whom they have barred, newest first")
    async def log(self, interaction: Interaction) -> None:
        """Of this server."""
        await self._show(interaction, self.acts.log)

    @app_commands.command(description="What is well in this channel and what is not, each with the remedy")
    async def doctor(self, interaction: Interaction) -> None:
        """Permissions, direct messages, threads, clock, records."""
        await self._show(interaction, self.acts.doctor)
