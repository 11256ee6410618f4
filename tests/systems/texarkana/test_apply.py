"""Every event of the system changes the state, or says that it does not."""

from rules.core.event import Event
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply import APPLY


def test_every_event_of_the_system_and_no_other_is_applied() -> None:
    """An event that nobody applies would be lost without a word."""
    assert set(APPLY) == {each for each in vars(e).values() if isinstance(each, type) and issubclass(each, Event)}
