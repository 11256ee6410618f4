"""The state after a Shootout began: its test follows, and changes the state."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, as_it_was

APPLY: Mapping[type[Event], Apply] = {e.ShootoutBegan: as_it_was}
