"""What the Dealer sets about going too far: what is in order, who looks on, and Shootouts (TX-03 to TX-13)."""

from collections.abc import Callable, Mapping

from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.option import YES_NO, Amendable, Choice, choices_of
from rules.core.refusal import Illegal
from rules.core.typed import is_yes, one_of
from rules.systems.texarkana import events as e
from rules.systems.texarkana.escalation import record
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running
from rules.systems.texarkana.shootout import (
    begin_shootout,
    could_shoot_it_out,
    is_quiet,
    opponents,
    require_shootout,
)
from rules.systems.texarkana.state import Fighter, TexState, Tier
from rules.systems.texarkana.threats import answer_unasked
from rules.systems.texarkana.turns import busy_one

FORGIVEN = "forgiven"
TOO_FAR = (Tier.MELEE, Tier.ANY)
VALUES = (*TOO_FAR, FORGIVEN)


def _goes_too_far(draft: TexDraft, whom: Fighter, value: str) -> None:
    """The Dealer rules that somebody of the Posse went too far, with all that follows; or forgives it all.

    Raises: Illegal(NOT_STARTED, OVER, NOT_A_PC, BAD_VALUE, BUSY).
    """
    require_running(draft.state)
    if not whom.is_pc:
        raise Illegal("NOT_A_PC", "TX-08", who=whom.name)
    word = one_of("goes-too-far", value, *VALUES)
    if word == FORGIVEN:
        draft.emit(e.Forgiven(rules=cited("TX-12"), who=whom.id))
        return
    if draft.state.escalation:
        raise Illegal("BUSY", "TX-08", who=busy_one(draft.state), hint="That is decided first.")
    tier = Tier(word)
    record(draft, whom.id, whom.in_hand, tier)
    answer_unasked(draft, whom.id, tier)


def _shootout(draft: TexDraft, whom: Fighter, value: str) -> None:
    """The Dealer begins a Shootout between one of the Posse and an NPC (TXF-36). Raises: as `require_shootout`."""
    npc = draft.state.find(value) or next(
        (each for each in opponents(draft.state) if each.name.casefold() == value.casefold()), None
    )
    npc = npc if npc is not None else require_fighter(draft.state, CombatantId(value))
    require_shootout(draft.state, whom, npc)
    begin_shootout(draft, whom, npc)


def _witnesses(draft: TexDraft, value: str) -> None:
    """Whether there are people who will talk (TX-12)."""
    draft.emit(e.WitnessesSet(rules=cited("TX-12"), has_witnesses=is_yes("witnesses", value)))


OF_COMBATANT: Mapping[str, Callable[[TexDraft, Fighter, str], None]] = {
    "goes-too-far": _goes_too_far,
    "shootout": _shootout,
}
OF_SCENE: Mapping[str, Callable[[TexDraft, str], None]] = {"witnesses": _witnesses}


def amendables(state: TexState, *, is_running: bool) -> tuple[Amendable, ...]:
    """What is set here; a Shootout only while nothing else is under way."""
    found = [Amendable(key="witnesses", label="Whether there are witnesses", group="decide", values=YES_NO)]
    if is_running and not state.escalation:
        up = tuple(Choice(key=pc.id, label=pc.name) for pc in state.pcs)
        values = choices_of(*VALUES)
        found.append(
            Amendable(key="goes-too-far", label="Somebody goes too far", group="decide", whom=up, values=values)
        )
    if is_running and is_quiet(state):
        armed = tuple(Choice(key=pc.id, label=pc.name) for pc in could_shoot_it_out(state))
        against = tuple(Choice(key=npc.id, label=npc.name) for npc in opponents(state))
        if armed and against:
            found.append(Amendable(key="shootout", label="A Shootout with", group="decide", whom=armed, values=against))
    return tuple(found)
