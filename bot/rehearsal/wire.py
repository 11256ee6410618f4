"""What travels between Discord and a bot: JSON, error bodies, and the numbers Discord gives to kinds of things.

No state and no route lives here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

Json = dict[str, Any]  # Any: a JSON object, whose shape the Discord documentation owns
Body = Any  # Any: whatever JSON a bot chose to send; strict.py is what looks into it

EPOCH: Final = 1_420_070_400_000  # the first moment of 2015, in milliseconds (Reference, "Snowflakes")

# Interactions, "Interaction Type" and "Interaction Callback Type"
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
ANSWER, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9

# Message, "Message Flags"
HAS_THREAD, EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 15

# Components, "Component Types"
ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT = 5, 6
ENTITY_SELECTS: Final = (USER_SELECT, ROLE_SELECT, 7, 8)  # and: mentionable, channel
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23

# Channel, "Channel Types"
GUILD_TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15


_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def dumps(value: object) -> str:
    """Write compact JSON."""
    return _encode(value)


def loads(text: str | bytes | bytearray) -> Body:
    """Read JSON."""
    return json.loads(text)


def moment(seconds: float) -> str:
    """Write a time as Discord does: ISO 8601, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a form, at a path inside the body."""

    path: tuple[str, ...]
    code: str
    message: str

    def __str__(self) -> str:
        return f"{'.'.join(self.path) or '(body)'}: {self.message}"


def problem_tree(problems: Iterable[Problem]) -> Json:
    """Nest problems by path, each list under `_errors` (Reference, "Error Messages")."""
    tree: Json = {}
    for problem in problems:
        at = tree
        for key in problem.path:
            at = at.setdefault(key, {})
        at.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree


class RefusedError(Exception):
    """An answer other than success; becomes Discord's error body.

    `fault` tells whether a bot that behaves never meets it, so that a test may assert that there was none.
    """

    def __init__(
        self, status: int, code: int, message: str, *, problems: tuple[Problem, ...] = (), fault: bool = False
    ) -> None:
        super().__init__(f"{status} {code} {message}" + "".join(f"; {problem}" for problem in problems))
        self.status, self.code, self.message, self.problems, self.fault = status, code, message, problems, fault

    def body(self) -> Json:
        """Give the JSON that Discord would send."""
        body: Json = {"message": self.message, "code": self.code}
        if self.problems:
            body["errors"] = problem_tree(self.problems)
        return body


def invalid_form(problems: Iterable[Problem]) -> RefusedError:
    """Refuse a body as Discord does: 400, code 50035, errors by path."""
    return RefusedError(400, 50035, "Invalid Form Body", problems=tuple(problems), fault=True)


# Opcodes and Status Codes, "JSON Error Codes". Those with fault=True are a bot's mistake in any state of the world.
def unknown_channel() -> RefusedError:
    """Refuse: there is no such channel."""
    return RefusedError(404, 10003, "Unknown Channel")


def unknown_message() -> RefusedError:
    """Refuse: there is no such message, or it was deleted."""
    return RefusedError(404, 10008, "Unknown Message")


def unknown_webhook() -> RefusedError:
    """Refuse: a follow-up whose interaction is unknown or was not answered yet."""
    return RefusedError(404, 10015, "Unknown Webhook", fault=True)


def unknown_interaction() -> RefusedError:
    """Refuse: an answer to an interaction that is unknown or was waited for too long."""
    return RefusedError(404, 10062, "Unknown interaction", fault=True)


def empty_message() -> RefusedError:
    """Refuse: a message with nothing in it."""
    return RefusedError(400, 50006, "Cannot send an empty message", fault=True)


def missing_access() -> RefusedError:
    """Refuse: the bot may not see the channel."""
    return RefusedError(403, 50001, "Missing Access")


def missing_permissions() -> RefusedError:
    """Refuse: the bot may see the channel, and may not do that there."""
    return RefusedError(403, 50013, "Missing Permissions")


def wrong_kind() -> RefusedError:
    """Refuse: that cannot be done in a channel of this kind."""
    return RefusedError(400, 50024, "Cannot execute action on this channel type", fault=True)


def archived() -> RefusedError:
    """Refuse: an archived thread must be opened again first."""
    return RefusedError(400, 50083, "Thread is archived")


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Visit every component with everything inside it, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for key in ("accessory", "component"):
            inner = component.get(key)
            if inner is not None:
                yield from walk((inner,))


def strings(value: Body) -> Iterable[str]:
    """Every text inside a JSON value: content, labels, custom ids, alt texts, whatever it is called."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
