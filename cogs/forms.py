"""What a sent form holds."""

from collections.abc import Iterator, Mapping
from typing import Any

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
