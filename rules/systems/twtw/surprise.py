"""Surprise: who expects danger, the check against it, and the bravery of whoever was caught (TW-S1 to TW-S9)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.checks import Outcome, bravery_talent, check, trait_talent
from rules.systems.twtw.commands import Expect
from rules.systems.twtw.house import reading
from rules.systems.twtw.play import TwtwDraft, audience_of, require_fighter, require_up
from rules.systems.twtw.state import Fighter, House, Limit
from rules.systems.twtw.tables import difficulty


def is_expecting(fighter: Fighter, house: House) -> bool:
    """Whether danger is expected: the Judge was told, or a weapon is drawn (TW-S6).

    Who always claims it never expects it (TW-S7), whatever he has drawn unless the house says so (TW-OQ-4).
    """
    is_drawn = bool(fighter.in_hand)
    if fighter.is_habitual:
        return is_drawn and house.drawn_claimer == "expects"
    return fighter.expects or is_drawn


def need_against_surprise(fighter: Fighter, house: House, *, in_action_time: bool) -> Tally:
    """The target number of the check, for this character alone (TW-S2, TW-S9)."""
    if in_action_time:
        return Tally((Part(difficulty().standard, "Standard, action time", RuleId("TW-S2")),))
    if is_expecting(fighter, house):
        read = reading(house, "drawn_claimer") if fighter.is_habitual else ()
        return Tally((Part(difficulty().standard, "Standard, danger expected", RuleId("TW-S6")), *read))
    why = "Difficult, always claims danger" if fighter.is_habitual else "Difficult, no danger expected"
    need = Part(house.difficult, why, RuleId("TW-S7" if fighter.is_habitual else "TW-S2"))
    return Tally((need, *reading(house, "difficult")))


def expect(draft: TwtwDraft, command: Expect) -> None:
    """Tell the Judge that danger is expected. Raises: Illegal(OVER, OUT, EXPECTS_ALREADY, TW_S7)."""
    fighter = require_fighter(draft.state, command.actor)
    require_expect(draft.state.phase, fighter)
    draft.emit(e.DangerExpected(rules=cited("TW-S6", "TW-S7"), audience=audience_of(fighter), who=fighter.id))


def require_expect(phase: Phase, fighter: Fighter) -> None:
    """Refuse what would say nothing new. Raises: Illegal(OVER, OUT, EXPECTS_ALREADY)."""
    if phase is Phase.OVER:
        raise Illegal("OVER", "TW-2.1")
    require_up(fighter)
    if fighter.expects:
        raise Illegal("EXPECTS_ALREADY", "TW-S6", "TW-S7", who=fighter.name, hint="The next check counts it.")


def check_surprise(draft: TwtwDraft, dice: Dice, fighter: Fighter) -> None:
    """The check the Judge calls for (TW-S1). A failure leaves defensive actions only, this round (TW-S4)."""
    need = need_against_surprise(fighter, draft.state.house, in_action_time=draft.state.round > 0)
    judge_surprise(draft, fighter, check(draft, dice, fighter.id, trait_talent(fighter, "Acuity"), "surprise"), need)


def judge_surprise(draft: TwtwDraft, fighter: Fighter, outcome: Outcome, need: Tally) -> None:
    """What comes of the card (TW-S3, TW-S4, TW-OQ-3)."""
    house = draft.state.house
    is_surprised = not outcome.meets(need.total)
    has_no_defence = outcome.is_calamity and house.surprise_calamity == "no_defence"
    limit = (Limit.NOTHING if has_no_defence else Limit.DEFENSIVE) if is_surprised else Limit.FREE
    draft.emit(
        e.SurpriseChecked(
            rules=cited("TW-S1", "TW-S2", "TW-S4" if is_surprised else "TW-S3"),
            who=fighter.id,
            result=outcome.result,
            need=need,
            is_calamity=outcome.is_calamity,
            is_surprised=is_surprised,
            limit=limit,
        )
    )


def check_bravery(draft: TwtwDraft, dice: Dice, fighter: Fighter, *, is_under_fire: bool = False) -> bool:
    """An Easy check: the round after a surprise (TW-S5), or to keep an aim under fire (TW-OQ-31)."""
    rule = "TW-OQ-31" if is_under_fire else "TW-S5"
    need = Tally((Part(difficulty().easy, "Easy", RuleId(rule)),))
    outcome = check(draft, dice, fighter.id, bravery_talent(fighter), "bravery")
    is_brave = outcome.meets(need.total)
    draft.emit(
        e.BraveryChecked(
            rules=cited(rule, "TW-OQ-2"),
            who=fighter.id,
            result=outcome.result,
            need=need,
            is_brave=is_brave,
            is_under_fire=is_under_fire,
        )
    )
    return is_brave
