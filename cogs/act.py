"""/act: the one command for every act in every system; what is legal now comes from the rules."""

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, Suggest, completing, serve
from cogs.reply import Interaction, Reply
from rules.asking import Wish
from rules.core.option import Choice, Option

Text = app_commands.Range[str, 1, 100]
BLANKS = ("whom", "where", "weapon", "card", "how", "note")


def _values_of(blank: str) -> Suggest["ActCog"]:
    """Suggest what may fill this blank, for the action typed so far."""

    async def suggest(cog: "ActCog", interaction: Interaction, current: str) -> Choices:
        wanted = str(interaction.namespace.action or "")
        options = await cog.options(interaction)
        meant = [option for option in options if wanted in (option.kind, option.label)] or options
        choices: dict[str, Choice] = {}
        for option in meant:
            for slot in option.slots:
                if slot.name == blank:
                    choices.update((choice.key, choice) for choice in slot.choices)
        return resolve.suggestions(choices.values(), current)

    suggest.__qualname__ = f"ActCog.{blank}"  # the library tells methods by their qualified name
    return completing(suggest)


class ActCog(commands.Cog):
    """Typed acts."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee

    async def options(self, interaction: Interaction) -> tuple[Option, ...]:
        """What whoever is typing may do now, for the combatant named so far."""
        place, user = place_of(interaction), user_of(interaction)
        showing = await self.referee.show(place, user)
        actor = resolve.actor(showing, str(getattr(interaction.namespace, "as", None) or ""))
        return tuple(option for option in await self.referee.options(place, user, actor) if option.why_not is None)

    async def _actions(self, interaction: Interaction, current: str) -> Choices:
        choices = [Choice(key=option.kind, label=option.label) for option in await self.options(interaction)]
        return resolve.suggestions(choices, current)

    async def _actors(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        if not showing.viewer.gm:
            return []
        return resolve.suggestions(resolve.combatants(showing), current)

    @app_commands.command(name="act", description="Do something in the fight of this channel")
    @app_commands.guild_only()
    @app_commands.rename(as_="as")
    @app_commands.describe(
        action="What you do; only what is legal now is offered",
        whom="Against whom",
        where="Where to",
        weapon="With what",
        card="The card you play (only you see this)",
        how="In which way",
        note="In your own words, for an act that needs them",
        as_="Game master: for whom you act",
    )
    @app_commands.autocomplete(
        action=completing(_actions),
        whom=_values_of("whom"),
        where=_values_of("where"),
        weapon=_values_of("weapon"),
        card=_values_of("card"),
        how=_values_of("how"),
        as_=completing(_actors),
    )
    async def act(
        self,
        interaction: Interaction,
        action: Text,
        whom: Text | None = None,
        where: Text | None = None,
        weapon: Text | None = None,
        card: Text | None = None,
        how: Text | None = None,
        note: app_commands.Range[str, 1, 300] | None = None,
        as_: Text | None = None,
    ) -> None:
        """Act for one's own combatant, or as GM for another."""
        place, user = place_of(interaction), user_of(interaction)
        given = dict(zip(BLANKS, (whom, where, weapon, card, how, note), strict=True))

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(place, user)
            actor = resolve.actor(showing, as_ or "")
            options = await self.referee.options(place, user, actor)
            option = resolve.action(action, options)
            fields = resolve.fields(option, {name: text for name, text in given.items() if text})
            wish = Wish(kind=option.kind, fields={"actor": actor, **fields})
            ruling = await self.referee.act(place, user, wish, source=source_of(interaction))
            await self.desk.ruled(reply, ruling, user)

        await serve(self.referee, interaction, place, handle)
