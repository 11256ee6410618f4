"""What the GM sets by his own word."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.apply.changes import (
    Apply,
    fighter_of,
    in_order,
    with_fighter,
)
from rules.systems.conflicts.state import (
    ConflictState,
)


def _placed(state: ConflictState, event: e.Placed) -> ConflictState:
    return with_fighter(state, event.who, spot=event.spot, aim=None)


def _landmark_set(state: ConflictState, event: e.LandmarkSet) -> ConflictState:
    new = event.landmark
    if any(each.id == new.id for each in state.landmarks):
        return replace(state, landmarks=tuple(new if each.id == new.id else each for each in state.landmarks))
    return replace(state, landmarks=(*state.landmarks, new))


def _harm_set(state: ConflictState, event: e.HarmSet) -> ConflictState:
    return with_fighter(state, event.who, harm=event.harm)


def _strain_set(state: ConflictState, event: e.StrainSet) -> ConflictState:
    return with_fighter(state, event.who, strain=event.strain)


def _number_set(state: ConflictState, event: e.NumberSet) -> ConflictState:
    return with_fighter(state, event.who, **{event.what: event.number})


def _skill_set(state: ConflictState, event: e.SkillSet) -> ConflictState:
    skills = {skill: level for skill, level in fighter_of(state, event.who).skills.items() if skill != event.skill}
    return with_fighter(
        state, event.who, skills=skills if event.level is None else {**skills, event.skill: event.level}
    )


def _facing_set(state: ConflictState, event: e.FacingSet) -> ConflictState:
    return with_fighter(state, event.who, facing=event.whom)


def _posture_set(state: ConflictState, event: e.PostureSet) -> ConflictState:
    return with_fighter(state, event.who, posture=event.posture)


def _cover_set(state: ConflictState, event: e.CoverSet) -> ConflictState:
    return with_fighter(state, event.who, cover=event.cover)


def _airborne_set(state: ConflictState, event: e.AirborneSet) -> ConflictState:
    return with_fighter(state, event.who, is_airborne=event.is_airborne)


def _party_set(state: ConflictState, event: e.PartySet) -> ConflictState:
    state = with_fighter(state, event.who, party=event.party)
    if state.phase is not Phase.RUNNING:
        return state
    return replace(state, order=in_order(state, fighter_of(state, event.who)))


def _item_given(state: ConflictState, event: e.ItemGiven) -> ConflictState:
    return with_fighter(state, event.who, gear=(*fighter_of(state, event.who).gear, event.item))


def _loaded_set(state: ConflictState, event: e.LoadedSet) -> ConflictState:
    gear = tuple(replace(item, is_loaded=event.is_loaded) for item in fighter_of(state, event.who).gear)
    return with_fighter(state, event.who, gear=gear)


def _armour_set(state: ConflictState, event: e.ArmourSet) -> ConflictState:
    return with_fighter(state, event.who, armour=event.armour)


def _words_set(state: ConflictState, event: e.WordsSet) -> ConflictState:
    return with_fighter(state, event.who, words=event.words)


def _weapon_made(state: ConflictState, event: e.WeaponMade) -> ConflictState:
    return replace(state, weapons={**state.weapons, event.key: event.weapon})


def _armour_made(state: ConflictState, event: e.ArmourMade) -> ConflictState:
    return replace(state, armours={**state.armours, event.key: event.armour})


def _kinds_set(state: ConflictState, event: e.KindsSet) -> ConflictState:
    return replace(state, kinds=event.kinds)


def _weather_set(state: ConflictState, event: e.WeatherSet) -> ConflictState:
    return replace(state, conditions=event.conditions)


def _turn_cut(state: ConflictState, event: e.TurnCut) -> ConflictState:
    return replace(state, done=(*state.done, event.who))


def _hidden(state: ConflictState, event: e.Hidden) -> ConflictState:
    return with_fighter(state, event.who, is_hidden=True)


def _revealed(state: ConflictState, event: e.Revealed) -> ConflictState:
    return with_fighter(state, event.who, is_hidden=False)


APPLY: Mapping[type[Event], Apply] = {
    e.Placed: _placed,
    e.LandmarkSet: _landmark_set,
    e.HarmSet: _harm_set,
    e.StrainSet: _strain_set,
    e.NumberSet: _number_set,
    e.SkillSet: _skill_set,
    e.FacingSet: _facing_set,
    e.PostureSet: _posture_set,
    e.CoverSet: _cover_set,
    e.AirborneSet: _airborne_set,
    e.PartySet: _party_set,
    e.ItemGiven: _item_given,
    e.LoadedSet: _loaded_set,
    e.ArmourSet: _armour_set,
    e.WordsSet: _words_set,
    e.WeaponMade: _weapon_made,
    e.ArmourMade: _armour_made,
    e.KindsSet: _kinds_set,
    e.WeatherSet: _weather_set,
    e.TurnCut: _turn_cut,
    e.Hidden: _hidden,
    e.Revealed: _revealed,
}
