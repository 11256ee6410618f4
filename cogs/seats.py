"""Who plays whom, who is game master, how the table plays: the parts of /gm and /fight about it."""

from collections.abc import Callable, Collection, Sequence

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, Suggest, completing, serve
from cogs.press import Press, Verb, Verbs
from cogs.render import private, seats
from cogs.reply import Interaction, Reply
from rules.core.ids import CombatantId, UserId
from rules.core.option import Choice
from rules.core.reference import Switch
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.looking import Where
from rules.referee import Referee, Showing
from rules.telling import Ruling

Text = app_commands.Range[str, 1, 100]


def _anybody(showing: Showing) -> Collection[CombatantId]:
    return [each.id for each in showing.view.combatants]


def _played(showing: Showing) -> Collection[CombatantId]:
    """Those whom a player holds."""
    return showing.players.keys()


def _taken(showing: Showing) -> Collection[CombatantId]:
    """Those that can be taken from somebody; in a lobby every place."""
    return showing.kept_for.keys() if showing.view.phase is Phase.LOBBY else showing.players.keys()


def _gone(showing: Showing) -> Collection[CombatantId]:
    """Those whose player is away."""
    return showing.away.keys()


def _others(showing: Showing) -> Collection[CombatantId]:
    """Those with a place, whose hands the viewer does not see anyway."""
    return showing.kept_for.keys() - showing.viewer.combatants


def _meant(showing: Showing, text: str, fitting: Callable[[Showing], Collection[CombatantId]]) -> CombatantId:
    return resolve.of_these(showing, text, fitting(showing), "who")


def _suggesting(fitting: Callable[[Showing], Collection[CombatantId]]) -> Suggest["GmSeats"]:
    """Suggest those that fit."""

    async def suggest(cog: "GmSeats", interaction: Interaction, current: str) -> Choices:
        showing = await cog.referee.show(place_of(interaction), user_of(interaction))
        found = fitting(showing)
        return resolve.suggestions((each for each in resolve.combatants(showing) if each.key in found), current)

    suggest.__qualname__ = f"GmSeats.{fitting.__name__}"  # the library tells methods by their qualified name
    return completing(suggest)


class Seats(commands.Cog):
    """What the parts below have in common."""

    desk: Desk
    referee: Referee

    async def _orders(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self.referee.standing_orders(place_of(interaction)), current)


class GmSeats(Seats):
    """The part of /gm about who sits where and how the table plays."""

    async def _table_keys(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(_keys(await self.referee.table_rules(place_of(interaction))), current)

    async def _table_values(self, interaction: Interaction, current: str) -> Choices:
        switches = await self.referee.table_rules(place_of(interaction))
        switch = _switch(switches, str(interaction.namespace.what or ""))
        return resolve.suggestions(switch.readings, current)

    @app_commands.command(
        name="give-seat",
        description="Somebody else plays this one at once, with its cards; /gm keep leaves it to him to take it",
    )
    @app_commands.describe(who="Whom he is to play; an NPC, too", to="Who plays from now on")
    @app_commands.autocomplete(who=_suggesting(_anybody))
    async def give_seat(self, interaction: Interaction, who: Text, to: resolve.Somebody) -> None:
        """Hand a combatant over with all that it holds and owes."""

        async def ask(place: Where, user: UserId, source: str) -> Ruling:
            showing = await self.desk.shown_to_gm(place, user)
            return await self.referee.give_seat(
                place, user, who=_meant(showing, who, _anybody), to=resolve.member(to), source=source
            )

        await self.desk.rule(interaction, ask)

    @app_commands.command(
        description="Take one from its player: you play it, until /gm keep or /gm give-seat finds another"
    )
    @app_commands.describe(who="Whom he is to play no longer")
    @app_commands.autocomplete(who=_suggesting(_taken))
    async def free(self, interaction: Interaction, who: Text) -> None:
        """Nobody holds a combatant any more."""

        async def ask(place: Where, user: UserId, source: str) -> Ruling:
            showing = await self.desk.shown_to_gm(place, user)
            return await self.referee.free_seat(place, user, who=_meant(showing, who, _taken), source=source)

        await self.desk.rule(interaction, ask)

    @app_commands.command(name="away", description="Say for a player that he is away: who plays, or by what orders")
    @app_commands.describe(
        who="Whose player is away", delegate="Who plays meanwhile", orders="What is done meanwhile, if nobody plays"
    )
    @app_commands.autocomplete(who=_suggesting(_played), orders=completing(Seats._orders))
    async def gm_away(
        self, interaction: Interaction, who: Text, delegate: resolve.Somebody | None = None, orders: Text | None = None
    ) -> None:
        """A player is away."""

        async def ask(place: Where, user: UserId, source: str) -> Ruling:
            showing = await self.desk.shown_to_gm(place, user)
            return await self.referee.go_away(
                place,
                user,
                who=_meant(showing, who, _played),
                delegate=resolve.member(delegate) if delegate else None,
                orders=resolve.orders(orders, await self.referee.standing_orders(place)),
                source=source,
            )

        await self.desk.rule(interaction, ask)

    @app_commands.command(name="back", description="Say for a player that he is back")
    @app_commands.describe(who="Whose player is back")
    @app_commands.autocomplete(who=_suggesting(_gone))
    async def gm_back(self, interaction: Interaction, who: Text) -> None:
        """A player is back."""

        async def ask(place: Where, user: UserId, source: str) -> Ruling:
            showing = await self.desk.shown_to_gm(place, user)
            return await self.referee.come_back(place, user, who=_meant(showing, who, _gone), source=source)

        await self.desk.rule(interaction, ask)

    @app_commands.command(name="name", description="Name one more game master of this fight")
    @app_commands.describe(user="Who is game master too, and sees what you see")
    async def name_gm(self, interaction: Interaction, user: resolve.Somebody) -> None:
        """One more game master."""
        await self.desk.rule(
            interaction,
            lambda place, by, source: self.referee.name_gm(place, by, who=resolve.member(user), source=source),
        )

    @app_commands.command(name="hand-over", description="Somebody else is game master in your place")
    @app_commands.describe(user="Who runs the fight from now on")
    async def hand_over(self, interaction: Interaction, user: resolve.Somebody) -> None:
        """Another game master in one's own place."""
        await self.desk.rule(
            interaction,
            lambda place, by, source: self.referee.hand_over(place, by, to=resolve.member(user), source=source),
        )

    @app_commands.command(name="step-down", description="You are game master of this fight no more")
    async def step_down(self, interaction: Interaction) -> None:
        """One game master less; never the last."""
        await self.desk.rule(interaction, lambda place, by, source: self.referee.step_down(place, by, source=source))

    @app_commands.command(
        name="table", description="How this table plays: time to answer, reminders, who looks at what"
    )
    @app_commands.describe(what="What to set (empty: show it all)", value="To which reading")
    @app_commands.autocomplete(what=completing(_table_keys), value=completing(_table_values))
    async def gm_table(self, interaction: Interaction, what: Text | None = None, value: Text | None = None) -> None:
        """Show how the table plays, with menus; or set one reading."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await self.desk.shown_to_gm(place, user)
            if what is None and value is None:
                await show_table(self.desk, reply, place, user)
                return
            switches = await self.referee.table_rules(place)
            switch = _switch(switches, what or "")
            if value is None:
                readings = ", ".join(each.label for each in switch.readings)
                raise Illegal("LEFT_OUT", action=switch.about, blank="value", choices=readings)
            reading = resolve.choose(value, switch.readings, "value")
            await set_table(self.desk, reply, place, user, switch.key, reading, source_of(interaction))

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(
        name="peek", description="Look at what a player holds, where the table allows it; everybody is told"
    )
    @app_commands.describe(who="Who holds it")
    @app_commands.autocomplete(who=_suggesting(_others))
    async def peek(self, interaction: Interaction, who: Text) -> None:
        """Look at what a player holds, once everybody has been told."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.desk.shown_to_gm(place, user)
            whose = _meant(showing, who, _others)
            peeping = await self.referee.peek(place, user, who=whose, source=source_of(interaction))
            if not await self.desk.announced(peeping.ruling.fight):
                raise Illegal("NOT_TOLD_YET")
            await reply.screen(seats.peeked(showing, peeping.hands))
            await self.referee.told(peeping.ruling, user)

        await serve(self.referee, interaction, place, handle)


class FightTable(commands.Cog):
    """The part of /fight about how the table plays."""

    desk: Desk
    referee: Referee

    @app_commands.command(
        name="table", description="How this table plays: time to answer, reminders, who looks at what"
    )
    async def table(self, interaction: Interaction) -> None:
        """Show it to anybody."""
        place, user = place_of(interaction), user_of(interaction)
        await serve(self.referee, interaction, place, lambda reply: show_table(self.desk, reply, place, user))


def _keys(switches: Sequence[Switch]) -> tuple[Choice, ...]:
    return tuple(Choice(key=each.key, label=each.about) for each in switches)


def _switch(switches: Sequence[Switch], text: str) -> Switch:
    """What is meant to be set. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
    key = resolve.choose(text, _keys(switches), "what")
    return next(each for each in switches if each.key == key)


async def show_table(desk: Desk, reply: Reply, where: Where, user: UserId, news: Sequence[str] = ()) -> None:
    """How the table plays, below what was just said of it; with menus for whoever may set it."""
    showing = await desk.referee.show(where, user)
    screen = seats.table(showing, await desk.referee.table_rules(showing.id))
    await reply.screen(private.with_news(news, screen))


async def set_table(desk: Desk, reply: Reply, where: Where, user: UserId, what: str, value: str, source: str) -> None:
    """Set one reading, and show the table as it plays then."""
    ruling = await desk.referee.set_table(where, user, what=what, value=value, source=source)
    await show_table(desk, reply, ruling.fight, user, ruling.lines)
    await desk.referee.told(ruling, user)


def verbs(desk: Desk) -> Verbs:
    """What can be pressed."""

    async def set_reading(press: Press) -> None:
        (what,) = press.address.args
        await set_table(desk, press.reply, press.fight, press.user, what, press.value, press.source)

    return {"tableset": Verb(set_reading, 1, 1)}
