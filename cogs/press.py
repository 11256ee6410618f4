"""One press of a button, pick from a menu or sent form, and the tables that say who handles which.

Each file of presses has a table of verbs; `cogs.presses` and `cogs.admin_presses` listen, and look them up.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import discord

from cogs import paging
from cogs.address import PREFIX, Address, parse
from cogs.desk import source_of, user_of
from cogs.forms import raw
from cogs.reply import Interaction, Reply
from rules.core.ids import FightId, UserId
from rules.core.refusal import Illegal


class Press:
    """Who pressed what, where, with which values."""

    def __init__(self, interaction: Interaction, address: Address, reply: Reply) -> None:
        self.interaction = interaction
        self.address = address
        self.reply = reply
        self.user: UserId = user_of(interaction)
        self.source = source_of(interaction)

    @property
    def fight(self) -> FightId:
        """The fight that the address names."""
        return self.address.fight

    @property
    def value(self) -> str:
        """The line, person or role picked from a menu."""
        values = raw(self.interaction).get("values") or [""]
        return str(values[0])

    @property
    def person(self) -> UserId:
        """Who was picked from a menu of people, somebody who can play here.

        Raises: Illegal(STALE, IS_A_BOT, NOT_A_MEMBER).

        What a press says is taken for nothing but a question; who there is, Discord says beside it.
        """
        resolved: Mapping[str, Any] = raw(self.interaction).get("resolved") or {}  # Any: Discord's JSON
        user = resolved.get("users", {}).get(self.value)
        if user is None or not re.fullmatch("[0-9]{1,20}", self.value):
            raise Illegal("STALE")
        if user.get("bot"):
            raise Illegal("IS_A_BOT")
        if self.value not in resolved.get("members", {}):
            raise Illegal("NOT_A_MEMBER", who=user.get("global_name") or user["username"])
        return UserId(int(self.value))

    @property
    def number(self) -> int | None:
        """The number that the address ends with, if it has arguments. Raises: Illegal(STALE)."""
        return paging.number(self.address.args[-1]) if self.address.args else None


class Verb(NamedTuple):
    """What an address may say: who handles it, with how many arguments at least and at most."""

    handle: Callable[[Press], Awaitable[None]]
    least: int = 0
    most: int = 0


Verbs = Mapping[str, Verb]


def addressed(interaction: Interaction, prefix: str = PREFIX) -> Address | None:
    """What was pressed, picked from or sent; None if it is nothing with this prefix, as commands are not."""
    if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return None
    return parse(str(raw(interaction).get("custom_id", "")), prefix)


async def carry_out(verbs: Verbs, press: Press) -> None:
    """Have the press handled. Raises: Illegal(STALE) for an address that is none of ours any more, or never was."""
    address = press.address
    verb = verbs.get(address.verb)
    if verb is None or not verb.least <= len(address.args) <= verb.most or not address.is_valid:
        raise Illegal("STALE")
    await verb.handle(press)
