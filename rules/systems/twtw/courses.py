"""Moves in words: "6 left of Angus", "circle left 6 of Angus", "4 N", "to 3 E of Hank", "to hex 2,-1"."""

import re

import msgspec

from rules.core.ids import CombatantId
from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.paths import COMPASS, MANNER_WORDS, Manner, Path, about, by_compass, manners, straight_to
from rules.systems.twtw.positions import PACES, Known, read_spot, spot_words
from rules.systems.twtw.state import Fighter, TwtwState, foes_of

_NAMED = re.compile(
    rf"(?:(circle|straight)\s+)?(?:(\d{{1,3}})\s*{PACES}\s+)?([a-z, ]+?)(?:\s+(\d{{1,3}})\s*{PACES})?"
    r"(?:\s+(?:of|from|facing|around|about|round)\s+(.+))?"
)
_TOWARD = re.compile(r"towards? (?!of |from )")
_GOAL = re.compile(r"(?:go\s+)?to\s+(.+)")


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A move as it was meant: in words, and pace by pace."""

    words: str
    path: Path


def known_spots(state: TwtwState, *, hidden_too: bool = False) -> Known:
    """Where everybody seen and everything named is, by name and by id."""
    found: dict[str, Spot] = {}
    for landmark in state.landmarks:
        found |= {key_of(landmark.id): landmark.spot, key_of(landmark.name): landmark.spot}
    for fighter in state.fighters:
        if hidden_too or not fighter.is_hidden:
            found |= {key_of(fighter.id): fighter.spot, key_of(fighter.name): fighter.spot}
    return found


def watchers_of(state: TwtwState, mover: Fighter) -> tuple[Fighter, ...]:
    """Who aims at somebody and has not lost the aim."""
    return tuple(each for each in state.fighters if each.is_at_hand and each.aims_at == mover.id)


def reference_of(state: TwtwState, mover: Fighter) -> Fighter | None:
    """About whom somebody moves who names nobody: the first who aims at him, else the nearest enemy."""
    watchers = watchers_of(state, mover)
    if watchers:
        return watchers[0]
    foes = foes_of(state, mover)
    return min(foes, key=lambda foe: _square(mover.spot.to(foe.spot))) if foes else None


def _square(way: Spot) -> int:
    return way.x * way.x + way.y * way.y + way.x * way.y


def read_course(state: TwtwState, mover: Fighter, text: str) -> Course:
    """The move meant. Raises: Illegal(NO_SUCH_MOVE, NO_SUCH_PLACE, NO_DIRECTION, NO_CIRCLE, NO_SUCH_DIRECTION)."""
    word = key_of(text)
    mode = state.house.mode
    goal = _GOAL.fullmatch(word)
    if goal is not None:
        spot = read_spot(goal[1], mode, known_spots(state))
        return Course(words=f"to {spot_words(mode, spot)}", path=straight_to(mode, mover.spot, spot))
    named = _NAMED.fullmatch(_TOWARD.sub("toward of ", word))
    number = (named[2] or named[4]) if named else None
    if named is None or number is None:
        raise _unread(text)
    paces = int(number)
    manner_word = " ".join(each for each in (named[1] if named[1] == "circle" else "", named[3].strip()) if each)
    if manner_word.upper() in COMPASS:
        if named[5] is not None:
            spot = read_spot(f"{paces} {manner_word} of {named[5]}", mode, known_spots(state))
            return Course(words=f"to {spot_words(mode, spot)}", path=straight_to(mode, mover.spot, spot))
        path = by_compass(mode, mover.spot, manner_word, paces)
        return Course(words=f"{paces} {manner_word.upper()}", path=path)
    manner = _manner(manner_word)
    if manner is None:
        raise _unread(text)
    return course_about(state, mover, manner, paces, _about_whom(state, mover, named[5]))


def _manner(word: str) -> Manner | None:
    plain = word.replace(", keep range", "").replace("straight ", "").replace("towards", "toward")
    return next((each for each in Manner if each.value == plain), None)


def _about_whom(state: TwtwState, mover: Fighter, name: str | None) -> tuple[str, Spot]:
    if name is not None:
        known = known_spots(state)
        if key_of(name) not in known:
            raise Illegal("NO_SUCH_PLACE", "TW-F7", place=name, hint="Name somebody whom you see, or a landmark.")
        whom = next((f.name for f in state.fighters if key_of(name) in (key_of(f.id), key_of(f.name))), name)
        return whom, known[key_of(name)]
    reference = reference_of(state, mover)
    if reference is None:
        raise Illegal("NO_DIRECTION", "TW-F7", hint="Name a direction of the compass, or somebody to face.")
    return reference.name, reference.spot


def course_about(state: TwtwState, mover: Fighter, manner: Manner, paces: int, whom: tuple[str, Spot]) -> Course:
    """So many paces in this manner about somebody. Raises: Illegal(NO_DIRECTION, NO_CIRCLE)."""
    name, spot = whom
    path = about(state.house.mode, mover.spot, spot, manner, paces)
    link = {Manner.TOWARD: "", Manner.AWAY: "from "}.get(manner, "of ")
    return Course(words=f"{len(path)} {MANNER_WORDS[manner]} {link}{name}", path=path)


def key_about(manner: Manner, paces: int, whom: CombatantId) -> str:
    """A move about somebody as it is written in a command."""
    return f"{paces} {manner.value} of {whom}"


def _unread(text: str) -> Illegal:
    ways = ", ".join(each.value for each in Manner)
    hint = f'Write it so: "6 left of Angus", "4 N", "to 3 E of Hank". Ways: {ways}.'
    return Illegal("NO_SUCH_MOVE", "TW-2.21", move=text, hint=hint)


def all_manners(state: TwtwState) -> tuple[Manner, ...]:
    """The manners that this fight's ground allows."""
    return manners(state.house.mode)
