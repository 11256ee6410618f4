"""What a window may ask for: the closed list of frames that come from the page. Anything else is refused as unreadable.

Each carries a number, `nr`, by which its answer is told from others.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

Name = Annotated[str, msgspec.Meta(max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=6000)]
Id = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,20}$")]
Value = Text | int | float | bool


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of all frames."""

    nr: int


class Open(Asked, frozen=True, tag="open"):
    """Read a channel, newest messages first; `before` a message: earlier ones."""

    channel: Name
    before: Id | None = None


class Say(Asked, frozen=True, tag="say"):
    """Write an ordinary message, or type a slash command as one line."""

    channel: Name
    text: Text


class Commands(Asked, frozen=True, tag="commands"):
    """Which slash commands there are here."""

    channel: Name


class Complete(Asked, frozen=True, tag="complete"):
    """What the bot offers for an option, with what is typed so far."""

    channel: Name
    command: Name
    option: Name
    text: Text
    options: dict[Name, Value] = {}


class Use(Asked, frozen=True, tag="use"):
    """Send a slash command."""

    channel: Name
    command: Name
    options: dict[Name, Value] = {}


class Press(Asked, frozen=True, tag="press"):
    """Press a button, or pick from a menu: the number of the component on the message."""

    message: Name
    component: int
    values: list[Name] = []


class Submit(Asked, frozen=True, tag="submit"):
    """Send a form; `form` is what it was opened with."""

    form: Name
    fields: dict[Name, Text | list[Name]]


class Dismiss(Asked, frozen=True, tag="dismiss"):
    """Let a message vanish that only this person sees."""

    message: Name


class Why(Asked, frozen=True, tag="why"):
    """Ask the bot what has happened in a channel, for the panel; None: the panel is closed."""

    channel: Name | None


class AddPerson(Asked, frozen=True, tag="add person"):
    """Let somebody into the room."""

    name: Name
    role: Name


class AddChannel(Asked, frozen=True, tag="add channel"):
    """Make a channel, or a thread under one."""

    name: Name
    parent: Name | None = None


class TakeDms(Asked, frozen=True, tag="take dms"):
    """Open or close this person's direct messages."""

    on: bool


class Scenes(Asked, frozen=True, tag="scenes"):
    """Which rules and scenes the bot offers."""


class SetTable(Asked, frozen=True, tag="set table"):
    """Play a scene up to a step: 0 the lobby, 1 everybody has joined, 2 begun, then so many times gone on."""

    channel: Name
    system: Name
    scene: Name
    step: Annotated[int, msgspec.Meta(ge=0, le=60)]


class Restart(Asked, frozen=True, tag="restart"):
    """Kill the bot without warning, and start it again."""


Frame = (
    Open
    | Say
    | Commands
    | Complete
    | Use
    | Press
    | Submit
    | Dismiss
    | Why
    | AddPerson
    | AddChannel
    | TakeDms
    | Scenes
    | SetTable
    | Restart
)
_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


def read(text: str) -> Frame:
    """A frame. Raises: msgspec.DecodeError."""
    return _decoder.decode(text)
