"""Sensible play for an NPC nobody decides for: aim and fire, come closer, fight hand to hand."""

from rules.core.command import Command
from rules.core.refusal import Illegal
from rules.systems.twtw import commands as c
from rules.systems.twtw.aiming import require_aim
from rules.systems.twtw.courses import key_about
from rules.systems.twtw.ground import paces
from rules.systems.twtw.handling import ready_choices, require_ready, require_reload
from rules.systems.twtw.moving import most_paces, require_course
from rules.systems.twtw.paths import Manner
from rules.systems.twtw.posture import require_dodge, require_emerge, require_stand
from rules.systems.twtw.shooting import require_fire
from rules.systems.twtw.state import Fighter, Stage, TwtwState, foes_of
from rules.systems.twtw.striking import REACH, require_strike
from rules.systems.twtw.weapons import gun

FAR = 2  # increments: from further away an NPC comes closer


def suggest(state: TwtwState, npc: Fighter) -> Command | None:
    """What an NPC whose turn it is had best do; None: be done."""
    tries = _moves(state, npc) if state.stage is Stage.MOVES else _acts(state, npc)
    return next((command for command in tries if _is_legal(state, npc, command)), None)


def _is_legal(state: TwtwState, npc: Fighter, command: Command) -> bool:
    try:
        match command:
            case c.Move():
                require_course(state, npc, command.where)
            case c.Aim():
                require_aim(state, npc, command.whom)
            case c.Fire():
                require_fire(state, npc, command.whom)
            case c.Strike():
                require_strike(state, npc, command.whom, command.weapon)
            case c.Ready():
                require_ready(state, npc, command.weapon)
            case c.Reload():
                require_reload(state, npc)
            case c.Stand():
                require_stand(state, npc)
            case c.Emerge():
                require_emerge(state, npc)
            case c.Dodge():
                require_dodge(state, npc)
    except Illegal:
        return False
    return True


def _nearest(state: TwtwState, npc: Fighter) -> Fighter | None:
    mode = state.house.mode
    return min(foes_of(state, npc), key=lambda foe: paces(mode, npc.spot, foe.spot), default=None)


def _moves(state: TwtwState, npc: Fighter) -> list[Command]:
    """Closer to the nearest enemy, if he is too far; who aims stays."""
    foe = _nearest(state, npc)
    if npc.is_prone:
        return [c.Stand(actor=npc.id)]
    if foe is None or npc.aims_at is not None:
        return []
    away = paces(state.house.mode, npc.spot, foe.spot)
    weapon = gun(npc.in_hand)
    wanted = away - (FAR * weapon.increment if weapon else REACH)
    number = min(wanted, npc.paces_move, most_paces(state.house, npc.paces_move, npc.points))
    if number <= 0:
        return []
    return [c.Move(actor=npc.id, where=key_about(Manner.TOWARD, number, foe.id))]


def _acts(state: TwtwState, npc: Fighter) -> list[Command]:
    """With a gun: fire where one aims, aim if there is a shot to fire then, else fire; without: fight or draw."""
    foe = _nearest(state, npc)
    if foe is None:
        return []
    found: list[Command] = []
    if npc.is_ducked:
        found.append(c.Emerge(actor=npc.id))
    weapon = gun(npc.in_hand)
    if weapon is not None:
        if npc.aims_at is not None:
            found.append(c.Fire(actor=npc.id, whom=npc.aims_at))
        if npc.points >= weapon.aim + weapon.fire:
            found.append(c.Aim(actor=npc.id, whom=foe.id))
        found += [c.Fire(actor=npc.id, whom=foe.id), c.Reload(actor=npc.id)]
    found.append(c.Strike(actor=npc.id, whom=foe.id))
    found += [c.Ready(actor=npc.id, weapon=key) for key in ready_choices(npc) if not npc.in_hand]
    found.append(c.Dodge(actor=npc.id))
    return found
