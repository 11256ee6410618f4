"""The fight as one viewer may see it: hands to their owners, ratings and hidden combatants to the Dealer alone."""

from collections.abc import Mapping
from typing import TypeVar

from rules.core.audience import Viewer
from rules.core.combatant import SIDES, Side
from rules.core.option import Choice
from rules.core.remembering import remembered
from rules.core.values import replace
from rules.core.view import AskedView, CombatantView, FightView, HandView, Phase, PlaceView, marked
from rules.systems.texarkana.advising import advice
from rules.systems.texarkana.cards import SUITS, in_order, shown
from rules.systems.texarkana.escalation import TIERS
from rules.systems.texarkana.prompts import questions
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.sketch import sketch
from rules.systems.texarkana.state import Fighter, Horror, TexState, TurnPhase, Zone
from rules.systems.texarkana.turns import is_aftermath
from rules.systems.texarkana.view_personal import personal_lines, struck_lines, test_note
from rules.systems.texarkana.weapons import brawling_arm, is_makeshift, ranged, weapon_name
from rules.systems.texarkana.woe import settings

T = TypeVar("T")
SIDE_NAMES = {**SIDES, Side.POSSE: "Posse"}
ENDINGS = {Side.POSSE: "The Posse holds the field", Side.ENEMY: "The enemies hold the field"}


def view(state: TexState, viewer: Viewer) -> FightView:
    """Everything this viewer may know."""
    common = _common(state, gm=viewer.gm)
    return replace(
        common,
        combatants=marked(common.combatants, viewer),
        asked=tuple(_asked(state, question, viewer) for question in questions(state)),
        hands=tuple(_hand(pc) for pc in state.pcs if viewer.owns(pc.id) and state.phase is not Phase.LOBBY),
    )


@remembered
def _common(state: TexState, *, gm: bool) -> FightView:
    """What the Dealer sees, or everybody, but for what is somebody's own."""
    viewer = Viewer(gm=gm)
    return FightView(
        phase=state.phase,
        headline=_headline(state),
        combatants=tuple(_combatant(state, each, viewer) for each in state.fighters if is_seen(each, viewer)),
        places=tuple(_place(state, zone, viewer) for zone in state.zones if zone.is_described or gm),
        notes=_notes(state, viewer),
        settings=settings(state) if gm else (),
        sketch=sketch(state, viewer, is_seen),
        advice=advice(state),
    )


def is_seen(fighter: Fighter, viewer: Viewer) -> bool:
    """Whether the viewer may know that this combatant is there."""
    return viewer.gm or not fighter.is_hidden


def _headline(state: TexState) -> str:
    if state.phase is Phase.LOBBY:
        return f"{state.scene}: the lobby is open" if state.scene else "The lobby is open"
    if state.phase is Phase.OVER:
        return f"Over: {ENDINGS[state.winner]}" if state.winner in ENDINGS else "Over"
    if is_aftermath(state):
        return "The fighting is over: who is saved?"
    if state.turn_phase is TurnPhase.BEFORE:
        return f"{state.name(state.lookout)} is Lookout" if state.lookout else "Who is Lookout?"
    if state.claimed:
        return f"Turn {state.turn}, Posse Phase: {state.name(state.claimed)} moves"
    side = "Posse" if state.turn_phase is TurnPhase.POSSE else "Enemy"
    return f"Turn {state.turn}, {side} Phase{', ending' if state.is_phase_over else ''}"


def _combatant(state: TexState, fighter: Fighter, viewer: Viewer) -> CombatantView:
    return CombatantView(
        id=fighter.id,
        name=fighter.name,
        side=fighter.side,
        state=", ".join(_condition_words(state, fighter, viewer)),
        place=fighter.place,
        is_npc=not fighter.is_pc,
        is_out=not fighter.is_up,
        is_hidden=fighter.is_hidden,
        details=(_pc_details(fighter) if fighter.is_pc else _npc_details(fighter)) if viewer.gm else "",
    )


def _condition_words(state: TexState, fighter: Fighter, viewer: Viewer) -> list[str]:
    words = []
    if not fighter.is_up:
        words.append("captured" if fighter.is_captured else fighter.condition.value)
    if fighter.is_pc or viewer.gm:
        words.append(f"Grit {fighter.grit}")
    elif fighter.is_up:
        words.append(health(fighter))
    if fighter.injury:
        words.append(f"{fighter.injury} {'Injury' if fighter.injury == 1 else 'Injuries'}")
    if fighter.is_pc:
        words.append(f"Luck {fighter.luck}")
    if fighter.is_up:
        words += _posture_words(state, fighter)
    return words


def _posture_words(state: TexState, fighter: Fighter) -> list[str]:
    words = []
    if fighter.in_hand:
        empty = " (out of ammunition)" if fighter.in_hand in fighter.is_out_of_ammo else ""
        words.append(f"{weapon_name(fighter.in_hand)} in hand{empty}")
    openly = [each for each in fighter.usable if each != fighter.in_hand and each not in fighter.concealed]
    if openly and not fighter.is_pc:
        words.append(f"carries {', '.join(map(weapon_name, openly))}")
    if fighter.is_in_cover:
        words.append("in cover")
    if fighter.is_mounted:
        words.append("mounted")
    holder, held = state.holder_of(fighter.id), state.held_by(fighter.id)
    if holder:
        words.append(f"held by {state.name(holder)}")
    if held:
        words.append(f"holds {state.name(held)}")
    if fighter.id in state.acted:
        words.append("has acted")
    if fighter.id == state.lookout:
        words.append("Lookout")
    return words


def health(fighter: Fighter) -> str:
    """An NPC's Grit as everybody sees it."""
    if fighter.grit >= fighter.full_grit:
        return "unhurt"
    return "badly hurt" if 2 * fighter.grit <= fighter.full_grit else "hurt"


def _place(state: TexState, zone: Zone, viewer: Viewer) -> PlaceView:
    words = []
    for link in state.links:
        if zone.id in (link.one, link.other):
            other = state.zone(link.other if link.one == zone.id else link.one)
            if other and (other.is_described or viewer.gm):
                words.append(f"{link.way or 'a way'} to {other.name}")
    seen = [
        other.name
        for sight in state.sights
        if zone.id in (sight.one, sight.other)
        and (other := state.zone(sight.other if sight.one == zone.id else sight.one))
        and (other.is_described or viewer.gm)
    ]
    if seen:
        words.append(f"sees {', '.join(seen)}")
    if zone.has_cover:
        words.append("cover")
    if zone.has_way_out:
        words.append("a way out")
    lying = state.lying_in(zone.id)
    if lying:
        words.append(f"on the ground: {', '.join(map(weapon_name, lying))}")
    if zone.note:
        words.append(zone.note)
    return PlaceView(id=zone.id, name=zone.name, links="; ".join(words))


def _asked(state: TexState, question: Question, viewer: Viewer) -> AskedView:
    prompt = question.prompt
    fighter = state.find(prompt.whom)
    is_dealers = fighter is None or not fighter.is_pc
    is_mine = (viewer.gm if is_dealers else False) or (fighter is not None and viewer.owns(fighter.id))
    may_see = is_mine or (viewer.gm and viewer.may_know(prompt.audience))
    return AskedView(
        id=prompt.id,
        whom=prompt.whom,
        who=fighter.name if fighter else "the Dealer",
        what=prompt.what,
        otherwise=prompt.otherwise,
        question=prompt.question if is_mine else "",
        choices=question.choices() if may_see else (),
        is_mine=is_mine,
        blocks=prompt.blocks,
    )


def _by_suit(values: Mapping[str, T]) -> list[tuple[str, T]]:
    """In the order of the suits, whatever the order in which they were stored."""
    return [(suit, values[suit]) for suit in SUITS if suit in values]


def _hand(pc: Fighter) -> HandView:
    ranks = ", ".join(f"{SUITS[suit]} {rank}" for suit, rank in _by_suit(pc.ranks))
    weapons = ", ".join(_weapon_words(pc, weapon) for weapon in pc.weapons) or "none"
    return HandView(
        combatant=pc.id,
        name=pc.name,
        title=f"{len(pc.hand)} cards",
        items=tuple(Choice(key=card, label=shown(card)) for card in in_order(pc.hand)),
        sheet=(
            f"Grit {pc.grit}, Will {pc.will}, Luck {pc.luck}, Coin {pc.coin}",
            f"Weapons: {weapons}",
            f"Ranks: {ranks}",
            *personal_lines(pc),
            *_fresh(pc),
        ),
        revision=pc.revision,
    )


def _weapon_words(fighter: Fighter, weapon: str) -> str:
    if weapon in fighter.is_disarmed_of:
        return f"{weapon_name(weapon)} (lost for this scene)"
    if weapon in fighter.concealed:
        return f"{weapon_name(weapon)} (hidden)"
    if weapon in fighter.is_out_of_ammo and ranged(weapon):
        return f"{weapon_name(weapon)} (out of ammunition)"
    if is_makeshift(weapon):
        return f"{weapon_name(weapon)} (makeshift, damage {brawling_arm(fighter, weapon).damage})"
    return weapon_name(weapon)


def _fresh(pc: Fighter) -> tuple[str, ...]:
    return (f"Injury that Luck may still refuse: {pc.fresh_injury}",) if pc.fresh_injury else ()


def _notes(state: TexState, viewer: Viewer) -> tuple[str, ...]:
    may_ambush = "; the Posse may use anything" if state.may_ambush else ""
    notes = [f"In order: {TIERS[state.tier]}{may_ambush}{'; there are witnesses' if state.has_witnesses else ''}"]
    if state.phase is not Phase.LOBBY:
        notes.append(f"Woe {state.woe}; {state.deck.left} cards in the deck")
    notes += [f"Unnatural: {what}" for what in state.unnatural]
    if state.told:
        notes.append(f"The Dealer: {state.told}")
    if viewer.gm:
        notes += _trespass_notes(state)
        notes += _horror_notes(state)
        notes += [test_note(state, attempt) for attempt in state.attempts]
    return tuple(notes)


def _trespass_notes(state: TexState) -> list[str]:
    """Who went too far, and whether it will cost (TX-12)."""
    return [
        f"{state.name(each.who)} went too far: {weapon_name(each.weapon)}{', before witnesses' if each.is_seen else ''}"
        f" ({TIERS[each.tier]})"
        for each in state.trespasses
    ]


def _horror_notes(state: TexState) -> list[str]:
    """What the Dealer alone knows of the Woe (TXD-23)."""
    notes = [] if state.horror is Horror.NONE else [f"Horrific Violence: armed ({state.horror.value})"]
    placed = state.woe - state.woe_left
    return [*notes, f"Woe on open tests: {placed}"] if placed else notes


def _npc_details(npc: Fighter) -> str:
    apart = [f"{SUITS[suit]} {rating:+d}" for suit, rating in _by_suit(npc.ratings) if rating]
    ratings = f"{', '.join(apart)} (else +0)" if apart else "every rating +0"
    weapons = ", ".join(_weapon_words(npc, weapon) for weapon in npc.weapons) or "no weapon"
    return f"{ratings}; Brawling {npc.brawling}; {weapons}"


def _pc_details(pc: Fighter) -> str:
    weapons = ", ".join(_weapon_words(pc, weapon) for weapon in pc.weapons) or "no weapon"
    ranks = ", ".join(f"{SUITS[suit]} {rank}" for suit, rank in _by_suit(pc.ranks) if rank != "C")
    return "; ".join(
        (
            weapons,
            ranks or "every rank C",
            f"{len(pc.hand)} cards, Coin {pc.coin}",
            *personal_lines(pc),
            *struck_lines(pc),
            *_fresh(pc),
        )
    )
