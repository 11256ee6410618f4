"""Standing orders of a player who is away: how each decision that he owes is taken by them."""

from rules.core import question
from rules.core.command import Answer, Command
from rules.core.orders import DEFEND, ELSE, by_default, order
from rules.core.prompt import Prompt
from rules.systems.conflicts import defending, prompts
from rules.systems.conflicts.questions.declaring import handful
from rules.systems.conflicts.rounds import asked_strike, current
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Stage

ORDERS = (
    order(DEFEND, "Defend with both actions, and use them against what could hit"),
    order(ELSE, "whatever the board says behind “else”"),
)


def by_orders(state: ConflictState, prompt: Prompt, which: str) -> Command:
    """The decision by this order."""
    who = state.find(prompt.whom)
    if who is None or which != DEFEND:
        return by_default(prompt)
    strike = asked_strike(state)
    if strike is not None and prompt.id == f"{strike.id}.meet":
        could_hit = defending.could_hit(state, strike)
        return _answer(state, prompt, defending.DEFEND if could_hit else defending.LET_COME)
    if state.stage is Stage.DECLARING and ".declare." in prompt.id:
        return _declare(state, prompt, who)
    acting = current(state)
    if acting is not None and acting.id == who.id and ".act." in prompt.id:
        return _answer(state, prompt, Kind.DEFEND.value)
    return by_default(prompt)


def _declare(state: ConflictState, prompt: Prompt, who: Fighter) -> Command:
    """Defends; for the surprised, who may declare none yet, a look round, which may become one (C2A-24)."""
    pairs = handful(state, who)
    for kind in (Kind.DEFEND, Kind.ORIENT):
        key = next((key for key, plans in pairs.items() if all(plan.kind is kind for plan in plans)), None)
        if key is not None:
            return Answer(prompt=prompt.id, key=key)
    return by_default(prompt)


def _answer(state: ConflictState, prompt: Prompt, key: str) -> Command:
    """This answer where it is offered."""
    offered = question.offered(prompts.questions(state), prompt.id)
    return Answer(prompt=prompt.id, key=key) if key in offered else by_default(prompt)
