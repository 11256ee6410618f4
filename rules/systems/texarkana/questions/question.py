"""What a decision of this system is: see `rules.core.question`."""

from rules.core import question
from rules.core.event import Event
from rules.systems.texarkana.state import TexState


class Question(question.Question[TexState, Event], frozen=True, kw_only=True):
    """One about a fight of this system."""
