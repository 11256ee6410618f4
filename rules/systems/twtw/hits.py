"""After a hit: bumps spent, the location, what cover takes, the damage (TW-3B, TW-1.21, TW-1.40 to TW-1.44)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.called_shots import SIDED, TORSO
from rules.systems.twtw.cards import EFFECT_ROWS, Card, card
from rules.systems.twtw.checks import draw
from rules.systems.twtw.cover import protection_at
from rules.systems.twtw.harm import concuss, wound
from rules.systems.twtw.locations import moved
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.shooting import shake
from rules.systems.twtw.state import Attack, Fighter, TwtwState
from rules.systems.twtw.weapons import gun, melee

UP, DOWN, DAMAGE, PIERCE = "up", "down", "damage", "pierce"
CALLED_TORSO = "chest"  # where a called torso is hit


def location_of(state: TwtwState, attack: Attack, more: int = 0) -> str:
    """Where the hit lands, with so many further steps up; a called spot stands (TW-OQ-18)."""
    steps = attack.steps.total + attack.moved + more
    if attack.called:
        spot = _called_part(attack)
        if state.house.called_bumps == "no":
            return spot
        bank = _bank_with(card(attack.card), spot)
        return moved(bank, bank.index(spot), steps, does_wrap=state.house.bank_end == "wrap")
    drawn = card(attack.card)
    return moved(drawn.bank, drawn.standard, steps, does_wrap=state.house.bank_end == "wrap")


def _called_part(attack: Attack) -> str:
    """The part of the body that a called spot names; of two arms or legs the one that the card's toggle says."""
    if attack.called == TORSO:
        return CALLED_TORSO
    if attack.called in SIDED:
        return f"{'right' if card(attack.card).toggle else 'left'}-{attack.called}"
    return attack.called


def _bank_with(drawn: Card, spot: str) -> tuple[str, ...]:
    """The card's locations with the called spot in place of the standard one."""
    return tuple(spot if at == drawn.standard else each for at, each in enumerate(drawn.bank))


def ways_to_spend(state: TwtwState, attack: Attack) -> tuple[str, ...]:
    """What a bump may be spent on now: always damage; the location if it moves; penetration if cover is in the way."""
    ways = [DAMAGE]
    here = location_of(state, attack)
    if not attack.called:
        ways += [way for way, step in ((UP, 1), (DOWN, -1)) if location_of(state, attack, step) != here]
    target = state.find(attack.target)
    if target is not None and protection_left(attack, target, here) > 0:
        ways.append(PIERCE)
    return tuple(ways)


def protection_left(attack: Attack, target: Fighter, location: str) -> int:
    """How many rows cover still takes, after the bumps spent on penetration (TW-3.20, TW-3.22)."""
    if attack.is_melee:
        return 0
    there = protection_at(target.cover, is_ducked=target.is_ducked, location=location)
    return max(0, there - attack.deeper)


def spend_bump(draft: TwtwDraft, how: str) -> None:
    """Spend one bump of the hit. Raises: Illegal(NO_SUCH_ANSWER)."""
    attack = draft.state.attack
    assert attack is not None, "asked only while a hit waits"
    ways = ways_to_spend(draft.state, attack)
    if how not in ways:
        raise Illegal("NO_SUCH_ANSWER", "TW-1.21", key=how, hint=f"One of: {', '.join(ways)}.")
    draft.emit(e.BumpSpent(rules=cited("TW-1.21"), who=attack.attacker, how=how))


def land(draft: TwtwDraft, dice: Dice) -> None:
    """The hit lands: location, protection, damage (TW-3B)."""
    state = draft.state
    attack = state.attack
    assert attack is not None, "asked only while a hit waits"
    target = state.find(attack.target)
    location = location_of(state, attack)
    protection = protection_left(attack, target, location) if target else 0
    row = min(attack.row + attack.harder, EFFECT_ROWS)
    outcome = "through" if not protection else "reduced" if row > protection else "stopped"
    chosen = (Part(attack.moved, "bumps", RuleId("TW-1.21")),) if attack.moved else ()
    draft.emit(
        e.HitLanded(
            rules=cited("TW-1.40", *dict.fromkeys(part.rule for part in attack.steps.parts), "TW-3.20"),
            who=attack.attacker,
            whom=attack.target,
            location=location,
            steps=attack.steps.plus(*chosen),
            protection=protection,
            outcome=outcome,
        )
    )
    if target is None or not target.is_up or outcome == "stopped":
        return
    _damage(draft, dice, attack, target, location, row, protection)
    if not attack.is_melee:
        shake(draft, dice, target.id)


def _damage(
    draft: TwtwDraft, dice: Dice, attack: Attack, target: Fighter, location: str, row: int, protection: int
) -> None:
    drawn = card(attack.card)
    is_impact = attack.is_melee and _is_impact(attack.weapon)
    parts = [_read(drawn, attack, row, protection)]
    if attack.is_melee and is_impact:
        strength = draft.state.fighter(attack.attacker).trait("Strength")
        parts.insert(0, Part(drawn.effected(1, strength), f"Strength (1){strength}", RuleId("TW-3.30")))
    unreduced = drawn.effected(row, attack.column)
    if _asks_for_more(drawn, attack, row, protection) and parts[-1].value:
        second = card(draw(draft, dice, "increased effect"))
        more = min(second.effected(1, attack.column), attack.column)
        if protection:  # TW-1.43: a reduced result ends below the unreduced one
            more = max(0, min(more, unreduced - 1 - parts[-1].value))
        parts.append(Part(more, f"increased effect, card {second.number}", RuleId("TW-1.42")))
    damage = Tally(tuple(parts))
    draft.emit(
        e.Damaged(
            rules=cited("TW-W1", *(("TW-1.43",) if protection else ())),
            whom=target.id,
            damage=damage,
            is_impact=is_impact,
        )
    )
    if draft.state.house.wounds == "off":
        return
    if is_impact:
        concuss(draft, target.id, damage.total)
    else:
        wound(draft, target.id, location, damage.total)


def _asks_for_more(drawn: Card, attack: Attack, row: int, protection: int) -> bool:
    """Whether a second card is drawn: the cell says so, or the one that bumps on damage led away from (TW-1.43)."""
    is_kept = attack.harder > 0 and attack.row > 0 and drawn.is_increased(attack.row, attack.column)
    return is_kept or drawn.is_increased(max(1, row - protection), attack.column)


def _is_impact(weapon: str) -> bool:
    found = melee(weapon)
    return found is None or found.is_impact


def _read(drawn: Card, attack: Attack, row: int, protection: int) -> Part:
    """The effect cell: bumps on damage lead to a better one, cover to a worse one (TW-W1, TW-1.43)."""
    if attack.is_melee and not row:
        return Part(0, "bare", RuleId("TW-3.30"))
    value = drawn.effected(row, attack.column)
    if attack.harder and attack.row:
        value = max(value, drawn.effected(attack.row, attack.column) + 1)
    used = row - protection
    if protection:
        value = max(0, min(drawn.effected(used, attack.column), value - 1))
    weapon = gun(attack.weapon)
    name = weapon.name if weapon else (found.name if (found := melee(attack.weapon)) else attack.weapon)
    return Part(value, f"{name} ({used}){attack.column}", RuleId("TW-W1"))
