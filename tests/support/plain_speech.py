"""What nobody who plays should have to read: words of the program, and the words of another system's table."""

import re
from collections.abc import Iterable, Iterator

OF_THE_PROGRAM = re.compile(
    r"\b(?:seats?|ply|plies|seq|prompts?|resolutions?|epochs?|actors?|combatants?|viewers?|rulesets?|slots?"
    r"|keyframes?|snapshots?|payloads?|null|enum|custom_id|stale)\b",
    re.IGNORECASE,
)
CODES = re.compile(r"\b[A-Z]{2,}(?:_[A-Z]+)+\b")
SNAKES = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
IDS = re.compile(r"(?<![\w@#:/])([cst]\d{1,3}|t\d+\.\w+|turn\d+\.\w+)(?!\w)")
OF_OTHER_TABLES = {  # by the word for the game master
    "Dealer": re.compile(r"\b(?:the Judge|the GM)\b"),
    "Judge": re.compile(r"\b(?:Dealer|[Pp]osse|the GM)\b"),
    "GM": re.compile(r"\b(?:Dealer|Judge|[Pp]osse)\b"),
    "": re.compile(r"\b(?:Dealer|Judge|[Pp]osse)\b(?! (?:the|again))"),  # what is said at any table
}


def faults(texts: Iterable[str], gm_word: str) -> Iterator[str]:
    """Every word that does not belong, with the text it stands in; empty `gm_word`: it is said at every table."""
    for text in dict.fromkeys(line for each in texts for line in each.splitlines()):
        for pattern in (OF_THE_PROGRAM, CODES, SNAKES, IDS, OF_OTHER_TABLES[gm_word]):
            found = pattern.search(text)
            if found is not None:
                yield f"{found[0]!r} in: {text}"
