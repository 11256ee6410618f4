"""Invocations (TXF-40, TX-22d): once a session each, a burned card, Tomes trump; failing feeds the Dealer's Woe.

Woe can never be used against them.
"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import InvocationStakes
from rules.systems.texarkana.cardplay import open_attempt, require_not_busy
from rules.systems.texarkana.commands import Invoke
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.harm import lose_grit
from rules.systems.texarkana.library import read
from rules.systems.texarkana.moving import where_to
from rules.systems.texarkana.personality import MOST_LUCK
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter, require_seen
from rules.systems.texarkana.state import Condition, Fighter, TexState, are_foes
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.zones import enter, sees

FRIEND, ENEMY = "friend", "enemy"


class Invocation(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list of Invocations."""

    name: str
    note: str
    bound_to: str
    effect: str
    amount: int = 0
    whom: str = ""
    reach: str = "here"
    trumps: tuple[str, ...] = ("To",)


@lru_cache(maxsize=1)
def invocations() -> Mapping[str, Invocation]:
    """All Invocations, by key."""
    return read("invocations.toml", dict[str, Invocation])


def invocation_name(key: str) -> str:
    """The Invocation as the table calls it."""
    found = invocations().get(key)
    return found.name if found else key


def at_hand(actor: Fighter) -> tuple[str, ...]:
    """The Invocations that this PC could still use in this session, the object being there."""
    return tuple(key for key in actor.invocations if key not in actor.spent and key not in actor.lost_objects)


def invoke(draft: TexDraft, command: Invoke) -> None:
    """Go to an adjacent zone if wanted, and try an Invocation: its card is burned (TX-22d, TXF-40)."""
    state = draft.state
    actor = require_fighter(state, command.actor)
    require_card(actor, command.card)
    place, whom = require_invocation(state, actor, command.how, command.whom, command.where)
    found = invocations()[command.how]
    take_other_action(draft, actor)
    if place != actor.place:
        enter(draft, actor, place)
    draft.emit(e.InvocationTried(rules=cited("TXF-40"), who=actor.id, key=command.how))
    open_attempt(
        draft,
        pc=draft.state.fighter(actor.id),
        npc=None,
        stakes=InvocationStakes(key=command.how, whom=whom.id if whom else None),
        trumps=found.trumps,
        npc_trumps=(),
        rules=("TXF-40", "TXF-17"),
        is_burned=True,
    )


def require_invocation(
    state: TexState, actor: Fighter, key: str, whom: str = "", where: str = ""
) -> tuple[str, Fighter | None]:
    """Where it is done, and on whom: by default on oneself, or on the first enemy it reaches.

    Raises: as `require_free_turn`; Illegal(NO_INVOCATION, SPENT, OBJECT_LOST, NO_SUCH_PLACE, NOT_ADJACENT,
    NO_SUCH_COMBATANT, OUT_OF_SIGHT, NOT_A_FRIEND, NOT_AN_ENEMY, OUT, BUSY).
    """
    require_free_turn(state, actor)
    found = invocations().get(key) if key in actor.invocations else None
    if found is None:
        has = ", ".join(invocation_name(each) for each in actor.invocations) or "none"
        raise Illegal("NO_INVOCATION", "TXF-40", who=actor.name, hint=f"Invocations: {has}.")
    if key in actor.spent:
        raise Illegal("SPENT", "TXF-40", name=found.name)
    if key in actor.lost_objects:
        raise Illegal("OBJECT_LOST", "TXF-40", who=actor.name, what=found.bound_to)
    place = where_to(state, actor, where)
    require_not_busy(state, actor)
    if not found.whom:
        return place, None
    if whom:
        return place, _require_target(state, actor, found, place, require_seen(state, actor, CombatantId(whom)))
    could = within_reach(state, actor, key, place)
    if not could:
        raise Illegal("OUT_OF_SIGHT", "TXF-40", whom="nobody else", what=found.name)
    return place, could[0]


def within_reach(state: TexState, actor: Fighter, key: str, place: str) -> tuple[Fighter, ...]:
    """On whom an Invocation could be used from a zone, oneself first."""
    found = invocations()[key]
    could = [each for each in state.fighters if _is_fit(state, actor, found, place, each)]
    return tuple(sorted(could, key=lambda each: each.id != actor.id))


def _is_fit(state: TexState, actor: Fighter, found: Invocation, place: str, whom: Fighter) -> bool:
    try:
        _require_target(state, actor, found, place, require_seen(state, actor, whom.id))
    except Illegal:
        return False
    return True


def _require_target(state: TexState, actor: Fighter, found: Invocation, place: str, whom: Fighter) -> Fighter:
    there = place if whom.id == actor.id else whom.place
    if found.whom == ENEMY and not are_foes(actor, whom):
        raise Illegal("NOT_AN_ENEMY", "TXF-40", whom=whom.name)
    if found.whom == FRIEND and are_foes(actor, whom):
        raise Illegal("NOT_A_FRIEND", "TXF-40", whom=whom.name)
    if found.effect == "luck" and not whom.is_pc:
        raise Illegal("NOT_A_PC", "TXF-40", who=whom.name)
    if whom.condition not in (Condition.UP, Condition.INCAPACITATED):
        raise Illegal("OUT", "TXF-40", who=whom.name, condition=whom.condition)
    if there != place and not (found.reach == "sight" and sees(state, place, there)):
        raise Illegal("OUT_OF_SIGHT", "TXF-40", whom=whom.name, what=found.name)
    return whom


def settle_invocation(draft: TexDraft, who: CombatantId, stakes: InvocationStakes, *, is_success: bool) -> None:
    """What it brings; failed, a Woe chip (TXF-25, TXF-40)."""
    rules = cited("TXF-40")
    draft.emit(e.InvocationEnded(rules=rules, who=who, key=stakes.key, whom=stakes.whom, is_success=is_success))
    if not is_success:
        draft.emit(e.WoeFed(rules=cited("TXF-25", "TXF-40"), who=who, woe=draft.state.woe + 1))
        return
    found = invocations()[stakes.key]
    whom = draft.state.find(stakes.whom)
    if whom is None:
        return
    if found.effect == "grit":
        grit = max(whom.grit, min(whom.full_grit, whom.grit + found.amount))
        draft.emit(e.GritRegained(rules=rules, who=whom.id, grit=grit))
    elif found.effect == "injury":
        draft.emit(e.InjuryEased(rules=rules, who=whom.id, injury=max(0, whom.injury - found.amount)))
    elif found.effect == "luck":
        luck = max(whom.luck, min(MOST_LUCK, whom.luck + found.amount))
        draft.emit(e.LuckSet(rules=rules, who=whom.id, luck=luck))
    elif found.effect == "hurt":
        lose_grit(draft, whom, Part(found.amount, found.name, RuleId("TXF-40")), rule="TXF-40")
