"""Rounds: declarations, the fields centred anew, action points and initiative (TW-2.1 to TW-2.7)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.typed import bad_value
from rules.systems.twtw import events as e
from rules.systems.twtw.checks import check, trait_talent
from rules.systems.twtw.commands import Declare
from rules.systems.twtw.hazards import breathe
from rules.systems.twtw.play import TwtwDraft, audience_of, require_fighter, require_up
from rules.systems.twtw.state import Fighter, Limit, Smoke, Stage, TwtwState
from rules.systems.twtw.surprise import check_bravery
from rules.systems.twtw.tables import points_of
from rules.systems.twtw.turns import lost

PHASES = ((10, 1), (8, 2), (5, 3))  # TW-2.3: at least so much, in that phase; else in the last
LAST_PHASE = 4
ROMAN = ("-", "I", "II", "III", "IV")
HESITATES = 1  # TW-2.4: at most so much
ALL_POINTS = "all"


def begin_round(draft: TwtwDraft, dice: Dice) -> None:
    """A round up to the first who may move. The deck is shuffled if a joker came (TW-OQ-29)."""
    if draft.state.is_shuffle_due:
        draft.emit(e.DeckShuffled(rules=cited("TW-OQ-29")))
    draft.emit(e.RoundBegan(rules=cited("TW-2.1"), round=draft.state.round + 1))
    those = tuple(fighter.id for fighter in draft.state.fighters if fighter.is_at_hand)
    for who in those:
        _centre(draft, draft.state.fighter(who))
    for who in those:
        if draft.state.fighter(who).smoke is not Smoke.NONE:
            breathe(draft, dice, draft.state.fighter(who))
    those = tuple(who for who in those if draft.state.fighter(who).is_at_hand)
    for who in those:
        _give_points(draft, dice, draft.state.fighter(who))
    for who in those:
        _draw_initiative(draft, dice, draft.state.fighter(who))
    draft.emit(
        e.OrderSet(rules=cited("TW-2.5", "TW-2.7"), order=_in_order(draft.state)),
        e.StageBegan(rules=cited("TW-2.2", "TW-OQ-13"), stage=Stage.MOVES),
    )


def _centre(draft: TwtwDraft, fighter: Fighter) -> None:
    """An aim that is held is centred on its target anew, in the declaration phase (TW-A3)."""
    aim = fighter.aim
    if aim is None:
        return
    target = draft.state.find(aim.whom)
    if target is None or not target.is_at_hand:
        draft.emit(lost(draft.state, fighter, e.Why.TARGET_GONE, "TW-A1"))
        return
    draft.emit(
        e.FieldCentred(
            rules=cited("TW-A2", "TW-A3"), who=fighter.id, whom=target.id, centre=target.spot, held=aim.held + 1
        )
    )


def _give_points(draft: TwtwDraft, dice: Dice, fighter: Fighter) -> None:
    """As many action points as were declared (TW-2.7, TW-OQ-34); after a surprise only the brave act (TW-S5)."""
    state = draft.state
    every = points_of(fighter.trait("Quickness"))
    points = every if fighter.declared is None else min(fighter.declared, every)
    unallocated = every - points
    limit = Limit.FREE
    if fighter.is_surprised and state.round == 1:
        limit = fighter.limit  # this is the round that the surprise costs
    elif fighter.is_surprised and not check_bravery(draft, dice, fighter):
        if state.house.bravery_fail == "half":
            points //= 2
        else:
            limit = Limit.DEFENSIVE
    draft.emit(
        e.PointsGiven(
            rules=cited("TW-2.7", "TW-2.10", "TW-OQ-28", "TW-OQ-34"),
            who=fighter.id,
            points=points,
            unallocated=unallocated,
            limit=limit,
        )
    )


def phase_of(result: int) -> int:
    """The phase of an initiative (TW-2.3)."""
    return next((phase for least, phase in PHASES if result >= least), LAST_PHASE)


def _draw_initiative(draft: TwtwDraft, dice: Dice, fighter: Fighter) -> None:
    outcome = check(draft, dice, fighter.id, trait_talent(fighter, "Quickness"), "initiative")
    result = outcome.result.total
    hesitates = outcome.is_calamity or result <= HESITATES
    limit = Limit.DEFENSIVE if outcome.is_calamity and fighter.limit is Limit.FREE else fighter.limit
    draft.emit(
        e.InitiativeDrawn(
            rules=cited("TW-2.3", "TW-2.4") if hesitates else cited("TW-2.3"),
            who=fighter.id,
            result=outcome.result,
            phase=LAST_PHASE if hesitates else phase_of(result),
            is_calamity=outcome.is_calamity,
            hesitates=hesitates,
            points=fighter.points // 2 if hesitates else fighter.points,
            limit=limit,
        )
    )


def _in_order(state: TwtwState) -> tuple[CombatantId, ...]:
    """By phase, then initiative, then Quickness, then points held back (TW-2.5, TW-2.7, TW-2.11), then by entry."""
    those = [fighter for fighter in state.fighters if fighter.phase]
    those.sort(key=lambda who: (who.phase, -who.initiative, -who.trait("Quickness"), -who.unallocated))
    return tuple(who.id for who in those)


def declare(draft: TwtwDraft, command: Declare) -> None:
    """Declare the action points of the next round. Raises: Illegal(OVER, OUT, BAD_VALUE)."""
    fighter = require_fighter(draft.state, command.actor)
    require_up(fighter)
    word = command.how.strip().casefold()
    every = points_of(fighter.trait("Quickness"))
    if word != ALL_POINTS and not (word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= every):
        hint = f"A whole number from 1 to {every}, or {ALL_POINTS}."
        raise bad_value("action points", command.how, hint, "TW-2.7")
    points = None if word == ALL_POINTS else int(word)
    draft.emit(
        e.PointsDeclared(
            rules=cited("TW-2.7", "TW-OQ-34"), audience=audience_of(fighter), who=fighter.id, points=points
        )
    )
