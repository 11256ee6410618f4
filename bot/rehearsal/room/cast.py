"""Who sits in the rehearsal room: the people a group begins with, and how more come in."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import discord

from bot.rehearsal.loopback import Loopback
from bot.rehearsal.people import Person

MOST_PEOPLE: Final = 25
LONGEST_NAME: Final = 32  # User, "Usernames and Nicknames"


class Role(StrEnum):
    """What somebody is for the server; who leads a fight is the bot's business."""

    GAME_MASTER = "game master"
    PLAYER = "player"
    MODERATOR = "moderator"
    STRANGER = "stranger"


PERMISSIONS: Final = {
    Role.GAME_MASTER: discord.Permissions(manage_guild=True),
    Role.PLAYER: discord.Permissions.none(),
    Role.MODERATOR: discord.Permissions(manage_channels=True, manage_messages=True),
    Role.STRANGER: discord.Permissions.none(),
}
FIRST: Final = (
    ("Dealer", Role.GAME_MASTER),
    ("Ana", Role.PLAYER),
    ("Bo", Role.PLAYER),
    ("Moderator", Role.MODERATOR),
    ("Stranger", Role.STRANGER),
)


class NotWelcomeError(ValueError):
    """A name that nobody can sit down with; the text says why."""


class Cast:
    """The people, in the order in which they came."""

    def __init__(self, loopback: Loopback) -> None:
        self._loopback = loopback
        self.roles: dict[str, Role] = {}
        for name, role in FIRST:
            self.add(name, role)

    def add(self, name: str, role: Role) -> Person:
        """Let somebody in. Raises: NotWelcomeError."""
        plain = " ".join(name.split())
        if not 1 <= len(plain) <= LONGEST_NAME or not plain.isprintable():
            raise NotWelcomeError(f"a name has 1 to {LONGEST_NAME} letters")
        if self.find(plain) is not None or self._is_taken(plain):
            raise NotWelcomeError(f"there is a {plain} here already")
        if len(self.roles) >= MOST_PEOPLE:
            raise NotWelcomeError(f"the room holds {MOST_PEOPLE} people")
        self.roles[plain] = role
        return self._loopback.person(plain, permissions=PERMISSIONS[role])

    def _is_taken(self, name: str) -> bool:
        return any(user.name.casefold() == name.casefold() for user in self._loopback.world.users.values())

    def find(self, name: str) -> Person | None:
        """Somebody by name, whatever its case."""
        for known in self.roles:
            if known.casefold() == name.strip().casefold():
                return self._loopback.people[known]
        return None

    def of_role(self, role: Role) -> list[Person]:
        """Everybody who is that."""
        return [self._loopback.people[name] for name, theirs in self.roles.items() if theirs is role]

    @property
    def first(self) -> Person:
        """Whom a window shows that names nobody: the game master."""
        return self._loopback.people[next(iter(self.roles))]
