"""Looking ahead: at which pace of which way a target would leave a field of fire, and what moves are worth offering."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.systems.twtw.arcs import Arc, Mode, verdict
from rules.systems.twtw.courses import (
    Course,
    all_manners,
    course_about,
    key_about,
    read_course,
    reference_of,
    watchers_of,
)
from rules.systems.twtw.fields import exit_pace, is_clear, trained_gun
from rules.systems.twtw.ground import paces
from rules.systems.twtw.hexes import DIRECTIONS, Spot
from rules.systems.twtw.moving import most_paces, move_cost, risky_pace
from rules.systems.twtw.paths import MANNER_WORDS, Manner, about
from rules.systems.twtw.state import Fighter, House, TwtwState, foes_of

FARTHEST = 80  # paces looked ahead
SIDEWAYS = (
    (Manner.CIRCLE_LEFT, Manner.CIRCLE_RIGHT),
    (Manner.LEFT, Manner.RIGHT),
    (Manner.LEFT_AWAY, Manner.RIGHT_AWAY),
)
MOST_OFFERED = 20
LONGEST_LABEL = 100


@lru_cache(maxsize=4096)
def pace_out(house: House, arc: Arc, firer: Spot, centre: Spot, start: Spot, manner: Manner) -> int | None:
    """The pace at which a target that goes this way about the firer is out of his field; None: not within sight."""
    line, mode = firer.to(centre), house.mode
    number = min(FARTHEST, 2 * paces(mode, firer, start) + 2)
    try:
        path = about(mode, start, firer, manner, number)
    except Illegal:
        return None
    for pace, spot in enumerate(path, start=1):
        if is_clear(house, arc, verdict(mode, arc, line, firer.to(spot))):
            return pace
    return None


def ways_out(state: TwtwState, aimer: Fighter, target: Fighter) -> str:
    """How many paces lead out of the field, for each way to the side: "circle left 6 or right 6, straight left 6"."""
    weapon = trained_gun(aimer)
    if aimer.aim is None or weapon is None:
        return ""
    found = []
    for pair in SIDEWAYS:
        if not set(pair) <= set(all_manners(state)):
            continue
        out = [pace_out(state.house, weapon.arc, aimer.spot, aimer.aim.centre, target.spot, manner) for manner in pair]
        if out[0] is not None or out[1] is not None:
            left, right = (str(each) if each is not None else "never" for each in out)
            found.append(f"{_plain(pair[0])} {left} or right {right}")
    return ", ".join(found) or "no way to the side"


def _plain(manner: Manner) -> str:
    return MANNER_WORDS[manner].replace(", keep range", "").replace("left and away", "outward left")


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """A move worth offering, and what it brings."""

    key: str
    course: Course
    cost: int
    losers: tuple[tuple[str, int], ...]


def prospects(state: TwtwState, mover: Fighter) -> tuple[Prospect, ...]:
    """Moves worth offering: each way out of a field with as few paces as it takes, whole moves, ways to enemies."""
    most = most_paces(state.house, mover.paces_move, mover.points)
    if most <= 0:
        return ()
    return _prospects(state, mover, most, _courses(state, mover, most)) or _prospects(
        state, mover, most, _any_way(state, mover, most)
    )


def _prospects(
    state: TwtwState, mover: Fighter, most: int, courses: Iterable[tuple[str, Course]]
) -> tuple[Prospect, ...]:
    found: dict[str, Prospect] = {}
    for key, course in courses:
        if course.path and len(course.path) <= most and key not in found:
            found[key] = Prospect(
                key=key,
                course=course,
                cost=move_cost(state.house, mover.paces_move, len(course.path)),
                losers=tuple(losers(state, mover, course)),
            )
    return tuple(found.values())[:MOST_OFFERED]


def _any_way(state: TwtwState, mover: Fighter, most: int) -> Iterable[tuple[str, Course]]:
    """Where there is nothing and nobody within reach to go to, or by: any way."""
    for way in DIRECTIONS:
        key = f"{min(most, max(1, mover.paces_move))} {way}"
        yield key, read_course(state, mover, key)


def losers(state: TwtwState, mover: Fighter, course: Course) -> Iterable[tuple[str, int]]:
    """Who would lose the aim by this move (or perhaps, on the edge), and with which pace."""
    for watcher in watchers_of(state, mover):
        pace = risky_pace(state, watcher, mover, course.path)
        if pace is not None:
            yield watcher.name, pace


def _courses(state: TwtwState, mover: Fighter, most: int) -> Iterable[tuple[str, Course]]:
    reference = reference_of(state, mover)
    usual = min(most, max(1, mover.paces_move))
    if reference is not None and reference.spot != mover.spot:
        whom = (reference.name, reference.spot)
        for manner in all_manners(state):
            lengths = {usual}
            longest = course_about(state, mover, manner, most, whom)
            for watcher in watchers_of(state, mover):
                pace = exit_pace(state, watcher, longest.path)
                if pace is not None:
                    lengths.add(pace)
            for number in sorted(lengths):
                yield key_about(manner, number, reference.id), course_about(state, mover, manner, number, whom)
    for foe in foes_of(state, mover):
        if foe.spot != mover.spot and (reference is None or foe.id != reference.id):
            course = course_about(state, mover, Manner.TOWARD, usual, (foe.name, foe.spot))
            yield key_about(Manner.TOWARD, usual, foe.id), course
    for landmark in state.landmarks:
        if landmark.spot != mover.spot:
            key = f"to {landmark.id}"
            try:
                course = read_course(state, mover, key)
            except Illegal:
                continue
            yield key, Course(words=f"to {landmark.name}", path=course.path)


def offered(state: TwtwState, mover: Fighter) -> tuple[Choice, ...]:
    """The same as choices, each with its price and with who loses the aim."""
    return tuple(_choice(state, each) for each in prospects(state, mover))


def _choice(state: TwtwState, prospect: Prospect) -> Choice:
    lost = "; ".join(f"{name} loses the aim at pace {pace}" for name, pace in prospect.losers)
    label = f"{prospect.course.words}"
    return Choice(
        key=prospect.key,
        label=label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…",
        note=f"{prospect.cost} AP" + (f"; {lost}" if lost else "; nobody loses an aim" if _is_aimed(state) else ""),
    )


def _is_aimed(state: TwtwState) -> bool:
    return any(each.aims_at is not None for each in state.fighters if each.is_at_hand)


def mode_words(mode: Mode) -> str:
    """How the table measures, in a few words."""
    return {
        Mode.GRIDLESS: "gridless: half the range aside leaves 60°, all of it 120°",
        Mode.ANGLE: "angle: the exact angle between positions",
        Mode.HEX: "hex: the exact angle between hexes",
    }[mode]
