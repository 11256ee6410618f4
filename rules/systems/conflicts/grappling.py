"""Holds: taken by Wrestling, broken by a Quickie of Wrestling, given up by going apart (C2D-14)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.arms import WRESTLING
from rules.systems.conflicts.checks import UNSKILLED, Entry, contest, throw
from rules.systems.conflicts.injuries import malus_parts
from rules.systems.conflicts.modifiers import skill_part
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.positions import distance
from rules.systems.conflicts.state import Fighter, Hold

APART = 200  # cm: farther from one another than an arm's reach no hold lasts (C2D-18)


def seize(draft: ConflictDraft, holder: CombatantId, held: CombatantId) -> None:
    """Have hold of somebody; whoever held him before lets go, and so does the holder of another."""
    for hold in draft.state.holds:
        if held in (hold.held, hold.holder) or holder in (hold.holder, hold.held):
            draft.emit(e.HoldEnded(rules=cited("C2D-14"), holder=hold.holder, held=hold.held))
    draft.emit(e.Held(rules=cited("C2D-14"), holder=holder, held=held))


def break_free(draft: ConflictDraft, dice: Dice, actor: Fighter, holder: Fighter) -> None:
    """A Quickie of Wrestling; whoever is held wins free, or stays held."""
    scores: dict[str, Tally] = {}

    def roll(fighter: Fighter) -> Entry:
        fell = throw(dice, f"{fighter.name}: Wrestling over the hold")
        parts = (
            Part(fell.total, f"dice {fell.one}, {fell.other}", RuleId("C2D-04")),
            skill_part(fighter, WRESTLING, "C2D-04"),
            *malus_parts(draft.state, fighter),
        )
        scores[fighter.id] = Tally(parts)
        level = fighter.skills.get(WRESTLING, UNSKILLED)
        total = scores[fighter.id].total
        return Entry(who=fighter.id, fell=fell, total=total, skill=level, attribute=fighter.reflexes)

    people = {actor.id: actor, holder.id: holder}
    entries = contest([roll(actor), roll(holder)], lambda entry: roll(people[CombatantId(entry.who)]))
    by_who = {entry.who: entry for entry in entries}
    is_free = entries[0].who == actor.id
    draft.emit(
        e.HoldContested(
            rules=cited("C2D-04", "C2D-14"),
            who=actor.id,
            holder=holder.id,
            fell=by_who[actor.id].fell,
            score=scores[actor.id],
            against=by_who[holder.id].fell,
            opposition=scores[holder.id],
            is_free=is_free,
        )
    )
    if is_free:
        draft.emit(e.HoldEnded(rules=cited("C2D-14"), holder=holder.id, held=actor.id))


def drop_holds(draft: ConflictDraft) -> bool:
    """End the holds of those who are out, hidden, or apart."""
    state = draft.state
    for hold in state.holds:
        holder, held = state.fighter(hold.holder), state.fighter(hold.held)
        if not (holder.is_at_hand and held.is_at_hand) or distance(holder.spot, held.spot) > APART:
            draft.emit(e.HoldEnded(rules=cited("C2D-14"), holder=hold.holder, held=hold.held))
            return True
    return False


def let_go(draft: ConflictDraft, holder: Fighter) -> None:
    """Whoever moves off lets go of whom he holds."""
    held = draft.state.held_by(holder.id)
    if held is not None:
        hold = Hold(holder=holder.id, held=held)
        draft.emit(e.HoldEnded(rules=cited("C2D-14"), holder=hold.holder, held=hold.held))
