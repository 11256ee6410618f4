"""What has happened so far, newest first, a page at a time."""

from collections.abc import Sequence

from cogs.address import Address
from cogs.render import reference, theme
from cogs.screen import Button, Screen
from rules.core.ids import FightId, RuleId
from rules.core.reference import Rule
from rules.referee import Past


def history(fight: FightId, page: Sequence[Past], every: Sequence[Rule], *, is_newest: bool = True) -> Screen:
    """As much of a page as fits, the rest under [Earlier]; what was taken back is struck through and says so.

    Below it, the rules behind it, `every` being all there are.

    A step in which there is nothing for this viewer is left out.
    """
    newest = () if is_newest else (Button(label="Newest", to=Address("history", fight)),)
    if not page:
        return Screen(text="Nothing earlier has happened in this fight.", rows=(newest,) if newest else ())
    lines: list[str] = []
    room = theme.CONTENT - 50
    oldest = page[0].seq
    cited: list[RuleId] = []
    for past in page:
        line = _line(past)
        room -= len(line) + 1 if line else 0
        if room < 0:
            break
        oldest = past.seq
        lines.extend([line] if line else [])
        cited.extend(past.rules)
    earlier = (Button(label="Earlier", to=Address("history", fight, (str(oldest),))),) if oldest > 1 else ()
    buttons = (*earlier, *newest)
    text = "\n".join(("**What happened**, newest first", *(lines or ["Nothing that is known to you."])))
    return Screen(text=text, rows=(*reference.menu(cited, every), *((buttons,) if buttons else ())))


def _line(past: Past) -> str:
    """A line a step, or nothing. The number is bold, since Discord would count a list of "3." and "2." upwards."""
    said = theme.name(" ".join(past.lines), 600)
    if not said:
        return ""
    when = f"**{past.seq}** <t:{int(past.at)}:t>"
    return f"{when} ~~{said}~~ (taken back)" if past.is_taken_back else f"{when} {said}"
