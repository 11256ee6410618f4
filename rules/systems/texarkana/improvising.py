"""Improvised weapons: whatever is at hand, as the player describes it (TX-44, TX-45, TXA-24)."""

from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.brawling import begin, require_brawl
from rules.systems.texarkana.commands import Improvise
from rules.systems.texarkana.escalation import put_off
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.weapons import (
    FISTS,
    brawling_arm,
    is_makeshift,
    makeshift,
    rated,
    weapon_name,
)

USUAL_DAMAGE = 2  # TX-44: 2 or 3, as the Dealer says; 2 until he says so
DAMAGES = (2, 3)
ARTICLES = ("a", "an", "the", "some", "my")
LONGEST = 40  # of a description


def improvise(draft: TexDraft, command: Improvise) -> None:
    """Grab something, described in words, and brawl with it; the Dealer may rate it higher (TX-44)."""
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    target, weapon = require_makeshift(draft.state, actor, command.whom, command.what, command.where)
    arm = brawling_arm(actor, weapon)
    if put_off(draft, actor, replace(command, card=None), weapon, arm.tier):
        return

    def grab() -> None:
        draft.emit(e.Improvised(rules=cited("TX-44", "TXA-24"), who=actor.id, weapon=weapon, damage=arm.damage))

    begin(draft, actor, target, arm, "", grab)


def require_makeshift(
    state: TexState, actor: Fighter, whom: CombatantId, what: str, where: str = ""
) -> tuple[Fighter, str]:
    """The enemy, and the key of the weapon so described; the same thing again is as it was rated.

    Raises: as `require_brawl`; Illegal(NOTHING_SAID, TOO_LONG, NOT_CARRIED).
    """
    target, _ = require_brawl(state, actor, whom, where=where, weapon=FISTS)
    said = _bare(what)
    if not said:
        raise Illegal("NOTHING_SAID", "TX-44", hint="Say in a few words what you grab.")
    if len(said) > LONGEST:
        raise Illegal("TOO_LONG", "TX-44", most=str(LONGEST), hint="A bar stool, a skillet, a fence post.")
    known = next((key for key in actor.weapons if is_makeshift(key) and weapon_name(key) == said), "")
    key = known or makeshift(said, USUAL_DAMAGE)
    if key in actor.is_disarmed_of:
        raise Illegal("NOT_CARRIED", "TX-43", who=actor.name, weapon=said, hint="Grab something else.")
    return target, key


def _bare(what: str) -> str:
    """The description without an article, so that it fits after one: "a bar stool" -> "bar stool"."""
    words = what.split()
    if len(words) > 1 and words[0].casefold() in ARTICLES:
        words = words[1:]
    return " ".join(words)


def makeshift_of(fighter: Fighter) -> str:
    """The makeshift weapon that the Dealer would rate: the one in hand, else the last; empty if there is none."""
    if is_makeshift(fighter.in_hand):
        return fighter.in_hand
    return next((key for key in reversed(fighter.weapons) if is_makeshift(key)), "")


def rate(draft: TexDraft, whom: Fighter, damage: int) -> None:
    """The Dealer's word on a makeshift weapon: damage 2 or 3, in a brawl under way too (TX-44).

    Raises: Illegal(NO_MAKESHIFT).
    """
    key = makeshift_of(whom)
    if not key:
        raise Illegal("NO_MAKESHIFT", "TX-44", who=whom.name)
    draft.emit(e.MakeshiftRated(rules=cited("TX-44"), who=whom.id, weapon=key, key=rated(key, damage), damage=damage))
