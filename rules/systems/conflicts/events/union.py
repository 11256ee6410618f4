"""All events together."""

from rules.core.event import Event
from rules.systems.conflicts.events import acts, calls, gm, lobby, rounds

EVENTS: tuple[type[Event], ...] = (*lobby.EVENTS, *rounds.EVENTS, *acts.EVENTS, *calls.EVENTS, *gm.EVENTS)
