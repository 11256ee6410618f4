"""The fight as one viewer may see it: the hidden and the numbers of NPCs to the Judge alone, sheets to their owners."""

from rules.core.audience import Viewer
from rules.core.combatant import Side
from rules.core.counting import best_first
from rules.core.option import Choice
from rules.core.remembering import remembered
from rules.core.values import replace
from rules.core.view import AskedView, CombatantView, FightView, HandView, Phase, PlaceView, marked
from rules.systems.twtw.advising import advice
from rules.systems.twtw.body import part
from rules.systems.twtw.cover import cover_name
from rules.systems.twtw.fields import trained_gun
from rules.systems.twtw.ground import paces
from rules.systems.twtw.harm import concussion_left
from rules.systems.twtw.library import AMBUSHES
from rules.systems.twtw.outlook import mode_words, ways_out
from rules.systems.twtw.positions import spot_words
from rules.systems.twtw.prompts import questions
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.rounds import ROMAN
from rules.systems.twtw.shooting import is_dodging
from rules.systems.twtw.state import Fighter, Landmark, Limit, Smoke, Stage, TwtwState
from rules.systems.twtw.turns import current
from rules.systems.twtw.weapons import field_words, gun, weapon_name
from rules.systems.twtw.wounds import limits, total

ENDINGS = {Side.POSSE: "The players' side holds the field", Side.ENEMY: "The enemies hold the field"}
LEVELS = ("", "light", "serious", "critical", "mortal")
HABIT = 3  # claims of danger in one fight of which the Judge is told


def view(state: TwtwState, viewer: Viewer) -> FightView:
    """Everything this viewer may know."""
    common = _common(state, gm=viewer.gm)
    return replace(
        common,
        combatants=marked(common.combatants, viewer),
        asked=tuple(_asked(state, question, viewer) for question in questions(state)),
        hands=tuple(_sheet(pc) for pc in state.pcs if viewer.owns(pc.id)),
    )


@remembered
def _common(state: TwtwState, *, gm: bool) -> FightView:
    """What the Judge sees, or everybody, but for what is somebody's own."""
    viewer = Viewer(gm=gm)
    return FightView(
        phase=state.phase,
        headline=_headline(state),
        combatants=tuple(_combatant(state, each, gm=gm) for each in state.fighters if is_seen(each, viewer)),
        places=tuple(_place(state, landmark) for landmark in state.landmarks),
        notes=_notes(state, viewer),
        advice=advice(state),
    )


def is_seen(fighter: Fighter, viewer: Viewer) -> bool:
    """Whether the viewer may know that this combatant is there."""
    return viewer.gm or not fighter.is_hidden


def _headline(state: TwtwState) -> str:
    if state.phase is Phase.LOBBY:
        return f"{state.scene}: the lobby is open" if state.scene else "The lobby is open"
    if state.phase is Phase.OVER:
        return f"Over: {ENDINGS[state.winner]}" if state.winner in ENDINGS else "Over"
    if state.attack is not None:
        return f"Round {state.round}: {state.name(state.attack.attacker)} hits {state.name(state.attack.target)}"
    if state.going is not None:
        return f"Round {state.round}, movement: {state.name(state.going.who)} sets off"
    whose = current(state)
    if whose is None:
        return f"Round {state.round}"
    if state.stage is Stage.MOVES:
        return f"Round {state.round}, movement: {whose.name}"
    return f"Round {state.round}, phase {ROMAN[whose.phase]}: {whose.name} acts"


def _combatant(state: TwtwState, fighter: Fighter, *, gm: bool) -> CombatantView:
    return CombatantView(
        id=fighter.id,
        name=fighter.name,
        side=fighter.side,
        state=", ".join(_condition_words(state, fighter)),
        is_npc=not fighter.is_pc,
        is_out=not fighter.is_up,
        is_hidden=fighter.is_hidden,
        details=_details(fighter) if gm and not fighter.is_pc else "",
    )


def _condition_words(state: TwtwState, fighter: Fighter) -> list[str]:
    words = [spot_words(state.house.mode, fighter.spot)]
    if not fighter.is_up:
        words.append(fighter.condition.value)
    words += health_words(fighter)
    if not fighter.is_up:
        return words
    if fighter.in_hand:
        loaded = f" ({fighter.shots_left(fighter.in_hand)})" if gun(fighter.in_hand) else ""
        words.append(f"{weapon_name(fighter.in_hand)}{loaded}")
    words += _posture_words(state, fighter)
    return [*words, *_round_words(state, fighter)]


def health_words(fighter: Fighter) -> list[str]:
    """Wounds and concussion, in words."""
    words = [f"{LEVELS[wound.level]} wound ({part(wound.where).name})" for wound in fighter.wounds]
    if fighter.concussion:
        words.append(f"concussion -{fighter.concussion}")
    return words


def _posture_words(state: TwtwState, fighter: Fighter) -> list[str]:
    words = []
    if fighter.cover:
        words.append(f"{'ducked ' if fighter.is_ducked else ''}behind a {cover_name(fighter.cover)}")
    elif fighter.is_ducked:
        words.append("ducked")
    flags = {
        "prone": fighter.is_prone,
        "mounted": fighter.is_mounted,
        "above the others": fighter.is_above,
        "point-blank": fighter.is_point_blank,
        "dodging": is_dodging(state, fighter),
        "expects danger": fighter.expects,
        "always claims danger": fighter.is_habitual,
    }
    words += [word for word, is_so in flags.items() if is_so]
    if fighter.smoke is not Smoke.NONE:
        words.append("in smoke" if fighter.smoke is Smoke.BARE else "in smoke, with a wet cloth")
    if fighter.fell:
        words.append(f"fell {fighter.fell - fighter.fell % 5} paces{', softly' if fighter.fell % 5 else ''}")
    if fighter.modifier:
        words.append(f"next attack {fighter.modifier:+d}")
    if fighter.bump_ruling != "as-ruled":
        words.append(f"next location: {fighter.bump_ruling}")
    return words


def _round_words(state: TwtwState, fighter: Fighter) -> list[str]:
    words = []
    if fighter.is_surprised:
        words.append("surprised")
    elif fighter.limit is not Limit.FREE:
        words.append("defence only")
    if state.round:
        words.append(f"{fighter.points} AP" + (f", phase {ROMAN[fighter.phase]}" if fighter.phase else ""))
    elif fighter.points:
        words.append(f"{fighter.points} AP")
    if fighter.declared is not None:
        words.append(f"{fighter.declared} AP next round")
    if fighter.paces:
        words.append(f"moved {fighter.paces}")
    words.append(f"Move {fighter.paces_move}")
    return words


def _place(state: TwtwState, landmark: Landmark) -> PlaceView:
    shelter = f", cover ({cover_name(landmark.cover)})" if landmark.cover else ""
    return PlaceView(
        id=landmark.id, name=landmark.name, links=f"{spot_words(state.house.mode, landmark.spot)}{shelter}"
    )


def _asked(state: TwtwState, question: Question, viewer: Viewer) -> AskedView:
    prompt = question.prompt
    fighter = state.find(prompt.whom)
    is_judges = fighter is None or not fighter.is_pc
    is_mine = (viewer.gm if is_judges else False) or (fighter is not None and viewer.owns(fighter.id))
    may_see = is_mine or viewer.gm
    return AskedView(
        id=prompt.id,
        whom=prompt.whom,
        who=fighter.name if fighter else "the Judge",
        what=prompt.what,
        otherwise=prompt.otherwise,
        question=prompt.question if is_mine else "",
        choices=question.choices() if may_see else (),
        is_mine=is_mine,
        blocks=prompt.blocks,
    )


def _sheet(pc: Fighter) -> HandView:
    return HandView(
        combatant=pc.id,
        name=pc.name,
        title=f"{pc.points} AP",
        items=tuple(Choice(key=weapon, label=_weapon_words(pc, weapon)) for weapon in pc.weapons),
        sheet=(*sheet_lines(pc), f"When a target you aim at moves: {pc.policy}"),
    )


def _weapon_words(fighter: Fighter, key: str) -> str:
    weapon = gun(key)
    if weapon is None:
        return weapon_name(key)
    return f"{weapon.name} ({fighter.shots_left(key)} of {weapon.shots}, {field_words(weapon)})"


def sheet_lines(fighter: Fighter) -> tuple[str, ...]:
    """What somebody is good at, in lines."""
    traits = ", ".join(f"{name} d{die}" for name, die in best_first(fighter.traits)) or "every trait d6"
    rows = ", ".join(f"{name} {level}" for name, level in best_first(fighter.trait_skills)) or "none"
    skills = ", ".join(f"{name} {level}" for name, level in best_first(fighter.skills)) or "none"
    special = f"; best with {', '.join(map(weapon_name, fighter.specialities))}" if fighter.specialities else ""
    lasting = f"wounds {total(fighter.wounds)} of {limits().out_at}, concussion {concussion_left(fighter)} left"
    return (f"Traits: {traits} (else d6)", f"Trait skills: {rows} (else 1)", f"Skills: {skills}{special}", lasting)


def _notes(state: TwtwState, viewer: Viewer) -> tuple[str, ...]:
    notes = [f"Measured {mode_words(state.house.mode)}"]
    if state.phase is Phase.LOBBY:
        notes.append(f"May be surprised: {AMBUSHES[state.ambush]}")
    else:
        order = "quickest first" if state.house.movement == "quickest_first" else "slowest first"
        shuffle = ", to be shuffled" if state.is_shuffle_due else ""
        notes.append(f"Movement {order}; {state.deck.left} cards left{shuffle}")
    notes += aim_notes(state)
    if viewer.gm:
        notes += [f"{pc.name} has claimed to expect danger {pc.claims} times" for pc in state.pcs if pc.claims >= HABIT]
    return tuple(notes)


def aim_notes(state: TwtwState) -> list[str]:
    """Who aims at whom, for how long, and the pace with which the target would be out of it."""
    found = []
    for aimer in state.fighters:
        weapon = trained_gun(aimer)
        target = state.find(aimer.aim.whom) if aimer.aim is not None else None
        if aimer.aim is None or weapon is None or target is None or not aimer.is_at_hand or not target.is_at_hand:
            continue
        with_what = f"{weapon.name}, {field_words(weapon)}"
        if aimer.aim.is_lost:
            found.append(f"{aimer.name} has lost the aim at {target.name} ({with_what})")
            continue
        away = paces(state.house.mode, aimer.spot, target.spot)
        rounds = f"round {aimer.aim.held}"
        found.append(
            f"{aimer.name} aims at {target.name} ({with_what}), {rounds}, range {away}; "
            f"out at pace: {ways_out(state, aimer, target)}"
        )
    return found


def _details(npc: Fighter) -> str:
    lines = "; ".join(sheet_lines(npc))
    weapons = ", ".join(_weapon_words(npc, key) for key in npc.weapons) or "no weapon"
    return f"{weapons}; {lines}; under an aim: {npc.policy}"
