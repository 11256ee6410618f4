"""Automatic fights: everybody plays by TXD-18.

Cards and Trumps: `policy`. A PC shoots the enemy with the least Grit, an NPC any PC it can, by chance; whoever cannot
shoot reloads, else does what `policy.suggest` says. Luck refuses every Injury as long as it lasts. No Woe is spent.
Nobody invokes, claims or helps; who is dying is left. The first of the Posse is Lookout and moves first.
"""

from collections.abc import Callable, Mapping
from functools import partial

from rules.core.combatant import Side
from rules.core.command import Answer, Command, GoOn, Start
from rules.core.dice import Dice, ScriptedDice
from rules.core.draft import Draft
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.refusal import refusal_of
from rules.core.ruleset import Setup
from rules.core.simulation import Number, no_such_lineup, read_numbers
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import commands as c, policy, prompts
from rules.systems.texarkana.apply import apply
from rules.systems.texarkana.attempts import SundryStakes
from rules.systems.texarkana.cardplay import may_trump, open_attempt
from rules.systems.texarkana.decide import draft_of
from rules.systems.texarkana.library import characters, scenes
from rules.systems.texarkana.lobby import enter_character, open_lobby, start
from rules.systems.texarkana.outcome import advance, play, push_on
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.shooting import require_shot
from rules.systems.texarkana.state import Fighter, Link, Sight, TexState, Tier, TurnPhase, Zone, foes_of
from rules.systems.texarkana.sundry import RELOAD, empty_guns
from rules.systems.texarkana.turns import awaited, is_aftermath

GUNFIGHT = "gunfight"
SUITS_BEFORE = ("Pi", "He", "Cl", "To")  # trumps of the tests that wore the hands
HIGHEST = 50
NUMBERS: Mapping[str, Number] = {
    "posse": Number(about="PCs", usual=3, least=1, most=6),
    "enemies": Number(about="bandits, in a gunfight", usual=3, least=1, most=20),
    "rating": Number(about="the bandits' Pistols and Masks", usual=0, least=-3, most=3),
    "will": Number(about="cards in hand", usual=6, least=1, most=10),
    "grit": Number(about="the PCs' Grit", usual=6, least=1, most=HIGHEST),
    "luck": Number(about="the PCs' Luck", usual=3, least=0, most=HIGHEST),
    "enemy-grit": Number(about="the bandits' Grit", usual=4, least=1, most=HIGHEST),
    "worn": Number(about="tests that each hand has been through before", usual=0, least=0, most=HIGHEST),
}


class TexSimulation:
    """Fights of automatic players in Texarkana."""

    @property
    def lineups(self) -> tuple[Choice, ...]:
        """A gunfight of equals on open ground, or a ready scene."""
        gunfight = Choice(key=GUNFIGHT, label="PCs against bandits, all with revolvers, one zone apart, nobody moves")
        ready = tuple(Choice(key=key, label=scene.name) for key, scene in scenes().items() if scene.npcs)
        return (gunfight, *ready)

    @property
    def switches(self) -> tuple[Choice, ...]:
        """Numbers of people and chips, and the switches of the house."""
        numbers = [number.shown(key) for key, number in NUMBERS.items()]
        return (*numbers, Choice(key="any switch of the house", label="as in /fight begin", note="as in the book"))

    def prepare(self, lineup: str, given: Mapping[str, str]) -> Callable[[Dice], TexState]:
        """Deal to a lobby with everybody in it. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH, DECK_TOO_SMALL)."""
        numbers = read_numbers(NUMBERS, given, "TXD-18")
        readings = {key: value for key, value in given.items() if key not in NUMBERS}
        draft: TexDraft = Draft(TexState(), apply)
        if lineup == GUNFIGHT:
            open_lobby(draft, Setup(scene="ambush", house=readings))
            return partial(_begin, _gunfight(draft.state, numbers), numbers["worn"])
        if lineup not in {choice.key for choice in self.lineups}:
            raise no_such_lineup(lineup, self.lineups, "TX-24")
        open_lobby(draft, Setup(scene=lineup, house=readings))
        for key in list(characters())[: numbers["posse"]]:
            enter_character(draft, ScriptedDice(), key)
        pcs = tuple(_as_given(each, given, numbers) if each.is_pc else each for each in draft.state.fighters)
        return partial(_begin, replace(draft.state, fighters=pcs), numbers["worn"])

    def step(self, state: TexState, dice: Dice) -> TexState | None:
        """After the next decision of somebody."""
        if state.phase is Phase.OVER:
            return None
        for attempt in state.attempts:
            if attempt.npc is not None and (state.is_even(attempt) or state.is_clash(attempt)):
                continue
            draft: TexDraft = Draft(state, apply)
            if may_trump(attempt):
                does_trump = policy.is_better_trumped(state, attempt, attempt.pc)
                push_on(draft, dice, attempt, attempt.pc, does_trump=does_trump)
            else:
                play(draft, dice, attempt, attempt.pc, policy.best_card(state, attempt, attempt.pc))
            advance(draft, dice)
            return draft.state
        return draft_of(state, next_command(state, dice), dice).state

    def measures(self, state: TexState) -> Mapping[str, int]:
        """Who won, how long it took, and who of the Posse is down."""
        return {
            "Posse wins": int(state.winner is Side.POSSE),
            "turns": state.turn,
            "PCs down": sum(not pc.is_up for pc in state.pcs),
            "Woe gained": state.woe - (state.house.session + 1 + len(state.pcs)),
        }


SIMULATION = TexSimulation()


def _as_given(pc: Fighter, given: Mapping[str, str], numbers: Mapping[str, int]) -> Fighter:
    """A ready character with the chips that were set."""
    grit = numbers["grit"] if "grit" in given else pc.grit
    return replace(
        pc,
        will=numbers["will"] if "will" in given else pc.will,
        luck=numbers["luck"] if "luck" in given else pc.luck,
        grit=grit,
        full_grit=grit,
    )


def _begin(lobby: TexState, worn: int, dice: Dice) -> TexState:
    """Dealt, the hands worn by earlier tests if they are to be; what Woe those brought is not counted."""
    draft: TexDraft = Draft(lobby, apply)
    start(draft, dice, Start())
    woe = draft.state.woe
    for pc in draft.state.pcs:
        for _ in range(worn):
            _wear(draft, dice, pc)
    return replace(draft.state, woe=woe)


def _gunfight(state: TexState, numbers: Mapping[str, int]) -> TexState:
    """Two zones that see each other, one step apart, without cover."""
    pcs = tuple(_pc(number, numbers) for number in range(1, numbers["posse"] + 1))
    bandits = tuple(_bandit(number, numbers) for number in range(1, numbers["enemies"] + 1))
    return replace(
        state,
        scene="Gunfight",
        tier=Tier.ANY,
        zones=(Zone(id="here", name="Here", has_cover=False), Zone(id="there", name="There", has_cover=False)),
        links=(Link(one="here", other="there"),),
        sights=(Sight(one="here", other="there"),),
        fighters=(*pcs, *bandits),
    )


def _pc(number: int, numbers: Mapping[str, int]) -> Fighter:
    return Fighter(
        id=CombatantId(f"pc{number}"),
        name=f"PC {number}",
        side=Side.POSSE,
        is_pc=True,
        place="here",
        grit=numbers["grit"],
        full_grit=numbers["grit"],
        weapons=("revolver",),
        in_hand="revolver",
        ranks={"Pi": "C", "Cl": "C", "Ma": "C", "Sp": "C"},
        will=numbers["will"],
        luck=numbers["luck"],
    )


def _bandit(number: int, numbers: Mapping[str, int]) -> Fighter:
    rating = numbers["rating"]
    return Fighter(
        id=CombatantId(f"bandit{number}"),
        name=f"Bandit {number}",
        side=Side.ENEMY,
        is_pc=False,
        place="there",
        grit=numbers["enemy-grit"],
        full_grit=numbers["enemy-grit"],
        weapons=("revolver",),
        in_hand="revolver",
        ratings={"Pi": rating, "Cl": rating, "Ma": rating, "Sp": rating},
    )


def _wear(draft: TexDraft, dice: Dice, pc: Fighter) -> None:
    """A test of earlier in the session: some suit trumps, nobody stands against it."""
    suit = dice.pick(SUITS_BEFORE, "what trumped")
    open_attempt(
        draft,
        pc=draft.state.fighter(pc.id),
        npc=None,
        stakes=SundryStakes(what="something earlier"),
        trumps=(suit,),
        npc_trumps=(),
    )
    attempt = draft.state.attempt_of(pc.id)
    assert attempt is not None, "it has just begun"
    play(draft, dice, attempt, pc.id, policy.best_card(draft.state, attempt, pc.id))
    attempt = draft.state.attempt_of(pc.id)
    if attempt is not None:
        push_on(draft, dice, attempt, pc.id, does_trump=policy.is_better_trumped(draft.state, attempt, pc.id))


def next_command(state: TexState, dice: Dice) -> Command:
    """What somebody does next, where no card is owed."""
    for pc in state.pcs:
        if pc.fresh_injury and pc.luck:
            return c.RefuseInjury(actor=pc.id)
    if state.turn_phase is TurnPhase.BEFORE:
        return c.TakeLookout(actor=next(pc.id for pc in state.pcs if pc.is_up))
    acting = awaited(state)
    if not state.is_busy and not is_aftermath(state) and acting:
        return act_of(state, acting[0], dice)
    asked = prompts.prompts(state)
    assert asked, "somebody has to decide something"
    first = asked[0]
    if first.id.startswith("save."):
        return Answer(prompt=first.id, key="leave")
    return GoOn(prompts=(PromptId(first.id),))


def act_of(state: TexState, who: Fighter, dice: Dice) -> Command:
    """Shoot, else reload, else what is suggested."""
    target = _target(state, who, dice)
    if target is not None:
        return c.Shoot(actor=who.id, whom=target)
    if empty_guns(who) and not state.holder_of(who.id):
        return c.Sundry(actor=who.id, what=RELOAD)
    return policy.suggest(state, who) or c.Pass(actor=who.id)


def _target(state: TexState, who: Fighter, dice: Dice) -> CombatantId | None:
    """Whom somebody shoots at: a PC the enemy with the least Grit, an NPC any enemy, by chance."""
    if state.tier is not Tier.ANY:
        return None
    could = [foe for foe in foes_of(state, who) if _can_shoot(state, who, foe)]
    if not could:
        return None
    if who.is_pc:
        return min(could, key=lambda foe: foe.grit).id
    return CombatantId(dice.pick([foe.id for foe in could], f"whom {who.name} shoots at"))


def _can_shoot(state: TexState, who: Fighter, foe: Fighter) -> bool:
    return refusal_of(require_shot, state, who, foe.id) is None
