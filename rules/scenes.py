"""The scenes that a GM keeps in a server, and the text he pasted last, so that no form loses what was in it.

They are for nobody but him: whoever opens a lobby could look at who is hidden in them.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256

import msgspec

from rules.authority import require_gm
from rules.core.ids import UserId
from rules.core.names import clean, key_of
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.scenes import OwnScenes, Pasted
from rules.looking import Where
from rules.store.protocol import NotStored, Saved, Store
from rules.tables import AnyFight, AnyRuleset, Tables

SCENE, PASTED = "scene", "pasted"  # kinds of what is kept, before the user's id
LAST = "last"  # the name of the only pasted text
OWN = "own/"  # before the name of a kept scene, where ready ones are chosen too; no key of theirs holds it
MOST_SCENES = 100  # of one person, by one system in one server
LONGEST_PASTED = 4000  # characters: what a form takes


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A pasted text as it is read now; `mark` tells it from any other."""

    text: str
    mark: str
    pasted: Pasted


class Scenes:
    """Kept scenes by server, system and person. Only the GM of a fight saves, pastes and lays out."""

    def __init__(
        self, store: Store, tables: Tables, rulesets: Mapping[str, AnyRuleset], clock: Callable[[], float]
    ) -> None:
        """`clock`: seconds since the epoch."""
        self._store = store
        self._tables = tables
        self._rulesets = rulesets
        self._clock = clock

    async def choices(self, guild: int, ruleset: str, user: UserId) -> tuple[Choice, ...]:
        """The scenes that this user has kept, by name."""
        names = await self._kept(guild, ruleset, user)
        return tuple(Choice(key=f"{OWN}{name}", label=name, note="kept by you") for name in names)

    async def scene(self, guild: int, ruleset: str, user: UserId, key: str) -> str:
        """One of them by its key. Raises: Illegal(NO_SUCH_SCENE)."""
        name = key.removeprefix(OWN)
        scene = (await self._kept(guild, ruleset, user)).get(name)
        if scene is None:
            raise Illegal("NO_SUCH_SCENE", scene=name)
        return scene

    async def save(self, where: Where, user: UserId, name: str, *, is_replacing: bool = False) -> str:
        """Keep the present place of a fight under a name; the name as it is kept. GM only.

        A repeat of the same is no second one.
        Raises: Illegal(GM_ONLY, NO_OWN_SCENES, SCENE_NAMELESS, SCENE_NAME_READY, SCENE_NAME_TAKEN, TOO_MANY_SCENES,
        NOT_STORED).
        """
        fight, ruleset, rules = await self._as_gm(where, user)
        called = clean(name)
        if not called:
            raise Illegal("SCENE_NAMELESS")
        if any(key_of(called) in (key_of(each.key), key_of(each.label)) for each in ruleset.scenes):
            raise Illegal("SCENE_NAME_READY", name=called)
        kept = await self._kept(fight.place.guild, fight.ruleset, user)
        called = next((each for each in kept if key_of(each) == key_of(called)), called)
        scene = rules.keep(fight.state, called)
        if called in kept:
            if kept[called] == scene:
                return called
            if not is_replacing:
                raise Illegal("SCENE_NAME_TAKEN", name=called)
        elif len(kept) >= MOST_SCENES:
            raise Illegal("TOO_MANY_SCENES", most=str(MOST_SCENES))
        await self._keep(fight, user, SCENE, called, scene)
        return called

    async def own(self, guild: int, user: UserId) -> tuple[Choice, ...]:
        """All that this user has kept on this server, by whatever rules; by key, for `name_of` and `delete`."""
        found = [
            Choice(key=f"{ruleset.id}/{_mark(name)}", label=name, note=ruleset.name)
            for ruleset in self._rulesets.values()
            for name in await self._kept(guild, ruleset.id, user)
        ]
        return tuple(found)

    async def name_of(self, guild: int, user: UserId, key: str) -> str:
        """What one of these is called. Raises: Illegal(SCENE_GONE)."""
        found = next((each for each in await self.own(guild, user) if each.key == key), None)
        if found is None:
            raise Illegal("SCENE_GONE")
        return found.label

    async def delete(self, guild: int, user: UserId, key: str) -> str:
        """Keep one of these no more; its name. Fights that were opened with it go on.

        Raises: Illegal(SCENE_GONE, NOT_STORED).
        """
        name = await self.name_of(guild, user, key)
        try:
            await self._store.unsave(guild, key.partition("/")[0], _kind(SCENE, user), name)
        except NotStored as error:
            raise Illegal("NOT_STORED") from error
        return name

    async def last_pasted(self, where: Where, user: UserId) -> str:
        """The text to begin with: what this GM pasted last, else one that shows how. GM only.

        Raises: Illegal(GM_ONLY, NO_OWN_SCENES).
        """
        fight, _, rules = await self._as_gm(where, user)
        return await self._draft(fight, user) or rules.example

    async def paste(self, where: Where, user: UserId, text: str) -> Draft:
        """Keep a text, whatever is in it, and read it. GM only. Raises: Illegal(GM_ONLY, NO_OWN_SCENES, NOT_STORED)."""
        fight, _, rules = await self._as_gm(where, user)
        text = text.encode("utf-8", "replace").decode().replace("\0", " ")[:LONGEST_PASTED]  # what any database holds
        await self._keep(fight, user, PASTED, LAST, text)
        return Draft(text=text, mark=_mark(text), pasted=rules.read(text, fight.state))

    async def pasted(self, where: Where, user: UserId, mark: str) -> str:
        """The scene of the text that this GM saw with this mark. GM only.

        Raises: Illegal(GM_ONLY, NO_OWN_SCENES, NOTHING_PASTED, PASTED_FAULTY).
        """
        fight, _, rules = await self._as_gm(where, user)
        text = await self._draft(fight, user)
        if _mark(text) != mark:
            raise Illegal("NOTHING_PASTED")
        scene = rules.read(text, fight.state).scene
        if not scene:
            raise Illegal("PASTED_FAULTY")
        return scene

    # ---- inside

    async def _kept(self, guild: int, ruleset: str, user: UserId) -> dict[str, str]:
        """The scenes of this user by name."""
        if self._rulesets[ruleset].own_scenes is None:
            return {}
        return {each.name: each.text for each in await self._store.saved(guild, ruleset, _kind(SCENE, user))}

    async def _as_gm(self, where: Where, user: UserId) -> tuple[AnyFight, AnyRuleset, OwnScenes[object]]:
        fight = await self._tables.read(await self._tables.find(where))
        ruleset = self._tables.ruleset(fight)
        require_gm(fight, ruleset, user)
        if ruleset.own_scenes is None:
            raise Illegal("NO_OWN_SCENES")
        return fight, ruleset, ruleset.own_scenes

    async def _draft(self, fight: AnyFight, user: UserId) -> str:
        drafts = await self._store.saved(fight.place.guild, fight.ruleset, _kind(PASTED, user))
        return drafts[0].text if drafts else ""

    async def _keep(self, fight: AnyFight, user: UserId, kind: str, name: str, text: str) -> None:
        saved = Saved(
            guild=fight.place.guild,
            ruleset=fight.ruleset,
            kind=_kind(kind, user),
            name=name,
            text=text,
            user=user,
            at=self._clock(),
        )
        try:
            await self._store.save(saved)
        except NotStored as error:
            raise Illegal("NOT_STORED") from error


def _kind(kind: str, user: UserId) -> str:
    """Under which kind the store keeps what is this user's alone."""
    return f"{kind}/{user}"


def _mark(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]
