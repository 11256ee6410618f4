"""What is asked when somebody flees: who shoots after him, and who gives chase (TX-59, TX-60)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.systems.texarkana.fleeing import chase_or_not, fire_or_not, guns_on
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.state import Flight, TexState, Tier
from rules.systems.texarkana.weapons import weapon_name

SHOOT, HOLD_FIRE = "shoot", "hold"
CHASE, STAY = "chase", "stay"


def flight_questions(state: TexState) -> tuple[Question, ...]:
    """For each flight under way `<flight>.shot.<who>` or `<flight>.chase.<who>`."""
    return tuple(
        question
        for flight in state.flights
        for question in (
            *(_shot_question(state, flight, who) for who in flight.to_shoot),
            *(_chase_question(state, flight, who) for who in flight.to_chase),
        )
    )


def _shot_question(state: TexState, flight: Flight, who: CombatantId) -> Question:
    runner, shoots_unasked = state.name(flight.runner), _shoots_unasked(state, who)

    def shots() -> dict[str, str]:
        """The weapons that reach, by the key of the answer: the usual one's is SHOOT alone."""
        guns = guns_on(state, state.fighter(who), state.fighter(flight.runner))
        found = {SHOOT if not at else f"{SHOOT}.{gun}": gun for at, gun in enumerate(guns)}
        return found if found or state.asks_all else {SHOOT: ""}

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key != HOLD_FIRE and key not in shots():
            raise question.no_such_answer(key)
        weapon = shots().get(key, "") if key != SHOOT else ""
        fire_or_not(draft, flight, draft.state.fighter(who), key != HOLD_FIRE, weapon)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{flight.id}.shot.{who}"),
            matter=flight.id,
            whom=who,
            what=f"to shoot at {runner}, who flees, or to hold fire",
            otherwise=f"{state.name(who)} {'shoots' if shoots_unasked else 'holds fire'}",
            question=f"{runner} flees. Shoot, or hold fire?",
            is_reaction=True,
        ),
        choices=lambda: (
            *(_shot(key, gun) for key, gun in shots().items()),
            Choice(key=HOLD_FIRE, label="Hold fire"),
        ),
        decide=decide,
        lapse=lambda draft, _: fire_or_not(draft, flight, draft.state.fighter(who), shoots_unasked and bool(shots())),
    )
    return question


def _shot(key: str, gun: str) -> Choice:
    if key == SHOOT:
        return Choice(key=key, label="Shoot", note=weapon_name(gun) if gun else "")
    return Choice(key=key, label=f"Shoot with the {weapon_name(gun)}")


def _shoots_unasked(state: TexState, who: CombatantId) -> bool:
    """Whether somebody shoots at a runner if nobody decides: NPCs do, where guns are in order already."""
    return not state.fighter(who).is_pc and state.tier is Tier.ANY


def _chase_question(state: TexState, flight: Flight, who: CombatantId) -> Question:
    runner = state.name(flight.runner)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key not in (CHASE, STAY):
            raise question.no_such_answer(key)
        chase_or_not(draft, flight, draft.state.fighter(who), key == CHASE)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{flight.id}.chase.{who}"),
            matter=flight.id,
            whom=who,
            what=f"to give chase to {runner}, or to leave it to others",
            otherwise=f"{state.name(who)} gives chase",
            question=f"{runner} gets away. Give chase? Whoever says so first does.",
        ),
        choices=lambda: (Choice(key=CHASE, label="Give chase"), Choice(key=STAY, label="Leave it to others")),
        decide=decide,
        lapse=lambda draft, _: chase_or_not(draft, flight, draft.state.fighter(who), True),
    )
    return question
