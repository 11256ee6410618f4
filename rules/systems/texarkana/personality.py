"""Characteristics and Flaws (TXF-22, TXF-23, TXD-19): a wager of Luck or Will on one test, made before the card."""

from rules.core.audience import of
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, Wager
from rules.systems.texarkana.cardplay import draw_card, has_succeeded
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, TexState

MOST_WILL = 10  # TXF-04
MOST_LUCK = 10  # TXF-29


def wagers_open(state: TexState, attempt: Attempt, who: Fighter) -> tuple[Wager, ...]:
    """What a player may invoke for this test now: one at most, and a Characteristic once a session (TXF-22, TXF-23)."""
    if any(wager.who == who.id for wager in attempt.wagers):
        return ()
    characteristics = who.characteristics if who.luck else ()
    return (
        *(Wager(who=who.id, name=name, is_flaw=False) for name in characteristics if name not in who.spent),
        *(Wager(who=who.id, name=name, is_flaw=True) for name in who.flaws),
    )


def wager(draft: TexDraft, attempt: Attempt, who: Fighter, name: str, is_flaw: bool) -> None:
    """Invoke a Characteristic or a Flaw (TXF-22). Raises: Illegal(WAGERED, NO_SUCH_WAGER, SPENT, NO_LUCK)."""
    meant = Wager(who=who.id, name=name, is_flaw=is_flaw)
    found = next((each for each in wagers_open(draft.state, attempt, who) if each == meant), None)
    if found is None:
        raise _why_not(attempt, who, name)
    draft.emit(e.Wagered(rules=cited("TXF-22", "TXD-19"), attempt=attempt.id, wager=found))


def _why_not(attempt: Attempt, who: Fighter, name: str) -> Illegal:
    if any(each.who == who.id for each in attempt.wagers):
        return Illegal("WAGERED", "TXF-22", who=who.name)
    if name not in (*who.characteristics, *who.flaws):
        hint = f"There is: {', '.join((*who.characteristics, *who.flaws)) or 'nothing'}."
        return Illegal("NO_SUCH_WAGER", "TXF-22", name=name, hint=hint)
    if name in who.spent:
        return Illegal("SPENT", "TXF-23", name=name)
    return Illegal("NO_LUCK", "TXF-22", who=who.name)


def settle_wagers(draft: TexDraft, dice: Dice, decided: e.AttemptDecided) -> None:
    """Each wager is won or lost with its test (TXD-19). The card is replaced, picked or burned by then (`refill`)."""
    for each in decided.attempt.wagers:
        if has_succeeded(decided, each.who):
            _win(draft, dice, each)
        else:
            luck = draft.state.fighter(each.who).luck
            left = luck if each.is_flaw else max(0, luck - 1)
            draft.emit(e.WagerLost(rules=cited("TXF-22", "TXD-19"), who=each.who, name=each.name, luck=left))


def _win(draft: TexDraft, dice: Dice, won: Wager) -> None:
    """A Characteristic brings 1 Luck, a Flaw 1 Will with a card to it: none beyond ten (TXF-04, TXF-29)."""
    fighter = draft.state.fighter(won.who)
    luck, will = fighter.luck, fighter.will
    luck = luck if won.is_flaw else max(luck, min(MOST_LUCK, luck + 1))
    gains = won.is_flaw and will < MOST_WILL
    will += gains
    draft.emit(e.WagerWon(rules=cited("TXF-22", "TXD-19"), who=won.who, name=won.name, luck=luck, will=will))
    if gains:
        draw_card(draft, dice, won.who)


def pick(draft: TexDraft, who: Fighter, card: str) -> None:
    """Take one of the two cards; the other goes to the bottom of the deck (TXD-19). Raises: Illegal(NOT_OFFERED)."""
    if card not in who.offered:
        raise Illegal("NOT_OFFERED", "TXF-23", card=card)
    draft.emit(e.CardPicked(rules=cited("TXF-23", "TXD-19"), audience=of(who.id), who=who.id, card=card))


def best_offered(state: TexState, who: Fighter) -> str:
    """The higher of the two cards, which is taken if nobody picks; of equals no Skull."""
    return max(who.offered, key=lambda card: (state.value(card), not card.endswith("Sk"), card))
