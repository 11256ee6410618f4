"""Automatic fights: everybody declares and does what `policy` suggests, and nobody asks to be asked."""

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
from rules.systems.conflicts import policy, prompts
from rules.systems.conflicts.apply import apply
from rules.systems.conflicts.declaring import awaited, declare
from rules.systems.conflicts.gear import outfit, weapon_of
from rules.systems.conflicts.library import characters, scenes, stat_blocks
from rules.systems.conflicts.lobby import enter, open_lobby, start
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.rounds import advance
from rules.systems.conflicts.state import Condition, ConflictState, Fighter, Spot


class Lineup(msgspec.Struct, frozen=True, kw_only=True):
    """As many of one stat block on either side, in two lines face to face."""

    label: str
    template: str
    each: int  # people
    metres: int


LINEUPS = {
    "muskets": Lineup(label="musketeers, 40 m apart", template="musketeer", each=3, metres=40),
    "modern": Lineup(label="raiders with FN-FALs, 100 m apart", template="raider", each=3, metres=100),
    "swords": Lineup(label="men-at-arms in plate, 5 m apart", template="knight", each=3, metres=5),
}
GAP = 200  # cm between neighbours
RULE = "C2D-16"  # what may be set
POSSE, ENEMIES = "posse", "enemies"
NUMBERS = {
    POSSE: Number(about="people of the Posse (in a ready scene 3)", usual=None, least=1, most=6),
    ENEMIES: Number(about="enemies, in two lines", usual=None, least=1, most=20),
    "metres": Number(about="how far apart the two lines are", usual=None, least=1, most=999),
    "posse-skill": Number(about="the Posse's skill with the first weapon, in two lines", usual=None, least=-3, most=9),
    "enemy-skill": Number(about="the enemies' skill with the first weapon", usual=None, least=-3, most=9),
}
IN_A_SCENE = 3  # ready characters
SURPRISED = "surprised"
PARTIES: Mapping[str, tuple[Side, ...]] = {"nobody": (), "posse": (Side.POSSE,), "enemies": (Side.ENEMY,)}


class ConflictSimulation:
    """Fights of automatic players in Conflicts."""

    @property
    def lineups(self) -> tuple[Choice, ...]:
        """Two lines of equals, or a ready scene with the ready characters."""
        return lineup_choices(LINEUPS, scenes())

    @property
    def switches(self) -> tuple[Choice, ...]:
        """Numbers of people, distance and skills, surprise, and the switches of the house."""
        return (
            *(number.shown(key) for key, number in NUMBERS.items()),
            Choice(key=SURPRISED, label=f"who expects no attack, in two lines: {', '.join(PARTIES)}", note="nobody"),
            Choice(key="any switch of the house", label="as in /fight begin", note="as usual here"),
        )

    def prepare(self, lineup: str, given: Mapping[str, str]) -> Callable[[Dice], ConflictState]:
        """A lobby with everybody in it. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH)."""
        numbers = read_numbers(NUMBERS, given, RULE)
        readings = {key: value for key, value in given.items() if key not in (*NUMBERS, SURPRISED)}
        draft: ConflictDraft = Draft(ConflictState(), apply)
        if lineup in LINEUPS:
            surprised = one_among(SURPRISED, given.get(SURPRISED, "nobody"), PARTIES, "C2-03")
            open_lobby(draft, Setup(house=readings))
            return partial(_begin, _two_lines(draft.state, LINEUPS[lineup], numbers, PARTIES[surprised]))
        if lineup not in scenes():
            raise no_such_lineup(lineup, self.lineups, "C2D-17")
        require_for_a_scene(given, (*NUMBERS, SURPRISED), POSSE, "C2D-17")
        open_lobby(draft, Setup(scene=lineup, house=readings))
        for key, sheet in list(characters().items())[: numbers.get(POSSE, IN_A_SCENE)]:
            enter(draft, Enter(combatant=CombatantId(key), name=sheet.name, side=Side.POSSE, template=key))
        return partial(_begin, draft.state)

    def step(self, state: ConflictState, dice: Dice) -> ConflictState | None:
        """After the next who has to declare has done so; with the last, the round runs to its end."""
        if state.phase is Phase.OVER:
            return None
        draft: ConflictDraft = Draft(state, apply)
        owing = awaited(state)
        if owing:
            plans = policy.suggest(state, owing[0])[len(owing[0].plans) :]
            declare(draft, owing[0], *plans, is_unasked=True)
        else:
            prompts.go_on(draft, dice, prompts.prompts(state)[0].id)
        advance(draft, dice)
        return draft.state

    def measures(self, state: ConflictState) -> Mapping[str, int]:
        """Who holds the field, how long it took, and who is down."""
        posse = [each for each in state.fighters if each.side is Side.POSSE]
        enemies = [each for each in state.fighters if each.side is Side.ENEMY]
        return {
            "Posse wins": int(state.winner == Side.POSSE),
            "enemy wins": int(state.winner == Side.ENEMY),
            "rounds": state.round,
            "Posse down": sum(not each.is_up for each in posse),
            "Posse dead": sum(each.condition is Condition.DEAD for each in posse),
            "enemies down": sum(not each.is_up for each in enemies),
            "enemies dead": sum(each.condition is Condition.DEAD for each in enemies),
        }


SIMULATION = ConflictSimulation()


def _begin(lobby: ConflictState, dice: Dice) -> ConflictState:
    """The initiative is rolled, and the first round begins."""
    draft: ConflictDraft = Draft(lobby, apply)
    start(draft, dice)
    advance(draft, dice)
    return draft.state


def _two_lines(
    state: ConflictState, lineup: Lineup, numbers: Mapping[str, int], surprised: tuple[Side, ...]
) -> ConflictState:
    """Open ground, and two lines across it."""
    away = 100 * numbers.get("metres", lineup.metres)
    sides = (
        (Side.POSSE, numbers.get(POSSE, lineup.each), 0, numbers.get("posse-skill")),
        (Side.ENEMY, numbers.get(ENEMIES, lineup.each), away, numbers.get("enemy-skill")),
    )
    return replace(
        state,
        scene=lineup.label,
        kinds="physical",
        landmarks=(),
        fighters=tuple(
            replace(_one(state, lineup.template, side, number, x, skill), is_surprised=side in surprised)
            for side, people, x, skill in sides
            for number in range(people)
        ),
    )


def _one(state: ConflictState, template: str, side: Side, number: int, x: int, skill: int | None) -> Fighter:
    """One of a line, as the stat block has him but for his skill."""
    sheet = stat_blocks()[template]
    first = weapon_of(state, sheet.weapons[0])
    better = {first.skill: skill} if first is not None and skill is not None else {}
    return Fighter(
        id=CombatantId(f"{side}{number + 1}"),
        name=f"{sheet.name} {number + 1} ({side})",
        side=side,
        party=side.value,
        is_pc=side is Side.POSSE,
        template=template,
        spot=Spot(x=x, y=GAP * number),
        strength=sheet.strength,
        reflexes=sheet.reflexes,
        will=sheet.will,
        skills={**sheet.skills, **better},
        familiar=sheet.familiar,
        gear=outfit(state, sheet.weapons),
        words=sheet.words,
        armour=sheet.armour,
        load=sheet.load,
    )
