"""A loopback Discord on 127.0.0.1, for trying, testing and benchmarking the bot without a token."""

from .loopback import Loopback
from .people import Choice, NotThereError, Outcome, Person, UnansweredError
from .typed import UnusableError

__all__ = ["Choice", "Loopback", "NotThereError", "Outcome", "Person", "UnansweredError", "UnusableError"]
