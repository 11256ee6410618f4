"""The lobby: a scene, who is in it, and the beginning (C2-02, C2D-01, C2D-02, C2D-17)."""

from rules.core.audience import ALL, GM
from rules.core.combatant import Side
from rules.core.command import Enter, LayOut, Leave
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.names import apart
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.conflicts import events as e, house
from rules.systems.conflicts.gear import outfit
from rules.systems.conflicts.initiative import roll_initiative
from rules.systems.conflicts.library import Scene, SceneNpc, Sheet, characters, scenes, stat_blocks
from rules.systems.conflicts.own_scenes import own_scene
from rules.systems.conflicts.placing import nearest_foe, put
from rules.systems.conflicts.play import ConflictDraft, require_fighter, seen_audience, surprise_audience
from rules.systems.conflicts.positions import landmark, read_way, start_of
from rules.systems.conflicts.rounds import begin_round
from rules.systems.conflicts.state import Condition, House, Spot


def open_lobby(draft: ConflictDraft, setup: Setup) -> None:
    """Lay out a scene and let its NPCs enter.

    Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH, SCENE_BROKEN, NEWER_PROGRAM).
    """
    if setup.own:
        scene = own_scene(setup.own)
    else:
        key = setup.scene or next(iter(scenes()))
        if key not in scenes():
            raise Illegal("NO_SUCH_SCENE", "C2D-17", scene=key[:40], hint=f"There is: {', '.join(scenes())}.")
        scene = scenes()[key]
    _set(draft, scene, house.read_house(setup.house))


def lay_out(draft: ConflictDraft, command: LayOut) -> None:
    """A scene of the GM's own for the one that is there: its NPCs come, the others leave, the players stay.

    Raises: Illegal(ALREADY_STARTED, SCENE_BROKEN, NEWER_PROGRAM).
    """
    if draft.state.phase is not Phase.LOBBY:
        raise Illegal("ALREADY_STARTED", "C2D-17", hint="A scene is laid out while the lobby is open.")
    scene = own_scene(command.scene)
    for fighter in draft.state.fighters:
        if not fighter.is_pc:
            leave(draft, Leave(combatant=fighter.id))
    _set(draft, scene, draft.state.house)
    for fighter in draft.state.fighters:
        if fighter.is_pc:
            put(draft, fighter, start_of(draft.state))
            if fighter.is_surprised != scene.is_posse_surprised:
                _surprise(draft, fighter.id, is_surprised=scene.is_posse_surprised)


def _set(draft: ConflictDraft, scene: Scene, rules: House) -> None:
    """The scene is laid out, and its NPCs are in it."""
    draft.emit(
        e.SceneLaidOut(
            rules=cited("C2-01", "C2D-17"),
            scene=scene.name,
            opening=scene.opening,
            house=rules,
            kinds=scene.kinds,
            conditions=scene.conditions,
            is_posse_surprised=scene.is_posse_surprised,
            landmarks=tuple(mark.landmark for mark in scene.landmarks),
        )
    )
    for key, weapon in scene.weapons.items():
        if draft.state.weapons.get(key) != weapon:
            draft.emit(e.WeaponMade(rules=cited("C2D-09"), key=key, weapon=weapon))
    for npc in scene.npcs:
        mark = landmark(draft.state, npc.place)
        spot = npc.spot or (mark.spot if mark else start_of(draft.state))
        name = apart(npc.name, [fighter.name for fighter in draft.state.fighters])
        sheet = stat_blocks()[npc.template]
        _enter(draft, replace(npc, name=name), sheet, spot, is_pc=False, is_hidden=npc.is_hidden)
        if npc.is_surprised:
            _surprise(draft, CombatantId(npc.id), is_surprised=True)


def _surprise(draft: ConflictDraft, who: CombatantId, *, is_surprised: bool) -> None:
    audience = surprise_audience(draft.state, draft.state.fighter(who))
    draft.emit(e.SurpriseSet(rules=cited("C2-03"), audience=audience, who=who, is_surprised=is_surprised))


def enter(draft: ConflictDraft, command: Enter) -> None:
    """Somebody comes in, in the lobby or later: at a landmark, or as in "12 m from Ana".

    Raises: Illegal(OVER, ID_TAKEN, NO_SUCH_TEMPLATE, NO_SUCH_PLACE, PC_OF_OTHER_SIDE, PC_HIDDEN).
    """
    state = draft.state
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "C2D-10")
    if state.find(command.combatant):
        raise Illegal("ID_TAKEN", who=command.combatant[:40])
    is_pc = command.template in characters()
    sheet = characters().get(command.template) or stat_blocks().get(command.template)
    if sheet is None:
        known = ", ".join((*characters(), *stat_blocks()))
        raise Illegal("NO_SUCH_TEMPLATE", "C2D-01", template=command.template[:40], hint=f"There is: {known}.")
    if is_pc and command.side is not Side.POSSE:
        raise Illegal("PC_OF_OTHER_SIDE", "C2-02", who=command.name)
    if is_pc and command.hidden:
        raise Illegal("PC_HIDDEN", "C2-09", who=command.name)
    where = command.where.strip()
    spot = read_way(state, None, where, state.fighters).spot if where else start_of(state)
    npc = SceneNpc(
        id=command.combatant, name=command.name, template=command.template, side=command.side, place="", party=""
    )
    _enter(draft, npc, sheet, spot, is_pc=is_pc, is_hidden=command.hidden)
    if is_pc and state.is_posse_surprised and state.phase is Phase.LOBBY:
        _surprise(draft, command.combatant, is_surprised=True)


def _enter(
    draft: ConflictDraft, npc: SceneNpc, sheet: Sheet, spot: Spot, *, is_pc: bool, is_hidden: bool = False
) -> None:
    """Somebody with a sheet is there; in a fight under way he faces the enemy nearest to him."""
    who = CombatantId(npc.id)
    draft.emit(
        e.Entered(
            rules=cited("C2-02"),
            audience=GM if is_hidden else ALL,
            who=who,
            name=npc.name,
            side=npc.side,
            party=npc.party or npc.side.value,
            template=npc.template,
            spot=spot,
            is_pc=is_pc,
            is_hidden=is_hidden,
        ),
        e.Outfitted(
            rules=cited("C2D-01", "C2D-02"),
            audience=ALL if is_pc else GM,
            who=who,
            strength=sheet.strength,
            reflexes=sheet.reflexes,
            will=sheet.will,
            skills=sheet.skills,
            familiar=sheet.familiar,
            gear=outfit(draft.state, sheet.weapons, npc.in_hand),
            words=sheet.words,
            armour=sheet.armour,
            load=sheet.load,
        ),
    )
    if draft.state.phase is Phase.RUNNING:
        face_nearest(draft, who)


def face_nearest(draft: ConflictDraft, who: CombatantId) -> None:
    """Face the nearest enemy there is to be seen."""
    fighter = draft.state.fighter(who)
    foe = nearest_foe(draft.state, fighter)
    if foe is not None:
        draft.emit(e.FacingSet(rules=cited("C2D-19"), audience=seen_audience(fighter), who=who, whom=foe.id))


def leave(draft: ConflictDraft, command: Leave) -> None:
    """Out of the lobby; or, once the fight is on, out of the fight. Raises: Illegal(NO_SUCH_COMBATANT, OVER)."""
    fighter = require_fighter(draft.state, command.combatant)
    audience = seen_audience(fighter)
    if draft.state.phase is Phase.LOBBY:
        draft.emit(e.LeftLobby(rules=cited("C2-02"), audience=audience, who=fighter.id, name=fighter.name))
        return
    if draft.state.phase is Phase.OVER:
        raise Illegal("OVER", "C2D-10")
    draft.emit(
        e.ConditionChanged(rules=cited("C2-02"), audience=audience, who=fighter.id, condition=Condition.GONE),
    )


def start(draft: ConflictDraft, dice: Dice) -> None:
    """Everybody faces the nearest enemy; the initiative is rolled; the first round begins (C2-02, C2-04).

    Raises: Illegal(ALREADY_STARTED, NO_POSSE, NO_ENEMIES).
    """
    state = draft.state
    if state.phase is not Phase.LOBBY:
        raise Illegal("ALREADY_STARTED", "C2-02")
    if not any(fighter.is_pc for fighter in state.fighters):
        raise Illegal("NO_POSSE", "C2-02", hint="Somebody must join with a ready character.")
    if len({fighter.party for fighter in state.fighters if fighter.is_fighting}) < 2:
        raise Illegal("NO_ENEMIES", "C2-02", hint="The GM adds an NPC on the enemy side.")
    draft.emit(e.Started(rules=cited("C2-02")))
    for fighter in draft.state.fighters:
        face_nearest(draft, fighter.id)
    roll_initiative(draft, dice)
    begin_round(draft)
