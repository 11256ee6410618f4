"""The lobby: a scene, who is in it, and the start, with surprise first (TW-2.1, TW-S1)."""

from rules.core.audience import ALL, GM
from rules.core.combatant import ALL_OF, Side
from rules.core.command import Enter, Leave
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.systems.twtw import events as e, house
from rules.systems.twtw.courses import known_spots
from rules.systems.twtw.ground import unit
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.library import Sheet, characters, scenes, stat_blocks
from rules.systems.twtw.play import TwtwDraft, audience_of, require_fighter
from rules.systems.twtw.positions import read_spot
from rules.systems.twtw.state import Condition, Fighter, Landmark, TwtwState
from rules.systems.twtw.surprise import check_surprise
from rules.systems.twtw.weapons import gun

AMBUSHES = {
    "nobody": "nobody",
    "posse": ALL_OF[Side.POSSE],
    "enemies": ALL_OF[Side.ENEMY],
    "everybody": "everybody",
}  # what each is called


def open_lobby(draft: TwtwDraft, setup: Setup) -> None:
    """Lay out a scene and let its NPCs enter. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH)."""
    key = setup.scene or next(iter(scenes()))
    scene = scenes().get(key)
    if scene is None:
        raise Illegal("NO_SUCH_SCENE", "TW-2.1", scene=key, hint=f"There is: {', '.join(scenes())}.")
    rules = house.read_house(setup.house, scene.mode)
    draft.emit(
        e.SceneLaidOut(
            rules=cited("TW-2.21", "TW-OQ-36"),
            scene=scene.name,
            house=rules,
            ambush=scene.ambush,
            is_drawn=scene.is_drawn,
            landmarks=tuple(
                Landmark(id=each.id, name=each.name, spot=each.spot.spot(rules.mode), cover=each.cover)
                for each in scene.landmarks
            ),
        )
    )
    for npc in scene.npcs:
        who = CombatantId(npc.id)
        _come_in(draft, who, npc.name, npc.side, npc.template, npc.spot.spot(rules.mode), is_hidden=False)


def enter(draft: TwtwDraft, command: Enter) -> None:
    """Somebody comes in, in the lobby or later; who comes later takes part from the next round on.

    Raises: Illegal(OVER, ID_TAKEN, NO_SUCH_TEMPLATE, NO_SUCH_PLACE, PC_OF_OTHER_SIDE, PC_HIDDEN).
    """
    state = draft.state
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "TW-2.1")
    if state.find(command.combatant):
        raise Illegal("ID_TAKEN", who=command.combatant)
    is_pc = command.template in characters()
    if not is_pc and command.template not in stat_blocks():
        known = ", ".join((*characters(), *stat_blocks()))
        raise Illegal("NO_SUCH_TEMPLATE", "TW-2.40", template=command.template, hint=f"There is: {known}.")
    if is_pc and command.side is not Side.POSSE:
        raise Illegal("PC_OF_OTHER_SIDE", "TW-2.1", who=command.name)
    if is_pc and command.hidden:
        raise Illegal("PC_HIDDEN", "TW-S1", who=command.name)
    spot = (
        read_spot(command.where, state.house.mode, known_spots(state, hidden_too=True))
        if command.where
        else _start(state, command.side)
    )
    _come_in(draft, command.combatant, command.name, command.side, command.template, spot, is_hidden=command.hidden)


def _start(state: TwtwState, side: Side) -> Spot:
    """Where one comes in: the Posse at the scene's start, others at its first landmark; a pace further each."""
    scene = next((each for each in scenes().values() if each.name == state.scene), None)
    first = scene.start.spot(state.house.mode) if scene and side is Side.POSSE else Spot(0, 0)
    size = unit(state.house.mode)
    taken = {fighter.spot for fighter in state.fighters if not fighter.is_hidden}
    while first in taken:
        first = Spot(first.x + size, first.y)
    return first


def _come_in(
    draft: TwtwDraft, who: CombatantId, name: str, side: Side, template: str, spot: Spot, *, is_hidden: bool
) -> None:
    is_pc = template in characters()
    sheet = characters()[template] if is_pc else stat_blocks()[template]
    draft.emit(
        e.Entered(
            rules=cited("TW-2.1"),
            audience=GM if is_hidden else ALL,
            who=who,
            name=name,
            side=side,
            template=template,
            spot=spot,
            is_pc=is_pc,
            is_hidden=is_hidden,
        ),
        e.Outfitted(
            rules=cited("TW-2.40", "TW-2.41"),
            audience=ALL if is_pc else GM,
            who=who,
            traits=sheet.traits,
            trait_skills=sheet.trait_skills,
            skills=sheet.skills,
            specialities=sheet.specialities,
            bravery=sheet.bravery,
            move=sheet.move,
            weapons=sheet.weapons,
            in_hand=_in_hand(draft.state, sheet, side),
            shots={key: weapon.shots for key in sheet.weapons if (weapon := gun(key))},
        ),
    )


def _in_hand(state: TwtwState, sheet: Sheet, side: Side) -> str:
    """What somebody holds at first: the first weapon, where they are drawn or he lies in wait."""
    lies_in_wait = side is Side.ENEMY and state.ambush in ("posse", "everybody")
    return sheet.weapons[0] if sheet.weapons and (state.is_drawn or lies_in_wait) else ""


def leave(draft: TwtwDraft, command: Leave) -> None:
    """Out of the lobby; or, once the fight is on, out of the fight. Raises: Illegal(NO_SUCH_COMBATANT, OVER)."""
    fighter = require_fighter(draft.state, command.combatant)
    audience = audience_of(fighter)
    if draft.state.phase is Phase.OVER:
        raise Illegal("OVER", "TW-2.1")
    if draft.state.phase is Phase.LOBBY:
        draft.emit(e.LeftLobby(rules=cited("TW-2.1"), audience=audience, who=fighter.id, name=fighter.name))
        return
    draft.emit(e.ConditionChanged(rules=cited("TW-2.1"), audience=audience, who=fighter.id, condition=Condition.GONE))


def start(draft: TwtwDraft, dice: Dice) -> None:
    """Action time is called; whoever may be surprised is checked first (TW-S1, TW-2.1).

    Raises: Illegal(ALREADY_STARTED, NO_POSSE, NO_ENEMIES).
    """
    state = draft.state
    if state.phase is not Phase.LOBBY:
        raise Illegal("ALREADY_STARTED", "TW-2.1")
    if not state.pcs:
        raise Illegal("NO_POSSE", "TW-2.1", hint="Somebody must join with a ready character.")
    if not any(fighter.side is Side.ENEMY for fighter in state.fighters):
        raise Illegal("NO_ENEMIES", "TW-2.1", hint="The Judge adds an NPC on the enemy side.")
    draft.emit(e.Started(rules=cited("TW-2.1")))
    for fighter in draft.state.fighters:
        if fighter.is_at_hand and may_be_surprised(draft.state, fighter):
            check_surprise(draft, dice, fighter)


def may_be_surprised(state: TwtwState, fighter: Fighter) -> bool:
    """Whether the Judge calls for a check of this one at the start (TW-S1)."""
    sides = {"posse": (Side.POSSE,), "enemies": (Side.ENEMY,), "everybody": tuple(Side)}
    return fighter.side in sides.get(state.ambush, ())
