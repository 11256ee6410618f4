"""Messages and forms as a phone of 360 pixels shows them: so many letters a line, markup shown, buttons wrapped.

A letter of Discord's text is 7 to 8 pixels wide there, and 300 are left beside the picture of whoever speaks.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping

from bot.rehearsal.wire import BUTTON, LABEL, ROW, TEXT, TEXT_INPUT, Json
from bot.rehearsal.world import Message

WIDTH = 40  # letters of a line
SMALL = 46  # letters of a line of small print ("-#")
LABEL_SEEN = 38  # letters of a button (Discord, "Buttons: Design Guidelines")
AROUND = 4  # letters that a button is wider than its label, with the gap to the next
MENU = WIDTH - 4  # letters of a menu's line, beside its arrow
SHEET = WIDTH - 2  # letters of a line in an opened menu

_MENTION = re.compile(r"<@!?(\d+)>")
_CHANNEL = re.compile(r"<#\d+>")
_TIME = re.compile(r"<t:\d+:t>")
_DATE = re.compile(r"<t:\d+:f>")
_SINCE = re.compile(r"<t:(\d+):R>")
NOON = 1_767_268_800  # when the screens are looked at, in seconds since the epoch
_MARKS = re.compile(r"\\(.)|\*\*|~~(.+?)~~", re.DOTALL)


def message(shown: Message, names: Mapping[str, str]) -> str:
    """A whole message; `names` of people by id."""
    lines = [line for each in shown.payload["content"].split("\n") for line in _wrapped(_plain(each, names))]
    return "\n".join([*lines, *rows(shown.payload["components"])])


def rows(components: Iterable[Json]) -> list[str]:
    """The buttons and menus below a message."""
    return [line for row in components if row["type"] == ROW for line in _row(row["components"])]


def form(modal: Json) -> str:
    """A form that covers the screen."""
    lines = [_cut(modal["title"], WIDTH).upper()]
    for part in modal["components"]:
        if part["type"] == TEXT:
            lines += _wrapped(part["content"])
        elif part["type"] == LABEL:
            lines += ["", *_wrapped(part["label"]), *_field(part["component"])]
    return "\n".join([*lines, "", "[Cancel]  [Submit]"])


def choices(offered: Iterable[str]) -> str:
    """What a slash command's option offers above the keyboard."""
    return "\n".join(f"  {_cut(each, SHEET)}" for each in offered)


def _plain(line: str, names: Mapping[str, str]) -> str:
    """A line without its markup, as Discord shows it."""
    line = _MENTION.sub(lambda found: f"@{names[found[1]]}", line)
    line = _DATE.sub("1 January 2026 21:04", line)
    line = _SINCE.sub(lambda found: _ago(int(found[1])), _TIME.sub("21:04", _CHANNEL.sub("#saloon", line)))
    return _MARKS.sub(lambda found: found[1] or "".join(f"{each}\u0336" for each in found[2] or ""), line)


def _ago(at: int) -> str:
    """How long ago it is, or until then. Two minutes may have passed since all that is over."""
    return "2 minutes ago" if at <= NOON else f"in {(at - NOON) // 3600} hours"


def _wrapped(line: str) -> list[str]:
    width = WIDTH
    indent = ""
    if line.startswith("> "):
        indent, line, width = "▎ ", line[2:], WIDTH - 2
    elif line.startswith("-# "):
        indent, line, width = "   ", line[3:], SMALL
    return [f"{indent}{each}" for each in textwrap.wrap(line, width) or [""]]


def _row(components: Iterable[Json]) -> list[str]:
    """Buttons flow, and wrap where the next one does not fit; a menu has a line of its own."""
    lines: list[str] = []
    line = ""
    for each in components:
        if each["type"] != BUTTON:
            lines += _menu(each)
            continue
        button = f"[{_cut(each['label'], LABEL_SEEN)}]"
        if line and len(line) + len(button) + AROUND - 2 > WIDTH:
            lines.append(line)
            line = ""
        line += f"  {button}" if line else button
    return [*lines, line] if line else lines


def _menu(select: Json) -> list[str]:
    """A closed menu, and below it what opens."""
    if "options" not in select:  # of people, roles or channels: Discord lists them itself
        return [f"[{select.get('placeholder', '')} v]"]
    chosen = [each["label"] for each in select["options"] if each.get("default")]
    lines = [f"<{_cut(', '.join(chosen) or select.get('placeholder') or '', MENU)} v>"]
    for each in select["options"]:
        lines.append(f"  {'*' if each.get('default') else '-'} {_cut(each['label'], SHEET - 2)}")
        if each.get("description"):
            lines.append(f"    {_cut(each['description'], SHEET - 2)}")
    return lines


def _field(component: Json) -> list[str]:
    if component["type"] != TEXT_INPUT:
        return _menu(component)
    written = str(component.get("value") or "").split("\n")
    return [f"|{each}" for line in written for each in _wrapped(line)]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
