"""/fight: begin a fight in this channel, sit down, start, look, take back, put away."""

from collections.abc import Callable

from discord import app_commands
from discord.ext import commands

from cogs import leaving, resolve, undoing
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.files import Files
from cogs.moderators import moderates, require_may_begin
from cogs.render import board, history, private, theme, waiting
from cogs.reply import Interaction, Reply
from cogs.seats import FightTable
from rules.asking import Wish
from rules.core.ids import FightId, Place, SheetId, UserId
from rules.core.option import Choice
from rules.core.reference import HouseSet
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.scenes import OWN
from rules.telling import Ruling

Text = app_commands.Range[str, 1, 100]


@app_commands.guild_only()
class FightCog(Files, FightTable, commands.GroupCog, name="fight", description="A fight in this channel"):
    """The commands of a whole fight."""

    def __init__(self, desk: Desk, board_anew: Callable[[FightId], None]) -> None:
        """`board_anew` posts a fight's board again, at the bottom of its channel."""
        self.desk = desk
        self.referee = desk.referee
        self.board_anew = board_anew
        super().__init__()

    async def _systems(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(self.desk.systems(), current)

    async def _scenes(self, interaction: Interaction, current: str) -> Choices:
        system = resolve.choose(str(interaction.namespace.system or ""), self.desk.systems(), "system")
        every = await self._every_scene(place_of(interaction), user_of(interaction), system)
        return resolve.suggestions(every, current)

    async def _every_scene(self, place: Place, user: UserId, system: str) -> tuple[Choice, ...]:
        """The ready scenes, then those that this user has kept."""
        return (*self.referee.rulesets[system].scenes, *await self.referee.scenes.choices(place.guild, system, user))

    async def _house(self, interaction: Interaction, current: str) -> Choices:
        system = resolve.choose(str(interaction.namespace.system or ""), self.desk.systems(), "system")
        sets = await self._house_sets(place_of(interaction), system)
        return resolve.house_rules(current, sets, self.referee.usual_house(system))

    async def _house_sets(self, place: Place, system: str) -> tuple[HouseSet, ...]:
        """The sets by name: the rules' own, then what this server has kept."""
        return (*self.referee.rulesets[system].house_sets, *await self.referee.houses.sets(place.guild, system))

    async def _ready(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self._characters(place_of(interaction), user_of(interaction)), current)

    async def _characters(self, place: Place, user: UserId) -> tuple[Choice, ...]:
        """Whom this user may join as: his own characters, then the ready ones."""
        showing = await self.referee.show(place, user)
        return (*await self.referee.sheets_for(place, user), *self.referee.ready(showing.ruleset))

    @app_commands.command(description="Open a fight here; you are its game master")
    @app_commands.describe(
        system="Which rules",
        scene="Where it happens (empty: the first ready scene)",
        title="What the fight is called",
        house="House rules: the name of a set, or switch=value; several separated by commas",
    )
    @app_commands.autocomplete(system=completing(_systems), scene=completing(_scenes), house=completing(_house))
    async def begin(
        self,
        interaction: Interaction,
        system: Text,
        scene: Text | None = None,
        title: Text | None = None,
        house: app_commands.Range[str, 1, 300] | None = None,
    ) -> None:
        """Open a lobby."""

        async def ask(place: Place, user: UserId, source: str) -> Ruling:
            await require_may_begin(self.referee, interaction)
            ruleset = resolve.choose(system, self.desk.systems(), "system")
            where = resolve.choose(scene, await self._every_scene(place, user, ruleset), "scene") if scene else ""
            is_own = where.startswith(OWN)
            own = await self.referee.scenes.scene(place.guild, ruleset, user, where) if is_own else ""
            sets = await self._house_sets(place, ruleset)
            switches = resolve.house_switches(house or "", sets)
            setup = Setup(scene="" if own else where, own=own, house=switches)
            return await self.referee.begin(place, user, ruleset, title=title or "", setup=setup, source=source)

        await self.desk.rule(interaction, ask)

    @app_commands.command(description="Sit down in the fight of this channel")
    @app_commands.describe(
        who="One of your own characters or a ready one (empty: the next ready one)",
        name="Another name for the character",
    )
    @app_commands.autocomplete(who=completing(_ready))
    async def join(self, interaction: Interaction, who: Text | None = None, name: Text | None = None) -> None:
        """Join as a ready character, or with one's own."""

        async def ask(place: Place, user: UserId, source: str) -> Ruling:
            key = resolve.choose(who, await self._characters(place, user), "who") if who else ""
            if key in {each.key for each in await self.referee.sheets_for(place, user)}:
                sheet = SheetId(key)
                return await self.referee.join(place, user, name=name or "", sheet=sheet, source=source)
            return await self.referee.join(place, user, name=name or "", template=key, source=source)

        await self.desk.rule(interaction, ask)

    @app_commands.command(description="The last fight of this channel once more: same people and place, fresh")
    async def again(self, interaction: Interaction) -> None:
        """Open a lobby like the last one, for its GM."""

        async def ask(place: Place, user: UserId, source: str) -> Ruling:
            await require_may_begin(self.referee, interaction)
            return await self.referee.again(place, user, source=source)

        await self.desk.rule(interaction, ask)

    @app_commands.command(description="Deal and begin (game master)")
    async def start(self, interaction: Interaction) -> None:
        """Start the fight."""

        async def ask(place: Place, user: UserId, source: str) -> Ruling:
            wish = Wish(kind="start", fields={})
            return await self.referee.act(place, user, wish, source=source)

        await self.desk.rule(interaction, ask)

    async def _own(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        return resolve.suggestions(resolve.own(showing), current)

    @app_commands.command(
        description="Get up again before the start; later, hand your place back for good, after asking"
    )
    @app_commands.describe(who="Which of those whom you play (empty: all of them; before the start, the first)")
    @app_commands.autocomplete(who=completing(_own))
    async def leave(self, interaction: Interaction, who: Text | None = None) -> None:
        """Leave the lobby; or the fight, for good."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await leaving.get_up(self.desk, reply, place, user, source_of(interaction), who)

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="Show the board of this channel's fight again, here at the bottom")
    async def show(self, interaction: Interaction) -> None:
        """Post the board anew, and tell whoever asked who is awaited, and how the places lie."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(place, user)
            self.board_anew(showing.id)
            home = await self.desk.home(showing, user)
            lines = [line for line in board.whole(showing) if theme.plain(line) not in home.text]
            await reply.screen(waiting.above(showing, private.with_news(lines, home)))

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="What has happened so far, newest first")
    @app_commands.describe(before="Only what happened before this number")
    async def history(self, interaction: Interaction, before: app_commands.Range[int, 2] | None = None) -> None:
        """A page of the log, as this person may know it."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(await self.referee.latest(place), user)
            page = await self.referee.history(showing.id, user, before=before)
            every = self.referee.rulesets[showing.ruleset].rules
            await reply.screen(history.history(showing.id, page, every, is_newest=before is None))

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="What just happened: the last ruling with its numbers and rules")
    async def what(self, interaction: Interaction) -> None:
        """The last ruling, as this person may know it."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await reply.screen(await self.desk.what_happened(place, user))

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="Take back the last ruling (game master; your own act if nothing came of it)")
    @app_commands.describe(now="Do it at once, without looking first")
    async def undo(self, interaction: Interaction, now: bool = False) -> None:
        """One step back, for the GM after he has seen what it would bring."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await undoing.look(self.desk, reply, place, user, source_of(interaction), now=now)

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="End the fight and put it away (game master, or who manages the channel)")
    async def end(self, interaction: Interaction) -> None:
        """Put the fight away; while it is going on, only after asking."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(place, user)
            is_moderator = await moderates(self.referee, interaction, showing.place)
            if showing.view.phase is Phase.RUNNING and not showing.is_closed:
                if not (showing.viewer.gm or is_moderator):
                    raise Illegal("GM_ONLY", gm=showing.gm_word)
                await reply.screen(private.ending(showing))
                return
            source = source_of(interaction)
            ruling = await self.referee.end(place, user, source=source, is_moderator=is_moderator)
            await self.desk.ruled(reply, ruling, user)

        await serve(self.referee, interaction, place, handle)
