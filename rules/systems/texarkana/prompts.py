"""Decisions owed: which there are, what answers them, and what happens if nobody does.

Ids are short and name one decision of the fight for ever: `lookout.<who>`, `turn<n>.<who>` (to act), `turn<n>.dealer`,
`<test>.card`, `<test>.trump`, `<flight>.shot.<who>`, `<flight>.chase.<who>`.
"""

from rules.core.audience import of
from rules.core.command import Answer, Command
from rules.core.dice import Dice
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.texarkana import commands, policy
from rules.systems.texarkana import events as e
from rules.systems.texarkana.cardplay import cited, may_trump, score_of
from rules.systems.texarkana.cards import in_order, is_skull, is_trump, shown, suit_names
from rules.systems.texarkana.fleeing import chase_or_not, fire_or_not
from rules.systems.texarkana.initiative import take_lookout
from rules.systems.texarkana.outcome import play, push_on
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    Fighter,
    Flight,
    HoldStakes,
    InitiativeStakes,
    ShotStakes,
    TexState,
    Tier,
    TurnPhase,
)
from rules.systems.texarkana.turns import awaited, busy_one, is_dealers_alone, let_go_by
from rules.systems.texarkana.weapons import weapon_name

TRUMP, STAND = "trump", "stand"
SHOOT, HOLD_FIRE = "shoot", "hold"
CHASE, STAY = "chase", "stay"
TAKE, CLAIM, PASS, SUGGESTED = "take", "claim", "pass", "suggested"
"""Keys of the choices; a card's key is its code."""


def prompts(state: TexState) -> tuple[Prompt, ...]:
    """The decisions owed now: tests and flights first, then whose move it is."""
    if state.phase is not Phase.RUNNING:
        return ()
    return (
        *(_test_prompt(state, attempt) for attempt in state.attempts),
        *(prompt for flight in state.flights for prompt in _flight_prompts(state, flight)),
        *_turn_prompts(state),
    )


def _test_prompt(state: TexState, attempt: Attempt) -> Prompt:
    pc = state.name(attempt.pc)
    about = about_test(state, attempt)
    if may_trump(attempt):
        value = score_of(state, attempt).total
        return Prompt(
            id=PromptId(f"{attempt.id}.trump"),
            whom=attempt.pc,
            what=f"to Trump or to stand on {value} against {state.value(attempt.flip)} + the Dealer's secret, {about}",
            otherwise=f"{pc} does what is usually wise",
            question=f"You have {value} against {state.value(attempt.flip)} + the Dealer's secret, {about}. "
            "Trump, or stand?",
        )
    return Prompt(
        id=PromptId(f"{attempt.id}.card"),
        whom=attempt.pc,
        what=f"a card {about}",
        otherwise=f"the card that looks best is played for {pc}",
        question=f"Which card do you play {about}? {suit_names(attempt.trumps)} trump.",
        audience=of(attempt.pc),
    )


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
        case BreakStakes():
            return f"to break {npc}'s hold" if stakes.breaker == attempt.pc else f"to keep hold of {npc}"
        case HoldStakes():
            return f"to work on {npc}, held" if stakes.holder == attempt.pc else f"against {npc}, who holds on"


def _flight_prompts(state: TexState, flight: Flight) -> tuple[Prompt, ...]:
    runner = state.name(flight.runner)
    shots = [
        Prompt(
            id=PromptId(f"{flight.id}.shot.{who}"),
            whom=who,
            what=f"to shoot at {runner}, who flees, or to hold fire",
            otherwise=f"{state.name(who)} {'shoots' if _shoots_unasked(state, who) else 'holds fire'}",
            question=f"{runner} flees. Shoot, or hold fire?",
        )
        for who in flight.to_shoot
    ]
    chases = [
        Prompt(
            id=PromptId(f"{flight.id}.chase.{who}"),
            whom=who,
            what=f"to give chase to {runner}, or to leave it to others",
            otherwise=f"{state.name(who)} gives chase",
            question=f"{runner} gets away. Give chase? Whoever says so first does.",
        )
        for who in flight.to_chase
    ]
    return (*shots, *chases)


def _shoots_unasked(state: TexState, who: CombatantId) -> bool:
    """Whether somebody shoots at a runner if nobody decides: NPCs do, where guns are in order already."""
    return not state.fighter(who).is_pc and state.tier is Tier.ANY


def _turn_prompts(state: TexState) -> tuple[Prompt, ...]:
    if state.turn_phase is TurnPhase.BEFORE:
        return () if state.lookout else _lookout_prompts(state)
    if state.turn_phase is TurnPhase.POSSE:
        return () if state.attempts or state.flights else _posse_prompts(state)
    if is_dealers_alone(state):
        return (
            Prompt(
                id=PromptId(f"turn{state.turn}.dealer"),
                whom=None,
                what="the enemies' move",
                otherwise="the Enemy Phase is over",
                question="Does anybody of the enemies still act?",
            ),
        )
    if state.flights:
        return ()
    return tuple(
        Prompt(
            id=PromptId(f"turn{state.turn}.{npc.id}"),
            whom=npc.id,
            what=f"to act for {npc.name}",
            otherwise=f"{npc.name} attacks whoever is nearest, or comes closer",
            question=f"What does {npc.name} do?",
        )
        for npc in awaited(state)
    )


def _lookout_prompts(state: TexState) -> tuple[Prompt, ...]:
    up = [pc for pc in state.pcs if pc.is_up]
    return tuple(
        Prompt(
            id=PromptId(f"lookout.{pc.id}"),
            whom=pc.id,
            what="to be Lookout",
            otherwise=f"{up[0].name} is Lookout",
            question="Will you be Lookout? The first to say so is, and plays a card for the Initiative.",
        )
        for pc in up
    )


def _posse_prompts(state: TexState) -> tuple[Prompt, ...]:
    claimer = state.find(state.claimed)
    if claimer is not None:
        return (
            Prompt(
                id=PromptId(f"turn{state.turn}.{claimer.id}"),
                whom=claimer.id,
                what="to act, having spoken up",
                otherwise=f"{claimer.name}'s claim lapses",
                question="You spoke up. What do you do?",
            ),
        )
    return tuple(
        Prompt(
            id=PromptId(f"turn{state.turn}.{pc.id}"),
            whom=pc.id,
            what="to act",
            otherwise=f"{pc.name} lets the turn go by",
            question="What do you do? Press Your move for all you may do.",
        )
        for pc in awaited(state)
    )


def choices(state: TexState, prompt: Prompt) -> tuple[Choice, ...]:
    """What answers a prompt. A card prompt's choices are a hand: for its owner's eyes only."""
    which, _, kind = prompt.id.partition(".")
    attempt = state.attempt(which)
    if attempt and kind == "card":
        return hand_choices(state, attempt.pc, attempt.trumps)
    if attempt:
        value = score_of(state, attempt).total
        return (
            Choice(key=TRUMP, label="Trump: flip one more", note=f"over {state.house.bust_over} is a bust"),
            Choice(key=STAND, label=f"Stand on {value}"),
        )
    if kind.startswith("shot."):
        return (Choice(key=SHOOT, label="Shoot"), Choice(key=HOLD_FIRE, label="Hold fire"))
    if kind.startswith("chase."):
        return (Choice(key=CHASE, label="Give chase"), Choice(key=STAY, label="Leave it to others"))
    if which == "lookout":
        return (Choice(key=TAKE, label="I am Lookout"),)
    if prompt.whom is None:
        return (Choice(key=PASS, label="The phase is over"),)
    if state.fighter(prompt.whom).is_pc:
        claim = () if state.claimed else (Choice(key=CLAIM, label="I move next"),)
        return (*claim, Choice(key=PASS, label="Let the turn go by"))
    has_to_wait = state.attempts and policy.suggest(state, state.fighter(prompt.whom)) is None
    suggested = () if has_to_wait else (Choice(key=SUGGESTED, label="Act as suggested"),)
    return (*suggested, Choice(key=PASS, label="Hold"))


def hand_choices(state: TexState, pc: CombatantId, trumps: tuple[str, ...]) -> tuple[Choice, ...]:
    """The cards of a hand, trumps first and marked."""
    hand = in_order(state.fighter(pc).hand)
    ordered = sorted(hand, key=lambda card: (not is_trump(card, trumps), -state.value(card)))
    return tuple(Choice(key=card, label=shown(card), note=_card_note(card, trumps)) for card in ordered)


def _card_note(card: str, trumps: tuple[str, ...]) -> str:
    if is_trump(card, trumps):
        return "trump"
    return "a Skull: 1 Woe" if is_skull(card) else ""


def find(state: TexState, which: PromptId) -> Prompt | None:
    """The prompt of this id, if the decision is still owed."""
    return next((prompt for prompt in prompts(state) if prompt.id == which), None)


def answer(draft: TexDraft, dice: Dice, command: Answer) -> Command | None:
    """Decide a prompt; a command, where the answer is one.

    Raises: Illegal(NOTHING_ASKED, NO_SUCH_ANSWER, NOT_IN_HAND, BUSY).
    """
    prompt = find(draft.state, command.prompt)
    if prompt is None:
        raise Illegal("NOTHING_ASKED", hint="It was decided meanwhile.")
    follow = _decide(draft, dice, prompt, command.key)
    if follow is None and command.key == SUGGESTED:
        busy = busy_one(draft.state)
        raise Illegal("BUSY", "TX-21", who=busy, hint="That is finished first.")
    return follow


def go_on(draft: TexDraft, dice: Dice, which: PromptId) -> Command | None:
    """What happens if nobody decides; a command, where the default is one. A prompt that is gone is skipped."""
    prompt = find(draft.state, which)
    return _decide(draft, dice, prompt, _default(draft.state, prompt)) if prompt else None


def _default(state: TexState, prompt: Prompt) -> str:
    which, _, kind = prompt.id.partition(".")
    attempt = state.attempt(which)
    if attempt and kind == "card":
        return policy.best_card(state, attempt)
    if attempt:
        return TRUMP if policy.is_better_trumped(state, attempt) else STAND
    if kind.startswith("shot."):
        who = CombatantId(kind.removeprefix("shot."))
        return SHOOT if _shoots_unasked(state, who) else HOLD_FIRE
    if kind.startswith("chase."):
        return CHASE
    if which == "lookout":
        return "first"
    if prompt.whom is None or (state.fighter(prompt.whom).is_pc and not state.claimed):
        return PASS
    return "lapse" if state.claimed else SUGGESTED


def _decide(draft: TexDraft, dice: Dice, prompt: Prompt, key: str) -> Command | None:
    """Carry out one answer. Besides the keys shown there are `first` and `lapse`, which only a default gives."""
    state = draft.state
    which, _, kind = prompt.id.partition(".")
    attempt, flight = state.attempt(which), state.flight(which)
    if attempt and kind == "card":
        play(draft, dice, attempt, key)
        return None
    if attempt and key in (TRUMP, STAND):
        push_on(draft, dice, attempt, does_trump=key == TRUMP)
        return None
    if flight and kind.startswith("shot.") and key in (SHOOT, HOLD_FIRE):
        assert prompt.whom is not None, "shots are somebody's"
        fire_or_not(draft, flight, state.fighter(prompt.whom), key == SHOOT)
        return None
    if flight and kind.startswith("chase.") and key in (CHASE, STAY):
        assert prompt.whom is not None, "a chase is somebody's"
        chase_or_not(draft, flight, state.fighter(prompt.whom), key == CHASE)
        return None
    if not attempt and not flight:
        return _decide_turn(draft, prompt, which, key)
    raise _no_such_answer(state, prompt, key)


def _no_such_answer(state: TexState, prompt: Prompt, key: str) -> Illegal:
    return Illegal("NO_SUCH_ANSWER", key=key, hint=f"One of: {', '.join(c.key for c in choices(state, prompt))}.")


def _decide_turn(draft: TexDraft, prompt: Prompt, which: str, key: str) -> Command | None:
    state = draft.state
    if which == "lookout" and key in (TAKE, "first"):
        first = next(pc.id for pc in state.pcs if pc.is_up)
        who = first if key == "first" or prompt.whom is None else prompt.whom
        take_lookout(draft, commands.TakeLookout(actor=who))
        return None
    if prompt.whom is None and key == PASS:
        draft.emit(e.PhaseCut(rules=cited("TX-17")))
        return None
    if prompt.whom is None or which == "lookout":
        raise _no_such_answer(state, prompt, key)
    return _decide_act(draft, prompt, state.fighter(prompt.whom), key)


def _decide_act(draft: TexDraft, prompt: Prompt, who: Fighter, key: str) -> Command | None:
    if key == "lapse" and draft.state.claimed == who.id:
        draft.emit(e.ClaimLapsed(rules=cited("TX-20"), who=who.id))
        return None
    if key == PASS:
        let_go_by(draft, who)
        return None
    if key == CLAIM and who.is_pc:
        return commands.Nominate(actor=who.id)
    if key == SUGGESTED and not who.is_pc:
        return policy.suggest(draft.state, who)
    raise _no_such_answer(draft.state, prompt, key)
