"""Texarkana with a hole in it: what the search for leaks has to find, or it would find nothing."""

from rules.core.audience import Viewer
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.option import Option
from rules.core.refusal import Refusal
from rules.core.view import FightView
from rules.systems.texarkana.engine import Texarkana
from rules.systems.texarkana.state import TexState


def all_seeing(state: TexState) -> Viewer:
    """Somebody who is the Dealer and every player at once."""
    return Viewer(gm=True, combatants=frozenset(fighter.id for fighter in state.fighters))


class LoudWords(Texarkana):
    """Says everything to everybody."""

    def words(self, said: Event | Refusal, state: TexState, viewer: Viewer) -> str | None:
        """As the all-seeing hear it."""
        return super().words(said, state, all_seeing(state))


class OpenView(Texarkana):
    """Shows everything to everybody."""

    def view(self, state: TexState, viewer: Viewer) -> FightView:
        """As the all-seeing see it."""
        return super().view(state, all_seeing(state))


class OpenHands(Texarkana):
    """Shows every hand to the Dealer too."""

    def view(self, state: TexState, viewer: Viewer) -> FightView:
        """As the all-seeing see it, for the Dealer alone."""
        return super().view(state, all_seeing(state) if viewer.gm else viewer)


class OpenOptions(Texarkana):
    """Offers what the owner of a hand is offered to the Dealer too, cards and all."""

    def options(self, state: TexState, actor: CombatantId, viewer: Viewer) -> tuple[Option, ...]:
        """As the all-seeing are offered it."""
        return super().options(state, actor, all_seeing(state))


class NosyRefusals(Texarkana):
    """Tells whoever is refused what he could have had instead, out of everybody's hands."""

    def words(self, said: Event | Refusal, state: TexState, viewer: Viewer) -> str | None:
        """With a hint too many."""
        text = super().words(said, state, viewer)
        if not isinstance(said, Refusal):
            return text
        cards = [self.draw_words(card) for pc in state.pcs for card in pc.hand]
        return f"{text} There is: {', '.join(cards)}."


MUTANTS = (LoudWords, OpenView, OpenHands, OpenOptions, NosyRefusals)
