"""/me away, /me back: in one fight, or in all of one's own at once, each of which rules for itself."""

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_or_dm, source_of, user_of
from cogs.errors import Choices, completing, guarded, serve
from cogs.render import away as render
from cogs.reply import Interaction, Reply
from rules.core.ids import FightId, UserId
from rules.core.option import Choice
from rules.core.refusal import Illegal, Refusal
from rules.core.values import replace
from rules.looking import Where
from rules.referee import Referee, Showing
from rules.telling import Ruling

Text = app_commands.Range[str, 1, 100]


NOTHING_TO_SAY = ("NOT_AWAY", "NOT_PLAYING")  # of a fight, to whoever was away in none


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

        async def leave(where: Where) -> Ruling:
            before = await self.referee.show(where, user)
            if delegate is not None and before.place.guild != interaction.guild_id:
                raise Illegal("NAMED_ELSEWHERE", who=delegate.display_name)
            return await self.referee.go_away(
                before.id,
                user,
                delegate=None if delegate is None else resolve.member(delegate),
                orders=resolve.orders(orders, await self.referee.standing_orders(before.id)),
                source=source,
            )

        async def handle(reply: Reply) -> None:
            if delegate is not None:
                resolve.member(delegate)  # else each fight would refuse him
            if everywhere:
                await self._everywhere(reply, user, leave, render.LEFT)
                return
            gone = await leave(await fight_meant(self.referee, interaction))
            is_away = await guarded(self._is_away(gone.fight, user), instead=True)
            others = await guarded(self._others(gone.fight, user), instead=0)
            lines = (*gone.lines, *render.alone(is_away=is_away, others=others))
            await self.desk.ruled(reply, replace(gone, lines=lines), user)

        await serve(self.referee, interaction, place_or_dm(interaction), handle)

    async def _is_away(self, fight: FightId, user: UserId) -> bool:
        return _is_away(await self.referee.show(fight, user), user)

    async def _others(self, fight: FightId, user: UserId) -> int:
        """In how many fights but this he plays and has not said that he is away."""
        every = [await self.referee.show(each, user) for each in await self.referee.fights_of(user) if each != fight]
        return sum(bool(each.viewer.combatants) and not _is_away(each, user) for each in every)

    @app_commands.command(description="You are back, and play yourself again")
    @app_commands.describe(everywhere="In all your fights, not only in this one")
    async def back(self, interaction: Interaction, everywhere: bool = False) -> None:
        """Play again."""
        user, source = user_of(interaction), source_of(interaction)

        async def come(where: Where) -> Ruling:
            return await self.referee.come_back(where, user, source=source)

        async def handle(reply: Reply) -> None:
            if everywhere:
                await self._everywhere(reply, user, come, render.BACK)
                return
            back = await come(await fight_meant(self.referee, interaction))
            await self.desk.ruled(reply, back, user)

        await serve(self.referee, interaction, place_or_dm(interaction), handle)

    async def _everywhere(
        self, reply: Reply, user: UserId, ask: Callable[[Where], Awaitable[Ruling]], words: render.Words
    ) -> None:
        """Ask it of each of his fights, each by itself: what one refuses stops no other.

        Raises: Illegal(IN_NO_FIGHT).
        """
        fights = await self.referee.fights_of(user)
        if not fights:
            raise Illegal("IN_NO_FIGHT")
        ruled: list[tuple[str, Ruling]] = []
        refused: list[tuple[str, Refusal, FightId]] = []
        for fight in fights:
            where = await guarded(self._named(fight, user), instead=render.NAMELESS)
            try:
                ruled.append((where, await ask(fight)))
            except Illegal as illegal:
                refused.append((where, illegal.refusal, fight))
        why: dict[str, list[str]] = {}
        for where, refusal, fight in refused:
            if ruled or words is not render.BACK or refusal.code not in NOTHING_TO_SAY:
                why.setdefault(await self.referee.refusal_words(refusal, fight, user), []).append(where)
        await reply.screen(render.everywhere([(where, each.lines) for where, each in ruled], why, words))
        for _, each in ruled:
            await self.referee.told(each, user)

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
