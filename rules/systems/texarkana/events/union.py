"""All events together."""

from rules.core.event import Event
from rules.systems.texarkana.events import (
    acts,
    cards,
    consequences,
    dealer,
    escalation,
    harm,
    lobby,
    personal,
    sheets,
    shootouts,
    sundry,
    turns,
    woe,
)

EVENTS: tuple[type[Event], ...] = (
    *lobby.EVENTS,
    *cards.EVENTS,
    *turns.EVENTS,
    *acts.EVENTS,
    *harm.EVENTS,
    *consequences.EVENTS,
    *dealer.EVENTS,
    *escalation.EVENTS,
    *shootouts.EVENTS,
    *woe.EVENTS,
    *personal.EVENTS,
    *sundry.EVENTS,
    *sheets.EVENTS,
)
