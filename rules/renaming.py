"""Other users' ids in what is stored of a fight, under whichever schema it was written: for files and for forgetting.

Whatever the envelope says of users is found by the types of its fields; a system knows no users. What people wrote in
words of their own is replaced too, where an id is long enough to be told from a number of the game.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, get_args

import msgspec

from rules.core.codec import Raw
from rules.core.command import Command
from rules.core.event import ENVELOPE_EVENTS, Event
from rules.core.fight import OwedDraw, Seat
from rules.core.ids import UserId
from rules.core.table_commands import TABLE_COMMANDS

Names = Mapping[int, int]  # an id, and what stands there instead

SHORTEST_ID = 10**15  # Discord's ids are times: none is smaller


def events(raw: bytes, names: Names) -> bytes:
    """The events of a step with other ids."""
    return _encode([_renamed(each, _event_fields(each["was"]), names) for each in _decoded(raw, names)])


def command(raw: bytes, names: Names) -> bytes:
    """The command of a step with other ids; a setup, an undo and a correction name nobody."""
    decoded = _decoded(raw, names)
    return _encode(_renamed(decoded, _command_fields(decoded.get("do", "")), names))


def fight(raw: bytes, names: Names) -> bytes:
    """A fight with other ids."""
    decoded = _decoded(raw, names)
    changed = {
        **decoded,
        "gms": [names.get(gm, gm) for gm in decoded["gms"]],
        "seats": [_renamed(seat, _user_fields(Seat), names) for seat in decoded.get("seats", ())],
    }
    if owed := decoded.get("owed_draw"):
        changed["owed_draw"] = _renamed(owed, _user_fields(OwedDraw), names)
    return _encode(changed)


def text(raw: bytes, names: Names) -> bytes:
    """Any text with other ids, where they are long enough to be told from other numbers."""
    for before, now in names.items():
        if before >= SHORTEST_ID:
            raw = re.sub(rb"(?<!\d)%d(?!\d)" % before, b"%d" % now, raw)
    return raw


def people_in(raw_events: bytes) -> Iterator[int]:
    """The ids that the envelope's events of a step name, in order."""
    for each in msgspec.json.decode(raw_events):
        for name in _event_fields(each["was"]):
            value = each.get(name)
            yield from value if isinstance(value, list) else [value] if value else []


def _decoded(raw: bytes, names: Names) -> Any:  # Any: decoded JSON
    return msgspec.json.decode(text(raw, names))


def _renamed(raw: Raw, named: tuple[str, ...], names: Names) -> Raw:
    return {**raw, **{name: _other(raw[name], names) for name in named if name in raw}}


def _other(value: Any, names: Names) -> Any:  # Any: an id, several or none
    return [names.get(each, each) for each in value] if isinstance(value, list) else names.get(value, value)


def _encode(value: object) -> bytes:
    """JSON whose parts stay in order: what a command is stands first in it (`is_table_command`)."""
    return msgspec.json.encode(value)


@lru_cache(maxsize=64)
def _event_fields(tag: str) -> tuple[str, ...]:
    return _user_fields_of(ENVELOPE_EVENTS, tag)


@lru_cache(maxsize=64)
def _command_fields(tag: str) -> tuple[str, ...]:
    return _user_fields_of(TABLE_COMMANDS, tag)


def _user_fields_of(types: tuple[type[Event], ...] | tuple[type[Command], ...], tag: str) -> tuple[str, ...]:
    found = next((each for each in types if each.__struct_config__.tag == tag), None)
    return _user_fields(found) if found is not None else ()


def _user_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields that hold a user, or perhaps one."""
    each = msgspec.structs.fields(kind)
    return tuple(field.name for field in each if field.type is UserId or UserId in get_args(field.type))
