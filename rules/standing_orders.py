"""Whoever is away: what the bot does by the orders that he left, and how he comes back.

Nobody waits for somebody who is away with orders: they are carried out in the act by which he comes to be awaited.
Whoever is away without any, since his delegate does not play for him any more, is waited for as if he were there.
"""

from collections.abc import Iterable

import msgspec

from rules import evenly
from rules.authority import name_of
from rules.core.command import Act, Answer, Command, GoOn
from rules.core.event import CameBack, Event, OrdersFollowed, WentAway
from rules.core.ids import CombatantId, PromptId, UserId
from rules.core.orders import by_default
from rules.core.prompt import Prompt
from rules.core.values import replace
from rules.core.view import Phase
from rules.tables import AnyFight, AnyRuleset, Pending


class Ordered(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done by somebody's orders about `prompt`, and what is done if the rules refuse it."""

    command: Command
    instead: Command
    prompt: Prompt
    name: str
    orders: str

    def note(self, command: Command) -> OrdersFollowed:
        """The note that goes with one of the two."""
        otherwise = self.prompt.otherwise if isinstance(command, GoOn) else ""
        return OrdersFollowed(name=self.name, orders=self.orders, otherwise=otherwise)


def next_ordered(fight: AnyFight, ruleset: AnyRuleset, pending: Pending) -> Ordered | None:
    """What is done next by standing orders; None: everybody awaited is there.

    Whatever has a window of its own (`rules.evenly`) has that time: `ordered` says what is done at its end. Where an
    answer is noted no order is followed against it.
    """
    is_anybody = any(seat.goes_by_orders for seat in fight.seats)
    if not is_anybody or fight.owed_draw is not None or ruleset.phase(fight.state) is not Phase.RUNNING:
        return None
    sealed = evenly.sealed(fight, ruleset, pending)
    for prompt in ruleset.prompts(fight.state):
        is_his = prompt.id in sealed or prompt.id in pending.noted
        if prompt.blocks and not is_his and (found := ordered(fight, ruleset, prompt)) is not None:
            return found
    return None


def ordered(fight: AnyFight, ruleset: AnyRuleset, prompt: Prompt) -> Ordered | None:
    """What is done about this decision by standing orders; None: it has another player, or is left to others.

    What several are asked at once is left to those of them who are there.
    """
    orders = {seat.combatant: seat.orders for seat in fight.seats if seat.goes_by_orders}
    if prompt.whom not in orders:
        return None
    together = [each.whom for each in ruleset.prompts(fight.state) if prompt.shared and each.shared == prompt.shared]
    if any(whom not in orders for whom in together):
        return None
    order = orders[prompt.whom]
    return Ordered(
        command=ruleset.by_orders(fight.state, prompt, order),
        instead=by_default(prompt),
        prompt=prompt,
        name=name_of(ruleset, fight, prompt.whom),
        orders=order,
    )


def coming_back(fight: AnyFight, ruleset: AnyRuleset, user: UserId, command: Command) -> tuple[CameBack, ...]:
    """The note that this user is back, where he decides for himself though he said that he was away."""
    decider: CombatantId | None = None
    match command:
        case Act():
            decider = command.actor
        case Answer():
            decider = next((each.whom for each in ruleset.prompts(fight.state) if each.id == command.prompt), None)
    if not fight.plays(user, decider):
        return ()
    return tuple(
        CameBack(seat=seat.id, name=name_of(ruleset, fight, seat.combatant))
        for seat in fight.seats
        if seat.user == user and seat.is_away
    )


def back_then(
    fight: AnyFight, ruleset: AnyRuleset, pending: Pending, prompts: Iterable[PromptId]
) -> tuple[CameBack, ...]:
    """The notes that those are back whose own answers to these decisions count now, if they were away."""
    given = [pending.noted[each] for each in prompts if each in pending.noted and pending.noted[each].returns]
    back = (note for each in given for note in coming_back(fight, ruleset, each.user, each.answer))
    return tuple(dict.fromkeys(back))


def gone_again(pending: Pending, fight: AnyFight, events: Iterable[Event]) -> Pending:
    """The same after a step with these events: whoever is said to be away after he has answered stays so."""
    gone = {event.seat for event in events if isinstance(event, WentAway)}
    users = {seat.user for seat in fight.seats if seat.id in gone}
    if not any(each.returns and each.user in users for each in pending.noted.values()):
        return pending
    noted = {
        prompt: replace(each, returns=each.returns and each.user not in users) for prompt, each in pending.noted.items()
    }
    return replace(pending, noted=noted)
