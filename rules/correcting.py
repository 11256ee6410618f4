"""Judging the last ruling again: with the same draws, and with something changed that the GM puts right.

A ruling is the act that began it and all that was decided in it since: the card played, the Trump. Everything done
after it is judged again too. The old ruling stays in the log, as what an undo took back does.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.asking import decided_by
from rules.core.command import Act, Amend, Answer, Call, Command, GoOn, PlaceThere
from rules.core.dice import Dice, Draw, RecordedDice, SeededDice
from rules.core.event import Corrected, Event, OrdersFollowed, PlayedFor
from rules.core.fight import fold
from rules.core.refusal import Illegal, Refusal
from rules.core.table_commands import is_table_command
from rules.core.values import replace
from rules.store.protocol import Step
from rules.tables import AnyFight, AnyRuleset
from rules.undo_classes import has_redealt

FAR_BACK = 50  # steps that are looked through for the beginning of the last ruling
_RULED = (Act, Answer, GoOn)  # what people do in a fight


class Correct(msgspec.Struct, frozen=True, kw_only=True, tag="correct", tag_field="do"):
    """How a correction is written in the log: what was changed before the ruling was judged again."""

    amend: Amend


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """One step to judge again: its command, and what the table itself noted then."""

    command: Command
    noted: tuple[Event, ...]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What judging again brings: all events after the change, and the step (by refusal) that is no longer legal."""

    fight: AnyFight
    events: tuple[Event, ...]
    refused: Refusal | None


def chain(steps: Mapping[int, Step], last: int) -> list[Step]:
    """The steps that stand, newest first, as far back as `steps` go.

    A correction ends it, and so does what was dealt anew: nothing is judged again with the cards of before.
    """
    found: list[Step] = []
    step = steps.get(last)
    while step is not None:
        if step.back_to is not None and not is_correction(step):
            if has_redealt(step.events):
                break
            step = steps.get(step.back_to)  # an undo: what it went back to stands
            continue
        if is_table_command(step.command):  # it changed nothing of what is judged
            step = steps.get(step.seq - 1)
            continue
        found.append(step)
        step = None if is_correction(step) else steps.get(step.before)
    return found


def is_correction(step: Step) -> bool:
    """Whether it judged a ruling again."""
    return step.command.startswith(b'{"do":"correct"')


def ruling_of(
    ruleset: AnyRuleset, standing: Sequence[Step], commands: Mapping[int, Command], then: Mapping[int, AnyFight]
) -> Sequence[Step]:
    """The steps of the last ruling and all after it, oldest first. `then` is the fight after each step.

    Raises: Illegal(NOTHING_TO_CORRECT, CORRECTED_ALREADY, RULED_TOO_LONG_AGO, NOT_BY_AN_ACT).
    """
    number = 0
    while number < len(standing) and isinstance(commands.get(standing[number].seq), Amend | PlaceThere):
        number += 1  # what the GM set since is judged again with the ruling before it
    if number == len(standing):
        raise Illegal("RULED_TOO_LONG_AGO" if standing and standing[-1].before > 1 else "NOTHING_TO_CORRECT")
    if is_correction(standing[number]):
        raise Illegal("CORRECTED_ALREADY")
    command = commands[standing[number].seq]
    if not isinstance(command, _RULED):
        raise Illegal("NOT_BY_AN_ACT" if isinstance(command, Call) else "NOTHING_TO_CORRECT")
    before = then.get(standing[number].before)
    matters = _matters(ruleset, before, command) if before is not None else frozenset()
    while before is not None and matters & _open(ruleset, before) and number + 1 < len(standing):
        number += 1
        before = then.get(standing[number].before)
    if is_correction(standing[number]):
        raise Illegal("CORRECTED_ALREADY")
    if before is None or matters & _open(ruleset, before):
        raise Illegal("RULED_TOO_LONG_AGO")
    if not isinstance(commands[standing[number].seq], (*_RULED, Amend, PlaceThere)):
        raise Illegal("NOT_BY_AN_ACT")
    return standing[number::-1]


def _matters(ruleset: AnyRuleset, fight: AnyFight, command: Command) -> frozenset[str]:
    """What the command decided about: a test, a flight."""
    which = decided_by(command)
    return frozenset(prompt.matter for prompt in ruleset.prompts(fight.state) if prompt.id in which and prompt.matter)


def _open(ruleset: AnyRuleset, fight: AnyFight) -> frozenset[str]:
    return frozenset(prompt.matter for prompt in ruleset.prompts(fight.state))


def judge(ruleset: AnyRuleset, before: AnyFight, amend: Amend, steps: Iterable[Done], dice: Dice) -> Judged:
    """Decide everything again, the change made as soon as it is legal: mostly first, but a test must have begun.

    Raises: Illegal if the change is not legal at any moment of it.
    """
    events: list[Event] = []
    fight = before

    def take(more: Iterable[Event]) -> None:
        nonlocal fight
        for event in more:
            events.append(event)
            fight = fold(ruleset, fight, event)

    def change() -> Illegal | None:
        try:
            take(ruleset.decide(fight.state, amend, dice))
        except Illegal as illegal:
            return illegal
        return None

    refused, why_not = None, change()
    for done in steps:
        try:
            decided = ruleset.decide(fight.state, done.command, dice)
        except Illegal as illegal:
            refused = illegal.refusal
            break
        take((*done.noted, *decided))
        if why_not is not None and change() is None:
            why_not = None
    if why_not is not None:
        raise why_not
    return Judged(fight=fight, events=tuple(events), refused=refused)


def noted(events: Iterable[Event]) -> tuple[Event, ...]:
    """What the table noted with a step and notes again."""
    return tuple(event for event in events if isinstance(event, PlayedFor | OrdersFollowed))


def corrected(now: AnyFight, to: int, judged: Judged) -> tuple[AnyFight, tuple[Event, ...]]:
    """The fight after the correction, which is the step after `now`, and its events; an undo goes back to `now`."""
    after = replace(now.at_this_table(judged.fight), epoch=now.epoch + 1, is_ordered=False).numbered(
        seq=now.seq + 1, ply=now.ply + 1, before=now.seq
    )
    return after, (Corrected(to=to), *judged.events)


class SameDraws(RecordedDice):
    """The recorded draws as long as they fit, then others: a changed ruling may need one that was never made."""

    def __init__(self, draws: Sequence[Draw], key: bytes, seq: int) -> None:
        """`key` and `seq` (of the fight as it stands) make the further draws."""
        super().__init__(draws)
        self._more = SeededDice(key, f"correct|{seq}".encode())

    def _choose(self, among: Sequence[str], why: str) -> str:
        if self._left and self._left[0].came in among:
            return self._left.pop(0).came
        self._left.clear()  # from here on it is another course of things
        return self._more.pick(among, why)
