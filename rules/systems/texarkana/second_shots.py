"""Rapid Shot (TXD-17, TXF-18): after a ranged attack, a card of its suit or value is burned for a second one."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.refusal import Illegal, refusal_of
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, ShotStakes
from rules.systems.texarkana.cards import face_of, shown, suit_of
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.shooting import fire, require_aim
from rules.systems.texarkana.state import Fighter, SecondShot, TexState, foes_of
from rules.systems.texarkana.traits import has_second_shot


def offer_second_shot(draft: TexDraft, attempt: Attempt) -> None:
    """After a PC's shot, if one of his Traits allows it: once an action, and not at somebody in flight (TXD-17).

    Where all are asked nobody can tell by it who has such a Trait.
    """
    stakes = attempt.stakes
    if not isinstance(stakes, ShotStakes) or stakes.shooter != attempt.pc or stakes.flight or attempt.is_burned:
        return
    pc = draft.state.fighter(attempt.pc)
    if not pc.is_up or not pc.is_pc or not (has_second_shot(pc) or draft.state.asks_all):
        return
    assert attempt.npc is not None, "somebody was shot at"
    second = SecondShot(id=f"{attempt.id}.again", who=pc.id, whom=attempt.npc, weapon=stakes.weapon, card=attempt.card)
    if targets(draft.state, second):
        draft.emit(e.SecondShotOffered(rules=cited("TXD-17", "TXF-18"), second=second))


def targets(state: TexState, second: SecondShot) -> tuple[Fighter, ...]:
    """Whom the second shot could be fired at with the same weapon, the one shot at before first."""
    shooter = state.fighter(second.who)
    before = state.find(second.whom)
    others = tuple(foe for foe in foes_of(state, shooter) if foe.id != second.whom)
    could = (*((before,) if before else ()), *others)
    return tuple(each for each in could if each.is_at_hand and _can_aim(state, shooter, each, second.weapon))


def _can_aim(state: TexState, shooter: Fighter, target: Fighter, weapon: str) -> bool:
    return shooter.is_up and refusal_of(require_aim, state, shooter, target, weapon) is None


def fits(second: SecondShot, card: str) -> bool:
    """Whether the card shares suit or value with the one played before (TXD-17)."""
    return suit_of(card) == suit_of(second.card) or face_of(card) == face_of(second.card)


def fire_again(draft: TexDraft, dice: Dice, second: SecondShot, card: str, whom: str) -> Attempt:
    """Open the second attack, in which this card is burned (TXD-17).

    Raises: Illegal(NOT_IN_HAND, DOES_NOT_FIT, NO_SUCH_COMBATANT).
    """
    shooter = draft.state.fighter(second.who)
    if card not in shooter.hand:
        raise Illegal("NOT_IN_HAND", "TXD-10", card=card, hint="Play one of the cards in hand.")
    if not fits(second, card):
        raise Illegal("DOES_NOT_FIT", "TXD-17", card=shown(card), other=shown(second.card))
    could = targets(draft.state, second)
    target = next((each for each in could if each.id == (whom or could[0].id)), None)
    if target is None:
        raise Illegal("NO_SUCH_COMBATANT", who=whom, hint=f"In reach: {', '.join(each.name for each in could)}.")
    give_up(draft, second, does_shoot=True)
    fire(draft, shooter, target, second.weapon, is_burned=True)
    attempt = draft.state.attempt_of(shooter.id)
    assert attempt is not None, "the shot is being made"
    return attempt


def give_up(draft: TexDraft, second: SecondShot, *, does_shoot: bool = False) -> None:
    """The offer is used or declined."""
    draft.emit(e.SecondShotOver(rules=cited("TXD-17"), id=second.id, who=second.who, does_shoot=does_shoot))


def drop_second_shots(draft: TexDraft) -> bool:
    """End the offers that nobody could take up any more; says whether there was one."""
    for second in draft.state.second_shots:
        if not targets(draft.state, second):
            give_up(draft, second)
            return True
    return False
