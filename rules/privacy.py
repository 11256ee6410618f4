"""What is stored about a user: told, given out, and forgotten.

To be forgotten means: sheets, kept scenes, settings and the like are deleted. In the fights, which are the tables' too,
he becomes nobody: another id stands in every step, and each fight's log proves itself as before. What he still plays is
nobody's from then on; a fight that he alone leads ends. So he does in the log of what moderators did. That he is barred
from playing on a server stays.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping

import msgspec

from rules.asking import Asked, Made
from rules.authority import name_of
from rules.core.codec import encode
from rules.core.command import Finish, Office
from rules.core.event import Closed, Event, GmLeft, SeatLeft, SeatOffered, StoodDown
from rules.core.ids import FightId, Place, SheetId, UserId, is_somebody
from rules.core.names import mention
from rules.core.refusal import Illegal
from rules.core.table_commands import BeForgotten
from rules.core.view import Phase
from rules.exporting import Exporting, Line, line_of, named, plays
from rules.houses import KIND as HOUSE
from rules.leaving import Leaving
from rules.preferences import PERSON
from rules.rewriting import rewritten
from rules.scenes import SCENE
from rules.store.protocol import About, Conflict, NotStored, Rewriting, StoreError
from rules.tables import AnyFight, AnyRuleset

BROKEN = (  # what broken records raise
    Illegal,
    msgspec.MsgspecError,
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)


class FightOf(msgspec.Struct, frozen=True, kw_only=True):
    """A fight in whose records a user is. `title` is empty where they cannot be read; `is_alone`: its only GM."""

    id: FightId
    place: Place
    title: str = ""
    is_over: bool = True
    is_gm: bool = False
    is_alone: bool = False
    plays: tuple[str, ...] = ()


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored about a user: fights, then names and numbers of the rest.

    `moderated`: what he did as a moderator of a server; `named`: what others did that names him; `barred`: on which
    servers he may not play.
    """

    fights: tuple[FightOf, ...]
    characters: tuple[str, ...]
    scenes: tuple[str, ...]
    houses: int
    sessions: int
    open_sessions: int
    messages: int
    deeds: int
    has_settings: bool
    moderated: int = 0
    named: int = 0
    barred: tuple[int, ...] = ()

    @property
    def going_on(self) -> tuple[FightOf, ...]:
        """The fights in which he has a part and that are not put away."""
        return tuple(each for each in self.fights if not each.is_over and (each.is_gm or each.plays))


class Forgotten(msgspec.Struct, frozen=True, kw_only=True):
    """How many fights were gone through, and how many of them could not be read and stay as they are."""

    fights: int
    unreadable: int


class FightData(msgspec.Struct, frozen=True, kw_only=True):
    """A fight in a user's file: what he did, as he was told of it."""

    title: str
    system: str
    server: int
    channel: int
    game_master: bool
    plays: tuple[str, ...]
    did: tuple[Line, ...]


class OwnData(msgspec.Struct, frozen=True, kw_only=True):
    """Everything stored of one user that is his, for himself."""

    fairdraw_person: int = 1
    user: int
    settings: msgspec.Raw
    characters: tuple[Mapping[str, str], ...]
    kept: tuple[Mapping[str, str], ...]
    sessions: tuple[Mapping[str, str], ...]
    moderated: tuple[Mapping[str, str], ...]
    barred_on_servers: tuple[int, ...]
    fights: tuple[FightData, ...]


class Privacy(Leaving, Exporting):
    """The part of the Referee that answers for what is stored about people."""

    async def stored(self, user: UserId) -> Stored:
        """What is stored about this user."""
        about = await self._store.about(user)
        return Stored(
            fights=tuple([await self._fight_of(fight, user) for fight in await self._store.traces(user)]),
            characters=tuple(each.name for each in about.sheets),
            scenes=tuple(each.name for each in about.saved if each.kind.startswith(f"{SCENE}/")),
            houses=sum(each.kind == HOUSE for each in about.saved),
            sessions=len(about.sessions),
            open_sessions=sum(each.ended is None for each in about.sessions),
            messages=about.surfaces,
            deeds=about.deeds,
            has_settings=await self._store.setting(PERSON, user) is not None,
            moderated=len(about.moderations),
            named=about.named,
            barred=await self._barred_on(user, about),
        )

    async def _barred_on(self, user: UserId, about: About) -> tuple[int, ...]:
        servers = {guild: await self.preferences.server(guild) for guild in about.servers}
        return tuple(guild for guild, server in servers.items() if user in server.barred)

    async def _fight_of(self, which: FightId, user: UserId) -> FightOf:
        try:
            fight = await self._read(which)
            mine = [seat.combatant for seat in fight.seats if seat.user == user]
            plays = tuple(name_of(self._tables.ruleset(fight), fight, each) for each in mine)
        except BROKEN:
            record = await self._store.load(which)
            place = record.place if record is not None else Place(guild=0, channel=0)
            return FightOf(id=which, place=place)
        is_gm = user in fight.gms
        return FightOf(
            id=which,
            place=fight.place,
            title=fight.title,
            is_over=fight.is_closed,
            is_gm=is_gm,
            is_alone=is_gm and not _others(fight, user),
            plays=plays,
        )

    async def own_data(self, user: UserId) -> bytes:
        """All that is the user's own, as JSON: of the fights what he did, in the words that he was told."""
        about = await self._store.about(user)
        settings = await self._store.setting(PERSON, user)
        data = OwnData(
            user=user,
            settings=msgspec.Raw(settings or b"{}"),
            characters=tuple([await self._character(user, each.id, each.guild) for each in about.sheets]),
            kept=tuple(
                {"server": str(each.guild), "system": each.ruleset, "name": each.name, "text": each.text}
                for each in about.saved
            ),
            sessions=tuple(
                {"server": str(each.guild), "system": each.ruleset, "number": str(each.number)}
                for each in about.sessions
            ),
            moderated=tuple(
                {"server": str(each.guild), "at": str(each.at), "said": named(each.said)} for each in about.moderations
            ),
            barred_on_servers=await self._barred_on(user, about),
            fights=tuple([each async for each in self._fights_of_his(user)]),
        )
        return msgspec.json.format(encode(data), indent=1)

    async def _character(self, user: UserId, sheet: SheetId, guild: int) -> Mapping[str, str]:
        try:
            text = await self.sheets.copy_out(user, sheet)
        except Illegal:
            text = "(cannot be read by this version of the program)"
        return {"server": str(guild), "text": text}

    async def _fights_of_his(self, user: UserId) -> AsyncIterator[FightData]:
        for which in await self._store.traces(user):
            try:
                showing = await self.show(which, user)
                async with self._slowly:
                    past = [each async for each in self._every_past(which, user, showing.seq) if each.user == user]
            except BROKEN:
                continue
            yield FightData(
                title=showing.title,
                system=showing.ruleset_name,
                server=showing.place.guild,
                channel=showing.place.channel,
                game_master=showing.viewer.gm,
                plays=plays(showing),
                did=tuple(line_of(each) for each in reversed(past) if each.lines),
            )

    # ---- forgetting

    async def forget(self, user: UserId, *, source: str) -> Forgotten:
        """Nothing stored is the user's any more. Asked once more it goes on where it was broken off.

        Raises: Illegal(NOT_STORED).
        """
        return await self._shielded(self._forget(user, source))

    async def _forget(self, user: UserId, source: str) -> Forgotten:
        fights = await self._store.traces(user)
        broken = 0
        for fight in fights:
            try:
                await self._give_up(fight, user, source)
            except Illegal as illegal:
                if illegal.refusal.code != "CLOSED":  # just put away by somebody else
                    raise
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - where leaving goes wrong his id is taken out all the same
                broken += 1
        await self._close_sessions(user, source)
        async with self._slowly:
            read = [await self._forget_in(fight, user) for fight in fights]
        try:
            await self._store.forget(user, self._clock())
        except NotStored as error:
            raise Illegal("NOT_STORED") from error
        self.preferences.forget(user)
        return Forgotten(fights=len(fights), unreadable=max(broken, read.count(False)))

    async def _give_up(self, which: FightId, user: UserId, source: str) -> None:
        """Leave every part that he has in a fight that is not put away."""
        try:
            fight = await self._read(which)
        except Illegal:
            return
        if fight.is_closed:
            return
        number = 0
        while (
            _is_led(fight, user)
            and self._phase(fight) is Phase.LOBBY
            and any(seat.user == user for seat in fight.seats)
        ):
            await self.leave(which, user, source=f"{source}:{which}:up{number}")
            fight, number = await self._read(which), number + 1
        if self._parting(fight, user):

            def parts(fight: AnyFight, _: AnyRuleset) -> Made:
                return BeForgotten() if _is_led(fight, user) else Finish(), self._parting(fight, user)

            await self._act(which, user, Asked(parts, f"{source}:{which}", office=Office.TABLE))

    def _parting(self, fight: AnyFight, user: UserId) -> tuple[Event, ...]:
        """What it takes for this user to have no part in the fight; one that he alone leads ends."""
        if not _is_led(fight, user):
            return (Closed(),)
        ruleset = self._tables.ruleset(fight)
        events: list[Event] = []
        for seat in fight.seats:
            name = name_of(ruleset, fight, seat.combatant)
            if seat.user == user:
                events.append(SeatLeft(seat=seat.id, name=name, now=self._nobody()))
            elif seat.delegate == user:
                events.append(StoodDown(seat=seat.id, name=name, user=user))
            if seat.offered == user:
                events.append(SeatOffered(seat=seat.id, name=name, user=None))
        if user in fight.gms:
            events.append(GmLeft(user=user))
        return tuple(events)

    async def _close_sessions(self, user: UserId, source: str) -> None:
        """What his sessions leave goes to the characters in them, as far as they are in no fight any more."""
        for session in (await self._store.about(user)).sessions:
            if session.ended is None:
                try:
                    await self.sheets.end_session(session.guild, user, gm=user, source=f"{source}:{session.id}"[:64])
                except Illegal:
                    continue  # it ends without

    async def _forget_in(self, which: FightId, user: UserId) -> bool:
        """He is nobody in all that is stored of a fight; False where it cannot be read and stays as it is."""
        table = await self._tables.find(which)
        async with table.lock:
            record = await self._store.load(which)
            if record is None:
                return True
            steps = await self._every_step(which)
            other = self._nobody()
            try:
                whole = await asyncio.to_thread(rewritten, record, steps, {int(user): other}, self.rulesets)
            except BROKEN:
                return False
            texts = ((f'"{user}"', f'"{other}"'), (mention(user), mention(other)))
            try:
                await self._store.rewrite(Rewriting(whole=whole, gone=user, texts=texts))
            except (Conflict, NotStored) as error:
                raise Illegal("NOT_STORED") from error
            finally:
                self._tables.forget(table)
        return True


def _is_led(fight: AnyFight, user: UserId) -> bool:
    """Whether the fight has a GM without this user."""
    return user not in fight.gms or _others(fight, user)


def _others(fight: AnyFight, user: UserId) -> bool:
    """Whether there is another GM."""
    return any(is_somebody(gm) and gm != user for gm in fight.gms)
