"""A fight's whole log in one file, and the proof that it is sound.

Sound means: every step's events follow from its command and draws, and folding them gives the fingerprint stored.
Steps of an older schema were encoded otherwise and decided by older rules: they are brought up to date, must come in
order and are folded, but only the fingerprint of the first step of the present schema (or, where there is none yet, the
fight as stored) shows whether they lead there.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from rules import correcting
from rules.core.audience import Seen
from rules.core.codec import codec_of, digest, encode
from rules.core.command import Finish
from rules.core.dice import DrawMismatch, DrawNeeded, RecordedDice, TypedDice
from rules.core.event import ENVELOPE_EVENTS, Corrected, Event, Remembered, is_of_the_table, undone_in
from rules.core.fight import Fight, fold
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Ruleset, Setup
from rules.core.speech import refusal_words
from rules.core.table_commands import is_table_command
from rules.core.values import replace
from rules.drawing import DRAWS, waiting
from rules.store.protocol import Record, Step
from rules.tables import AnyFight, AnyRuleset, fold_step, next_step
from rules.undo_classes import gone_back, learned, learned_by_undo, redealt, systems_own


class Unsound(Exception):
    """A log that does not prove its state; the message names the first bad step, and so does `step` (0: none)."""

    @property
    def step(self) -> int:
        """The number of the first step that is wrong."""
        found = re.match(r"step (\d+)", str(self))
        return int(found[1]) if found else 0


class Unreadable(Unsound):
    """A log of which this program cannot say whether it is sound: by rules or a version that it does not know."""


class Verified(msgspec.Struct, frozen=True):
    """How many steps of a sound log follow from their commands and draws, and how many are too old to tell."""

    compared: int
    uncompared: int = 0


class ExportedStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step as exported: command, draws and events as JSON of this `schema`, the fingerprint in hexadecimal."""

    seq: int
    ply: int
    before: int
    at: float
    user: int
    source: str
    expect: str
    command: msgspec.Raw
    draws: msgspec.Raw
    events: msgspec.Raw
    digest: str
    schema: int = 1


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A whole fight with its key: all its secrets. `fairdraw` is the version of this format."""

    fairdraw: int = 1
    ruleset: str
    key: str
    fight: msgspec.Raw
    steps: tuple[ExportedStep, ...]
    schema: int = 1  # of `fight`


def exported(record: Record, steps: Sequence[Step]) -> Exported:
    """The rows of one fight as a value that can be written to a file with `encode`."""
    return Exported(
        ruleset=record.ruleset,
        key=record.key.hex(),
        fight=msgspec.Raw(record.raw),
        schema=record.schema,
        steps=tuple(
            ExportedStep(
                seq=step.seq,
                ply=step.ply,
                before=step.before,
                at=step.at,
                user=step.user,
                source=step.source,
                expect=step.expect,
                command=msgspec.Raw(step.command),
                draws=msgspec.Raw(step.draws),
                events=msgspec.Raw(step.events),
                digest=step.digest.hex(),
                schema=step.schema,
            )
            for step in steps
        ),
    )


LARGEST = 64 * 2**20  # bytes of a file once it is unpacked


def unpacked(raw: bytes) -> bytes:
    """What was packed, or the same if it was not. Raises: Unreadable."""
    if not raw.startswith(b"\x1f\x8b"):
        return raw
    unpacker = zlib.decompressobj(_GZIP)
    try:
        whole = unpacker.decompress(raw, LARGEST)
    except zlib.error as error:
        raise Unreadable("not an exported fight: it cannot be unpacked") from error
    if not unpacker.eof:
        raise Unreadable("not an exported fight: it does not end, or is too large")
    return whole


_GZIP = zlib.MAX_WBITS | 16  # of zlib: with the head and tail of a file


def read(raw: bytes) -> Exported:
    """An exported file, packed or not. Raises: Unreadable if it is not one."""
    try:
        return msgspec.json.decode(unpacked(raw), type=Exported)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:  # the last: nested too deeply
        raise Unreadable(f"not an exported fight: {error}") from error


def verify(
    fight: Exported, rulesets: Mapping[str, AnyRuleset], *, each: Callable[["Proved"], None] = lambda _: None
) -> Verified:
    """Decide and fold the whole log again; `each` is given every step that holds. Raises: Unsound, Unreadable."""
    ruleset = rulesets.get(fight.ruleset)
    if ruleset is None:
        raise Unreadable(f"unknown rules: {fight.ruleset}")
    try:
        return _Verification(ruleset, fight).run(each)
    except Illegal as illegal:
        words = refusal_words(illegal.refusal, ruleset.gm_word) or illegal.refusal.code
        is_newer = illegal.refusal.code == "NEWER_PROGRAM"
        raise (Unreadable(words) if is_newer else Unsound(f"unreadable: {words}")) from illegal
    except (ValueError, RecursionError) as error:
        raise Unsound(f"unreadable: {error}") from error


class Proved(NamedTuple):
    """A step that follows from those before it, and the fight after it; `is_compared`: its fingerprint tells it too."""

    step: ExportedStep
    after: AnyFight
    is_compared: bool


def walk(fight: Exported, ruleset: AnyRuleset) -> Iterator[Proved]:
    """The fight after each step of a log that is known to be sound; no fingerprint is looked at.

    So it can be worked out under another key.
    """
    return _Verification(ruleset, fight, is_known=True).walk()


def rekeyed(fight: Exported, ruleset: AnyRuleset, key: bytes) -> Exported:
    """The same log with its fingerprints under another key; those of a log that is not sound stay as they are."""
    try:
        steps = tuple(replace(step, digest=digest(key, encode(after)).hex()) for step, after, _ in walk(fight, ruleset))
    except (Unsound, Illegal, ValueError):
        steps = fight.steps
    return replace(fight, key=key.hex(), steps=steps)


class _Verification:
    """One pass over a log; keeps every past state, since an undo may go back to any."""

    def __init__(self, ruleset: AnyRuleset, exported: Exported, *, is_known: bool = False) -> None:
        self.ruleset = ruleset
        self.is_known = is_known
        self.codec = codec_of(ruleset)
        self.key = bytes.fromhex(exported.key)
        self.last = bytes(exported.fight)
        self.steps: Sequence[ExportedStep] = exported.steps
        last: Fight[Any] = self.codec.fight(self.last, exported.schema)
        if not self.codec.is_present(exported.schema):
            self.last = encode(last)
        self.past: dict[int, AnyFight] = {0: _before_all(ruleset, last, exported.steps)}
        self.seen: dict[int, ExportedStep] = {}

    def run(self, each: Callable[[Proved], None]) -> Verified:
        """The numbers of steps; raises at the first that does not follow."""
        compared = 0
        for proved in self.walk():
            compared += proved.is_compared
            each(proved)
        if encode(self.past[len(self.steps)]) != self.last:
            raise Unsound("the stored state is not what the steps lead to")
        return Verified(compared, len(self.steps) - compared)

    def walk(self) -> Iterator[Proved]:
        """Each step with the fight after it; raises at the first that does not follow."""
        schema = 0
        for count, step in enumerate(self.steps, start=1):
            if step.seq != count:
                raise Unsound(f"step {count} is missing")
            if step.schema < schema:
                raise Unsound(f"step {count}: was written by an older version than the step before it")
            schema = step.schema
            after = self._after(step)
            if (step.ply, step.before) != (after.ply, after.before):
                raise Unsound(f"step {step.seq}: does not follow the step before it")
            is_compared = self.codec.is_present(step.schema)
            if is_compared and not self.is_known and digest(self.key, encode(after)).hex() != step.digest:
                raise Unsound(f"step {step.seq}: folding gives another state than was fingerprinted")
            self.past[step.seq] = after
            self.seen[step.seq] = step
            yield Proved(step, after, is_compared)

    def _after(self, step: ExportedStep) -> AnyFight:
        events = self.codec.events(bytes(step.events), step.schema)
        before = self.past[step.seq - 1]
        if undone := undone_in(events):
            back = self.past.get(before.before)
            if back is None or undone.to != before.before:
                raise Unsound(f"step {step.seq}: goes back to a step that is not before it")
            if self.codec.is_present(step.schema):
                self._require_redealt(before, back, step, events)
            return gone_back(self.ruleset, before, back, events)
        if events and isinstance(events[0], Corrected):
            return self._after_correction(before, step, events)
        if self.codec.is_present(step.schema):
            self._require_decided(before, step, events)
        if step.seq == 1:  # the lobby as opened is where it all begins
            return fold_step(self.ruleset, before, events, seq=1, ply=0, before=0)
        return next_step(self.ruleset, before, events)

    def _require_redealt(self, before: AnyFight, back: AnyFight, step: ExportedStep, events: tuple[Event, ...]) -> None:
        """What an undo remembers is what became known, and what it deals anew follows from that and the draws."""
        seen = self._learned(before, back)
        kept = tuple(each for event in events if isinstance(event, Remembered) for each in event.seen)
        if kept != seen:
            raise Unsound(f"step {step.seq}: remembers other things than became known")
        dice = TypedDice() if before.is_typed else RecordedDice(self.codec.draws(bytes(step.draws)))
        try:
            dealt = redealt(self.ruleset, back, seen, dice)
            if isinstance(dice, RecordedDice):
                dice.require_all_used()
        except DrawMismatch as error:
            raise Unsound(f"step {step.seq}: the rules do not deal it anew so: {error}") from error
        except DrawNeeded:
            dealt = ()
        if not _are_same(dealt, systems_own(events)):
            raise Unsound(f"step {step.seq}: dealing anew leads to other events")

    def _learned(self, before: AnyFight, back: AnyFight) -> tuple[Seen, ...]:
        """What became known by the step that an undo takes back, and by those taken back since."""
        known: list[Seen] = []
        step = self.seen[before.seq]
        while True:
            events = self.codec.events(bytes(step.events), step.schema)
            if undone := undone_in(events):
                known += learned_by_undo(self.ruleset, events)
                step = self.seen[undone.to]
            elif is_of_the_table(events):
                step = self.seen[step.seq - 1]
            else:
                return tuple(dict.fromkeys((*known, *learned(self.ruleset, back, before, events))))

    def _after_correction(self, before: AnyFight, step: ExportedStep, events: tuple[Event, ...]) -> AnyFight:
        """The fight after a ruling was judged again from an earlier step on."""
        first = events[0]
        assert isinstance(first, Corrected), "only corrections come here"
        past = self.past.get(first.to)
        if past is None or not 1 <= first.to < before.seq:
            raise Unsound(f"step {step.seq}: corrects what is not before it")
        fight = past
        for event in events:
            fight = fold(self.ruleset, fight, event)
        if self.codec.is_present(step.schema) and not self.is_known:
            self._require_judged(past, before, step, events[1:])
        return correcting.corrected(before, first.to, correcting.Judged(fight=fight, events=(), refused=None))[0]

    def _require_judged(self, past: AnyFight, before: AnyFight, step: ExportedStep, events: tuple[Event, ...]) -> None:
        """The events follow from the change, the commands judged again and the draws."""
        amend = msgspec.json.decode(bytes(step.command), type=correcting.Correct).amend
        again = [each for each in self._standing(before.seq) if each.seq > past.seq]
        done = [
            correcting.Done(
                command=self.codec.command(bytes(each.command), each.schema),
                noted=correcting.noted(self.codec.events(bytes(each.events), each.schema)),
            )
            for each in reversed(again)
        ]
        dice = RecordedDice(self.codec.draws(bytes(step.draws)))
        try:
            judged = correcting.judge(self.ruleset, past, amend, done, dice)
            dice.require_all_used()
        except (Illegal, DrawMismatch) as error:
            raise Unsound(f"step {step.seq}: the rules do not judge it so: {error}") from error
        if not _are_same(judged.events, events):
            raise Unsound(f"step {step.seq}: judging again leads to other events")

    def _standing(self, last: int) -> list[ExportedStep]:
        """The steps that stand, newest first, as far back as the last correction."""
        found: list[ExportedStep] = []
        step = self.seen.get(last)
        while step is not None:
            events = self.codec.events(bytes(step.events), step.schema)
            if undone := undone_in(events):
                if systems_own(events):  # nothing is judged again with what was dealt before
                    break
                step = self.seen.get(undone.to)
                continue
            if events and isinstance(events[0], Corrected):
                break
            if is_table_command(bytes(step.command)):
                step = self.seen.get(step.seq - 1)
                continue
            found.append(step)
            step = self.seen.get(step.before)
        return found

    def _require_decided(self, before: AnyFight, step: ExportedStep, events: tuple[Event, ...]) -> None:
        if self.is_known:
            return
        dice = RecordedDice(self.codec.draws(bytes(step.draws)))
        own = tuple(event for event in events if not isinstance(event, ENVELOPE_EVENTS))
        if events and not own:
            return  # the envelope alone changed
        try:
            if step.seq == 1:
                decided = self.ruleset.open(_setup(step), dice)
            else:
                command = self.codec.command(bytes(step.command))
                if before.owed_draw is not None and not isinstance(command, Finish):
                    command = waiting(self.ruleset, before)
                decided = self.ruleset.decide(before.state, command, dice)
            dice.require_all_used()
        except (Illegal, DrawMismatch) as error:
            raise Unsound(f"step {step.seq}: the rules do not decide it so: {error}") from error
        if not _are_same(decided, own):
            raise Unsound(f"step {step.seq}: the command and draws lead to other events")


def _are_same(these: tuple[Event, ...], those: tuple[Event, ...]) -> bool:
    """Whether the events are the same, though one may say what another leaves out since it is so anyhow."""
    return these == those or encode(these) == encode(those)


def _setup(step: ExportedStep) -> Setup:
    setup = msgspec.json.decode(bytes(step.command), type=Setup)
    return replace(setup, house={switch: value for switch, value in setup.house.items() if switch != DRAWS})


def _before_all(ruleset: Ruleset[Any], last: Fight[Any], steps: Sequence[ExportedStep]) -> Fight[Any]:
    """Nothing has happened yet; whoever began it is its only GM."""
    return Fight(
        id=last.id,
        place=last.place,
        ruleset=last.ruleset,
        schema=last.schema,
        title=last.title,
        gms=(UserId(steps[0].user),) if steps else last.gms,
        is_typed=last.is_typed,
        state=ruleset.empty(),
    )
