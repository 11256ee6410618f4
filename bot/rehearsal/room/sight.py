"""What one person may see, as plain values for their window; nothing else ever reaches it.

A button's address stays here: a window names the message and the number of the component on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.rehearsal import typed
from bot.rehearsal.loopback import Loopback
from bot.rehearsal.strict_commands import GROUP, SUBCOMMAND
from bot.rehearsal.wire import COMMAND, DIRECT, LOADING, Json
from bot.rehearsal.world import Channel, Message, User

from .cast import Cast

PAGE: Final = 60  # messages of a channel that a window reads at a time
OPTION_KEYS: Final = ("name", "description", "type", "choices", "min_value", "max_value", "min_length", "max_length")


def people(cast: Cast, loopback: Loopback) -> list[Json]:
    """Everybody in the server, the bot last."""
    known = [
        {"id": loopback.people[name].user.id, "name": name, "role": str(role)} for name, role in cast.roles.items()
    ]
    bot = loopback.world.bot
    return [*known, {"id": bot.id, "name": bot.name, "role": "bot"}]


def channels(loopback: Loopback, user: User) -> list[Json]:
    """The channels this person can open, threads below theirs, the talk with the bot last."""
    found: list[Json] = []
    every = [each for each in loopback.default_guild.channels.values() if each.visible_to(user)]
    for channel in every:
        if not channel.is_thread:
            found.append(_channel(channel))
            found.extend(_channel(thread) for thread in every if thread.parent is channel)
    return [*found, _channel(loopback.world.direct_with(user))]


def _channel(channel: Channel) -> Json:
    kind = "direct" if channel.kind == DIRECT else "thread" if channel.is_thread else "text"
    return {
        "id": channel.id,
        "kind": kind,
        "name": channel.name,
        "parent": channel.parent.id if channel.parent is not None else None,
    }


def page(channel: Channel, user: User, hidden: Iterable[str], loopback: Loopback, before: str | None) -> Json:
    """The newest messages of a channel that this person sees (older than `before`), oldest first."""
    without = frozenset(hidden)
    seen = [
        each
        for each in channel.messages.values()
        if each.seen_by(user) and asked_by(each) not in without and (before is None or int(each.id) < int(before))
    ]
    return {"messages": [message(each, loopback) for each in seen[-PAGE:]], "more": len(seen) > PAGE}


def asked_by(shown: Message) -> str | None:
    """The interaction that a message answers."""
    about: Mapping[str, str] = shown.payload.get("interaction_metadata") or {}
    return about.get("id")


def message(shown: Message, loopback: Loopback) -> Json:
    """A message as its readers' windows need it."""
    payload = shown.payload
    return {
        "id": shown.id,
        "channel": shown.channel.id,
        "author": shown.author.id,
        "kind": payload["type"],
        "content": payload["content"],
        "embeds": payload["embeds"],
        "components": [_component(each) for each in payload["components"]],
        "attachments": [_attachment(each) for each in payload["attachments"]],
        "at": payload["timestamp"],
        "edited": payload["edited_timestamp"] is not None and not shown.ephemeral,
        "pinned": payload["pinned"],
        "only_you": shown.ephemeral,
        "thinking": bool(shown.flags & LOADING),
        "calls": [each["id"] for each in payload["mentions"]],
        "used": _used(shown, loopback),
        "about": (payload.get("message_reference") or {}).get("message_id"),
        "thread": (payload.get("thread") or {}).get("id"),
    }


def _used(shown: Message, loopback: Loopback) -> Json | None:
    """Who used which slash command, where the message answers one."""
    interaction = loopback.interactions.get(asked_by(shown) or "")
    if interaction is None or interaction.kind != COMMAND:
        return None
    about = interaction.payload["data"]
    words = [about["name"]]
    while about.get("options") and about["options"][0]["type"] in (SUBCOMMAND, GROUP):
        about = about["options"][0]
        words.append(about["name"])
    return {"by": interaction.user.id, "command": " ".join(words)}


def _attachment(each: Json) -> Json:
    kept = ("id", "filename", "description", "content_type", "size")
    return {key: each[key] for key in kept if each.get(key) is not None}


def _component(each: Json) -> Json:
    """A component without its address, and with everything inside it."""
    kept = {key: value for key, value in each.items() if key != "custom_id"}
    if "components" in kept:
        kept["components"] = [_component(inner) for inner in kept["components"]]
    for key in ("accessory", "component"):
        if key in kept:
            kept[key] = _component(kept[key])
    return kept


def form(modal: Json) -> Json:
    """A form as it opens; its fields keep their names, since the answers go by them."""
    return {"title": modal["title"], "components": modal["components"]}


def commands(loopback: Loopback, user: User, channel: Channel) -> list[Json]:
    """Every slash command that this person may use here, with its options, by name."""
    found: dict[str, Json] = {}
    guild = None if channel.guild is None else channel.guild.id
    for scope in dict.fromkeys((guild, None)):
        for command in loopback.world.commands.get(scope, {}).values():
            for leaf in _leaves(command, (), command.get("options") or []):
                if leaf.name not in found and _may(leaf, user, channel):
                    found[leaf.name] = _described(leaf)
    return [found[name] for name in sorted(found)]


def _leaves(command: Json, path: tuple[Json, ...], options: list[Json]) -> Iterable[typed.Leaf]:
    inner = [each for each in options if each["type"] in (SUBCOMMAND, GROUP)]
    if not inner:
        yield typed.Leaf(command, path, tuple(options))
    for each in inner:
        yield from _leaves(command, (*path, each), each.get("options") or [])


def _may(leaf: typed.Leaf, user: User, channel: Channel) -> bool:
    try:
        typed.require_allowed(leaf, user, channel)
    except typed.UnusableError:
        return False
    return bool(leaf.command["type"] == 1)


def _described(leaf: typed.Leaf) -> Json:
    described = leaf.path[-1] if leaf.path else leaf.command
    return {
        "name": leaf.name.removeprefix("/"),
        "description": described.get("description") or "",
        "options": [
            {
                **{key: option[key] for key in OPTION_KEYS if option.get(key) is not None},
                "required": bool(option.get("required")),
                "autocomplete": bool(option.get("autocomplete")),
            }
            for option in leaf.options
        ],
    }
