"""What happened, one short plain line an event, as this viewer may hear it; nothing where there is nothing to say."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.refusal import Refusal
from rules.core.scenes import opened
from rules.core.speech import refusal_said
from rules.core.tally import Tally
from rules.systems.texarkana import events as e, words_brawling, words_escalation
from rules.systems.texarkana.attempts import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    HoldStakes,
    InitiativeStakes,
    InvocationStakes,
    ShootoutStakes,
    ShotStakes,
    SundryStakes,
    TendStakes,
)
from rules.systems.texarkana.cards import SUITS, shown, suit_names
from rules.systems.texarkana.escalation import TIERS
from rules.systems.texarkana.invocations import invocation_name
from rules.systems.texarkana.questions.cards import about_test
from rules.systems.texarkana.refusals import WHAT_IS_WRONG
from rules.systems.texarkana.state import Condition, TexState, TurnPhase
from rules.systems.texarkana.view import ENDINGS, health, is_seen
from rules.systems.texarkana.weapons import weapon_name
from rules.systems.texarkana.words_personal import PERSONAL

SECRET = "the Dealer's secret"


def words(said: Event | Refusal, state: TexState, viewer: Viewer) -> str | None:
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


def tally_words(tally: Tally, viewer: Viewer) -> str:
    """The parts with their sum; the sum of those this viewer may know, where the rest is the Dealer's secret.

    Readings of the house that bore on it are named behind it.
    """
    seen = tally.seen_by(viewer)
    if not tally.is_open_to(viewer):
        return f"{f'{seen.total} + ' if seen.counted else ''}{SECRET}{seen.readings}"
    parts = " + ".join(_part(part.why, part.value, is_first=not at) for at, part in enumerate(seen.counted))
    total = f" = {tally.total}" if len(seen.counted) > 1 else ""
    return f"{parts.replace('+ -', '- ')}{total}{seen.readings}"


def _part(why: str, value: int, *, is_first: bool) -> str:
    """A card is its own number; anything else is named with it."""
    if why.endswith(tuple(SUITS.values())) and " of " in why and why[0].isdigit():
        return why
    return f"{why} {value}" if is_first or value >= 0 else f"-{why} {-value}"


def _attempt_opened(said: e.AttemptOpened, state: TexState, viewer: Viewer) -> str:
    attempt = said.attempt
    trumps = f"{suit_names(attempt.trumps)} trump" if attempt.trumps else "nothing trumps"
    is_told = isinstance(attempt.stakes, SundryStakes) and attempt.difficulty.is_open_to(PUBLIC)
    difficulty = f"; difficulty {attempt.difficulty.total:+d}" if is_told else ""
    if state.is_clash(attempt) and attempt.npc is None:
        return f"The Dealer flips for {state.name(attempt.pc)}, {about_test(state, attempt)}; {trumps}{difficulty}."
    if state.is_clash(attempt):
        return f"{state.name(attempt.pc)} means {about_test(state, attempt)}."
    who = state.name(attempt.pc)
    if state.is_even(attempt):
        theirs = f"{suit_names(attempt.npc_trumps)} for {state.name(attempt.npc)}"
        return (
            f"{who} owes a card {about_test(state, attempt)}, {state.name(attempt.npc)} another, both face down; "
            f"{suit_names(attempt.trumps)} trump for {who}, {theirs}."
        )
    return f"{who} owes a card {about_test(state, attempt)}; {trumps}{difficulty}."


def _attempt_decided(said: e.AttemptDecided, state: TexState, viewer: Viewer) -> str:
    """Who did what to whom with what; then the numbers, the PC's first."""
    pc = state.name(said.attempt.pc)
    score = tally_words(said.score, viewer)
    if said.is_bust and said.is_dealer_bust:
        other = state.name(said.attempt.npc)
        return f"Both bust, nothing happens. {pc}: {score}; {other}: {tally_words(said.opposition, viewer)}."
    result = outcome_words(said.attempt, state, is_success=said.is_success)
    if said.is_bust:
        return f"{result}. {pc} busts: {score}."
    bust = ", a bust" if said.is_dealer_bust else ""
    return f"{result}. {pc}: {score} against {tally_words(said.opposition, viewer)}{bust}."


def outcome_words(attempt: Attempt, state: TexState, *, is_success: bool) -> str:
    """How the test ended, as the table sees it: "Dutch misses Hank (revolver)"."""
    stakes, pc, npc = attempt.stakes, state.name(attempt.pc), state.name(attempt.npc)
    winner, loser = (pc, npc) if is_success else (npc, pc)
    match stakes:
        case InitiativeStakes():
            return f"{pc} {'spots them in time' if is_success else 'is taken by surprise'}"
        case BrawlStakes():
            return f"{winner} beats {loser} ({weapon_name(stakes.pc_weapon if is_success else stakes.npc_weapon)})"
        case ShotStakes():
            is_hit = is_success is (stakes.shooter == attempt.pc)
            shooter, target = (winner, loser) if is_hit else (loser, winner)
            return f"{shooter} {'hits' if is_hit else 'misses'} {target} ({weapon_name(stakes.weapon)})"
        case ChaseStakes():
            is_away = is_success is (stakes.runner == attempt.pc)
            return f"{winner} {'outruns' if is_away else 'catches'} {loser}"
        case ShootoutStakes():
            return f"{winner} outdraws {loser} ({weapon_name(stakes.pc_weapon if is_success else stakes.npc_weapon)})"
        case BreakStakes():
            is_loose = is_success is (stakes.breaker == attempt.pc)
            return f"{winner} {'breaks loose from' if is_loose else 'keeps hold of'} {loser}"
        case HoldStakes():
            is_held = is_success is (stakes.holder == attempt.pc)
            return f"{winner} {'overpowers' if is_held else 'slips away from'} {loser}"
        case SundryStakes():
            return f"{pc} {'succeeds' if is_success else 'fails'}"
        case TendStakes():
            return f"{pc} {'saves' if is_success else 'cannot save'} {state.name(stakes.dying)}"
        case InvocationStakes():
            return f"{pc} {'is heard' if is_success else 'is not heard'} ({invocation_name(stakes.key)})"


def _card_drawn(said: e.CardDrawn, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} draws the {shown(said.card)}."


def _entered(said: e.Entered, state: TexState, viewer: Viewer) -> str:
    return f"{said.name} is in ({state.zone_name(said.place)}){', hidden' if said.is_hidden else ''}."


def _phase_began(said: e.PhaseBegan, state: TexState, viewer: Viewer) -> str:
    return f"Turn {said.turn}: {'Posse' if said.turn_phase is TurnPhase.POSSE else 'Enemy'} Phase."


def _ended(said: e.Ended, state: TexState, viewer: Viewer) -> str:
    if said.by_shootout:
        return "The fight is over: the Shootout has settled it, and everybody retires."
    if said.winner is None:
        return "The fight is over."
    ending = ENDINGS.get(Side(said.winner), "Nobody holds the field")
    return f"The fight is over: {ending[0].lower()}{ending[1:]}."


def _zones_described(said: e.ZonesDescribed, state: TexState, viewer: Viewer) -> str:
    return f"In reach now: {', '.join(state.zone_name(place) for place in said.zones)}."


def _armed(said: e.Armed, state: TexState, viewer: Viewer) -> str:
    if not said.weapon:
        return f"{state.name(said.who)} has empty hands."
    return f"{state.name(said.who)} has the {weapon_name(said.weapon)} in hand."


def _flight_began(said: e.FlightBegan, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.flight.runner)} flees."


def _fire_chosen(said: e.FireChosen, state: TexState, viewer: Viewer) -> str:
    with_ = f" ({weapon_name(said.weapon)})" if said.weapon else ""
    return f"{state.name(said.who)} {'shoots' if said.does_fire else 'holds fire'}{with_}."


def _chase_chosen(said: e.ChaseChosen, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} {'gives chase' if said.does_chase else 'does not give chase'}."


def _grit_lost(said: e.GritLost, state: TexState, viewer: Viewer) -> str:
    fighter = state.find(said.who)
    parts = f" ({tally_words(said.damage, viewer)})" if said.damage.parts else ""
    if fighter is None or fighter.is_pc or viewer.gm:
        return f"{state.name(said.who)} loses {said.lost} Grit{parts}: {said.left} left."
    if not fighter.is_up:
        return f"{fighter.name} loses Grit{parts}."
    return f"{fighter.name} loses Grit{parts}: {health(fighter)}."


CONDITIONS: Mapping[Condition, str] = {
    Condition.UP: "is back in the fight",
    Condition.INCAPACITATED: "can fight no more",
    Condition.DYING: "is dying",
    Condition.DEAD: "is dead",
    Condition.FLED: "gets away",
    Condition.GONE: "is out of the fight",
}


def _condition_changed(said: e.ConditionChanged, state: TexState, viewer: Viewer) -> str:
    captured = " and is taken prisoner" if said.is_captured else ""
    return f"{state.name(said.who)} {CONDITIONS[said.condition]}{captured}."


def _line(template: str) -> Callable[[Any, TexState, Viewer], str]:  # Any: events of many types
    """A line with the names of whom an event is about, and its plain fields."""

    def say(said: Any, state: TexState, viewer: Viewer) -> str:  # Any: as above
        names = {key: state.name(value) for key in ("who", "holder", "held") if (value := getattr(said, key, None))}
        card = getattr(said, "card", "")
        weapon = getattr(said, "weapon", "")
        plain = {
            "card": shown(card) if card else "",
            "weapon": weapon_name(weapon),
            "where": state.zone_name(getattr(said, "where", "")),
        }
        numbers = {
            key: getattr(said, key, "") for key in ("woe", "will", "grit", "injury", "luck", "rating", "what", "name")
        }
        return template.format(**{**numbers, **plain, **names})

    return say


SAYINGS: Mapping[type[Event], Callable[[Any, TexState, Viewer], str]] = {  # Any: each takes its own event
    **PERSONAL,
    **words_escalation.SAYINGS,
    e.SceneLaidOut: lambda said, state, viewer: (
        f"{opened(said.scene, said.opening)} In order: {TIERS[said.tier]}"
        f"{'; there are witnesses' if said.has_witnesses else ''}."
    ),
    e.Entered: _entered,
    e.Described: lambda said, state, viewer: f"{said.block.name} is written down; /gm add brings more of the same.",
    e.LeftLobby: _line("{name} is out again."),
    e.Started: lambda said, state, viewer: f"The cards are dealt. Woe: {said.woe}. Who is Lookout?",
    e.CardDrawn: _card_drawn,
    e.CoinSet: lambda said, state, viewer: f"{state.name(said.who)} has {said.coin} Coin.",
    e.WillSet: lambda said, state, viewer: f"{state.name(said.who)} has {said.will} Will.",
    e.HandKept: lambda said, state, viewer: f"You keep your hand: {', '.join(map(shown, said.cards))}.",
    e.CardOwed: _line("{who} is owed a card."),
    e.CardBurned: _line("{who}'s card is burned: Will {will}."),
    e.DeckShuffled: _line("The deck is shuffled."),
    e.AttemptOpened: _attempt_opened,
    e.CardPlayed: _line("{who} plays the {card}."),
    e.DealerFlipped: _line("The Dealer flips the {card}."),
    e.Trumped: _line("{who} Trumps: the {card}."),
    e.Stood: _line("{who} stands."),
    e.DealerTrumped: _line("The Dealer Trumps: the {card}."),
    e.AttemptDecided: _attempt_decided,
    e.WoeGained: _line("A Skull: Woe is {woe}."),
    e.LookoutTaken: _line("{who} is Lookout."),
    e.InitiativeTaken: lambda said, state, viewer: (
        "The Posse has the Initiative." if said.by_posse else "The enemies have the Initiative."
    ),
    e.PhaseBegan: _phase_began,
    e.PhaseCut: _line("The phase is over."),
    e.Claimed: _line("{who} moves next."),
    e.ClaimLapsed: _line("{who} does not move after all."),
    e.Passed: _line("{who} lets the turn go by."),
    e.Ended: _ended,
    e.Moved: _line("{who} moves to {where}."),
    e.ZonesDescribed: _zones_described,
    e.CoverTaken: _line("{who} is in cover."),
    e.CoverLost: _line("{who} is out of cover."),
    e.Armed: _armed,
    e.RanOut: _line("{who}'s {weapon} is out of ammunition."),
    e.Reloaded: _line("{who} reloads the {weapon}."),
    **words_brawling.SAYINGS,
    e.PickedUp: _line("{who} picks up the {weapon}."),
    e.FlightBegan: _flight_began,
    e.FireChosen: _fire_chosen,
    e.ChaseChosen: _chase_chosen,
    e.GritLost: _grit_lost,
    e.InjuryGained: _line("{who} gains an Injury."),
    e.InjurySpared: _line("{who} gains no further Injury from fists."),
    e.InjuryRefused: _line("{who} pays a Luck chip to refuse the Injury."),
    e.ConditionChanged: _condition_changed,
    e.Disarmed: _line("{who} loses the {weapon} for this scene."),
    e.Grappled: _line("{holder} has hold of {held}."),
    e.GrappleEnded: _line("{holder} holds {held} no more."),
    e.ZonePlaced: lambda said, state, viewer: f"In the scene: {said.zone.name}.",
    e.TierChanged: lambda said, state, viewer: f"In order now: {TIERS[said.tier]}.",
    e.AmbushSet: lambda said, state, viewer: (
        "The Posse may use whatever it has." if said.may_ambush else "The Posse keeps to what is in order."
    ),
    e.WoeSet: _line("Woe is {woe}."),
    e.GritSet: _line("{who} has {grit} Grit."),
    e.InjurySet: _line("{who} has {injury} Injury chips."),
    e.LuckSet: _line("{who} has {luck} Luck."),
    e.RatingSet: lambda said, state, viewer: f"{state.name(said.who)}: {SUITS[said.suit]} {said.rating:+d}.",
    e.SideSet: lambda said, state, viewer: (
        f"{state.name(said.who)} is with the {'Posse' if said.side is Side.POSSE else 'enemies'} now."
        if said.side is not Side.BYSTANDER
        else f"{state.name(said.who)} keeps out of it now."
    ),
    e.MountedSet: lambda said, state, viewer: (
        f"{state.name(said.who)} is {'in the saddle' if said.is_mounted else 'on foot'}."
    ),
    e.WeaponGiven: _line("{who} has the {weapon}."),
    e.Hidden: _line("{who} is out of sight."),
    e.Revealed: _line("{who} is seen."),
}
