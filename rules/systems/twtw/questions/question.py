"""What a decision of this system is: see `rules.core.question`."""

from rules.core import question
from rules.core.event import Event
from rules.systems.twtw.state import TwtwState


class Question(question.Question[TwtwState, Event], frozen=True, kw_only=True):
    """One about a fight of this system."""
