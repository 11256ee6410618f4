"""What the moderators of a server set for all its fights, whom they bar from playing, and the log of both."""

import contextlib
from collections.abc import Collection

import msgspec

from rules.core.ids import UserId
from rules.core.names import mention, role_mention, tidy
from rules.core.option import Choice
from rules.core.reference import label_of
from rules.core.refusal import Illegal
from rules.core.table_rules import TableRules, set_to, table_switches, usual_for
from rules.core.values import replace
from rules.moderating import Moderating
from rules.preferences import Server
from rules.store.protocol import Conflict, Moderation as Moderation  # which whoever shows the log has to know

MOST_BARRED = 500  # people on one server
LONGEST_REASON = 200  # characters
BEGIN, MODERATORS, THREADS = "begin", "moderators", "threads"
NO_ROLE = "0"


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a server may set: `now` is the key of a reading, or the id of a role; `words` says it."""

    key: str
    label: str
    now: str
    words: str
    readings: tuple[Choice, ...]
    is_role: bool = False


def settings_of(server: Server) -> tuple[Setting, ...]:
    """Everything that may be set, as it stands."""
    threads = (
        Choice(key="on", label="allowed, for whoever wants it"),
        Choice(key="off", label="not allowed"),
    )
    usual = _table(server)
    return (
        _role(BEGIN, "Who may open a fight", server.begin_role, "everybody"),
        _role(MODERATORS, "Who else moderates", server.moderator_role, "nobody"),
        _reading(THREADS, "Private threads for players", "on" if server.threads else "off", threads),
        *(_reading(each.key, each.about, each.now, each.readings) for each in table_switches(usual)),
    )


def with_setting(server: Server, guild: int, what: str, value: str) -> Server:
    """The same with this set so. Raises: Illegal(NO_SUCH_SWITCH, EVERYBODY_MODERATES)."""
    known = {each.key: each for each in settings_of(server)}
    if what not in known:
        raise Illegal("NO_SUCH_SWITCH", switch=what[:40], value=value[:40], hint=f"There is: {', '.join(known)}.")
    setting = known[what]
    if setting.is_role:
        if not (value.isascii() and value.isdigit() and len(value) <= 20):
            raise Illegal("NO_SUCH_SWITCH", switch=what, value=value[:40], hint="It may be a role of this server.")
        role = int(value)
        if what == MODERATORS:
            if role == guild:  # the role that everybody has
                raise Illegal("EVERYBODY_MODERATES")
            return replace(server, moderator_role=role)
        return replace(server, begin_role=0 if role == guild else role)
    if value not in {each.key for each in setting.readings}:
        there = ", ".join(each.key for each in setting.readings)
        raise Illegal("NO_SUCH_SWITCH", switch=what, value=value[:40], hint=f"There is: {there}.")
    if what == THREADS:
        return replace(server, threads=value == "on")
    return replace(server, table={**server.table, what: value})


class Servers(Moderating):
    """The part of the Referee that keeps what a server sets. For moderators, as `rules.moderating`."""

    async def may_begin(self, guild: int, roles: Collection[int]) -> None:
        """Whether somebody with these roles may open a fight there. Raises: Illegal(MAY_NOT_BEGIN)."""
        wanted = (await self.preferences.server(guild)).begin_role
        if wanted and wanted not in roles:
            raise Illegal("MAY_NOT_BEGIN", role=role_mention(wanted))

    async def set_server(self, guild: int, user: UserId, *, what: str, value: str, source: str) -> str:
        """From now on this is so; what was done, in words. Raises: Illegal(NO_SUCH_SWITCH, EVERYBODY_MODERATES, …)."""
        async with self.preferences.changing:
            server = with_setting(await self.preferences.server(guild), guild, what, value)
            setting = next(each for each in settings_of(server) if each.key == what)
            return await self._changed(guild, user, server, f"{setting.label}: {setting.words}.", source)

    async def bar(self, guild: int, user: UserId, *, who: UserId, why: str, source: str) -> str:
        """`who` can open and join no fight from now on; where he plays or leads he goes on. What was done, in words.

        Raises: Illegal(BARS_HIMSELF, BARRED_ALREADY, TOO_MANY_BARRED, NOT_STORED).
        """
        if who == user:
            raise Illegal("BARS_HIMSELF")
        async with self.preferences.changing:
            server = await self.preferences.server(guild)
            if who in server.barred and not await self._was_done(guild, source):
                raise Illegal("BARRED_ALREADY", who=mention(who))
            if who not in server.barred and len(server.barred) >= MOST_BARRED:
                raise Illegal("TOO_MANY_BARRED", most=str(MOST_BARRED))
            reason = tidy(why, LONGEST_REASON)
            said = f"{mention(who)} is barred from playing{f': {reason}' if reason else '.'}"
            barred = tuple(dict.fromkeys((*server.barred, who)))
            return await self._changed(guild, user, replace(server, barred=barred), said, source)

    async def unbar(self, guild: int, user: UserId, *, who: UserId, source: str) -> str:
        """`who` may play again; what was done, in words. Raises: Illegal(NOT_BARRED, NOT_STORED)."""
        async with self.preferences.changing:
            server = await self.preferences.server(guild)
            if who not in server.barred and not await self._was_done(guild, source):
                raise Illegal("NOT_BARRED", who=mention(who))
            barred = tuple(each for each in server.barred if each != who)
            said = f"{mention(who)} may play again."
            return await self._changed(guild, user, replace(server, barred=barred), said, source)

    async def _changed(self, guild: int, user: UserId, server: Server, said: str, source: str) -> str:
        with contextlib.suppress(Conflict):  # this very request came twice
            await self.preferences.set_server(guild, server, self.moderation(guild, user, said, source))
        return said


def _table(server: Server) -> TableRules:
    """How new tables play; readings of another version of the program are left out."""
    return set_to(TableRules(), usual_for(server.table))


def _role(key: str, label: str, role: int, nobody: str) -> Setting:
    words = role_mention(role) if role else nobody
    return Setting(
        key=key,
        label=label,
        now=str(role),
        words=words,
        readings=(Choice(key=NO_ROLE, label=nobody),),
        is_role=True,
    )


def _reading(key: str, label: str, now: str, readings: tuple[Choice, ...]) -> Setting:
    words = label_of(readings, now)
    return Setting(key=key, label=label, now=now, words=words, readings=readings)
