"""Sundry actions (TX-22d, TX-63): anything quick, in own words. The Dealer rules it, with or without a test.

Reloading and picking up a weapon are ruled here (TXD-27). Saving the dying and Invocations have files of their own.
"""

from rules.core.audience import GM
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import SundryStakes
from rules.systems.texarkana.cardplay import open_attempt, parts_of
from rules.systems.texarkana.commands import Sundry
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.moving import where_to
from rules.systems.texarkana.play import TexDraft, require_fighter
from rules.systems.texarkana.state import Fighter, Request, TexState
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.weapons import TIER_ORDER, brawling_arm, ranged, tables, weapon_name
from rules.systems.texarkana.zones import audience_of, enter, reachable

RELOAD, PICK_UP = "reload", "pick up"
LONGEST = 300  # characters of what is told


def sundry(draft: TexDraft, command: Sundry) -> None:
    """Something quick, in words: to reload or pick up is ruled at once, the rest by the Dealer (TX-63, TXD-27)."""
    actor = require_fighter(draft.state, command.actor)
    place, verb, weapon = require_sundry(draft.state, actor, command.what, command.where)
    take_other_action(draft, actor)
    if place != actor.place:
        enter(draft, actor, place)
    audience, what = audience_of(actor), command.what.strip()
    if verb == PICK_UP:
        _pick_up(draft, actor, weapon, place)
        return
    if verb == RELOAD:
        draft.emit(e.Reloaded(rules=cited("TXD-27", "TXA-22"), audience=audience, who=actor.id, weapon=weapon))
        return
    draft.emit(e.Tried(rules=cited("TX-63"), audience=audience, who=actor.id, what=what))
    if actor.is_pc:  # what an NPC does the Dealer has just said
        request = Request(id=f"t{draft.state.counter + 1}", who=actor.id, what=what)
        draft.emit(e.RulingAsked(rules=cited("TX-63"), request=request))


def _pick_up(draft: TexDraft, actor: Fighter, weapon: str, place: str) -> None:
    """A weapon that lay there is carried again, and in hand if that goes no further than the situation does."""
    tier = brawling_arm(actor, weapon).tier
    draft.emit(
        e.PickedUp(
            rules=cited("TXD-27", "TXA-13"),
            audience=audience_of(actor),
            who=actor.id,
            weapon=weapon,
            where=place,
            in_hand=TIER_ORDER.index(tier) <= TIER_ORDER.index(draft.state.tier),
        )
    )


def require_sundry(state: TexState, actor: Fighter, what: str, where: str = "") -> tuple[str, str, str]:
    """Where it is done; and if it is one of those: the verb, and the weapon ("reload revolver", "pick up tomahawk").

    Raises: as `require_free_turn`; Illegal(NO_SUCH_PLACE, NOT_ADJACENT, NOTHING_SAID, NOTHING_TO_RELOAD,
    NOTHING_TO_PICK_UP).
    """
    require_free_turn(state, actor)
    place = where_to(state, actor, where)
    said = " ".join(what.casefold().split())
    if not said:
        raise Illegal("NOTHING_SAID", "TX-63", hint="Say in a few words what you do.")
    if said.partition(" ")[0] == RELOAD:
        return place, RELOAD, _require_empty(actor, said.removeprefix(RELOAD).strip())
    if said.startswith(PICK_UP):
        return _require_lying(state, actor, said.removeprefix(PICK_UP).strip(), place, is_here=not where)
    return place, "", ""


def _require_empty(actor: Fighter, word: str) -> str:
    for weapon in empty_guns(actor):
        if not word or word in (weapon, weapon_name(weapon)):
            return weapon
    raise Illegal("NOTHING_TO_RELOAD", "TXD-27", who=actor.name)


def _require_lying(state: TexState, actor: Fighter, word: str, place: str, *, is_here: bool) -> tuple[str, str, str]:
    """The weapon meant, in the zone named; if none is, here or one step away; else it is for the Dealer to rule."""
    word = word.removeprefix("the ")
    places = (place, *reachable(state, actor, place)) if is_here else (place,)
    for each in places:
        for weapon in state.lying_in(each):
            if not word or word in (weapon, weapon_name(weapon)):
                return each, PICK_UP, weapon
    lost = [weapon for weapon in actor.weapons if weapon in actor.is_disarmed_of]
    if not word or any(word in (key, weapon_name(key)) for key in (*lost, *tables().melee, *tables().ranged)):
        raise Illegal(
            "NOTHING_TO_PICK_UP",
            "TXD-27",
            "TX-43",
            place=state.zone_name(place),
            hint="What somebody was disarmed of is of no use in this scene.",
        )
    return place, "", ""


def empty_guns(actor: Fighter) -> tuple[str, ...]:
    """The weapons that need reloading, the one in hand first."""
    empty = [weapon for weapon in actor.usable if weapon in actor.is_out_of_ammo and ranged(weapon)]
    return tuple(sorted(empty, key=lambda weapon: weapon != actor.in_hand))


def rule(draft: TexDraft, request: Request, *, works: bool, word: str = "") -> None:
    """The Dealer rules it without cards, and may say what follows (TX-63)."""
    draft.emit(e.Ruled(rules=cited("TX-63"), request=request.id, who=request.who, what=request.what, works=works))
    tell(draft, word)


def want_test(
    draft: TexDraft, request: Request, *, trumps: tuple[str, ...], difficulty: int | None, against: str, word: str
) -> None:
    """The Dealer wants a test: he sets trumps and, in secret, the difficulty (TX-63, TXD-10).

    Against an NPC its rating in the first trump is the difficulty unless he sets one, and it may Trump (TXF-12).
    """
    state = draft.state
    pc, foe = state.fighter(request.who), state.find(against)
    draft.emit(e.Ruled(rules=cited("TX-63"), request=request.id, who=request.who, what=request.what, works=None))
    tell(draft, word)
    if foe is not None and difficulty is None and trumps:
        parts = parts_of(state, foe, trumps[0], rule="TXF-12")
    else:
        parts = (Part(difficulty or 0, "difficulty", RuleId("TXF-11"), GM),)
    open_attempt(
        draft,
        pc=pc,
        npc=foe,
        stakes=SundryStakes(what=request.what),
        trumps=trumps,
        npc_trumps=trumps if foe else (),
        difficulty=parts,
        rules=("TX-63",),
    )


def settle_sundry(draft: TexDraft, who: CombatantId, stakes: SundryStakes, *, is_success: bool) -> None:
    """The result is told; what follows is for the Dealer to say (TX-63)."""
    draft.emit(e.SundryEnded(rules=cited("TX-63"), who=who, what=stakes.what, is_success=is_success))


def opponents(state: TexState, actor: Fighter) -> tuple[Fighter, ...]:
    """Whom something quick could be against: any NPC there, seen by all."""
    return tuple(each for each in state.fighters if each.is_at_hand and not each.is_pc and each.id != actor.id)


def tell(draft: TexDraft, text: str) -> None:
    """The Dealer's own words on what follows (TX-63)."""
    if text.strip():
        draft.emit(e.Told(rules=cited("TX-63"), text=text.strip()[:LONGEST]))
