"""What the Dealer may change about a test under way: Traits claimed, the situation, the difficulty (TXF-11, TXF-14).

Traits brought into a test already decided may be struck too: what they brought is then for him to set or take back.
"""

from rules.core.audience import GM
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, Backing
from rules.systems.texarkana.cardplay import beats, is_bust, opposition_of, score_of
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.traits import without_claims

LEAST, MOST = -3, 3


def in_test(state: TexState) -> tuple[Fighter, ...]:
    """The PCs who are in a test."""
    return tuple(pc for pc in state.pcs if state.attempt_of(pc.id))


def backed(state: TexState) -> tuple[Fighter, ...]:
    """The PCs of whom a Trait could be struck: in a test under way, or in their last one."""
    return tuple(pc for pc in state.pcs if _claims(state, pc) or _backing(state, pc))


def _claims(state: TexState, pc: Fighter) -> tuple[str, ...]:
    attempt = state.attempt_of(pc.id)
    return tuple(claim.trait for claim in attempt.claims if claim.who == pc.id) if attempt else ()


def _backing(state: TexState, pc: Fighter) -> Backing | None:
    return next((each for each in state.backings if each.who == pc.id), None)


def is_even_test(state: TexState, pc: Fighter) -> bool:
    """Whether he is in a test of two PCs, which has no difficulty (TXD-14)."""
    attempt = state.attempt_of(pc.id)
    return attempt is not None and state.is_even(attempt)


def require_test(state: TexState, whom: Fighter) -> Attempt:
    """The test this PC is in. Raises: Illegal(NO_TEST)."""
    attempt = state.attempt_of(whom.id)
    if attempt is None or not whom.is_pc:
        raise Illegal("NO_TEST", "TXD-10", who=whom.name)
    return attempt


def strike(draft: TexDraft, whom: Fighter) -> None:
    """Grant no Traits, neither in the test under way (or just decided) nor again (TXF-14).

    Raises: Illegal(NO_CLAIM).
    """
    traits = _claims(draft.state, whom)
    attempt, backing = draft.state.attempt_of(whom.id), _backing(draft.state, whom)
    rules = cited("TXF-14", "TXD-34")
    if traits and attempt is not None:
        without = without_claims(attempt, whom.id)
        draft.emit(e.TraitsStruck(rules=rules, who=whom.id, traits=traits, attempt=without))
    elif backing is not None:
        draft.emit(e.TraitsStruck(rules=rules, who=whom.id, traits=backing.traits, is_decisive=backing.is_decisive))
    else:
        raise Illegal("NO_CLAIM", "TXF-14", who=whom.name)


def keep_backings(draft: TexDraft, decided: e.AttemptDecided) -> None:
    """Remember what a test owed to Traits, so that the Dealer may yet strike them (TXD-34)."""
    attempt = decided.attempt
    for who in dict.fromkeys(claim.who for claim in attempt.claims):
        bare = without_claims(attempt, who)
        backing = Backing(
            who=who,
            traits=tuple(claim.trait for claim in attempt.claims if claim.who == who),
            is_decisive=who == attempt.pc and decided.is_success and not _would_succeed(draft.state, decided, bare),
        )
        draft.emit(e.BackingKept(rules=cited("TXF-14", "TXD-34"), audience=GM, backing=backing))


def _would_succeed(state: TexState, decided: e.AttemptDecided, bare: Attempt) -> bool:
    """Whether the same cards would have been enough without the Traits."""
    if bare.push and is_bust(state, bare.card, bare.push):
        return False
    return decided.is_dealer_bust or beats(state, score_of(state, bare).total, opposition_of(state, bare).total)


def set_edge(draft: TexDraft, whom: Fighter, value: int) -> None:
    """More or less for this PC in the test under way, for the situation (TXF-14). Raises: Illegal(NO_TEST)."""
    attempt = require_test(draft.state, whom)
    draft.emit(e.EdgeSet(rules=cited("TXF-14", "TXD-34"), who=whom.id, attempt=attempt.id, value=value))


def set_difficulty(draft: TexDraft, whom: Fighter, value: int) -> None:
    """More or less for the difficulty of the test under way, in secret (TXF-11).

    Raises: Illegal(NO_TEST, NO_DIFFICULTY).
    """
    attempt = require_test(draft.state, whom)
    if draft.state.is_even(attempt):
        raise Illegal("NO_DIFFICULTY", "TXD-14", who=whom.name)
    draft.emit(e.DifficultySet(rules=cited("TXF-11"), audience=GM, who=whom.id, attempt=attempt.id, value=value))
