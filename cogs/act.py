"""/act: the one command for every act in every system; what is legal now comes from the rules."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, place_of, user_of
from cogs.errors import Choices, Suggest, completing
from cogs.render import theme
from cogs.reply import Interaction
from rules.asking import Wish
from rules.core.command import Answer
from rules.core.ids import CombatantId, Place, UserId
from rules.core.option import Choice, Option
from rules.core.refusal import Illegal
from rules.referee import Showing
from rules.telling import Ruling

Text = app_commands.Range[str, 1, 100]
FEW = 3  # of those whom somebody plays, for whom acts are worked out while he types
BLANKS = ("whom", "where", "weapon", "card", "how", "note")


def _values_of(blank: str) -> Suggest["ActCog"]:
    """Suggest what may fill this blank, for the action typed so far."""

    async def suggest(cog: "ActCog", interaction: Interaction, current: str) -> Choices:
        choices: dict[str, Choice] = {}
        for option in await cog.meant(interaction):
            for slot in option.slots:
                if slot.name == blank or (slot.is_free and blank == "note"):
                    choices.update((choice.key, choice) for choice in slot.choices)
        return resolve.suggestions(choices.values(), current)

    suggest.__qualname__ = f"ActCog.{blank}"  # the library tells methods by their qualified name
    return completing(suggest)


def _wish(option: Option, actor: CombatantId, typed: Mapping[str, str]) -> Wish:
    return Wish(kind=option.kind, fields={"actor": actor, **resolve.fields(option, typed)})


def _answer(answer: Answer, choice: Choice, typed: Mapping[str, str]) -> Answer:
    """What a typed answer fills in, its own blanks written in the note: `name=value, name=value`."""
    takes = ", ".join(f"{slot.name}=…" for slot in choice.blanks)
    for blank in typed:
        if blank != "note" or not choice.blanks:
            raise Illegal("NO_SUCH_BLANK", action=choice.label, blank=blank, takes=takes or "nothing more")
    blanks = resolve.blanks(choice, typed["note"]) if "note" in typed else {}
    return Answer(prompt=answer.prompt, key=answer.key, blanks=blanks)


class Possible(NamedTuple):
    """What may be done now for one combatant, or (`resolve.NOBODY`) by the GM as the GM."""

    showing: Showing
    actor: CombatantId
    options: tuple[Option, ...]


def _meant(action: str, possible: Possible, typed: Mapping[str, str]) -> Wish | Answer:
    """What was typed, for this one. Raises: Illegal with what is wrong with it."""
    meant = resolve.action(action, *possible)
    return _wish(meant, possible.actor, typed) if isinstance(meant, Option) else _answer(*meant, typed)


def _fits(action: str, possible: Possible, typed: Mapping[str, str]) -> Wish | Answer | None:
    """The same, or None where it cannot be done for this one."""
    try:
        return _meant(action, possible, typed)
    except Illegal:
        return None


def _acts(action: str, possible: Possible) -> tuple[Option, ...]:
    """The act typed so far for this one, if it is one; all that are legal, as long as none is typed."""
    if not action:
        return tuple(option for option in possible.options if option.why_not is None)
    try:
        meant = resolve.action(action, *possible)
    except Illegal:
        return ()
    return (meant,) if isinstance(meant, Option) else ()


def _offered(every: Sequence[Possible]) -> list[Choice]:
    """What may be done for each; where there are several, with the name before it, so that it is for nobody else."""
    if len(every) == 1:
        return list(resolve.actions(*every[0]))
    names = {each.key: each for each in resolve.combatants(every[0].showing)}
    found: dict[str, Choice] = {}
    for each in every:
        for choice in resolve.actions(*each):
            if each.actor == resolve.NOBODY:
                found[choice.key] = choice
            elif each.actor in names and choice.key not in found:  # else it is the GM's own, and said already
                named = resolve.named(names[each.actor], choice)
                found[named.key] = named
    return [each for each in found.values() if len(each.key) <= theme.CHOICE]


class ActCog(commands.Cog):
    """Typed acts."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee

    async def _possible(
        self, place: Place, user: UserId, as_: str, action: str, most: int | None = None
    ) -> tuple[list[Possible], str]:
        """What this user may do now, for himself or `as_` another, or for each whom he plays; and the act alone.

        Of those after the first `most` there are only the answers that they owe.
        """
        showing = await self.referee.show(place, user)
        actors, alone = resolve.actors(showing, as_, action)
        known = [Possible(showing, each, await self._options(place, user, each, alone)) for each in actors[:most]]
        return [*known, *(Possible(showing, each, ()) for each in actors[len(known) :])], alone

    async def _options(self, place: Place, user: UserId, actor: CombatantId, action: str) -> tuple[Option, ...]:
        """All acts of this one, or only the one meant by its own name."""
        options = await self.referee.options(place, user, actor, action)
        if action and not any(option.kind == action for option in options):
            return await self.referee.options(place, user, actor)
        return options

    async def _asked(
        self, place: Place, user: UserId, as_: str, action: str, typed: Mapping[str, str]
    ) -> Wish | Answer:
        """What is meant. Where several could act, and nobody is named, it is for the only one whom all of it fits.

        Raises: Illegal(WHO_ACTS), and whatever is wrong with it.
        """
        every, alone = await self._possible(place, user, as_, action)
        if len(every) == 1:
            return _meant(alone, every[0], typed)
        fitting: list[Wish | Answer] = []
        for each in every:
            asked = _fits(alone, each, typed)
            if asked is not None and asked not in fitting:  # what the GM decides as the GM fits all of his
                fitting.append(asked)
        if len(fitting) != 1:
            raise resolve.who_acts(every[0].showing)
        return fitting[0]

    async def _typed(self, interaction: Interaction, action: str = "") -> tuple[list[Possible], str]:
        """What whoever is typing may do now, for the combatant named so far or for each of his; and the act alone."""
        as_ = str(getattr(interaction.namespace, "as", None) or "")
        return await self._possible(place_of(interaction), user_of(interaction), as_, action, FEW)

    async def meant(self, interaction: Interaction) -> tuple[Option, ...]:
        """The act typed so far, for everybody for whom it may be; all that are legal, as long as none is typed."""
        every, action = await self._typed(interaction, str(interaction.namespace.action or ""))
        return tuple(option for each in every for option in _acts(action, each))

    async def _actions(self, interaction: Interaction, current: str) -> Choices:
        every, _ = await self._typed(interaction)
        return resolve.suggestions(_offered(every), current)

    async def _actors(self, interaction: Interaction, current: str) -> Choices:
        showing = await self.referee.show(place_of(interaction), user_of(interaction))
        if not showing.viewer.gm:
            mine = resolve.own(showing)
            return resolve.suggestions(mine, current) if len(mine) > 1 else []
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
        as_="For whom you act, if you play several or are the game master",
    )
    @app_commands.autocomplete(
        action=completing(_actions),
        whom=_values_of("whom"),
        where=_values_of("where"),
        weapon=_values_of("weapon"),
        card=_values_of("card"),
        how=_values_of("how"),
        note=_values_of("note"),
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
        given = dict(zip(BLANKS, (whom, where, weapon, card, how, note), strict=True))

        async def ask(place: Place, user: UserId, source: str) -> Ruling:
            typed = {name: text for name, text in given.items() if text}
            asked = await self._asked(place, user, as_ or "", action, typed)
            return await self.referee.act(place, user, asked, source=source)

        await self.desk.rule(interaction, ask)
