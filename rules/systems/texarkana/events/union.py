"""All events together."""

from rules.core.event import Event
from rules.systems.texarkana.events import acts, cards, dealer, harm, lobby, sheets, turns

EVENTS: tuple[type[Event], ...] = (
    *lobby.EVENTS,
    *cards.EVENTS,
    *turns.EVENTS,
    *acts.EVENTS,
    *harm.EVENTS,
    *dealer.EVENTS,
    *sheets.EVENTS,
)
