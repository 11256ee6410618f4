"""What a combatant may do now, with the legal values of each blank: asked of the rules themselves, never a copy.

To stay, to be done, to fire early and to spend bumps are answers to a decision owed (`prompts`), and not offered again.
"""

from collections.abc import Callable, Mapping

import msgspec

from rules.core.audience import Viewer
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.option import Choice, Option, Slot, clip
from rules.core.refusal import Refusal, refusal_of
from rules.core.view import Phase
from rules.systems.twtw.aiming import aim_cost, require_aim, require_gun
from rules.systems.twtw.ground import paces
from rules.systems.twtw.handling import COMPLEX, ready_choices, require_ready, require_reload, require_sundry
from rules.systems.twtw.healing import dying_near, require_treat
from rules.systems.twtw.moving import require_move
from rules.systems.twtw.outlook import offered
from rules.systems.twtw.posture import (
    cover_near,
    require_dodge,
    require_drop,
    require_duck,
    require_emerge,
    require_stand,
)
from rules.systems.twtw.questions.watching import called_slot
from rules.systems.twtw.rounds import ALL_POINTS
from rules.systems.twtw.shooting import extra_cost, require_fire
from rules.systems.twtw.state import Fighter, Policy, Stage, TwtwState, are_foes, others
from rules.systems.twtw.striking import arms_of, require_strike, strike_cost
from rules.systems.twtw.surprise import require_expect
from rules.systems.twtw.tables import cost, points_of
from rules.systems.twtw.turns import current, require_turn
from rules.systems.twtw.weapons import gun, melee, weapon_name

SOMETHING = "something"
POLICIES = {Policy.ASK: "Ask me", Policy.FIRE: "Fire at once", Policy.KEEP: "Keep the aim and follow"}


class _Look(msgspec.Struct, frozen=True, kw_only=True):
    """Whose options, in which state; `kind`: perhaps of one kind only."""

    state: TwtwState
    actor: Fighter
    kind: str = ""

    def option(self, kind: str, label: str, *slots: Slot, why_not: Refusal | None = None) -> Option:
        return Option(
            kind=kind,
            actor=self.actor.id,
            label=label,
            slots=slots if why_not is None else (),
            why_not=why_not,
            moment=moment(self.state, self.actor.id),
        )


def options(state: TwtwState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
    """What the combatant may do, for whoever controls it or is the Judge; nothing for anybody else."""
    fighter = state.find(actor)
    if fighter is None or state.phase is Phase.OVER or not (viewer.gm or viewer.owns(actor)):
        return ()
    look = _Look(state=state, actor=fighter, kind=kind)
    if state.phase is Phase.LOBBY:
        return tuple(_standing(look))
    not_now = refusal_of(require_turn, state, fighter)
    if not_now is not None:
        standing = () if _is_asked(state, fighter) else tuple(_standing(look))
        return (*(look.option(kind, label, why_not=not_now) for kind, label in _acts_of(state).items()), *standing)
    return (*_acts(look), *_standing(look))


def _is_asked(state: TwtwState, fighter: Fighter) -> bool:
    """Whether he owes a decision that is best shown alone."""
    if state.attack is not None:
        return state.attack.attacker == fighter.id
    return state.going is not None and any(stop.who == fighter.id for stop in state.going.stops[:1])


def moment(state: TwtwState, actor: CombatantId) -> str:
    """What an option rests on: the round, its stage, whose turn it is, and the points left."""
    fighter = state.find(actor)
    whose = current(state)
    is_his = whose is not None and whose.id == actor and state.attack is None and state.going is None
    points = fighter.points if fighter is not None and is_his else ""
    return f"{state.round}{state.stage[0]}{points}"


def stands(state: TwtwState, actor: CombatantId, quoted: str) -> bool:
    """Whether the moment of an option still holds."""
    return moment(state, actor) == quoted


DEFENCE = {"dodge": "Dodge", "duck": "Duck behind cover", "drop-prone": "Drop prone"}
UPRIGHT = {"emerge": "Come up from cover", "stand": "Stand up"}
ACTS = {
    "fire": "Fire",
    "aim": "Aim",
    "strike": "Fight hand to hand",
    "ready": "Take a weapon in hand",
    "reload": "Reload",
    "sundry": "Something else",
}
TREAT = "First aid"


def _acts_of(state: TwtwState) -> dict[str, str]:
    """What belongs to this part of the round."""
    return {"move": "Move", **DEFENCE} if state.stage is Stage.MOVES else {**ACTS, **DEFENCE}


def _acts(look: _Look) -> tuple[Option, ...]:
    state, actor = look.state, look.actor
    makers = MOVES if state.stage is Stage.MOVES else DEEDS
    found = [make(look) for kind, make in makers.items() if look.kind in ("", kind)]
    if state.stage is Stage.ACTIONS and dying_near(state, actor):
        found.append(_treat(look))
    found.append(look.option("dodge", _priced("Dodge", cost("dodge")), why_not=refusal_of(require_dodge, state, actor)))
    found.append(_duck(look))
    if actor.is_ducked:
        found.append(look.option("emerge", UPRIGHT["emerge"], why_not=refusal_of(require_emerge, state, actor)))
    if actor.is_prone:
        found.append(look.option("stand", UPRIGHT["stand"], why_not=refusal_of(require_stand, state, actor)))
    else:
        found.append(look.option("drop-prone", DEFENCE["drop-prone"], why_not=refusal_of(require_drop, state, actor)))
    return tuple(found)


def _priced(label: str, points: int) -> str:
    return f"{label} ({points} AP)"


def _targets(look: _Look) -> list[Fighter]:
    """Everybody seen, enemies first, whom he aims at before all, then the nearest."""
    state, actor = look.state, look.actor
    return sorted(
        others(state, actor),
        key=lambda each: (
            each.id != actor.aims_at,
            not are_foes(actor, each),
            paces(state.house.mode, actor.spot, each.spot),
        ),
    )


def _whom(look: _Look, target: Fighter, points: int) -> Choice:
    away = paces(look.state.house.mode, look.actor.spot, target.spot)
    aimed = ", aimed at" if look.actor.aims_at == target.id else ""
    return Choice(
        key=target.id,
        label=clip(f"{target.name} ({away} {'pace' if str(away) == '1' else 'paces'}{aimed})"),
        note=f"{points} AP",
    )


def _no_target() -> Refusal:
    return Refusal(code="NO_TARGET", rules=cited("TW-3.1"), hint="The Judge may bring somebody in.")


def _fire(look: _Look) -> Option:
    state, actor = look.state, look.actor
    whoms: list[Choice] = []
    why_not: Refusal | None = None
    for target in _targets(look):
        refusal = refusal_of(require_fire, state, actor, target.id)
        why_not = why_not or refusal
        if refusal is None:
            whoms.append(_whom(look, target, require_gun(actor).fire + extra_cost(state, actor, target)))
    if not whoms:
        return look.option("fire", ACTS["fire"], why_not=why_not or _no_target())
    return look.option("fire", ACTS["fire"], Slot(name="whom", label="At whom", choices=tuple(whoms)), called_slot())


def _aim(look: _Look) -> Option:
    state, actor = look.state, look.actor
    whoms: list[Choice] = []
    why_not: Refusal | None = None
    for target in _targets(look):
        refusal = refusal_of(require_aim, state, actor, target.id)
        why_not = why_not or refusal
        if refusal is None:
            whoms.append(_whom(look, target, aim_cost(state, actor, target, require_gun(actor))))
    if not whoms:
        return look.option("aim", ACTS["aim"], why_not=why_not or _no_target())
    return look.option("aim", ACTS["aim"], Slot(name="whom", label="At whom", choices=tuple(whoms)))


def _strike(look: _Look) -> Option:
    state, actor = look.state, look.actor
    whoms: list[Choice] = []
    why_not: Refusal | None = None
    for target in _targets(look):
        for key in arms_of(actor):
            arm = melee(key)
            refusal = refusal_of(require_strike, state, actor, target.id, key)
            why_not = why_not or refusal
            if refusal is None and arm is not None:
                whoms.append(_whom(look, target, strike_cost(actor, arm)))
                break
    if not whoms:
        return look.option("strike", ACTS["strike"], why_not=why_not or _no_target())
    first = CombatantId(whoms[0].key)
    arms = tuple(
        Choice(key=key, label=arm.name, note=f"{strike_cost(actor, arm)} AP")
        for key in arms_of(actor)
        if (arm := melee(key)) and refusal_of(require_strike, state, actor, first, key) is None
    )
    is_default_good = refusal_of(require_strike, state, actor, first) is None
    return look.option(
        "strike",
        ACTS["strike"],
        Slot(name="whom", label="With whom", choices=tuple(whoms)),
        Slot(name="weapon", label="With what", choices=arms, is_optional=is_default_good),
        called_slot(),
    )


def _ready(look: _Look) -> Option:
    state, actor = look.state, look.actor
    why_not = refusal_of(require_ready, state, actor)
    choices = tuple(Choice(key=key, label=weapon_name(key)) for key in ready_choices(actor))
    slot = Slot(name="weapon", label="Which weapon", choices=choices)
    return look.option("ready", ACTS["ready"], slot, why_not=why_not)


def _reload(look: _Look) -> Option:
    return look.option("reload", ACTS["reload"], why_not=refusal_of(require_reload, look.state, look.actor))


def _sundry(look: _Look) -> Option:
    state, actor = look.state, look.actor
    why_not = refusal_of(require_sundry, state, actor, SOMETHING)
    hows = [Choice(key="simple", label="Simple", note=f"{cost('simple')} AP")]
    if refusal_of(require_sundry, state, actor, SOMETHING, COMPLEX) is None:
        hows.append(Choice(key=COMPLEX, label="Complex", note=f"{cost('complex')} AP"))
    return look.option(
        "sundry",
        ACTS["sundry"],
        Slot(name="what", label="In a few words", is_free=True),
        Slot(name="how", label="How hard", choices=tuple(hows), is_optional=True),
        why_not=why_not,
    )


def _treat(look: _Look) -> Option:
    state, actor = look.state, look.actor
    dying = dying_near(state, actor)
    why_not = refusal_of(require_treat, state, actor, dying[0].id)
    choices = tuple(Choice(key=each.id, label=clip(each.name), note=f"{cost('complex')} AP") for each in dying)
    return look.option("treat", TREAT, Slot(name="whom", label="Whom", choices=choices), why_not=why_not)


def _move(look: _Look) -> Option:
    why_not = refusal_of(require_move, look.state, look.actor)
    if why_not is not None:
        return look.option("move", "Move", why_not=why_not)
    slot = Slot(name="where", label="Where to", choices=offered(look.state, look.actor), is_free=True)
    return look.option("move", "Move", slot)


def _duck(look: _Look) -> Option:
    state, actor = look.state, look.actor
    why_not = refusal_of(require_duck, state, actor)
    near = tuple(Choice(key=each.id, label=clip(each.name)) for each in cover_near(state, actor))
    slots = (Slot(name="where", label="Behind what", choices=near, is_optional=True),) if near else ()
    return look.option("duck", _priced(DEFENCE["duck"], cost("duck")), *slots, why_not=why_not)


def _standing(look: _Look) -> list[Option]:
    """What may be said at any time: danger expected, the orders for an aim, the points of the next round."""
    state, actor = look.state, look.actor
    if not actor.is_up:
        return []
    every = points_of(actor.trait("Quickness"))
    numbers = (ALL_POINTS, *(str(number) for number in range(every - 1, 0, -1)))
    found = [
        look.option(
            "declare",
            "Declare action points",
            Slot(
                name="how",
                label="For the next round",
                choices=tuple(
                    Choice(key=each, label=f"{each} of {every}" if each != ALL_POINTS else f"All {every}")
                    for each in numbers
                ),
            ),
        )
    ]
    if any(gun(key) for key in actor.weapons):
        choices = tuple(Choice(key=each, label=label) for each, label in POLICIES.items())
        found.append(
            look.option("orders", "Orders for my aim", Slot(name="how", label="A target moves", choices=choices))
        )
    if refusal_of(require_expect, state.phase, actor) is None:
        found.append(look.option("expect", "I expect danger"))
    return found


MOVES: Mapping[str, Callable[[_Look], Option]] = {"move": _move}
DEEDS: Mapping[str, Callable[[_Look], Option]] = {
    "fire": _fire,
    "aim": _aim,
    "strike": _strike,
    "ready": _ready,
    "reload": _reload,
    "sundry": _sundry,
}
"""What is costly to work out is made only where it is looked at."""
