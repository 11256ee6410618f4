"""Shots: the target number with all that modifies it, the card, hit or miss (TW-3.1 to TW-3B, TW-F2 to TW-F4)."""

from rules.core.audience import GM
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import accuracy, extra_outside, require_gun
from rules.systems.twtw.arcs import Verdict
from rules.systems.twtw.attacks import after_attack, rule_attack
from rules.systems.twtw.called_shots import penalty, require_spot
from rules.systems.twtw.cards import COLUMNS, card
from rules.systems.twtw.checks import draw
from rules.systems.twtw.commands import Fire
from rules.systems.twtw.fields import is_on_edge, lies, measure
from rules.systems.twtw.ground import increments, is_within, paces, speed
from rules.systems.twtw.locations import mandatory
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, require_seen, spend
from rules.systems.twtw.state import Attack, Fighter, Stage, TwtwState
from rules.systems.twtw.surprise import check_bravery
from rules.systems.twtw.tables import cost, difficulty
from rules.systems.twtw.turns import lost, require_free, require_stage, require_turn
from rules.systems.twtw.weapons import Gun

NEAR = 2  # paces around the target within which a stray shot may concern somebody: a note for the Judge, no rule
POINT_BLANK = 1  # pace (TW-OQ-21)
SCATTER_STEP = 2  # increments after which the die type drops (TW-4B)


def is_dodging(state: TwtwState, target: Fighter) -> bool:
    """Whether a dodge still helps: until the next turn (TW-OQ-8)."""
    if not target.dodged_in:
        return False
    return target.dodged_in == state.round or (
        target.dodged_in == state.round - 1 and target.id not in state.moved and state.stage is Stage.MOVES
    )


def is_point_blank(state: TwtwState, actor: Fighter, target: Fighter) -> bool:
    """Whether the muzzle all but touches: within a pace, or by the Judge's word (TW-3.5, TW-OQ-21)."""
    return actor.is_point_blank or is_within(state.house.mode, actor.spot, target.spot, POINT_BLANK)


def relative_speed(state: TwtwState, actor: Fighter, target: Fighter) -> int:
    """How far apart their ways of this round have led them, in paces (TW-3.4)."""
    return speed(state.house.mode, actor.began_at.to(actor.spot), target.began_at.to(target.spot))


def need_to_hit(state: TwtwState, actor: Fighter, target: Fighter, weapon: Gun, spot: str, *, is_aimed: bool) -> Tally:
    """The target number of a shot with all its parts (TW-3.2 to TW-3.6, TW-C1); penalties raise it (TW-OQ-30)."""
    table = difficulty()
    mode = state.house.mode
    away = increments(mode, actor.spot, target.spot, weapon.increment)
    parts = [Part(table.standard, "Standard", RuleId("TW-3.2"))]
    if away > 1:
        parts.append(Part(away - 1, f"range {paces(mode, actor.spot, target.spot)}", RuleId("TW-3.3")))
    called = penalty(spot)
    if called:
        parts.append(called)
    if not is_aimed and weapon.snap:
        parts.append(Part(weapon.snap, "snap shot", RuleId("TW-3.6")))
    parts += firer_parts(actor)
    fast = relative_speed(state, actor, target) // table.target_speed_step
    if fast:
        parts.append(Part(fast, "target moving", RuleId("TW-3.4")))
    if is_dodging(state, target):
        parts.append(Part(table.dodge, "dodge", RuleId("TW-OQ-8")))
    return Tally(tuple(parts))


def firer_parts(actor: Fighter) -> list[Part]:
    """What the attacker's own moving adds to the target number (TW-3.4)."""
    table = difficulty()
    parts = []
    if actor.paces > actor.paces_move:
        parts.append(Part(table.firer_running, "firer running", RuleId("TW-3.4")))
    elif actor.paces:
        parts.append(Part(table.firer_walking, "firer walking", RuleId("TW-3.4")))
    if actor.is_mounted:
        parts.append(Part(table.mounted, "mounted", RuleId("TW-3.4")))
    return parts


def extra_cost(state: TwtwState, actor: Fighter, target: Fighter) -> int:
    """The point for a target outside the field: not for the one aimed at, if the house has it so (TW-OQ-7)."""
    is_own = actor.aim is not None and actor.aim.whom == target.id
    if is_own and state.house.out_of_arc == "aim_only":
        return 0
    return extra_outside(state, actor, target)


def require_fire(state: TwtwState, actor: Fighter, whom: CombatantId, how: str = "") -> Fighter:
    """Whoever can be shot at.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NO_GUN, NO_HAND, NO_SHOTS, DUCKED, NO_SUCH_SPOT,
    NO_SUCH_COMBATANT, SELF, OUT, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    weapon = require_gun(actor)
    require_spot(how)
    target = require_seen(state, actor, whom)
    require_points(actor, weapon.fire + extra_cost(state, actor, target), "TW-2.12", "TW-F2")
    return target


def fire(draft: TwtwDraft, dice: Dice, command: Fire) -> None:
    """Shoot. Raises: as `require_fire`."""
    actor = require_fighter(draft.state, command.actor)
    target = require_fire(draft.state, actor, command.whom, command.how)
    shoot(draft, dice, actor, target, require_spot(command.how))


def may_fire_early(state: TwtwState, actor: Fighter, target: Fighter) -> bool:
    """Whether somebody who aims may shoot before the target moves: he has not moved yet (TW-A5, TW-OQ-13b)."""
    if not actor.is_at_hand or actor.aims_at != target.id or not target.is_at_hand:
        return False
    if actor.id in state.moved or actor.id in state.acted or actor.id not in state.order:
        return False
    try:
        require_free(actor)
        require_points(actor, require_gun(actor).fire)
    except Illegal:
        return False
    return True


def fire_early(draft: TwtwDraft, dice: Dice, actor: Fighter, target: Fighter, spot: str = "") -> None:
    """Shoot before the target moves; paid now, and the action of this round is spent (TW-A5, TW-OQ-13c)."""
    shoot(draft, dice, actor, target, spot)
    draft.emit(e.TurnEnded(rules=cited("TW-A5", "TW-OQ-13c"), who=actor.id, stage=Stage.ACTIONS))


def shoot(draft: TwtwDraft, dice: Dice, actor: Fighter, target: Fighter, spot: str) -> None:
    """One shot at somebody who may be shot at."""
    state = draft.state
    weapon = require_gun(actor)
    found = lies(state, actor, target.spot)
    is_aimed, extra = _aim_holds(draft, dice, actor, target)
    cost_now = min(actor.points, weapon.fire + extra)
    spend(draft, actor.id, cost_now, "a shot" + (", outside the field" if extra else ""), "TW-2.12", "TW-F2")
    left = actor.shots_left(actor.in_hand) - 1
    draft.emit(e.RoundFired(rules=cited("TW-2.12"), who=actor.id, weapon=actor.in_hand, left=left))
    need = need_to_hit(state, actor, target, weapon, spot, is_aimed=is_aimed)
    about_field = ("TW-F3",) if found is None else () if is_aimed else ("TW-F4",)
    ruled = rule_attack(
        draft,
        dice,
        actor,
        target,
        weapon=actor.in_hand,
        skill=weapon.skill,
        about=f"shot at {target.name}",
        need=need,
        parts=accuracy(state, actor, weapon) if is_aimed else (),
        spot=spot,
        rules=cited("TW-3.1", "TW-3.2", *about_field),
        field=found,
    )
    actor_now = draft.state.fighter(actor.id)
    if actor_now.aim is not None:
        draft.emit(lost(draft.state, actor_now, e.Why.FIRED, "TW-A1"))
    after_attack(draft, actor, ruled.is_calamity, f"a shot with the {weapon.name}")
    if ruled.is_hit:
        _open(draft, actor, target, weapon, spot, ruled.card, ruled.bumps)
    else:
        shake(draft, dice, target.id)
    if weapon.scatter or not ruled.is_hit:
        _note_stray(draft, actor, target, weapon, is_hit=ruled.is_hit)


def _aim_holds(draft: TwtwDraft, dice: Dice, actor: Fighter, target: Fighter) -> tuple[bool, int]:
    """Whether the shot has the benefit of an aim, and what it costs to acquire the target (TW-F2, TW-F4).

    If the house reads the toggle as the shot is tried, it is read here (TW-E3).
    """
    extra = extra_cost(draft.state, actor, target)
    if actor.aims_at != target.id:
        return False, extra
    if draft.state.house.toggle == "shot" and is_on_edge(draft.state, actor, target):
        if not read_toggle(draft, dice, actor, target):
            return True, 0
        return False, cost("outside") if draft.state.house.out_of_arc == "both" else 0
    return lies(draft.state, actor, target.spot) is not Verdict.OUT and not extra, extra


def read_toggle(draft: TwtwDraft, dice: Dice, aimer: Fighter, target: Fighter) -> bool:
    """Draw a card for its toggle alone: whether a target on the edge is clear, which costs the aim (TW-E2, TW-E4)."""
    state = draft.state
    code = draw(draft, dice, f"{target.name} on the edge of {aimer.name}'s field")
    is_yes = card(code).toggle
    is_clear = is_yes is (state.house.toggle_clear == "yes")
    draft.emit(
        e.EdgeChecked(
            rules=cited("TW-E2", "TW-E4", "TW-OQ-15"),
            who=aimer.id,
            whom=target.id,
            card=code,
            is_yes=is_yes,
            is_clear=is_clear,
            mode=state.house.mode,
        )
    )
    if is_clear:
        draft.emit(
            e.AimLost(
                rules=cited("TW-A7", "TW-E2"),
                who=aimer.id,
                whom=target.id,
                why=e.Why.CLEAR_OF_EDGE,
                mode=state.house.mode,
                measure=measure(state, aimer, target.spot),
                stays_trained=True,
            )
        )
    return is_clear


def _open(draft: TwtwDraft, actor: Fighter, target: Fighter, weapon: Gun, spot: str, code: str, earned: int) -> None:
    """The hit waits for its bumps (TW-1.21), with the location modifiers that nobody may decline (TW-B3, TW-B5)."""
    state = draft.state
    dropped = _dropped_types(state, actor, target, weapon)
    steps = mandatory(
        has_height=actor.is_above and state.house.height == "always",
        is_point_blank=is_point_blank(state, actor, target),
        ruling=actor.bump_ruling,
    )
    attack = Attack(
        id=f"h{state.counter + 1}",
        attacker=actor.id,
        target=target.id,
        weapon=actor.in_hand,
        card=code,
        bumps=earned,
        called=spot,
        steps=steps,
        row=weapon.row,
        column=COLUMNS[max(0, COLUMNS.index(weapon.column) - dropped)],
    )
    draft.emit(e.BumpsOwed(rules=cited("TW-1.20", "TW-1.21", "TW-B5"), attack=attack))


def _dropped_types(state: TwtwState, actor: Fighter, target: Fighter, weapon: Gun) -> int:
    """How many die types the damage of a Scatter weapon has lost (TW-4B)."""
    if not weapon.scatter:
        return 0
    return (increments(state.house.mode, actor.spot, target.spot, weapon.increment) - 1) // SCATTER_STEP


def shake(draft: TwtwDraft, dice: Dice, who: CombatantId) -> None:
    """Whoever aims and is shot at needs his bravery to keep the aim (TW-2.33, TW-OQ-31)."""
    target = draft.state.fighter(who)
    if draft.state.house.shaken != "easy" or not target.is_at_hand or target.aims_at is None:
        return
    if not check_bravery(draft, dice, target, is_under_fire=True):
        draft.emit(lost(draft.state, target, e.Why.SHAKEN, "TW-OQ-31"))


def _note_stray(draft: TwtwDraft, actor: Fighter, target: Fighter, weapon: Gun, *, is_hit: bool) -> None:
    """Tell the Judge who is near where shots went astray (TW-3.8); Scatter always strays, and more far away."""
    state = draft.state
    mode = state.house.mode
    near = tuple(
        each.id
        for each in state.fighters
        if each.is_up and each.id not in (actor.id, target.id) and is_within(mode, each.spot, target.spot, NEAR)
    )
    away = increments(mode, actor.spot, target.spot, weapon.increment)
    number = away if weapon.scatter else 1
    if near or weapon.scatter:
        draft.emit(e.StrayShot(rules=cited("TW-3.8"), audience=GM, who=actor.id, near=near, number=number))
