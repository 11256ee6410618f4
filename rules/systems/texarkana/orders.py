"""Standing orders of a player who is away: how each decision that he owes is taken by them."""

from rules.core import question
from rules.core.command import Answer, Command
from rules.core.orders import DEFEND, ELSE, LOWEST, PASS, by_default, order
from rules.core.prompt import Prompt
from rules.core.refusal import refusal_of
from rules.systems.texarkana import commands, prompts
from rules.systems.texarkana.cards import ALL_CARDS, is_skull
from rules.systems.texarkana.grappling import require_held
from rules.systems.texarkana.moving import require_cover
from rules.systems.texarkana.questions import after, cards, flights, turns
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.zones import reachable

ORDERS = (
    order(DEFEND, "take cover or break loose on your turn; hold fire, give no chase"),
    order(PASS, "let turns go by; hold fire, give no chase, stand"),
    order(LOWEST, "play the lowest card, Skulls last; stand, let turns go by"),
    order(ELSE, "whatever the board says behind “else”"),
)
QUIET = (turns.PASS, flights.HOLD_FIRE, flights.STAY, after.NO)  # answers by which nothing is begun
ANSWERS = {DEFEND: QUIET, PASS: (*QUIET, cards.STAND), LOWEST: (*QUIET, cards.STAND)}


def by_orders(state: TexState, prompt: Prompt, which: str) -> Command:
    """The decision by this order."""
    who, offered = state.find(prompt.whom), question.offered(prompts.questions(state), prompt.id)
    if which == DEFEND and turns.PASS in offered and who is not None:
        act = _defend(state, who)
        if act is not None:
            return act
    if which == LOWEST and ".card" in prompt.id:
        return Answer(prompt=prompt.id, key=_lowest(state, offered))
    key = next((key for key in ANSWERS.get(which, ()) if key in offered), None)
    return by_default(prompt) if key is None else Answer(prompt=prompt.id, key=key)


def _defend(state: TexState, who: Fighter) -> Command | None:
    """Out of a hold, or behind cover here or next to here (TX-38, TX-48)."""
    if refusal_of(require_held, state, who) is None:
        return commands.BreakGrapple(actor=who.id)
    if who.is_in_cover:
        return None
    places = (who.place, *reachable(state, who, who.place))
    where = next((place for place in places if refusal_of(require_cover, state, who, place) is None), None)
    return commands.TakeCover(actor=who.id, where=where) if where is not None else None


def _lowest(state: TexState, offered: tuple[str, ...]) -> str:
    """The card of least value, a Skull only where there is nothing else; among equals no trump, which stand first."""
    held = [key for key in reversed(offered) if key in ALL_CARDS]
    return min(held, key=lambda card: (is_skull(card), state.value(card)))
