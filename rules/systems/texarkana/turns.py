"""Turns: who may act now, whose claim holds, and when a phase is over (TX-17 to TX-22)."""

from rules.core.combatant import Side
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.core.remembering import remembered
from rules.core.view import Phase
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import TendStakes
from rules.systems.texarkana.commands import Nominate, Pass
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running, require_up
from rules.systems.texarkana.state import Condition, Fighter, TexState, TurnPhase
from rules.systems.texarkana.zones import audience_of


def phase_of(fighter: Fighter) -> TurnPhase:
    """The phase in which this combatant acts: the Posse and its allies in the one, everybody else in the other."""
    return TurnPhase.POSSE if fighter.side is Side.POSSE else TurnPhase.ENEMY


def awaited(state: TexState) -> tuple[Fighter, ...]:
    """Who has yet to act before the phase can end: the PCs, or the NPC enemies that are seen (TX-20, TX-21).

    In the first Posse Phase the Lookout alone, until he has acted. Allies, bystanders and hidden enemies may act
    if the Dealer wants them to, but nobody waits for them.
    """
    if state.is_phase_over:
        return ()
    if state.turn_phase is TurnPhase.POSSE:
        if lookout_comes_first(state) and state.lookout:
            return (state.fighter(state.lookout),)
        those = state.pcs
    elif state.turn_phase is TurnPhase.ENEMY:
        those = tuple(fighter for fighter in state.enemies if not fighter.is_hidden)
    else:
        return ()
    return tuple(fighter for fighter in those if fighter.is_up and fighter.id not in state.acted)


def lookout_comes_first(state: TexState) -> bool:
    """Whether the Lookout has yet to act in the first Posse Phase (TX-20); not if he is out by then (TXA-23)."""
    lookout = state.find(state.lookout)
    return (
        state.turn == 1
        and state.turn_phase is TurnPhase.POSSE
        and lookout is not None
        and lookout.is_up
        and lookout.id not in state.acted
    )


def is_dealers_alone(state: TexState) -> bool:
    """Whether the Enemy Phase waits for the Dealer's word: the enemies still up are all hidden.

    That there are some, everybody knows, since the fight goes on; how many and who, is a secret.
    """
    up = [fighter for fighter in state.enemies if fighter.is_up]
    return state.turn_phase is TurnPhase.ENEMY and not state.is_phase_over and all(fighter.is_hidden for fighter in up)


@remembered
def is_aftermath(state: TexState) -> bool:
    """Whether the fighting is over, the Posse holding the field, but for saving the dying (TXD-20)."""
    return (
        state.phase is Phase.RUNNING
        and not any(fighter.is_up for fighter in state.enemies)
        and bool(
            any(isinstance(attempt.stakes, TendStakes) for attempt in state.attempts)
            or any(helpers_of(state, dying) for dying in state.pcs)
        )
    )


def helpers_of(state: TexState, dying: Fighter) -> tuple[Fighter, ...]:
    """Who could still try to save him: PCs who are up and have not tried yet (TXD-20)."""
    if dying.condition is not Condition.DYING:
        return ()
    return tuple(pc for pc in state.pcs if pc.is_up and pc.id not in dying.tended_by)


def require_turn(state: TexState, actor: Fighter) -> None:
    """Refuse who may not act now.

    Raises: Illegal(NOT_STARTED, OVER, OUT, BEFORE_INITIATIVE, NOT_YOUR_PHASE, PHASE_OVER, HAS_ACTED,
    LOOKOUT_FIRST, CLAIMED, BUSY).
    """
    require_running(state)
    require_up(actor)
    if is_aftermath(state):
        raise Illegal("AFTERMATH", "TX-18", "TXD-20", hint="Only who is dying is still to be seen to.")
    if state.turn_phase is TurnPhase.BEFORE:
        raise Illegal("BEFORE_INITIATIVE", "TX-14", "TX-15", hint="First the Lookout's test.")
    if state.turn_phase is not phase_of(actor):
        phase = "Posse" if phase_of(actor) is TurnPhase.POSSE else "Enemy"
        raise Illegal(
            "NOT_YOUR_PHASE", "TX-17", who=actor.name, phase=phase, hint=f"{actor.name} acts in the {phase} Phase."
        )
    if state.is_phase_over:
        raise Illegal("PHASE_OVER", "TX-17", hint="What is under way is finished first.")
    if actor.id in state.acted:
        raise Illegal("HAS_ACTED", "TX-20", "TX-21", who=actor.name)
    if state.shootout:
        raise Illegal("BUSY", "TXF-37", who=state.name(state.shootout.pc), hint="A Shootout is for two alone.")
    if state.turn_phase is TurnPhase.POSSE:
        _require_move(state, actor)
    elif state.flights:
        runner = state.name(state.flights[0].runner)
        raise Illegal("BUSY", "TX-59", who=runner, hint=f"First {runner} gets away, or does not.")


def _require_move(state: TexState, actor: Fighter) -> None:
    """In the Posse Phase one acts after the other (TX-20)."""
    if lookout_comes_first(state) and actor.id != state.lookout:
        lookout = state.name(state.lookout)
        raise Illegal("LOOKOUT_FIRST", "TX-20", "TXA-23", who=lookout)
    if state.claimed and state.claimed != actor.id:
        claimer = state.name(state.claimed)
        raise Illegal("CLAIMED", "TX-20", who=claimer, hint=f"{claimer} moves now; you can speak up after that.")
    if state.is_busy and not is_meant_by(state, actor):
        raise Illegal("BUSY", "TX-20", who=busy_one(state), hint="That is finished first.")


def busy_one(state: TexState) -> str:
    """The name of somebody who is in the middle of something, of whom there must be one."""
    those = (
        *(each.pc for each in state.attempts),
        *(each.runner for each in state.flights),
        *(each.who for each in state.requests),
        *(each.who for each in state.second_shots),
        *((state.escalation.act.actor,) if state.escalation else ()),
    )
    return state.name(those[0])


def is_meant_by(state: TexState, actor: Fighter) -> bool:
    """Whether what waits is the combatant's own act, which he means (TX-08)."""
    pending = state.escalation
    return pending is not None and pending.is_meant and pending.act.actor == actor.id and not state.attempts


def require_free_turn(state: TexState, actor: Fighter) -> None:
    """Refuse who may not act now, or is held and can only break loose (TX-38).

    Raises: as `require_turn`, and Illegal(HELD).
    """
    require_turn(state, actor)
    require_not_held(state, actor)


def require_not_held(state: TexState, actor: Fighter) -> None:
    """Refuse who is held. Raises: Illegal(HELD)."""
    holder = state.holder_of(actor.id)
    if holder:
        raise Illegal("HELD", "TX-38", who=actor.name, holder=state.name(holder), hint="Break the grapple first.")


def take_turn(draft: TexDraft, actor: Fighter) -> None:
    """Use up the action of this phase; whoever does so out of hiding stays hidden until he is seen."""
    draft.emit(e.TurnTaken(rules=cited("TX-22"), audience=audience_of(actor), who=actor.id))


def nominate(draft: TexDraft, command: Nominate) -> None:
    """Claim the next move (TX-20). Raises: as `require_turn`, Illegal(CLAIMED, NOT_A_PC)."""
    actor = require_fighter(draft.state, command.actor)
    require_claim(draft.state, actor)
    draft.emit(e.Claimed(rules=cited("TX-20"), who=actor.id))


def require_claim(state: TexState, actor: Fighter) -> None:
    """Refuse a claim out of turn. Raises: as `require_turn`, Illegal(CLAIMED, NOT_A_PC)."""
    if not actor.is_pc:
        raise Illegal("NOT_A_PC", "TX-20", who=actor.name)
    require_turn(state, actor)
    if state.claimed:
        raise Illegal("CLAIMED", "TX-20", who=actor.name, hint="Choose what to do.")


def pass_turn(draft: TexDraft, command: Pass) -> None:
    """Let the turn go by; a hold stays as it is."""
    actor = require_fighter(draft.state, command.actor)
    require_turn(draft.state, actor)
    let_go_by(draft, actor)


def let_go_by(draft: TexDraft, actor: Fighter) -> None:
    """The turn goes by, and everybody who may know of the combatant hears so."""
    rule = "TX-20" if phase_of(actor) is TurnPhase.POSSE else "TX-21"
    draft.emit(e.Passed(rules=cited(rule), audience=audience_of(actor), who=actor.id))
    take_turn(draft, actor)


def begin_phase(draft: TexDraft) -> None:
    """The next phase: the other one of this turn, or the first of the next turn (TX-17, TX-19)."""
    state = draft.state
    first = TurnPhase.POSSE if state.posse_starts else TurnPhase.ENEMY
    second = TurnPhase.ENEMY if state.posse_starts else TurnPhase.POSSE
    is_first_over = state.turn_phase is first
    draft.emit(
        e.PhaseBegan(
            rules=cited("TX-17", "TX-19"),
            turn=state.turn if is_first_over else state.turn + 1,
            turn_phase=second if is_first_over else first,
        )
    )
