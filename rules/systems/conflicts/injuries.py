"""What damage does to somebody: the two tracks, the maluses, out and dead (C2-01, C2D-10, C2D-11, C2D-16)."""

from rules.core.ids import RuleId
from rules.core.tally import Part
from rules.systems.conflicts.house import unusual
from rules.systems.conflicts.state import Condition, ConflictState, Fighter, House

STEPS = ("scratched", "hurt", "wounded", "badly wounded", "out", "dead")
MIND_STEPS = ("rattled", "shaken", "badly shaken", "close to giving in")
OUT, DEAD = 4, 5
GRITTY = 7  # C2D-10: Track = attribute + 7
CINEMATIC = 3  # C2D-16: Track = 3 x attribute


def track(house: House, attribute: int) -> int:
    """How much damage puts somebody out: by Strength for the body, by Will for the mind."""
    return attribute + GRITTY if house.toughness == "gritty" else attribute * CINEMATIC


def step(damage: int, length: int) -> int:
    """How far a sum of damage went: an index of `STEPS`; each quarter of the track is a step."""
    if damage >= 2 * length:
        return DEAD
    return min(OUT, 4 * damage // length) if length > 0 else OUT


def body_step(state: ConflictState, fighter: Fighter) -> int:
    """How badly the body is hurt."""
    return step(fighter.harm, track(state.house, fighter.strength))


def mind_step(state: ConflictState, fighter: Fighter) -> int:
    """How badly the mind is hurt."""
    return step(fighter.strain, track(state.house, fighter.will))


def malus(state: ConflictState, fighter: Fighter) -> int:
    """What the injuries cost: of the two tracks the worse one alone, 0 to -3."""
    return -min(3, max(body_step(state, fighter), mind_step(state, fighter)))


def malus_parts(state: ConflictState, fighter: Fighter) -> tuple[Part, ...]:
    """The malus as a part; nothing for the unhurt."""
    worst = malus(state, fighter)
    if not worst:
        return ()
    is_mental = mind_step(state, fighter) > body_step(state, fighter)
    why = looks(-worst, is_mental=is_mental)
    return (Part(worst, why, RuleId("C2D-10")), *unusual(state.house, "toughness"))


def condition_after(state: ConflictState, fighter: Fighter) -> Condition:
    """Whether the sums of damage leave somebody up, and if not, how he is out; the body counts first."""
    body, mind = body_step(state, fighter), mind_step(state, fighter)
    if body == DEAD:
        return Condition.DEAD
    if mind == DEAD:
        return Condition.BROKEN
    if body == OUT:
        return Condition.UNCONSCIOUS
    return Condition.YIELDED if mind == OUT else Condition.UP


def looks(number: int, *, is_mental: bool) -> str:
    """How somebody looks who is hurt so far, and up."""
    return (MIND_STEPS if is_mental else STEPS)[min(number, 3)]


def step_words(state: ConflictState, fighter: Fighter) -> str:
    """How somebody looks, to everybody: "unhurt", "wounded and shaken"."""
    said = [looks(body_step(state, fighter), is_mental=False)] if fighter.harm else []
    said += [looks(mind_step(state, fighter), is_mental=True)] if fighter.strain else []
    return " and ".join(said) or "unhurt"
