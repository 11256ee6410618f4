"""Discord's limits as constants, and the few tools that keep every text inside them."""

import re
from collections.abc import Iterable, Sequence

CONTENT = 2000  # "Create Message: content"
BOARD = 1500  # ours: a board must be taken in at a glance, even with sixty fighters
BUTTON_LABEL = 80
OPTION_LABEL = 100
OPTIONS = 25
BUTTONS_IN_ROW = 5
ROWS = 5
PLACEHOLDER = 150
FORM_TITLE = 45
FORM_TEXT = 1000  # ours; Discord allows 4000
CHOICES = 25
CHOICE = 100

_MARKS = re.compile(r"([\\*_~|`<>\[\]])")
_LINE_MARKS = re.compile(r"^(\s*)([#\-+]|\d+\.)", re.MULTILINE)


def plain(text: str) -> str:
    """The text as it stands, with nothing read as markup, a mention or a link with another name."""
    return _LINE_MARKS.sub(r"\1\\\2", _MARKS.sub(r"\\\1", text))


def cut(text: str, limit: int) -> str:
    """The text, ended with "…" if it is longer than the limit."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def fit(lines: Iterable[str], limit: int, more: str = "… and {} more") -> str:
    """As many whole lines as fit, with a word about the rest."""
    kept: list[str] = []
    used = 0
    rest = list(lines)
    room = limit - len(more) - 6
    while rest and used + len(rest[0]) + 1 <= room:
        used += len(rest[0]) + 1
        kept.append(rest.pop(0))
    if len(rest) == 1 and used + len(rest[0]) + 1 <= limit:
        kept.append(rest.pop(0))
    if rest:
        kept.append(more.format(len(rest)))
    return "\n".join(kept)


def rows_of(buttons: Sequence[object], rows: int) -> list[tuple[object, ...]]:
    """The buttons in rows of five, at most `rows` rows."""
    cutoff = buttons[: rows * BUTTONS_IN_ROW]
    return [tuple(cutoff[at : at + BUTTONS_IN_ROW]) for at in range(0, len(cutoff), BUTTONS_IN_ROW)]
