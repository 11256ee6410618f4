"""Names and titles as people type them: cleaned, compared and kept apart."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache

LONGEST = 100  # characters
MENTION = "\ue000"  # a sign that nobody can type (`tidy` drops it): a user's id follows
ROLE, CHANNEL = "\ue001", "\ue002"  # the same for a role of a server, and for a channel
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # Unicode categories of what cannot be seen
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show as nothing


def tidy(text: str, longest: int) -> str:
    """The text in one line: NFKC, nothing invisible, single spaces, cut to this length; perhaps empty."""
    normal = unicodedata.normalize("NFKC", text)
    shown = "".join(" " if letter.isspace() else letter for letter in normal if letter not in _BLANK)
    seen = "".join(each for each in shown if unicodedata.category(each) not in _UNSEEN)
    return " ".join(seen.split())[:longest].rstrip()


UNTITLED = "A fight"  # the title of a fight that was given none


def clean(text: str) -> str:
    """A name or title as it is kept: tidy, at most 100 characters."""
    return tidy(text, LONGEST)


@lru_cache(maxsize=4096)  # the same names are compared again and again
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


def role_mention(role: int) -> str:
    """A role in the words of the table."""
    return f"{ROLE}{role}"


def channel_mention(channel: int) -> str:
    """A channel in the words of the table."""
    return f"{CHANNEL}{channel}"


def mention(user: int | None) -> str:
    """A user in the words of the table; whoever lays out the text makes his name of it."""
    if user and user < 0:
        return "somebody who is gone"
    return f"{MENTION}{user}" if user else "nobody"
