"""What has happened so far, newest first, a page at a time."""

from collections.abc import Sequence

from cogs.address import Address
from cogs.render import reference, theme
from cogs.render.board import BETWEEN
from cogs.screen import Button, Screen
from rules.core.ids import FightId, RuleId
from rules.core.reference import Rule
from rules.referee import Past

WHAT_HAPPENED = 1200  # characters of what happened, where the rules behind it follow


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


def just_happened(fight: FightId, act: Sequence[Past], every: Sequence[Rule]) -> Screen:
    """The last ruling as this viewer may know it, and the rules behind it in a line each."""
    buttons = (Button(label="History", to=Address("history", fight)),)
    if not act:
        return Screen(text="Nothing has happened yet that is known to you.", rows=(buttons,))
    cited = list(dict.fromkeys(rule for past in act for rule in past.rules))
    by_id = {rule.id: rule for rule in every}
    rules = [
        f"**{theme.plain(reference.title_of(by_id[each]))}**: {theme.name(by_id[each].summary, 150)}"
        for each in cited
        if each in by_id
    ]
    lines = [theme.plain(line) for past in act for line in past.lines]
    head = f"**What just happened**, <t:{int(act[-1].at)}:R>"
    said = theme.fit_ends(lines, WHAT_HAPPENED, more=BETWEEN)
    below = theme.fit(rules, theme.CONTENT - len(head) - len(said) - 4, more="… and {} more: look them up below")
    return Screen(
        text="\n\n".join(part for part in (f"{head}\n{said}", below) if part),
        rows=(*reference.menu(cited, every), buttons),
    )


def _line(past: Past) -> str:
    """A line a step, or nothing. The number is bold, since Discord would count a list of "3." and "2." upwards."""
    said = theme.name(" ".join(past.lines), 600)
    if not said:
        return ""
    when = f"**{past.seq}** <t:{int(past.at)}:t>"
    return f"{when} ~~{said}~~ (taken back)" if past.is_taken_back else f"{when} {said}"
