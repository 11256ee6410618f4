"""Every event of the system changes the state, or says that it does not."""

from rules.systems.texarkana.apply.apply import APPLY
from rules.systems.texarkana.events.union import EVENTS


def test_every_event_of_the_system_and_no_other_is_applied() -> None:
    """An event that nobody applies would be lost without a word."""
    assert set(APPLY) == set(EVENTS)
