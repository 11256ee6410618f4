"""What is said of brawls and of Trumps in vain, as far as it takes more than a line of `words`."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.audience import Viewer
from rules.core.event import Event
from rules.systems.texarkana import events as e
from rules.systems.texarkana.consequences import OTHER, label_of
from rules.systems.texarkana.instead import way_of
from rules.systems.texarkana.state import TexState
from rules.systems.texarkana.weapons import weapon_name


def _thrown(said: e.Thrown, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} throws the {weapon_name(said.weapon)}: it lies in {state.zone_name(said.where)}."


def _improvised(said: e.Improvised, state: TexState, viewer: Viewer) -> str:
    rated = f"damage {said.damage}, unless the Dealer says otherwise"
    return f"{state.name(said.who)} grabs something: {weapon_name(said.weapon)} ({rated})."


def _rated(said: e.MakeshiftRated, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)}'s {weapon_name(said.key)} does {said.damage} damage."


def _preferred(said: e.WayPreferred, state: TexState, viewer: Viewer) -> str:
    return f"If {state.name(said.who)} wins: {way_words(said.how)}."


def way_words(how: str) -> str:
    """What a won brawl brings: "disarm (bowie knife)"."""
    way, weapon = way_of(how)
    return f"{way} ({weapon_name(weapon)})" if weapon else way or "the damage"


def _trumped(said: e.TrumpedInVain, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} Trumped in vain."


def _taken_back(said: e.ConsequenceTakenBack, state: TexState, viewer: Viewer) -> str:
    fate = said.consequence
    return (
        f"The Dealer rules otherwise for {state.name(said.who)}; not so: {_lowered(label_of(fate.kind, fate.detail))}."
    )


def _chosen(said: e.ConsequenceChosen, state: TexState, viewer: Viewer) -> str:
    fate = said.consequence
    what = fate.detail if fate.kind == OTHER else label_of(fate.kind, fate.detail)
    return f"For {state.name(said.who)}'s Trump in vain: {_lowered(what)}."


def _lowered(text: str) -> str:
    return f"{text[0].lower()}{text[1:].rstrip('.')}"


SAYINGS: Mapping[type[Event], Callable[[Any, TexState, Viewer], str]] = {  # Any: each takes its own event
    e.Thrown: _thrown,
    e.Improvised: _improvised,
    e.MakeshiftRated: _rated,
    e.WayPreferred: _preferred,
    e.TrumpedInVain: _trumped,
    e.ConsequenceTakenBack: _taken_back,
    e.ConsequenceChosen: _chosen,
}
