"""/gm: what only the game master of a fight may do; he can overrule everything."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.call import Calling
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.files import KeepingPlaces
from cogs.render import own_npcs, private, theme
from cogs.reply import Interaction, Reply
from cogs.scenes import SceneGroup
from cogs.seats import GmSeats
from rules.asking import Wish
from rules.core.combatant import Side
from rules.core.command import Amend
from rules.core.ids import CombatantId, Place, UserId
from rules.core.option import Amendable, Choice
from rules.core.refusal import Illegal
from rules.referee import Showing
from rules.telling import Ruling

Text = app_commands.Range[str, 1, 100]


def _places(showing: Showing) -> tuple[Choice, ...]:
    return tuple(Choice(key=each.id, label=each.name) for each in showing.view.places)


def _sides_of(showing: Showing) -> tuple[Choice, ...]:
    """The sides as the rules of the fight call them."""
    return tuple(Choice(key=side, label=word) for side, word in showing.sides.items())


def _value_of(meant: Amendable, text: str) -> str:
    """The value meant. Raises: Illegal(NOT_FOUND, AMBIGUOUS) where only those listed serve."""
    if meant.is_free:
        return next((each.key for each in meant.values if text in (each.key, each.label)), text)
    return resolve.choose(text, meant.values, "value") if meant.values else text


@app_commands.guild_only()
class GmCog(
    Calling,
    GmSeats,
    KeepingPlaces,
    commands.GroupCog,
    name="gm",
    description="For the game master of this channel's fight",
):
    """NPCs, places, values, secrets, rulings, and going on without whoever is away."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee
        super().__init__()
        group = self.app_command
        assert isinstance(group, app_commands.Group), "a GroupCog has one"
        group.add_command(SceneGroup(desk))

    # ---- suggestions

    async def _npcs(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(await self._npcs_of(place_of(interaction), user_of(interaction)), current)

    async def _npcs_of(self, place: Place, user: UserId) -> tuple[Choice, ...]:
        """Whom the GM may bring in: the stat blocks, and new ones of his own where the rules know such."""
        known = await self.referee.stat_blocks(place, user)
        showing = await self.referee.show(place, user)
        return (*known, *own_npcs.WAYS) if self.referee.rulesets[showing.ruleset].own_npcs else known

    async def _people(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        return resolve.suggestions(resolve.combatants(showing), current)

    async def _sides(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        return resolve.suggestions(_sides_of(showing), current)

    async def _places(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        return resolve.suggestions(_places(showing), current)

    async def _amendables(self, interaction: Interaction) -> list[Amendable]:
        place, user = place_of(interaction), user_of(interaction)
        group = interaction.command.name if interaction.command else ""
        if group == "correct":
            return list(await self.referee.correctable(place, user))
        return [each for each in await self.referee.amendables(place, user) if each.group == group]

    async def _what(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(resolve.labelled(await self._amendables(interaction)), current)

    async def _whom(self, interaction: Interaction, current: str) -> Choices:
        what = str(interaction.namespace.what or "")
        every = await self._amendables(interaction)
        choices: dict[str, Choice] = {}
        for each in [resolve.one_of(every, what, "what")] if what else every:
            choices.update((choice.key, choice) for choice in each.whom)
        return resolve.suggestions(choices.values(), current)

    async def _value(self, interaction: Interaction, current: str) -> Choices:
        what = str(interaction.namespace.what or "")
        meant = resolve.one_of(await self._amendables(interaction), what, "what")
        return resolve.suggestions(meant.values, current)

    # ---- commands

    @app_commands.command(description="Bring somebody into the fight")
    @app_commands.describe(
        who="A stat block, or one of your own",
        name="What it is called (empty: like the stat block)",
        side="Which side it is on (empty: the enemies)",
        where="In which place",
        hidden="Only you see it until you reveal it",
    )
    @app_commands.autocomplete(who=completing(_npcs), side=completing(_sides), where=completing(_places))
    async def add(
        self,
        interaction: Interaction,
        who: Text,
        name: Text | None = None,
        side: Text | None = None,
        where: Text | None = None,
        hidden: bool = False,
    ) -> None:
        """An NPC enters."""

        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.desk.shown_to_gm(place, user)
            template = resolve.choose(who, await self._npcs_of(place, user), "who")
            on = Side(resolve.choose(side, _sides_of(showing), "side")) if side else Side.ENEMY
            at = resolve.place(where, _places(showing)) if where else ""
            own = self.referee.rulesets[showing.ruleset].own_npcs
            if own is not None and template in own_npcs.KEYS:
                form = own_npcs.form(showing.id, own, template, name or "", on, at, hidden=hidden)
                if not form.to.is_valid:  # words for a place that are too long for it, or hold a colon
                    raise resolve.not_found(where or "", _places(showing), "where")
                await reply.form(form)
                return
            source = source_of(interaction)
            ruling = await self.referee.add(
                place, user, name=name or "", template=template, side=on, at=at, hidden=hidden, source=source
            )
            await self.desk.ruled(reply, ruling, user)

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="Put somebody somewhere, or describe a place and its ways")
    @app_commands.describe(
        where="The place, or a position in words (a new name makes a new place)",
        whom="Who is put there",
        link="Places one can walk to from it, separated by commas",
        sight="Places one can see from it, separated by commas",
        note="What it looks like, or where it is",
    )
    @app_commands.autocomplete(where=completing(_places), whom=completing(_people))
    async def place(
        self,
        interaction: Interaction,
        where: Text,
        whom: Text | None = None,
        link: Text | None = None,
        sight: Text | None = None,
        note: Text | None = None,
    ) -> None:
        """Move people about, or lay out places."""

        async def ask(here: Place, user: UserId, source: str) -> Ruling:
            showing = await self.desk.shown_to_gm(here, user)
            fields = {
                "where": resolve.place(where, _places(showing)) if whom else where,
                "whom": [resolve.combatant(showing, whom)] if whom else [],
                "link": link or "",
                "sight": sight or "",
                "note": note or "",
            }
            return await self.referee.act(here, user, Wish(kind="place-there", fields=fields), source=source)

        await self.desk.rule(interaction, ask)

    @app_commands.command(description="Set a value that everybody may see, overruling the rules")
    @app_commands.describe(what="What to set", value="To which value", whom="Of whom")
    @app_commands.autocomplete(what=completing(_what), whom=completing(_whom), value=completing(_value))
    async def amend(self, interaction: Interaction, what: Text, value: Text, whom: Text | None = None) -> None:
        """Overrule a value of a combatant."""
        await self._amend(interaction, what, value, whom)

    @app_commands.command(description="Set something that only you may know")
    @app_commands.describe(what="What to set", value="To which value", whom="Of whom")
    @app_commands.autocomplete(what=completing(_what), whom=completing(_whom), value=completing(_value))
    async def secret(self, interaction: Interaction, what: Text, value: Text, whom: Text | None = None) -> None:
        """Set a hidden value."""
        await self._amend(interaction, what, value, whom)

    @app_commands.command(description="Decide something about the scene or a ruling")
    @app_commands.describe(what="What to decide", value="How", whom="About whom")
    @app_commands.autocomplete(what=completing(_what), whom=completing(_whom), value=completing(_value))
    async def decide(self, interaction: Interaction, what: Text, value: Text, whom: Text | None = None) -> None:
        """Settle what the rules leave to the game master."""
        await self._amend(interaction, what, value, whom)

    @app_commands.command(description="The numbers of everybody in the fight, for you alone")
    async def numbers(self, interaction: Interaction) -> None:
        """What stands behind the short lines of the panel."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await reply.screen(private.numbers(await self.desk.shown_to_gm(place, user)))

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(name="save-house", description="Keep this fight's house rules for later ones on this server")
    async def save_house(self, interaction: Interaction) -> None:
        """What `/fight begin house:saved` brings back."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            kept = await self.referee.save_house(place, user)
            said = theme.plain(kept or "all by the book")
            await reply.text(f"Kept for this server: {said}. Begin a fight with **house: saved** to play so again.")

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(name="go-on", description="Wait no longer: apply what stands beside each awaited name")
    @app_commands.describe(only="Apply it to some of them only")
    @app_commands.choices(only=[app_commands.Choice(name="those whom you play (run all)", value="npcs")])
    async def go_on(self, interaction: Interaction, only: str = "") -> None:
        """Apply the defaults of whoever is awaited, or run all NPCs."""
        await self.desk.rule(
            interaction,
            lambda place, user, source: self.referee.go_on(place, user, source=source, only_npcs=only == "npcs"),
        )

    @app_commands.command(description="Judge the last ruling again with the same cards or dice, something put right")
    @app_commands.describe(
        what="What was wrong", value="What it should have been", whom="Of whom", now="Do it at once, without comparing"
    )
    @app_commands.autocomplete(what=completing(_what), whom=completing(_whom), value=completing(_value))
    async def correct(
        self, interaction: Interaction, what: Text, value: Text, whom: Text | None = None, now: bool = False
    ) -> None:
        """Show what would come of the last ruling, and make it so on confirmation."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await self.desk.shown_to_gm(place, user)
            amend = Amend(**await self._meant(interaction, what, value, whom))
            if now:
                ruling = await self.referee.correct(place, user, amend, source=source_of(interaction))
                await self.desk.ruled(reply, ruling, user)
                return
            comparison = await self.referee.would_be(place, user, amend)
            showing = await self.referee.show(place, user)
            refused = comparison.refused
            lost = await self.referee.refusal_words(refused, place, user) if refused else ""
            await reply.screen(private.correction(showing, comparison, amend, lost))

        await serve(self.referee, interaction, place, handle)

    async def _amend(self, interaction: Interaction, what: str, value: str, whom: str | None) -> None:
        async def ask(place: Place, user: UserId, source: str) -> Ruling:
            await self.desk.shown_to_gm(place, user)
            fields = await self._meant(interaction, what, value, whom)
            return await self.referee.act(place, user, Wish(kind="amend", fields=fields), source=source)

        await self.desk.rule(interaction, ask)

    async def _meant(self, interaction: Interaction, what: str, value: str, whom: str | None) -> dict[str, Any]:
        """The fields of an amendment from typed words. Raises: Illegal(NOT_FOUND, AMBIGUOUS, NO_SUCH_BLANK, …)."""
        meant = resolve.one_of(await self._amendables(interaction), what, "what")
        fields: dict[str, Any] = {
            "what": meant.key,
            "value": _value_of(meant, value),
        }
        if meant.whom:
            fields["whom"] = CombatantId(resolve.chosen(whom, meant.whom, "whom", meant.label))
        elif whom:
            raise Illegal("NO_SUCH_BLANK", action=meant.label, blank="whom", takes="what, value")
        return fields
