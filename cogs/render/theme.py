"""Discord's limits as constants, and the few tools that keep every text inside them."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from rules.core.names import CHANNEL, MENTION, ROLE

CONTENT = 2000  # "Create Message: content"
BUTTON_LABEL = 80
BUTTON_SEEN = 38  # Discord, "Buttons: Design Guidelines": what a phone shows of a label
OPTION_LABEL = 100
OPTIONS = 25
BUTTONS_IN_ROW = 5
ROWS = 5
PLACEHOLDER = 150
FORM_TITLE = 45
FORM_PARTS = 5
LONGEST_FORM_TEXT = 4000
FORM_TEXT = 300  # ours, as for a typed note; Discord allows 4000
FILE = 9 * 2**20  # bytes of a file; Discord, "Uploading Files": 10 MiB a request
CHOICES = 25
CHOICE = 100

B = TypeVar("B")

_MARKS = re.compile(r"([\\*_~|`<>\[\]])")
_MENTIONED = {MENTION: "@", ROLE: "@&", CHANNEL: "#"}
_MENTION = re.compile(f"([{''.join(_MENTIONED)}])" + r"(\d+)")
ENDS = (".", "?", "!", "…")
_LINE_MARKS = re.compile(r"^(\s*\d*)([#\-+.])", re.MULTILINE)  # headings and lists; ">" is a mark anywhere


@lru_cache(maxsize=1024)  # the same names, places and decisions are shown again and again
def plain(text: str) -> str:
    """The text as it stands, with nothing read as markup, a mention or a link with another name."""
    return _MENTION.sub(_mentioned, _LINE_MARKS.sub(r"\1\\\2", _MARKS.sub(r"\\\1", text)))


def _mentioned(found: re.Match[str]) -> str:
    return f"<{_MENTIONED[found[1]]}{found[2]}>"


def name(text: str, limit: int = 60) -> str:
    """A name or title as it stands, cut to so many characters before anything is escaped."""
    return plain(cut(text, limit))


def cut(text: str, limit: int) -> str:
    """The text, ended with "…" if it is longer than the limit."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def sentence(text: str) -> str:
    """The text with a full stop, unless it ends a sentence itself."""
    return text if text.endswith(ENDS) else f"{text}."


def fit(lines: Iterable[str], limit: int, more: str = "… and {} more", glue: str = "\n") -> str:
    """As many whole lines (or other parts, joined by `glue`) as fit, with a word about the rest."""
    rest = list(lines)
    text = glue.join(rest)
    if len(text) <= limit:
        return text
    room = limit - len(more) - len(glue) - 4  # the number of the rest: 4 digits at most
    kept = [theirs := cut(rest.pop(0), room)]
    used = len(theirs)
    while rest and used + len(glue) + len(rest[0]) <= room:
        used += len(glue) + len(rest[0])
        kept.append(rest.pop(0))
    return glue.join((*kept, more.format(len(rest)))) if rest else glue.join(kept)


def fit_ends(lines: Sequence[str], limit: int, more: str) -> str:
    """All the lines; if they do not fit, the first and the last that do, and between them a word about the others."""
    text = "\n".join(lines)
    if len(text) <= limit:
        return text
    room = limit - len(more) - 6  # two line ends, and the number of those left out: 4 digits at most
    first = _fitting(lines, room // 2)
    last = _fitting(lines[:0:-1], room - len("\n".join(first)))
    left_out = len(lines) - len(first) - len(last)
    return "\n".join((*first, *([more.format(left_out)] if left_out else ()), *reversed(last)))


def _fitting(lines: Sequence[str], limit: int) -> list[str]:
    """The first lines that fit; at least one, cut if it must be."""
    kept = [cut(line, limit) for line in lines[:1]]
    used = len(kept[0]) if kept else 0
    for line in lines[1:]:
        used += len(line) + 1
        if used > limit:
            break
        kept.append(line)
    return kept


def rows_of(buttons: Sequence[B], rows: int = ROWS) -> list[tuple[B, ...]]:
    """The buttons in rows of five, at most `rows` rows."""
    cutoff = buttons[: rows * BUTTONS_IN_ROW]
    return [tuple(cutoff[at : at + BUTTONS_IN_ROW]) for at in range(0, len(cutoff), BUTTONS_IN_ROW)]
