"""Checks that the GM calls of several at once: any skill or attribute, on two dice (C2D-03, C2D-07)."""

from rules.core.audience import GM
from rules.core.calling import (
    Called,
    Check,
    audience_of as audience_of_call,
    difficulty_of,
    drop_moot,
    label_of,
    owed_by,
    owes,
    require_call,
)
from rules.core.command import Call
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.option import Choice, clip
from rules.core.tally import Part, Tally
from rules.core.typed import whole_number
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.arms import COMPOSE, MENTAL, PHYSICAL
from rules.systems.conflicts.checks import AVERAGE, SUCCESS, is_balls_up, throw
from rules.systems.conflicts.injuries import malus_parts
from rules.systems.conflicts.modifiers import audience_of, skill_part
from rules.systems.conflicts.play import ConflictDraft, require_running
from rules.systems.conflicts.state import ConflictState, Fighter
from rules.systems.conflicts.traits import ATTRIBUTES, attribute, traits, try_trait

USUAL = ("will", "reflexes", "strength", COMPOSE, *PHYSICAL, *MENTAL)
MOST = 12  # of a modifier: more would be no check
NAMED = {0: "usual", 3: "easy", -3: "very hard"}


def calls(state: ConflictState) -> tuple[Check, ...]:
    """What the GM may call for while the fight runs: attributes, and every skill that anybody has."""
    if state.phase is not Phase.RUNNING:
        return ()
    able = tuple(fighter for fighter in state.fighters if may_be_called(state, fighter))
    who = tuple(Choice(key=fighter.id, label=clip(fighter.name)) for fighter in able)
    others = (skill for fighter in able if fighter.is_pc for skill in sorted(fighter.skills))
    return tuple(
        Check(key=each, label=clip(each.title()), who=who, difficulties=_modifiers())
        for each in dict.fromkeys((*USUAL, *others))
    )


def may_be_called(state: ConflictState, fighter: Fighter) -> bool:
    """Whether he is up, seen, and owes no other check."""
    return fighter.is_at_hand and not owes(state.calls, fighter.id)


def _modifiers() -> tuple[Choice, ...]:
    every = sorted(range(-3, 4), key=lambda each: (each != 0, each))
    return tuple(
        Choice(key=f"{each:+d}", label=f"DM{each:+d}" if each else "No modifier", note=NAMED.get(each, ""))
        for each in every
    )


def call(draft: ConflictDraft, dice: Dice, command: Call) -> None:
    """Ask everybody called for the check at once; whom the GM plays rolls at once (C2D-03).

    Raises: Illegal(NOT_STARTED, OVER, BAD_VALUE), and as `require_call`.
    """
    require_running(draft.state)
    meant, those = require_call(calls(draft.state), command, "C2D-03")
    modifier = whole_number("the difficulty", difficulty_of(meant, command), -MOST, MOST)
    audience = audience_of_call(command)
    parts = (Part(modifier, "difficulty", RuleId("C2D-03"), audience),) if modifier or audience == GM else ()
    fighters = map(draft.state.fighter, those)
    owed = owed_by(fighters, draft.state.counter, meant, command, lambda _: Tally(parts))
    draft.emit(*(e.CheckCalled(rules=cited("C2D-03"), called=each) for each in owed))
    for each in owed:
        if not draft.state.fighter(each.who).is_pc:
            make(draft, dice, each)


def helpers(fighter: Fighter, called: Called) -> tuple[str, ...]:
    """The skills that may help: free, one a roll (C2-07, C2D-07)."""
    return traits(fighter, called.check, (), has_action=False)


def make(draft: ConflictDraft, dice: Dice, called: Called, helper: str = "") -> None:
    """Roll, and say what comes of it (C2D-03); a skill that helps is rolled for first (C2D-07)."""
    draft.emit(e.CallClosed(rules=cited("C2D-03"), call=called.id))
    fighter = draft.state.fighter(called.who)
    helped: tuple[Part, ...] = ()
    if helper:
        bonus = try_trait(draft, dice, fighter, helper, "C2-07")
        helped = (Part(bonus, f"{helper.title()} helps", RuleId("C2-07")),)
    fell = throw(dice, f"{fighter.name}: {label_of(called.check)}")
    score = Tally(
        (
            Part(fell.total, f"dice {fell.one}, {fell.other}", RuleId("C2D-03")),
            _own(fighter, called.check),
            *helped,
            *called.against.parts,
            *malus_parts(draft.state, fighter),
        )
    )
    ball = is_balls_up(fell, score.total)
    draft.emit(
        e.CheckMade(
            rules=cited("C2D-03", *(("C2-25",) if ball else ())),
            who=fighter.id,
            check=called.check,
            about=called.about,
            score=score,
            need=SUCCESS,
            is_success=score.total >= SUCCESS and not ball,
            is_balls_up=ball,
            is_secret=called.is_secret,
        )
    )


def _own(fighter: Fighter, key: str) -> Part:
    """What he has himself: a skill's level, or an attribute over 7 (C2D-07)."""
    if key not in ATTRIBUTES:
        return skill_part(fighter, key, "C2D-03")
    return Part(attribute(fighter, key) - AVERAGE, f"{key.title()} over 7", RuleId("C2D-07"), audience_of(fighter))


def drop_calls(draft: ConflictDraft) -> bool:
    """Nobody who is out or hidden owes a check any more; says whether somebody did."""
    at_hand = {fighter.id for fighter in draft.state.fighters if fighter.is_at_hand}
    return drop_moot(draft, draft.state.calls, at_hand, "C2D-03")
