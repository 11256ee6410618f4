"""Texarkana with a hole in it: what the search for leaks has to find, or it would find nothing."""

from rules.core.audience import Viewer
from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.option import Option
from rules.core.refusal import Illegal, Refusal
from rules.core.view import FightView
from rules.systems.texarkana.cards import shown
from rules.systems.texarkana.commands import Sundry
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

    def options(self, state: TexState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        """As the all-seeing are offered it."""
        return super().options(state, actor, all_seeing(state), kind)


class NosyRefusals(Texarkana):
    """Tells whoever is refused what he could have had instead, out of everybody's hands."""

    def words(self, said: Event | Refusal, state: TexState, viewer: Viewer) -> str | None:
        """With a hint too many."""
        text = super().words(said, state, viewer)
        if not isinstance(said, Refusal):
            return text
        cards = [shown(card) for pc in state.pcs for card in pc.hand]
        return f"{text} There is: {', '.join(cards)}."


class Clumsy(Texarkana):
    """Breaks down over what it should rule on, with everybody's secrets in the message of the bug."""

    def decide(self, state: TexState, command: Command, dice: Dice) -> tuple[Event, ...]:
        """Raises: RuntimeError for whoever does "a bug"."""
        if isinstance(command, Sundry) and "a bug" in command.what:
            raise RuntimeError(str(state))
        return super().decide(state, command, dice)

    def options(self, state: TexState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        """Raises: RuntimeError now and then."""
        if state.counter % 3 == 2:
            raise RuntimeError(str(state))
        return super().options(state, actor, viewer, kind)


class TellingRules(Texarkana):
    """Refuses a shot or a brawl at whoever is better at it than he looks."""

    def decide(self, state: TexState, command: Command, dice: Dice) -> tuple[Event, ...]:
        """Raises: Illegal(OUT) on a hidden fact."""
        target = state.find(getattr(command, "whom", None))
        if target is not None and not target.is_pc and target.ratings.get("Pi", 0) > 0:
            raise Illegal("OUT", "TX-18", who=target.name, condition="up")
        return super().decide(state, command, dice)


MUTANTS = (LoudWords, OpenView, OpenHands, OpenOptions, NosyRefusals)
