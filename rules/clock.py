"""What happens by itself as time passes: people are named again, the time of whoever is awaited is up.

What is due when is worked out in `rules.pacing`; here it is done and stored, once, whatever crash comes between. The
caller (`bot.ticker`) wakes this up when the store says that something is due.
"""

import contextlib
from collections.abc import Callable, Iterable, Sequence

from rules import alone, evenly, pacing, standing_orders
from rules.acting import Acting
from rules.asking import Asked, Made
from rules.authority import played_for
from rules.core.audience import PUBLIC
from rules.core.command import GoOn, Office
from rules.core.dice import SeededDice
from rules.core.event import Event, TimeUp
from rules.core.ids import FightId, PromptId, UserId
from rules.core.names import mention
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.pacing import STUCK, Awaited, Call, Ping
from rules.preferences import Person
from rules.quiet import is_quiet, quiet_of, time_in, zone_called, zones_like
from rules.recording import NOBODY
from rules.store.protocol import Message
from rules.tables import AnyFight, AnyRuleset, Pending, Table, users
from rules.telling import Ruling

MOST_STEPS = 60  # by which what happens else happens in one go; the rest at the next
AGAIN = ("NOT_STORED", "STALE")  # refusals after which the same is tried once more, soon
DAY, HOUR, MINUTE = 86400, 3600, 60  # seconds

WHY = {
    Ping.NEXT: "you are next",
    Ping.CALL: "{what}",
    Ping.HALF: "half of your time is over: {what}",
    Ping.LAST: "only you are still awaited: {what}",
    Ping.NEAR: "your time is nearly up: {what}",
    Ping.LATE: "how does it go on? /gm go-on does what stands after “else”",
}
WHY_BY_HAND = {Ping.LATE: "nothing happens by itself here: {what}"}  # where there is nothing to happen else


class Clocked(Acting):
    """The part of the Referee that acts as time passes."""

    async def tick(self, fight: FightId) -> None:
        """Do whatever is due for a fight by now; note when something is due next. Nothing due: nothing happens.

        Raises: Illegal, StoreError where it cannot be done just now: nothing is lost, the same is due again.
        """
        await self._shielded(self._tick(fight))

    async def was_away(self, fight: FightId, gone: float, back: float) -> None:
        """Make all times of a fight longer by an outage, if it has any, and say so to all. Once, however often asked.

        `gone` is when the bot was last there, `back` when it was there again. Raises as `tick`.
        """
        await self._shielded(self._was_away(fight, gone, back))

    async def is_quiet(self, user: UserId) -> bool:
        """Whether the user is in his quiet hours now: nothing may ring for him. Raises: StoreError."""
        return is_quiet(await self.preferences.person(user), self._clock())

    async def change_person(self, user: UserId, change: Callable[[Person], Person]) -> Person:
        """From now on the user wants it as `change` makes it, in his fights too. Returns what he wants now.

        Raises: Illegal(NOT_STORED), StoreError, what `change` raises.
        """
        person = await self.preferences.change_person(user, change)
        for fight in await self._store.of_user(user):
            # What is due then looks at what he wants once more; a fight in which anything goes wrong keeps nobody.
            with contextlib.suppress(Exception):
                await self.tick(fight)
        return person

    async def set_quiet(self, user: UserId, begin: str, end: str, zone: str) -> Person:
        """From now on nothing rings for the user between these times of day, by the clocks of this zone.

        With an empty `zone` it is the one he has named before. Returns what he has set now.
        Raises: Illegal(NOT_A_TIME, QUIET_TOO_LONG, NO_SUCH_ZONE, ZONE_FIRST, NOT_STORED), StoreError.
        """

        def quieter(person: Person) -> Person:
            if not zone and person.quiet is None and person.zone == Person().zone:
                raise Illegal("ZONE_FIRST")
            there = zone_called(zone) if zone else person.zone
            return replace(person, zone=there, quiet=quiet_of(begin, end))

        return await self.change_person(user, quieter)

    async def set_no_quiet(self, user: UserId) -> Person:
        """The user may be called at any time. Raises: Illegal(NOT_STORED), StoreError."""
        return await self.change_person(user, lambda person: replace(person, quiet=None))

    def zones_like(self, text: str) -> tuple[Choice, ...]:
        """Time zones that somebody may mean, with what clocks show there now."""
        return zones_like(text, self._clock())

    def time_in(self, zone: str) -> str:
        """What clocks show in a time zone now."""
        return time_in(zone, self._clock())

    # ---- one fight, its lock held

    async def _tick(self, where: FightId) -> None:
        table = await self._tables.find(where)
        async with table.lock:
            for _ in range(MOST_STEPS):
                fight = await self._tables.read(table)
                ruleset, now = self._tables.ruleset(fight), self._clock()
                people = await self.preferences.people(users(fight))
                windows = evenly.windows(fight, ruleset, table.pending, people, table.key)
                plan = pacing.plan_of(fight, ruleset, table.pending, people, now, windows)
                if plan.over:
                    await self._time_is_up(table, fight, plan.over[0], is_window=plan.over[0] in windows)
                    continue
                if alone.is_broken_off(fight, ruleset, table.pending) and await self._goes_on(table, fight):
                    continue
                owed = {each.prompt: each for each in pacing.awaited(fight, ruleset, table.pending)}
                pending = _done(table.pending, plan.calls)
                if plan.calls:
                    outbox = self._told(fight, pending.notes, plan.calls, owed)
                    due = pacing.plan_of(fight, ruleset, pending, people, now, windows).at
                    await self._recorder.note(table, pending, due, outbox)
                elif plan.at != table.due:
                    await self._recorder.note(table, table.pending, plan.at)
                return

    async def _goes_on(self, table: Table, fight: AnyFight) -> bool:
        """What the bot was about to do by itself when something stopped it; False: it cannot be done just now."""
        nothing = Ruling(fight=fight.id, seq=fight.seq, lines=())
        user = fight.gms[0] if alone.character(fight, self._tables.ruleset(fight)) else NOBODY
        await self._went_on(table, nothing, user, f"timer:on:{fight.seq}")
        return (await self._tables.read(table)).seq > fight.seq

    async def _time_is_up(self, table: Table, fight: AnyFight, prompt: PromptId, *, is_window: bool) -> None:
        """What happens else happens, as a step of the bot's own; where the rules refuse, the GM is called instead.

        At the end of a window nothing is said of it: whether he answered, or a delegate did, nobody learns
        (`rules.evenly`). Only what the GM decides for a player is always on record, and who was away and is back by
        his own answer.
        """
        name = self._all_with(table, fight, prompt)

        def over(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted = table.pending.noted.get(prompt)
            note: tuple[Event, ...] = ()
            if noted is not None and noted.user in fight.gms:
                note = played_for(fight, ruleset, noted.user, noted.answer)
            owed = [each for each in ruleset.prompts(fight.state) if each.id == prompt]
            otherwise = owed[0].otherwise if owed and owed[0].whom is not None and noted is None else ""
            return GoOn(prompts=(prompt,)), note if is_window else (TimeUp(name=name, otherwise=otherwise),)

        if not is_window and self._is_idle(fight, prompt):
            await self._waits(table, fight, prompt)
            return
        source = f"timer:{prompt[:30]}:{fight.seq}"
        ordered = self._ordered(table, fight, prompt) if is_window else None
        try:
            if ordered is not None:
                ruling = await self._by_orders(table, fight, NOBODY, ordered, source)
            else:
                ruling = await self._rule(table, fight, NOBODY, Asked(over, source, office=Office.TABLE, is_own=True))
        except Illegal as refused:
            if refused.refusal.code in AGAIN:
                raise
            await self._is_stuck(table, prompt)
            return
        await self._went_on(table, ruling, NOBODY, source)

    def _ordered(self, table: Table, fight: AnyFight, prompt: PromptId) -> standing_orders.Ordered | None:
        """What is done at the end of a window by the orders of whoever is away; None: he is there, or has answered."""
        ruleset = self._tables.ruleset(fight)
        asked = next((each for each in ruleset.prompts(fight.state) if each.id == prompt), None)
        if asked is None or prompt in table.pending.noted:
            return None
        return standing_orders.ordered(fight, ruleset, asked)

    def _is_idle(self, fight: AnyFight, prompt: PromptId) -> bool:
        """Whether nothing would come of what happens else: somebody's test comes first."""
        try:
            return not self._tables.ruleset(fight).decide(fight.state, GoOn(prompts=(prompt,)), SeededDice(b"", b""))
        except Illegal:
            return False  # which is found out when it is done

    async def _waits(self, table: Table, fight: AnyFight, prompt: PromptId) -> None:
        """It waits for the next step; where nobody else holds the fight up, the GM is called instead."""
        idle = (*table.pending.idle, prompt)
        owed = pacing.awaited(fight, self._tables.ruleset(fight), table.pending)
        if any(each.blocks and each.prompt not in idle for each in owed):
            await self._recorder.note(table, replace(table.pending, idle=idle), self._clock())
        else:
            await self._is_stuck(table, prompt)

    async def _is_stuck(self, table: Table, prompt: PromptId) -> None:
        done = {**table.pending.done, prompt: (*table.pending.done.get(prompt, ()), STUCK)}
        await self._recorder.note(table, replace(table.pending, done=done), self._clock())

    def _told(
        self, fight: AnyFight, note: int, calls: Sequence[Call], owed: dict[PromptId, Awaited]
    ) -> tuple[Message, ...]:
        """A note in the channel that names these people, each once, for the most pressing reason."""
        late = [self._name(fight, call.prompt) for call in calls if Ping.LATE in call.why]
        line = f"Time is up for {' and '.join(dict.fromkeys(late))}." if late else ""
        said: dict[UserId, tuple[Ping, str]] = {}
        for call in calls:
            why = call.why[-1]
            about = owed[call.prompt]
            text = (WHY[why] if about.has_default else WHY_BY_HAND.get(why, WHY[why])).format(what=about.what)
            for user in call.users:
                if user not in said or _is_more_pressing(why, said[user][0]):
                    said[user] = (why, text)
        return (
            _message(fight, note, "line", line),
            *(_message(fight, note, "call", text, user) for user, (_, text) in said.items()),
        )

    def _all_with(self, table: Table, fight: AnyFight, prompt: PromptId) -> str:
        """Whose time is up with this one: all who are asked for the same."""
        owed = pacing.awaited(fight, self._tables.ruleset(fight), table.pending)
        shared = next((each.shared for each in owed if each.prompt == prompt), "")
        those = (each.prompt for each in owed if each.prompt == prompt or (shared and each.shared == shared))
        return " and ".join(dict.fromkeys(self._name(fight, each) for each in those))

    def _name(self, fight: AnyFight, prompt: PromptId) -> str:
        """Who is awaited, as everybody may know it."""
        if fight.owed_draw is not None and fight.owed_draw.user in fight.players - {*fight.gms}:
            return mention(fight.owed_draw.user)
        asked = next((each for each in self._tables.view(fight, PUBLIC).asked if each.id == prompt), None)
        if asked is not None and asked.whom is not None:
            return asked.who
        return f"the {self._tables.ruleset(fight).gm_word}"

    async def _was_away(self, where: FightId, gone: float, back: float) -> None:
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            ruleset, pending = self._tables.ruleset(fight), table.pending
            people = await self.preferences.people(users(fight))
            windows = evenly.windows(fight, ruleset, pending, people, table.key)
            has_end = fight.table.seconds is not None
            owed = [
                each
                for each in pacing.awaited(fight, ruleset, pending)
                if (each.blocks and has_end) or each.prompt in windows
            ]
            since = max(gone, pending.away)  # where a start did this and was killed soon after
            if not owed or back <= since:
                return
            added = dict(pending.added)
            for each in owed:
                added[each.prompt] = added.get(each.prompt, 0) + max(0, int(back - max(since, each.began)))
            longer = replace(pending, added=added, away=int(back), notes=pending.notes + 1)
            windows = evenly.windows(fight, ruleset, longer, people, table.key)
            due = pacing.plan_of(fight, ruleset, longer, people, back, windows).at
            line = f"I was away for {length(back - since)}; all times are longer by that."
            await self._recorder.note(table, longer, due, (_message(fight, longer.notes, "line", line),))


def length(seconds: float) -> str:
    """A length of time in words, roughly."""
    for unit, word in ((DAY, "days"), (HOUR, "h")):
        if seconds >= 2 * unit:
            return f"{round(seconds / unit)} {word}"
    return f"{max(1, round(seconds / MINUTE))} min"


def _done(pending: Pending, calls: Iterable[Call]) -> Pending:
    """The same, with these calls made."""
    done = dict(pending.done)
    for call in calls:
        done[call.prompt] = (*done.get(call.prompt, ()), *(why.value for why in call.why))
    return replace(pending, done=done, notes=pending.notes + 1)


def _is_more_pressing(one: Ping, other: Ping) -> bool:
    order = list(Ping)
    return order.index(one) > order.index(other)


def _message(fight: AnyFight, note: int, kind: str, text: str, user: UserId | None = None) -> Message:
    return Message(fight=fight.id, seq=fight.seq, kind=kind, text=text, user=user, note=note)
