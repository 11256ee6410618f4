"""Going too far, Shootouts and Woe in words: a line an event."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.audience import Viewer
from rules.core.event import Event
from rules.systems.texarkana import events as e
from rules.systems.texarkana.state import Horror, TexState
from rules.systems.texarkana.weapons import weapon_name

Say = Callable[[Any, TexState, Viewer], str]  # Any: each takes its own event
HORRORS = {
    Horror.NONE: "No Woe is added to tests of violence.",
    Horror.NEXT: "A Woe chip will be added to the next test of violence.",
    Horror.ALWAYS: "A Woe chip will be added to every test of violence.",
}


def _asked(said: e.EscalationAsked, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} is about to go too far ({weapon_name(said.escalation.weapon)})."


def _escalated(said: e.Escalated, state: TexState, viewer: Viewer) -> str:
    seen = " before witnesses" if said.is_seen else ""
    with_what = f" ({weapon_name(said.weapon)})" if said.weapon else ""
    return f"{state.name(said.who)} goes too far{seen}{with_what}."


def _answered(said: e.AnsweredInKind, state: TexState, viewer: Viewer) -> str:
    return f"{state.name(said.who)} answers in kind ({weapon_name(said.threat.weapon)})."


def _reckoned(said: e.Reckoned, state: TexState, viewer: Viewer) -> str:
    who = " and ".join(
        dict.fromkeys(
            state.name(each.who) + (f" ({weapon_name(each.weapon)})" if each.weapon else "") for each in said.trespasses
        )
    )
    return (
        f"Witnesses saw {who} go too far. It costs the Posse: the law may be called, people think them cowards or "
        "criminals, or a friendship suffers. The Dealer says how."
    )


def _woe_spent(said: e.WoeSpent, state: TexState, viewer: Viewer) -> str:
    return f"The Dealer spends {said.spent} Woe: {said.woe} left."


SAYINGS: Mapping[type[Event], Say] = {
    e.EscalationAsked: _asked,
    e.EscalationLeft: lambda said, state, viewer: f"{state.name(said.who)} leaves it.",
    e.Escalated: _escalated,
    e.AnsweredInKind: _answered,
    e.AnswerTakenBack: lambda said, state, viewer: f"{state.name(said.who)} does not answer after all.",
    e.Forgiven: lambda said, state, viewer: f"What {state.name(said.who)} did too much is forgiven.",
    e.Reckoned: _reckoned,
    e.WitnessesSet: lambda said, state, viewer: (
        "There are witnesses." if said.has_witnesses else "Nobody looks on who will talk."
    ),
    e.WeaponConcealed: lambda said, state, viewer: f"{state.name(said.who)} has the {weapon_name(said.weapon)} hidden.",
    e.WeaponShown: lambda said, state, viewer: f"{state.name(said.who)} carries the {weapon_name(said.weapon)} openly.",
    e.ShootoutBegan: lambda said, state, viewer: (
        f"Shootout: {state.name(said.who)} and {state.name(said.whom)} reach for their guns. Nobody may help."
    ),
    e.HorrorArmed: lambda said, state, viewer: HORRORS[said.horror],
    e.WoePlaced: lambda said, state, viewer: "A Woe chip lies on the difficulty.",
    e.WoeSpent: _woe_spent,
    e.UnnaturalBrought: lambda said, state, viewer: f"Something unnatural: {said.what}.",
}
