"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused.

One function an event, and `APPLY` names it: an event without one is our own fault, and fails.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.state import (
    BYSTANDER,
    ConflictState,
    Fighter,
    Hold,
    Kind,
    Plan,
    Posture,
    Stage,
)


def apply(state: ConflictState, event: Event) -> ConflictState:
    """The state after the event, which must be one of this system's."""
    return APPLY[type(event)](state, event)


def _with(state: ConflictState, who: str | None, **changes: Any) -> ConflictState:  # Any: fields of several types
    """The state with a combatant changed; without him, the same."""
    return replace(
        state,
        fighters=tuple(replace(each, **changes) if each.id == who else each for each in state.fighters),
    )


def _fighter(state: ConflictState, who: CombatantId) -> Fighter:
    """The combatant as he is, or an empty one if he left: `apply` is total."""
    return state.find(who) or Fighter(id=who, name=who, side=Side.BYSTANDER, party=BYSTANDER, is_pc=False)


def _with_item(
    state: ConflictState, who: CombatantId, which: str, **changes: Any
) -> ConflictState:  # Any: fields of several types
    gear = tuple(replace(item, **changes) if item.id == which else item for item in _fighter(state, who).gear)
    return _with(state, who, gear=gear)


def _with_plan(
    state: ConflictState, who: CombatantId, at: int, **changes: Any
) -> ConflictState:  # Any: fields of several types
    plans = tuple(
        replace(plan, **changes) if number == at else plan for number, plan in enumerate(_fighter(state, who).plans)
    )
    return _with(state, who, plans=plans)


def _without_aim(state: ConflictState, who: CombatantId) -> ConflictState:
    """Aim is lost on moving, defending, being hit, and after the shot (C2A-17)."""
    return _with(state, who, aim=None)


def _as_it_was(state: ConflictState, _: Event) -> ConflictState:
    """Told, and nothing more: the state stays as it was."""
    return state


# --- the lobby ---


def _scene_laid_out(state: ConflictState, event: e.SceneLaidOut) -> ConflictState:
    return replace(
        state,
        scene=event.scene,
        house=event.house,
        kinds=event.kinds,
        conditions=event.conditions,
        is_posse_surprised=event.is_posse_surprised,
        landmarks=event.landmarks,
    )


def _entered(state: ConflictState, event: e.Entered) -> ConflictState:
    """A newcomer in a running fight acts after his own party, or last."""
    newcomer = Fighter(
        id=event.who,
        name=event.name,
        side=event.side,
        party=event.party,
        template=event.template,
        spot=event.spot,
        is_pc=event.is_pc,
        is_hidden=event.is_hidden,
    )
    state = replace(state, fighters=(*state.fighters, newcomer))
    return replace(state, order=_in_order(state, newcomer)) if state.phase is Phase.RUNNING else state


def _in_order(state: ConflictState, newcomer: Fighter) -> tuple[CombatantId, ...]:
    """The order with somebody behind the last of his party."""
    order = tuple(who for who in state.order if who != newcomer.id)
    of_party = [at for at, who in enumerate(order) if _fighter(state, who).party == newcomer.party]
    at = of_party[-1] + 1 if of_party else len(order)
    return (*order[:at], newcomer.id, *order[at:])


def _outfitted(state: ConflictState, event: e.Outfitted) -> ConflictState:
    return _with(
        state,
        event.who,
        strength=event.strength,
        reflexes=event.reflexes,
        will=event.will,
        skills=event.skills,
        familiar=event.familiar,
        gear=event.gear,
        words=event.words,
        armour=event.armour,
        load=event.load,
    )


def _left_lobby(state: ConflictState, event: e.LeftLobby) -> ConflictState:
    return replace(state, fighters=tuple(each for each in state.fighters if each.id != event.who))


def _started(state: ConflictState, _: e.Started) -> ConflictState:
    return replace(state, phase=Phase.RUNNING)


def _surprise_set(state: ConflictState, event: e.SurpriseSet) -> ConflictState:
    return _with(state, event.who, is_surprised=event.is_surprised)


def _order_set(state: ConflictState, event: e.OrderSet) -> ConflictState:
    return replace(state, order=event.order)


# --- rounds ---


def _round_began(state: ConflictState, event: e.RoundBegan) -> ConflictState:
    """A new round: nothing is declared; surprise lasts for the first round alone (C2A-24)."""
    fighters = tuple(
        replace(
            each,
            plans=(),
            asks=False,
            is_unasked=False,
            moves=0,
            was_attacked=False,
            has_acted=False,
            has_changed_posture=False,
            is_surprised=each.is_surprised and event.round == 1,
        )
        for each in state.fighters
    )
    return replace(state, round=event.round, stage=Stage.DECLARING, done=(), fighters=fighters)


def _plan_made(state: ConflictState, event: e.PlanMade) -> ConflictState:
    return _with(state, event.who, plans=(*_fighter(state, event.who).plans, event.plan))


def _plans_dropped(state: ConflictState, event: e.PlansDropped) -> ConflictState:
    return _with(state, event.who, plans=(), is_unasked=False)


def _plan_sealed(state: ConflictState, event: e.PlanSealed) -> ConflictState:
    return _with(state, event.who, is_unasked=event.is_unasked)


def _stage_began(state: ConflictState, event: e.StageBegan) -> ConflictState:
    return replace(state, stage=event.stage, done=())


def _action_done(state: ConflictState, event: e.ActionDone) -> ConflictState:
    state = replace(state, done=(*state.done, event.who))
    if event.is_spent:
        state = _with_plan(state, event.who, event.at, is_spent=True)
    return _with(state, event.who, has_acted=True, is_under_fire=False)


def _plan_changed(state: ConflictState, event: e.PlanChanged) -> ConflictState:
    plans = list(_fighter(state, event.who).plans)
    if event.at < len(plans):
        plans[event.at] = Plan(kind=event.kind)
    return _with(state, event.who, plans=tuple(plans), must_defend=False)


def _plan_spent(state: ConflictState, event: e.PlanSpent) -> ConflictState:
    """Whoever defends lets his aim go (C2A-17)."""
    plans = _fighter(state, event.who).plans
    if event.at < len(plans) and plans[event.at].kind is Kind.DEFEND:
        state = _without_aim(state, event.who)
    return _with_plan(state, event.who, event.at, is_spent=True)


def _asking_set(state: ConflictState, event: e.AskingSet) -> ConflictState:
    return _with(state, event.who, asks=True)


def _ended(state: ConflictState, event: e.Ended) -> ConflictState:
    return replace(state, phase=Phase.OVER, winner=event.winner, strikes=())


# --- actions ---


def _oriented(state: ConflictState, event: e.Oriented) -> ConflictState:
    return _with(state, event.who, oriented_until=event.until)


def _moved(state: ConflictState, event: e.Moved) -> ConflictState:
    fighter = _fighter(state, event.who)
    return _with(
        state,
        event.who,
        spot=event.spot,
        moves=fighter.moves + 1,
        facing=event.facing or fighter.facing,
        aim=None,
    )


def _rose(state: ConflictState, event: e.Rose) -> ConflictState:
    moves = _fighter(state, event.who).moves + 1
    return _with(state, event.who, posture=Posture.STANDING, moves=moves, aim=None)


def _dropped(state: ConflictState, event: e.Dropped) -> ConflictState:
    return _with(state, event.who, posture=event.posture, has_changed_posture=True)


def _handled(state: ConflictState, event: e.Handled) -> ConflictState:
    return _with_item(state, event.who, event.item, hold=event.hold, lies=None)


def _reloaded(state: ConflictState, event: e.Reloaded) -> ConflictState:
    return _with_item(state, event.who, event.item, is_loaded=True)


def _prepared(state: ConflictState, event: e.Prepared) -> ConflictState:
    facing = event.aim.whom if event.aim else _fighter(state, event.who).facing
    return _with(state, event.who, aim=event.aim, facing=facing)


def _strike_made(state: ConflictState, event: e.StrikeMade) -> ConflictState:
    """From now on the target sees his attacker, and is under fire (C2D-05, C2A-18)."""
    strike = event.strike
    target = _fighter(state, strike.target)
    attackers = target.attackers if strike.attacker in target.attackers else (*target.attackers, strike.attacker)
    state = _with(state, strike.target, attackers=attackers, is_under_fire=True, was_attacked=True)
    state = _with(state, strike.attacker, facing=strike.target)
    return replace(state, strikes=(*state.strikes, strike), counter=state.counter + 1)


def _strike_dropped(state: ConflictState, event: e.StrikeDropped) -> ConflictState:
    return replace(state, strikes=tuple(each for each in state.strikes if each.id != event.strike))


def _strike_judged(state: ConflictState, event: e.StrikeJudged) -> ConflictState:
    state = replace(state, strikes=tuple(each for each in state.strikes if each.id != event.strike.id))
    return _without_aim(state, event.strike.attacker)


def _ran_out(state: ConflictState, event: e.RanOut) -> ConflictState:
    return _with_item(state, event.who, event.item, is_loaded=False)


def _item_fell(state: ConflictState, event: e.ItemFell) -> ConflictState:
    return _with_item(state, event.who, event.item, hold="", lies=event.spot)


def _hurt(state: ConflictState, event: e.Hurt) -> ConflictState:
    state = _without_aim(state, event.who)
    if event.is_mental:
        return _with(state, event.who, strain=event.total)
    return _with(state, event.who, harm=event.total)


def _condition_changed(state: ConflictState, event: e.ConditionChanged) -> ConflictState:
    return _with(state, event.who, condition=event.condition, aim=None)


def _lamed(state: ConflictState, event: e.Lamed) -> ConflictState:
    return _with(state, event.who, is_lame=True)


def _dazed(state: ConflictState, event: e.Dazed) -> ConflictState:
    return _with(state, event.who, must_defend=True)


def _held(state: ConflictState, event: e.Held) -> ConflictState:
    return replace(state, holds=(*state.holds, Hold(holder=event.holder, held=event.held)))


def _hold_ended(state: ConflictState, event: e.HoldEnded) -> ConflictState:
    ended = Hold(holder=event.holder, held=event.held)
    return replace(state, holds=tuple(each for each in state.holds if each != ended))


# --- what the GM sets ---


def _placed(state: ConflictState, event: e.Placed) -> ConflictState:
    return _with(state, event.who, spot=event.spot, aim=None)


def _landmark_set(state: ConflictState, event: e.LandmarkSet) -> ConflictState:
    new = event.landmark
    if any(each.id == new.id for each in state.landmarks):
        return replace(state, landmarks=tuple(new if each.id == new.id else each for each in state.landmarks))
    return replace(state, landmarks=(*state.landmarks, new))


def _harm_set(state: ConflictState, event: e.HarmSet) -> ConflictState:
    return _with(state, event.who, harm=event.harm)


def _strain_set(state: ConflictState, event: e.StrainSet) -> ConflictState:
    return _with(state, event.who, strain=event.strain)


def _number_set(state: ConflictState, event: e.NumberSet) -> ConflictState:
    return _with(state, event.who, **{event.what: event.number})


def _skill_set(state: ConflictState, event: e.SkillSet) -> ConflictState:
    skills = {skill: level for skill, level in _fighter(state, event.who).skills.items() if skill != event.skill}
    return _with(state, event.who, skills=skills if event.level is None else {**skills, event.skill: event.level})


def _facing_set(state: ConflictState, event: e.FacingSet) -> ConflictState:
    return _with(state, event.who, facing=event.whom)


def _posture_set(state: ConflictState, event: e.PostureSet) -> ConflictState:
    return _with(state, event.who, posture=event.posture)


def _cover_set(state: ConflictState, event: e.CoverSet) -> ConflictState:
    return _with(state, event.who, cover=event.cover)


def _airborne_set(state: ConflictState, event: e.AirborneSet) -> ConflictState:
    return _with(state, event.who, is_airborne=event.is_airborne)


def _party_set(state: ConflictState, event: e.PartySet) -> ConflictState:
    state = _with(state, event.who, party=event.party)
    if state.phase is not Phase.RUNNING:
        return state
    return replace(state, order=_in_order(state, _fighter(state, event.who)))


def _item_given(state: ConflictState, event: e.ItemGiven) -> ConflictState:
    return _with(state, event.who, gear=(*_fighter(state, event.who).gear, event.item))


def _loaded_set(state: ConflictState, event: e.LoadedSet) -> ConflictState:
    gear = tuple(replace(item, is_loaded=event.is_loaded) for item in _fighter(state, event.who).gear)
    return _with(state, event.who, gear=gear)


def _armour_set(state: ConflictState, event: e.ArmourSet) -> ConflictState:
    return _with(state, event.who, armour=event.armour)


def _words_set(state: ConflictState, event: e.WordsSet) -> ConflictState:
    return _with(state, event.who, words=event.words)


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
    return _with(state, event.who, is_hidden=True)


def _revealed(state: ConflictState, event: e.Revealed) -> ConflictState:
    return _with(state, event.who, is_hidden=False)


APPLY: Mapping[type[Event], Callable[[ConflictState, Any], ConflictState]] = {  # Any: each takes its own event
    # the lobby
    e.SceneLaidOut: _scene_laid_out,
    e.Entered: _entered,
    e.Outfitted: _outfitted,
    e.LeftLobby: _left_lobby,
    e.Started: _started,
    e.SurpriseSet: _surprise_set,
    e.InitiativeRolled: _as_it_was,
    e.OrderSet: _order_set,
    # rounds
    e.RoundBegan: _round_began,
    e.PlanMade: _plan_made,
    e.PlansDropped: _plans_dropped,
    e.PlanSealed: _plan_sealed,
    e.PlanShown: _as_it_was,
    e.StageBegan: _stage_began,
    e.ActionDone: _action_done,
    e.PlanChanged: _plan_changed,
    e.PlanSpent: _plan_spent,
    e.AskingSet: _asking_set,
    e.Ended: _ended,
    # actions
    e.Oriented: _oriented,
    e.Moved: _moved,
    e.Rose: _rose,
    e.Dropped: _dropped,
    e.Handled: _handled,
    e.Reloaded: _reloaded,
    e.Prepared: _prepared,
    e.Tried: _as_it_was,
    e.StrikeMade: _strike_made,
    e.StrikeDropped: _strike_dropped,
    e.TraitTried: _as_it_was,
    e.StrikeJudged: _strike_judged,
    e.RanOut: _ran_out,
    e.ItemFell: _item_fell,
    e.ArmourTried: _as_it_was,
    e.Hurt: _hurt,
    e.ConditionChanged: _condition_changed,
    e.Lamed: _lamed,
    e.Dazed: _dazed,
    e.Held: _held,
    e.HoldEnded: _hold_ended,
    e.HoldContested: _as_it_was,
    # what the GM sets
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
