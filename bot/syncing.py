"""Registering the slash commands with Discord: the difference is shown first."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.app import assembled
from bot.settings import Settings
from rules.store.memory import MemoryStore

Payload = Mapping[str, Any]  # Any: Discord's JSON of a command


def difference(registered: Sequence[Payload], wanted: Sequence[Payload]) -> list[str]:
    """What a registration changes, a line a command: `+` new, `-` gone, `~` changed."""
    old = {str(each["name"]): _essence(each) for each in registered}
    new = {str(each["name"]): _essence(each) for each in wanted}
    lines = [f"+ /{name}" for name in sorted(new.keys() - old.keys())]
    lines += [f"- /{name}" for name in sorted(old.keys() - new.keys())]
    for name in sorted(new.keys() & old.keys()):
        if old[name] != new[name]:
            lines.append(f"~ /{name}: {_where(old[name], new[name])}")
    return lines


KEPT = ("name", "description", "type", "options", "choices", "required", "autocomplete", "min_length", "max_length",
        "min_value", "max_value", "contexts", "nsfw", "default_member_permissions")  # fmt: skip


def _essence(payload: Payload) -> Any:
    """A command without what Discord adds, and without what is the same as left out."""
    kept = {}
    for key in KEPT:
        value = payload.get(key)
        if key in ("options", "choices"):
            value = [_essence(each) if key == "options" else dict(each) for each in value or []]
        if key == "contexts" and value is not None:
            value = sorted(value)
        if value not in (None, [], False):
            kept[key] = value
    return kept


def _where(old: Payload, new: Payload) -> str:
    parts = []
    for key in KEPT:
        if old.get(key) != new.get(key):
            if key == "options":
                names_old = {each["name"]: each for each in old.get("options", [])}
                names_new = {each["name"]: each for each in new.get("options", [])}
                touched = [name for name in {**names_old, **names_new} if names_old.get(name) != names_new.get(name)]
                parts.append(f"options {', '.join(sorted(touched))}")
            else:
                parts.append(f"{key} {json.dumps(old.get(key))} -> {json.dumps(new.get(key))}")
    return "; ".join(parts)


async def sync(settings: Settings, guild_id: int | None) -> list[str]:
    """Register all commands, globally or in one server. Returns what changed. Raises: discord.HTTPException."""
    async with assembled(settings, MemoryStore(), serves=False) as bot:
        await bot.login(settings.discord_token.get_secret_value())
        guild = None if guild_id is None else discord.Object(guild_id)
        if guild is not None:
            bot.tree.copy_global_to(guild=guild)
        wanted = [command.to_dict(bot.tree) for command in bot.tree.get_commands(guild=guild)]
        application = bot.application_id
        assert application is not None
        if guild is None:
            registered = await bot.http.get_global_commands(application)
        else:
            registered = await bot.http.get_guild_commands(application, guild.id)
        changes = difference(registered, wanted)
        for line in changes or ["nothing to change"]:
            print(line)
        if changes:
            await bot.tree.sync(guild=guild)
            print(f"registered {len(wanted)} commands {'everywhere' if guild is None else f'in server {guild.id}'}")
        return changes
