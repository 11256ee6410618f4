"""What slash commands and buttons have in common: the Referee, and the screen somebody returns to."""

from collections.abc import Awaitable, Callable, Sequence

from cogs import resolve
from cogs.errors import guarded, serve
from cogs.render import history, private, undoing, whose
from cogs.reply import Interaction, Reply
from cogs.screen import Screen
from rules.core.ids import CombatantId, FightId, Place, UserId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.looking import Where
from rules.referee import Referee, Showing
from rules.telling import Ruling


def place_of(interaction: Interaction) -> Place:
    """The channel or thread somebody speaks in. Raises: Illegal(ONLY_ON_SERVER)."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Illegal("ONLY_ON_SERVER")
    return Place(guild=interaction.guild_id, channel=interaction.channel_id)


def place_or_dm(interaction: Interaction) -> Place | None:
    """The same for commands that are offered in direct messages too: None there."""
    return place_of(interaction) if interaction.guild_id is not None else None


def user_of(interaction: Interaction) -> UserId:
    """Who speaks."""
    return UserId(interaction.user.id)


def source_of(interaction: Interaction) -> str:
    """What makes a repeated delivery harmless."""
    return f"discord:{interaction.id}"


class Desk:
    """Shared by all cogs and presses."""

    def __init__(self, referee: Referee, announced: Callable[[FightId], Awaitable[bool]]) -> None:
        """One referee for the whole process. `announced` waits until all is shown that a fight has to tell.

        It answers False where that takes too long.
        """
        self.referee = referee
        self.announced = announced

    def systems(self) -> tuple[Choice, ...]:
        """All systems there are."""
        return tuple(Choice(key=each.id, label=each.name) for each in self.referee.rulesets.values())

    def systems_with_sheets(self) -> tuple[Choice, ...]:
        """The systems for which players can have characters of their own."""
        every = self.referee.rulesets.values()
        return tuple(Choice(key=each.id, label=each.name) for each in every if each.sheets is not None)

    async def rule(self, interaction: Interaction, ask: Callable[[Place, UserId, str], Awaitable[Ruling]]) -> None:
        """Answer a slash command with a ruling. `ask` is given the channel, the user and the source."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await self.ruled(reply, await ask(place, user, source_of(interaction)), user)

        await serve(self.referee, interaction, place, handle)

    async def ruled(self, reply: Reply, ruling: Ruling, user: UserId, actor: str = "") -> None:
        """Show a ruling to whoever asked, above what he may decide next, and note that he has seen it.

        Whoever plays several stays with the `actor` as long as that one owes something.
        The ruling counts whatever happens now: if the rest cannot be shown, it is shown alone.
        """
        lines = ("This was already ruled:", *ruling.lines) if ruling.is_repeat else ruling.lines
        lines = lines or ("Done.",)
        alone = private.with_news(lines, Screen(text=""))
        await reply.screen(await guarded(self._after(lines, ruling.fight, user, actor), instead=alone))
        await self.referee.told(ruling, user)

    async def ruled_if_it_stands(self, reply: Reply, ruled: Awaitable[Ruling], fight: FightId, user: UserId) -> None:
        """The same for what was asked of a fight as it stood; has it changed since, that is shown instead."""
        try:
            ruling = await ruled
        except Illegal as illegal:
            if illegal.refusal.code != "MOVED_ON":
                raise
            showing = await self.referee.show(fight, user)
            words = await self.referee.refusal_words(illegal.refusal, fight, user)
            now = self.panel(showing) if showing.viewer.gm else await self.home(showing, user)
            await reply.screen(private.with_news((f"✋ {words}",), now))
            return
        await self.ruled(reply, ruling, user)

    async def _after(self, lines: Sequence[str], fight: FightId, user: UserId, actor: str) -> Screen:
        showing = await self.referee.show(fight, user)
        return private.with_news(lines, await self.home(showing, user, whose.current(showing, actor)))

    async def what_happened(self, where: Place | FightId, user: UserId) -> Screen:
        """[What just happened]: the last ruling, as this person may know it."""
        showing = await self.referee.show(where, user)
        act = await self.referee.what_happened(showing.id, user)
        return history.just_happened(showing.id, act, self.referee.rulesets[showing.ruleset].rules)

    async def shown_to_gm(self, where: Where, user: UserId) -> Showing:
        """The fight, if this user is its GM. Raises: Illegal(GM_ONLY)."""
        showing = await self.referee.show(where, user)
        if not showing.viewer.gm:
            raise Illegal("GM_ONLY", gm=showing.gm_word)
        return showing

    @staticmethod
    def require_part(showing: Showing) -> None:
        """Whether the viewer plays in this fight or is its GM. Raises: Illegal(NOT_PLAYING)."""
        if not showing.viewer.gm and not showing.viewer.combatants:
            raise Illegal("NOT_PLAYING")

    async def home(self, showing: Showing, user: UserId, whom: CombatantId | None = None, page: int = 0) -> Screen:
        """Where somebody goes on from: his move (of several that he plays for one), or the panel of a GM without any.

        `page`: of the menu of those whom he plays.
        """
        if showing.viewer.gm and not showing.viewer.combatants:
            return self.panel(showing)
        return await self.move(showing, user, whom or whose.current(showing), page)

    async def move(self, showing: Showing, user: UserId, whom: CombatantId | None, page: int = 0) -> Screen:
        """[Your move] for this combatant; where the rules refuse everything, it says why."""
        options = await self.referee.options(showing.id, user, whom) if whom is not None else ()
        refusals = [option.why_not for option in options]
        refusal = refusals[0] if refusals and None not in refusals else None
        why_not = await self.referee.refusal_words(refusal, showing.id, user) if refusal else ""
        screen = private.move(showing, whom, options, why_not, page)
        if whom not in showing.viewer.combatants:
            return screen
        return undoing.with_undo(screen, showing, await self.referee.free_undo(showing.id, user))

    def panel(self, showing: Showing, page: int = 0) -> Screen:
        """[Dealer]: the GM's panel. Those whom he plays who owe an act come first."""
        owing = {each.whom for each in showing.view.asked}
        played = sorted(resolve.played_by_gm(showing), key=lambda each: each.key not in owing)
        return private.panel(showing, played, page)
