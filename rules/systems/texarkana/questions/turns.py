"""Whose move it is: the Lookout, the Posse, each NPC, and the Dealer's word that a phase is over (TX-14 to TX-21)."""

from collections.abc import Mapping

from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.systems.texarkana import commands, events as e, policy
from rules.systems.texarkana.initiative import take_lookout
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.state import Fighter, TexState, TurnPhase
from rules.systems.texarkana.turns import awaited, busy_one, is_aftermath, is_dealers_alone, let_go_by

TAKE, CLAIM, PASS, SUGGESTED = "take", "claim", "pass", "suggested"


def turn_questions(state: TexState) -> tuple[Question, ...]:
    """`lookout.<who>`, `turn<n>.<who>` or `turn<n>.dealer`."""
    if state.shootout or is_aftermath(state):
        return ()
    if state.turn_phase is TurnPhase.BEFORE:
        return () if state.lookout else _lookout_questions(state)
    if state.turn_phase is TurnPhase.POSSE:
        return () if state.is_busy else _posse_questions(state)
    if is_dealers_alone(state):
        return (_phase_question(state),)
    return () if state.flights else tuple(_npc_question(state, npc) for npc in awaited(state))


def _lookout_questions(state: TexState) -> tuple[Question, ...]:
    up = [pc for pc in state.pcs if pc.is_up]
    return tuple(_lookout_question(pc, first=up[0]) for pc in up)


def _lookout_question(pc: Fighter, *, first: Fighter) -> Question:
    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key != TAKE:
            raise question.no_such_answer(key)
        take_lookout(draft, commands.TakeLookout(actor=pc.id))

    question = Question(
        prompt=Prompt(
            id=PromptId(f"lookout.{pc.id}"),
            whom=pc.id,
            what="to be Lookout",
            otherwise=f"{first.name} is Lookout",
            question="Will you be Lookout? The first to say so is, and plays a card for the Initiative.",
            shared="lookout",
        ),
        choices=lambda: (Choice(key=TAKE, label="I am Lookout"),),
        decide=decide,
        lapse=lambda draft, _: take_lookout(draft, commands.TakeLookout(actor=first.id)),
    )
    return question


def _phase_question(state: TexState) -> Question:
    def cut(draft: TexDraft, _: Dice) -> None:
        draft.emit(e.PhaseCut(rules=cited("TX-17")))

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key != PASS:
            raise question.no_such_answer(key)
        cut(draft, dice)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"turn{state.turn}.dealer"),
            whom=None,
            what="the enemies' move",
            otherwise="the Enemy Phase is over",
            question="Does anybody of the enemies still act?",
        ),
        choices=lambda: (Choice(key=PASS, label="The phase is over"),),
        decide=decide,
        lapse=cut,
    )
    return question


def _posse_questions(state: TexState) -> tuple[Question, ...]:
    claimer = state.find(state.claimed)
    if claimer is not None:
        return (_claimed_question(state, claimer),)
    return tuple(_pc_question(state, pc) for pc in awaited(state))


def _claimed_question(state: TexState, pc: Fighter) -> Question:
    def lapse(draft: TexDraft, _: Dice) -> None:
        draft.emit(e.ClaimLapsed(rules=cited("TX-20"), who=pc.id))

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key == CLAIM:
            return commands.Nominate(actor=pc.id)  # again: the rules say why not
        if key != PASS:
            raise question.no_such_answer(key)
        let_go_by(draft, pc)
        return None

    question = Question(
        prompt=Prompt(
            id=_turn_id(state, pc.id),
            whom=pc.id,
            what="to act, having spoken up",
            otherwise=f"{pc.name}'s claim lapses",
            question="You spoke up. What do you do?",
        ),
        choices=lambda: (Choice(key=PASS, label="Let the turn go by"),),
        decide=decide,
        lapse=lapse,
    )
    return question


def _pc_question(state: TexState, pc: Fighter) -> Question:
    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key == CLAIM:
            return commands.Nominate(actor=pc.id)
        if key != PASS:
            raise question.no_such_answer(key)
        let_go_by(draft, pc)
        return None

    question = Question(
        prompt=Prompt(
            id=_turn_id(state, pc.id),
            whom=pc.id,
            what="to act",
            otherwise=f"{pc.name} lets the turn go by",
            question="What do you do?",
        ),
        choices=lambda: (
            Choice(key=CLAIM, label="I move next"),
            Choice(key=PASS, label="Let the turn go by"),
        ),
        decide=decide,
        lapse=lambda draft, _: let_go_by(draft, pc),
    )
    return question


def _npc_question(state: TexState, npc: Fighter) -> Question:
    def choices() -> tuple[Choice, ...]:
        has_to_wait = state.attempts and policy.suggest(state, npc) is None
        suggested = () if has_to_wait else (Choice(key=SUGGESTED, label="Act as suggested"),)
        return (*suggested, Choice(key=PASS, label="Hold"))

    def suggested(draft: TexDraft, _: Dice) -> Command | None:
        return policy.suggest(draft.state, draft.state.fighter(npc.id))

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key == PASS:
            let_go_by(draft, npc)
            return None
        if key != SUGGESTED:
            raise question.no_such_answer(key)
        act = suggested(draft, dice)
        if act is None:
            raise Illegal("BUSY", "TX-21", who=busy_one(draft.state), hint="That is finished first.")
        return act

    question = Question(
        prompt=Prompt(
            id=_turn_id(state, npc.id),
            whom=npc.id,
            what=f"to act for {npc.name}",
            otherwise=f"{npc.name} attacks whoever is nearest, or comes closer",
            question=f"What does {npc.name} do?",
        ),
        choices=choices,
        decide=decide,
        lapse=suggested,
    )
    return question


def _turn_id(state: TexState, who: CombatantId) -> PromptId:
    return PromptId(f"turn{state.turn}.{who}")
