"""What a rule function works with: the fight as decided so far, and chance. And who may do anything at all."""

from rules.core.audience import ALL, GM, Audience
from rules.core.draft import Draft
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.conflicts.state import ConflictState, Fighter

ConflictDraft = Draft[ConflictState, Event]


def seen_audience(fighter: Fighter) -> Audience:
    """Who may hear of what somebody does: the GM alone, while he is hidden."""
    return GM if fighter.is_hidden else ALL


def surprise_audience(state: ConflictState, who: Fighter) -> Audience:
    """Who hears that somebody expects an attack or none: before the start that is the GM's plan (C2-03)."""
    return GM if state.phase is Phase.LOBBY else seen_audience(who)


def require_running(state: ConflictState) -> None:
    """Refuse what only a fight under way allows. Raises: Illegal(NOT_STARTED, OVER)."""
    if state.phase is Phase.LOBBY:
        raise Illegal("NOT_STARTED", "C2-02", hint="The GM starts the fight when everybody is in.")
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "C2D-10")


def require_fighter(state: ConflictState, who: CombatantId | str) -> Fighter:
    """The combatant of this id. Raises: Illegal(NO_SUCH_COMBATANT)."""
    found = state.find(who)
    if found is None:
        raise Illegal("NO_SUCH_COMBATANT", who=str(who)[:60])
    return found


def require_known(state: ConflictState, actor: Fighter, whom: CombatantId | str) -> Fighter:
    """The combatant of this id as far as the actor's player knows: a hidden one does not exist for a PC.

    Raises: Illegal(NO_SUCH_COMBATANT).
    """
    found = require_fighter(state, whom)
    if found.is_hidden and actor.is_pc:
        raise Illegal("NO_SUCH_COMBATANT", who=str(whom)[:60])
    return found


def require_up(fighter: Fighter) -> None:
    """Refuse who is out of the fight or stands by. Raises: Illegal(OUT, STANDS_BY)."""
    if not fighter.is_up:
        raise Illegal("OUT", "C2D-10", who=fighter.name, condition=fighter.condition)
    if not fighter.is_fighting:
        raise Illegal(
            "STANDS_BY", "C2-02", who=fighter.name, hint="The GM may set a party (amend) and so bring somebody in."
        )
