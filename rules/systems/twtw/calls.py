"""Checks that the Judge calls of several at once: surprise, bravery, any trait (TW-S1, TW-OQ-2, TW-1.2, TW-1.12)."""

from rules.core.audience import Audience
from rules.core.calling import (
    Called,
    Check,
    audience_of,
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
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.checks import Talent, bravery_talent, check, trait_talent
from rules.systems.twtw.play import TwtwDraft, require_running
from rules.systems.twtw.state import Fighter, House, TwtwState
from rules.systems.twtw.surprise import is_expecting, judge_surprise, need_against_surprise
from rules.systems.twtw.tables import difficulty
from rules.systems.twtw.turns import SURPRISE

BRAVERY = "bravery"
TRAITS = ("Strength", "Coordination", "Quickness", "Fortitude", "Acuity", "Knowledge", "Presence", "Essence")  # TW-2.40
RULED, UNAWARE = "as-ruled", "before-action"
HARDEST = 30  # far beyond what a card shows


def calls(state: TwtwState) -> tuple[Check, ...]:
    """What the Judge may call for while the fight runs."""
    if state.phase is not Phase.RUNNING:
        return ()
    able = tuple(fighter for fighter in state.fighters if may_be_called(state, fighter))
    numbers = _numbers(state.house)
    by_trait = (numbers[1], numbers[0], *numbers[2:])  # Standard is the usual one
    surprise = Check(
        key=SURPRISE,
        label="Surprise (Acuity)",
        who=tuple(_surprisable(state, fighter) for fighter in able),
        marked=tuple(fighter.id for fighter in able if is_expecting(fighter, state.house)),
        difficulties=(
            Choice(key=RULED, label=f"As the rules have it: {difficulty().standard} in action time"),
            Choice(
                key=UNAWARE,
                label=f"Not yet in action time: {difficulty().standard} or {state.house.difficult}",
                note="whether danger is expected",
            ),
            *numbers,
        ),
    )
    who = tuple(Choice(key=fighter.id, label=clip(fighter.name)) for fighter in able)
    return (
        surprise,
        Check(key=BRAVERY, label="Bravery", who=who, difficulties=numbers),
        *(Check(key=each.lower(), label=each, who=who, difficulties=by_trait) for each in TRAITS),
    )


def may_be_called(state: TwtwState, fighter: Fighter) -> bool:
    """Whether he takes part, is seen, and owes no other check."""
    return fighter.is_at_hand and not owes(state.calls, fighter.id)


def _surprisable(state: TwtwState, fighter: Fighter) -> Choice:
    note = "danger expected" if is_expecting(fighter, state.house) else "no danger expected"
    if fighter.in_hand and is_expecting(fighter, state.house):
        note = "weapon drawn"
    return Choice(key=fighter.id, label=clip(fighter.name), note=note)


def _numbers(house: House) -> tuple[Choice, ...]:
    """The target numbers that have a name (TW-1B)."""
    named = ((difficulty().easy, "Easy"), (difficulty().standard, "Standard"), (house.difficult, "Difficult"))
    return tuple(Choice(key=str(number), label=f"{number}, {word}") for number, word in named)


def call(draft: TwtwDraft, dice: Dice, command: Call) -> None:
    """Ask everybody called for the check at once; whom the Judge plays draws at once (TW-1.2).

    Raises: Illegal(NOT_STARTED, OVER, BAD_VALUE), and as `require_call`.
    """
    require_running(draft.state)
    meant, those = require_call(calls(draft.state), command, "TW-1.2")
    typed, audience = difficulty_of(meant, command), audience_of(command)
    fighters = map(draft.state.fighter, those)
    owed = owed_by(
        fighters, draft.state.counter, meant, command, lambda each: _need(draft.state, each, meant.key, typed, audience)
    )
    rule = "TW-S1" if meant.key == SURPRISE else "TW-1.2"
    draft.emit(*(e.CheckCalled(rules=cited(rule), called=each) for each in owed))
    for each in owed:
        if not draft.state.fighter(each.who).is_pc:
            make(draft, dice, each)


def _need(state: TwtwState, fighter: Fighter, key: str, typed: str, audience: Audience) -> Tally:
    """The target number, fixed before the card is drawn (TW-1.2)."""
    if key == SURPRISE and typed in (RULED, UNAWARE):
        need = need_against_surprise(fighter, state.house, in_action_time=typed == RULED)
        return Tally(tuple(replace(part, audience=audience) for part in need.parts))
    number = whole_number("the difficulty", typed, 1, HARDEST)
    return Tally((Part(number, _word(state.house, number), RuleId("TW-1.2"), audience),))


def _word(house: House, number: int) -> str:
    words = {house.difficult: "Difficult", difficulty().standard: "Standard", difficulty().easy: "Easy"}
    return words.get(number, "the Judge's number")


def make(draft: TwtwDraft, dice: Dice, called: Called) -> None:
    """Draw the card, and say what comes of it."""
    draft.emit(e.CallClosed(rules=cited("TW-1.2"), call=called.id))
    fighter = draft.state.fighter(called.who)
    talent = _talent(fighter, called.check)
    outcome = check(draft, dice, fighter.id, talent, label_of(called.check).lower())
    if called.check == SURPRISE:
        judge_surprise(draft, fighter, outcome, called.against)
        return
    draft.emit(
        e.CheckMade(
            rules=cited("TW-1.3", talent.rule, *(("TW-1.7",) if outcome.is_calamity else ())),
            who=fighter.id,
            check=called.check,
            about=called.about,
            result=outcome.result,
            need=called.against,
            is_calamity=outcome.is_calamity,
            is_success=outcome.meets(called.against.total),
        )
    )


def _talent(fighter: Fighter, key: str) -> Talent:
    if key == BRAVERY:
        return bravery_talent(fighter)
    return trait_talent(fighter, "Acuity" if key == SURPRISE else key.title())


def drop_calls(draft: TwtwDraft) -> None:
    """Nobody who is out or hidden owes a check any more."""
    at_hand = {fighter.id for fighter in draft.state.fighters if fighter.is_at_hand}
    drop_moot(draft, draft.state.calls, at_hand, "TW-1.2")
