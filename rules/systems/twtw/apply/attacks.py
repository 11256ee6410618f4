"""How events change a state: aims, attacks and what they do."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, as_it_was, with_aim, with_fighter, with_shots
from rules.systems.twtw.state import Aim, Condition, TwtwState
from rules.systems.twtw.wounds import Wound


def _aimed(state: TwtwState, event: e.Aimed) -> TwtwState:
    aim = Aim(whom=event.whom, weapon=event.weapon, centre=event.centre)
    return with_fighter(state, event.who, aim=aim, in_hand=event.weapon)


def _aim_lost(state: TwtwState, event: e.AimLost) -> TwtwState:
    return with_aim(state, event.who, lambda aim: replace(aim, is_lost=True) if event.stays_trained else None)


def _round_fired(state: TwtwState, event: e.RoundFired | e.Loaded | e.ShotsSet) -> TwtwState:
    return with_shots(state, event.who, event.weapon, event.left)


def _bumps_owed(state: TwtwState, event: e.BumpsOwed) -> TwtwState:
    return replace(state, attack=event.attack, counter=state.counter + 1)


def _bump_spent(state: TwtwState, event: e.BumpSpent) -> TwtwState:
    attack = state.attack
    if attack is None:
        return state
    left = attack.bumps - 1
    match event.how:
        case "up":
            attack = replace(attack, bumps=left, moved=attack.moved + 1)
        case "down":
            attack = replace(attack, bumps=left, moved=attack.moved - 1)
        case "pierce":
            attack = replace(attack, bumps=left, deeper=attack.deeper + 1)
        case _:
            attack = replace(attack, bumps=left, harder=attack.harder + 1)
    return replace(state, attack=attack)


def _hit_landed(state: TwtwState, event: e.HitLanded) -> TwtwState:
    return replace(state, attack=None)


def _wounded(state: TwtwState, event: e.Wounded) -> TwtwState:
    fighter = state.find(event.who)
    if fighter is None:
        return state
    return with_fighter(state, event.who, wounds=(*fighter.wounds, Wound(where=event.where, level=event.level)))


def _concussed(state: TwtwState, event: e.Concussed) -> TwtwState:
    fighter = state.find(event.who)
    return with_fighter(state, event.who, concussion=fighter.concussion + event.lost) if fighter else state


def _condition_changed(state: TwtwState, event: e.ConditionChanged) -> TwtwState:
    if event.condition is Condition.UP:
        return with_fighter(state, event.who, condition=event.condition)
    return with_fighter(state, event.who, condition=event.condition, aim=None)


def _weapon_dropped(state: TwtwState, event: e.WeaponDropped) -> TwtwState:
    fighter = state.find(event.who)
    if fighter is None:
        return state
    kept = tuple(weapon for weapon in fighter.weapons if weapon != event.weapon)
    return with_fighter(state, event.who, weapons=kept, in_hand="")


def _weapon_readied(state: TwtwState, event: e.WeaponReadied) -> TwtwState:
    fighter = state.find(event.who)
    if fighter is None:
        return state
    is_new = event.weapon and event.weapon not in fighter.weapons
    weapons = (*fighter.weapons, event.weapon) if is_new else fighter.weapons
    return with_fighter(state, event.who, weapons=weapons, in_hand=event.weapon)


def _fell(state: TwtwState, event: e.Fell) -> TwtwState:
    return with_fighter(state, event.who, fell=event.paces + event.is_soft)


def _smoke_set(state: TwtwState, event: e.SmokeSet) -> TwtwState:
    return with_fighter(state, event.who, smoke=event.smoke)


def _jab_used(state: TwtwState, event: e.JabUsed) -> TwtwState:
    return with_fighter(state, event.who, has_jabbed=True)


APPLY: Mapping[type[Event], Apply] = {
    e.Aimed: _aimed,
    e.AimLost: _aim_lost,
    e.RoundFired: _round_fired,
    e.AttackRuled: as_it_was,
    e.BumpsOwed: _bumps_owed,
    e.BumpSpent: _bump_spent,
    e.HitLanded: _hit_landed,
    e.Damaged: as_it_was,
    e.Wounded: _wounded,
    e.Concussed: _concussed,
    e.ConditionChanged: _condition_changed,
    e.WeaponDropped: _weapon_dropped,
    e.StrayShot: as_it_was,
    e.CalamityNoted: as_it_was,
    e.WeaponReadied: _weapon_readied,
    e.Loaded: _round_fired,
    e.LoadingTried: as_it_was,
    e.Tried: as_it_was,
    e.JabUsed: _jab_used,
    e.Fell: _fell,
    e.SmokeBreathed: as_it_was,
    e.SmokeSet: _smoke_set,
    e.Treated: as_it_was,
    e.ShotsSet: _round_fired,
}
