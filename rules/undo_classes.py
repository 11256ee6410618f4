"""What an undo means: whether a player may take his act back by himself, who has seen what, what is dealt anew.

Three classes. Free: one's own last act, by which nothing was drawn and nothing became known. By the GM: all others.
With a re-deal: those of the GM behind which somebody has seen what would be back in a hand, in a deck, under a seal.
Pure: the log is read in `rules.taking_back`.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from rules.core.audience import PUBLIC, Seen, Viewer
from rules.core.command import Act, Answer, Command
from rules.core.dice import Dice, Draw, DrawNeeded, SeededDice, TypedDice
from rules.core.event import ENVELOPE_EVENTS, DrawAsked, Event, Explained, PlayedFor, Remembered
from rules.core.fight import fold, settled
from rules.core.ids import CombatantId, UserId
from rules.core.view import FightView
from rules.tables import AnyFight, AnyRuleset

PERSON, PLACE = "person", "place"  # how what is seen begins that was out of sight
_GM = Viewer(gm=True)


class UndoClass(StrEnum):
    """What going back takes."""

    FREE = "free"
    GM = "gm"
    REDEAL = "redeal"


class WhyNot(StrEnum):
    """Why a player may not take back by himself what was done last, in words after a colon."""

    OTHERS = "what was done last was not yours alone"
    DRAWN = "cards or dice have come since"
    SEEN = "others have seen something by it"


class Redeal(msgspec.Struct, frozen=True, kw_only=True):
    """What is dealt anew, with the draws that decided it. `is_by_hand`: only the table can, with its own cards."""

    events: tuple[Event, ...] = ()
    draws: tuple[Draw, ...] = ()
    is_by_hand: bool = False


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What the next undo would bring, in words for one viewer.

    `taken`: what was ruled and would be taken back; `differs`: what would stand otherwise; `seen`: who has seen what;
    `dealt`: whose cards or plans would be others. `seq`: of the step after which all this was looked at.
    """

    seq: int
    kind: UndoClass
    is_at_once: bool  # there is nothing to consider: one's own, and free, or a fight for one alone
    taken: tuple[str, ...]
    differs: tuple[str, ...]
    seen: tuple[str, ...]
    dealt: tuple[str, ...]
    is_by_hand: bool


def why_not_free(
    ruleset: AnyRuleset,
    before: AnyFight,
    user: UserId,
    command: Command,
    events: Iterable[Event],
    draws: Sequence[Draw],
) -> WhyNot | None:
    """Why this user could not take back by himself what he did by this command; None: he can, it is free."""
    who = _actor(ruleset, before, command)
    own: list[Event] = []
    for event in events:
        if isinstance(event, PlayedFor):
            return WhyNot.OTHERS
        if isinstance(event, DrawAsked) and event.typed:
            return WhyNot.DRAWN
        if not isinstance(event, ENVELOPE_EVENTS):
            own.append(event)
        elif not isinstance(event, DrawAsked | Explained):
            return WhyNot.OTHERS
    if who is None or not before.plays(user, who) or before.owed_draw is not None:
        return WhyNot.OTHERS
    if draws:
        return WhyNot.DRAWN
    redealing = ruleset.redealing
    if all(redealing.is_quiet(event) for event in own) and not redealing.seen(before.state, own):
        return None
    return WhyNot.SEEN


def _actor(ruleset: AnyRuleset, before: AnyFight, command: Command) -> CombatantId | None:
    """Whose act or decision the command is; None: of nobody in particular."""
    match command:
        case Act():
            return command.actor
        case Answer():
            owed = (each.whom for each in ruleset.prompts(before.state) if each.id == command.prompt)
            return next(owed, None)
        case _:
            return None


def learned(ruleset: AnyRuleset, before: AnyFight, after: AnyFight, events: Sequence[Event]) -> tuple[Seen, ...]:
    """What became known by a step, of cards and of whatever was out of sight before it."""
    hidden = _out_of_sight(ruleset, before)
    now = _in_sight(ruleset.view(after.state, PUBLIC))
    found = (Seen(what=each) for each in hidden if each in now)
    return tuple(dict.fromkeys((*ruleset.redealing.seen(before.state, systems_own(events)), *found)))


def learned_by_undo(ruleset: AnyRuleset, events: Sequence[Event]) -> tuple[Seen, ...]:
    """What an undo remembers of those things, and what it dealt anew itself."""
    kept = tuple(each for event in events if isinstance(event, Remembered) for each in event.seen)
    return (*kept, *ruleset.redealing.seen(ruleset.empty(), systems_own(events)))


def systems_own(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that a system brought about."""
    return tuple(event for event in events if not isinstance(event, ENVELOPE_EVENTS))


def _out_of_sight(ruleset: AnyRuleset, fight: AnyFight) -> tuple[str, ...]:
    """The people and places that only the GM sees."""
    seen = _in_sight(ruleset.view(fight.state, PUBLIC))
    return tuple(each for each in _in_sight(ruleset.view(fight.state, _GM)) if each not in seen)


def _in_sight(view: FightView) -> dict[str, str]:
    """The people and places of a view, with their names."""
    people = {f"{PERSON} {each.id}": each.name for each in view.combatants}
    return {**people, **{f"{PLACE} {each.id}": each.name for each in view.places}}


def seen_words(ruleset: AnyRuleset, now: AnyFight, past: AnyFight, seen: Sequence[Seen]) -> tuple[str, ...]:
    """Who has seen what, for the GM. `now` knows whoever has come in since the `past` that is gone back to."""
    names = {**_in_sight(ruleset.view(past.state, _GM)), **_in_sight(ruleset.view(now.state, _GM))}
    again = [each for each in _out_of_sight(ruleset, past) if Seen(what=each) in seen]
    hidden = ", ".join(names[each] for each in again)
    said = (f"Everybody has seen, and it would be out of sight again: {hidden}. That cannot be made unseen.",)
    return (*ruleset.redealing.words(now.state, seen), *(said if hidden else ()))


def redeal(ruleset: AnyRuleset, fight: AnyFight, past: AnyFight, seen: Sequence[Seen], key: bytes) -> Redeal:
    """What is dealt anew in the `past` that an undo of `fight` goes back to. With real cards only the table can."""
    dice = TypedDice() if fight.is_typed else SeededDice(key, f"undo|{fight.seq}".encode())
    try:
        events = redealt(ruleset, past, seen, dice)
    except DrawNeeded:
        return Redeal(is_by_hand=True)
    return Redeal(events=events, draws=tuple(dice.drawn))


def redealt(ruleset: AnyRuleset, past: AnyFight, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
    """The events of it; none in a fight for one alone, from whom nobody has a secret. Raises: DrawNeeded."""
    return () if ruleset.alone(past.state) else ruleset.redealing.redealt(past.state, seen, dice)


def gone_back(ruleset: AnyRuleset, fight: AnyFight, past: AnyFight, events: Iterable[Event]) -> AnyFight:
    """The fight after the step that goes back to `past`, with what that step deals anew."""
    after = fight.back_at(past)
    for event in systems_own(events):
        after = fold(ruleset, after, event)
    return settled(ruleset, after)


class _Kind(msgspec.Struct):
    was: str


_KINDS = msgspec.json.Decoder(tuple[_Kind, ...])
_ENVELOPE = frozenset(each.__struct_config__.tag for each in ENVELOPE_EVENTS)


def has_redealt(raw: bytes) -> bool:
    """Whether the events of an undo, as they stand in the log, deal something anew."""
    return any(each.was not in _ENVELOPE for each in _KINDS.decode(raw))
