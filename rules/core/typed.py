"""What a GM typed for a value that he sets: read, or refused with what would serve."""

import re

from rules.core.refusal import Illegal

_QUOTED = 40  # characters of what was typed that a refusal repeats


def whole_number(what: str, text: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises: Illegal(BAD_VALUE)."""
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise bad_value(what, text, f"A whole number from {least} to {most}.")
    return int(text)


def one_of(what: str, text: str, *allowed: str) -> str:
    """One of the words that serve, in any case. Raises: Illegal(BAD_VALUE)."""
    word = text.casefold()
    if word not in allowed:
        raise bad_value(what, text, f"One of: {', '.join(allowed)}.")
    return word


def is_yes(what: str, text: str) -> bool:
    """Yes or no. Raises: Illegal(BAD_VALUE)."""
    return one_of(what, text, "yes", "no") == "yes"


def bad_value(what: str, text: str, hint: str, *rules: str) -> Illegal:
    """The refusal of a value that does not serve."""
    return Illegal("BAD_VALUE", *rules, what=what, value=text[:_QUOTED], hint=hint)
