"""The pace of a fight: how long whoever is awaited has, whom the clock names again and when, what is due now. Pure.

From the rules of the table, the decisions owed and what was done about each (`Pending`), and what the people awaited
have set. Nobody is named in his quiet hours: that waits for their end, or is left out where the time is up before.
Instants are seconds since the epoch.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

import msgspec

from rules.core.fight import Seat
from rules.core.ids import CombatantId, PromptId, UserId
from rules.core.table_rules import TableRules
from rules.core.values import replace
from rules.core.view import Phase
from rules.drawing import draw_id
from rules.preferences import Person
from rules.quiet import is_quiet, wakes
from rules.tables import AnyFight, AnyRuleset, Pending

People = Mapping[UserId, Person]

FIRST_HOUR = 3600  # seconds that everybody has after his quiet hours, however short the deadline
ASKED_BACK = "the last ruling: /fight undo shows what taking it back would bring"
GM_WAITS = 600  # seconds in which nothing happens, while the fight waits for the GM alone, before he is named
SOON = 60  # seconds within which what was ruled has been shown
TWELFTHS = 12
HALF_TIME, NEAR_THE_END = 6, 10  # of those
NO_WINDOWS: Mapping[PromptId, float] = {}
STUCK = "stuck"  # stands among what was done: what would happen else was tried, and the rules did not allow it


class Ping(StrEnum):
    """Why somebody is named by the clock; the later ones are the more pressing."""

    NEXT = "next"  # he comes after whoever is awaited
    HALF = "half"  # half of the time is over
    LAST = "last"  # nobody else is awaited any more
    NEAR = "near"  # the time is nearly over
    CALL = "call"  # nobody has named him for it (he was asked in his quiet hours, or is a GM): he hears what is asked
    LATE = "late"  # it is over: the game master is called


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """A decision owed: since when it was asked, and when its time began to count. It has no end unless it `blocks`.

    `users` are whoever may be named for it: the player; for an NPC, for his own decision, and where nobody holds the
    seat the GMs; nobody where the seat goes by orders. `done` is what the clock did about it;
    `alone` since when nobody else of several is awaited. `is_gm`: the GMs decide. `has_default`: there is something
    that happens else. `is_idle`: but nothing would come of it before something else has happened, so it has no end.
    `shared`: what happens else takes it from all who are asked for this (`Prompt.shared`), so they have one end.
    """

    prompt: PromptId
    whom: CombatantId | None
    what: str
    users: tuple[UserId, ...]
    asked: int
    began: int
    done: tuple[str, ...] = ()
    alone: int | None = None
    is_gm: bool = False
    has_default: bool = True
    blocks: bool = True
    is_idle: bool = False
    shared: str = ""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """People to be named now about a decision, and all the reasons, the most pressing last."""

    prompt: PromptId
    why: tuple[Ping, ...]
    users: tuple[UserId, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock has to do for a fight.

    `calls` now; `over` are the decisions whose time is up now and that are decided by what would happen else. `at` is
    when there is something to do (not later than now if there is), None: never as things stand.
    """

    calls: tuple[Call, ...] = ()
    over: tuple[PromptId, ...] = ()
    at: float | None = None


NOTHING_TO_DO = Plan()


# ---- what is awaited


def awaited(fight: AnyFight, ruleset: AnyRuleset, pending: Pending) -> tuple[Awaited, ...]:
    """The decisions that the clock counts for: none in a fight for one alone, nor in one that is put away."""
    if fight.is_closed or ruleset.alone(fight.state):
        return ()
    return (*_owed(fight, ruleset, pending), *_asked_back(fight, pending))


def _owed(fight: AnyFight, ruleset: AnyRuleset, pending: Pending) -> tuple[Awaited, ...]:
    if ruleset.phase(fight.state) is Phase.OVER:
        return ()
    if fight.owed_draw is not None:
        prompt, user = draw_id(fight), fight.owed_draw.user
        whose = (user,) if user in fight.players else fight.gms
        what = f"a draw to be typed in: {fight.owed_draw.why}"
        return (_awaited(pending, prompt, None, what, whose, is_gm=whose == fight.gms, has_default=False),)
    found = []
    for each in ruleset.prompts(fight.state):
        seat = fight.seat_of(each.whom) if fight.holder(each.whom) is not None else None  # else the GM plays it
        users = fight.gms if seat is None else () if seat.goes_by_orders else (seat.player,)
        owed = _awaited(pending, each.id, each.whom, each.what, users, is_gm=seat is None)
        found.append(replace(owed, blocks=each.blocks, shared=each.shared))
    return tuple(found)


def _asked_back(fight: AnyFight, pending: Pending) -> tuple[Awaited, ...]:
    """That the last ruling be taken back: nobody waits for that, but a GM who slept hears of it."""
    asked = pending.asked_back_at
    if pending.asked_back != fight.seq or not asked:
        return ()
    wishes = (
        _awaited(pending, PromptId(f"back:{fight.seq}:{gm}"), None, ASKED_BACK, (gm,), is_gm=False, has_default=False)
        for gm in fight.gms
    )
    return tuple(replace(wish, blocks=False, asked=asked, began=asked) for wish in wishes)


def _awaited(
    pending: Pending,
    prompt: PromptId,
    whom: CombatantId | None,
    what: str,
    users: tuple[UserId, ...],
    *,
    is_gm: bool,
    has_default: bool = True,
) -> Awaited:
    since, done = pending.since.get(prompt, 0), pending.done.get(prompt, ())
    return Awaited(
        prompt=prompt,
        whom=whom,
        what=what,
        users=users,
        asked=max(since, pending.given.get(prompt, 0)),
        began=since + pending.added.get(prompt, 0),
        done=done,
        alone=pending.alone.get(prompt),
        is_gm=is_gm,
        has_default=has_default and STUCK not in done,
        is_idle=prompt in pending.idle,
    )


def carried(
    ruleset: AnyRuleset, before: AnyFight | None, after: AnyFight, pending: Pending, now: Pending, at: float
) -> Pending:
    """What is pending after a step (`now`) with what was done and counted before it (`pending`). `at`: the time.

    Time in which a decision was not asked, since another had to be taken first, does not count. Its time begins anew
    where the table plays otherwise from now on or its seat was given to somebody else.
    """
    same = {prompt for prompt, when in now.since.items() if pending.since.get(prompt) == when}
    done = {prompt: pending.done[prompt] for prompt in same if prompt in pending.done}
    whose = {each.id: each.whom for each in ruleset.prompts(after.state)}  # also while a draw has to come first
    answered = {prompt: pending.noted[prompt] for prompt in same if prompt in pending.noted}
    # What was noted goes with him who has no say in it any more.
    noted = {prompt: each for prompt, each in answered.items() if after.decides(each.user, whose.get(prompt))}
    given = {prompt: pending.given[prompt] for prompt in same if prompt in pending.given}
    for prompt in same:
        # Somebody else decides for it now: he may be asleep, though nobody was when it was asked.
        if before is not None and _is_anothers(before, after, whose.get(prompt), lambda seat: seat.player):
            given[prompt] = int(at)
            done[prompt] = tuple(each for each in done.get(prompt, ()) if each != Ping.CALL)  # him nobody has named
    now = replace(now, done=done, away=pending.away, noted=noted, given=given)
    if before is None or (after.table.seconds is None and after.table.pings != "firm" and after.table.asking != "even"):
        return now
    asked = {each.prompt: each for each in awaited(after, ruleset, now)}
    is_anew = (before.table.seconds, before.table.asking) != (after.table.seconds, after.table.asking)
    added: dict[PromptId, int] = {}
    left: dict[PromptId, int] = {}
    for prompt, when in now.since.items():
        more = pending.added.get(prompt, 0) if prompt in same else 0
        if prompt in same and (is_anew or _is_anothers(before, after, whose.get(prompt), lambda seat: seat.user)):
            more = int(at) - when
            done.pop(prompt, None)
            if not is_anew:
                noted.pop(prompt, None)  # whoever has the seat now decides himself
        elif prompt in same and prompt in asked and prompt in pending.left:
            more += int(at) - pending.left[prompt]
        if prompt not in asked:
            left[prompt] = int(at) if is_anew else pending.left.get(prompt, int(at))
        if more:
            added[prompt] = more
    return replace(now, added=added, left=left, done=done, alone=_alone(ruleset, before, pending, asked, at))


def _is_anothers(before: AnyFight, after: AnyFight, whom: CombatantId | None, whose: Callable[[Seat], UserId]) -> bool:
    """Whether the combatant's seat is somebody else's now: `whose` it is says its player, or its holder."""
    held, holds = before.seat_of(whom), after.seat_of(whom)
    return held is not None and holds is not None and whose(held) != whose(holds)


def _alone(
    ruleset: AnyRuleset, before: AnyFight, pending: Pending, asked: Mapping[PromptId, Awaited], at: float
) -> dict[PromptId, int]:
    """Since when the one who is still awaited is the last of several."""
    asked = {prompt: each for prompt, each in asked.items() if each.blocks}
    if len({each.whom for each in asked.values()}) != 1:
        return {}
    known = {prompt: pending.alone[prompt] for prompt in asked if prompt in pending.alone}
    if known:
        return known
    owed = {each.prompt: each.whom for each in awaited(before, ruleset, pending) if each.blocks}
    if len(set(owed.values())) < 2:
        return {}
    return {prompt: int(at) for prompt in asked if prompt in owed}


# ---- the deadline


def deadline(of: Awaited, rules: TableRules, people: People) -> int | None:
    """When its time is up, taken alone; None: never. Of several who may decide, he counts who has the earliest."""
    if rules.seconds is None or not of.blocks or of.is_idle:
        return None
    end = of.began + rules.seconds
    return int(min((waking(end, people.get(user, Person())) for user in of.users), default=end))


def deadlines(owed: Iterable[Awaited], rules: TableRules, people: People) -> Mapping[PromptId, int]:
    """When the time of each is up; those whose time is never up are left out.

    Those who are asked for the same have the time of whoever has the longest: nobody's question goes before that.
    """
    owed = tuple(owed)
    own = {each.prompt: end for each in owed if (end := deadline(each, rules, people)) is not None}
    last: dict[str, int] = {}
    for each in owed:
        if each.shared and each.prompt in own:
            last[each.shared] = max(last.get(each.shared, 0), own[each.prompt])
    return {each.prompt: last.get(each.shared, own[each.prompt]) for each in owed if each.prompt in own}


def calls_gm(of: Awaited, rules: TableRules) -> bool:
    """Whether the GM is called when its time is up; else what happens else happens."""
    return rules.late == "call" or not of.has_default


def waking(end: float, person: Person) -> float:
    """The same, but never in quiet hours nor in the first hour after them: whoever wakes up has that hour."""
    asleep = next((at for at in (end, end - FIRST_HOUR) if is_quiet(person, at)), None)
    return end if asleep is None else max(end, int(wakes(person, asleep)) + FIRST_HOUR)


# ---- what is due


def plan(
    rules: TableRules,
    gms: tuple[UserId, ...],
    owed: Iterable[Awaited],
    people: People,
    now: float,
    *,
    next_up: UserId | None = None,
    windows: Mapping[PromptId, float] = NO_WINDOWS,
    last: int = 0,
) -> Plan:
    """What the clock has to do about the decisions `owed`. `next_up` comes after whoever is awaited, if that is known.

    `last` is when something was ruled last.

    Whoever is named is not in his quiet hours now. `windows` says when those end that are decided then and not before
    (`rules.evenly`); they end in what was said or happens else, whatever else the table does when the time is up.
    """
    calls: list[Call] = []
    over: list[PromptId] = []
    later: list[float] = []
    owed = tuple(owed)
    ends = deadlines(owed, rules, people)
    is_gms_turn = all(each.is_gm or not each.users for each in owed if each.blocks and not each.is_idle)
    still_since = last if is_gms_turn else None
    for each in owed:
        end = None if each.is_idle else windows.get(each.prompt, ends.get(each.prompt))
        is_over = end is not None and end <= now
        if end is not None and each.has_default and (each.prompt in windows or not calls_gm(each, rules)):
            if is_over:
                over.append(each.prompt)
            else:
                later.append(end)
        elif end is not None and Ping.LATE not in each.done:
            _appoint(calls, later, each.prompt, {Ping.LATE: end}, gms, people, now)
        if not is_over:
            told = end if rules.seconds is not None else None
            pings = _pings(each, rules, told, people, still_since)
            mine = {why: at for why, at in pings.items() if why not in each.done}
            _appoint(calls, later, each.prompt, mine, each.users, people, now, end)
            if each.blocks and next_up is not None and rules.pings == "firm" and Ping.NEXT not in each.done:
                _appoint(calls, later, each.prompt, {Ping.NEXT: each.began}, (next_up,), people, now, end)
    return Plan(calls=tuple(calls), over=tuple(over), at=now if calls or over else min(later, default=None))


def _pings(
    of: Awaited, rules: TableRules, end: float | None, people: People, still_since: int | None
) -> dict[Ping, float]:
    """When whoever is awaited is to be named, by the reason.

    `still_since`: when something was ruled last, while nobody but GMs is awaited; else None.
    """
    found: dict[Ping, float] = {}
    if of.is_gm and still_since is not None and of.blocks and not of.is_idle and rules.pings != "off":
        found[Ping.CALL] = max(of.began, still_since) + GM_WAITS
    if not of.is_gm:
        for person in (people.get(user, Person()) for user in of.users):
            asleep = next((at for at in (of.asked, of.asked + SOON) if is_quiet(person, at)), None)
            if asleep is not None:
                found[Ping.CALL] = wakes(person, asleep)
    if end is not None and rules.pings != "off":
        found[Ping.HALF] = of.began + (end - of.began) * HALF_TIME / TWELFTHS
    if rules.pings == "firm":
        if of.alone is not None:
            found[Ping.LAST] = of.alone
        if end is not None:
            found[Ping.NEAR] = of.began + (end - of.began) * NEAR_THE_END / TWELFTHS
    return found


def _appoint(
    calls: list[Call],
    later: list[float],
    prompt: PromptId,
    pings: Mapping[Ping, float],
    users: tuple[UserId, ...],
    people: People,
    now: float,
    end: float | None = None,
) -> None:
    """Put what is due now of these pings into `calls` as one, and when the others are due into `later`.

    What would come when the time is up (`end`) is left out.
    """
    awake = tuple(user for user in users if not is_quiet(people.get(user, Person()), now))
    why = tuple(each for each in Ping if pings.get(each, now + 1) <= now) if awake else ()
    if why:
        calls.append(Call(prompt=prompt, why=why, users=awake))
    for each, at in pings.items():
        if each not in why:
            rises = min((wakes(people.get(user, Person()), max(at, now)) for user in users), default=None)
            if rises is not None and (end is None or rises < end):
                later.append(rises)


def _waits_for_players(fight: AnyFight, ruleset: AnyRuleset) -> bool:
    """Whether somebody who is there holds the fight up: then the GM is not named either."""
    there = {seat.combatant for seat in fight.seats if seat.is_there}
    return any(each.blocks and each.whom in there for each in ruleset.prompts(fight.state))


def plan_of(
    fight: AnyFight,
    ruleset: AnyRuleset,
    pending: Pending,
    people: People,
    now: float,
    windows: Mapping[PromptId, float] = NO_WINDOWS,
) -> Plan:
    """What the clock has to do for a fight; `windows` as in `plan`."""
    rules = fight.table
    is_firm = rules.pings == "firm"
    nobody_sleeps = all(person.quiet is None for person in people.values())
    is_still = rules.seconds is None and not is_firm and not windows and nobody_sleeps
    if is_still and (rules.pings == "off" or _waits_for_players(fight, ruleset)):
        return NOTHING_TO_DO
    next_up = fight.holder(ruleset.next_up(fight.state)) if is_firm else None
    return plan(
        rules,
        fight.gms,
        awaited(fight, ruleset, pending),
        people,
        now,
        next_up=next_up,
        windows=windows,
        last=pending.at,
    )
