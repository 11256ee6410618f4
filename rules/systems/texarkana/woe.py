"""What the Dealer's Woe does in a fight: Horrific Violence, and something supernatural (TXF-26, TXD-23, TXD-24).

The first use of Woe, an unsettling presence, is never for violence, and so has no place here. How Woe is gained is in
`cardplay`, with how much the Dealer begins in `lobby`.
"""

from rules.core.audience import GM
from rules.core.ids import RuleId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, BrawlStakes, BreakStakes, HoldStakes, ShootoutStakes, ShotStakes
from rules.systems.texarkana.play import TexDraft, require_running
from rules.systems.texarkana.state import Horror, TexState

VIOLENT = (BrawlStakes, ShotStakes, BreakStakes, HoldStakes, ShootoutStakes)
HARDER = 1  # TXD-23
PRICE = 1  # TXD-24
HORRIFIC = "horrific-violence"  # what the Dealer sets
HORRORS = {
    Horror.NONE: "no test of violence",
    Horror.NEXT: "the next test of violence",
    Horror.ALWAYS: "every test of violence while Woe lasts",
}
RULES = (RuleId("TXF-26"), RuleId("TXD-23"))


def arm_horror(draft: TexDraft, horror: Horror) -> None:
    """The Dealer says beforehand which tests of violence get a Woe chip: nobody is asked at each (TXD-23)."""
    draft.emit(e.HorrorArmed(rules=RULES, audience=GM, horror=horror))


def settings(state: TexState) -> tuple[Choice, ...]:
    """What the Dealer may arm from his panel: `what=value`."""
    return tuple(
        Choice(
            key=f"{HORRIFIC}={horror}",
            label=f"Horrific Violence: {label}",
            note="as it is" if horror is state.horror else "",
        )
        for horror, label in HORRORS.items()
    )


def place_chip(draft: TexDraft, attempt: Attempt) -> None:
    """Before the card: one chip at most, +1 difficulty, in secret (TXD-12, TXD-23)."""
    state = draft.state
    if state.horror is Horror.NONE or not state.woe_left or attempt.woe or not takes_woe(attempt):
        return
    part = Part(HARDER, "Woe", RuleId("TXD-23"), GM)
    draft.emit(e.WoePlaced(rules=(RuleId("TXD-12"), *RULES), audience=GM, attempt=attempt.id, part=part))


def takes_woe(attempt: Attempt) -> bool:
    """Whether the test is one of violence against an NPC: only there the Dealer has a difficulty to raise."""
    return attempt.npc is not None and isinstance(attempt.stakes, VIOLENT)


def spend_chip(draft: TexDraft, attempt: Attempt, *, is_success: bool) -> None:
    """The test is decided: the chip is spent, and a PC who failed gains one more Injury (TXD-23).

    Luck may refuse that as any other; not in a Shootout (TXF-38).
    """
    if not attempt.woe:
        return
    left = max(0, draft.state.woe - attempt.woe)
    draft.emit(e.WoeSpent(rules=RULES, spent=attempt.woe, woe=left))
    if not is_success:
        is_final = isinstance(attempt.stakes, ShootoutStakes)
        draft.emit(e.InjuryGained(rules=RULES, who=attempt.pc, is_final=is_final))


def bring_unnatural(draft: TexDraft, what: str) -> None:
    """For a chip, something supernatural is in the scene, in the Dealer's words (TXF-27, TXD-24).

    Raises: Illegal(NOT_STARTED, OVER, NO_WOE, NOTHING_SAID).
    """
    state = draft.state
    require_running(state)
    if not what:
        raise Illegal("NOTHING_SAID", "TXD-24", hint="Say in a few words what it is.")
    require_woe(state)
    rules = (RuleId("TXF-27"), RuleId("TXD-24"))
    draft.emit(e.WoeSpent(rules=rules, spent=PRICE, woe=state.woe - PRICE), e.UnnaturalBrought(rules=rules, what=what))


def require_woe(state: TexState) -> None:
    """Refuse to spend what is not there. Raises: Illegal(NO_WOE)."""
    if state.woe_left < PRICE:
        raise Illegal("NO_WOE", "TXF-26", hint="Skulls bring more.")
