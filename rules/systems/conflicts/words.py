"""What happened, one short plain line an event, as this viewer may hear it; nothing where there is nothing to say."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.audience import Viewer
from rules.core.calling import label_of
from rules.core.event import Event
from rules.core.refusal import Refusal
from rules.core.scenes import opened
from rules.core.speech import refusal_said
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.gear import GRIPS, item_name, weapon_name
from rules.systems.conflicts.injuries import OUT, looks
from rules.systems.conflicts.plans import open_words, plan_words
from rules.systems.conflicts.positions import roughly
from rules.systems.conflicts.refusals import WHAT_IS_WRONG
from rules.systems.conflicts.state import BYSTANDER, Condition, ConflictState, Kind, Stage, Strike
from rules.systems.conflicts.view import COVERS, KINDS, holds_field, is_seen, party_words

SECRET = "the GM's secret"
Say = Callable[[Any, ConflictState, Viewer], str]  # Any: each takes its own event


def words(said: Event | Refusal, state: ConflictState, viewer: Viewer) -> str | None:
    """The event (with the state after its step) or refusal in plain words; None: not for these eyes."""
    if isinstance(said, Refusal):
        return refusal_said(said, WHAT_IS_WRONG)
    say = SAYINGS.get(type(said))
    if say is None or not viewer.may_know(said.audience):
        return None
    who = state.find(getattr(said, "who", None))
    if who is not None and not is_seen(who, viewer) and not isinstance(said, e.Hidden):
        return None
    return say(said, state, viewer) or None


def tally_words(tally: Tally, viewer: Viewer) -> str:
    """The parts with their sum and the switches of the house that were used; what is secret is only named so."""
    shown = tally.seen_by(viewer)
    said = " + ".join(_part(part) for part in shown.counted).replace("+ -", "- ")
    if not tally.is_open_to(viewer):
        said = f"{said} + {SECRET}" if said else SECRET
    elif len(shown.counted) > 1:
        said = f"{said} = {tally.total}"
    return f"{said}{shown.readings}"


def _part(part: Part) -> str:
    """One part: "8 (dice 3, 5)", "Fire 1", "-2 for range number 2"; one of 0 that ends in its number, as it is."""
    if not part.value and part.why[-1].isdigit():
        return part.why
    if part.why.startswith("dice "):
        return f"{part.value} (dice {part.why.removeprefix('dice ')})"
    return f"{part.why} {part.value}" if part.value >= 0 else f"-{-part.value} for {part.why}"


def strike_words(state: ConflictState, strike: Strike) -> str:
    """How an attack is made: "pistol, from the hip, at the head"."""
    said = [weapon_name(state, strike.weapon)]
    grip = strike.grip.removesuffix("pair")
    said += [GRIPS[grip]] if grip in GRIPS else []
    said += [f"at the {strike.part}"] if strike.part else []
    return ", ".join(said)


def _entered(said: e.Entered, state: ConflictState, viewer: Viewer) -> str:
    return f"{said.name} is in{', hidden' if said.is_hidden else ''}."


def _initiative(said: e.InitiativeRolled, state: ConflictState, viewer: Viewer) -> str:
    ball = ", a Balls-Up" if said.is_balls_up else ""
    name = state.name(said.who)
    whose = f"{name} for {party_words(said.party)}" if state.house.initiative == "party" else name
    return f"Initiative, {whose}: {tally_words(said.score, viewer)}{ball}."


def _order(said: e.OrderSet, state: ConflictState, viewer: Viewer) -> str:
    seen = [each for who in said.order if (each := state.find(who)) is not None and is_seen(each, viewer)]
    return f"In this order: {', '.join(each.name for each in seen)}."


def _plan_made(said: e.PlanMade, state: ConflictState, viewer: Viewer) -> str:
    fighter = state.find(said.who)
    if fighter is None:
        return ""
    left = f"; {is_open} until the turn comes" if (is_open := open_words(said.plan)) else ""
    return f"{fighter.name} declares to {plan_words(state, fighter, said.plan, told=False)}{left}."


def _plan_sealed(said: e.PlanSealed, state: ConflictState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} has declared."


def _plan_shown(said: e.PlanShown, state: ConflictState, viewer: Viewer) -> str:
    fighter = state.find(said.who)
    if fighter is None or state.house.declare == "open":
        return ""
    plans = ", then ".join(plan_words(state, fighter, plan, told=False) for plan in said.plans)
    return f"{fighter.name} declared: {plans}."


def _stage(said: e.StageBegan, state: ConflictState, viewer: Viewer) -> str:
    return "The first actions." if said.stage is Stage.FIRST else "The second actions."


def _changed(said: e.PlanChanged, state: ConflictState, viewer: Viewer) -> str:
    kind = "Orient" if said.kind is Kind.ORIENT else "Defend"
    return f"{state.name(said.who)} turns an action into {kind}."


def _moved(said: e.Moved, state: ConflictState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} moves {roughly(said.cm)}."


def _handled(said: e.Handled, state: ConflictState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} {'takes' if said.hold else 'puts away'} the {_item(state, said.who, said.item)}."


def _item(state: ConflictState, who: str, which: str) -> str:
    fighter = state.find(who)
    item = fighter.item(which) if fighter else None
    return item_name(state, item) if item else which


def _prepared(said: e.Prepared, state: ConflictState, viewer: Viewer) -> str:
    if said.aim is None:
        return ""
    target = state.find(said.aim.whom)
    name = target.name if target is not None and is_seen(target, viewer) else "somebody"
    return f"{state.name(said.who)} prepares a shot at {name} with the {_item(state, said.who, said.aim.item)}."


def _trait(said: e.TraitTried, state: ConflictState, viewer: Viewer) -> str:
    result = {1: "helps: +1", 0: "does not help", -1: "is a Balls-Up: -1"}[said.bonus]
    return f"{state.name(said.who)}'s {said.trait.title()} {result} ({tally_words(said.score, viewer)})."


def _judged(said: e.StrikeJudged, state: ConflictState, viewer: Viewer) -> str:
    """Who did what to whom with what; then the numbers, the attacker's first."""
    strike = said.strike
    result = "hits" if said.is_hit else "misses"
    ball = ", a Balls-Up" if said.is_balls_up else ""
    against = tally_words(said.defence, viewer) if said.is_evaded else "0, for nobody evades"
    return (
        f"{state.name(strike.attacker)} {result} {state.name(strike.target)} ({strike_words(state, strike)}{ball}): "
        f"{tally_words(said.score, viewer)} against {against}."
    )


def _ran_out(said: e.RanOut, state: ConflictState, viewer: Viewer) -> str:
    name = _item(state, said.who, said.item)
    return f"Click: {state.name(said.who)}'s {name} is empty." if said.is_click else ""


def _fell(said: e.ItemFell, state: ConflictState, viewer: Viewer) -> str:
    name = _item(state, said.who, said.item)
    return f"The {name} lies on the ground." if said.is_thrown else f"{state.name(said.who)} drops the {name}."


def _armour(said: e.ArmourTried, state: ConflictState, viewer: Viewer) -> str:
    """The roll, and beside it what it had to stay under, for those who may know; or what was aimed at."""
    covered = f"the {said.piece} covers the spot" if said.is_covered else "the spot is not covered"
    parts = said.score.seen_by(viewer).parts
    rolled = [_part(part) if part.value else part.why for part in parts]
    return f"{state.name(said.who)}: {covered} ({', '.join(rolled)})."


def _hurt(said: e.Hurt, state: ConflictState, viewer: Viewer) -> str:
    what = "strain" if said.is_mental else "damage"
    fighter = state.find(said.who)
    if fighter is None or said.lost <= 0:
        return f"{state.name(said.who)} takes no {what} ({tally_words(said.damage, viewer)})."
    total = f", {said.total} in all" if fighter.is_pc or viewer.gm else ""
    after = f": {looks(said.step, is_mental=said.is_mental)}" if said.step < OUT else ""
    return f"{fighter.name} takes {said.lost} {what}{total} ({tally_words(said.damage, viewer)}){after}."


CONDITIONS: Mapping[Condition, str] = {
    Condition.UP: "is back in the fight",
    Condition.UNCONSCIOUS: "is out, unconscious",
    Condition.DEAD: "is dead",
    Condition.YIELDED: "gives in",
    Condition.BROKEN: "is broken for good",
    Condition.FLED: "gets away",
    Condition.GONE: "is out of the fight",
}


def _condition(said: e.ConditionChanged, state: ConflictState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} {CONDITIONS[said.condition]}."


def _contested(said: e.HoldContested, state: ConflictState, viewer: Viewer) -> str:
    result = "breaks free from" if said.is_free else "stays in the hold of"
    score, against = tally_words(said.score, viewer), tally_words(said.opposition, viewer)
    return f"{state.name(said.who)} {result} {state.name(said.holder)}: {score} against {against}."


def _ended(said: e.Ended, state: ConflictState, viewer: Viewer) -> str:
    return f"The fight is over: {holds_field(said.winner)}." if said.winner else "The fight is over."


def _landmark(said: e.LandmarkSet, state: ConflictState, viewer: Viewer) -> str:
    cover = f", {COVERS[said.landmark.cover].removeprefix('in ')}" if said.landmark.cover in COVERS else ""
    return f"In the scene: {said.landmark.name}{cover}."


def _facing(said: e.FacingSet, state: ConflictState, viewer: Viewer) -> str:
    """Said where the GM sets it; that everybody faces somebody is nothing to tell."""
    faced = state.find(said.whom)
    if not said.is_by_gm or (faced is not None and not is_seen(faced, viewer)):
        return ""
    return f"{state.name(said.who)} faces {faced.name if faced else 'nobody in particular'}."


def _party(said: e.PartySet, state: ConflictState, viewer: Viewer) -> str:
    name = state.name(said.who)
    return f"{name} takes no part." if said.party == BYSTANDER else f"{name} is of {party_words(said.party)} now."


def _check_called(said: e.CheckCalled, state: ConflictState, viewer: Viewer) -> str:
    called = said.called
    modifier = f", DM{called.against.total:+d}" if called.against.parts and called.against.is_open_to(viewer) else ""
    return f"{state.name(called.who)} is called for a check, {called.words}{modifier}."


def _check_made(said: e.CheckMade, state: ConflictState, viewer: Viewer) -> str:
    about = f" ({said.about})" if said.about else ""
    line = f"{label_of(said.check)}{about}: {state.name(said.who)} {'succeeds' if said.is_success else 'fails'}"
    if said.is_secret and not viewer.gm:
        return f"{line}."
    ball = ", a Balls-Up" if said.is_balls_up else ""
    return f"{line}{ball}: {tally_words(said.score, viewer)} against {said.need}."


def _line(template: str) -> Say:
    """A line with the names of whom an event is about, and its plain fields."""

    def say(said: Any, state: ConflictState, viewer: Viewer) -> str:  # Any: events of many types
        names = {key: state.name(value) for key in ("who", "holder", "held") if (value := getattr(said, key, None))}
        item = getattr(said, "item", "")
        named = {"item": _item(state, getattr(said, "who", ""), item)} if isinstance(item, str) else {}
        plain = ("name", "round", "what", "harm", "strain", "posture", "number", "skill", "level")
        return template.format(**{key: getattr(said, key, "") for key in plain} | named | names)

    return say


SAYINGS: Mapping[type[Event], Say] = {
    e.SceneLaidOut: lambda said, state, viewer: f"{opened(said.scene, said.opening)} Fought with: {KINDS[said.kinds]}.",
    e.Entered: _entered,
    e.LeftLobby: _line("{name} is out again."),
    e.Started: lambda said, state, viewer: "The conflict begins.",
    e.SurpriseSet: lambda said, state, viewer: (
        f"{state.name(said.who)} {'expects no attack' if said.is_surprised else 'is on guard'}."
    ),
    e.InitiativeRolled: _initiative,
    e.OrderSet: _order,
    e.RoundBegan: _line("Round {round}: declare two actions."),
    e.PlanMade: _plan_made,
    e.PlansDropped: _line("{who} plans anew."),
    e.PlanSealed: _plan_sealed,
    e.PlanShown: _plan_shown,
    e.StageBegan: _stage,
    e.PlanChanged: _changed,
    e.AskingSet: _line("{who} wants to be asked how to meet attacks."),
    e.Ended: _ended,
    e.Oriented: _line("{who} looks round."),
    e.Moved: _moved,
    e.Rose: _line("{who} gets up."),
    e.Dropped: lambda said, state, viewer: f"{state.name(said.who)} is {said.posture.value} now.",
    e.Handled: _handled,
    e.Reloaded: _line("{who} reloads the {item}."),
    e.Prepared: _prepared,
    e.Tried: _line("{who}: {what}. The GM rules."),
    e.TraitTried: _trait,
    e.CheckCalled: _check_called,
    e.CheckMade: _check_made,
    e.StrikeJudged: _judged,
    e.RanOut: _ran_out,
    e.ItemFell: _fell,
    e.ArmourTried: _armour,
    e.Hurt: _hurt,
    e.ConditionChanged: _condition,
    e.Lamed: _line("{who} limps: half the way from now on."),
    e.Dazed: _line("{who} can only defend next."),
    e.Held: _line("{holder} has hold of {held}."),
    e.HoldEnded: _line("{holder} holds {held} no more."),
    e.HoldContested: _contested,
    e.Placed: _line("{who} is somewhere else now."),
    e.LandmarkSet: _landmark,
    e.HarmSet: _line("{who} has {harm} damage."),
    e.StrainSet: _line("{who} has {strain} strain."),
    e.NumberSet: _line("{who}: {what} {number}."),
    e.SkillSet: lambda said, state, viewer: (
        f"{state.name(said.who)}: {said.skill.title()} {'unskilled' if said.level is None else said.level}."
    ),
    e.FacingSet: _facing,
    e.PostureSet: _line("{who} is {posture} now."),
    e.CoverSet: _line("{who}'s cover is set."),
    e.AirborneSet: lambda said, state, viewer: (
        f"{state.name(said.who)} is {'in the air' if said.is_airborne else 'on the ground'}."
    ),
    e.PartySet: _party,
    e.ItemGiven: lambda said, state, viewer: f"{state.name(said.who)} has the {item_name(state, said.item)}.",
    e.LoadedSet: lambda said, state, viewer: (
        f"{state.name(said.who)}'s weapons are {'loaded' if said.is_loaded else 'empty'}."
    ),
    e.ArmourSet: _line("{who}'s armour is set."),
    e.WordsSet: _line("{who}'s weighty words are set."),
    e.WeaponMade: lambda said, state, viewer: f"There is a weapon now: {said.weapon.name}, {said.weapon.damage}.",
    e.ArmourMade: lambda said, state, viewer: f"There is armour now: {said.armour.name}, AR {said.armour.rating}.",
    e.KindsSet: lambda said, state, viewer: f"Fought with now: {KINDS[said.kinds]}.",
    e.WeatherSet: lambda said, state, viewer: f"The scene: {', '.join(said.conditions) or 'clear'}.",
    e.TurnCut: _line("{who} is passed over."),
    e.Hidden: _line("{who} is out of sight."),
    e.Revealed: _line("{who} is seen."),
}
