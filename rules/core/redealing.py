"""What a rule system knows of an undo: what was seen, what tells nothing, and what is dealt anew when it is gone back.

Chance and secrets cannot be unseen. So whoever goes back behind them deals anew what others know and should not.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rules.core.audience import Seen
from rules.core.dice import Dice
from rules.core.event import Event

S = TypeVar("S", contravariant=True)


class Redealing(Protocol[S]):
    """Every function is pure; chance only through `dice`."""

    def is_quiet(self, event: Event) -> bool:
        """Whether the event tells nobody anything that was hidden, or a matter of chance, before it.

        A player may take back by himself what he did only if it brought nothing but such events. When in doubt: no.
        """
        ...

    def seen(self, before: S, events: Sequence[Event]) -> tuple[Seen, ...]:
        """What became known, and to whom, of what was hidden or lay in a deck in the state `before` the events."""
        ...

    def words(self, state: S, seen: Sequence[Seen]) -> tuple[str, ...]:
        """Who has seen what, a line each, for the GM: what others hold in secret by number alone."""
        ...

    def redealt(self, past: S, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
        """What is dealt or decided anew in the `past` that an undo went back to, since this was seen meanwhile.

        Afterwards nobody knows what another holds in secret, nor where any card lies in a deck. One event tells
        everybody who is concerned; what each gets is for him alone. Nothing, where nothing need be anew.
        Raises: DrawNeeded.
        """
        ...
