"""What the Dealer does with Woe by his own word: arm Horrific Violence, bring something supernatural, set the chips."""

from collections.abc import Callable, Mapping

from rules.core.option import Amendable, Choice
from rules.core.typed import one_of
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Horror, TexState
from rules.systems.texarkana.woe import HORRIFIC, HORRORS, PRICE, arm_horror, bring_unnatural


def _horror(draft: TexDraft, value: str) -> None:
    """Which tests of violence get a Woe chip (TXD-23). Raises: Illegal(BAD_VALUE)."""
    arm_horror(draft, Horror(one_of(HORRIFIC, value, *Horror)))


OF_SCENE: Mapping[str, Callable[[TexDraft, str], None]] = {
    HORRIFIC: _horror,
    "unnatural": bring_unnatural,
}


def amendables(state: TexState, *, is_running: bool) -> tuple[Amendable, ...]:
    """What is set here; something supernatural only where there is a chip for it."""
    horrors = tuple(Choice(key=horror, label=label) for horror, label in HORRORS.items())
    found = [Amendable(key=HORRIFIC, label="Horrific Violence", group="secret", values=horrors)]
    if is_running and state.woe_left >= PRICE:
        label = "Something supernatural (costs 1 chip)"
        found.append(Amendable(key="unnatural", label=label, group="decide", hint="what it is, in a few words"))
    return tuple(found)
