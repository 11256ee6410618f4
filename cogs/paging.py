"""Menus longer than Discord's 25 lines: pages, with a last line that turns to the next."""

import re
from collections.abc import Sequence

from cogs.address import Address
from cogs.render import theme
from cogs.screen import Pick, Select
from rules.core.option import Choice
from rules.core.refusal import Illegal

TURN = "page="  # a key of ours that no id begins with


def paged(
    to: Address, placeholder: str, choices: Sequence[Choice], *, page: int = 0, chosen: str | None = None
) -> Select:
    """A select of these choices; with more than 25, one page of them, and the chosen one always on it."""
    if len(choices) <= theme.OPTIONS:
        return Select(to=to, placeholder=placeholder, picks=tuple(_pick(each, chosen) for each in choices))
    size = theme.OPTIONS - 2  # one line to turn the page, one for a chosen line of another page
    pages = -(-len(choices) // size)
    page %= pages
    shown = list(choices[page * size : (page + 1) * size])
    if chosen is not None and chosen not in {each.key for each in shown}:
        shown[:0] = [each for each in choices if each.key == chosen]
    turn = Pick(
        key=f"{TURN}{(page + 1) % pages}", label="More …", note=f"page {page + 1} of {pages}, {len(choices)} in all"
    )
    return Select(to=to, placeholder=placeholder, picks=(*(_pick(each, chosen) for each in shown), turn))


def turned_to(value: str) -> int | None:
    """The page that a picked line turns to, or None if it is a choice. Raises: Illegal(STALE) if it is neither."""
    return number(value.removeprefix(TURN)) if value.startswith(TURN) else None


def number(digits: str) -> int:
    """A number in an address. Raises: Illegal(STALE) if it is none of ours."""
    if not re.fullmatch("[0-9]{1,9}", digits):
        raise Illegal("STALE")
    return int(digits)


def page_of(keys: Sequence[str]) -> int:
    """The page a shown select stands on, read from its own last line (-1 is the last page)."""
    after = turned_to(keys[-1]) if keys else None
    return 0 if after is None else after - 1


def _pick(choice: Choice, chosen: str | None) -> Pick:
    return Pick(key=choice.key, label=choice.label, note=choice.note, is_chosen=choice.key == chosen)
