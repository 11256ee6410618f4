"""What is said of wagers, Traits, help, Invocations, second shots, rivals, and of what the Dealer rules in words."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.audience import Viewer
from rules.core.event import Event
from rules.systems.texarkana import events as e
from rules.systems.texarkana.cards import shown
from rules.systems.texarkana.invocations import invocation_name, invocations
from rules.systems.texarkana.state import TexState
from rules.systems.texarkana.traits import trait_name, traits

Say = Callable[[Any, TexState, Viewer], str]  # Any: each takes its own event


def _wagered(said: e.Wagered, state: TexState, viewer: Viewer) -> str:
    kind, stake = ("Flaw", "Will") if said.wager.is_flaw else ("Characteristic", "Luck")
    return f"{state.name(said.wager.who)} invokes the {kind} {said.wager.name}: 1 {stake} is at stake."


def _wager_won(said: e.WagerWon, state: TexState, viewer: Viewer) -> str:
    return f"{said.name} pays: {state.name(said.who)} has {said.luck} Luck and {said.will} Will."


def _wager_lost(said: e.WagerLost, state: TexState, viewer: Viewer) -> str:
    return f"{said.name} does not pay: {state.name(said.who)} has {said.luck} Luck left."


def _offered(said: e.CardsOffered, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} may take the {' or the '.join(shown(card) for card in said.cards)}."


def _dealt_anew(said: e.DealtAnew, state: TexState, viewer: Viewer) -> str:
    back, came = (", ".join(map(shown, cards)) for cards in (said.back, (*said.hand, *said.offered)))
    return (
        f"{state.name(said.who)}, others have seen what is yours, and it goes back: {back}. You have instead: {came}."
    )


def _hands_redealt(said: e.HandsRedealt, state: TexState, viewer: Viewer) -> str:
    whose = " and ".join(
        f"{count} card{'' if count == 1 else 's'} of {state.name(who)}"
        for who, count in zip(said.those, said.counts, strict=True)
    )
    return f"Dealt anew, since others have seen them: {whose}."


def _trait_claimed(said: e.TraitClaimed, state: TexState, viewer: Viewer) -> str:
    trait = traits().get(said.claim.trait)
    note = f": {trait.note}" if trait else ""
    return f"{trait_name(said.claim.trait)} counts for {state.name(said.claim.who)}{note}."


def _struck(said: e.TraitsStruck, state: TexState, viewer: Viewer) -> str:
    names = ", ".join(map(trait_name, said.traits))
    line = f"The Dealer does not grant {state.name(said.who)} {names} in this scene."
    if said.is_decisive:
        return f"{line} Without it the last test would have failed: the Dealer may take it back or set what follows."
    return line


def _edge(said: e.EdgeSet, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} has {said.value:+d} in this test for the situation."


def _assisted(said: e.Assisted, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} helps {state.name(said.whom)} with the {shown(said.card)}: +{said.part.value}."


def _second_shot(said: e.SecondShotOver, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} {'shoots again' if said.does_shoot else 'does not shoot again'}."


def _invocation_ended(said: e.InvocationEnded, state: TexState, viewer: Viewer) -> str:
    name = invocation_name(said.key)
    if not said.is_success:
        return f"{name} fails {state.name(said.who)}."
    found = invocations().get(said.key)
    on = f" on {state.name(said.whom)}" if said.whom else ""
    return f"{name} works{on}{f': {found.note}' if found else ''}."


def _grit(said: e.GritRegained, state: TexState, viewer: Viewer) -> str:
    whom = state.find(said.who)
    if whom is None or whom.is_pc or viewer.gm:
        return f"{state.name(said.who)} has {said.grit} Grit."
    return f"{state.name(said.who)} has more Grit again."


def _object(said: e.ObjectSet, state: TexState, viewer: Viewer) -> str:
    found = invocations().get(said.key)
    what = found.bound_to if found else said.key
    return f"{state.name(said.who)} {'has' if said.has_it else 'has lost'} {what}."


def _turned(said: e.CardsTurned, state: TexState, viewer: Viewer) -> str:
    one, other = state.name(said.who), state.name(said.other)
    return f"Both turn over: {one} the {shown(said.card)}, {other} the {shown(said.other_card)}."


def _clash_ruled(said: e.ClashRuled, state: TexState, viewer: Viewer) -> str:
    if said.winner is None:
        return f"Nothing comes of it between {state.name(said.who)} and {state.name(said.other)}."
    loser = said.other if said.winner == said.who else said.who
    return f"{state.name(said.winner)} has the better of {state.name(loser)}."


def _tried(said: e.Tried, state: TexState, viewer: Viewer) -> str:
    who = state.find(said.who)
    rules = " The Dealer rules." if who is not None and who.is_pc else ""
    end = "" if said.what.endswith((".", "!", "?")) else "."
    return f"{state.name(said.who)}: {said.what}{end}{rules}"


def _ruled(said: e.Ruled, state: TexState, viewer: Viewer) -> str:
    if said.works is None:
        return f"{state.name(said.who)} is tested: {said.what}."
    return f"{said.what}: {state.name(said.who)} {'succeeds' if said.works else 'fails'}."


def _sundry_ended(said: e.SundryEnded, state: TexState, viewer: Viewer) -> str:
    return f"{said.what}: {state.name(said.who)} {'succeeds' if said.is_success else 'fails'}."


def _named(template: str) -> Say:
    """A line with the names of whom an event is about, and its card."""

    def say(said: Any, state: TexState, viewer: Viewer) -> str:  # Any: as above
        fields = {key: getattr(said, key, "") for key in ("woe", "injury", "text")}
        names = {key: state.name(getattr(said, key, None)) for key in ("who", "dying")}
        card = getattr(said, "card", "")
        return template.format(**fields, **names, card=shown(card) if card else "")

    return say


PERSONAL: Mapping[type[Event], Say] = {
    e.Wagered: _wagered,
    e.WagerWon: _wager_won,
    e.WagerLost: _wager_lost,
    e.CardsOffered: _offered,
    e.OrderLost: lambda said, state, viewer: "Nobody knows any more where a card lies in the deck.",
    e.DealtAnew: _dealt_anew,
    e.HandsRedealt: _hands_redealt,
    e.CardPicked: _named("{who} takes the {card}."),
    e.TraitClaimed: _trait_claimed,
    e.TraitsStruck: _struck,
    e.EdgeSet: _edge,
    e.DifficultySet: lambda said, state, viewer: f"{state.name(said.who)}'s test: {said.value:+d} to the difficulty.",
    e.Assisted: _assisted,
    e.SecondShotOver: _second_shot,
    e.InvocationTried: lambda said, state, viewer: f"{state.name(said.who)} tries {invocation_name(said.key)}.",
    e.InvocationEnded: _invocation_ended,
    e.WoeFed: _named("Woe is {woe}."),
    e.GritRegained: _grit,
    e.InjuryEased: _named("{who} has {injury} Injury chips."),
    e.ObjectSet: _object,
    e.CardLaid: _named("{who} lays the {card} face down."),
    e.LaidDown: _named("{who} has laid a card face down."),
    e.CardsTurned: _turned,
    e.RivalTrumped: _named("{who} Trumps: the {card}."),
    e.NpcFlipped: _named("The Dealer flips the {card} for {who}."),
    e.ClashRuled: _clash_ruled,
    e.Tried: _tried,
    e.Ruled: _ruled,
    e.SundryEnded: _sundry_ended,
    e.Told: _named("The Dealer: {text}"),
    e.Tended: _named("{who} tries to save {dying}."),
    e.Saved: _named("{who} lives, on 1 Grit."),
    e.LeftDying: _named("{who} leaves {dying} to the others."),
}
