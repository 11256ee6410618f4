"""Standing orders for whoever is away: what they are called. What they bring is each system's own business."""

from collections.abc import Mapping

from rules.core.command import GoOn
from rules.core.option import Choice
from rules.core.prompt import Prompt

DEFEND, PASS, LOWEST, ELSE = "defend", "pass", "lowest", "else"

_WORDS: Mapping[str, tuple[str, str]] = {  # as somebody chooses it, and as it is said of him
    DEFEND: ("Defend first", "defends first"),
    PASS: ("Let it go by", "lets it go by"),
    LOWEST: ("Play the lowest card", "plays the lowest card"),
    ELSE: ("What stands after “else”", "does what stands after “else”"),
}


def order(key: str, note: str) -> Choice:
    """An order as it is offered; `note`: what it means by these rules."""
    return Choice(key=key, label=_WORDS[key][0], note=note)


def order_said(key: str) -> str:
    """An order as it is said of somebody: "defends first"."""
    return _WORDS[key][1] if key in _WORDS else _WORDS[ELSE][1]


def by_default(prompt: Prompt) -> GoOn:
    """What happens to whoever does not decide."""
    return GoOn(prompts=(prompt.id,))
