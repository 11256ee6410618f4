"""What happened, one short plain line an event, as this viewer may hear it; nothing where there is nothing to say."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.audience import Viewer
from rules.core.calling import label_of
from rules.core.combatant import ALL_OF, Side
from rules.core.event import Event
from rules.core.refusal import Refusal
from rules.core.scenes import opened
from rules.core.speech import refusal_said
from rules.core.tally import Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.amend import FLAGS, NUMBERS
from rules.systems.twtw.arcs import Verdict
from rules.systems.twtw.body import part
from rules.systems.twtw.called_shots import spot_name
from rules.systems.twtw.cards import shown
from rules.systems.twtw.cover import cover_name
from rules.systems.twtw.library import AMBUSHES
from rules.systems.twtw.outlook import mode_words
from rules.systems.twtw.positions import spot_words
from rules.systems.twtw.refusals import WHAT_IS_WRONG
from rules.systems.twtw.rounds import ROMAN
from rules.systems.twtw.state import Condition, Limit, Smoke, Stage, TwtwState
from rules.systems.twtw.view import ENDINGS, LEVELS, is_seen
from rules.systems.twtw.weapons import field_words, gun, weapon_name


def words(said: Event | Refusal, state: TwtwState, viewer: Viewer) -> str | None:
    """The event (with the state after its step) or refusal in plain words; None: not for these eyes."""
    if isinstance(said, Refusal):
        return refusal_said(said, WHAT_IS_WRONG)
    say = SAYINGS.get(type(said))
    if say is None or not viewer.may_know(said.audience):
        return None
    who = state.find(getattr(said, "who", None))
    if who is not None and not is_seen(who, viewer) and not isinstance(said, e.Hidden):
        return None
    return say(said, state, viewer)


def tally_words(tally: Tally) -> str:
    """The parts with their sum: "card 39 (3)8 9 + Accurate, held 2 1 = 10"."""
    parts = " + ".join(_part(part.why, part.value, is_first=not at) for at, part in enumerate(tally.counted))
    total = f" = {tally.total}" if len(tally.counted) > 1 else ""
    return f"{parts.replace('+ -', '- ')}{total}{tally.readings}"


def _part(why: str, value: int, *, is_first: bool) -> str:
    return f"{why}: {value}" if is_first or value >= 0 else f"-{why}: {-value}"


FIELD_WORDS = {Verdict.INSIDE: "inside the field", Verdict.EDGE: "on the edge", Verdict.OUT: "outside the field"}


def _surprise_checked(said: e.SurpriseChecked, state: TwtwState, viewer: Viewer) -> str:
    outcome = "is surprised: defensive actions only" if said.is_surprised else "is not surprised"
    if said.is_surprised and said.limit is Limit.NOTHING:
        outcome = "is surprised by a calamity and can do nothing"
    return f"{state.name(said.who)} {outcome}{_numbers(said, viewer)}."


def _numbers(said: e.SurpriseChecked | e.CheckMade, viewer: Viewer) -> str:
    """The numbers of a check; none for whom the Judge keeps the target number from."""
    if not said.need.is_open_to(viewer):
        return ""
    return f" ({tally_words(said.result)} against {tally_words(said.need)}{_calamity(said.is_calamity)})"


def _check_called(said: e.CheckCalled, state: TwtwState, viewer: Viewer) -> str:
    called = said.called
    need = f", against {tally_words(called.against)}" if called.against.is_open_to(viewer) else ""
    return f"{state.name(called.who)} is called for a check, {called.words}{need}."


def _check_made(said: e.CheckMade, state: TwtwState, viewer: Viewer) -> str:
    about = f" ({said.about})" if said.about else ""
    outcome = "succeeds" if said.is_success else "fails"
    return f"{label_of(said.check)}{about}: {state.name(said.who)} {outcome}{_numbers(said, viewer)}."


def _calamity(is_calamity: bool) -> str:
    return "; calamity" if is_calamity else ""


def _bravery_checked(said: e.BraveryChecked, state: TwtwState, viewer: Viewer) -> str:
    who = state.name(said.who)
    if said.is_under_fire:
        outcome = f"{who} keeps his nerve under fire" if said.is_brave else f"{who} flinches under fire"
    else:
        outcome = f"{who} shakes off the surprise" if said.is_brave else f"{who} is still shaken"
    return f"{outcome} ({tally_words(said.result)} against {tally_words(said.need)})."


def _points_given(said: e.PointsGiven, state: TwtwState, viewer: Viewer) -> str | None:
    if said.unallocated:
        return f"{state.name(said.who)} means to use {said.points} action points and holds back {said.unallocated}."
    if said.limit is not Limit.FREE:
        return f"{state.name(said.who)} may only defend this round."
    return None


def _initiative_drawn(said: e.InitiativeDrawn, state: TwtwState, viewer: Viewer) -> str:
    hesitates = f" {state.name(said.who)} hesitates: {said.points} action points left." if said.hesitates else ""
    defence = " Defence only." if said.is_calamity else ""
    return f"{state.name(said.who)}: phase {ROMAN[said.phase]} ({tally_words(said.result)}).{hesitates}{defence}"


def _field_centred(said: e.FieldCentred, state: TwtwState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} keeps the aim at {state.name(said.whom)}, round {said.held}; the field is centred."


def _move_began(said: e.MoveBegan, state: TwtwState, viewer: Viewer) -> str:
    return f"{state.name(said.going.who)} sets off: {said.going.words}."


def _stop_passed(said: e.StopPassed, state: TwtwState, viewer: Viewer) -> str | None:
    return f"{state.name(said.who)} keeps the aim at {state.name(said.whom)} and follows." if said.kept else None


def _move_ended(said: e.MoveEnded, state: TwtwState, viewer: Viewer) -> str:
    cut = ", no further" if said.was_cut else ""
    spot = spot_words(state.house.mode, said.spot)
    paces = f"{said.paces} pace{'' if said.paces == 1 else 's'}"
    return f"{state.name(said.who)} has moved {paces} ({said.words}{cut}), now at {spot}."


WHYS: Mapping[e.Why, str] = {
    e.Why.OWN_MOVE: "by moving",
    e.Why.OTHER_ACT: "by doing something else",
    e.Why.SHAKEN: "under fire",
    e.Why.TARGET_GONE: "the target being gone",
    e.Why.DISARMED: "with the weapon",
    e.Why.WORD: "by the Judge's word",
    e.Why.CLEAR_OF_EDGE: "the target being clear of the edge",
}


def _aim_lost(said: e.AimLost, state: TwtwState, viewer: Viewer) -> str | None:
    who, whom = state.name(said.who), state.name(said.whom)
    if said.why is e.Why.FIRED:
        return None
    measured = f" ({said.measure})" if said.measure else ""
    if said.why is e.Why.OUT_OF_FIELD:
        pace = f" with pace {said.pace}" if said.pace else ""
        return f"{whom} leaves the field of {who}{pace}{measured}: the aim is lost."
    return f"{who} loses the aim at {whom}, {WHYS[said.why]}{measured}."


def _field_kept(said: e.FieldKept, state: TwtwState, viewer: Viewer) -> str:
    edge = ", on its edge" if said.lies is Verdict.EDGE else ""
    return f"{state.name(said.whom)} is still in the field of {state.name(said.who)}{edge} ({said.measure})."


def _edge_checked(said: e.EdgeChecked, state: TwtwState, viewer: Viewer) -> str:
    outcome = "clear" if said.is_clear else "not clear"
    toggle = "yes" if said.is_yes else "no"
    whom = state.name(said.whom)
    return (
        f"{whom}, on the edge of {state.name(said.who)}'s field, is {outcome} (toggle of {shown(said.card)}: {toggle})."
    )


def _for_free(said: e.AttackRuled, state: TwtwState) -> str:
    """Where one of the bumps comes from, if whoever attacks is best with this weapon (TW-1.13)."""
    attacker = state.find(said.who)
    is_best = attacker is not None and said.weapon in attacker.specialities
    return f", 1 of them for being best with the {weapon_name(said.weapon)}" if is_best else ""


def _attack_ruled(said: e.AttackRuled, state: TwtwState, viewer: Viewer) -> str:
    called = f", at the {spot_name(said.called)}" if said.called else ""
    verb = "hits" if said.is_hit else "misses"
    field = f" {said.mode}: {FIELD_WORDS[said.field]}." if said.field is not None else ""
    bumps = f" {said.bumps} bump{'' if said.bumps == 1 else 's'}{_for_free(said, state)}." if said.bumps else ""
    return (
        f"{state.name(said.who)} {verb} {state.name(said.whom)} ({weapon_name(said.weapon)}{called}): "
        f"{tally_words(said.result)} against {tally_words(said.need)}{_calamity(said.is_calamity)}.{bumps}{field}"
    )


SPENT = {"up": "higher", "down": "lower", "damage": "more damage", "pierce": "through the cover"}
OUTCOMES = {"through": "", "reduced": ", behind cover: reduced", "stopped": ", behind cover: stopped"}


def _hit_landed(said: e.HitLanded, state: TwtwState, viewer: Viewer) -> str:
    steps = f" ({', '.join(f'{part.why} {part.value:+d}' for part in said.steps.parts)})" if said.steps.parts else ""
    return f"The hit on {state.name(said.whom)}: {part(said.location).name}{steps}{OUTCOMES[said.outcome]}."


def _damaged(said: e.Damaged, state: TwtwState, viewer: Viewer) -> str:
    return f"Damage to {state.name(said.whom)}: {tally_words(said.damage)}."


CONDITIONS: Mapping[Condition, str] = {
    Condition.UP: "is back in the fight",
    Condition.UNCONSCIOUS: "is unconscious",
    Condition.OUT: "is out of action",
    Condition.DYING: "is dying: Medicine 9 within the scene, or dead",
    Condition.DEAD: "is dead",
    Condition.GONE: "is out of the fight",
}


def _fell(said: e.Fell, state: TwtwState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} falls {said.paces} paces: {part(said.where).name}, {tally_words(said.damage)}."


def _smoke_breathed(said: e.SmokeBreathed, state: TwtwState, viewer: Viewer) -> str:
    outcome = f"loses {said.lost} concussion in the smoke" if said.lost else "bears the smoke"
    return f"{state.name(said.who)} {outcome} ({tally_words(said.result)} against {tally_words(said.need)})."


def _treated(said: e.Treated, state: TwtwState, viewer: Viewer) -> str:
    outcome = "saves" if said.is_saved else "cannot save"
    numbers = f"{tally_words(said.result)} against {tally_words(said.need)}"
    return f"{state.name(said.who)} {outcome} {state.name(said.whom)} ({numbers})."


def _aimed(said: e.Aimed, state: TwtwState, viewer: Viewer) -> str:
    weapon = gun(said.weapon)
    field = f", {field_words(weapon)}" if weapon else ""
    return f"{state.name(said.who)} aims at {state.name(said.whom)} ({weapon_name(said.weapon)}{field})."


def _stray(said: e.StrayShot, state: TwtwState, viewer: Viewer) -> str:
    near = ", ".join(state.name(each) for each in said.near) or "nobody"
    shots = f"{said.number} stray shot{'' if said.number == 1 else 's'}"
    return f"For the Judge: {shots} by {state.name(said.who)}; near the target: {near}."


def _stage_began(said: e.StageBegan, state: TwtwState, viewer: Viewer) -> str:
    return "Movement." if said.stage is Stage.MOVES else "Actions."


def _turn_ended(said: e.TurnEnded, state: TwtwState, viewer: Viewer) -> str | None:
    if not said.passed:
        who = state.find(said.who)
        aimed = state.find(who.aims_at) if who is not None and said.stage is Stage.ACTIONS else None
        return f"{state.name(said.who)} holds the aim at {aimed.name}." if aimed is not None else None
    return f"{state.name(said.who)} {'stays' if said.stage is Stage.MOVES else 'does nothing'}."


def _flag_set(said: e.FlagSet, state: TwtwState, viewer: Viewer) -> str:
    return f"{state.name(said.who)}: {FLAGS[said.flag][0].lower()}, {'yes' if said.is_on else 'no'}."


def _quantity_set(said: e.QuantitySet, state: TwtwState, viewer: Viewer) -> str:
    return f"{state.name(said.who)}: {NUMBERS[said.quantity][0].lower()}, {said.value}."


def _cover_set(said: e.CoverSet, state: TwtwState, viewer: Viewer) -> str:
    if not said.cover:
        return f"{state.name(said.who)} has no cover."
    return f"{state.name(said.who)} is {'ducked ' if said.is_ducked else ''}behind a {cover_name(said.cover)}."


def _ended(said: e.Ended, state: TwtwState, viewer: Viewer) -> str:
    if said.winner is None:
        return "The fight is over."
    ending = ENDINGS.get(Side(said.winner), "Nobody holds the field")
    return f"The fight is over: {ending[0].lower()}{ending[1:]}."


def _line(template: str) -> Callable[[Any, TwtwState, Viewer], str]:  # Any: events of many types
    """A line with the names of whom an event is about, and its plain fields."""

    def say(said: Any, state: TwtwState, viewer: Viewer) -> str:  # Any: as above
        names = {key: state.name(value) for key in ("who", "whom") if (value := getattr(said, key, None))}
        plain = {
            "weapon": weapon_name(getattr(said, "weapon", "")),
            "cover": cover_name(getattr(said, "cover", "")),
            "part": part(getattr(said, "where", "")).name,
            "level": LEVELS[getattr(said, "level", 0)],
            "how": SPENT.get(getattr(said, "how", ""), ""),
            "at": spot_words(state.house.mode, spot) if (spot := getattr(said, "spot", None)) is not None else "",
        }
        numbers = {
            key: getattr(said, key, "")
            for key in ("points", "left", "round", "number", "lost", "name", "what", "about", "why", "ruling")
        }
        return template.format(**{**numbers, **plain, **names})

    return say


SAYINGS: Mapping[type[Event], Callable[[Any, TwtwState, Viewer], str | None]] = {  # Any: each takes its own event
    e.SceneLaidOut: lambda said, state, viewer: (
        f"{opened(said.scene, said.opening)} Measured {mode_words(said.house.mode)}."
    ),
    e.Entered: lambda said, state, viewer: (
        f"{said.name} is in ({spot_words(state.house.mode, said.spot)}){', hidden' if said.is_hidden else ''}."
    ),
    e.LeftLobby: _line("{name} is out again."),
    e.Started: _line("Action time."),
    e.DeckShuffled: _line("The cards are shuffled."),
    e.DangerExpected: _line("{who} expects danger."),
    e.SurpriseChecked: _surprise_checked,
    e.BraveryChecked: _bravery_checked,
    e.CheckCalled: _check_called,
    e.CheckMade: _check_made,
    e.RoundBegan: _line("Round {round}."),
    e.PointsGiven: _points_given,
    e.FieldCentred: _field_centred,
    e.InitiativeDrawn: _initiative_drawn,
    e.StageBegan: _stage_began,
    e.TurnEnded: _turn_ended,
    e.RoundCut: _line("The round is over."),
    e.PointsSpent: _line("{who} pays {points} AP ({why}), {left} left."),
    e.PolicySet: lambda said, state, viewer: f"{state.name(said.who)}'s orders when a target moves: {said.policy}.",
    e.OrdersDropped: _line("All have seen {who}'s orders when a target moves: from now on he is asked."),
    e.PointsDeclared: lambda said, state, viewer: (
        f"{state.name(said.who)} will use {'all' if said.points is None else said.points} action points next round."
    ),
    e.MoveBegan: _move_began,
    e.PathCut: _line("{who} cannot go so far any more."),
    e.StopPassed: _stop_passed,
    e.MoveEnded: _move_ended,
    e.WentProne: _line("{who} drops to the ground."),
    e.StoodUp: _line("{who} stands up."),
    e.Ducked: _line("{who} ducks behind the {cover}."),
    e.Emerged: _line("{who} comes up from cover."),
    e.CoverLeft: _line("{who} leaves the cover."),
    e.Dodged: _line("{who} dodges until the next turn."),
    e.Aimed: _aimed,
    e.AimLost: _aim_lost,
    e.FieldKept: _field_kept,
    e.EdgeChecked: _edge_checked,
    e.AttackRuled: _attack_ruled,
    e.BumpSpent: _line("{who} spends a bump: {how}."),
    e.HitLanded: _hit_landed,
    e.Damaged: _damaged,
    e.Wounded: _line("{who}: a {level} wound ({part})."),
    e.Concussed: _line("{who} loses {lost} concussion, {left} left."),
    e.ConditionChanged: lambda said, state, viewer: f"{state.name(said.who)} {CONDITIONS[said.condition]}.",
    e.WeaponDropped: _line("{who} drops the {weapon}."),
    e.StrayShot: _stray,
    e.CalamityNoted: _line("Calamity in {about}: the Judge says what goes wrong for {who}."),
    e.WeaponReadied: lambda said, state, viewer: (
        f"{state.name(said.who)} has {f'the {weapon_name(said.weapon)} in hand' if said.weapon else 'empty hands'}."
    ),
    e.Loaded: _line("{who} loads {number}: {left} in the {weapon}."),
    e.LoadingTried: lambda said, state, viewer: (
        f"{state.name(said.who)} loads {said.number} ({tally_words(said.result)}{_calamity(said.is_calamity)})."
    ),
    e.Fell: _fell,
    e.SmokeBreathed: _smoke_breathed,
    e.SmokeSet: lambda said, state, viewer: (
        f"{state.name(said.who)} is {'out of the smoke' if said.smoke is Smoke.NONE else 'in dense smoke'}."
    ),
    e.Treated: _treated,
    e.Tried: _line("{who}: {what}. The Judge rules."),
    e.FlagSet: _flag_set,
    e.QuantitySet: _quantity_set,
    e.ShotsSet: _line("{who} has {left} in the {weapon}."),
    e.BumpRuled: _line("The Judge on the location of {who}'s next attack: {ruling}."),
    e.CoverSet: _cover_set,
    e.SideSet: lambda said, state, viewer: (
        f"{state.name(said.who)} is with {ALL_OF[said.side]} now."
        if said.side is not Side.BYSTANDER
        else f"{state.name(said.who)} keeps out of it now."
    ),
    e.AmbushSet: lambda said, state, viewer: f"May be surprised: {AMBUSHES[said.ambush]}.",
    e.Hidden: _line("{who} is out of sight."),
    e.Revealed: _line("{who} is seen."),
    e.Placed: _line("{who} is at {at}."),
    e.LandmarkPlaced: lambda said, state, viewer: (
        f"On the ground: {said.landmark.name}, {spot_words(state.house.mode, said.landmark.spot)}."
    ),
    e.Ended: _ended,
}
