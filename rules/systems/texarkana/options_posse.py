"""What only the Posse may do, with its legal values: saving the dying, Invocations, helping, turning on one's own.

Each is offered only to those it could ever concern, so that the list of everybody else stays short.
"""

from collections.abc import Callable, Mapping

from rules.core.audience import Viewer
from rules.core.ids import CombatantId, RuleId
from rules.core.option import Choice, Option, Slot, clip
from rules.core.refusal import Illegal, Refusal, refusal_of
from rules.core.view import Phase
from rules.systems.texarkana.assisting import require_assist
from rules.systems.texarkana.brawling import require_brawl
from rules.systems.texarkana.cards import is_trump
from rules.systems.texarkana.dying import TOMES, require_dying
from rules.systems.texarkana.invocations import at_hand, invocations, require_invocation, within_reach
from rules.systems.texarkana.options import Look, place_choice
from rules.systems.texarkana.questions.cards import about_test, hand_choices
from rules.systems.texarkana.rivals import is_shot
from rules.systems.texarkana.shooting import require_shot
from rules.systems.texarkana.state import Condition, Fighter, TexState, TurnPhase
from rules.systems.texarkana.traits import trumps_of
from rules.systems.texarkana.turns import require_free_turn, require_turn
from rules.systems.texarkana.weapons import brawling_keys, shooting_keys, weapon_name
from rules.systems.texarkana.zones import reachable

ASSIST, TEND, INVOKE, TURN_ON = "assist", "tend", "invoke", "turn-on"
LABELS = {
    ASSIST: "Help somebody",
    TEND: "Save the dying",
    INVOKE: "Invocation",
    TURN_ON: "Turn on one of the Posse",
}


def posse_options(state: TexState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
    """What a PC may do besides the acts that everybody has, for whoever controls it or is the Dealer."""
    fighter = state.find(actor)
    if fighter is None or not fighter.is_pc or not (viewer.gm or viewer.owns(actor)):
        return ()
    if state.phase is not Phase.RUNNING or state.turn_phase is TurnPhase.BEFORE:
        return ()
    look = Look(state=state, actor=fighter, viewer=viewer)
    return tuple(option for each, make in MAKERS.items() if kind in ("", each) for option in make(look))


def _assist(look: Look) -> tuple[Option, ...]:
    """For the player alone: whether there is a trump to help with, nobody else may learn (TXD-16)."""
    state, actor = look.state, look.actor
    if not look.viewer.owns(actor.id):
        return ()
    found = []
    for pc in state.pcs:
        try:
            attempt = require_assist(state, actor, pc)
        except Illegal:
            continue
        trumps = trumps_of(attempt, pc.id)
        if any(is_trump(card, trumps) for card in actor.hand):
            found.append((pc, about_test(state, attempt, pc.id), trumps))
    if not found:
        return ()
    usable = {suit for _, _, trumps in found for suit in trumps}
    cards = tuple(
        each
        for each in hand_choices(state, actor.id, tuple(usable))
        if all(is_trump(each.key, trumps) for _, _, trumps in found)
    )
    whoms = tuple(Choice(key=pc.id, label=clip(f"{pc.name} ({about})")) for pc, about, _ in found)
    if not cards:  # tests of two PCs with different trumps: one after the other
        whoms, trumps = whoms[:1], found[0][2]
        cards = tuple(each for each in hand_choices(state, actor.id, trumps) if is_trump(each.key, trumps))
    return (
        look.option(
            ASSIST,
            LABELS[ASSIST],
            Slot(name="whom", label="Whom", choices=whoms),
            Slot(name="card", label="Which trump", choices=cards),
        ),
    )


def _tend(look: Look) -> tuple[Option, ...]:
    state, actor = look.state, look.actor
    dying = [pc for pc in state.pcs if pc.condition is Condition.DYING and pc.id != actor.id]
    if not dying or not actor.is_up:
        return ()
    refusals = {pc.id: refusal_of(require_dying, state, actor, pc.id) for pc in dying}
    near = [pc for pc in dying if refusals[pc.id] is None]
    if not near:
        return (look.option(TEND, LABELS[TEND], why_not=refusals[dying[0].id]),)
    whoms = tuple(Choice(key=pc.id, label=clip(f"{pc.name} ({state.zone_name(pc.place)})")) for pc in near)
    return (look.option(TEND, LABELS[TEND], Slot(name="whom", label="Whom", choices=whoms), *look.card(TOMES)),)


def _invoke(look: Look) -> tuple[Option, ...]:
    state, actor = look.state, look.actor
    if not actor.invocations:
        return ()
    why_not = refusal_of(require_turn, state, actor)
    good = [key for key in at_hand(actor) if refusal_of(require_invocation, state, actor, key) is None]
    if why_not is None and not at_hand(actor):
        why_not = Refusal(code="NO_INVOCATION_LEFT", facts={"who": actor.name}, rules=(RuleId("TXF-40"),))
    elif why_not is None and not good:
        why_not = refusal_of(require_free_turn, state, actor) or Refusal(code="NO_ENEMY_SEEN")
    if why_not is not None:
        return (look.option(INVOKE, LABELS[INVOKE], why_not=why_not),)
    hows = tuple(Choice(key=key, label=invocations()[key].name, note=invocations()[key].note) for key in good)
    whoms = {
        each.id: Choice(key=each.id, label=clip(f"{each.name} ({state.zone_name(each.place)})"))
        for key in good
        if invocations()[key].whom
        for each in within_reach(state, actor, key, actor.place)
    }
    places = [
        place
        for place in (actor.place, *reachable(state, actor, actor.place))
        if refusal_of(require_invocation, state, actor, good[0], "", place) is None
    ]
    return (
        look.option(
            INVOKE,
            LABELS[INVOKE],
            Slot(name="how", label="Which", choices=hows),
            *((Slot(name="whom", label="On whom", choices=tuple(whoms.values()), is_optional=True),) if whoms else ()),
            Slot(
                name="where",
                label="Where",
                choices=tuple(place_choice(state, place) for place in places),
                is_optional=True,
            ),
            *look.card(*invocations()[good[0]].trumps),
        ),
    )


def _turn_on(look: Look) -> tuple[Option, ...]:
    """Only when it is his turn: nobody needs to read why he cannot betray his own just now."""
    state, actor = look.state, look.actor
    if refusal_of(require_turn, state, actor) is not None:
        return ()
    near = [pc for pc in state.pcs if pc.id != actor.id and _may_attack(state, actor, pc, "")]
    if not near:
        return ()
    whoms = tuple(Choice(key=pc.id, label=clip(f"{pc.name} ({state.zone_name(pc.place)})")) for pc in near)
    keys = sorted(
        dict.fromkeys((*shooting_keys(actor), *brawling_keys(actor))),
        key=lambda key: not _may_attack(state, actor, near[0], key),  # first what serves against the first
    )
    weapons = tuple(
        Choice(key=key, label=weapon_name(key))
        for key in keys
        if any(_may_attack(state, actor, pc, key) for pc in near)
    )
    return (
        look.option(
            TURN_ON,
            LABELS[TURN_ON],
            Slot(name="whom", label="On whom", choices=whoms),
            Slot(name="weapon", label="Weapon", choices=weapons, is_optional=True),
        ),
    )


def _may_attack(state: TexState, actor: Fighter, whom: Fighter, weapon: str) -> bool:
    if is_shot(actor, whom, weapon):
        return refusal_of(require_shot, state, actor, whom.id, weapon, is_own=True) is None
    return refusal_of(require_brawl, state, actor, whom.id, weapon=weapon, is_own=True) is None


MAKERS: Mapping[str, Callable[[Look], tuple[Option, ...]]] = {
    ASSIST: _assist,
    TEND: _tend,
    INVOKE: _invoke,
    TURN_ON: _turn_on,
}
