"""Who goes first: a Quickie of the relevant conflict skills, once a conflict (C2-02, C2-03, C2D-04, C2D-05)."""

from rules.core.audience import ALL, GM
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.arms import COMPOSE, MENTAL, PHYSICAL
from rules.systems.conflicts.checks import UNSKILLED, Entry, contest, is_balls_up, throw
from rules.systems.conflicts.house import unusual
from rules.systems.conflicts.injuries import malus_parts
from rules.systems.conflicts.modifiers import skill_part
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.state import ConflictState, Fighter

SURPRISE = -3  # C2-03


def relevant_skill(state: ConflictState, fighter: Fighter) -> str:
    """The best of his conflict skills of the kind that is fought with."""
    skills = (*MENTAL, COMPOSE) if state.kinds == "mental" else PHYSICAL
    return max(skills, key=lambda skill: fighter.skills.get(skill, UNSKILLED))


def level(state: ConflictState, fighter: Fighter) -> int:
    """The level of that skill."""
    return fighter.skills.get(relevant_skill(state, fighter), UNSKILLED)


def attribute(state: ConflictState, fighter: Fighter) -> int:
    """What breaks ties: Reflexes, or Will where minds are fought with (C2D-04)."""
    return fighter.will if state.kinds == "mental" else fighter.reflexes


def roll_initiative(draft: ConflictDraft, dice: Dice) -> None:
    """Settle the order for the whole conflict: by parties, or each for himself (house switch `initiative`)."""
    state = draft.state
    fighting = [fighter for fighter in state.fighters if fighter.is_fighting]
    if state.house.initiative == "each":
        order = [CombatantId(entry.who) for entry in _contest(draft, dice, fighting)]
    else:
        parties = dict.fromkeys(fighter.party for fighter in fighting)
        rollers = [_roller(state, [each for each in fighting if each.party == party]) for party in parties]
        first = {entry.who: number for number, entry in enumerate(_contest(draft, dice, rollers))}
        rank = {roller.party: first[roller.id] for roller in rollers}
        order = [
            fighter.id for fighter in sorted(fighting, key=lambda each: (rank[each.party], *_in_party(state, each)))
        ]
    draft.emit(e.OrderSet(rules=cited("C2-02", "C2D-05"), order=tuple(order)))


def _in_party(state: ConflictState, fighter: Fighter) -> tuple[int, int]:
    """Within a party the better skill goes first, then the quicker (C2D-04)."""
    return -level(state, fighter), -attribute(state, fighter)


def _roller(state: ConflictState, party: list[Fighter]) -> Fighter:
    """Who rolls for a party: its best, counting surprise; of those the players see, if there is one."""
    seen = [each for each in party if not each.is_hidden] or party
    return max(
        seen,
        key=lambda each: (level(state, each) + (SURPRISE if each.is_surprised else 0), attribute(state, each)),
    )


def _contest(draft: ConflictDraft, dice: Dice, rollers: list[Fighter]) -> tuple[Entry, ...]:
    by_id = {roller.id: roller for roller in rollers}
    if len(rollers) < 2:
        return tuple(_roll(draft, dice, roller) for roller in rollers)
    entries = [_roll(draft, dice, roller) for roller in rollers]
    return contest(entries, lambda entry: _roll(draft, dice, by_id[CombatantId(entry.who)]))


def _roll(draft: ConflictDraft, dice: Dice, fighter: Fighter) -> Entry:
    """One roll, told to all; whoever expects no attack has DM-3 (C2-03)."""
    state = draft.state
    fell = throw(dice, f"{'somebody' if fighter.is_hidden else fighter.name}: initiative")
    surprise = (Part(SURPRISE, "surprised", RuleId("C2-03")),) if fighter.is_surprised else ()
    score = Tally(
        (
            Part(fell.total, f"dice {fell.one}, {fell.other}", RuleId("C2D-04")),
            skill_part(fighter, relevant_skill(state, fighter), "C2-02"),
            *surprise,
            *malus_parts(state, fighter),
            *unusual(state.house, "initiative"),
        )
    )
    ball = is_balls_up(fell, score.total)
    rules = ["C2-02", "C2D-04", *(["C2-03"] if surprise else []), *(["C2-25"] if ball else [])]
    draft.emit(
        e.InitiativeRolled(
            rules=cited(*rules),
            audience=GM if fighter.is_hidden else ALL,
            who=fighter.id,
            party=fighter.party,
            fell=fell,
            score=score,
            is_balls_up=ball,
        )
    )
    return Entry(
        who=fighter.id,
        fell=fell,
        total=score.total,
        skill=level(state, fighter),
        attribute=attribute(state, fighter),
    )
