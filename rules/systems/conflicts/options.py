"""What a combatant may do now, with the legal values of each blank: asked of the rules themselves, never a copy.

While a round is declared, the five actions may each be declared, details or not. When somebody's turn has come, the
action that he declared may be carried out, or Orient or Defend instead of it.
"""

import msgspec

from rules.core.audience import Viewer
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.option import Choice, Option, Slot, clip, unique
from rules.core.refusal import Refusal, refusal_of
from rules.core.view import Phase
from rules.systems.conflicts import prompts
from rules.systems.conflicts.arms import PARTS
from rules.systems.conflicts.attacking import usable_arms, usable_pairs
from rules.systems.conflicts.declaring import (
    CHANGES,
    possible_changes,
    require_anew,
    require_asking,
    require_change,
    require_declaring,
    require_kind,
)
from rules.systems.conflicts.gear import Arm, item_name, pair_key, pairs, ready_arms
from rules.systems.conflicts.handling import handlings, label, require_handling
from rules.systems.conflicts.moving import RISE, require_drop, require_move
from rules.systems.conflicts.positions import distance, roughly
from rules.systems.conflicts.rounds import current, require_turn
from rules.systems.conflicts.sight import seen_by
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Posture, Stage
from rules.systems.conflicts.traits import traits, unspent

LABELS = {
    Kind.ATTACK: "Attack",
    Kind.DEFEND: "Defend",
    Kind.MOVE: "Move",
    Kind.HANDLE: "Handle",
    Kind.ORIENT: "Orient",
}
"""The five actions in the order in which they are offered."""
ATTRIBUTES = ("reflexes", "strength", "will")


class _Look(msgspec.Struct, frozen=True, kw_only=True):
    """At whose options is looked, in which state."""

    state: ConflictState
    actor: Fighter

    @property
    def is_declaring(self) -> bool:
        return self.state.stage is Stage.DECLARING

    def option(self, kind: str, label: str, *slots: Slot, why_not: Refusal | None = None) -> Option:
        return Option(
            kind=kind,
            actor=self.actor.id,
            label=label,
            slots=slots if why_not is None else (),
            why_not=why_not,
            moment=moment(self.state, self.actor.id),
        )


def options(state: ConflictState, actor: CombatantId, viewer: Viewer, wanted: str = "") -> tuple[Option, ...]:
    """What the combatant may do, for whoever controls it or is the GM; nothing for anybody else.

    `wanted`: of the five actions only this one is worked out; without it none that an answer offers already.
    """
    fighter = state.find(actor)
    if fighter is None or state.phase is not Phase.RUNNING or not (viewer.gm or viewer.owns(actor)):
        return ()
    look = _Look(state=state, actor=fighter)
    found = [_action(look, kind) for kind in LABELS if (kind not in _answered(look) if not wanted else kind == wanted)]
    for kind, label_, require in (
        ("plan-anew", "Plan anew", require_anew),
        ("ask-me", "Ask me how I meet attacks", require_asking),
    ):
        if refusal_of(require, state, fighter) is None:
            found.append(look.option(kind, label_))
    found += [*_changes(look), *_drops(look)]
    return tuple(found)


def _answered(look: _Look) -> set[Kind]:
    """The actions without blanks that are among the answers to what is asked of him: offered once is enough."""
    asked = (each for each in prompts.questions(look.state) if each.prompt.whom == look.actor.id)
    labels = {choice.label for each in asked for choice in each.choices()}
    return {kind for kind in CHANGES if LABELS[kind] in labels}


def moment(state: ConflictState, actor: CombatantId) -> str:
    """What an option rests on: the round, its stage, who is to act where all see him, and how many actions are
    declared and used.
    """
    fighter = state.find(actor)
    whose = current(state)
    plans = f"{len(fighter.plans)}{len(unspent(fighter))}" if fighter else ""
    return f"{state.round}{state.stage[0]}{plans}{whose.id if whose and not whose.is_hidden else ''}"


def stands(state: ConflictState, actor: CombatantId, quoted: str) -> bool:
    """Whether the moment of an option still holds."""
    return moment(state, actor) == quoted


def _action(look: _Look, kind: Kind) -> Option:
    """One of the five actions: to be declared, or to be carried out."""
    state, actor = look.state, look.actor
    if look.is_declaring:
        why_not = refusal_of(require_declaring, state, actor) or refusal_of(require_kind, state, actor, kind)
    else:
        why_not = refusal_of(require_turn, state, actor, kind)
    if why_not is not None:
        return look.option(kind.value, LABELS[kind], why_not=why_not)
    match kind:
        case Kind.ATTACK:
            return _attack(look)
        case Kind.MOVE:
            return _move(look)
        case Kind.HANDLE:
            return _handle(look)
        case Kind.ORIENT | Kind.DEFEND:
            return look.option(kind.value, LABELS[kind])


def _attack(look: _Look) -> Option:
    state, actor, is_open = look.state, look.actor, look.is_declaring
    foes = [each for each in seen_by(state, actor) if each.is_up and each.party != actor.party]
    foes.sort(key=lambda foe: distance(actor.spot, foe.spot))
    if not is_open:
        foes = [foe for foe in foes if usable_arms(state, actor, foe)]
        if not foes:
            hint = "The action may become Orient or Defend."
            return look.option("attack", "Attack", why_not=Refusal(code="NO_TARGET", rules=cited("C2-09"), hint=hint))
    usable = sorted(usable_arms(state, actor, foes[0]), key=lambda arm: arm.weapon.is_mental) if foes else []
    others = [arm for foe in foes[1:] for arm in usable_arms(state, actor, foe)]
    weapons = [Choice(key=arm.key, label=arm.name) for arm in (*usable, *others)]
    both = pairs(state, actor) if is_open else tuple(p for foe in foes for p in usable_pairs(state, actor, foe))
    weapons += [Choice(key=pair_key(pair), label=f"{pair[0].name} and {pair[1].name} at once") for pair in both]
    if is_open:
        unfit = {"physical": True, "mental": False}.get(state.kinds)  # C2-01
        ready = [arm for arm in ready_arms(state, actor) if arm.weapon.is_mental is not unfit]
        weapons += [Choice(key=arm.key, label=arm.name) for arm in ready]
        weapons += [
            Choice(key=item.id, label=item_name(state, item), note="not in hand")
            for item in actor.at_hand
            if not item.hold
        ]
    helping = _helping(look, usable)
    has_body = is_open or (bool(usable) and not usable[0].weapon.is_mental)
    slots = [
        Slot(name="whom", label="Whom", choices=tuple(_whom(actor, foe) for foe in foes), is_optional=is_open),
        Slot(name="weapon", label="With what", choices=unique(weapons), is_optional=True),
        Slot(name="where", label="Aimed at", choices=_parts(look) if has_body else (), is_optional=True),
        Slot(name="how", label="What helps", choices=tuple(_trait(each) for each in helping), is_optional=True),
    ]
    return look.option("attack", "Attack", *(slot for slot in slots if slot.choices))


def _helping(look: _Look, usable: list[Arm]) -> list[str]:
    """The traits that may help, first those that help with the first weapon: no skill helps itself."""
    state, actor = look.state, look.actor
    has_action = look.is_declaring or bool(unspent(actor, state.half))
    helping = list(traits(actor, "", ATTRIBUTES, has_action=has_action))
    if not usable:
        return helping
    if look.is_declaring:
        return [trait for trait in helping if trait != usable[0].skill]
    helping = [trait for trait in helping if any(arm.skill != trait for arm in usable)]
    helping.sort(key=lambda trait: trait == usable[0].skill)
    return [] if helping[:1] == [usable[0].skill] else helping


def _parts(look: _Look) -> tuple[Choice, ...]:
    """The parts of the body one may aim at: none where only minds are fought with."""
    if look.state.kinds == "mental":
        return ()
    return tuple(Choice(key=part, label=f"the {part}") for part in PARTS)


def _trait(trait: str) -> Choice:
    cost = "costs the other action" if trait in ATTRIBUTES else "free"
    return Choice(key=trait, label=trait.title(), note=cost)


def _whom(actor: Fighter, foe: Fighter) -> Choice:
    return Choice(key=foe.id, label=clip(f"{foe.name} ({roughly(distance(actor.spot, foe.spot))})"))


def _move(look: _Look) -> Option:
    state, actor = look.state, look.actor
    wheres = [Choice(key=RISE, label="Get up")] if actor.posture is not Posture.STANDING else []
    for other in seen_by(state, actor):
        if other.is_up:
            wheres.append(Choice(key=f"towards {other.id}", label=clip(f"Towards {other.name}")))
            wheres.append(Choice(key=f"away from {other.id}", label=clip(f"Away from {other.name}")))
    wheres += [Choice(key=mark.id, label=clip(f"To {mark.name}")) for mark in state.landmarks]
    if not look.is_declaring:
        why_not = [refusal_of(require_move, state, actor, where.key) for where in wheres]
        good = [where for where, refusal in zip(wheres, why_not, strict=True) if refusal is None]
        if not good:
            hint = "The action may become Orient or Defend."
            return look.option("move", "Move", why_not=Refusal(code="NO_WAY", rules=cited("C2-10"), hint=hint))
        wheres = good
    slot = Slot(name="where", label="Where to", choices=tuple(wheres), is_free=True, is_optional=look.is_declaring)
    return look.option("move", "Move", slot)


def _handle(look: _Look) -> Option:
    state, actor = look.state, look.actor
    hows = [Choice(key=each.key, label=clip(label(state, each))) for each in handlings(state, actor)]
    if not look.is_declaring:
        refusal = refusal_of(require_handling, state, actor, "something")
        if refusal is not None:
            return look.option("handle", "Handle", why_not=refusal)
    slot = Slot(name="how", label="What", choices=tuple(hows), is_free=True, is_optional=look.is_declaring)
    return look.option("handle", "Handle", slot)


def _changes(look: _Look) -> tuple[Option, ...]:
    state, actor = look.state, look.actor
    if look.is_declaring or not actor.is_fighting:
        return ()
    can = [how for how in possible_changes(state, actor) if refusal_of(require_change, state, actor, how) is None]
    if not can:
        return ()
    choices = tuple(Choice(key=how, label="The {} becomes {}".format(*how.title().split("-"))) for how in can)
    return (look.option("change", "Change an action", Slot(name="how", label="Which", choices=choices)),)


def _drops(look: _Look) -> tuple[Option, ...]:
    state, actor = look.state, look.actor
    if not actor.is_fighting:
        return ()
    can = [how for how in Posture if refusal_of(require_drop, state, actor, how) is None]
    words = {Posture.CROUCHING: "Crouch", Posture.PRONE: "Lie down"}
    choices = tuple(Choice(key=how.value, label=words[how]) for how in can)
    if not choices:
        return ()
    return (look.option("drop", "Crouch or lie down", Slot(name="how", label="How low", choices=choices)),)
