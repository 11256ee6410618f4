"""/sheet: a player's own characters, and the buttons and forms that go with them. Each sees his own alone."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import paging, resolve
from cogs.address import OF_SHEETS
from cogs.desk import Desk, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.forms import raw, sent
from cogs.press import addressed
from cogs.render import sheets as render, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Screen
from rules.core.ids import SheetId, UserId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.sheets import Done

Text = app_commands.Range[str, 1, 100]
LARGEST_FILE = 16_000  # bytes


def guild_of(interaction: Interaction) -> int:
    """The server somebody speaks in. Raises: Illegal(STALE) where there is none."""
    if interaction.guild_id is None:
        raise Illegal("STALE")
    return interaction.guild_id


def system_of(desk: Desk, text: str | None) -> str:
    """The system meant, of those that have sheets; the only one if none is named.

    Raises: Illegal(LEFT_OUT, NOT_FOUND, AMBIGUOUS).
    """
    return resolve.chosen(text, desk.systems_with_sheets(), "system", "A character")


@app_commands.guild_only()
class SheetCog(commands.GroupCog, name="sheet", description="Your own characters on this server"):
    """Making, changing, listing, deleting, copying out and in."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.sheets = desk.referee.sheets
        super().__init__()

    # ---- suggestions

    async def _systems(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(self.desk.systems_with_sheets(), current)

    async def _mine(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self._own(guild_of(interaction), user_of(interaction)), current)

    async def _own(self, guild: int, user: UserId) -> tuple[Choice, ...]:
        mine = await self.sheets.mine(guild, user)
        return tuple(Choice(key=each.id, label=each.name, note=each.ruleset_name) for each in mine)

    async def _meant(self, interaction: Interaction, who: str) -> SheetId:
        """One's own character of this name. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
        own = await self._own(guild_of(interaction), user_of(interaction))
        return SheetId(resolve.choose(who, own, "who"))

    # ---- commands

    @app_commands.command(description="Make a character of your own, page by page")
    @app_commands.describe(name="What the character is called", system="For which rules")
    @app_commands.autocomplete(system=completing(_systems))
    async def create(self, interaction: Interaction, name: Text, system: Text | None = None) -> None:
        """A character with the usual values; each page of it is kept as soon as it is sent."""

        async def handle(reply: Reply) -> None:
            done = await self.sheets.create(
                guild_of(interaction),
                user_of(interaction),
                system_of(self.desk, system),
                name=name,
                values={},
                source=source_of(interaction),
            )
            await self._show(reply, user_of(interaction), done)

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(description="Look at one of your characters and change it")
    @app_commands.describe(who="Which of your characters")
    @app_commands.autocomplete(who=completing(_mine))
    async def edit(self, interaction: Interaction, who: Text) -> None:
        """The character, with buttons to its pages."""

        async def handle(reply: Reply) -> None:
            sheet = await self._meant(interaction, who)
            await reply.screen(render.sheet(await self.sheets.show(user_of(interaction), sheet)))

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(name="list", description="Your characters on this server")
    async def list_(self, interaction: Interaction) -> None:
        """All of one's own."""

        async def handle(reply: Reply) -> None:
            await reply.screen(render.listed(await self.sheets.mine(guild_of(interaction), user_of(interaction))))

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(description="Delete one of your characters, after asking")
    @app_commands.describe(who="Which of your characters")
    @app_commands.autocomplete(who=completing(_mine))
    async def delete(self, interaction: Interaction, who: Text) -> None:
        """Ask first."""

        async def handle(reply: Reply) -> None:
            sheet = await self._meant(interaction, who)
            await self._ask_to_delete(reply, user_of(interaction), sheet)

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(description="One of your characters as a text, to keep or to take elsewhere")
    @app_commands.describe(who="Which of your characters")
    @app_commands.autocomplete(who=completing(_mine))
    async def export(self, interaction: Interaction, who: Text) -> None:
        """The text that `import` reads."""

        async def handle(reply: Reply) -> None:
            sheet = await self._meant(interaction, who)
            await reply.screen(render.copied(await self.sheets.copy_out(user_of(interaction), sheet)))

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(name="import", description="Read a character from a file, or from a text in a form")
    @app_commands.describe(
        file="JSON or TOML (empty: a form opens)", system="For which rules, if the text does not say"
    )
    @app_commands.autocomplete(system=completing(_systems))
    async def import_(
        self, interaction: Interaction, file: discord.Attachment | None = None, system: Text | None = None
    ) -> None:
        """A new character from what somebody wrote or copied out."""

        async def handle(reply: Reply) -> None:
            named = system_of(self.desk, system) if system else ""
            if file is None:
                await reply.form(render.import_form(named))
                return
            text = await _content(file)
            done = await self._copy_in(interaction, text, named)
            await self._show(reply, user_of(interaction), done)

        await serve(self.desk.referee, interaction, None, handle)

    # ---- buttons and forms

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Whatever has an address of a sheet; all else is for others."""
        address = addressed(interaction, OF_SHEETS)
        if address is None:
            return

        async def handle(reply: Reply) -> None:
            await self._pressed(interaction, reply, address.verb, SheetId(address.fight), address.args)

        await serve(self.desk.referee, interaction, None, handle)

    async def _pressed(
        self, interaction: Interaction, reply: Reply, verb: str, sheet: SheetId, args: tuple[str, ...]
    ) -> None:
        user = user_of(interaction)
        match verb, args:
            case "open", ():
                await self._open(interaction, reply, user, sheet)
            case "page", (page,):
                shown = await self.sheets.show(user, sheet)
                await reply.form(render.page_form(shown, _page(shown.pages, page)))
            case "sent", (page,):
                await self._keep(interaction, reply, user, sheet, page)
            case "copy", ():
                await reply.screen(render.copied(await self.sheets.copy_out(user, sheet)))
            case "drop", ():
                await self._ask_to_delete(reply, user, sheet)
            case "dropnow", ():
                done = await self.sheets.drop(user, sheet, source=source_of(interaction))
                await reply.screen(Screen(text=theme.plain(done.said)))
            case "import", (system,):
                done = await self._copy_in(interaction, dict(sent(interaction)).get("text", ""), system)
                await self._show(reply, user, done)
            case _:
                raise Illegal("STALE")

    async def _open(self, interaction: Interaction, reply: Reply, user: UserId, sheet: SheetId) -> None:
        picked = (raw(interaction).get("values") or [""])[0]
        if (page := paging.turned_to(picked)) is not None:
            await reply.screen(render.listed(await self.sheets.mine(guild_of(interaction), user), page))
            return
        await reply.screen(render.sheet(await self.sheets.show(user, SheetId(picked) if picked else sheet)))

    async def _ask_to_delete(self, reply: Reply, user: UserId, sheet: SheetId) -> None:
        await reply.screen(render.deleting(sheet, await self.sheets.name_of(user, sheet)))

    async def _keep(self, interaction: Interaction, reply: Reply, user: UserId, sheet: SheetId, page: str) -> None:
        values, source = dict(sent(interaction)), source_of(interaction)
        if page == render.NAME:
            done = await self.sheets.change(user, sheet, {}, source=source, name=values.get(render.NAME, ""))
            await self._show(reply, user, done)
            return
        done = await self.sheets.change(user, sheet, values, source=source)
        shown = await self.sheets.show(user, sheet)
        await reply.screen(render.sheet(shown, done.said, after=_page(shown.pages, page)))

    async def _copy_in(self, interaction: Interaction, text: str, system: str) -> Done:
        """A new character from a text; where only one system has sheets the text need not name it."""
        systems = self.desk.systems_with_sheets()
        named = system or (systems[0].key if len(systems) == 1 else "")
        guild, user = guild_of(interaction), user_of(interaction)
        return await self.sheets.copy_in(guild, user, text, system=named, source=source_of(interaction))

    async def _show(self, reply: Reply, user: UserId, done: Done) -> None:
        await reply.screen(render.sheet(await self.sheets.show(user, SheetId(done.about)), done.said))


def _page(pages: tuple[str, ...], at: str) -> str:
    """The page that an address names. Raises: Illegal(STALE)."""
    if at == render.NAME:
        return at
    number = paging.number(at)
    if number >= len(pages):
        raise Illegal("STALE")
    return pages[number]


async def _content(file: discord.Attachment) -> str:
    """The text of a file. Raises: Illegal(SHEET_UNREADABLE)."""
    if file.size > LARGEST_FILE:
        raise Illegal("SHEET_UNREADABLE", what=f"the file is larger than {LARGEST_FILE} bytes")
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Illegal("SHEET_UNREADABLE", what="the file is no text in UTF-8") from None
    except discord.HTTPException:
        raise Illegal("SHEET_UNREADABLE", what="Discord does not give the file out. Send it once more") from None
