"""What is asked in a test: which card is played, and whether to Trump (TXD-10, steps 3 and 5)."""

from collections.abc import Mapping

from rules.core.audience import of
from rules.core.dice import Dice
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.systems.texarkana import policy
from rules.systems.texarkana.cardplay import may_trump, score_of
from rules.systems.texarkana.cards import in_order, is_skull, is_trump, shown, suit_names
from rules.systems.texarkana.outcome import play, push_on
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.state import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    HoldStakes,
    InitiativeStakes,
    ShootoutStakes,
    ShotStakes,
    TexState,
)
from rules.systems.texarkana.weapons import weapon_name

TRUMP, STAND = "trump", "stand"


def card_questions(state: TexState) -> tuple[Question, ...]:
    """One for each test under way: `<test>.card`, then perhaps `<test>.trump`."""
    return tuple(
        _trump_question(state, attempt) if may_trump(attempt) else _card_question(state, attempt)
        for attempt in state.attempts
    )


def _card_question(state: TexState, attempt: Attempt) -> Question:
    pc, about = state.name(attempt.pc), about_test(state, attempt)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        play(draft, dice, attempt, key)

    return Question(
        prompt=Prompt(
            id=PromptId(f"{attempt.id}.card"),
            matter=attempt.id,
            whom=attempt.pc,
            what=f"a card {about}",
            otherwise=f"the card that looks best is played for {pc}",
            question=f"Which card do you play {about}? {suit_names(attempt.trumps)} trump.",
            audience=of(attempt.pc),
        ),
        choices=lambda: hand_choices(state, attempt.pc, attempt.trumps),
        decide=decide,
        lapse=lambda draft, dice: play(draft, dice, attempt, policy.best_card(draft.state, attempt)),
    )


def _trump_question(state: TexState, attempt: Attempt) -> Question:
    pc, about = state.name(attempt.pc), about_test(state, attempt)
    value = score_of(state, attempt).total
    against = f"{value} against {state.value(attempt.flip)} + the Dealer's secret, {about}"

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key not in (TRUMP, STAND):
            raise question.no_such_answer(key)
        push_on(draft, dice, attempt, does_trump=key == TRUMP)

    def lapse(draft: TexDraft, dice: Dice) -> None:
        push_on(draft, dice, attempt, does_trump=policy.is_better_trumped(draft.state, attempt))

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{attempt.id}.trump"),
            matter=attempt.id,
            whom=attempt.pc,
            what=f"to Trump or to stand on {against}",
            otherwise=f"{pc} does what is usually wise",
            question=f"You have {against}. Trump, or stand?",
        ),
        choices=lambda: (
            Choice(key=TRUMP, label="Trump: flip one more", note=f"over {state.house.bust_over} is a bust"),
            Choice(key=STAND, label=f"Stand on {value}"),
        ),
        decide=decide,
        lapse=lapse,
    )
    return question


def about_test(state: TexState, attempt: Attempt) -> str:
    """What a test is about, in words that anybody may read: "against Dutch's shot (revolver)"."""
    stakes = attempt.stakes
    npc = state.name(attempt.npc)
    match stakes:
        case InitiativeStakes():
            return "for the Initiative"
        case BrawlStakes():
            weapon = weapon_name(stakes.pc_weapon if stakes.starter == attempt.pc else stakes.npc_weapon)
            if stakes.starter == attempt.pc:
                return f"to brawl with {npc} ({weapon})"
            return f"against {npc}, who brawls ({weapon})"
        case ShotStakes():
            if stakes.shooter == attempt.pc:
                return f"to shoot at {npc} ({weapon_name(stakes.weapon)})"
            return f"against {npc}'s shot ({weapon_name(stakes.weapon)})"
        case ChaseStakes():
            return f"to get away from {npc}" if stakes.runner == attempt.pc else f"to catch {npc}"
        case ShootoutStakes():
            guns = f"{weapon_name(stakes.pc_weapon)} against {weapon_name(stakes.npc_weapon)}"
            return f"in the Shootout with {npc} ({guns})"
        case BreakStakes():
            return f"to break {npc}'s hold" if stakes.breaker == attempt.pc else f"to keep hold of {npc}"
        case HoldStakes():
            return f"to work on {npc}, held" if stakes.holder == attempt.pc else f"against {npc}, who holds on"


def hand_choices(state: TexState, pc: CombatantId, trumps: tuple[str, ...]) -> tuple[Choice, ...]:
    """The cards of a hand, trumps first and marked."""
    hand = in_order(state.fighter(pc).hand)
    ordered = sorted(hand, key=lambda card: (not is_trump(card, trumps), -state.value(card)))
    return tuple(Choice(key=card, label=shown(card), note=_card_note(card, trumps)) for card in ordered)


def _card_note(card: str, trumps: tuple[str, ...]) -> str:
    if is_trump(card, trumps):
        return "trump"
    return "a Skull: 1 Woe" if is_skull(card) else ""
