"""What has happened so far, newest first, a page at a time."""

from collections.abc import Sequence

from cogs.address import Address
from cogs.render import theme
from cogs.screen import Button, Screen
from rules.core.ids import FightId
from rules.referee import Past


def history(fight: FightId, page: Sequence[Past]) -> Screen:
    """One page; what was taken back is struck through and says so."""
    if not page:
        return Screen(text="Nothing earlier has happened in this fight.")
    lines = theme.fit((_line(past) for past in page), theme.CONTENT - 50)
    oldest = page[-1].seq
    rows = ((Button(label="Earlier", to=Address("history", fight, (str(oldest),))),),) if oldest > 1 else ()
    return Screen(text=f"**What happened**, newest first\n{lines}", rows=rows)


def _line(past: Past) -> str:
    said = theme.cut(" ".join(theme.plain(line) for line in past.lines), 400) or "(nothing to see)"
    when = f"<t:{int(past.at)}:t>"
    return f"{past.seq}. {when} ~~{said}~~ (taken back)" if past.is_taken_back else f"{past.seq}. {when} {said}"
