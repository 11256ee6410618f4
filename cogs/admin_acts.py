"""What moderators do, typed or pressed alike: each time it is made sure first that whoever asks is one there."""

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence

import discord

from cogs import resolve
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.files import give_record
from cogs.moderators import moderates, require_moderator
from cogs.permissions import missing
from cogs.render import admin, doctor as health_of, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Screen
from rules.core.ids import CombatantId, FightId, Place, UserId
from rules.core.names import UNTITLED
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.moderating import Heading, Standing
from rules.referee import Showing
from rules.servers import Setting, settings_of
from rules.telling import Ruling


class AdminActs:
    """Shared by the commands and the presses of moderators. Every method may raise Illegal(NOT_MODERATOR)."""

    def __init__(self, desk: Desk, clock: Callable[[], float] = time.time) -> None:
        """`clock`: seconds since the epoch."""
        self.desk = desk
        self.referee = desk.referee
        self._clock = clock

    # ---- which fight

    async def headings(self, interaction: Interaction) -> list[Heading]:
        """The fights that whoever asks looks after: of the whole server, or of the channel in which he speaks."""
        here = Place(guild=interaction.guild_id or 0, channel=interaction.channel_id or 0)
        if await moderates(self.referee, interaction):
            return list(await self.referee.fights_in(here.guild))
        await require_moderator(self.referee, interaction, here)
        return [each for each in await self.referee.fights_in(here.guild) if each.place == here]

    async def choices(self, interaction: Interaction) -> tuple[Choice, ...]:
        """The same as choices, told apart by their channels."""
        return tuple(
            Choice(key=each.fight, label=each.title or UNTITLED, note=_channel(interaction, each.place))
            for each in await self.headings(interaction)
        )

    async def meant(self, interaction: Interaction, text: str | None) -> FightId:
        """The fight of these words, or (none) of this channel. Raises: Illegal(NO_FIGHT, NOT_FOUND, AMBIGUOUS)."""
        if text:
            return FightId(resolve.choose(text, await self.choices(interaction), "fight"))
        here = place_of(interaction)
        await require_moderator(self.referee, interaction, here)
        found = [each.fight for each in await self.headings(interaction) if each.place == here]
        if not found:
            raise Illegal("NO_FIGHT")
        return found[0]

    async def meant_or_last(self, interaction: Interaction, text: str | None) -> FightId:
        """The same; where none is going on in this channel, the last one there. Raises: as `meant`."""
        try:
            return await self.meant(interaction, text)
        except Illegal as illegal:
            if illegal.refusal.code != "NO_FIGHT":
                raise
            return await self.referee.latest(place_of(interaction))

    async def standing(self, interaction: Interaction, fight: FightId) -> Standing:
        """The fight, if whoever asks looks after it. Raises: Illegal(UNKNOWN_FIGHT)."""
        standing = await self.referee.standing(fight)
        await require_moderator(self.referee, interaction, standing.place)
        return standing

    async def showing(self, interaction: Interaction, fight: FightId) -> Showing:
        """The same, where it can be read. Raises: Illegal(BROKEN_RECORD, NEWER_PROGRAM)."""
        standing = await self.standing(interaction, fight)
        if standing.showing is None:
            raise Illegal(standing.trouble)
        return standing.showing

    # ---- looking

    async def fights(self, interaction: Interaction, page: int = 0) -> Screen:
        """A page of the list."""
        headings = await self.headings(interaction)
        pages = max(1, -(-len(headings) // admin.ON_A_PAGE))
        page = min(page, pages - 1)
        shown = headings[page * admin.ON_A_PAGE : (page + 1) * admin.ON_A_PAGE]
        return admin.fights([await self.referee.standing(each.fight) for each in shown], page, len(headings))

    async def fight(self, interaction: Interaction, fight: FightId, page: int = 0) -> Screen:
        """One of them; `page` of its characters."""
        return admin.fight(await self.standing(interaction, fight), page)

    async def log(self, interaction: Interaction, before: int | None = None) -> Screen:
        """What was done to the server."""
        guild = await require_moderator(self.referee, interaction)
        page = await self.referee.moderations(guild, before=before, limit=admin.LOGGED + 1)
        return admin.log(page, is_newest=before is None)

    async def doctor(self, interaction: Interaction) -> Screen:
        """How this channel and all that is behind it are."""
        received = self._clock()
        here = place_of(interaction)
        guild = await require_moderator(self.referee, interaction, here)
        server, health = await self.referee.preferences.server(guild), await self.referee.health()
        channel, may = interaction.channel, interaction.app_permissions
        assert isinstance(channel, discord.abc.GuildChannel | discord.Thread), "it is offered in servers alone"
        thread = channel if isinstance(channel, discord.Thread) else None
        me = interaction.guild.me if interaction.guild is not None else None
        findings = [
            *health_of.permissions_found(missing(may, channel, me, wants_threads=server.threads)),
            *await self._fight_found(here),
            health_of.clock_found(received, interaction.created_at.timestamp()),
            *health_of.records_found(health),
        ]
        if thread is not None:
            found = health_of.thread_found(
                is_archived=thread.archived, is_locked=thread.locked, may_manage=may.manage_threads
            )
            findings.insert(1, found)
        return health_of.doctor(findings)

    async def _fight_found(self, here: Place) -> list[health_of.Finding]:
        for heading in await self.referee.fights_in(here.guild):
            if heading.place == here:
                standing = await self.referee.standing(heading.fight)
                if standing.showing is None:
                    why = admin.WHY[standing.trouble]
                    remedy = "/admin close sets it aside; whoever runs me can look into it."
                    return [health_of.Finding(False, f"The fight here cannot go on: {why}.", remedy)]
                return [health_of.unreachable_found(sorted(standing.showing.unreached))]
        return [health_of.Finding(True, "No fight is going on here.")]

    # ---- at a table

    async def ask_to_close(self, interaction: Interaction, fight: FightId, *, aside: bool = False) -> Screen:
        """Whether it is meant."""
        standing = await self.standing(interaction, fight)
        if not standing.is_current:
            raise Illegal("CLOSED")
        return admin.setting_aside(standing) if aside else admin.closing(standing)

    async def close(self, interaction: Interaction, reply: Reply, fight: FightId) -> None:
        """Put it away."""
        await self.showing(interaction, fight)
        ruling = await self.referee.end(fight, user_of(interaction), source=source_of(interaction), is_moderator=True)
        await self._ruled(interaction, reply, ruling)

    async def set_aside(self, interaction: Interaction, reply: Reply, fight: FightId) -> None:
        """Set it aside, with all its records."""
        standing = await self.standing(interaction, fight)
        user = user_of(interaction)
        said = await self.referee.set_aside(fight, user, source=source_of(interaction))
        await reply.screen(admin.done((said,), await self.fights(interaction)))
        channel = interaction.client.get_partial_messageable(standing.place.channel, guild_id=standing.place.guild)
        with contextlib.suppress(discord.HTTPException):  # where nothing can be posted, the log says it all the same
            await channel.send(admin.told_aside(user), silent=True)

    async def ask_to_take_over(self, interaction: Interaction, fight: FightId) -> Screen:
        """Whether it is meant."""
        return admin.taking_over(await self.showing(interaction, fight))

    async def name_gm(self, interaction: Interaction, reply: Reply, fight: FightId, who: UserId) -> None:
        """Somebody is the game master, in place of all there were."""
        await self.showing(interaction, fight)
        ruling = await self.referee.name_gm(
            fight, user_of(interaction), who=who, alone=True, source=source_of(interaction), is_moderator=True
        )
        await self._ruled(interaction, reply, ruling)

    async def ask_to_undo(self, interaction: Interaction, fight: FightId) -> Screen:
        """Whether it is meant, with what it would bring."""
        showing = await self.showing(interaction, fight)
        return admin.taking_back(showing, await self.referee.would_undo(fight, user_of(interaction), is_moderator=True))

    async def undo(self, interaction: Interaction, reply: Reply, fight: FightId, seq: int | None) -> None:
        """Take back the last ruling, if it is still that of step `seq`."""
        await self.showing(interaction, fight)
        ruling = await self.referee.undo(
            fight, user_of(interaction), source=source_of(interaction), seq=seq, is_moderator=True
        )
        await self._ruled(interaction, reply, ruling)

    async def ask_who_plays(self, interaction: Interaction, fight: FightId, who: str) -> Screen:
        """To whom a character goes."""
        showing = await self.showing(interaction, fight)
        chosen = next((each for each in admin.played_in(showing) if each.key == who), None)
        if chosen is None:
            raise Illegal("STALE")
        return admin.giving(showing, chosen)

    async def give(self, interaction: Interaction, reply: Reply, fight: FightId, who: str, to: UserId) -> None:
        """A character with all that it holds goes to another player."""
        await self.showing(interaction, fight)
        ruling = await self.referee.give_seat(
            fight,
            user_of(interaction),
            who=CombatantId(who),
            to=to,
            source=source_of(interaction),
            is_moderator=True,
        )
        await self._ruled(interaction, reply, ruling)

    async def free(self, interaction: Interaction, reply: Reply, fight: FightId, who: str) -> None:
        """A character is taken from its player, and nobody plays it but the game master."""
        await self.showing(interaction, fight)
        ruling = await self.referee.free_seat(
            fight, user_of(interaction), who=CombatantId(who), source=source_of(interaction), is_moderator=True
        )
        await self._ruled(interaction, reply, ruling)

    async def ask_to_export(self, interaction: Interaction, reply: Reply, fight: FightId) -> None:
        """Whether it is meant, where it is sealed; else the record at once."""
        showing = await self.showing(interaction, fight)
        try:
            await self.give_record(interaction, reply, fight, opens=False)
        except Illegal as illegal:
            if illegal.refusal.code != "SEALED":
                raise
            await reply.screen(admin.sealed(showing))

    async def give_record(self, interaction: Interaction, reply: Reply, fight: FightId, *, opens: bool) -> None:
        """The whole record, in a file for the moderator alone."""
        showing = await self.showing(interaction, fight)
        user, source = user_of(interaction), source_of(interaction)
        await give_record(self.referee, reply, showing, user, source, is_moderator=True, opens=opens)

    async def _ruled(self, interaction: Interaction, reply: Reply, ruling: Ruling) -> None:
        said = ("This was already done:", *ruling.lines) if ruling.is_repeat else ruling.lines
        await reply.screen(admin.done(said, admin.fight(await self.referee.standing(ruling.fight))))
        await self.referee.told(ruling, user_of(interaction))

    # ---- the server

    async def settings(self, interaction: Interaction, said: Sequence[str] = ()) -> Screen:
        """What is set, below what was just set."""
        server = await self.referee.preferences.server(await require_moderator(self.referee, interaction))
        screen = admin.settings(settings_of(server), server)
        return admin.done(said, screen) if said else screen

    async def setting(self, interaction: Interaction, key: str) -> Setting:
        """One of them. Raises: Illegal(STALE)."""
        server = await self.referee.preferences.server(await require_moderator(self.referee, interaction))
        found = next((each for each in settings_of(server) if each.key == key), None)
        if found is None:
            raise Illegal("STALE")
        return found

    async def set_to(self, interaction: Interaction, reply: Reply, what: str, value: str) -> None:
        """Set one."""
        guild = await require_moderator(self.referee, interaction)
        said = await self.referee.set_server(
            guild, user_of(interaction), what=what, value=value, source=source_of(interaction)
        )
        await reply.screen(await self.settings(interaction, (said,)))

    async def bar(self, interaction: Interaction, reply: Reply, who: UserId, why: str) -> None:
        """Somebody may play in no fight to come."""
        guild = await require_moderator(self.referee, interaction)
        said = await self.referee.bar(guild, user_of(interaction), who=who, why=why, source=source_of(interaction))
        more = "Where he plays or leads already he goes on: /admin give, /admin free and /admin take-over change that."
        await reply.screen(Screen(text=f"✓ {theme.plain(said)}\n{more}"))

    async def unbar(self, interaction: Interaction, reply: Reply, who: UserId) -> None:
        """He may again."""
        guild = await require_moderator(self.referee, interaction)
        said = await self.referee.unbar(guild, user_of(interaction), who=who, source=source_of(interaction))
        await reply.screen(Screen(text=f"✓ {theme.plain(said)}"))


def roles_in(interaction: Interaction) -> Mapping[int, str]:
    """The roles of the server that not everybody has, by name."""
    guild = interaction.guild
    return {role.id: role.name for role in guild.roles if not role.is_default()} if guild is not None else {}


def _channel(interaction: Interaction, place: Place) -> str:
    """What people call a channel, as far as it is known."""
    channel = interaction.guild.get_channel_or_thread(place.channel) if interaction.guild is not None else None
    return f"#{channel.name}" if channel is not None else ""
