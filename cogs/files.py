"""/fight export, import, verify and /gm keep: a fight as a file, and a fight from one."""

import re

import discord
from discord import app_commands
from discord.ext import commands

from cogs import paging, resolve
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.moderators import require_may_begin
from cogs.press import Press, Verb, Verbs
from cogs.render import files as render, private
from cogs.reply import Interaction, Reply
from cogs.resolve import Somebody
from cogs.screen import Attached, Screen
from rules import exporting
from rules.core.ids import CombatantId, UserId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.importing import LARGEST_FILE
from rules.referee import Referee, Showing

TEXT, JSON, RECORD = "text", "json", "record"
WHAT = [
    app_commands.Choice(name="What I may know, to read", value=TEXT),
    app_commands.Choice(name="What I may know, for programs (JSON)", value=JSON),
    app_commands.Choice(name="The whole record, every secret open (game master, after the end)", value=RECORD),
]


def file_name(title: str, ending: str) -> str:
    """A file's name after a fight's title."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")[:40] or "fight"
    return f"{plain}.{ending}"


class Files(commands.Cog):
    """The part of /fight that gives out and takes in files."""

    desk: Desk
    referee: Referee

    @app_commands.command(description="The log of this channel's fight as a file, for you alone")
    @app_commands.describe(what="What is in it (empty: what you may know, to read)")
    @app_commands.choices(what=WHAT)
    async def export(self, interaction: Interaction, what: str = TEXT) -> None:
        """What this person may know; or the whole record, after asking."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(await self.referee.latest(place), user)
            if what == RECORD:
                await reply.screen(render.opening(_openable(showing)))
                return
            reply.takes_long()
            log = await self.referee.log(showing.id, user)
            content = exporting.as_json(log) if what == JSON else exporting.written(log)
            file = Attached(name=file_name(showing.title, "json" if what == JSON else "txt"), content=content)
            text = "The fight as you may know it: nothing that others hold, nothing hidden from you."
            await reply.file(Screen(text=text), file.fitting())

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(name="import", description="Go on here with a fight from a file; you are its game master")
    @app_commands.describe(file="A whole record, as /fight export gives it to a game master")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """The fight from the file, and whose its places are."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await require_may_begin(self.referee, interaction)
            reply.takes_long()
            raw = await _content(file)
            ruling = await self.referee.bring(place, user, raw, source=source_of(interaction))
            showing = await self.desk.shown_to_gm(ruling.fight, user)
            await reply.screen(private.with_news(ruling.lines, render.places(showing)))
            await self.referee.told(ruling, user)

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="Check that the log of this channel's fight holds, and what that proves")
    async def verify(self, interaction: Interaction) -> None:
        """What could be proved, and what could not."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(await self.referee.latest(place), user)
            reply.takes_long()
            await reply.screen(Screen(text=render.proved(await self.referee.checked(showing.id))))

        await serve(self.referee, interaction, place, handle)


class KeepingPlaces(commands.Cog):
    """The part of /gm that finds players for characters that nobody plays."""

    desk: Desk
    referee: Referee

    async def _free(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.desk.shown_to_gm(place_of(interaction), user_of(interaction))
        return resolve.suggestions(_unplayed(showing), current)

    @app_commands.command(
        name="keep",
        description="Keep one that nobody plays for somebody, who takes it himself; /gm give-seat puts him in at once",
    )
    @app_commands.describe(who="Which character (empty: all, to choose from)", to="For whom (empty: for nobody)")
    @app_commands.autocomplete(who=completing(_free))
    async def keep(
        self,
        interaction: Interaction,
        who: app_commands.Range[str, 1, 100] | None = None,
        to: Somebody | None = None,
    ) -> None:
        """Who plays whom; or one place kept for somebody."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.desk.shown_to_gm(place, user)
            if who is None:
                await reply.screen(render.places(showing))
                return
            combatant = resolve.of_these(showing, who, [each.key for each in _unplayed(showing)], "who")
            meant = resolve.member(to) if to else None
            await _keep(self.desk, reply, showing, user, combatant, meant, source_of(interaction))

        await serve(self.referee, interaction, place, handle)


def _unplayed(showing: Showing) -> list[Choice]:
    return [Choice(key=each.id, label=each.name) for each in showing.view.combatants if each.id in showing.free]


def _openable(showing: Showing) -> Showing:
    """Raises: Illegal(GM_ONLY, STILL_FOUGHT)."""
    if not showing.viewer.gm:
        raise Illegal("GM_ONLY", gm=showing.gm_word)
    if not showing.is_closed:
        raise Illegal("STILL_FOUGHT")
    return showing


async def give_record(
    referee: Referee,
    reply: Reply,
    showing: Showing,
    user: UserId,
    source: str,
    *,
    is_moderator: bool = False,
    opens: bool = False,
) -> None:
    """The whole record, for whoever asks alone. Raises: as `Referee.open_record`."""
    reply.takes_long()
    raw = await referee.open_record(showing.id, user, source=source, is_moderator=is_moderator, opens=opens)
    file = Attached(name=file_name(showing.title, "fight.json"), content=raw)
    await reply.file(Screen(text=render.RECORD), file.fitting())


async def _content(file: discord.Attachment) -> bytes:
    """What is in the file. Raises: Illegal(FILE_TOO_LARGE, NO_FILE)."""
    if file.size > LARGEST_FILE:
        raise Illegal("FILE_TOO_LARGE", most=str(LARGEST_FILE // 2**20))
    try:
        return await file.read()
    except discord.HTTPException:
        raise Illegal("NO_FILE", what="Discord does not give it out; send it once more") from None


async def _keep(
    desk: Desk, reply: Reply, showing: Showing, user: UserId, who: CombatantId, to: UserId | None, source: str
) -> None:
    ruling = await desk.referee.offer(showing.id, user, who, to, source=source)
    now = await desk.shown_to_gm(showing.id, user)
    await reply.screen(private.with_news(ruling.lines, render.places(now)))
    await desk.referee.told(ruling, user)


def verbs(desk: Desk) -> Verbs:
    """What can be pressed."""

    async def open_record(press: Press) -> None:
        showing = _openable(await desk.referee.show(press.fight, press.user))
        await give_record(desk.referee, press.reply, showing, press.user, press.source)

    async def take(press: Press) -> None:
        ruling = await desk.referee.take_seat(press.fight, press.user, source=press.source)
        await desk.ruled(press.reply, ruling, press.user)

    async def places(press: Press) -> None:
        await press.reply.screen(render.places(await desk.shown_to_gm(press.fight, press.user)))

    async def which(press: Press) -> None:
        showing = await desk.shown_to_gm(press.fight, press.user)
        if (page := paging.turned_to(press.value)) is not None:
            await press.reply.screen(render.places(showing, page))
            return
        if press.value not in showing.kept_for:
            raise Illegal("STALE")
        await press.reply.screen(render.for_whom(showing, CombatantId(press.value)))

    async def keep_for(press: Press) -> None:
        showing = await desk.shown_to_gm(press.fight, press.user)
        who, *nobody = press.address.args
        to = None if nobody else press.person
        await _keep(desk, press.reply, showing, press.user, CombatantId(who), to, press.source)

    return {
        "openrecord": Verb(open_record),
        "take": Verb(take),
        "places": Verb(places),
        "keepwhich": Verb(which),
        "keepfor": Verb(keep_for, 1, 2),
    }
