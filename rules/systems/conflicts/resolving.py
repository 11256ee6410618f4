"""The roll of an attack and what follows: hit or miss, ammunition, armour, damage (C2-18, C2-25, C2-27 to C2-29)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.armour import better, covers_part, split, split_parts
from rules.systems.conflicts.arms import BREAK, MAGAZINE, SINGLE, Armour, Weapon
from rules.systems.conflicts.checks import clicks, judge, throw
from rules.systems.conflicts.defending import Evasion, defence
from rules.systems.conflicts.gear import THROWN, armour_of
from rules.systems.conflicts.grappling import break_free, seize
from rules.systems.conflicts.harming import hurt_body, hurt_mind
from rules.systems.conflicts.modifiers import attack_parts, audience_of, is_ranged, strike_weapon
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.state import Fighter, Kind, Strike
from rules.systems.conflicts.traits import spend_for_trait, try_trait


def resolve(draft: ConflictDraft, dice: Dice, strike: Strike, evasion: Evasion | None) -> None:
    """Roll an attack that was announced; both of it are up."""
    if strike.weapon == BREAK:
        draft.emit(e.StrikeDropped(rules=cited("C2D-14"), strike=strike.id))
        break_free(draft, dice, draft.state.fighter(strike.attacker), draft.state.fighter(strike.target))
        return
    opposition = _evade(draft, dice, strike, evasion) if evasion else None
    state = draft.state
    weapon = strike_weapon(state, strike)
    fell = throw(dice, f"{state.name(strike.attacker)} attacks {state.name(strike.target)}")
    rolled = Part(fell.total, f"dice {fell.one}, {fell.other}", RuleId("C2-11"))
    score = Tally((rolled, *attack_parts(state, strike)))
    verdict = judge(state.house, fell, score.total, opposition.total if opposition else None)
    rules = ["C2-11", "C2-18" if opposition is None else "C2-13"]
    rules += [part.rule for part in score.parts if part.value]
    if verdict.is_balls_up:
        rules.append("C2-25")
    draft.emit(
        e.StrikeJudged(
            rules=cited(*rules),
            strike=strike,
            fell=fell,
            score=score.plus(*verdict.by_house),
            defence=opposition or Tally(),
            is_evaded=opposition is not None,
            is_hit=verdict.is_hit,
            is_balls_up=verdict.is_balls_up,
        )
    )
    _use_up(draft, strike, weapon, is_click=clicks(fell, is_hit=verdict.is_hit))
    if verdict.is_hit:
        _hit(draft, dice, strike, weapon)


def _evade(draft: ConflictDraft, dice: Dice, strike: Strike, evasion: Evasion) -> Tally:
    """Use up one Defend to meet one attack (C2-17), with what helps it (C2-16)."""
    target = strike.target
    if evasion.change:
        draft.emit(e.PlanChanged(rules=cited("C2-06", "C2A-23"), who=target, at=evasion.at, kind=Kind.DEFEND))
    draft.emit(e.PlanSpent(rules=cited("C2-17", "C2A-06"), who=target, at=evasion.at))
    bonus = 0
    if evasion.trait:
        spend_for_trait(draft, draft.state.fighter(target), evasion.trait, "C2-16", but=evasion.at)
        bonus = try_trait(draft, dice, draft.state.fighter(target), evasion.trait, "C2-16")
    return defence(draft.state, draft.state.fighter(target), strike, evasion.trait, bonus)


def _use_up(draft: ConflictDraft, strike: Strike, weapon: Weapon, *, is_click: bool) -> None:
    """What the attack does to the weapon: thrown away, a single shot gone, or an empty magazine (C2-27, C2A-19)."""
    attacker = strike.attacker
    if strike.grip.startswith(THROWN):
        spot = draft.state.fighter(strike.target).spot
        draft.emit(e.ItemFell(rules=cited("C2-19"), who=attacker, item=strike.item, spot=spot, is_thrown=True))
    elif weapon.ammunition == SINGLE:
        draft.emit(e.RanOut(rules=cited("C2A-19"), who=attacker, item=strike.item, is_click=False))
    elif weapon.ammunition == MAGAZINE and is_click:
        draft.emit(e.RanOut(rules=cited("C2-27"), who=attacker, item=strike.item, is_click=True))


def _hit(draft: ConflictDraft, dice: Dice, strike: Strike, weapon: Weapon) -> None:
    if weapon.skill == "wrestling":
        seize(draft, strike.attacker, strike.target)
        return
    damage = roll_damage(dice, weapon)
    if weapon.is_mental:
        hurt_mind(draft, draft.state.fighter(strike.target), damage)
        return
    damage = damage.plus(*_through_armour(draft, dice, strike, damage.total))
    hurt_body(draft, draft.state.fighter(strike.target), damage, strike.part)


def roll_damage(dice: Dice, weapon: Weapon) -> Tally:
    """The weapon's dice and its fixed number, never below 0 (C2D-09)."""
    roll = weapon.roll
    faces = [dice.roll(6, f"{weapon.name}: damage") for _ in range(roll.dice)]
    parts = [Part(sum(faces), f"dice {', '.join(map(str, faces))}", RuleId("C2D-09"))]
    if roll.plus:
        parts.append(Part(max(roll.plus, -sum(faces)), weapon.name, RuleId("C2D-09")))
    return Tally(tuple(parts))


def _through_armour(draft: ConflictDraft, dice: Dice, strike: Strike, damage: int) -> tuple[Part, ...]:
    """What the armour takes off. One roll for the spot that was struck, whatever is worn (C2-28, C2D-08)."""
    state = draft.state
    target = state.fighter(strike.target)
    pieces = _worn(draft, target, is_shot=is_ranged(state, strike))
    if not pieces or damage <= 0:
        return ()
    if strike.part:
        covering = better(tuple(piece for piece in pieces if covers_part(piece, strike.part)))
        score = Tally((Part(0, f"at the {strike.part}", RuleId("C2D-08")),))
    else:
        fell = throw(dice, f"{target.name}: is the spot covered?")
        covering = better(tuple(piece for piece in pieces if fell.total <= piece.coverage))
        score = Tally((Part(fell.total, f"dice {fell.one}, {fell.other}", RuleId("C2-28")),))
    shown = covering or max(pieces, key=lambda piece: piece.coverage)
    if not strike.part:
        score = score.plus(Part(0, f"coverage {shown.coverage}", RuleId("C2D-08"), audience_of(target)))
    draft.emit(
        e.ArmourTried(
            rules=cited("C2-28", "C2D-08"),
            who=target.id,
            piece=shown.name,
            is_covered=covering is not None,
            score=score,
        )
    )
    return split_parts(state.house, covering, split(state.house, damage, covering.rating)) if covering else ()


def _worn(draft: ConflictDraft, target: Fighter, *, is_shot: bool) -> tuple[Armour, ...]:
    """The pieces that count: a shield only hand to hand."""
    worn = [piece for key in target.armour if (piece := armour_of(draft.state, key)) is not None]
    return tuple(piece for piece in worn if not (piece.is_shield and is_shot))
