"""Private screens of players' own characters, and of sessions."""

from collections.abc import Sequence

from cogs.address import of_sheet
from cogs.paging import paged
from cogs.render import theme
from cogs.screen import Blank, Button, Form, Pick, Row, Screen
from rules.core.counting import counted
from rules.core.ids import SheetId
from rules.core.option import Choice
from rules.core.sheet import SheetField
from rules.sessions import SessionShown
from rules.sheets import Named, SheetShown

LONGEST_TEXT = 4000  # Discord: "Text Input: max_length"
NAME = "name"  # the blank, and the page, of the name


def sheet(shown: SheetShown, news: str = "", *, after: str | None = None) -> Screen:
    """One character, with a button for each page of its blanks; the page that follows `after` stands out."""
    pages = shown.pages
    follows = pages.index(after) + 1 if after in pages else 0
    lines = [f"**{theme.name(shown.name, 100)}** ({theme.plain(shown.ruleset_name)})", *map(theme.plain, shown.lines)]
    lines += [f"⚠ {theme.plain(each)}" for each in shown.warnings]
    if shown.left:
        lines.append(f"**Left in the open session**: {theme.plain(shown.left)}")
    if news:
        lines.insert(0, theme.plain(news))
    buttons = [
        Button(label=page, to=of_sheet("page", shown.id, str(at)), style="main" if at == follows else "plain")
        for at, page in enumerate(pages)
    ]
    last = (
        Button(label="Name", to=of_sheet("page", shown.id, NAME)),
        Button(label="Copy out", to=of_sheet("copy", shown.id)),
        Button(label="Delete", to=of_sheet("drop", shown.id), style="stop"),
    )
    rows: tuple[Row, ...] = (*theme.rows_of(buttons, theme.ROWS - 1), last)
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=rows)


def page_form(shown: SheetShown, page: str) -> Form:
    """The blanks of one page, or of the name, as they are filled now."""
    if page == NAME:
        blank = Blank(name=NAME, label="Name", value=shown.name, most=theme.OPTION_LABEL)
        return Form(title="Name", to=of_sheet("sent", shown.id, NAME), blanks=(blank,))
    blanks = tuple(_blank(each, shown.values[each.name]) for each in shown.blanks if each.page == page)
    return Form(title=page, to=of_sheet("sent", shown.id, str(shown.pages.index(page))), blanks=blanks)


def _blank(each: SheetField, value: str) -> Blank:
    chosen = value.split(",")
    picks = tuple(
        Pick(key=choice.key, label=choice.label, note=choice.note, is_chosen=choice.key in chosen)
        for choice in each.choices
    )
    return Blank(
        name=each.name,
        label=each.label,
        value="" if picks else value,
        is_optional=each.is_optional or not picks,
        picks=picks,
        most=each.longest,
        several=each.most,
    )


def listed(mine: Sequence[Named], page: int = 0) -> Screen:
    """All one's characters on this server, to look at one."""
    if not mine:
        return Screen(
            text="You have no characters on this server yet. /sheet create makes one, /sheet import reads one."
        )
    lines = [f"· {theme.name(each.name, 60)} ({theme.plain(each.ruleset_name)})" for each in mine]
    choices = tuple(Choice(key=each.id, label=each.name, note=each.ruleset_name) for each in mine)
    return Screen(
        text=theme.fit(("Your characters:", *lines), theme.CONTENT),
        rows=(paged(of_sheet("open"), "Look at …", choices, page=page),),
    )


def deleting(sheet: SheetId, name: str) -> Screen:
    """Whether it is meant."""
    return Screen(
        text=f"Delete **{theme.name(name, 100)}**? That cannot be taken back. A fight it is in goes on.",
        rows=(
            (
                Button(label="Yes, delete it", to=of_sheet("dropnow", sheet), style="stop"),
                Button(label="Back", to=of_sheet("open", sheet)),
            ),
        ),
    )


def copied(text: str) -> Screen:
    """A character as a text to keep, which `/sheet import` reads."""
    return Screen(text=f"Keep this; /sheet import reads it again:\n```json\n{text}\n```")


def import_form(system: str) -> Form:
    """A form for a whole character as a text."""
    label = "The character, as JSON or TOML"
    blank = Blank(name="text", label=label, is_long=True, most=LONGEST_TEXT)
    return Form(title="Import a character", to=of_sheet("import", "-", system), blanks=(blank,))


def sessions(shown: Sequence[SessionShown]) -> Screen:
    """The open sessions, who takes part in each, and what is left of them to whoever may know it."""
    if not shown:
        return Screen(text="No session is open on this server. /session start opens one.")
    lines: list[str] = []
    for each in shown:
        lines.append(
            f"**Session {each.number}** of {theme.plain(each.ruleset_name)}, {theme.plain(each.gm_word)}: <@{each.gm}>"
        )
        for one in each.taking:
            left = f": {theme.plain(one.left)}" if one.left else ""
            lines.append(f"· {theme.name(one.name)} (<@{one.user}>), {counted(one.fights, 'fight')}{left}")
        if not each.taking:
            lines.append("Nobody has brought a character of his own into one of its fights yet.")
    return Screen(text=theme.fit(lines, theme.CONTENT))
