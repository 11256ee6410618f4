"""/gm call: a check of several people at once; which checks there are, and for whom, the rules say."""

import re
from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.render import calling, theme
from cogs.reply import Interaction, Reply
from rules.asking import Wish
from rules.core.calling import Check
from rules.core.names import key_of
from rules.core.option import Choice
from rules.referee import Referee, Showing

Text = app_commands.Range[str, 1, 100]
Note = app_commands.Range[str, 1, 60]
EVERYBODY = "everybody"


def group(showing: Showing, check: Check, text: str) -> tuple[str, ...]:
    """Whom these words mean: everybody (or nothing said), a side, of whom those the rules mean; or names, all of them.

    Raises: Illegal(NOT_FOUND, AMBIGUOUS).
    """
    word = key_of(text)
    if word in ("", EVERYBODY):
        return calling.suggested(check)
    for side, named in showing.sides.items():
        if word in (key_of(named), side.value):
            return calling.suggested(check, [each.id for each in showing.view.combatants if each.side is side])
    names = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(dict.fromkeys(resolve.choose(each, check.who, "who") for each in names))


def how_hard(check: Check, text: str) -> str:
    """The difficulty meant: a number as it stands, or one of those offered. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
    if not text:
        return check.difficulties[0].key
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text):
        return resolve.choose(text, check.difficulties, "difficulty")
    offered = (each.key for each in check.difficulties if re.fullmatch(r"[+-]?[0-9]{1,4}", each.key))
    return next((key for key in offered if int(key) == int(text)), text)


def _people(showing: Showing, able: Sequence[Choice], text: str) -> Choices:
    """What may stand next in a list of names, behind what was typed before the last comma."""
    before, comma, current = text.rpartition(",")
    head = f"{before.strip()}, " if comma else ""
    whole = () if comma else (Choice(key=EVERYBODY, label="Everybody"), *map(_side, showing.sides.values()))
    fitting = resolve.suggestions(
        (*whole, *(Choice(key=each.label, label=each.label) for each in able)), current.strip()
    )
    return [
        app_commands.Choice(name=theme.cut(head + each.name, theme.CHOICE), value=head + each.value)
        for each in fitting
        if len(head + each.value) <= theme.CHOICE
    ]


def _side(name: str) -> Choice:
    return Choice(key=name, label=name)


class Calling(commands.Cog):
    """The part of /gm that calls for checks."""

    desk: Desk
    referee: Referee

    async def _checks(self, interaction: Interaction) -> tuple[Check, ...]:
        return await self.referee.calls(place_of(interaction), user_of(interaction))

    async def _check_named(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(resolve.labelled(await self._checks(interaction)), current)

    async def _called(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        every = await self._checks(interaction)
        named = str(interaction.namespace.check or "")
        check = next((each for each in every if named in (each.key, each.label)), next(iter(every), None))
        return _people(showing, check.who, current) if check else []

    async def _how_hard(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        check = _meant(showing, await self._checks(interaction), str(interaction.namespace.check or ""))
        return resolve.suggestions(check.difficulties, current)

    @app_commands.command(name="call", description="Call several people for a check at once")
    @app_commands.describe(
        who="Everybody, a side, or names separated by commas",
        check="Which check",
        difficulty="How hard (empty: as usual)",
        note="What it is about",
        hidden="Whether the difficulty is your secret",
        now="Call them at once, without looking over it",
    )
    @app_commands.autocomplete(
        who=completing(_called), check=completing(_check_named), difficulty=completing(_how_hard)
    )
    async def call(
        self,
        interaction: Interaction,
        who: Text,
        check: Text,
        difficulty: Text | None = None,
        note: Note | None = None,
        hidden: bool | None = None,
        now: bool = False,
    ) -> None:
        """Show who is called and how hard it is, to be confirmed; or call them at once."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.desk.shown_to_gm(place, user)
            meant = _meant(showing, await self.referee.calls(place, user), check)
            draft = calling.Draft(
                check=meant.key,
                who=group(showing, meant, who),
                difficulty=how_hard(meant, difficulty or ""),
                hidden=meant.is_hidden if hidden is None else hidden,
                about=note or "",
            )
            if not now:
                await reply.screen(calling.confirm(showing, meant, draft))
                return
            wish = Wish(kind="call", fields=calling.fields(draft))
            ruling = await self.referee.act(place, user, wish, source=source_of(interaction))
            await self.desk.ruled(reply, ruling, user)

        await serve(self.referee, interaction, place, handle)


def _meant(showing: Showing, every: Sequence[Check], text: str) -> Check:
    """The check of this name. Raises: Illegal(NOTHING_TO_CALL, DECIDED_FIRST, NOT_FOUND, AMBIGUOUS)."""
    if not every:
        raise calling.nothing_to_call(showing)
    return resolve.one_of(every, text, "check")
