"""A message as a plain value: text, rows of buttons and selects, or a form; made Discord's in one place."""

import gzip
from dataclasses import dataclass
from typing import Any

import discord

from cogs.address import Address
from cogs.render import theme
from rules.core.refusal import Illegal

STYLES = {  # Discord, "Button Styles"
    "go": discord.ButtonStyle.success.value,
    "main": discord.ButtonStyle.primary.value,
    "plain": discord.ButtonStyle.secondary.value,
    "stop": discord.ButtonStyle.danger.value,
}
ROW = discord.ComponentType.action_row.value
BUTTON = discord.ComponentType.button.value
SELECT = discord.ComponentType.string_select.value
Json = dict[str, Any]  # Any: JSON as Discord takes it


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
class Attached:
    """A file that comes with a screen."""

    name: str
    content: bytes

    def fitting(self) -> "Attached":
        """The same, packed if it is large. Raises: Illegal(FILE_TOO_LARGE)."""
        if len(self.content) <= theme.FILE:
            return self
        less = Attached(name=f"{self.name}.gz", content=gzip.compress(self.content, mtime=0))
        if len(less.content) > theme.FILE:
            raise Illegal("FILE_TOO_LARGE", most=str(theme.FILE // 2**20))
        return less


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


class _Rows(discord.ui.View):
    """Rows as Discord takes them, for the library to send as they are.

    It is stopped before it is sent, so that the library keeps nothing of it: presses come by address
    (`cogs.presses`), and a bot that runs for months registers nothing.
    """

    def __init__(self, rows: list[Json]) -> None:
        super().__init__(timeout=None)
        self._rows = rows
        self.stop()

    def to_components(self) -> list[Json]:
        """What is sent."""
        return self._rows


def view_of(screen: Screen) -> discord.ui.View:
    """The rows as a discord.py view."""
    return _Rows(components_of(screen))


def components_of(screen: Screen) -> list[Json]:
    """The rows as Discord takes them ("Component Reference")."""
    return [{"type": ROW, "components": _parts(row)} for row in screen.rows]


def _parts(row: Row) -> list[Json]:
    if isinstance(row, Select):
        return [_select(row)]
    if isinstance(row, Entities):
        kind = discord.ComponentType.role_select if row.of_roles else discord.ComponentType.user_select
        return [{"type": kind.value, **_menu(row.to, row.placeholder)}]
    return [
        {
            "type": BUTTON,
            "label": theme.cut(button.label, theme.BUTTON_LABEL),
            "custom_id": str(button.to),
            "style": STYLES[button.style],
        }
        for button in row
    ]


def _select(select: Select) -> Json:
    return {
        "type": SELECT,
        **_menu(select.to, select.placeholder),
        "min_values": 0 if select.several else 1,
        "max_values": len(select.picks) if select.several else 1,
        "options": [_line(pick).to_dict() for pick in select.picks],
    }


def _menu(to: Address, placeholder: str) -> Json:
    return {"custom_id": str(to), "placeholder": theme.cut(placeholder, theme.PLACEHOLDER)}


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
