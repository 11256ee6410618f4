"""Tests that the Dealer calls of several at once, of any suit against a difficulty that he sets (TX-63, TXD-10)."""

from rules.core.calling import Check, audience_of, difficulty_of, players_first, require_call
from rules.core.command import Call
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.option import Choice, clip
from rules.core.tally import Part
from rules.core.typed import whole_number
from rules.core.view import Phase
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, SundryStakes
from rules.systems.texarkana.cardplay import count_skull, flip_card, open_attempt, opposition_of, parts_of, score_of
from rules.systems.texarkana.cards import SUITS
from rules.systems.texarkana.outcome import settle
from rules.systems.texarkana.play import TexDraft, require_running
from rules.systems.texarkana.rivals import now
from rules.systems.texarkana.state import Fighter, TexState, TurnPhase

NO_TRUMPS = "none"
EASIEST, HARDEST = -3, 3  # TXD-10
NAMED = {EASIEST: "easy", 0: "usual", HARDEST: "very hard"}
SKULLS = "Sk"  # never trumps (TXD-10)


def calls(state: TexState) -> tuple[Check, ...]:
    """What the Dealer may call for: a test for each suit that trumps, once the Initiative is settled (TX-14)."""
    if state.phase is not Phase.RUNNING or is_too_busy(state):
        return ()
    who = tuple(Choice(key=fighter.id, label=clip(fighter.name)) for fighter in callable_now(state))
    kinds = {suit: f"{name} trump" for suit, name in SUITS.items() if suit != SKULLS}
    return tuple(
        Check(key=key, label=label, who=who, difficulties=_difficulties(), is_hidden=True)
        for key, label in {**kinds, NO_TRUMPS: "Nothing trumps"}.items()
    )


def is_too_busy(state: TexState) -> bool:
    """Whether something is under way that must find its people free: the Initiative, a flight, an Escalation."""
    return state.turn_phase is TurnPhase.BEFORE or bool(
        state.flights or state.escalation or state.second_shots or state.shootout
    )


def callable_now(state: TexState) -> tuple[Fighter, ...]:
    """Whoever is up and seen; of PCs, those in no test, with a card to play."""
    return tuple(
        fighter
        for fighter in state.fighters
        if fighter.is_at_hand and (not fighter.is_pc or (fighter.hand and state.attempt_of(fighter.id) is None))
    )


def _difficulties() -> tuple[Choice, ...]:
    every = sorted(range(EASIEST, HARDEST + 1), key=lambda each: (each != 0, each))
    return tuple(Choice(key=f"{each:+d}", label=f"{each:+d}", note=NAMED.get(each, "")) for each in every)


def call(draft: TexDraft, dice: Dice, command: Call) -> None:
    """Open a test for everybody called, at once; for whom the Dealer plays cards are flipped at once (TXD-15).

    Raises: Illegal(NOT_STARTED, OVER, NO_CARDS, BAD_VALUE), and as `require_call`.
    """
    require_running(draft.state)
    meant, those = require_call(calls(draft.state), command, "TX-63")
    difficulty = whole_number("the difficulty", difficulty_of(meant, command), EASIEST, HARDEST)
    against = Part(difficulty, "difficulty", RuleId("TXF-11"), audience_of(command))
    trumps = () if meant.key == NO_TRUMPS else (meant.key,)
    for fighter in players_first(map(draft.state.fighter, those)):
        open_attempt(
            draft,
            pc=fighter,
            npc=None,
            stakes=SundryStakes(what=command.about or "a test"),
            trumps=trumps,
            npc_trumps=(),
            bonus=parts_of(draft.state, fighter, trumps[0], rule="TXF-12") if trumps else (),
            difficulty=(against,),
            rules=("TX-63",),
        )
        if not fighter.is_pc:
            _flip_both(draft, dice, draft.state.attempts[-1])


def _flip_both(draft: TexDraft, dice: Dice, attempt: Attempt) -> None:
    """An NPC's test: a card for him with his rating, one against him; as much is enough (TXD-15)."""
    card = flip_card(draft, dice, f"a flip for {draft.state.name(attempt.pc)}")
    draft.emit(e.NpcFlipped(rules=cited("TXD-15"), attempt=attempt.id, who=attempt.pc, card=card))
    count_skull(draft, card)
    flip = flip_card(draft, dice, "the Dealer's flip")
    draft.emit(e.DealerFlipped(rules=cited("TXD-10"), attempt=attempt.id, card=flip))
    count_skull(draft, flip)
    attempt = now(draft, attempt)
    score, opposition = score_of(draft.state, attempt), opposition_of(draft.state, attempt)
    decided = e.AttemptDecided(
        rules=cited("TXD-10", "TXD-15"),
        attempt=attempt,
        score=score,
        opposition=opposition,
        is_success=score.total >= opposition.total,
    )
    draft.emit(decided)
    settle(draft, dice, decided)
