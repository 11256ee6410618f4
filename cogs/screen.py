"""A message as a plain value: text, rows of buttons and selects, or a form; made Discord's in one place."""

from dataclasses import dataclass

import discord

from cogs.address import Address
from cogs.render import theme

STYLES = {
    "go": discord.ButtonStyle.success,
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "stop": discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Something to press."""

    label: str
    to: Address
    style: str = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """One line of a select."""

    key: str
    label: str
    note: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """A menu of at most 25 lines (see `cogs.paging` for more), of which one or `several` are picked together."""

    to: Address
    placeholder: str
    picks: tuple[Pick, ...]
    several: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entities:
    """A menu that Discord fills: of the people of a server, or (`of_roles`) of its roles. One is picked."""

    to: Address
    placeholder: str
    of_roles: bool = False


Row = tuple[Button, ...] | Select | Entities


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A message: plain text already escaped, and at most five rows. `held`: labels of cards that the text shows."""

    text: str
    rows: tuple[Row, ...] = ()
    held: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """One field of a form: a menu of `picks` (of which `several` may be taken), or without them a text."""

    name: str
    label: str
    value: str = ""
    is_long: bool = False
    is_optional: bool = False
    picks: tuple[Pick, ...] = ()
    most: int = theme.FORM_TEXT  # characters of a text
    several: int = 1  # picks that may be taken together


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A modal: a title and at most five blanks."""

    title: str
    to: Address
    blanks: tuple[Blank, ...] = ()


def view_of(screen: Screen) -> discord.ui.View:
    """The rows as a discord.py view.

    It is stopped before it is sent, so that the library keeps nothing of it: presses come by address
    (`cogs.presses`), and a bot that runs for months registers nothing.
    """
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(screen.rows):
        if isinstance(row, Select):
            view.add_item(_select(row, number))
        elif isinstance(row, Entities):
            view.add_item(_entities(row, number))
        else:
            for button in row:
                view.add_item(
                    discord.ui.Button(
                        label=theme.cut(button.label, theme.BUTTON_LABEL),
                        custom_id=str(button.to),
                        style=STYLES[button.style],
                        row=number,
                    )
                )
    view.stop()
    return view


def _select(select: Select, row: int) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=str(select.to),
        placeholder=theme.cut(select.placeholder, theme.PLACEHOLDER),
        row=row,
        min_values=0 if select.several else 1,
        max_values=len(select.picks) if select.several else 1,
        options=[_line(pick) for pick in select.picks],
    )


def _entities(
    menu: Entities, row: int
) -> "discord.ui.UserSelect[discord.ui.View] | discord.ui.RoleSelect[discord.ui.View]":
    placeholder = theme.cut(menu.placeholder, theme.PLACEHOLDER)
    if menu.of_roles:
        return discord.ui.RoleSelect(custom_id=str(menu.to), placeholder=placeholder, row=row)
    return discord.ui.UserSelect(custom_id=str(menu.to), placeholder=placeholder, row=row)


def modal_of(form: Form) -> discord.ui.Modal:
    """The form as a discord.py modal, stopped for the same reason as views are."""
    modal = discord.ui.Modal(title=theme.cut(form.title, theme.FORM_TITLE), custom_id=str(form.to), timeout=None)
    for blank in form.blanks:
        modal.add_item(discord.ui.Label(text=theme.cut(blank.label, theme.FORM_TITLE), component=_field(blank)))
    modal.stop()
    return modal


def _field(blank: Blank) -> "discord.ui.TextInput[discord.ui.Modal] | discord.ui.Select[discord.ui.Modal]":
    if blank.picks:
        return discord.ui.Select(
            custom_id=blank.name,
            required=not blank.is_optional,
            min_values=0 if blank.is_optional else 1,
            max_values=min(blank.several, len(blank.picks)),
            options=[_line(pick) for pick in blank.picks],
        )
    return discord.ui.TextInput(
        custom_id=blank.name,
        default=blank.value or None,
        required=not blank.is_optional,
        max_length=blank.most,
        style=discord.TextStyle.paragraph if blank.is_long else discord.TextStyle.short,
    )


def _line(pick: Pick) -> discord.SelectOption:
    return discord.SelectOption(
        label=theme.cut(pick.label, theme.OPTION_LABEL),
        value=pick.key,
        description=theme.cut(pick.note, theme.OPTION_LABEL) or None,
        default=pick.is_chosen,
    )
