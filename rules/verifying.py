"""A fight's whole log in one file, and the proof that it is sound.

Sound means: every step's events follow from its command and draws, and folding them gives the fingerprint stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from rules.core.codec import codec_of, digest, encode
from rules.core.command import Finish
from rules.core.dice import DrawMismatch, RecordedDice
from rules.core.event import ENVELOPE_EVENTS, Event, Undone
from rules.core.fight import Fight
from rules.core.refusal import Illegal
from rules.core.ruleset import Ruleset, Setup
from rules.drawing import waiting
from rules.store.protocol import Record, Step
from rules.tables import AnyFight, AnyRuleset, fold_step


class Unsound(Exception):
    """A log that does not prove its state; the message names the first bad step."""


class ExportedStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step as exported: command, draws and events as JSON, the fingerprint in hexadecimal."""

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


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """A whole fight with its key: all its secrets. `fairdraw` is the version of this format."""

    fairdraw: int = 1
    ruleset: str
    key: str
    fight: msgspec.Raw
    steps: tuple[ExportedStep, ...]


def exported(record: Record, steps: Sequence[Step]) -> Exported:
    """The rows of one fight as a value that can be written to a file with `encode`."""
    return Exported(
        ruleset=record.ruleset,
        key=record.key.hex(),
        fight=msgspec.Raw(record.raw),
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
            )
            for step in steps
        ),
    )


def read(raw: bytes) -> Exported:
    """An exported file. Raises: Unsound if it is not one."""
    try:
        return msgspec.json.decode(raw, type=Exported)
    except msgspec.MsgspecError as error:
        raise Unsound(f"not an exported fight: {error}") from error


def verify(fight: Exported, rulesets: Mapping[str, AnyRuleset]) -> int:
    """Decide and fold the whole log again. Returns the number of steps. Raises: Unsound."""
    ruleset = rulesets.get(fight.ruleset)
    if ruleset is None:
        raise Unsound(f"unknown rules: {fight.ruleset}")
    try:
        return _Verification(ruleset, fight).run()
    except (msgspec.MsgspecError, ValueError) as error:
        raise Unsound(f"unreadable: {error}") from error


class _Verification:
    """One pass over a log; keeps every past state, since an undo may go back to any."""

    def __init__(self, ruleset: AnyRuleset, exported: Exported) -> None:
        self.ruleset = ruleset
        self.codec = codec_of(ruleset)
        self.key = bytes.fromhex(exported.key)
        self.last = bytes(exported.fight)
        self.steps: Iterable[ExportedStep] = exported.steps
        last: Fight[Any] = self.codec.fight(self.last)
        self.past: dict[int, AnyFight] = {0: _before_all(ruleset, last)}

    def run(self) -> int:
        """The number of steps; raises at the first that does not follow."""
        count = 0
        for count, step in enumerate(self.steps, start=1):
            if step.seq != count:
                raise Unsound(f"step {count} is missing")
            after = self._after(step)
            raw = encode(after)
            if digest(self.key, raw).hex() != step.digest:
                raise Unsound(f"step {step.seq}: folding gives another state than was fingerprinted")
            self.past[step.seq] = after
        if encode(self.past[count]) != self.last:
            raise Unsound("the stored state is not what the steps lead to")
        return count

    def _after(self, step: ExportedStep) -> AnyFight:
        events = self.codec.events(bytes(step.events))
        before = self.past[step.seq - 1]
        if events and isinstance(events[0], Undone):
            back = self.past.get(events[0].to)
            if back is None:
                raise Unsound(f"step {step.seq}: goes back to a step that is not before it")
            return before.back_at(back)
        self._require_decided(before, step, events)
        return fold_step(self.ruleset, before, events, seq=step.seq, ply=step.ply, before=step.before)

    def _require_decided(self, before: AnyFight, step: ExportedStep, events: tuple[Event, ...]) -> None:
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
        if encode(decided) != encode(own):
            raise Unsound(f"step {step.seq}: the command and draws lead to other events")


def _setup(step: ExportedStep) -> Setup:
    setup = msgspec.json.decode(bytes(step.command), type=Setup)
    return replace(setup, house={switch: value for switch, value in setup.house.items() if switch != "draws"})


def _before_all(ruleset: Ruleset[Any], last: Fight[Any]) -> Fight[Any]:
    return Fight(
        id=last.id,
        place=last.place,
        ruleset=last.ruleset,
        schema=last.schema,
        title=last.title,
        gms=last.gms,
        is_typed=last.is_typed,
        state=ruleset.empty(),
    )
