"""What Discord refuses when commands are registered (Application Commands, "Create Global Application Command")."""

from __future__ import annotations

import unicodedata
from typing import Final

from .strict import Form, Path, check_choices
from .wire import Body, Json, Problem

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
CHAT_INPUT = 1
GLOBAL_COMMANDS: Final = {CHAT_INPUT: 100, 2: 15, 3: 15}  # by type: slash commands, those on users, those on messages
NAME, DESCRIPTION, OPTIONS, TOTAL, STRING_LENGTH = 32, 100, 25, 8000, 6000


def is_name(text: str) -> bool:
    r"""Whether a slash command or option may be called so.

    Discord: `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case.
    """

    def fits(letter: str) -> bool:
        script = "\u0900" <= letter <= "\u097f" or "\ua8e0" <= letter <= "\ua8ff" or "\u0e01" <= letter <= "\u0e5b"
        return letter in "-_'" or unicodedata.category(letter)[0] in "LN" or script

    return 1 <= len(text) <= NAME and all(map(fits, text)) and text == text.lower()


def size(command: Json) -> int:
    """Characters of the names, descriptions and values of a command and everything in it."""
    own = sum(len(str(command.get(key) or "")) for key in ("name", "description", "value"))
    return own + sum(map(size, command.get("options") or ())) + sum(map(size, command.get("choices") or ()))


def check_commands(commands: Body) -> tuple[Problem, ...]:
    """Problems of the whole list that a bot registers for one scope."""
    form = Form()
    if not isinstance(commands, list):
        form.refuse((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return tuple(form.problems)
    names: list[str] = []
    counts: dict[int, int] = {}
    for index, command in enumerate(commands):
        form.problems.extend(check_command(command, path=(str(index),)))
        kind = command.get("type") or CHAT_INPUT
        counts[kind] = counts.get(kind, 0) + 1
        names.append(f"{kind}:{command.get('name')}")
    form.distinct((), names, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique; name")
    for kind, count in counts.items():
        if count > GLOBAL_COMMANDS.get(kind, 0):
            form.refuse((), "BASE_TYPE_MAX_LENGTH", f"Too many commands of type {kind}: {count}")
    return tuple(form.problems)


def check_command(command: Json, *, path: Path = ()) -> tuple[Problem, ...]:
    """Problems of one command."""
    form = Form()
    kind = command.get("type") or CHAT_INPUT
    if kind == CHAT_INPUT:
        _name(form, (*path, "name"), command.get("name"))
        form.text((*path, "description"), command.get("description"), 1, DESCRIPTION)
        _options(form, path, command.get("options"), depth=0)
    else:
        form.text((*path, "name"), command.get("name"), 1, NAME)
        if command.get("description") or command.get("options"):
            code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION"
            form.refuse((*path, "description"), code, "Context menu commands cannot have descriptions or options")
    if size(command) > TOTAL:
        form.refuse(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL})")
    return tuple(form.problems)


def _name(form: Form, path: Path, name: Body) -> None:
    if not isinstance(name, str) or not is_name(name):
        form.refuse(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(form: Form, path: Path, options: Body, *, depth: int) -> None:
    """One level of options: only subcommands and groups, or only values (Application Commands, "Subcommands")."""
    entries = form.entries((*path, "options"), options, 0, OPTIONS, optional=True)
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in entries]
    if any(nested) and not all(nested):
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        form.refuse(
            (*path, "options"), code, "Sub-command and sub-command group options are mutually exclusive with others"
        )
    names = [option.get("name") for option in entries]
    form.distinct((*path, "options"), names, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name")
    optional_seen = False
    for index, option in enumerate(entries):
        inner, kind = (*path, "options", str(index)), option.get("type")
        _name(form, (*inner, "name"), option.get("name"))
        form.text((*inner, "description"), option.get("description"), 1, DESCRIPTION)
        form.whole((*inner, "type"), kind, SUBCOMMAND, ATTACHMENT, optional=False)
        if kind in (SUBCOMMAND, GROUP):
            if (kind == GROUP and depth > 0) or depth > 1:
                code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
                form.refuse((*inner, "type"), code, "A group holds subcommands, a subcommand holds values")
                continue
            _options(form, inner, option.get("options"), depth=depth + 1 if kind == GROUP else 2)
            held = option.get("options") or []
            if kind == GROUP and any(each.get("type") != SUBCOMMAND for each in held):
                form.refuse(
                    (*inner, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds only subcommands"
                )
            continue
        if option.get("required"):
            if optional_seen:
                code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
                form.refuse(inner, code, "Required options must be placed before non-required options")
        else:
            optional_seen = True
        _value(form, inner, option)


def _value(form: Form, path: Path, option: Json) -> None:
    """Application Commands, "Application Command Option Structure"."""
    kind, choices = option.get("type"), option.get("choices")
    if choices:
        if kind not in (STRING, INTEGER, NUMBER):
            form.refuse((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES", "This type of option has no choices")
        if option.get("autocomplete"):
            code = "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE"
            form.refuse(path, code, "Choices and autocomplete exclude one another")
        form.problems.extend(check_choices(choices, path=(*path, "choices"), kind=kind))
        for key in ("name", "value"):
            values = [each.get(key) for each in choices if isinstance(each, dict)]
            form.distinct((*path, "choices"), values, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", f"Choice {key}")
    elif option.get("autocomplete") and kind not in (STRING, INTEGER, NUMBER):
        form.refuse(
            (*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", "This type has no autocomplete"
        )
    form.whole((*path, "min_length"), option.get("min_length"), 0, STRING_LENGTH)
    form.whole((*path, "max_length"), option.get("max_length"), 1, STRING_LENGTH)
    for low, high in (("min_length", "max_length"), ("min_value", "max_value")):
        least, most = option.get(low), option.get(high)
        if least is not None and most is not None and least > most:
            form.refuse((*path, low), "NUMBER_TYPE_MIN", f"{low} exceeds {high}")
