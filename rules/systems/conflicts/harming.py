"""Damage that got through: sums, what being hit there does, and who is out by it (C2D-10, C2D-11, C2D-14)."""

from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.house import unusual
from rules.systems.conflicts.injuries import condition_after, step, track
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.state import Condition, Fighter, Kind, Spot

VITAL = ("head", "neck", "eye", "groin")  # C2D-11: twice the damage
STUNNING = ("eye", "groin")
HOLDING = ("hand", "arm")


def hurt_body(draft: ConflictDraft, whom: Fighter, damage: Tally, part: str = "") -> None:
    """Physical damage after armour, and what the part of the body adds to it (C2D-11)."""
    if part in VITAL and damage.total > 0:
        damage = damage.plus(Part(damage.total, f"the {part}: twice", RuleId("C2D-11")))
    length = track(draft.state.house, whom.strength)
    _hurt(draft, whom, damage, is_mental=False)
    if damage.total <= 0:
        return
    if part in HOLDING and 4 * damage.total >= length:
        _let_fall(draft, draft.state.fighter(whom.id))
    if part == "leg" and not whom.is_lame:
        draft.emit(e.Lamed(rules=cited("C2D-11"), who=whom.id))
    if part in STUNNING:
        draft.emit(e.Dazed(rules=cited("C2D-11"), who=whom.id))
        force_defend(draft, draft.state.fighter(whom.id))


def hurt_mind(draft: ConflictDraft, whom: Fighter, damage: Tally) -> None:
    """Mental damage; armour does not apply (C2D-09)."""
    _hurt(draft, whom, damage, is_mental=True)


def _hurt(draft: ConflictDraft, whom: Fighter, damage: Tally, *, is_mental: bool) -> None:
    lost = max(0, damage.total)
    total = (whom.strain if is_mental else whom.harm) + lost
    draft.emit(
        e.Hurt(
            rules=cited("C2-01", "C2D-10"),
            who=whom.id,
            damage=damage.plus(*unusual(draft.state.house, "toughness")) if lost else damage,
            lost=lost,
            total=total,
            step=step(total, track(draft.state.house, whom.will if is_mental else whom.strength)),
            is_mental=is_mental,
        )
    )
    take_out(draft, draft.state.fighter(whom.id))


def take_out(draft: ConflictDraft, whom: Fighter) -> None:
    """Out, or dead, as soon as the sum of the damage says so (C2D-10)."""
    after = condition_after(draft.state, whom)
    if whom.is_up and after is not Condition.UP:
        draft.emit(e.ConditionChanged(rules=cited("C2D-10"), who=whom.id, condition=after))


def _let_fall(draft: ConflictDraft, whom: Fighter) -> None:
    """What was in hand is dropped (C2D-11)."""
    held = next((item for item in whom.at_hand if item.hold), None)
    if held is not None:
        spot: Spot = whom.spot
        draft.emit(e.ItemFell(rules=cited("C2D-11"), who=whom.id, item=held.id, spot=spot, is_thrown=False))


def force_defend(draft: ConflictDraft, whom: Fighter) -> None:
    """The next action not yet used becomes Defend (C2D-11); if none is left now, that of the next round."""
    state = draft.state
    if not whom.must_defend or state.half < 0:
        return
    for at, plan in enumerate(whom.plans):
        is_past = at < state.half or (at == state.half and whom.id in state.done)
        if plan.is_spent or is_past:
            continue
        draft.emit(e.PlanChanged(rules=cited("C2D-11", "C2-06"), who=whom.id, at=at, kind=Kind.DEFEND))
        return
