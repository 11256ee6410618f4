"""Cardplay (TXD-10): one card from the hand, one from the Dealer, and either side may push on with a trump.

What a test is about is not here: `outcome` tells what follows from success or failure.
"""

from rules.core.audience import GM, of
from rules.core.deck import look_at_next, take
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, Stakes
from rules.systems.texarkana.cards import SUITS, face_of, is_skull, is_trump, shown
from rules.systems.texarkana.house import reading
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Condition, Fighter, TexState
from rules.systems.texarkana.traits import automatic_claims, never_busts
from rules.systems.texarkana.woe import place_chip

LOWEST_RATING = -3  # TXF-12
MOST_PENALTY = 3  # TXD-21
OFFERED = 2  # TXF-23


def injury_penalty(state: TexState, fighter: Fighter) -> int:
    """What Injury chips cost in every test: -1 each, at most -3 (TXD-21)."""
    return -min(MOST_PENALTY, fighter.injury * state.house.injury_penalty)


def injury_parts(state: TexState, pc: Fighter) -> tuple[Part, ...]:
    """A PC's penalty for Injury, if there is one (TXD-21); an NPC's is in its rating."""
    penalty = injury_penalty(state, pc) if pc.is_pc else 0
    if penalty:
        return (Part(penalty, "injury", RuleId("TXD-21")),)
    return reading(state, "injury_penalty") if pc.is_pc and pc.injury else ()


def rating_parts(state: TexState, npc: Fighter, suit: str, rule: str = "TXD-11") -> tuple[Part, ...]:
    """An NPC's rating as it enters the difficulty, lowered by Injury but not below -3: the Dealer's secret (TXD-12)."""
    rating = npc.ratings.get(suit, 0)
    penalty = max(injury_penalty(state, npc), min(0, LOWEST_RATING - rating))
    parts = (Part(rating, f"{SUITS[suit]} rating", RuleId(rule), GM),)
    if penalty:
        return (*parts, Part(penalty, "injury", RuleId("TXD-21"), GM))
    return (*parts, *(reading(state, "injury_penalty", GM) if npc.injury else ()))


def parts_of(state: TexState, fighter: Fighter, suit: str, *more: Part, rule: str = "TXD-11") -> tuple[Part, ...]:
    """What one side has besides cards: an NPC its rating and more, in secret; a PC what all can see (TXD-11)."""
    if fighter.is_pc:
        return more
    secret = tuple(Part(part.value, part.why, part.rule, GM) for part in more)
    return (*rating_parts(state, fighter, suit, rule), *secret)


def first_and_other(starter: Fighter, other: Fighter) -> tuple[Fighter, Fighter]:
    """Who plays cards in a test, and who stands against it: the PC first; of two PCs or two NPCs, who began."""
    return (starter, other) if starter.is_pc or not other.is_pc else (other, starter)


def open_attempt(
    draft: TexDraft,
    *,
    pc: Fighter,
    npc: Fighter | None,
    stakes: Stakes,
    trumps: tuple[str, ...],
    npc_trumps: tuple[str, ...],
    bonus: tuple[Part, ...] = (),
    difficulty: tuple[Part, ...] = (),
    rules: tuple[str, ...] = (),
    is_burned: bool = False,
) -> None:
    """Begin a test: announce the trumps, set the difficulty in secret (TXD-10, steps 1 and 2).

    `pc` may be an NPC who begins against another (TXD-15). With `is_burned` the card played is not replaced.
    Raises: Illegal(BUSY) while the PC, or the other PC, is in another test.
    """
    require_not_busy(draft.state, pc)
    if npc is not None and npc.is_pc:
        require_not_busy(draft.state, npc)
        rules = (*rules, "TXD-14")
    attempt = Attempt(
        id=f"t{draft.state.counter + 1}",
        pc=pc.id,
        npc=npc.id if npc else None,
        stakes=stakes,
        trumps=trumps,
        npc_trumps=npc_trumps,
        bonus=Tally(bonus),
        difficulty=Tally(difficulty),
        is_burned=is_burned,
    )
    draft.emit(e.AttemptOpened(rules=cited("TXD-10", *rules), attempt=attempt))
    draft.emit(*automatic_claims(draft.state, attempt))


def require_not_busy(state: TexState, pc: Fighter) -> None:
    """Refuse a second test of the same PC. Raises: Illegal(BUSY)."""
    if state.attempt_of(pc.id) is not None:
        raise Illegal("BUSY", "TXD-10", who=pc.name, hint=f"First {pc.name} has a test to finish.")


def play_card(draft: TexDraft, dice: Dice, attempt: Attempt, card: str) -> e.AttemptDecided | None:
    """Put a card on the table against the Dealer's; what was decided, or None if the PC may Trump (steps 3 to 5).

    Raises: Illegal(NOT_IN_HAND).
    """
    pc = draft.state.fighter(attempt.pc)
    if card not in pc.hand:
        raise Illegal("NOT_IN_HAND", "TXD-10", card=card, hint="Play one of the cards in hand.")
    place_chip(draft, attempt)
    draft.emit(e.CardPlayed(rules=cited("TXD-10"), attempt=attempt.id, who=pc.id, card=card))
    count_skull(draft, card)
    flip = flip_card(draft, dice, "the Dealer's flip")
    draft.emit(e.DealerFlipped(rules=cited("TXD-10"), attempt=attempt.id, card=flip))
    count_skull(draft, flip)
    attempt = _now(draft, attempt)
    if may_trump(attempt) and draft.state.house.trump != "never":
        return None
    return _decide(draft, dice, attempt)


def trump(draft: TexDraft, dice: Dice, attempt: Attempt) -> e.AttemptDecided:
    """Push on: flip one more for the PC, who may bust (TXD-10, step 5)."""
    push = flip_card(draft, dice, "the flip of a Trump")
    draft.emit(e.Trumped(rules=cited("TXD-10"), attempt=attempt.id, who=attempt.pc, card=push))
    count_skull(draft, push)
    return _decide(draft, dice, _now(draft, attempt))


def stand(draft: TexDraft, dice: Dice, attempt: Attempt) -> e.AttemptDecided:
    """Let the card stand as it is (TXD-10, step 5)."""
    draft.emit(e.Stood(rules=cited("TXD-10"), attempt=attempt.id, who=attempt.pc))
    return _decide(draft, dice, attempt)


def may_trump(attempt: Attempt) -> bool:
    """Whether the PC has to say if he Trumps."""
    return bool(attempt.flip) and is_trump(attempt.card, attempt.trumps)


def has_gone_over(state: TexState, attempt: Attempt) -> bool:
    """Whether the PC has bust, which some Traits forbid (TXD-10, TXF-15)."""
    return bool(attempt.push) and not never_busts(attempt, attempt.pc) and is_bust(state, attempt.card, attempt.push)


def is_bust(state: TexState, *cards: str) -> bool:
    """Whether the cards of one side count too much together (TXD-10)."""
    return sum(state.value(card) for card in cards) > state.house.bust_over


def score_of(state: TexState, attempt: Attempt) -> Tally:
    """The PC's score so far; who never busts has no more than the limit (TXF-15)."""
    cards = _capped(state, attempt, attempt.pc, _card_parts(state, attempt.card, attempt.push))
    return Tally((*cards, *bonus_of(state, attempt).parts))


def bonus_of(state: TexState, attempt: Attempt) -> Tally:
    """What the PC adds to his cards; Injury as it is now, since Luck may refuse it until he plays (TXD-34)."""
    injured = injury_parts(state, state.fighter(attempt.pc)) if state.fighter(attempt.pc).is_pc else ()
    return attempt.bonus.plus(*injured)


def opposition_of(state: TexState, attempt: Attempt) -> Tally:
    """What stands against it so far; the difficulty is the Dealer's secret (TXF-11)."""
    cards = _card_parts(state, attempt.flip, attempt.counter)
    rival = state.find(attempt.npc)
    if rival is None or not rival.is_pc:
        return Tally((*cards, *attempt.difficulty.parts))
    return Tally((*_capped(state, attempt, rival.id, cards), *attempt.difficulty.parts, *injury_parts(state, rival)))


def _capped(state: TexState, attempt: Attempt, who: CombatantId, cards: tuple[Part, ...]) -> tuple[Part, ...]:
    """The cards of somebody who never busts count no more than the limit (TXF-15)."""
    over = sum(part.value for part in cards) - state.house.bust_over
    if over <= 0 or not never_busts(attempt, who):
        return cards
    return (*cards, Part(-over, "never busts", RuleId("TXF-15")))


def _card_parts(state: TexState, *cards: str) -> tuple[Part, ...]:
    parts = tuple(Part(state.value(card), shown(card), RuleId("TXD-10")) for card in cards if card)
    return (*parts, *(reading(state, "ace") if any(face_of(card) == "A" for card in cards if card) else ()))


def beats(state: TexState, score: int, opposition: int) -> bool:
    """Whether the PC's score is enough; ties as the house has them (TXD-10, TXD-35)."""
    return is_enough(score, opposition, state.house.ties)


def is_enough(score: int, opposition: int, ties: str) -> bool:
    """Whether a score is enough, where ties are the PC's or the Dealer's (TXD-10, TXD-35)."""
    return score > opposition or (score == opposition and ties == "pc")


def _decide(draft: TexDraft, dice: Dice, attempt: Attempt) -> e.AttemptDecided:
    """The NPC Trumps if he is losing and can (step 6); then who won (step 7), and the cards go (step 8)."""
    state = draft.state
    has_bust = has_gone_over(state, attempt)
    is_ahead = not has_bust and beats(state, score_of(state, attempt).total, opposition_of(state, attempt).total)
    has_dealer_bust = False
    if is_ahead and is_trump(attempt.flip, attempt.npc_trumps) and state.house.trump != "never":
        counter = flip_card(draft, dice, "the Dealer's flip of a Trump")
        draft.emit(e.DealerTrumped(rules=cited("TXD-10"), attempt=attempt.id, card=counter))
        count_skull(draft, counter)
        attempt = _now(draft, attempt)
        has_dealer_bust = is_bust(draft.state, attempt.flip, counter)
    score, opposition = score_of(draft.state, attempt), opposition_of(draft.state, attempt)
    is_success = not has_bust and (has_dealer_bust or beats(draft.state, score.total, opposition.total))
    is_tie = not has_bust and not has_dealer_bust and score.total == opposition.total
    decided = e.AttemptDecided(
        rules=cited("TXD-10"),
        attempt=attempt,
        score=score.plus(*_readings_of_score(draft.state, attempt)),
        opposition=opposition.plus(
            *(reading(draft.state, "bust_over") if attempt.counter else ()),
            *(reading(draft.state, "ties", GM) if is_tie else ()),  # else all could reckon the secret
        ),
        is_success=is_success,
        is_bust=has_bust,
        is_dealer_bust=has_dealer_bust,
    )
    draft.emit(decided)
    refill(draft, dice, decided)
    return decided


def _readings_of_score(state: TexState, attempt: Attempt) -> tuple[Part, ...]:
    """The switches of the house that bore on the PC's side (TXD-35)."""
    is_pushed, could_trump = bool(attempt.push), is_trump(attempt.card, attempt.trumps)
    return (
        *(reading(state, "bust_over") if is_pushed else ()),
        *(reading(state, "trump") if could_trump else ()),
    )


def has_succeeded(decided: e.AttemptDecided, who: CombatantId) -> bool:
    """Whether a test ended well for the one who began it, or the other one; if both bust, for neither (TXD-14)."""
    return decided.is_success if who == decided.attempt.pc else not (decided.is_success or decided.is_dealer_bust)


def refill(draft: TexDraft, dice: Dice, decided: e.AttemptDecided) -> None:
    """Every card played is replaced, unless it is burned (TXD-10, step 8)."""
    attempt = decided.attempt
    players = (attempt.pc, attempt.npc) if draft.state.is_even(attempt) else (attempt.pc,)
    for who in filter(None, players):
        burned = _burned_by(draft.state, decided, who)
        if burned:
            will = max(0, draft.state.fighter(who).will - 1)
            draft.emit(e.CardBurned(rules=cited(*burned), who=who, will=will))
        elif has_succeeded(decided, who) and any(each.who == who and not each.is_flaw for each in attempt.wagers):
            _offer_cards(draft, dice, who)
        else:
            draw_card(draft, dice, who)
    if attempt.helper:
        draw_card(draft, dice, attempt.helper)
    pay_owed(draft, dice)


def _burned_by(state: TexState, decided: e.AttemptDecided, who: CombatantId) -> tuple[str, ...]:
    """The rules by which this player's card is burned: it is not replaced, and Will falls with it."""
    attempt, npc = decided.attempt, state.find(decided.attempt.npc)
    if attempt.is_burned and who == attempt.pc:
        return ("TXF-17",)
    if has_succeeded(decided, who):
        return ()
    if npc is not None and npc.is_supernatural:
        return ("TXF-28", "TXD-29")
    return ("TXD-19",) if any(each.who == who and each.is_flaw for each in attempt.wagers) else ()


def _offer_cards(draft: TexDraft, dice: Dice, who: CombatantId) -> None:
    """Two cards to pick from, after a Characteristic has won; where there are not two, the usual draw (TXF-23)."""
    deck = draft.state.deck
    if deck.left < OFFERED and deck.discards:
        draft.emit(e.DeckShuffled(rules=cited("TXD-10")))
    if draft.state.deck.left < OFFERED:
        draw_card(draft, dice, who)
        return
    why = f"one of two cards for {draft.state.name(who)}"
    first = look_at_next(draft.state.deck, dice, why)
    second = look_at_next(take(draft.state.deck, first), dice, why)
    draft.emit(e.CardsOffered(rules=cited("TXF-23", "TXD-19"), audience=of(who), who=who, cards=(first, second)))


def _now(draft: TexDraft, attempt: Attempt) -> Attempt:
    """The attempt as the last events left it."""
    now = draft.state.attempt(attempt.id)
    assert now is not None, "the attempt is under way"
    return now


def drop_attempt(draft: TexDraft, dice: Dice, attempt: Attempt) -> None:
    """Give up a test that has become moot: whoever had played a card draws another."""
    state = draft.state
    draft.emit(e.AttemptDropped(rules=cited("TX-18"), attempt=attempt.id))
    players = ((attempt.pc, attempt.card), (attempt.npc, attempt.flip), (attempt.helper, attempt.help_card))
    for who, card in players:
        fighter = state.find(who)
        if card and fighter is not None and fighter.is_pc and fighter.condition is not Condition.GONE:
            draw_card(draft, dice, fighter.id)
    pay_owed(draft, dice)


def draw_card(draft: TexDraft, dice: Dice, who: CombatantId) -> None:
    """One card from the deck into a hand; owed if there is none (TXD-32)."""
    card = _next_card(draft, dice, f"a card for {draft.state.name(who)}")
    if card is None:
        draft.emit(e.CardOwed(rules=cited("TXD-32"), who=who))
    else:
        draft.emit(e.CardDrawn(rules=cited("TXF-17"), audience=of(who), who=who, card=card))


def pay_owed(draft: TexDraft, dice: Dice) -> None:
    """Fill hands that are owed cards, as far as there are cards again (TXD-32)."""
    for who in draft.state.owed:
        card = _next_card(draft, dice, f"a card owed to {draft.state.name(who)}")
        if card is None:
            return
        draft.emit(e.CardDrawn(rules=cited("TXD-32"), audience=of(who), who=who, card=card))


def flip_card(draft: TexDraft, dice: Dice, why: str) -> str:
    """The next card, face up. Raises: Illegal(NO_CARDS) while all cards are in hands and tests."""
    card = _next_card(draft, dice, why)
    if card is None:
        raise Illegal("NO_CARDS", "TXD-32", hint="Finish another test first: its cards go back.")
    return card


def _next_card(draft: TexDraft, dice: Dice, why: str) -> str | None:
    """The card that comes next, the discards shuffled in if the deck is used up (TXD-10)."""
    if not draft.state.deck.left and draft.state.deck.discards:
        draft.emit(e.DeckShuffled(rules=cited("TXD-10")))
    return look_at_next(draft.state.deck, dice, why) if draft.state.deck.left else None


def count_skull(draft: TexDraft, card: str) -> None:
    """A Skull on the table is a Woe chip for the Dealer (TXF-25)."""
    if is_skull(card):
        draft.emit(e.WoeGained(rules=cited("TXF-25"), card=card, woe=draft.state.woe + 1))
