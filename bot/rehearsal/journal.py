"""What happened at the loopback, written down: requests, gateway events, and what reached people's screens."""

from __future__ import annotations

from dataclasses import dataclass

from .wire import Body, loads, strings


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """One REST call; `person` is set when it answered that person's interaction."""

    at: float
    method: str
    path: str
    body: Body
    status: int
    person: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatched:
    """One gateway event, as the bot's session got it."""

    at: float
    session: str
    event: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Something that reached screens; `readers` is None where every member of the guild can read it.

    `what` is "message", "edit", "delete", "modal" or "choices"; `payload` is JSON, as it was at that moment.
    """

    at: float
    readers: frozenset[str] | None
    what: str
    payload: str
    message: str | None = None
    private: bool = False

    def reaches(self, user_id: str) -> bool:
        """Whether this person's client received it."""
        return self.readers is None or user_id in self.readers

    def texts(self) -> list[str]:
        """Every text inside, custom ids, alt texts and embeds included."""
        return list(strings(loads(self.payload)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A request that a well-behaved bot would not have sent."""

    method: str
    path: str
    body: Body
    code: int
    message: str
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.code} {self.message} {'; '.join(self.problems)}".rstrip()


Entry = Requested | Dispatched | Shown
