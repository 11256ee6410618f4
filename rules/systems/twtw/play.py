"""What a rule function works with: the fight as decided so far, and who may do anything at all."""

from rules.core.audience import ALL, GM, Audience
from rules.core.draft import Draft
from rules.core.event import Event, cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.state import Fighter, TwtwState

TwtwDraft = Draft[TwtwState, Event]


def audience_of(fighter: Fighter) -> Audience:
    """Who may know what this combatant does: the Judge alone, while it is hidden."""
    return GM if fighter.is_hidden else ALL


def require_running(state: TwtwState) -> None:
    """Refuse what only a fight under way allows. Raises: Illegal(NOT_STARTED, OVER)."""
    if state.phase is Phase.LOBBY:
        raise Illegal("NOT_STARTED", "TW-2.1", hint="The Judge starts the fight when everybody is in.")
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "TW-2.1")


def require_fighter(state: TwtwState, who: CombatantId) -> Fighter:
    """The combatant of this id. Raises: Illegal(NO_SUCH_COMBATANT)."""
    found = state.find(who)
    if found is None:
        raise Illegal("NO_SUCH_COMBATANT", who=who)
    return found


def require_seen(state: TwtwState, actor: Fighter, whom: CombatantId) -> Fighter:
    """The combatant of this id, who is not hidden (to the Posse a hidden one does not exist) and still up.

    Raises: Illegal(NO_SUCH_COMBATANT, SELF, OUT).
    """
    found = state.find(whom)
    if found is None or found.is_hidden:
        raise Illegal("NO_SUCH_COMBATANT", who=whom)
    if found.id == actor.id:
        raise Illegal("SELF", "TW-3.1", who=actor.name)
    require_up(found)
    return found


def require_up(fighter: Fighter) -> None:
    """Refuse who is out of the fight. Raises: Illegal(OUT)."""
    if not fighter.is_up:
        raise Illegal("OUT", "TW-W6", who=fighter.name, condition=fighter.condition)


def spend(draft: TwtwDraft, who: CombatantId, points: int, why: str, *rules: str) -> None:
    """Pay action points; whether there are enough was asked before."""
    if points:
        left = draft.state.fighter(who).points - points
        draft.emit(e.PointsSpent(rules=cited(*(rules or ("TW-2.12",))), who=who, points=points, left=left, why=why))


def require_points(actor: Fighter, points: int, *rules: str) -> None:
    """Refuse what costs more than is left. Raises: Illegal(TOO_FEW_POINTS)."""
    if actor.points < points:
        raise Illegal(
            "TOO_FEW_POINTS",
            *(rules or ("TW-2.12",)),
            who=actor.name,
            cost=str(points),
            left=str(actor.points),
            hint="Do something cheaper, or end the turn.",
        )
