"""/me away, /me back: in one fight, or in all of one's own at once, each of which rules for itself."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_or_dm, source_of, user_of
from cogs.errors import Choices, completing, guarded, serve
from cogs.render import away as render
from cogs.reply import Interaction, Reply
from rules.core.ids import FightId, UserId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.looking import Where
from rules.referee import Referee, Showing
from rules.telling import Ruling

Text = app_commands.Range[str, 1, 100]


class Ruled(NamedTuple):
    """What one fight ruled, and what it decided at once for whoever is away.

    That is None where he is not away there: he only stood in for somebody.
    """

    ruling: Ruling
    decided: tuple[str, ...] | None


class Away(commands.Cog):
    """The part of /me about being away."""

    desk: Desk
    referee: Referee

    async def _orders(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self._known_orders(interaction), current)

    async def _known_orders(self, interaction: Interaction) -> tuple[Choice, ...]:
        """What may be ordered in the fight meant, or in any of all."""
        if not interaction.namespace.everywhere:
            return await self.referee.standing_orders(await fight_meant(self.referee, interaction))
        found: dict[str, Choice] = {}
        for fight in await self.referee.fights_of(user_of(interaction)):
            for order in await guarded(self.referee.standing_orders(fight), instead=()):
                found.setdefault(order.key, order)
        return tuple(found.values())

    @app_commands.command(description="You are away: somebody plays for you, or it goes by orders")
    @app_commands.describe(
        delegate="Who plays for you; he sees what is yours alone",
        orders="What is done for you, if nobody plays",
        everywhere="In all your fights, not only in this one",
    )
    @app_commands.autocomplete(orders=completing(_orders))
    async def away(
        self,
        interaction: Interaction,
        delegate: resolve.Somebody | None = None,
        orders: Text | None = None,
        everywhere: bool = False,
    ) -> None:
        """Leave somebody or orders behind."""
        user, source = user_of(interaction), source_of(interaction)
        is_bare = delegate is None and not orders

        async def leave(where: Where) -> Ruled:
            before = await self.referee.show(where, user)
            if delegate is not None and before.place.guild != interaction.guild_id:
                raise Illegal("NAMED_ELSEWHERE", who=delegate.display_name)
            ruling = await self.referee.go_away(
                before.id,
                user,
                delegate=None if delegate is None else resolve.member(delegate),
                orders=resolve.orders(orders, await self.referee.standing_orders(before.id)),
                source=source,
            )
            return Ruled(ruling, await guarded(self._decided(before, user), instead=None))

        async def handle(reply: Reply) -> None:
            if delegate is not None:
                resolve.member(delegate)  # else each fight would refuse him
            if everywhere:
                await self._everywhere(reply, user, leave, render.left(is_bare=is_bare))
                return
            gone = await leave(await fight_meant(self.referee, interaction))
            others = await guarded(self._others(gone.ruling.fight, user), instead=0)
            lines = (*gone.ruling.lines, *render.alone(gone.decided, is_bare=is_bare, others=others))
            await self.desk.ruled(reply, replace(gone.ruling, lines=lines), user)

        await serve(self.referee, interaction, place_or_dm(interaction), handle)

    async def _decided(self, before: Showing, user: UserId) -> tuple[str, ...] | None:
        """What this user owed `before` he went away and owes no more; None if he plays nobody."""
        now = await self.referee.show(before.id, user)
        if not any(away.user == user for away in now.away.values()):
            return None
        left = {each.id for each in now.view.asked}
        by_orders = {who for who, away in now.away.items() if away.user == user and away.orders}
        owed = (each for each in before.view.asked if each.blocks and each.whom in by_orders and each.id not in left)
        return tuple(f"That was decided for {each.who} just now: {each.what}." for each in owed)

    async def _others(self, fight: FightId, user: UserId) -> int:
        """In how many fights but this he plays and has not said that he is away."""
        every = [await self.referee.show(each, user) for each in await self.referee.fights_of(user) if each != fight]
        return sum(bool(each.viewer.combatants) and not _is_away(each, user) for each in every)

    @app_commands.command(description="You are back, and play yourself again")
    @app_commands.describe(everywhere="In all your fights, not only in this one")
    async def back(self, interaction: Interaction, everywhere: bool = False) -> None:
        """Play again."""
        user, source = user_of(interaction), source_of(interaction)

        async def come(where: Where) -> Ruled:
            return Ruled(await self.referee.come_back(where, user, source=source), ())

        async def handle(reply: Reply) -> None:
            if everywhere:
                await self._everywhere(reply, user, come, render.BACK)
                return
            back = await come(await fight_meant(self.referee, interaction))
            await self.desk.ruled(reply, back.ruling, user)

        await serve(self.referee, interaction, place_or_dm(interaction), handle)

    async def _everywhere(
        self, reply: Reply, user: UserId, ask: Callable[[Where], Awaitable[Ruled]], words: render.Words
    ) -> None:
        """Ask it of each of his fights, each by itself: what one refuses stops no other.

        Raises: Illegal(IN_NO_FIGHT).
        """
        fights = await self.referee.fights_of(user)
        if not fights:
            raise Illegal("IN_NO_FIGHT")
        ruled: list[tuple[str, Ruled]] = []
        refused: dict[str, list[str]] = {}
        for fight in fights:
            where = await guarded(self._named(fight, user), instead=render.NAMELESS)
            try:
                ruled.append((where, await ask(fight)))
            except Illegal as illegal:
                refused.setdefault(await self.referee.refusal_words(illegal.refusal, fight, user), []).append(where)
        said = [(where, (*each.ruling.lines, *(each.decided or ()))) for where, each in ruled]
        await reply.screen(render.everywhere(said, refused, words))
        for _, each in ruled:
            await self.referee.told(each.ruling, user)

    async def _named(self, fight: FightId, user: UserId) -> str:
        return render.named(await self.referee.show(fight, user))


async def fight_meant(referee: Referee, interaction: Interaction) -> Where:
    """The fight of this channel, or in a DM the only one that somebody is in.

    Raises: Illegal(IN_NO_FIGHT, WHICH_FIGHT).
    """
    if place := place_or_dm(interaction):
        return place
    fights = await referee.fights_of(user_of(interaction))
    if len(fights) != 1:
        raise Illegal("WHICH_FIGHT" if fights else "IN_NO_FIGHT")
    return fights[0]


def _is_away(showing: Showing, user: UserId) -> bool:
    return any(away.user == user for away in showing.away.values())
