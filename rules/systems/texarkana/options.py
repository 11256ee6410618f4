"""What a combatant may do now, with the legal values of each blank: asked of the rules themselves, never a copy.

To be Lookout, to speak up and to let the turn go by are answers to a decision owed (`prompts`), and not offered again.
"""

from collections.abc import Callable, Mapping

import msgspec

from rules.core.audience import Viewer
from rules.core.ids import CombatantId, RuleId
from rules.core.option import Choice, Option, Slot, clip, unique
from rules.core.refusal import Refusal, refusal_of
from rules.core.view import Phase
from rules.systems.texarkana.arming import require_draw
from rules.systems.texarkana.brawling import require_arm, require_brawl
from rules.systems.texarkana.fleeing import SPADES, require_way_out
from rules.systems.texarkana.grappling import CLUBS, require_held, require_holding
from rules.systems.texarkana.harm import require_injury_to_refuse
from rules.systems.texarkana.improvising import require_makeshift
from rules.systems.texarkana.instead import DAMAGE, answering_with, require_attacked, way_of, ways
from rules.systems.texarkana.moving import ON, require_cover, require_path
from rules.systems.texarkana.play import opponents_of
from rules.systems.texarkana.questions.cards import hand_choices
from rules.systems.texarkana.shooting import MASKS, PISTOLS, require_target
from rules.systems.texarkana.state import Fighter, TexState, Tier, TurnPhase
from rules.systems.texarkana.sundry import PICK_UP, empty_guns, require_sundry
from rules.systems.texarkana.turns import require_free_turn, require_turn
from rules.systems.texarkana.weapons import (
    FISTS,
    Arm,
    brawling_arm,
    brawling_keys,
    is_within_tier,
    shooting,
    shooting_keys,
    shooting_tier,
    tier_of_weapon,
    weapon_name,
)
from rules.systems.texarkana.zones import distance, reachable

FAR = 99
HOWS = {"damage": "Deal the damage", "grapple": "Grapple", "incapacitate": "Incapacitate"}


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Who looks at whose options, in which state; `kind`: perhaps at one kind only."""

    state: TexState
    actor: Fighter
    viewer: Viewer
    kind: str = ""

    def option(self, kind: str, label: str, *slots: Slot, why_not: Refusal | None = None) -> Option:
        """Something to do, with its blanks, or why not."""
        return Option(
            kind=kind,
            actor=self.actor.id,
            label=label,
            slots=slots if why_not is None else (),
            why_not=why_not,
            moment=moment(self.state, self.actor.id),
        )

    def card(self, *trumps: str) -> tuple[Slot, ...]:
        """The blank for a card: its owner sees the hand, the Dealer only that there is a card to play."""
        if not self.actor.is_pc:
            return ()
        choices = hand_choices(self.state, self.actor.id, trumps) if self.viewer.owns(self.actor.id) else ()
        return (
            Slot(name="card", label="Card", choices=choices, is_optional=True, when_open="Ask me then", is_last=True),
        )


def options(state: TexState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
    """What the combatant may do, for whoever controls it or is the Dealer; nothing for anybody else."""
    fighter = state.find(actor)
    if fighter is None or state.phase is not Phase.RUNNING or not (viewer.gm or viewer.owns(actor)):
        return ()
    look = Look(state=state, actor=fighter, viewer=viewer, kind=kind)
    found = [] if state.turn_phase is TurnPhase.BEFORE else [*_acts(look)]
    if fighter.is_pc and refusal_of(require_injury_to_refuse, fighter) is None:
        found.append(look.option("refuse-injury", "Refuse the Injury (1 Luck)"))
    return (*found, *_prefer(look))


def moment(state: TexState, actor: CombatantId) -> str:
    """What an option rests on: the turn, its phase, and the hand."""
    fighter = state.find(actor)
    return f"{state.turn}{state.turn_phase[0]}{fighter.revision if fighter else ''}"


def stands(state: TexState, actor: CombatantId, quoted: str) -> bool:
    """Whether the moment of an option still holds."""
    return moment(state, actor) == quoted


FIRST = "The first that serves"

ACTS = {
    "shoot": "Shoot",
    "brawl": "Brawl",
    "draw": "Draw or put away",
    "improvise": "Grab something and brawl",
    "take-cover": "Take cover",
    "move": "Move",
    "flee": "Flee",
    "sundry": "Something else",
}


def _acts(look: Look) -> tuple[Option, ...]:
    """The acts of TX-22, in its order; or, if it is not this combatant's turn, why none of them."""
    state, actor = look.state, look.actor
    not_now = refusal_of(require_turn, state, actor)
    if not_now is not None:
        return tuple(look.option(kind, label, why_not=not_now) for kind, label in ACTS.items())
    found: list[Option] = []
    if state.holder_of(actor.id):
        why_not = refusal_of(require_held, state, actor)
        found.append(look.option("break-grapple", "Break the grapple", *look.card(CLUBS), why_not=why_not))
        held = refusal_of(require_free_turn, state, actor)
        found += [look.option(kind, label, why_not=held) for kind, label in ACTS.items()]
    else:
        if state.held_by(actor.id):
            why_not = refusal_of(require_holding, state, actor)
            found.append(look.option("hold-grapple", "Work on the hold", *look.card(CLUBS), why_not=why_not))
        found += [make(look) for kind, make in MAKERS.items() if look.kind in ("", kind)]
    return tuple(found)


def _foes(look: Look) -> tuple[Fighter, ...]:
    """The enemies that can be fought, the nearest first."""
    state, actor = look.state, look.actor

    def steps(foe: Fighter) -> int:
        away = distance(state, actor.place, foe.place)
        return FAR if away is None else away

    return tuple(sorted(opponents_of(state, actor), key=steps))


def _no_foe() -> Refusal:
    return Refusal(code="NO_ENEMY_SEEN", hint="The Dealer may bring somebody in.")


def _whom(state: TexState, foe: Fighter) -> Choice:
    return Choice(key=foe.id, label=clip(f"{foe.name} ({state.zone_name(foe.place)})"))


def _shoot(look: Look) -> Option:
    state, actor = look.state, look.actor
    at_hand = shooting_keys(actor)
    whoms: list[Choice] = []
    guns: dict[str, Choice] = {}
    why_not: Refusal | None = None
    for foe in _foes(look):
        keys = [key for key in at_hand if refusal_of(require_target, state, actor, foe.id, key) is None]
        if keys:
            whoms.append(_whom(state, foe))
            guns.update((key, _gun(look, key)) for key in keys if key not in guns)
        elif why_not is None:
            why_not = refusal_of(require_target, state, actor, foe.id)
    if not whoms:
        return look.option("shoot", ACTS["shoot"], why_not=why_not or _no_foe())
    return look.option(
        "shoot",
        ACTS["shoot"],
        Slot(name="whom", label="At whom", choices=tuple(whoms)),
        Slot(name="weapon", label="Weapon", choices=tuple(guns.values()), is_optional=True, when_open=FIRST),
        *look.card(PISTOLS, *_gun_trumps(next(iter(guns)))),
    )


def _gun(look: Look, key: str) -> Choice:
    gun = shooting(key)
    assert gun is not None, f"{key} shoots"
    label = f"{gun.name}, thrown" if gun.is_thrown else gun.name
    reach = "short" if gun.is_thrown else gun.range
    note = f"{gun.bonus:+d}, damage {gun.damage}, range {reach}{_too_far(look, shooting_tier(key))}"
    return Choice(key=key, label=label, note=note)


def _too_far(look: Look, tier: Tier) -> str:
    """That something goes beyond what is in order: it is asked again before it counts (TX-08)."""
    return "" if is_within_tier(look.state, look.actor, tier) else "; goes too far: you are asked first"


def _gun_trumps(key: str) -> tuple[str, ...]:
    gun = shooting(key)
    return gun.trumps if gun else ()


def _brawl(look: Look) -> Option:
    state, actor = look.state, look.actor
    keys = [key for key in _brawling_order(actor) if refusal_of(require_arm, state, actor, key) is None]
    arms = sorted(
        (brawling_arm(actor, key) for key in keys), key=lambda arm: not is_within_tier(state, actor, arm.tier)
    )
    whoms: list[Choice] = []
    with_what: dict[str, list[str]] = {DAMAGE: []}
    why_not: Refusal | None = None
    for foe in _foes(look):
        refusal = refusal_of(require_brawl, state, actor, foe.id)
        why_not = why_not or refusal
        if refusal is None:  # with whatever serves at all: no weapon is for some enemies only
            whoms.append(_whom(state, foe))
            for arm in arms:
                for how in ways(actor, foe, arm):
                    with_what.setdefault(how, []).append(arm.name)
    if not whoms:
        return look.option("brawl", ACTS["brawl"], why_not=why_not or _no_foe())
    return look.option(
        "brawl",
        ACTS["brawl"],
        Slot(name="whom", label="With whom", choices=unique(whoms)),
        Slot(
            name="weapon",
            label="With what",
            choices=unique([_arm(look, arm) for arm in arms]),
            is_optional=True,
            when_open=FIRST,
        ),
        Slot(name="how", label="To do what", choices=_hows(with_what), is_optional=True, when_open="To hurt"),
        *look.card(CLUBS, *arms[0].trumps),
    )


def _hows(with_what: Mapping[str, list[str]]) -> tuple[Choice, ...]:
    """What a brawl may bring, each with the weapons that serve for it; the damage always does."""
    return tuple(
        Choice(key=how, label=how_label(how), note=clip(f"with {', '.join(dict.fromkeys(arms))}") if arms else "")
        for how, arms in with_what.items()
    )


def how_label(how: str) -> str:
    """What a brawl may bring, in words: `disarm bowie-knife` -> "Disarm (bowie knife)"."""
    way, weapon = way_of(how)
    return f"Disarm ({weapon_name(weapon)})" if weapon else HOWS[way]


def _improvise(look: Look) -> Option:
    state, actor, kind = look.state, look.actor, "improvise"
    whoms: list[Choice] = []
    why_not: Refusal | None = None
    for foe in _foes(look):
        refusal = refusal_of(require_makeshift, state, actor, foe.id, "something")
        why_not = why_not or refusal
        if refusal is None:
            whoms.append(_whom(state, foe))
    if not whoms:
        return look.option(kind, ACTS[kind], why_not=why_not or _no_foe())
    whom = Slot(name="whom", label="With whom", choices=unique(whoms))
    return look.option(
        kind, ACTS[kind], whom, Slot(name="what", label="What you grab", is_free=True), *look.card(CLUBS)
    )


def _prefer(look: Look) -> tuple[Option, ...]:
    """For the one attacked: what it shall bring if he wins, where his weapon leaves him a choice."""
    state, actor = look.state, look.actor
    if refusal_of(require_attacked, state, actor) is not None:
        return ()
    _, stakes = require_attacked(state, actor)
    found = ways(actor, state.fighter(stakes.starter), answering_with(actor, stakes))
    choices = tuple(
        Choice(key=how, label=how_label(how)) for how in (DAMAGE, *found) if how != (stakes.answer or DAMAGE)
    )
    if not found:
        return ()
    return (look.option("prefer", "If you win …", Slot(name="how", label="What it brings", choices=choices)),)


def _brawling_order(actor: Fighter) -> tuple[str, ...]:
    """What is in hand first: bare fists, if nothing is."""
    keys = brawling_keys(actor)
    return keys if actor.in_hand else (FISTS, *(key for key in keys if key != FISTS))


def _arm(look: Look, arm: Arm) -> Choice:
    manner = ", fired point-blank" if arm.manner == "point-blank" else ""
    note = f"{arm.bonus:+d}, damage {arm.damage}{_too_far(look, arm.tier)}"
    return Choice(key=arm.key, label=f"{arm.name}{manner}", note=note)


def _draw(look: Look) -> Option:
    """What may be taken in hand, or put away, before acting (TXD-31)."""
    keys = [key for key in (*look.actor.usable, FISTS) if refusal_of(require_draw, look.state, look.actor, key) is None]
    if not keys:
        why_not = refusal_of(require_draw, look.state, look.actor, FISTS)
        has_none = Refusal(code="NO_WEAPON", facts={"who": look.actor.name}, rules=(RuleId("TXD-31"),))
        return look.option("draw", ACTS["draw"], why_not=has_none if why_not and why_not.code == "IN_HAND" else why_not)
    choices = tuple(
        Choice(
            key=key,
            label="Put it away" if key == FISTS else weapon_name(key),
            note=_too_far(look, tier_of_weapon(key)).removeprefix("; "),
        )
        for key in keys
    )
    return look.option("draw", ACTS["draw"], Slot(name="weapon", label="What", choices=choices))


def place_choice(state: TexState, key: str, note: str = "") -> Choice:
    """A zone to choose."""
    return Choice(key=key, label=clip(state.zone_name(key)), note=note)


def _take_cover(look: Look) -> Option:
    state, actor = look.state, look.actor
    places = (actor.place, *reachable(state, actor, actor.place))
    good = [place for place in places if refusal_of(require_cover, state, actor, place) is None]
    if not good:
        return look.option("take-cover", ACTS["take-cover"], why_not=refusal_of(require_cover, state, actor))
    choices = tuple(place_choice(state, place, "here" if place == actor.place else "") for place in good)
    is_optional = actor.place in good
    return look.option(
        "take-cover", ACTS["take-cover"], Slot(name="where", label="Where", choices=choices, is_optional=is_optional)
    )


def _move(look: Look) -> Option:
    state, actor = look.state, look.actor
    choices: list[Choice] = []
    why_not: Refusal | None = None
    for first in reachable(state, actor, actor.place):
        why_not = refusal_of(require_path, state, actor, first)
        if why_not is not None:
            break
        choices.append(place_choice(state, first))
        for second in reachable(state, actor, first):
            is_back = second == actor.place
            if not is_back and refusal_of(require_path, state, actor, first, second) is None:
                label = f"{state.zone_name(second)}, by {state.zone_name(first)}"
                choices.append(Choice(key=f"{first}{ON}{second}", label=clip(label)))
    if not choices:
        why_not = why_not or Refusal(code="NO_OTHER_PLACE", hint="There is no other zone next to this one.")
        return look.option("move", ACTS["move"], why_not=why_not)
    choices.sort(key=lambda choice: ON in choice.key)
    return look.option("move", ACTS["move"], Slot(name="where", label="Where to", choices=tuple(choices)))


def _flee(look: Look) -> Option:
    state, actor = look.state, look.actor
    places = (actor.place, *reachable(state, actor, actor.place))
    good = [place for place in places if refusal_of(require_way_out, state, actor, place) is None]
    if not good:
        return look.option("flee", ACTS["flee"], why_not=refusal_of(require_way_out, state, actor))
    choices = tuple(place_choice(state, place, "straight out" if place == actor.place else "") for place in good)
    is_optional = actor.place in good
    where = Slot(name="where", label="Which way", choices=choices, is_optional=is_optional)
    return look.option("flee", ACTS["flee"], where, *look.card(MASKS, SPADES))


def _sundry(look: Look) -> Option:
    state, actor = look.state, look.actor
    why_not = refusal_of(require_sundry, state, actor, "something")
    reloads = [Choice(key=f"reload {key}", label=f"Reload the {weapon_name(key)}") for key in empty_guns(actor)]
    lying = dict.fromkeys(state.lying_in(actor.place))
    pick_ups = [Choice(key=f"{PICK_UP} {key}", label=f"Pick up the {weapon_name(key)}") for key in lying]
    places = (actor.place, *reachable(state, actor, actor.place))
    where = Slot(
        name="where", label="Where", choices=tuple(place_choice(state, place) for place in places), is_optional=True
    )
    what = Slot(name="what", label="In a few words", choices=(*reloads, *pick_ups), is_free=True)
    return look.option("sundry", ACTS["sundry"], what, where, why_not=why_not)


MAKERS: Mapping[str, Callable[[Look], Option]] = {
    "shoot": _shoot,
    "brawl": _brawl,
    "draw": _draw,
    "improvise": _improvise,
    "take-cover": _take_cover,
    "move": _move,
    "flee": _flee,
    "sundry": _sundry,
}
"""The acts of TX-22, in its order: what is costly is made only where it is looked at."""
