"""Standing orders of a player who is away: how each decision that he owes is taken by them."""

from rules.core import question
from rules.core.command import Answer, Command
from rules.core.orders import DEFEND, ELSE, PASS, by_default, order
from rules.core.prompt import Prompt
from rules.core.refusal import refusal_of
from rules.systems.twtw import commands as c, prompts
from rules.systems.twtw.moving import KEEP
from rules.systems.twtw.posture import require_dodge, require_duck
from rules.systems.twtw.questions.turns import DONE
from rules.systems.twtw.shooting import is_dodging
from rules.systems.twtw.state import Fighter, TwtwState

ORDERS = (
    order(DEFEND, "duck behind cover, else dodge, whatever is aimed at; never fire"),
    order(PASS, "stay, keep the aim, do nothing more"),
    order(ELSE, "whatever the board says behind “else”"),
)


def by_orders(state: TwtwState, prompt: Prompt, which: str) -> Command:
    """The decision by this order."""
    who = state.find(prompt.whom)
    if who is None or which not in (DEFEND, PASS):
        return by_default(prompt)
    offered = question.offered(prompts.questions(state), prompt.id)
    if which == DEFEND and DONE in offered:
        act = _defend(state, who)
        if act is not None:
            return act
    if DONE in offered and who.is_pc:
        return by_default(prompt)
    key = next((key for key in (DONE, KEEP) if key in offered), None)
    return by_default(prompt) if key is None else Answer(prompt=prompt.id, key=key)


def _defend(state: TwtwState, who: Fighter) -> Command | None:
    """Behind cover, or else a dodge, as far as neither holds already (TW-2C, TW-OQ-8)."""
    if who.is_ducked or is_dodging(state, who):
        return None
    if refusal_of(require_duck, state, who) is None:
        return c.Duck(actor=who.id)
    return c.Dodge(actor=who.id) if refusal_of(require_dodge, state, who) is None else None
