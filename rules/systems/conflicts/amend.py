"""What the GM sets by his own word, overruling the rules: values of combatants, and the scene.

What may be set, with the values that serve, is listed in `amendables`.
"""

from collections.abc import Callable

from rules.core.combatant import Side
from rules.core.command import Amend
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.core.typed import bad_value, is_yes, one_of, whole_number
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.forge import armour_made, weapon_made
from rules.systems.conflicts.gear import armour_of, free_hands, new_item, weapon_of
from rules.systems.conflicts.harming import take_out
from rules.systems.conflicts.modifiers import audience_of
from rules.systems.conflicts.placing import put
from rules.systems.conflicts.play import (
    ConflictDraft,
    require_fighter,
    require_running,
    seen_audience,
    surprise_audience,
)
from rules.systems.conflicts.positions import landmark
from rules.systems.conflicts.rounds import current
from rules.systems.conflicts.state import Condition, Fighter, Posture

MOST = 99
PARTIES = (*(side.value for side in Side), "third", "fourth")
WEATHERS = ("dark", "smoke", "rain")
KINDS = ("physical", "mental", "both")
COVERS = {"none": 0, "light": 1, "heavy": 2}
LANDMARKS = "as the place has it"
STATUSES = tuple(condition for condition in Condition if condition is not Condition.GONE)
NUMBERS = {"strength": "C2D-01", "reflexes": "C2D-01", "will": "C2D-01", "load": "C2D-12"}
SKILLS = ("fire", "brawling", "melee", "wrestling", "persuade", "intimidate", "compose")
UNSKILLED = "unskilled"
OF_NPC = "npc-"  # before the key of a number that is a secret because it is an NPC's


def amend(draft: ConflictDraft, command: Amend) -> None:
    """Set one value. Raises: Illegal(NO_SUCH_AMENDMENT, NO_SUCH_COMBATANT, BAD_VALUE, WHOM_IS_MISSING...)."""
    key, value = command.what.strip().casefold().removeprefix(OF_NPC), command.value.strip()
    if key in OF_SCENE:
        OF_SCENE[key](draft, value)
        return
    change = OF_COMBATANT.get(key)
    if change is None:
        known = ", ".join((*OF_COMBATANT, *OF_SCENE))
        raise Illegal("NO_SUCH_AMENDMENT", what=command.what[:40], hint=f"There is: {known}.")
    if command.whom is None:
        raise Illegal("WHOM_IS_MISSING", what=key, hint="Say of whom.")
    change(draft, require_fighter(draft.state, command.whom), value)


def _harm(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    harm = whole_number("damage", value, 0, MOST)
    draft.emit(e.HarmSet(rules=cited("C2D-10"), audience=seen_audience(whom), who=whom.id, harm=harm))
    take_out(draft, draft.state.fighter(whom.id))


def _strain(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    strain = whole_number("strain", value, 0, MOST)
    draft.emit(e.StrainSet(rules=cited("C2D-10"), audience=seen_audience(whom), who=whom.id, strain=strain))
    take_out(draft, draft.state.fighter(whom.id))


def _status(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    """In or out of the fight, whatever the damage says; damage done later counts again."""
    if whom.condition is Condition.GONE:
        raise Illegal("OUT", "C2D-10", who=whom.name, condition=whom.condition)
    condition = Condition(one_of("status", value, *STATUSES))
    draft.emit(
        e.ConditionChanged(rules=cited("C2D-10"), audience=seen_audience(whom), who=whom.id, condition=condition)
    )


def _place(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    mark = landmark(draft.state, value)
    if mark is None:
        places = ", ".join(each.name for each in draft.state.landmarks)
        raise Illegal("NO_SUCH_PLACE", "C2-10", place=value[:40], hint=f"There is: {places}.")
    put(draft, whom, mark.spot)


def _posture(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    posture = Posture(one_of("posture", value, *Posture))
    rules = cited("C2D-15", "C2-36", "C2-37")
    draft.emit(e.PostureSet(rules=rules, audience=seen_audience(whom), who=whom.id, posture=posture))


def _facing(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    """Whom he faces; himself: nobody in particular."""
    faced = require_fighter(draft.state, value)
    facing = None if faced.id == whom.id else faced.id
    audience = seen_audience(faced if faced.is_hidden else whom)
    draft.emit(e.FacingSet(rules=cited("C2-09", "C2D-19"), audience=audience, who=whom.id, whom=facing, is_by_gm=True))


def _sees_all(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    until = draft.state.round + 1 if is_yes("sees all", value) else 0
    draft.emit(e.Oriented(rules=cited("C2-09"), audience=seen_audience(whom), who=whom.id, until=until))


def _cover(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    word = one_of("cover", value, *COVERS, LANDMARKS)
    draft.emit(e.CoverSet(rules=cited("C2D-15"), audience=seen_audience(whom), who=whom.id, cover=COVERS.get(word)))


def _airborne(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    is_airborne = is_yes("airborne", value)
    draft.emit(e.AirborneSet(rules=cited("C2-30"), audience=seen_audience(whom), who=whom.id, is_airborne=is_airborne))


def _surprised(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    is_surprised = is_yes("surprised", value)
    audience = surprise_audience(draft.state, whom)
    draft.emit(e.SurpriseSet(rules=cited("C2-03", "C2A-24"), audience=audience, who=whom.id, is_surprised=is_surprised))


def _party(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    """Whom he fights for; a player's character is of the posse's party unless it is set otherwise."""
    party = one_of("party", value, *PARTIES)
    draft.emit(e.PartySet(rules=cited("C2-02", "C2D-04"), audience=seen_audience(whom), who=whom.id, party=party))


def _weapon(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    """One weapon more, in a free hand if there is one."""
    key = value.casefold()
    weapon = weapon_of(draft.state, key)
    if weapon is None or not weapon.hands:
        raise Illegal("NO_SUCH_WEAPON", "C2D-09", weapon=value[:40], hint="Any weapon of the tables, by its key.")
    if len(whom.gear) >= MOST:
        raise bad_value("weapon", value, "That is too much to carry.")
    free = free_hands(whom)
    hold = "both" if weapon.hands == 2 and len(free) == 2 else free[0] if free else ""
    item = new_item(whom.gear, key, hold)
    draft.emit(e.ItemGiven(rules=cited("C2D-09"), audience=seen_audience(whom), who=whom.id, item=item))


def _ammunition(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    is_loaded = one_of("ammunition", value, "loaded", "empty") == "loaded"
    rules = cited("C2-27")
    draft.emit(e.LoadedSet(rules=rules, audience=seen_audience(whom), who=whom.id, is_loaded=is_loaded))


def _armour(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    key = value.casefold()
    if key != "none" and armour_of(draft.state, key) is None:
        raise Illegal("NO_SUCH_ARMOUR", "C2D-08", armour=value[:40], hint="none, or armour of the table by its key.")
    armour = () if key == "none" else (key,)
    draft.emit(e.ArmourSet(rules=cited("C2D-08"), audience=audience_of(whom), who=whom.id, armour=armour))


def _words(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    """With what weighty words he can attack, beside needling and threats (C2D-09)."""
    word = one_of("words", value, "none", "terror", "humiliation", "both")
    words = {"none": (), "both": ("terror", "humiliation")}.get(word, (word,))
    draft.emit(e.WordsSet(rules=cited("C2D-09"), audience=audience_of(whom), who=whom.id, words=words))


def _hidden(draft: ConflictDraft, whom: Fighter, value: str) -> None:
    """Out of the players' sight, or in it. A player's character is seen."""
    if whom.is_pc:
        raise Illegal("PC_HIDDEN", "C2-09", who=whom.name)
    is_hidden = is_yes("hidden", value)
    if is_hidden and not whom.is_hidden:
        draft.emit(e.Hidden(rules=cited("C2-09"), who=whom.id))
    elif not is_hidden and whom.is_hidden:
        draft.emit(e.Revealed(rules=cited("C2-09"), who=whom.id))


def _number(what: str) -> Callable[[ConflictDraft, Fighter, str], None]:
    def change(draft: ConflictDraft, whom: Fighter, value: str) -> None:
        amount = whole_number(what, value, 1 if what != "load" else 0, 40 if what != "load" else 200)
        rules = cited(NUMBERS[what])
        draft.emit(e.NumberSet(rules=rules, audience=audience_of(whom), who=whom.id, what=what, number=amount))
        take_out(draft, draft.state.fighter(whom.id))

    return change


def _skill(skill: str) -> Callable[[ConflictDraft, Fighter, str], None]:
    def change(draft: ConflictDraft, whom: Fighter, value: str) -> None:
        level = None if value.casefold() == UNSKILLED else whole_number(skill, value, 0, 9)
        rules = cited("C2D-02")
        draft.emit(e.SkillSet(rules=rules, audience=audience_of(whom), who=whom.id, skill=skill, level=level))

    return change


def _kinds(draft: ConflictDraft, value: str) -> None:
    draft.emit(e.KindsSet(rules=cited("C2-01"), kinds=one_of("kinds", value, *KINDS)))


def _weather(what: str) -> Callable[[ConflictDraft, str], None]:
    def change(draft: ConflictDraft, value: str) -> None:
        others = [each for each in draft.state.conditions if each != what]
        wanted = {*others, what} if is_yes(what, value) else set(others)
        conditions = tuple(each for each in WEATHERS if each in wanted)
        draft.emit(e.WeatherSet(rules=cited("C2D-17", "C2-31"), conditions=conditions))

    return change


def _turn_passes(draft: ConflictDraft, value: str) -> None:
    """Whoever is to act is passed over; his action is lost."""
    require_running(draft.state)
    one_of("turn passes", value, "yes")
    actor = current(draft.state)
    if actor is None or draft.state.strikes:
        raise Illegal("NOBODY_ACTS", "C2D-05", hint="Go on declares for whoever has not.")
    draft.emit(e.TurnCut(rules=cited("C2D-05"), audience=seen_audience(actor), who=actor.id))


OF_COMBATANT: dict[str, Callable[[ConflictDraft, Fighter, str], None]] = {
    "damage": _harm,
    "strain": _strain,
    "status": _status,
    "place": _place,
    "posture": _posture,
    "facing": _facing,
    "sees-all": _sees_all,
    "cover": _cover,
    "airborne": _airborne,
    "surprised": _surprised,
    "party": _party,
    "weapon": _weapon,
    "ammunition": _ammunition,
    "armour": _armour,
    "words": _words,
    "hidden": _hidden,
    **{what: _number(what) for what in NUMBERS},
    **{f"skill-{skill}": _skill(skill) for skill in SKILLS},
}
OF_SCENE: dict[str, Callable[[ConflictDraft, str], None]] = {
    "kinds": _kinds,
    **{weather: _weather(weather) for weather in WEATHERS},
    "own-weapon": weapon_made,
    "own-armour": armour_made,
    "turn-passes": _turn_passes,
}


def finish(draft: ConflictDraft) -> None:
    """The story ends the fight. Raises: Illegal(OVER)."""
    if draft.state.phase is Phase.OVER:
        raise Illegal("OVER", "C2D-10")
    draft.emit(e.Ended(rules=cited("C2D-10")))
