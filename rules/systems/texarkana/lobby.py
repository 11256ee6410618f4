"""The lobby: a scene, who is in it, and the deal (TXD-31 to TXD-33, TXF-04, TXF-24)."""

from collections.abc import Mapping

from rules.core.audience import ALL, GM, of
from rules.core.combatant import Side
from rules.core.command import Enter, LayOut, Leave, Start
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.names import apart
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import events as e, house
from rules.systems.texarkana.cardplay import draw_card
from rules.systems.texarkana.cards import ALL_CARDS
from rules.systems.texarkana.escalation import raise_tier_against
from rules.systems.texarkana.library import Scene, SceneNpc, characters, scenes, stat_blocks
from rules.systems.texarkana.own_scenes import own_scene
from rules.systems.texarkana.play import TexDraft, require_fighter
from rules.systems.texarkana.sheet import character_of, keep_hand, set_aside, woe_at_start
from rules.systems.texarkana.state import Condition, House, StatBlock, TexState, Tier
from rules.systems.texarkana.weapons import ranged
from rules.systems.texarkana.zones import describe_around, drive_from_cover

CARDS_LEFT = 20  # outside the hands, at least (TXD-32)


def open_lobby(draft: TexDraft, setup: Setup) -> None:
    """Lay out a scene and let its NPCs enter.

    Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH, SCENE_BROKEN, NEWER_PROGRAM).
    """
    if setup.own:
        scene = own_scene(setup.own)
    else:
        key = setup.scene or next(iter(scenes()))
        if key not in scenes():
            raise Illegal("NO_SUCH_SCENE", "TX-24", scene=key, hint=f"There is: {', '.join(scenes())}.")
        scene = scenes()[key]
    _set(draft, scene, house.read_house(setup.house), setup.house)


def lay_out(draft: TexDraft, command: LayOut) -> None:
    """A scene of the Dealer's own for the one that is there: its NPCs come, the others leave, the Posse stays.

    Raises: Illegal(ALREADY_STARTED, SCENE_BROKEN, NEWER_PROGRAM).
    """
    if draft.state.phase is not Phase.LOBBY:
        raise Illegal("ALREADY_STARTED", "TX-24", hint="A scene is laid out while the lobby is open.")
    scene = own_scene(command.scene)
    for fighter in draft.state.fighters:
        if not fighter.is_pc:
            leave(draft, Leave(combatant=fighter.id))
    _set(draft, scene, draft.state.house, {})
    start = draft.state.zones[0].id
    for pc in draft.state.pcs:
        draft.emit(e.Moved(rules=cited("TX-24"), who=pc.id, where=start))
        in_hand = _in_hand(draft.state, pc.weapons, pc.side)
        if in_hand != pc.in_hand:
            draft.emit(e.Armed(rules=cited("TXD-31"), who=pc.id, weapon=in_hand))
    if draft.state.pcs:
        describe_around(draft, start)


def _set(draft: TexDraft, scene: Scene, rules: House, given: Mapping[str, str]) -> None:
    """The scene is laid out; what was `given` for a switch of the scene counts before it (TXD-33)."""
    draft.emit(
        e.SceneLaidOut(
            rules=cited("TX-24", "TXD-33"),
            scene=scene.name,
            opening=scene.opening,
            house=rules,
            tier=house.tier_of(given, scene),
            may_ambush=house.may_ambush(given, scene),
            zones=scene.zones,
            links=scene.links,
            sights=scene.sights,
            has_witnesses=house.has_witnesses(given, scene),
        )
    )
    for key, block in scene.blocks.items():
        if draft.state.own_blocks.get(key) != block:
            draft.emit(e.Described(rules=cited("TXD-30"), audience=GM, key=key, block=block))
    for npc in scene.npcs:
        name = apart(npc.name, [fighter.name for fighter in draft.state.fighters])
        enter_npc(draft, replace(npc, name=name), is_hidden=npc.is_hidden)


def enter(draft: TexDraft, dice: Dice, command: Enter) -> None:
    """Somebody comes in, in the lobby or later.

    Raises: Illegal(OVER, ID_TAKEN, NO_SUCH_TEMPLATE, NO_SUCH_PLACE, PC_OF_OTHER_SIDE, PC_HIDDEN, DECK_TOO_SMALL), and
    for a sheet as `character_of`.
    """
    state = draft.state
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "TX-18")
    if state.find(command.combatant):
        raise Illegal("ID_TAKEN", who=command.combatant)
    place = _place(state, command.where)
    if not command.sheet and block_of(state, command.template):
        npc = SceneNpc(
            id=command.combatant, name=command.name, template=command.template, side=command.side, place=place
        )
        enter_npc(draft, npc, is_hidden=command.hidden)
    elif command.sheet or command.template in characters():
        _enter_pc(draft, dice, command, place)
    else:
        known = ", ".join((*characters(), *stat_blocks(), *state.own_blocks))
        raise Illegal("NO_SUCH_TEMPLATE", "TXD-30", template=command.template, hint=f"There is: {known}.")
    if state.phase is Phase.RUNNING and not command.hidden:
        drive_from_cover(draft, draft.state.fighter(command.combatant), place)


def block_of(state: TexState, key: str) -> StatBlock | None:
    """An NPC's entry: the Dealer's own of this fight, or one of those that come ready (TXD-30)."""
    return state.own_blocks.get(key) or stat_blocks().get(key)


def _place(state: TexState, where: str) -> str:
    """The zone meant by its id or name; the first if none is. Raises: Illegal(NO_SUCH_PLACE)."""
    if not where:
        return state.zones[0].id
    word = where.strip().casefold()
    for zone in state.zones:
        if word in (zone.id.casefold(), zone.name.casefold()):
            return zone.id
    raise Illegal("NO_SUCH_PLACE", "TX-24", place=where, hint=f"There is: {', '.join(z.name for z in state.zones)}.")


def enter_npc(draft: TexDraft, npc: SceneNpc, *, is_hidden: bool) -> None:
    """An NPC comes in, with the numbers and weapons of its entry (TXD-30, TXD-31)."""
    block = block_of(draft.state, npc.template)
    assert block is not None, "there is such an entry"
    who = CombatantId(npc.id)
    in_hand = npc.in_hand
    if in_hand is None:
        in_hand = _in_hand(draft.state, block.weapons, npc.side, block.concealed)
    weapons = block.weapons if not in_hand or in_hand in block.weapons else (*block.weapons, in_hand)
    draft.emit(
        e.Entered(
            rules=cited("TXD-30"),
            audience=GM if is_hidden else ALL,
            who=who,
            name=npc.name,
            side=npc.side,
            template=npc.template,
            place=npc.place,
            is_pc=False,
            is_hidden=is_hidden,
        ),
        e.Outfitted(
            rules=cited("TXD-30", "TXD-31"),
            audience=GM,
            who=who,
            grit=block.grit,
            weapons=weapons,
            in_hand=in_hand,
            concealed=frozenset(block.concealed) - {in_hand},
            ratings=block.ratings,
            brawling=block.brawling,
            is_beast=block.is_beast,
            is_supernatural=block.is_supernatural,
        ),
    )
    if not is_hidden:
        describe_around(draft, npc.place)
        raise_tier_against(draft, draft.state.fighter(who))


def _enter_pc(draft: TexDraft, dice: Dice, command: Enter, place: str) -> None:
    if command.side is not Side.POSSE:
        raise Illegal("PC_OF_OTHER_SIDE", "TXD-14", who=command.name)
    if command.hidden:
        raise Illegal("PC_HIDDEN", "TX-24", who=command.name)
    character = character_of(command) if command.sheet else characters()[command.template]
    _require_cards(draft.state, character.will)
    draft.emit(
        e.Entered(
            rules=cited("TXD-30"),
            who=command.combatant,
            name=command.name,
            side=command.side,
            template=command.template,
            place=place,
            is_pc=True,
            is_hidden=False,
        ),
        e.Outfitted(
            rules=cited("TXD-30", "TXD-31"),
            who=command.combatant,
            grit=character.grit,
            weapons=character.weapons,
            in_hand=_in_hand(draft.state, character.weapons, command.side),
            will=character.will,
            luck=character.luck,
            coin=character.coin,
            injury=character.injury,
            ranks=character.all_ranks,
            characteristics=character.characteristics,
            flaws=character.flaws,
            traits=character.traits,
            invocations=character.invocations,
        ),
    )
    keep_hand(draft, command)
    describe_around(draft, place)
    if draft.state.phase is Phase.RUNNING:
        deal(draft, dice, command.combatant)


def enter_character(draft: TexDraft, dice: Dice, key: str) -> None:
    """A ready character of this key comes in under his own name. Raises: Illegal(DECK_TOO_SMALL)."""
    name = characters()[key].name
    enter(draft, dice, Enter(combatant=CombatantId(key), name=name, side=Side.POSSE, template=key))


def _require_cards(state: TexState, will: int) -> None:
    """Enough cards must stay outside the hands (TXD-32). Raises: Illegal(DECK_TOO_SMALL)."""
    held = sum(max(pc.will, len(pc.hand)) for pc in state.pcs if pc.condition is not Condition.GONE)
    if len(ALL_CARDS) - held - will < CARDS_LEFT:
        raise Illegal(
            "DECK_TOO_SMALL", "TXD-32", left=str(len(ALL_CARDS) - held), hint="Smaller hands, or fewer players."
        )


def _in_hand(state: TexState, weapons: tuple[str, ...], side: Side, concealed: tuple[str, ...] = ()) -> str:
    """What somebody holds at first: the main weapon if the situation allows it, else nothing (TXD-31).

    Where hand weapons are in order, one carried openly before one that is hidden.
    """
    if not weapons or side is Side.BYSTANDER:
        return ""
    if state.tier is Tier.ANY or state.may_ambush:
        return weapons[0]
    if state.tier is Tier.MELEE:
        by_hand = [weapon for weapon in weapons if ranged(weapon) is None]
        return min(by_hand, key=lambda weapon: weapon in concealed, default="")
    return ""


def leave(draft: TexDraft, command: Leave) -> None:
    """Out of the lobby; or, once the fight is on, out of the fight, the hand discarded.

    Raises: Illegal(NO_SUCH_COMBATANT, OVER).
    """
    fighter = require_fighter(draft.state, command.combatant)
    if draft.state.phase is Phase.LOBBY:
        audience = GM if fighter.is_hidden else ALL
        draft.emit(e.LeftLobby(rules=cited("TXD-32"), audience=audience, who=fighter.id, name=fighter.name))
        return
    if draft.state.phase is Phase.OVER:
        raise Illegal("OVER", "TX-18")
    audience = GM if fighter.is_hidden else ALL
    draft.emit(
        e.ConditionChanged(rules=cited("TX-18"), audience=audience, who=fighter.id, condition=Condition.GONE),
    )
    if fighter.hand or fighter.id in draft.state.owed:
        draft.emit(e.HandDiscarded(rules=cited("TXD-32"), audience=of(fighter.id), who=fighter.id, cards=fighter.hand))


def start(draft: TexDraft, dice: Dice, command: Start) -> None:
    """Deal each PC as many cards as his Will, and ask for the Lookout (TXF-04, TX-14).

    Raises: Illegal(ALREADY_STARTED, NO_POSSE, NO_ENEMIES).
    """
    state = draft.state
    if state.phase is not Phase.LOBBY:
        raise Illegal("ALREADY_STARTED", "TX-14")
    if not state.pcs:
        raise Illegal("NO_POSSE", "TX-14", hint="Somebody must join with a ready character.")
    if not state.enemies:
        raise Illegal("NO_ENEMIES", "TX-15", hint="The Dealer adds an NPC on the enemy side.")
    draft.emit(e.Started(rules=cited("TXF-04", "TXF-24", "TX-14"), woe=woe_at_start(state, command)))
    set_aside(draft, command, CARDS_LEFT + sum(pc.will - len(pc.hand) for pc in state.pcs))
    for pc in state.pcs:
        deal(draft, dice, pc.id)


def deal(draft: TexDraft, dice: Dice, who: CombatantId) -> None:
    """A full hand: as many cards as Will (TXF-04), those kept among them (TXD-36)."""
    fighter = draft.state.fighter(who)
    for _ in range(fighter.will - len(fighter.hand)):
        draw_card(draft, dice, who)
