"""The fight as one viewer may see it: sealed plans to their owners, NPCs' numbers and hidden people to the GM alone."""

from rules.core.audience import Viewer
from rules.core.combatant import ALL_OF, Side
from rules.core.counting import best_first
from rules.core.option import Choice
from rules.core.remembering import remembered
from rules.core.values import replace
from rules.core.view import AskedView, CombatantView, FightView, HandView, Phase, PlaceView, marked
from rules.systems.conflicts.advising import advice
from rules.systems.conflicts.declaring import ACTIONS
from rules.systems.conflicts.gear import armour_of, item_name, weapon_name
from rules.systems.conflicts.injuries import step_words, track
from rules.systems.conflicts.moving import reach_of
from rules.systems.conflicts.plans import open_words, plan_words
from rules.systems.conflicts.positions import cover_of, distance, metres, nearest_landmark, roughly
from rules.systems.conflicts.prompts import questions
from rules.systems.conflicts.questions.question import Question
from rules.systems.conflicts.rounds import current
from rules.systems.conflicts.sight import seen_by
from rules.systems.conflicts.state import (
    BYSTANDER,
    ConflictState,
    Fighter,
    Item,
    Landmark,
    Plan,
    Posture,
    Stage,
    are_foes,
)

KINDS = {"physical": "bodies", "mental": "minds", "both": "bodies and minds"}
COVERS = {1: "in cover", 2: "in heavy cover"}
STAGES = {Stage.DECLARING: "declaring", Stage.FIRST: "first actions", Stage.SECOND: "second actions"}
NEAREST = 4  # distances shown of each
GM_WORD = "GM"


def view(state: ConflictState, viewer: Viewer) -> FightView:
    """Everything this viewer may know."""
    common = _common(state, gm=viewer.gm)
    return replace(
        common,
        combatants=marked(common.combatants, viewer),
        asked=tuple(_asked(state, question, viewer) for question in questions(state)),
        hands=tuple(_sheet(state, each) for each in state.fighters if _has_sheet(state, each, viewer)),
    )


@remembered
def _common(state: ConflictState, *, gm: bool) -> FightView:
    """What the GM sees, or everybody, but for what is somebody's own."""
    viewer = Viewer(gm=gm)
    return FightView(
        phase=state.phase,
        headline=_headline(state),
        combatants=tuple(_combatant(state, each, gm=gm) for each in state.fighters if is_seen(each, viewer)),
        places=tuple(_place(mark) for mark in state.landmarks),
        notes=_notes(state, viewer),
        advice=advice(state),
    )


def is_seen(fighter: Fighter, viewer: Viewer) -> bool:
    """Whether the viewer may know that this combatant is there."""
    return viewer.gm or not fighter.is_hidden


def _has_sheet(state: ConflictState, fighter: Fighter, viewer: Viewer) -> bool:
    return fighter.is_pc and viewer.owns(fighter.id) and state.phase is not Phase.LOBBY


def _headline(state: ConflictState) -> str:
    if state.phase is Phase.LOBBY:
        return f"{state.scene}: the lobby is open" if state.scene else "The lobby is open"
    if state.phase is Phase.OVER:
        return f"Over: {holds_field(state.winner)}" if state.winner else "Over"
    actor = current(state)
    whose = f": {actor.name}" if actor is not None and not actor.is_hidden else ""
    return f"Round {state.round}, {STAGES[state.stage]}{whose}"


def holds_field(party: str) -> str:
    """Who won, in words."""
    return f"{party_words(party)} hold{'' if party == Side.ENEMY else 's'} the field"


def party_words(party: str) -> str:
    """A party inside a sentence."""
    return ALL_OF[Side(party)] if party in {*Side} else f"the {party} party"


def _combatant(state: ConflictState, fighter: Fighter, *, gm: bool) -> CombatantView:
    mark = nearest_landmark(state, fighter.spot)
    return CombatantView(
        id=fighter.id,
        name=fighter.name,
        side=fighter.side,
        state=", ".join(_state_words(state, fighter)),
        place=mark.id if mark else "",
        is_npc=not fighter.is_pc,
        is_out=not fighter.is_up,
        is_hidden=fighter.is_hidden,
        details=_details(state, fighter) if gm else "",
    )


def _state_words(state: ConflictState, fighter: Fighter) -> list[str]:
    """What everybody sees of somebody: health, hands, posture, cover, how far along his actions are."""
    words = [fighter.condition.value if not fighter.is_up else step_words(state, fighter)]
    if fighter.party != fighter.side.value:
        words.append("takes no part" if fighter.party == BYSTANDER else f"of {party_words(fighter.party)}")
    if not fighter.is_up:
        return words
    in_hand = [_in_hand(state, item) for item in fighter.gear if item.hold]
    words += [" and ".join(in_hand)] if in_hand else []
    words += [fighter.posture.value] if fighter.posture is not Posture.STANDING else []
    words += [COVERS[cover_of(state, fighter)]] if cover_of(state, fighter) in COVERS else []
    words += ["airborne"] if fighter.is_airborne else []
    words += ["lame"] if fighter.is_lame else []
    words += ["surprised"] if fighter.is_surprised and state.phase is not Phase.LOBBY else []
    words += [f"running ({fighter.moves} moves)"] if fighter.moves else []
    words += [_aim_words(state, fighter)] if fighter.aim is not None else []
    holder, held = state.holder_of(fighter.id), state.held_by(fighter.id)
    words += [f"held by {state.name(holder)}"] if holder else []
    words += [f"holds {state.name(held)}"] if held else []
    return [*words, *_plans_words(state, fighter)]


def _in_hand(state: ConflictState, item: Item) -> str:
    hand = {"off": " in the off-hand", "both": " in both hands", "main": " in hand"}[item.hold]
    return f"{item_name(state, item)}{hand}{'' if item.is_loaded else ' (empty)'}"


def _aim_words(state: ConflictState, fighter: Fighter) -> str:
    aim = fighter.aim
    assert aim is not None, "asked only of who aims"
    done = [f"aimed {aim.actions}"] if aim.actions else []
    done += ["steadied"] if aim.is_steadied else []
    done += ["telescope"] if aim.is_scoped else []
    target = state.find(aim.whom)
    name = target.name if target and not target.is_hidden else "somebody gone"
    return f"{', '.join(done)} at {name}"


def _plans_words(state: ConflictState, fighter: Fighter) -> list[str]:
    """How many actions are declared; once all have declared, which are left."""
    if state.phase is not Phase.RUNNING:
        return []
    if state.stage is Stage.DECLARING and state.house.declare == "sealed":
        return [f"has declared {len(fighter.plans)} of {ACTIONS}"] if fighter.plans else []
    left = [plan_words(state, fighter, plan, told=False) for plan in fighter.plans if not plan.is_spent]
    words = [f"still to {', '.join(left)}"] if left else []
    return [*words, *(["asks how to meet attacks"] if fighter.asks else [])]


def _place(mark: Landmark) -> PlaceView:
    words = [COVERS[mark.cover].removeprefix("in ")] if mark.cover in COVERS else []
    words += ["support for a gun"] if mark.has_support else []
    words += [mark.note] if mark.note else []
    return PlaceView(id=mark.id, name=mark.name, links="; ".join(words))


def _asked(state: ConflictState, question: Question, viewer: Viewer) -> AskedView:
    prompt = question.prompt
    fighter = state.find(prompt.whom)
    is_gms = fighter is None or not fighter.is_pc
    is_mine = (viewer.gm if is_gms else False) or (fighter is not None and viewer.owns(fighter.id))
    return AskedView(
        id=prompt.id,
        whom=prompt.whom,
        who=fighter.name if fighter else f"the {GM_WORD}",
        what=prompt.what,
        otherwise=prompt.otherwise,
        question=prompt.question if is_mine else "",
        choices=question.choices() if is_mine or viewer.gm else (),
        is_mine=is_mine,
        blocks=prompt.blocks,
    )


def _sheet(state: ConflictState, pc: Fighter) -> HandView:
    """What a player alone sees: the plans he declared, and his sheet."""
    plans = [_plan_line(state, pc, plan) for plan in pc.plans]
    return HandView(
        combatant=pc.id,
        name=pc.name,
        title=f"{len(plans)} of {ACTIONS} actions declared",
        items=tuple(Choice(key=str(at), label=words) for at, words in enumerate(plans, start=1)),
        sheet=_sheet_lines(state, pc),
        revision=state.round * 10 + len(plans),
    )


def _plan_line(state: ConflictState, pc: Fighter, plan: Plan) -> str:
    """An action that he declared, with what is still open of it."""
    note = "done" if plan.is_spent else open_words(plan)
    return plan_words(state, pc, plan, told=False) + (f" ({note})" if note else "")


def _sheet_lines(state: ConflictState, fighter: Fighter) -> tuple[str, ...]:
    house = state.house
    skills = ", ".join(f"{skill.title()} {level}" for skill, level in best_first(fighter.skills))
    gear = ", ".join(_gear_words(state, item) for item in fighter.gear) or "none"
    worn = [piece for key in fighter.armour if (piece := armour_of(state, key)) is not None]
    armour = ", ".join(f"{piece.name} (coverage {piece.coverage}, AR {piece.rating})" for piece in worn)
    familiar = ", ".join(weapon_name(state, key) for key in fighter.familiar)
    words = ", ".join(weapon_name(state, key) for key in fighter.words)
    seen = ", ".join(each.name for each in seen_by(state, fighter) if each.is_up)
    faced = state.find(fighter.facing)
    facing = f", faces {faced.name}" if faced is not None and not faced.is_hidden else ""
    whole = ", the whole field" if fighter.oriented_until and state.round <= fighter.oriented_until else ""
    tracks = f"damage {fighter.harm} of {track(house, fighter.strength)}, "
    tracks += f"strain {fighter.strain} of {track(house, fighter.will)}"
    return (
        f"Strength {fighter.strength}, Reflexes {fighter.reflexes}, Will {fighter.will}; {tracks}",
        f"Skills: {skills or 'none'}{f'; familiar: {familiar}' if familiar else ''}",
        f"Weapons: {gear}{f'; words: {words}' if words else ''}{f'; armour: {armour}' if armour else ''}",
        f"A Move takes {metres(reach_of(fighter))}; load {fighter.load} kg",
        f"Sees {seen or 'nobody'}{whole}{facing}",
        f"Stands {metres_of(fighter)}",
        *_remembered(state, fighter),
    )


def _gear_words(state: ConflictState, item: Item) -> str:
    if item.lies is not None:
        return f"{item_name(state, item)} (on the ground)"
    return f"{item_name(state, item)}{'' if item.is_loaded else ' (empty)'}{' in hand' if item.hold else ''}"


def _notes(state: ConflictState, viewer: Viewer) -> tuple[str, ...]:
    weather = f"; {', '.join(state.conditions)}" if state.conditions else ""
    notes = [f"Fought with: {KINDS[state.kinds]}{weather}"]
    if state.order:
        names = [state.name(who) for who in state.order if _takes_part(state.find(who), viewer)]
        notes.append(f"Order: {', '.join(names)}")
    notes += _distances(state, viewer)
    if viewer.gm:
        notes += [f"Own: {weapon.name} ({weapon.damage})" for _, weapon in sorted(state.weapons.items())]
        notes += [f"Own: {piece.name} (AR {piece.rating})" for _, piece in sorted(state.armours.items())]
    return tuple(notes)


def _takes_part(fighter: Fighter | None, viewer: Viewer) -> bool:
    return fighter is not None and fighter.is_fighting and is_seen(fighter, viewer)


def _distances(state: ConflictState, viewer: Viewer) -> list[str]:
    """How far everybody is from the enemies nearest to him; each pair once."""
    told: set[frozenset[str]] = set()
    lines: list[str] = []
    people = sorted((each for each in state.fighters if _takes_part(each, viewer)), key=lambda each: not each.is_pc)
    for one in people:
        foes = sorted((each for each in people if are_foes(one, each)), key=lambda each: distance(one.spot, each.spot))
        fresh = [foe for foe in foes[:NEAREST] if frozenset((one.id, foe.id)) not in told]
        told |= {frozenset((one.id, foe.id)) for foe in fresh}
        if fresh:
            said = ", ".join(f"{foe.name} {roughly(distance(one.spot, foe.spot))}" for foe in fresh)
            lines.append(f"{one.name}: {said}")
    return [f"Distances – {'; '.join(lines)}"] if lines else []


def _details(state: ConflictState, fighter: Fighter) -> str:
    """Everything the GM may know of somebody: his sheet, and what the rules remember of him, but no sealed plan."""
    faced = state.find(fighter.facing)
    hidden = [f"faces {faced.name}, hidden"] if faced is not None and faced.is_hidden else []
    hidden += ["surprised at the start"] if fighter.is_surprised and state.phase is Phase.LOBBY else []
    lines = "; ".join((*_sheet_lines(state, fighter), *hidden))
    if not fighter.is_pc:
        plans = ", ".join(plan_words(state, fighter, plan, told=False) for plan in fighter.plans)
        lines += f"; declared: {plans}" if plans else ""
    return lines


def _remembered(state: ConflictState, fighter: Fighter) -> tuple[str, ...]:
    """What the rules remember of somebody beside his sheet; a line, if there is any."""
    attackers = [state.name(who) for who in fighter.attackers if not getattr(state.find(who), "is_hidden", False)]
    facts = [
        *(["under fire"] if fighter.is_under_fire else []),
        *(["attacked in this round"] if fighter.was_attacked else []),
        *(["has acted"] if fighter.has_acted else []),
        *(["has dropped low in this round"] if fighter.has_changed_posture else []),
        *(["must defend next"] if fighter.must_defend else []),
        *(["did not declare, and is not asked what his actions leave open"] if fighter.is_unasked else []),
        *(["has cover as the GM set it"] if fighter.cover is not None else []),
        *([f"attacked by {' and '.join(attackers)}"] if attackers else []),
    ]
    return (f"Now: {', '.join(facts)}",) if facts else ()


def metres_of(fighter: Fighter) -> str:
    """Somebody's position, from where the scene begins: "60 m from where the scene begins, 15 m aside"."""
    along, aside = fighter.spot.x, fighter.spot.y
    first = f"{'-' if along < 0 else ''}{roughly(abs(along))} from where the scene begins"
    return f"{first}, {'-' if aside < 0 else ''}{roughly(abs(aside))} aside" if aside else first
