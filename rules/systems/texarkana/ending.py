"""How a fight ends: what is under way is dropped, what was done is reckoned up, and it is over (TX-12, TX-18)."""

from rules.core.combatant import Side
from rules.core.event import cited
from rules.systems.texarkana import events as e
from rules.systems.texarkana.dying import die
from rules.systems.texarkana.escalation import reckon
from rules.systems.texarkana.play import TexDraft


def end_fight(draft: TexDraft, winner: Side | None, *rules: str, by_shootout: bool = False) -> None:
    """The fight is over; `winner` is None where the story, or a Shootout, ends it."""
    for attempt in draft.state.attempts:
        draft.emit(e.AttemptDropped(rules=cited("TX-18"), attempt=attempt.id))
    for flight in draft.state.flights:
        draft.emit(e.FlightOver(rules=cited("TX-18"), flight=flight.id))
    if not by_shootout:  # which ends the violence, not the scene
        die(draft)
    reckon(draft)
    draft.emit(e.Ended(rules=cited(*(rules or ("TX-18",))), winner=winner, by_shootout=by_shootout))
