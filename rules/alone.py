"""Where the bot goes on by itself: in a fight for one person alone, and from NPC to NPC where the GM runs them all.

Whoever plays alone is GM and only player of his fight, and the bot goes on wherever no player is awaited.
"""

from rules import standing_orders
from rules.core.command import Command, GoOn
from rules.core.ids import CombatantId
from rules.core.prompt import Prompt
from rules.core.view import Phase
from rules.tables import AnyFight, AnyRuleset, Pending

MOST_STEPS = 60  # of the bot's own after one act: more would mean that nobody is ever asked


def character(fight: AnyFight, ruleset: AnyRuleset) -> str:
    """Whom the one person plays; empty: this fight is for several, or put away."""
    return "" if fight.is_closed else ruleset.alone(fight.state)


def onward(fight: AnyFight, ruleset: AnyRuleset) -> Command | None:
    """What the bot does next in such a fight; None: a player decides, or it is over.

    Whatever only the GM or NPCs owe takes its default. While a player is awaited that is done for what holds nobody
    up, so that he is asked nothing but what is his.
    """
    if not character(fight, ruleset) or fight.owed_draw is not None or ruleset.phase(fight.state) is not Phase.RUNNING:
        return None
    prompts = ruleset.prompts(fight.state)
    is_awaited = _awaits_player(fight, prompts)
    due = [each for each in prompts if fight.holder(each.whom) is None and not (is_awaited and each.blocks)]
    return GoOn(prompts=tuple(each.id for each in due)) if due else None


def npc_after_npc(fight: AnyFight, ruleset: AnyRuleset, ran: set[CombatantId]) -> Command | None:
    """The defaults of the NPCs awaited now, who go into `ran`; None: somebody else is awaited, or one of them has run.

    So whoever lets all NPCs act is done with one press, also where they act one after the other.
    """
    if fight.owed_draw is not None or ruleset.phase(fight.state) is not Phase.RUNNING:
        return None
    awaited = [each for each in ruleset.prompts(fight.state) if each.blocks]
    if fight.table.asking == "even" and any(each.is_reaction for each in awaited):
        return None  # that takes its time
    npcs = {each.whom for each in awaited if each.whom is not None and fight.holder(each.whom) is None}
    if not awaited or len(npcs) < len({each.whom for each in awaited}) or npcs & ran:
        return None
    ran |= npcs
    return GoOn(prompts=tuple(each.id for each in awaited))


def is_between(fight: AnyFight, ruleset: AnyRuleset) -> bool:
    """Whether such a fight stands between two steps of the bot's own: no place for an undo to stop at."""
    if not character(fight, ruleset) or ruleset.phase(fight.state) is not Phase.RUNNING:
        return False
    return fight.owed_draw is None and not _awaits_player(fight, ruleset.prompts(fight.state))


def _awaits_player(fight: AnyFight, prompts: tuple[Prompt, ...]) -> bool:
    return any(each.blocks and fight.holder(each.whom) is not None for each in prompts)


def is_broken_off(fight: AnyFight, ruleset: AnyRuleset, pending: Pending) -> bool:
    """Whether the bot was about to go on by itself, and a crash or a store that failed came between: the clock does.

    What has gone on for `MOST_STEPS` already, and what an undo has led to, is left to people.
    """
    if pending.own >= MOST_STEPS:
        return False
    return is_between(fight, ruleset) or standing_orders.next_ordered(fight, ruleset, pending) is not None


def own_source(source: str, seq: int) -> str:
    """The source of the bot's own step after step `seq`, which followed from somebody's request."""
    return f"{source}:on{seq}"
