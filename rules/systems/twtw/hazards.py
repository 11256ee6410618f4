"""What the surroundings do: falls (TW-3.36) and smoke (TW-3.37)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.cards import EFFECT_ROWS, card
from rules.systems.twtw.checks import check, draw, trait_talent
from rules.systems.twtw.harm import concuss, wound
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.state import Fighter, Smoke
from rules.systems.twtw.tables import difficulty

ROW_EVERY = 5  # paces of a fall for each row of damage
FALL_COLUMN = 6
CLOTH = 2  # a wet cloth helps so much


def fall(draft: TwtwDraft, dice: Dice, fighter: Fighter, paces: int, *, is_soft: bool) -> None:
    """A fall of so many paces: (1)6 for the first 5, a row further for each 5 more; a soft landing may halve it."""
    rule = RuleId("TW-3.36")
    code = draw(draft, dice, f"{fighter.name}: a fall")
    row = min(max(1, -(-paces // ROW_EVERY)), EFFECT_ROWS)
    value = card(code).effected(row, FALL_COLUMN)
    parts = [Part(value, f"fall ({row}){FALL_COLUMN}", rule)]
    if is_soft:
        outcome = check(draft, dice, fighter.id, trait_talent(fighter, "Coordination"), "a soft landing")
        if outcome.meets(difficulty().landing):
            parts.append(Part(-(value - value // 2), "soft landing", rule))
    damage = Tally(tuple(parts))
    where = card(code).bank[card(code).standard]
    draft.emit(e.Fell(rules=cited("TW-3.36"), who=fighter.id, paces=paces, is_soft=is_soft, where=where, damage=damage))
    if fighter.is_up and draft.state.house.wounds == "on":
        wound(draft, fighter.id, where, damage.total)


def breathe(draft: TwtwDraft, dice: Dice, fighter: Fighter) -> None:
    """In smoke a Fortitude check precedes each round; who fails loses as much concussion as was lacking."""
    rule = RuleId("TW-3.37")
    cloth = (Part(CLOTH, "wet cloth", rule),) if fighter.smoke is Smoke.CLOTH else ()
    need = Tally((Part(difficulty().smoke, "smoke", rule),))
    outcome = check(draft, dice, fighter.id, trait_talent(fighter, "Fortitude"), "smoke", *cloth)
    lost = 0 if outcome.meets(need.total) else max(1, need.total - outcome.result.total)
    draft.emit(e.SmokeBreathed(rules=cited("TW-3.37"), who=fighter.id, result=outcome.result, need=need, lost=lost))
    if lost and draft.state.house.wounds == "on":
        concuss(draft, fighter.id, lost)
