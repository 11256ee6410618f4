"""Slash commands as people type them, turned into what Discord sends (Application Commands, "Slash Commands").

Discord's client checks options before it sends anything; so does this, and it says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord

from .strict_commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from .wire import Body, Json
from .world import Channel, User

if TYPE_CHECKING:
    from .loopback import Loopback

WORDS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class UnusableError(Exception):
    """Discord's client would not let the person send this."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that somebody gives to a command."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Leaf:
    """A command, or a subcommand of one: the path to it and the options it takes."""

    command: Json
    path: tuple[Json, ...]  # the group and subcommand options on the way
    options: tuple[Json, ...]

    @property
    def name(self) -> str:
        """Its full name, with the slash."""
        return "/" + " ".join([self.command["name"], *(each["name"] for each in self.path)])

    def option(self, name: str) -> Json:
        """Find an option; Python's spellings count too: `as_` for `as`, `go_on` for `go-on`."""
        by_name = {each["name"]: each for each in self.options}
        for spelling in (name, name.rstrip("_"), name.rstrip("_").replace("_", "-")):
            if spelling in by_name:
                return by_name[spelling]
        raise UnusableError(f"{self.name} has no option {name!r}; it has: {', '.join(by_name) or 'none'}")


def find(host: Loopback, words: list[str], channel: Channel) -> tuple[Leaf, list[str]]:
    """Find the command that words begin with, and the words that are left."""
    command = host.command_named(words[0], channel.guild) if words else None
    if command is None:
        scopes = (each for scope in host.world.commands.values() for each in scope.values())
        known = ", ".join(sorted(f"/{each['name']}" for each in scopes))
        raise UnusableError(f"there is no command /{' '.join(words)}; there are: {known or 'none'}")
    path: list[Json] = []
    options, rest = command["options"], words[1:]
    while options and options[0]["type"] in (SUBCOMMAND, GROUP):
        inner = next((each for each in options if rest and each["name"] == rest[0]), None)
        if inner is None:
            names = ", ".join(each["name"] for each in options)
            raise UnusableError(f"/{' '.join(words)} needs one of: {names}")
        path.append(inner)
        options, rest = inner.get("options") or [], rest[1:]
    return Leaf(command, tuple(path), tuple(options)), rest


def read(host: Loopback, line: str, channel: Channel) -> tuple[Leaf, dict[str, str]]:
    """Read a typed line: `/fight begin system:texarkana title:"Saloon brawl"`; quotes are optional."""
    text = line.strip()
    if not text.startswith("/"):
        raise UnusableError(f"a command begins with a slash: {line!r}")
    words = re.split(r"\s+(?=[^\s:]+:)", text, maxsplit=1)[0].removeprefix("/").split()
    leaf, left = find(host, words, channel)
    if left:
        raise UnusableError(f"{leaf.name} takes options as name:value, not {' '.join(left)!r}")
    rest = text.removeprefix("/").split(None, 1 + len(leaf.path))[1 + len(leaf.path) :]
    return leaf, _values(leaf, rest[0] if rest else "")


def with_files(leaf: Leaf, values: Mapping[str, str], files: Mapping[str, bytes]) -> dict[str, object]:
    """The same, with these files where a file is asked for by its name. Raises: UnusableError."""
    found: dict[str, object] = dict(values)
    for name, value in values.items():
        if leaf.option(name)["type"] == ATTACHMENT:
            if value not in files:
                raise UnusableError(
                    f"{leaf.name} {name}: no file {value!r} here; there is: {', '.join(files) or 'none'}"
                )
            found[name] = File(value, files[value])
    return found


def _values(leaf: Leaf, text: str) -> dict[str, str]:
    names = "|".join(re.escape(each["name"]) for each in leaf.options)
    values: dict[str, str] = {}
    at = 0
    while at < len(text):
        named = re.compile(r"\s*([^\s:]+):").match(text, at)
        if named is None:
            raise UnusableError(f"{leaf.name}: expected name:value at {text[at:]!r}")
        leaf.option(named[1])
        if named[1] in values:
            raise UnusableError(f"{leaf.name}: {named[1]!r} is given twice")
        quoted = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\s+|$)').match(text, named.end())
        # without quotes a value goes on until the name of another option
        value = quoted or re.compile(rf"(.*?)(?:\s+(?=(?:{names}):)|\s*$)", re.S).match(text, named.end())
        assert value is not None, "a lazy match always succeeds"
        values[named[1]] = re.sub(r"\\(.)", r"\1", value[1]) if quoted else value[1].strip()
        at = value.end()
    return values


def require_allowed(leaf: Leaf, user: User, channel: Channel) -> None:
    """Refuse what the client hides: commands for other permissions, or not for direct messages.

    Raises: UnusableError.
    """
    command = leaf.command
    needed = command["default_member_permissions"]
    if needed is not None and channel.guild is not None:
        may = channel.permissions_of(user)
        if not may & discord.Permissions(administrator=True).value and (int(needed) & ~may or needed == "0"):
            raise UnusableError(f"{user.name} has not the permissions for {leaf.name}")
    contexts = command["contexts"]
    in_direct = 1 in contexts if contexts is not None else command["dm_permission"] is not False
    if channel.guild is None and not in_direct:
        raise UnusableError(f"{leaf.name} is not for direct messages")


def invocation(
    host: Loopback, leaf: Leaf, values: Mapping[str, object], channel: Channel, *, focused: str | None = None
) -> Json:
    """Build an interaction's data (Interactions, "Application Command Data Structure")."""
    resolved: Json = {}
    given: list[Json] = []
    for name, value in values.items():
        option = leaf.option(name)
        is_focused = focused is not None and option is leaf.option(focused)
        sent: Json = {"name": option["name"], "type": option["type"]}
        sent["value"] = value if is_focused else _converted(host, leaf, option, value, channel, resolved)
        if is_focused:
            sent["focused"] = True
        given.append(sent)
    names = {each["name"] for each in given}
    missing = [each["name"] for each in leaf.options if each.get("required") and each["name"] not in names]
    if missing and focused is None:
        raise UnusableError(f"{leaf.name} needs {', '.join(missing)}")
    for option in reversed(leaf.path):
        given = [{"name": option["name"], "type": option["type"], "options": given}]
    about: Json = {"id": leaf.command["id"], "name": leaf.command["name"], "type": 1, "options": given}
    if "guild_id" in leaf.command:
        about["guild_id"] = leaf.command["guild_id"]
    if resolved:
        about["resolved"] = resolved
    return about


def _converted(host: Loopback, leaf: Leaf, option: Json, value: object, channel: Channel, resolved: Json) -> Body:
    """One value in the type of its option."""
    where, kind = f"{leaf.name} {option['name']}", option["type"]
    choices = option.get("choices")
    if choices:
        for key in ("name", "value"):
            for choice in choices:
                if str(choice[key]).casefold() == str(value).casefold():
                    return choice["value"]
        raise UnusableError(f"{where}: {value!r} is none of {', '.join(choice['name'] for choice in choices)}")
    if kind == STRING:
        text = str(value)
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        if not low <= len(text) <= high:
            raise UnusableError(f"{where}: a text of {low} to {high} characters, not {len(text)}")
        return text
    if kind == BOOLEAN:
        if isinstance(value, bool):
            return value
        if str(value).casefold() not in WORDS:
            raise UnusableError(f"{where}: yes or no, not {value!r}")
        return WORDS[str(value).casefold()]
    if kind in (INTEGER, NUMBER):
        return _number(where, option, value)
    if kind in (USER, MENTIONABLE):
        return _user(host, where, value, channel, resolved)
    if kind in (CHANNEL, ROLE):
        return str(getattr(value, "id", value))
    assert kind == ATTACHMENT, f"an option of a type that Discord does not have: {kind}"
    if not isinstance(value, File):
        raise UnusableError(f"{where}: a file, not {value!r}")
    return _attached(host, value, resolved)


def _attached(host: Loopback, file: File, resolved: Json) -> str:
    """Put a file where it can be fetched, and describe it in `resolved` (Message, "Attachment Object")."""
    number = host.world.new_id()
    path = f"/attachments/{number}/{file.name}"
    host.files[path] = file.content
    url = host.url + path
    about = {"id": number, "filename": file.name, "size": len(file.content), "url": url, "proxy_url": url}
    resolved.setdefault("attachments", {})[number] = about
    return number


def _number(where: str, option: Json, value: object) -> int | float:
    try:
        number = int(str(value)) if option["type"] == INTEGER else float(str(value))
    except ValueError:
        raise UnusableError(f"{where}: a number, not {value!r}") from None
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and number < low) or (high is not None and number > high):
        raise UnusableError(f"{where}: from {low} to {high}, not {number}")
    return number


def _user(host: Loopback, where: str, value: object, channel: Channel, resolved: Json) -> str:
    """Find a person by object, name, mention or id, and describe them in `resolved`."""
    wanted = getattr(value, "user", value)
    text = re.sub(r"^<?@!?|>$", "", str(value)).casefold()
    for user in host.world.users.values():
        if user is wanted or text in (user.id, user.name.casefold()):
            describe(user, channel, resolved)
            return user.id
    raise UnusableError(f"{where}: nobody is called {value!r}")


def describe(user: User, channel: Channel, resolved: Json) -> None:
    """Say in `resolved` who somebody is, and what he is on the server, if he is there."""
    resolved.setdefault("users", {})[user.id] = user.payload()
    if channel.guild is not None and user.id in channel.guild.members:
        roles = channel.guild.roles_of(user)
        member = user.member(permissions=channel.permissions_of(user), roles=roles)
        del member["user"]
        resolved.setdefault("members", {})[user.id] = member
