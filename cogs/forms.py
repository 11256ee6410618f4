"""What a sent form holds, and the menus of a pressed message."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from cogs.address import Address, parse
from cogs.reply import Interaction


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


def menus(interaction: Interaction) -> Iterator[tuple[Address, discord.SelectMenu]]:
    """The menus of ours in the pressed message, with their addresses."""
    for row in interaction.message.components if interaction.message else ():
        for child in getattr(row, "children", ()):
            address = parse(getattr(child, "custom_id", None) or "")
            if isinstance(child, discord.SelectMenu) and address is not None:
                yield address, child
