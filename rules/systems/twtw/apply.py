"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused.

One function an event, and `APPLY` names it: an event without one is our own fault, and fails.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.core.deck import discard, shuffle_discards, take
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.cards import is_joker
from rules.systems.twtw.state import Aim, Condition, Fighter, Limit, Stage, TwtwState
from rules.systems.twtw.wounds import Level, Wound

SOMEWHERE = "body"  # where the Judge's wounds are


def apply(state: TwtwState, event: Event) -> TwtwState:
    """The state after the event, which must be one of this system's."""
    return APPLY[type(event)](state, event)


def _with(state: TwtwState, who: str | None, **changes: Any) -> TwtwState:  # Any: fields of several types
    """The state with a combatant changed; without him, the same."""
    fighters = tuple(replace(each, **changes) if each.id == who else each for each in state.fighters)
    return replace(state, fighters=fighters)


def _each(state: TwtwState, **changes: Any) -> TwtwState:  # Any: fields of several types
    return replace(state, fighters=tuple(replace(each, **changes) for each in state.fighters))


def _as_it_was(state: TwtwState, _: Event) -> TwtwState:
    """Told, and nothing more: the state stays as it was."""
    return state


# --- the lobby ---


def _scene_laid_out(state: TwtwState, event: e.SceneLaidOut) -> TwtwState:
    return replace(
        state,
        scene=event.scene,
        house=event.house,
        ambush=event.ambush,
        is_drawn=event.is_drawn,
        landmarks=event.landmarks,
    )


def _entered(state: TwtwState, event: e.Entered) -> TwtwState:
    fighter = Fighter(
        id=event.who,
        name=event.name,
        side=event.side,
        template=event.template,
        spot=event.spot,
        began_at=event.spot,
        is_pc=event.is_pc,
        is_hidden=event.is_hidden,
    )
    return replace(state, fighters=(*state.fighters, fighter))


def _outfitted(state: TwtwState, event: e.Outfitted) -> TwtwState:
    return _with(
        state,
        event.who,
        traits=event.traits,
        trait_skills=event.trait_skills,
        skills=event.skills,
        specialities=event.specialities,
        bravery=event.bravery,
        move=event.move,
        weapons=event.weapons,
        in_hand=event.in_hand,
        shots=event.shots,
    )


def _left_lobby(state: TwtwState, event: e.LeftLobby) -> TwtwState:
    return replace(state, fighters=tuple(each for each in state.fighters if each.id != event.who))


def _started(state: TwtwState, event: e.Started) -> TwtwState:
    return replace(state, phase=Phase.RUNNING)


# --- cards ---


def _card_drawn(state: TwtwState, event: e.CardDrawn) -> TwtwState:
    deck = discard(take(state.deck, event.card), event.card)
    return replace(state, deck=deck, is_shuffle_due=state.is_shuffle_due or is_joker(event.card))


def _deck_shuffled(state: TwtwState, event: e.DeckShuffled) -> TwtwState:
    return replace(state, deck=shuffle_discards(state.deck), is_shuffle_due=False)


# --- surprise ---


def _danger_expected(state: TwtwState, event: e.DangerExpected) -> TwtwState:
    claims = sum(each.claims for each in state.fighters if each.id == event.who)
    return _with(state, event.who, expects=True, claims=claims + 1)


def _surprise_checked(state: TwtwState, event: e.SurpriseChecked) -> TwtwState:
    state = _with(state, event.who, expects=False)
    if not event.is_surprised:
        return state
    return _with(state, event.who, is_surprised=True, limit=event.limit)


# --- rounds ---


def _round_began(state: TwtwState, event: e.RoundBegan) -> TwtwState:
    fighters = tuple(
        replace(
            each,
            began_at=each.spot,
            paces=0,
            points=0,
            unallocated=0,
            initiative=0,
            phase=0,
            has_jabbed=False,
            fell=0,
            aim=None if each.aim is None or each.aim.is_lost else each.aim,
        )
        for each in state.fighters
    )
    return replace(
        state, fighters=fighters, round=event.round, stage=Stage.BEFORE, order=(), moved=(), acted=(), going=None
    )


def _points_given(state: TwtwState, event: e.PointsGiven) -> TwtwState:
    return _with(
        state,
        event.who,
        points=event.points,
        began_with=event.points,
        unallocated=event.unallocated,
        limit=event.limit,
        declared=None,
        is_surprised=event.limit is not Limit.FREE
        and any(f.id == event.who and f.is_surprised for f in state.fighters),
    )


def _with_aim(state: TwtwState, who: CombatantId, change: Callable[[Aim], Aim | None]) -> TwtwState:
    fighter = state.find(who)
    if fighter is None or fighter.aim is None:
        return state
    return _with(state, who, aim=change(fighter.aim))


def _field_centred(state: TwtwState, event: e.FieldCentred) -> TwtwState:
    return _with_aim(state, event.who, lambda aim: replace(aim, centre=event.centre, held=event.held))


def _initiative_drawn(state: TwtwState, event: e.InitiativeDrawn) -> TwtwState:
    return _with(
        state,
        event.who,
        initiative=event.result.total,
        phase=event.phase,
        points=event.points,
        began_with=event.points,
        limit=event.limit,
    )


def _order_set(state: TwtwState, event: e.OrderSet) -> TwtwState:
    return replace(state, order=event.order)


def _stage_began(state: TwtwState, event: e.StageBegan) -> TwtwState:
    return replace(state, stage=event.stage)


def _turn_ended(state: TwtwState, event: e.TurnEnded) -> TwtwState:
    if event.stage is Stage.MOVES:
        return replace(state, moved=(*state.moved, event.who))
    return replace(state, acted=(*state.acted, event.who))


def _round_cut(state: TwtwState, event: e.RoundCut) -> TwtwState:
    return replace(state, stage=Stage.ACTIONS, moved=state.order, acted=state.order)


def _points_spent(state: TwtwState, event: e.PointsSpent) -> TwtwState:
    return _with(state, event.who, points=event.left)


def _policy_set(state: TwtwState, event: e.PolicySet) -> TwtwState:
    return _with(state, event.who, policy=event.policy)


def _points_declared(state: TwtwState, event: e.PointsDeclared) -> TwtwState:
    return _with(state, event.who, declared=event.points)


# --- moving ---


def _move_began(state: TwtwState, event: e.MoveBegan) -> TwtwState:
    return replace(state, going=event.going, counter=state.counter + 1)


def _paced(state: TwtwState, event: e.Paced) -> TwtwState:
    state = _with(state, event.who, spot=event.spot, paces=event.at)
    return replace(state, going=replace(state.going, at=event.at, due=event.due) if state.going else None)


def _path_cut(state: TwtwState, event: e.PathCut) -> TwtwState:
    going = state.going
    if going is None:
        return state
    stops = tuple(stop for stop in going.stops if stop.at < event.length)
    return replace(state, going=replace(going, path=going.path[: event.length], stops=stops))


def _stop_passed(state: TwtwState, event: e.StopPassed) -> TwtwState:
    going = state.going
    if going is None:
        return state
    return replace(state, going=replace(going, stops=tuple(stop for stop in going.stops if stop.who != event.who)))


def _move_ended(state: TwtwState, event: e.MoveEnded) -> TwtwState:
    return replace(state, going=None)


def _went_prone(state: TwtwState, event: e.WentProne) -> TwtwState:
    return _with(state, event.who, is_prone=True)


def _stood_up(state: TwtwState, event: e.StoodUp) -> TwtwState:
    return _with(state, event.who, is_prone=False)


def _ducked(state: TwtwState, event: e.Ducked) -> TwtwState:
    return _with(state, event.who, cover=event.cover, is_ducked=True)


def _emerged(state: TwtwState, event: e.Emerged) -> TwtwState:
    return _with(state, event.who, is_ducked=False)


def _cover_left(state: TwtwState, event: e.CoverLeft) -> TwtwState:
    return _with(state, event.who, cover="", is_ducked=False)


def _dodged(state: TwtwState, event: e.Dodged) -> TwtwState:
    return _with(state, event.who, dodged_in=event.round)


# --- aiming and attacks ---


def _aimed(state: TwtwState, event: e.Aimed) -> TwtwState:
    aim = Aim(whom=event.whom, weapon=event.weapon, centre=event.centre)
    return _with(state, event.who, aim=aim, in_hand=event.weapon)


def _aim_lost(state: TwtwState, event: e.AimLost) -> TwtwState:
    return _with_aim(state, event.who, lambda aim: replace(aim, is_lost=True) if event.stays_trained else None)


def _with_shots(state: TwtwState, who: CombatantId, weapon: str, left: int) -> TwtwState:
    fighter = state.find(who)
    return _with(state, who, shots={**fighter.shots, weapon: left}) if fighter else state


def _round_fired(state: TwtwState, event: e.RoundFired | e.Loaded | e.ShotsSet) -> TwtwState:
    return _with_shots(state, event.who, event.weapon, event.left)


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
    return _with(state, event.who, wounds=(*fighter.wounds, Wound(where=event.where, level=event.level)))


def _concussed(state: TwtwState, event: e.Concussed) -> TwtwState:
    fighter = state.find(event.who)
    return _with(state, event.who, concussion=fighter.concussion + event.lost) if fighter else state


def _condition_changed(state: TwtwState, event: e.ConditionChanged) -> TwtwState:
    if event.condition is Condition.UP:
        return _with(state, event.who, condition=event.condition)
    return _with(state, event.who, condition=event.condition, aim=None)


def _weapon_dropped(state: TwtwState, event: e.WeaponDropped) -> TwtwState:
    fighter = state.find(event.who)
    if fighter is None:
        return state
    kept = tuple(weapon for weapon in fighter.weapons if weapon != event.weapon)
    return _with(state, event.who, weapons=kept, in_hand="")


def _weapon_readied(state: TwtwState, event: e.WeaponReadied) -> TwtwState:
    fighter = state.find(event.who)
    if fighter is None:
        return state
    is_new = event.weapon and event.weapon not in fighter.weapons
    weapons = (*fighter.weapons, event.weapon) if is_new else fighter.weapons
    return _with(state, event.who, weapons=weapons, in_hand=event.weapon)


def _fell(state: TwtwState, event: e.Fell) -> TwtwState:
    return _with(state, event.who, fell=event.paces + event.is_soft)


def _smoke_set(state: TwtwState, event: e.SmokeSet) -> TwtwState:
    return _with(state, event.who, smoke=event.smoke)


def _jab_used(state: TwtwState, event: e.JabUsed) -> TwtwState:
    return _with(state, event.who, has_jabbed=True)


# --- the Judge's word ---

FLAGS: Mapping[e.Flag, str] = {
    e.Flag.PRONE: "is_prone",
    e.Flag.MOUNTED: "is_mounted",
    e.Flag.ABOVE: "is_above",
    e.Flag.POINT_BLANK: "is_point_blank",
    e.Flag.EXPECTS: "expects",
    e.Flag.HABITUAL: "is_habitual",
}


def _flag_set(state: TwtwState, event: e.FlagSet) -> TwtwState:
    if event.flag is e.Flag.SURPRISED:
        limit = Limit.DEFENSIVE if event.is_on else Limit.FREE
        return _with(state, event.who, is_surprised=event.is_on, limit=limit)
    return _with(state, event.who, **{FLAGS[event.flag]: event.is_on})


def _quantity_set(state: TwtwState, event: e.QuantitySet) -> TwtwState:
    match event.quantity:
        case e.Quantity.POINTS:
            return _with(state, event.who, points=event.value)
        case e.Quantity.CONCUSSION:
            return _with(state, event.who, concussion=event.value)
        case e.Quantity.MODIFIER:
            return _with(state, event.who, modifier=event.value)
        case e.Quantity.MOVE:
            return _with(state, event.who, move=event.value)
        case e.Quantity.WOUNDS:
            return _with(state, event.who, wounds=wounds_of(event.value))


def wounds_of(levels: int) -> tuple[Wound, ...]:
    """So many levels of wounds, as few wounds as make them, none of which is mortal."""
    whole, rest = divmod(levels, Level.CRITICAL)
    found = [Wound(where=SOMEWHERE, level=Level.CRITICAL)] * whole
    return (*found, *([Wound(where=SOMEWHERE, level=Level(rest))] if rest else ()))


def _bump_ruled(state: TwtwState, event: e.BumpRuled) -> TwtwState:
    return _with(state, event.who, bump_ruling=event.ruling)


def _modifier_used(state: TwtwState, event: e.ModifierUsed) -> TwtwState:
    return _with(state, event.who, modifier=0, bump_ruling="as-ruled")


def _cover_set(state: TwtwState, event: e.CoverSet) -> TwtwState:
    return _with(state, event.who, cover=event.cover, is_ducked=event.is_ducked)


def _side_set(state: TwtwState, event: e.SideSet) -> TwtwState:
    return _with(state, event.who, side=event.side)


def _ambush_set(state: TwtwState, event: e.AmbushSet) -> TwtwState:
    return replace(state, ambush=event.ambush)


def _hidden(state: TwtwState, event: e.Hidden) -> TwtwState:
    return _with(state, event.who, is_hidden=True, aim=None)


def _revealed(state: TwtwState, event: e.Revealed) -> TwtwState:
    return _with(state, event.who, is_hidden=False)


def _placed(state: TwtwState, event: e.Placed) -> TwtwState:
    return _with(state, event.who, spot=event.spot, began_at=event.spot)


def _landmark_placed(state: TwtwState, event: e.LandmarkPlaced) -> TwtwState:
    others = tuple(each for each in state.landmarks if each.id != event.landmark.id)
    is_known = len(others) < len(state.landmarks)
    if not is_known:
        return replace(state, landmarks=(*state.landmarks, event.landmark))
    return replace(
        state, landmarks=tuple(event.landmark if each.id == event.landmark.id else each for each in state.landmarks)
    )


def _ended(state: TwtwState, event: e.Ended) -> TwtwState:
    return replace(state, phase=Phase.OVER, winner=event.winner, going=None, attack=None)


APPLY: Mapping[type[Event], Callable[[TwtwState, Any], TwtwState]] = {  # Any: each takes its own event
    e.SceneLaidOut: _scene_laid_out,
    e.Entered: _entered,
    e.Outfitted: _outfitted,
    e.LeftLobby: _left_lobby,
    e.Started: _started,
    e.CardDrawn: _card_drawn,
    e.DeckShuffled: _deck_shuffled,
    e.DangerExpected: _danger_expected,
    e.SurpriseChecked: _surprise_checked,
    e.BraveryChecked: _as_it_was,
    e.RoundBegan: _round_began,
    e.PointsGiven: _points_given,
    e.FieldCentred: _field_centred,
    e.InitiativeDrawn: _initiative_drawn,
    e.OrderSet: _order_set,
    e.StageBegan: _stage_began,
    e.TurnEnded: _turn_ended,
    e.RoundCut: _round_cut,
    e.PointsSpent: _points_spent,
    e.PolicySet: _policy_set,
    e.PointsDeclared: _points_declared,
    e.MoveBegan: _move_began,
    e.Paced: _paced,
    e.PathCut: _path_cut,
    e.StopPassed: _stop_passed,
    e.MoveEnded: _move_ended,
    e.WentProne: _went_prone,
    e.StoodUp: _stood_up,
    e.Ducked: _ducked,
    e.Emerged: _emerged,
    e.CoverLeft: _cover_left,
    e.Dodged: _dodged,
    e.Aimed: _aimed,
    e.AimLost: _aim_lost,
    e.FieldKept: _as_it_was,
    e.EdgeChecked: _as_it_was,
    e.RoundFired: _round_fired,
    e.AttackRuled: _as_it_was,
    e.BumpsOwed: _bumps_owed,
    e.BumpSpent: _bump_spent,
    e.HitLanded: _hit_landed,
    e.Damaged: _as_it_was,
    e.Wounded: _wounded,
    e.Concussed: _concussed,
    e.ConditionChanged: _condition_changed,
    e.WeaponDropped: _weapon_dropped,
    e.StrayShot: _as_it_was,
    e.CalamityNoted: _as_it_was,
    e.WeaponReadied: _weapon_readied,
    e.Loaded: _round_fired,
    e.LoadingTried: _as_it_was,
    e.Tried: _as_it_was,
    e.JabUsed: _jab_used,
    e.Fell: _fell,
    e.SmokeBreathed: _as_it_was,
    e.SmokeSet: _smoke_set,
    e.Treated: _as_it_was,
    e.FlagSet: _flag_set,
    e.QuantitySet: _quantity_set,
    e.ShotsSet: _round_fired,
    e.BumpRuled: _bump_ruled,
    e.ModifierUsed: _modifier_used,
    e.CoverSet: _cover_set,
    e.SideSet: _side_set,
    e.AmbushSet: _ambush_set,
    e.Hidden: _hidden,
    e.Revealed: _revealed,
    e.Placed: _placed,
    e.LandmarkPlaced: _landmark_placed,
    e.Ended: _ended,
}
