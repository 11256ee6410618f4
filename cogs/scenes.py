"""/gm scene: the game master keeps the place of a fight, lays out a kept one or one that he pastes, deletes one."""

from discord import app_commands

from cogs import resolve
from cogs.desk import Desk, place_of, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.render import scenes as render
from cogs.reply import Interaction, Reply
from rules.core.command import LayOut
from rules.core.ids import FightId, UserId
from rules.core.view import Phase

Text = app_commands.Range[str, 1, 100]
TEXT = render.TEXT  # the blank of the form


class SceneGroup(app_commands.Group):
    """Saving, loading, deleting and pasting scenes."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        super().__init__(name="scene", description="Scenes of your own: save this one, load, paste or delete one")
        self.desk = desk
        self.referee = desk.referee

    async def _kept(self, interaction: Interaction, current: str) -> Choices:
        place, user = place_of(interaction), user_of(interaction)
        showing = await self.referee.show(place, user)
        if not showing.viewer.gm:
            return []
        return resolve.suggestions(await self.referee.scenes.choices(place.guild, showing.ruleset, user), current)

    @app_commands.command(description="Keep the place of this fight, with its NPCs, for your later ones on this server")
    @app_commands.describe(name="What the scene is called", replace="Keep it in place of the one of that name")
    async def save(self, interaction: Interaction, name: Text, replace: bool = False) -> None:
        """What `load` and `/fight begin scene:` bring back."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            await reply.text(render.saved(await self.referee.scenes.save(place, user, name, is_replacing=replace)))

        await serve(self.referee, interaction, place, handle)

    @app_commands.command(description="Lay out a scene that you have kept on this server, while the lobby is open")
    @app_commands.describe(name="Which scene")
    @app_commands.autocomplete(name=completing(_kept))
    async def load(self, interaction: Interaction, name: Text) -> None:
        """Its places and NPCs take the place of those there are; the players stay."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.desk.shown_to_gm(place, user)
            kept = await self.referee.scenes.choices(place.guild, showing.ruleset, user)
            key = resolve.choose(name, kept, "name")
            scene = await self.referee.scenes.scene(place.guild, showing.ruleset, user, key)
            ruling = await self.referee.act(place, user, LayOut(scene=scene), source=source_of(interaction))
            await self.desk.ruled(reply, ruling, user)

        await serve(self.referee, interaction, place, handle)

    async def _own(self, interaction: Interaction, current: str) -> Choices:
        own = await self.referee.scenes.own(place_of(interaction).guild, user_of(interaction))
        return resolve.suggestions(own, current)

    @app_commands.command(description="Delete a scene that you have kept on this server, after asking")
    @app_commands.describe(name="Which scene")
    @app_commands.autocomplete(name=completing(_own))
    async def delete(self, interaction: Interaction, name: Text) -> None:
        """Ask first. No fight need be open here."""
        guild, user = place_of(interaction).guild, user_of(interaction)

        async def handle(reply: Reply) -> None:
            own = await self.referee.scenes.own(guild, user)
            key = resolve.choose(name, own, "name")
            await reply.screen(render.deleting(key, await self.referee.scenes.name_of(guild, user, key)))

        await serve(self.referee, interaction, None, handle)

    @app_commands.command(description="Write or paste a whole scene in lines, and look at it before it is laid out")
    async def paste(self, interaction: Interaction) -> None:
        """A form that begins with what was pasted last, else with an example."""
        place, user = place_of(interaction), user_of(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self.referee.show(place, user)
            await open_form(self.desk, reply, showing.id, user)

        await serve(self.referee, interaction, place, handle)


async def open_form(desk: Desk, reply: Reply, fight: FightId, user: UserId) -> None:
    """The form for a whole scene. Raises: Illegal(GM_ONLY, NO_OWN_SCENES)."""
    await reply.form(render.form(fight, await desk.referee.scenes.last_pasted(fight, user)))


async def look_at(desk: Desk, reply: Reply, fight: FightId, user: UserId, text: str) -> None:
    """What was understood of a sent form and what was not; its text is kept. Raises: as `Scenes.paste`."""
    draft = await desk.referee.scenes.paste(fight, user, text)
    showing = await desk.referee.show(fight, user)
    is_lobby = showing.view.phase is Phase.LOBBY and not showing.is_closed
    await reply.screen(render.preview(showing.id, draft, is_lobby=is_lobby))


async def delete(desk: Desk, reply: Reply, guild: int, user: UserId, key: str) -> None:
    """What he was asked about is gone. Raises: Illegal(SCENE_GONE, NOT_STORED)."""
    await reply.screen(render.deleted(await desk.referee.scenes.delete(guild, user, key)))


async def lay_out(desk: Desk, reply: Reply, fight: FightId, user: UserId, mark: str, source: str) -> None:
    """The scene that was looked at, laid out. Raises: as `Scenes.pasted`, and as the rules refuse it."""
    scene = await desk.referee.scenes.pasted(fight, user, mark)
    ruling = await desk.referee.act(fight, user, LayOut(scene=scene), source=source)
    await desk.ruled(reply, ruling, user)
