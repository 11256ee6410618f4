"""Names and titles as people type them: cleaned, compared and kept apart."""

import unicodedata
from collections.abc import Collection

LONGEST = 100  # characters
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # Unicode categories of what cannot be seen


def clean(text: str) -> str:
    """The text in one line: NFKC, nothing invisible, single spaces, at most 100 characters; perhaps empty."""
    normal = unicodedata.normalize("NFKC", text)
    seen = "".join(" " if letter.isspace() else letter for letter in normal)
    words = "".join(each for each in seen if unicodedata.category(each) not in _UNSEEN).split()
    return " ".join(words)[:LONGEST].rstrip()


def key_of(text: str) -> str:
    """What two names are compared by: two names with one key are the same name."""
    return clean(text).casefold()


def apart(wanted: str, taken: Collection[str]) -> str:
    """The name wanted, with a number behind it if somebody has it already."""
    keys = {key_of(each) for each in taken}
    name, number = wanted, 1
    while key_of(name) in keys:
        number += 1
        name = f"{wanted[: LONGEST - 1 - len(str(number))].rstrip()} {number}"
    return name
