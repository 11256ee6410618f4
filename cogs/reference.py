"""/rules: what the rules say, the weapon tables, and what the house has made of them; shown to whoever asks alone."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.address import Address
from cogs.desk import Desk, place_of, place_or_dm, user_of
from cogs.errors import Choices, completing, serve
from cogs.render import reference, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Screen
from rules.core.ids import FightId
from rules.core.reference import find_rule, in_this_order, look_up
from rules.core.refusal import Illegal
from rules.referee import Referee

OF_FIGHT = "Which rules (empty: those of the fight here)"
Text = app_commands.Range[str, 1, 100]


@dataclass(frozen=True, slots=True)
class Meant:
    """The system that somebody asks about, and the fight of the channel if it is played by it."""

    system: str
    fight: FightId | None


class ReferenceCog(commands.GroupCog, name="rules", description="What the rules say"):
    """Looking things up."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee
        super().__init__()

    # ---- which rules

    async def _meant(self, interaction: Interaction, system: str | None) -> Meant:
        """The system named, else that of the channel's fight, else the only one there is. Raises: Illegal."""
        fight = None
        if interaction.guild_id is not None:
            try:
                fight = await self.referee.show(place_of(interaction), user_of(interaction))
            except Illegal:
                fight = None
        if system is None and fight is not None:
            return Meant(fight.ruleset, fight.id)
        meant = resolve.chosen(system, self.desk.systems(), "system", "Without a fight here this")
        return Meant(meant, fight.id if fight is not None and fight.ruleset == meant else None)

    async def _systems(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(self.desk.systems(), current)

    async def _rules(self, interaction: Interaction, current: str) -> Choices:
        """Rules that fit what was typed; before anything is, those of the last ruling come first."""
        meant = await self._meant(interaction, str(interaction.namespace.system or "") or None)
        every = self.referee.rulesets[meant.system].rules
        if current.strip():
            fitting = look_up(every, current)
        else:
            cited = await self.referee.cited(meant.fight, user_of(interaction)) if meant.fight else ()
            fitting = in_this_order(every, cited)
        return [
            app_commands.Choice(name=theme.cut(reference.title_of(rule), theme.CHOICE), value=rule.id)
            for rule in fitting[: theme.CHOICES]
        ]

    # ---- commands

    @app_commands.command(description="What a rule says: by its number, or by a word such as cover")
    @app_commands.describe(what="The number of a rule, or a word", system=OF_FIGHT)
    @app_commands.autocomplete(what=completing(_rules), system=completing(_systems))
    async def lookup(self, interaction: Interaction, what: Text, system: Text | None = None) -> None:
        """Tell the rules that fit."""

        async def show(reply: Reply) -> None:
            meant = await self._meant(interaction, system)
            every = self.referee.rulesets[meant.system].rules
            found = look_up(every, what)
            if not found:
                there = f"{every[0].id} to {every[-1].id}, and words such as {', '.join(every[0].words)}"
                raise Illegal("NOT_FOUND", what="a rule", text=what, choices=there)
            await reply.screen(reference.rules(found, every))

        await self._serve(interaction, show)

    @app_commands.command(description="The weapon tables")
    @app_commands.describe(system=OF_FIGHT)
    @app_commands.autocomplete(system=completing(_systems))
    async def weapons(self, interaction: Interaction, system: Text | None = None) -> None:
        """Show the first page of the tables."""

        async def show(reply: Reply) -> None:
            meant = await self._meant(interaction, system)
            await reply.screen(weapons_of(self.referee, meant.system, 0))

        await self._serve(interaction, show)

    @app_commands.command(description="What the house has made of the rules, and what it could")
    @app_commands.describe(system=OF_FIGHT)
    @app_commands.autocomplete(system=completing(_systems))
    async def house(self, interaction: Interaction, system: Text | None = None) -> None:
        """Show every switch with the reading in force."""

        async def show(reply: Reply) -> None:
            meant = await self._meant(interaction, system)
            await reply.screen(await house_of(self.referee, meant.system, meant.fight, 0))

        await self._serve(interaction, show)

    async def _serve(self, interaction: Interaction, show: Callable[[Reply], Awaitable[None]]) -> None:
        place = place_or_dm(interaction)
        await serve(self.referee, interaction, place, show)


def rule_of(referee: Referee, number: str) -> Screen:
    """One rule, of whichever system has it. Raises: Illegal(NOT_FOUND)."""
    for ruleset in referee.rulesets.values():
        rule = find_rule(ruleset.rules, number)
        if rule is not None:
            return reference.rules((rule,), ruleset.rules)
    raise Illegal("NOT_FOUND", what="a rule", text=number, choices="what /rules lookup offers")


def weapons_of(referee: Referee, system: str, page: int) -> Screen:
    """A page of a system's weapon tables. Raises: Illegal(STALE)."""
    ruleset = referee.rulesets.get(system)
    if ruleset is None:
        raise Illegal("STALE")
    return reference.weapons(system, ruleset.name, ruleset.tables, page)


async def house_of(referee: Referee, system: str, fight: FightId | None, page: int) -> Screen:
    """The house rules of a fight, or of a system as the book has them. Raises: Illegal(STALE)."""
    ruleset = referee.rulesets.get(system)
    if ruleset is None:
        raise Illegal("STALE")
    guild = (await referee.show(fight, None)).place.guild if fight else 0
    return reference.house(
        ruleset.name,
        await referee.house(fight) if fight else referee.usual_house(system),
        (*ruleset.house_sets, *(await referee.houses.sets(guild, system) if fight else ())),
        ruleset.rules,
        to=Address("house", fight or reference.NOWHERE, (system,)),
        page=page,
        is_of_fight=bool(fight),
    )
