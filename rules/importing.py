"""A fight from a file goes on in another channel: proved first, then stored whole under a new id and a new key.

The file was opened to somebody, and so was its key: what is drawn from now on follows from another one. Nobody in it is
taken over: each seat is nobody's until somebody takes it for whom it is kept. A file may hold anything at all, so it is
weighed before it is worked out, and that takes no longer than `PATIENCE`.
"""

import asyncio
import time
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from rules import renaming, verifying
from rules.authority import name_of, require_not_barred
from rules.beginning import Beginning
from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import codec_of, digest, encode
from rules.core.event import Event, GmNamed, Imported, SeatGiven, SeatOffered, TableSet, Undone, goes_back_to
from rules.core.ids import CombatantId, FightId, Place, UserId, is_somebody, nobody
from rules.core.names import UNTITLED, clean
from rules.core.refusal import Illegal
from rules.core.table_commands import TakeIn
from rules.core.table_rules import TableRules, set_to
from rules.core.values import replace
from rules.drawing import asked as asked_draw
from rules.recording import Decided
from rules.repeats import UNDO
from rules.store.protocol import NotStored, PlaceTaken, Step, Whole
from rules.tables import NOTHING_PENDING, AnyFight, AnyRuleset, fold_step, keyframe_of
from rules.telling import Ruling, lines
from rules.verifying import Exported, ExportedStep, Proved, Unreadable, Unsound, Verified

LARGEST_FILE = 8 * 2**20  # bytes, packed or not
MOST_STEPS = 20_000
LARGEST_STEP = 256 * 2**10  # bytes of its command, draws or events
LARGEST_STATE = 2**20  # bytes
MOST_SEATS = 100
LONGEST_TEXT = 20_000  # characters
PATIENCE = 60.0  # seconds
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})  # Unicode categories that no name of ours holds


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """A file that holds what it says, and how much of it was proved."""

    file: Exported
    ruleset: AnyRuleset
    proved: Verified


class Importing(Beginning):
    """The part of the Referee that takes in files."""

    async def bring(self, place: Place, user: UserId, raw: bytes, *, source: str) -> Ruling:
        """Go on with the fight in this file here; the user is its GM. If it was put away, it stands as before that.

        Raises: Illegal(PLACE_TAKEN, BARRED, FILE_TOO_LARGE, NO_FILE, NOT_STORED).
        """
        return await self._shielded(self._bring(place, user, raw, source))

    async def _bring(self, place: Place, user: UserId, raw: bytes, source: str) -> Ruling:
        barred = (await self.preferences.server(place.guild)).barred
        require_not_barred(user, barred)
        if len(raw) > LARGEST_FILE:
            raise Illegal("FILE_TOO_LARGE", most=str(LARGEST_FILE // 2**20))
        async with self._slowly:
            fight, key = FightId(self._random_bytes(5).hex()), self._random_bytes(32)
            try:
                brought = await asyncio.to_thread(weighed, raw, self.rulesets, self._clock())
                former = await self._former(place, brought.file, barred)
                taken = await asyncio.to_thread(taken_in, brought, fight, place, key)
            except Unsound as wrong:
                raise Illegal("NO_FILE", what=_what_is_wrong(wrong)) from wrong
        if again := await self._make_room(place, user, encode(TakeIn()), source):
            return again
        return await self._store_whole(taken, brought, key, user, former, source)

    async def _store_whole(
        self,
        steps: "list[tuple[Step, AnyFight]]",
        brought: Brought,
        key: bytes,
        user: UserId,
        former: Mapping[CombatantId, UserId],
        source: str,
    ) -> Ruling:
        log, after = [step for step, _ in steps], steps[-1][1]
        ruleset, proved = brought.ruleset, brought.proved
        if after.is_closed:
            back = after.back_at(next(fight for step, fight in steps if step.seq == after.before))
            undone = Decided(command=UNDO, events=(Undone(to=after.before),))
            entry, _ = await self._recorder.entry(
                NOTHING_PENDING, after, back, key, undone, user, f"{source}:back", is_own=True
            )
            log, after = [*log, entry.step], back
        count = proved.compared + proved.uncompared
        imported = Imported(user=user, steps=count, compared=proved.compared, begun=int(log[0].at))
        events = (imported, GmNamed(user=user, alone=True), *_kept(ruleset, after, former, user))
        now = fold_step(ruleset, after, events, seq=after.seq + 1, ply=after.ply, before=after.before)
        decided = Decided(command=encode(TakeIn()), events=events)
        entry, pending = await self._recorder.entry(NOTHING_PENDING, after, now, key, decided, user, source)
        whole = Whole(
            record=entry.record,
            steps=(*log, entry.step),
            messages=entry.messages,
            traces=tuple(sorted({user, *now.named})),
        )
        try:
            await self._store.take_in(whole)
        except PlaceTaken:
            raise Illegal("PLACE_TAKEN") from None
        except NotStored as error:
            raise Illegal("NOT_STORED") from error
        return self._recorder.taken_in(now, key, pending, decided, entry, user)

    async def _former(self, place: Place, file: Exported, barred: Collection[UserId]) -> Mapping[CombatantId, UserId]:
        """Who played whom, if it was on this server and we know it ourselves: those are asked whether they go on."""
        try:
            which = msgspec.json.decode(bytes(file.fight), type=_Id).id
        except msgspec.MsgspecError:
            return {}
        record = await self._store.load(FightId(which))
        if record is None or record.place.guild != place.guild or not await self._is_ours(record.fight, file):
            return {}
        try:
            fight = self._tables.decode(record)
        except Illegal:
            return {}  # that it cannot be read here may be why the file is brought
        return {seat.combatant: seat.user for seat in fight.seats if is_somebody(seat.user) and seat.user not in barred}

    async def _is_ours(self, fight: FightId, file: Exported) -> bool:
        """Whether the file has the log of this fight, as far as it goes; its key is another if the fight went on."""
        steps = await self._every_step(fight)
        return len(file.steps) <= len(steps) and all(
            (bytes(theirs.command), bytes(theirs.events)) == (ours.command, ours.events)
            for theirs, ours in zip(file.steps, steps, strict=False)
        )


class _Id(msgspec.Struct):
    id: str


def _kept(
    ruleset: AnyRuleset, fight: AnyFight, former: Mapping[CombatantId, UserId], user: UserId
) -> tuple[Event, ...]:
    """For whom the seats are kept: those who held them. Whoever brings a fight for one alone sits down at once."""
    named = [(seat, name_of(ruleset, fight, seat.combatant)) for seat in fight.seats]
    if ruleset.alone(fight.state):
        return tuple(SeatGiven(seat=seat.id, name=name, before=seat.user, now=user) for seat, name in named)
    return tuple(
        SeatOffered(seat=seat.id, name=name, user=former[seat.combatant])
        for seat, name in named
        if seat.combatant in former
    )


# ---- weighing a file


def weighed(raw: bytes, rulesets: Mapping[str, AnyRuleset], now: float) -> Brought:
    """The file, if it holds a sound fight and nothing that could do harm. Raises: Unsound, Unreadable."""
    file = verifying.read(raw)
    ruleset = rulesets.get(file.ruleset)
    if ruleset is None:
        raise Unreadable("it is by rules that I do not know")
    _require_tame(file, now)
    try:
        proved = verifying.verify(file, rulesets, each=_watched(ruleset, time.monotonic() + PATIENCE))
    except Unsound:
        raise
    except Exception as error:
        raise Unsound("its log cannot be worked out") from error
    return Brought(file=file, ruleset=ruleset, proved=proved)


def _watched(ruleset: AnyRuleset, until: float) -> Callable[[Proved], None]:
    def watch(proved: Proved) -> None:
        fight = proved.after
        if len(fight.seats) > MOST_SEATS or len(fight.gms) > MOST_SEATS or len(encode(fight)) > LARGEST_STATE:
            raise Unsound(f"step {proved.step.seq}: there is more in it than in any fight")
        if time.monotonic() > until:
            raise Unreadable("it takes too long to work out")
        _require_possible(ruleset, proved)

    return watch


def _require_possible(ruleset: AnyRuleset, proved: Proved) -> None:
    """Nothing stands in the step that no table does, and all of it can be shown. Raises whatever it raises.

    What the system decided is proved; what only the table changes follows from nothing, and may say anything.
    """
    fight, events = proved.after, codec_of(ruleset).events(bytes(proved.step.events), proved.step.schema)
    for event in events:
        if isinstance(event, TableSet):
            set_to(TableRules(), {event.what: event.value})
    if fight.owed_draw is not None:
        asked_draw(ruleset, fight, fight.owed_draw.user)
    for viewer in (PUBLIC, Viewer(gm=True)):
        lines(ruleset, fight, events, viewer)
        ruleset.view(fight.state, viewer)
    ruleset.prompts(fight.state)


def _require_tame(file: Exported, now: float) -> None:
    """Raises: Unreadable for what no export of ours holds."""
    if not 1 <= len(file.steps) <= MOST_STEPS:
        raise Unreadable(f"a fight has from 1 to {MOST_STEPS} steps")
    try:
        for step in file.steps:
            if max(len(bytes(step.command)), len(bytes(step.draws)), len(bytes(step.events))) > LARGEST_STEP:
                raise Unreadable(f"step {step.seq} is larger than any of mine")
            if not 0 < step.at < now + 86_400:
                raise Unreadable(f"step {step.seq} is of a time that has not been")
            for text in (*_texts(bytes(step.events)), *_texts(bytes(step.draws))):
                _require_plain(text, step)
            for text in _texts(bytes(step.command)):
                _require_plain(text.translate(_BREAKS), step)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unreadable("it is no JSON") from error


_BREAKS = {ord("\n"): None, ord("\t"): None, ord("\r"): None}  # a pasted scene has lines


def _require_plain(text: str, step: ExportedStep) -> None:
    if len(text) > LONGEST_TEXT or any(unicodedata.category(each) in UNSEEN for each in text):
        raise Unreadable(f"a text of step {step.seq} is none of mine")


def _texts(raw: bytes) -> Iterator[str]:
    waiting: list[Any] = [msgspec.json.decode(raw)]  # Any: decoded JSON
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            waiting += value


def _what_is_wrong(wrong: Unsound) -> str:
    """In words that hold nothing of what stands in the file."""
    if isinstance(wrong.__cause__, Illegal) and wrong.__cause__.refusal.code == "NEWER_PROGRAM":
        return "it was written by a newer version of the program"
    if isinstance(wrong, Unreadable):
        text = str(wrong)
        return "it is no whole record of a fight" if text.startswith("not an exported fight") else text
    return f"step {wrong.step} does not follow from what was asked and drawn" if wrong.step else "its log does not fit"


# ---- under a new id and key


def taken_in(brought: Brought, fight: FightId, place: Place, key: bytes) -> list[tuple[Step, AnyFight]]:
    """The same log as that of another fight: nobody in it is anybody, and its fingerprints are under the new key."""
    names = _nobodies(brought.file)
    file = _elsewhere(brought.file, names, fight, place)
    codec = codec_of(brought.ruleset)
    found = []
    for step, after, _ in verifying.walk(file, brought.ruleset):
        raw = encode(after)
        events = codec.events(bytes(step.events), step.schema)
        back_to = goes_back_to(events)
        keyframe = keyframe_of(step.seq, raw, is_undo=back_to is not None)
        stored = Step(
            fight=fight,
            seq=step.seq,
            ply=step.ply,
            before=step.before,
            schema=step.schema,
            at=step.at,
            user=UserId(step.user),
            source=f"file:{step.seq}",
            expect="",
            command=bytes(step.command),
            draws=bytes(step.draws),
            events=bytes(step.events),
            digest=digest(key, raw),
            keyframe=keyframe,
            back_to=back_to,
        )
        found.append((stored, after))
    return found


def _nobodies(file: Exported) -> dict[int, int]:
    """An id of nobody for everybody in the file, in the order in which they come up."""
    names: dict[int, int] = {}
    for step in file.steps:
        for user in (step.user, *renaming.people_in(bytes(step.events))):
            if user:
                names.setdefault(user, nobody(len(names)))
    return names


def _elsewhere(file: Exported, names: Mapping[int, int], fight: FightId, place: Place) -> Exported:
    steps = tuple(
        replace(
            step,
            user=names.get(step.user, 0),
            command=msgspec.Raw(renaming.command(bytes(step.command), names)),
            events=msgspec.Raw(renaming.events(bytes(step.events), names)),
        )
        for step in file.steps
    )
    last = msgspec.json.decode(renaming.fight(bytes(file.fight), names))
    last |= {
        "id": fight,
        "place": {"guild": place.guild, "channel": place.channel},
        "title": clean(last["title"]) or UNTITLED,
    }
    return replace(file, steps=steps, fight=msgspec.Raw(msgspec.json.encode(last)))
