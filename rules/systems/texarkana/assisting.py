"""Assisting (TXD-16): one helper spends the own action and a card of a trump suit, for +2 to somebody's score."""

from collections.abc import Sequence

from rules.core.event import Event, cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.cardplay import count_skull, require_not_busy
from rules.systems.texarkana.cards import is_trump, suit_names
from rules.systems.texarkana.commands import Assist
from rules.systems.texarkana.harm import hurt, hurt_unarmed, incapacitate
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running, require_seen, require_up
from rules.systems.texarkana.state import Fighter, TexState, TurnPhase
from rules.systems.texarkana.traits import trumps_of
from rules.systems.texarkana.turns import require_not_held, take_turn

HELP = 2  # TXD-16
ALONE = ("initiative", "shootout")  # the Lookout's test comes before anybody acts; TXF-37


def assist(draft: TexDraft, command: Assist) -> None:
    """Help somebody who owes a card (TXD-16). Raises: as `require_assist`; Illegal(NOT_IN_HAND, NO_TRUMP)."""
    actor = require_fighter(draft.state, command.actor)
    attempt = require_assist(draft.state, actor, require_seen(draft.state, actor, command.whom))
    if command.card not in actor.hand:
        raise Illegal("NOT_IN_HAND", "TXD-10", card=command.card, hint="Play one of the cards in hand.")
    trumps = trumps_of(attempt, command.whom)
    if not is_trump(command.card, trumps):
        hint = f"{suit_names(trumps)} trump." if trumps else "Nothing trumps in it."
        raise Illegal("NO_TRUMP", "TXD-16", card=command.card, hint=hint)
    take_turn(draft, actor)
    part = Part(HELP, f"help from {actor.name}", RuleId("TXD-16"))
    draft.emit(
        e.Assisted(
            rules=cited("TXD-16"),
            who=actor.id,
            whom=command.whom,
            attempt=attempt.id,
            card=command.card,
            part=part,
        )
    )
    count_skull(draft, command.card)


def require_assist(state: TexState, actor: Fighter, whom: Fighter) -> Attempt:
    """The test in which the one can help the other now: in the Posse Phase, before the card is played.

    Raises: Illegal(NOT_STARTED, OVER, OUT, SELF_HELP, NOT_A_PC, NO_TEST, ALONE, HELPED, NOT_YOUR_PHASE, PHASE_OVER,
    HAS_ACTED, HELD, BUSY).
    """
    require_running(state)
    require_up(actor)
    if actor.id == whom.id:
        raise Illegal("SELF_HELP", "TXD-16", who=actor.name)
    if not actor.is_pc:
        raise Illegal("NOT_A_PC", "TXD-16", who=actor.name)
    if not whom.is_pc:
        raise Illegal("NOT_A_PC", "TXD-16", who=whom.name)
    attempt = state.attempt_of(whom.id)
    if attempt is None or attempt.card or attempt.flip:
        raise Illegal("NO_TEST", "TXD-16", who=whom.name, hint="Help before the card is played.")
    if attempt.stakes.__struct_config__.tag in ALONE:
        raise Illegal("ALONE", "TXD-16", "TXF-37", who=whom.name)
    if attempt.helper:
        raise Illegal("HELPED", "TXD-16", who=state.name(attempt.helper), whom=whom.name)
    if state.turn_phase is not TurnPhase.POSSE:
        raise Illegal(
            "NOT_YOUR_PHASE", "TXD-16", "TX-20", who=actor.name, phase="Posse", hint="Helping takes an action."
        )
    if state.is_phase_over:
        raise Illegal("PHASE_OVER", "TX-17", hint="What is under way is finished first.")
    if actor.id in state.acted:
        raise Illegal("HAS_ACTED", "TXD-16", "TX-20", who=actor.name)
    require_not_held(state, actor)
    require_not_busy(state, actor)
    return attempt


def share(draft: TexDraft, decided: e.AttemptDecided, happened: Sequence[Event]) -> None:
    """The helper shares what harm the failed test brought to the one helped (TXD-16)."""
    attempt = decided.attempt
    helper = draft.state.find(attempt.helper)
    whom = attempt.helped
    if helper is None or whom is None:
        return
    damage = next((each.damage.parts for each in happened if isinstance(each, e.GritLost) and each.who == whom), None)
    if damage is None or not helper.is_up:
        return
    is_injured = any(isinstance(each, e.InjuryGained) and each.who == whom and not each.is_unarmed for each in happened)
    is_floored = any(isinstance(each, e.ConditionChanged) and each.who == whom for each in happened)
    by = draft.state.find(attempt.npc if whom == attempt.pc else attempt.pc)
    if is_injured or by is None:
        hurt(draft, helper, *damage, rule="TXD-16")
    elif is_floored:
        incapacitate(draft, helper, *(part for part in damage if part.rule != "TX-42"), rule="TXD-16")
    else:
        hurt_unarmed(draft, by, helper, *damage)
