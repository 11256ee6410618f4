"""/me quiet, /me pace: when somebody may be called, and how long his fights wait for him."""

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_or_dm, user_of
from cogs.errors import Choices, completing, serve
from cogs.render import theme, waiting
from cogs.reply import Interaction, Reply
from rules.core.option import Choice
from rules.core.reference import Switch, label_of
from rules.core.refusal import Illegal
from rules.preferences import Person
from rules.quiet import clock_face
from rules.referee import Referee, Showing

Time = app_commands.Range[str, 1, 20]
Zone = app_commands.Range[str, 1, 60]
OFF = "off"
EVENINGS = ("20:00", "21:00", "22:00", "23:00", "00:00", "01:00")
MORNINGS = ("06:00", "07:00", "08:00", "09:00", "10:00", "12:00")
OF_PACE = ("deadline", "late", "pings")  # the rules of a table that are about time


class Pacing(commands.Cog):
    """The part of /me that is about time."""

    desk: Desk
    referee: Referee

    async def _begins(self, interaction: Interaction, current: str) -> Choices:
        off = Choice(key=OFF, label="Off: I may be called at any time")
        return resolve.suggestions((*(Choice(key=each, label=each) for each in EVENINGS), off), current)

    async def _ends(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions([Choice(key=each, label=each) for each in MORNINGS], current)

    async def _zones(self, interaction: Interaction, current: str) -> Choices:
        found = self.referee.zones_like(current)
        return [app_commands.Choice(name=theme.cut(each.label, theme.CHOICE), value=each.key) for each in found]

    @app_commands.command(name="quiet", description="Quiet hours: nothing of mine rings for you then")
    @app_commands.rename(begin="from", end="to")
    @app_commands.describe(
        begin="From when, as 22:00 (or off)",
        end="Until when, as 08:00",
        zone="Your time zone: a city near you, or what your clock shows now",
    )
    @app_commands.autocomplete(begin=completing(_begins), end=completing(_ends), zone=completing(_zones))
    async def quiet(
        self, interaction: Interaction, begin: Time, end: Time | None = None, zone: Zone | None = None
    ) -> None:
        """Set or drop one's quiet hours."""
        user = user_of(interaction)

        async def handle(reply: Reply) -> None:
            if begin.strip().casefold() == OFF:
                person = await self.referee.set_no_quiet(user)
            elif end is None:
                raise Illegal("LEFT_OUT", action="/me quiet", blank="to", choices="a time of day, as 08:00")
            else:
                person = await self.referee.set_quiet(user, begin, end, zone or "")
            await reply.text(self._said(person))

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(name="pace", description="Your quiet hours, and how long this channel's fight waits")
    async def pace(self, interaction: Interaction) -> None:
        """What is set, and what one owes by when."""
        user = user_of(interaction)
        place = place_or_dm(interaction)

        async def handle(reply: Reply) -> None:
            lines = [self._said(await self.referee.preferences.person(user))]
            if place is not None:
                try:
                    showing = await self.referee.show(place, user)
                except Illegal:  # no fight here: one's own hours are all there is
                    pass
                else:
                    lines += _table(showing, await self.referee.table_rules(place))
            await reply.text(theme.cut("\n".join(lines), theme.CONTENT))

        await serve(self.referee, interaction, place, handle)

    def _said(self, person: Person) -> str:
        """What somebody has set, in words."""
        if person.quiet is None:
            return "You have no quiet hours: I may call you at any time. /me quiet sets some."
        begin, end = clock_face(person.quiet.begin), clock_face(person.quiet.end)
        zone, now = theme.plain(person.zone), self.referee.time_in(person.zone)
        return (
            f"From {begin} to {end} nothing of mine rings for you ({zone}, where it is {now} now). "
            "Whatever is asked of you then, I call you afterwards, and you have at least an hour from then on."
        )


def _table(showing: Showing, rules: tuple[Switch, ...]) -> list[str]:
    """How the fight of this channel plays, and what the viewer owes."""
    lines = [f"**{theme.name(showing.title)}**"]
    for switch in rules:
        if switch.key in OF_PACE:
            label = label_of(switch.readings, switch.now)
            lines.append(f"· {theme.plain(switch.about)}: {theme.plain(label)}")
    return lines + waiting.awaited(showing, [each for each in showing.view.asked if each.is_mine])
