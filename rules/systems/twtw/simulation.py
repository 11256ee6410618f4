"""Automatic fights: everybody does what `policy` suggests and puts all bumps into damage.

Whoever aims at somebody who sets off fires if the target would leave his field, and else keeps the aim. Who comes first
where the initiative does not tell is drawn by lot, since the book leaves that to the order of entry.
"""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from rules.core.combatant import Side
from rules.core.command import Enter
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.ids import CombatantId
from rules.core.option import Choice
from rules.core.ruleset import Setup
from rules.core.simulation import Number, lineup_choices, no_such_lineup, one_among, read_numbers, require_for_a_scene
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.twtw import policy, prompts
from rules.systems.twtw.apply import apply
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.decide import advance, draft_of
from rules.systems.twtw.ground import PACE
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.library import AMBUSHES, characters, scenes, stat_blocks
from rules.systems.twtw.lobby import enter, open_lobby, start
from rules.systems.twtw.moving import heed
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.state import Aim, Condition, Fighter, TwtwState
from rules.systems.twtw.turns import current, end_turn
from rules.systems.twtw.weapons import gun


class Lineup(msgspec.Struct, frozen=True, kw_only=True):
    """As many of one stat block on either side, in two lines face to face, the first weapon in hand."""

    label: str
    template: str
    each: int  # people
    paces: int
    is_aimed: bool = False  # each aims at the one opposite


LINEUPS = {
    "aimed": Lineup(
        label="a stand-off with Peacemakers, six paces apart, each aiming at the one opposite",
        template="bandit",
        each=2,
        paces=6,
        is_aimed=True,
    ),
    "revolvers": Lineup(label="bandits with Peacemakers, ten paces apart", template="bandit", each=3, paces=10),
    "rifles": Lineup(label="riflemen with Winchesters, thirty paces apart", template="rifleman", each=3, paces=30),
}
GAP = 2  # paces between neighbours
RULE = "TW-OQ-36"  # what may be set
POSSE, ENEMIES, AMBUSH = "posse", "enemies", "ambush"
NUMBERS = {
    POSSE: Number(about="people of the Posse (in a ready scene 3)", usual=None, least=1, most=6),
    ENEMIES: Number(about="enemies, in two lines", usual=None, least=1, most=20),
    "paces": Number(about="how far apart the two lines are", usual=None, least=2, most=200),
    "posse-skill": Number(about="the Posse's skill with the gun in hand, in two lines", usual=None, least=1, most=5),
    "enemy-skill": Number(about="the enemies' skill with the gun in hand", usual=None, least=1, most=5),
}
IN_A_SCENE = 3  # ready characters


class TwtwSimulation:
    """Fights of automatic players in The West That Wasn't."""

    @property
    def lineups(self) -> tuple[Choice, ...]:
        """Two lines of equals, or a ready scene with the ready characters."""
        return lineup_choices(LINEUPS, scenes())

    @property
    def switches(self) -> tuple[Choice, ...]:
        """Numbers of people, distance and skills, surprise, and the switches of the house."""
        return (
            *(number.shown(key) for key, number in NUMBERS.items()),
            Choice(key=AMBUSH, label=f"who may be surprised, in two lines: {', '.join(AMBUSHES)}", note="nobody"),
            Choice(key="any switch of the house", label="as in /fight begin", note="as usual here"),
        )

    def prepare(self, lineup: str, given: Mapping[str, str]) -> Callable[[Dice], TwtwState]:
        """A lobby with everybody in it. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH)."""
        numbers = read_numbers(NUMBERS, given, RULE)
        readings = {key: value for key, value in given.items() if key not in (*NUMBERS, AMBUSH)}
        draft: TwtwDraft = Draft(TwtwState(), apply)
        if lineup in LINEUPS:
            ambush = one_among(AMBUSH, given.get(AMBUSH, "nobody"), AMBUSHES, "TW-S1")
            open_lobby(draft, Setup(house=readings))
            return partial(_begin, _two_lines(draft.state, LINEUPS[lineup], numbers, ambush))
        if lineup not in scenes():
            raise no_such_lineup(lineup, self.lineups, "TW-2.1")
        require_for_a_scene(given, (*NUMBERS, AMBUSH), POSSE, RULE)
        open_lobby(draft, Setup(scene=lineup, house=readings))
        for key, sheet in list(characters().items())[: numbers.get(POSSE, IN_A_SCENE)]:
            enter(draft, Enter(combatant=CombatantId(key), name=sheet.name, side=Side.POSSE, template=key))
        return partial(_begin, draft.state)

    def step(self, state: TwtwState, dice: Dice) -> TwtwState | None:
        """After the next decision of somebody."""
        if state.phase is Phase.OVER:
            return None
        draft: TwtwDraft = Draft(state, apply)
        is_turn = state.attack is None and state.going is None
        whose = current(state) if is_turn else None
        if whose is not None:
            command = policy.suggest(state, whose)
            if command is not None:
                return draft_of(state, command, dice).state
            end_turn(draft, whose)
        elif state.attack is None and state.going is not None and state.going.stops:
            heed(draft, dice, state.going.stops[0].exits_at is not None)
        else:
            prompts.questions(state)[0].lapse(draft, dice)
        advance(draft, dice)
        return draft.state

    def measures(self, state: TwtwState) -> Mapping[str, int]:
        """Who won, how long it took, and who is down."""
        posse = [each for each in state.fighters if each.side is Side.POSSE]
        enemies = [each for each in state.fighters if each.side is Side.ENEMY]
        ends = (Condition.DYING, Condition.DEAD)
        return {
            "Posse wins": int(state.winner is Side.POSSE),
            "enemy wins": int(state.winner is Side.ENEMY),
            "rounds": state.round,
            "Posse down": sum(not each.is_up for each in posse),
            "Posse dying or dead": sum(each.condition in ends for each in posse),
            "enemies down": sum(not each.is_up for each in enemies),
            "enemies dying or dead": sum(each.condition in ends for each in enemies),
        }


SIMULATION = TwtwSimulation()


def _begin(lobby: TwtwState, dice: Dice) -> TwtwState:
    """Surprise is tried, and the first round begins."""
    draft: TwtwDraft = Draft(replace(lobby, fighters=_by_lot(lobby.fighters, dice)), apply)
    start(draft, dice)
    advance(draft, dice)
    return draft.state


def _by_lot(fighters: tuple[Fighter, ...], dice: Dice) -> tuple[Fighter, ...]:
    left, drawn = list(fighters), []
    while left:
        drawn.append(left.pop(dice.roll(len(left), "who is counted next") - 1))
    return tuple(drawn)


def _two_lines(state: TwtwState, lineup: Lineup, numbers: Mapping[str, int], ambush: str) -> TwtwState:
    """Open ground, and two lines across it."""
    away = numbers.get("paces", lineup.paces)
    mode = state.house.mode
    posse = _line(mode, lineup, Side.POSSE, numbers.get(POSSE, lineup.each), 0, numbers.get("posse-skill"))
    enemies = _line(mode, lineup, Side.ENEMY, numbers.get(ENEMIES, lineup.each), away, numbers.get("enemy-skill"))
    if lineup.is_aimed:
        posse, enemies = _aiming(posse, enemies), _aiming(enemies, posse)
    return replace(state, scene=lineup.label, ambush=ambush, is_drawn=True, landmarks=(), fighters=(*posse, *enemies))


def _aiming(line: tuple[Fighter, ...], other: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Each aims at the one opposite; who has none opposite, at one of the others."""
    foes = [other[number % len(other)] for number in range(len(line))]
    return tuple(
        replace(each, aim=Aim(whom=foe.id, weapon=each.in_hand, centre=foe.spot))
        for each, foe in zip(line, foes, strict=True)
    )


def _line(mode: Mode, lineup: Lineup, side: Side, people: int, away: int, skill: int | None) -> tuple[Fighter, ...]:
    """One side, as the stat block has them but for their skill."""
    sheet = stat_blocks()[lineup.template]
    first = gun(sheet.weapons[0])
    assert first is not None, "these line-ups are of people with guns"
    return tuple(
        Fighter(
            id=CombatantId(f"{side}{number + 1}"),
            name=f"{sheet.name} {number + 1} ({side})",
            side=side,
            is_pc=side is Side.POSSE,
            template=lineup.template,
            spot=_spot(mode, GAP * number, away),
            began_at=_spot(mode, GAP * number, away),
            traits=sheet.traits,
            trait_skills=sheet.trait_skills,
            skills=sheet.skills if skill is None else {**sheet.skills, first.skill: skill},
            specialities=sheet.specialities,
            bravery=sheet.bravery,
            move=sheet.move,
            weapons=sheet.weapons,
            in_hand=sheet.weapons[0],
            shots={key: weapon.shots for key in sheet.weapons if (weapon := gun(key))},
        )
        for number in range(people)
    )


def _spot(mode: Mode, aside: int, away: int) -> Spot:
    """So many paces aside and away; on hexes, which lie askew, as nearly straight away as they allow."""
    return Spot(aside - away // 2, away) if mode is Mode.HEX else Spot(aside * PACE, away * PACE)
