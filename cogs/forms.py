"""What a sent form holds, and the menus of a pressed message."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import discord

from cogs.address import Address, parse
from cogs.reply import Interaction
from rules.core.ids import UserId
from rules.core.refusal import Illegal


def sent(interaction: Interaction) -> Iterator[tuple[str, str]]:
    """The texts and picks by the names of their blanks, several picks with commas between, empty ones too."""

    def walk(parts: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:  # Any: Discord's JSON
        for part in parts:
            if "custom_id" in part:
                yield part["custom_id"], part.get("value") or ",".join(part.get("values") or ())
            yield from walk(part.get("components", []))
            if "component" in part:
                yield from walk([part["component"]])

    yield from walk(raw(interaction).get("components", []))


def raw(interaction: Interaction) -> Mapping[str, Any]:  # Any: Discord's JSON
    """The data of an interaction as Discord sent it."""
    data: Any = interaction.data or {}
    return data  # type: ignore[no-any-return]  # a union of typed dicts, read here as what they are


def picked_person(interaction: Interaction) -> UserId:
    """Who was picked from a menu of people: somebody who can play here. Raises: Illegal(STALE, IS_A_BOT, NOT_A_MEMBER).

    What a press says is taken for nothing but a question; who there is, Discord says beside it.
    """
    picked, resolved = str((raw(interaction).get("values") or [""])[0]), raw(interaction).get("resolved") or {}
    user = resolved.get("users", {}).get(picked)
    if user is None or not re.fullmatch("[0-9]{1,20}", picked):
        raise Illegal("STALE")
    if user.get("bot"):
        raise Illegal("IS_A_BOT")
    if picked not in resolved.get("members", {}):
        raise Illegal("NOT_A_MEMBER", who=user.get("global_name") or user["username"])
    return UserId(int(picked))


def menus(interaction: Interaction) -> Iterator[tuple[Address, discord.SelectMenu]]:
    """The menus of ours in the pressed message, with their addresses."""
    for row in interaction.message.components if interaction.message else ():
        for child in getattr(row, "children", ()):
            address = parse(getattr(child, "custom_id", None) or "")
            if isinstance(child, discord.SelectMenu) and address is not None:
                yield address, child
