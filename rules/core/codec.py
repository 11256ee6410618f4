"""How states, commands and events become bytes and come back; how a state is fingerprinted.

Always `order="deterministic"`: sets and mappings would differ from process to process otherwise.
"""

import hashlib
import hmac
import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar, Union

import msgspec

from rules.core.command import Command
from rules.core.dice import Draw
from rules.core.event import ENVELOPE_EVENTS, Event
from rules.core.fight import Fight
from rules.core.names import tidy
from rules.core.refusal import Illegal
from rules.core.ruleset import Ruleset

S = TypeVar("S")

LONGEST_TEXT = 300  # characters of a blank that people fill in

_encoder = msgspec.json.Encoder(order="deterministic")


class Codec(Generic[S]):
    """Encoding for one system, with its closed unions of commands and events. Use `codec_of`."""

    def __init__(self, ruleset: Ruleset[S]) -> None:
        """Decoders are built once: building is slow, decoding is fast."""
        # The unions are known only at run time, which a type checker cannot follow.
        self._command_type: Any = Union[ruleset.command_types]  # noqa: UP007 - a tuple of types
        event_type: Any = Union[(*ENVELOPE_EVENTS, *ruleset.event_types)]
        self._fight = msgspec.json.Decoder(Fight[ruleset.state_type])  # type: ignore[name-defined]  # known at run time
        self._command = msgspec.json.Decoder(self._command_type)
        self._events = msgspec.json.Decoder(tuple[event_type, ...])
        self._draws = msgspec.json.Decoder(tuple[Draw, ...])

    def fight(self, raw: bytes) -> Fight[S]:
        """Raises: msgspec.ValidationError."""
        return self._fight.decode(raw)

    def command(self, raw: bytes) -> Command:
        """Raises: msgspec.ValidationError."""
        command: Command = self._command.decode(raw)
        return command

    def events(self, raw: bytes) -> tuple[Event, ...]:
        """Raises: msgspec.ValidationError."""
        events: tuple[Event, ...] = self._events.decode(raw)
        return events

    def draws(self, raw: bytes) -> tuple[Draw, ...]:
        """Raises: msgspec.ValidationError."""
        return self._draws.decode(raw)

    def build(self, kind: str, fields: Mapping[str, object]) -> Command:
        """A command from words: its kind and its blanks by name, each text tidied. Empty texts count as left out.

        Raises: Illegal(UNREADABLE).
        """
        tidied = {name: _tidied(value) for name, value in fields.items()}
        filled = {name: value for name, value in tidied.items() if value not in ("", None)}
        try:
            command: Command = msgspec.convert({**filled, "do": kind}, self._command_type, strict=False)
        except msgspec.ValidationError as error:
            raise Illegal("UNREADABLE", what=_unreadable(str(error)), kind=kind) from error
        return command


def _tidied(value: object) -> object:
    """A text in one line without anything invisible, so that nobody can write what looks like a ruling."""
    if isinstance(value, str):
        return tidy(value, LONGEST_TEXT)
    if isinstance(value, Mapping):
        return {name: _tidied(each) for name, each in value.items()}
    return [_tidied(each) for each in value] if isinstance(value, list) else value


def _unreadable(error: str) -> str:
    """Which blank could not be read, in plain words and without what stood in it."""
    found = re.search(r"(?:field `| - at `\$\.)([A-Za-z_]+)[^`]*`$", error)
    blank = found[1] if found else "do"
    if blank == "do":
        return "there is no such command"
    if error.startswith("Object missing"):
        return f"{blank} is missing"
    if error.startswith("Object contains unknown"):
        return f"it takes no {blank}"
    return f"what was given for {blank}"


@lru_cache(maxsize=16)
def codec_of(ruleset: Ruleset[S]) -> Codec[S]:
    """The codec of a system, built once."""
    return Codec(ruleset)


def encode(value: object) -> bytes:
    """Deterministic JSON of any state, command, event or tuple of them."""
    return _encoder.encode(value)


def digest(key: bytes, raw: bytes) -> bytes:
    """A keyed fingerprint, 16 bytes: without the fight's key nobody can test a guess about a hidden value."""
    return hmac.digest(key, raw, hashlib.sha256)[:16]


def squeeze(raw: bytes) -> bytes:
    """A keyframe, compressed."""
    return zlib.compress(raw, 6)


def unsqueeze(raw: bytes) -> bytes:
    """A keyframe as it was."""
    return zlib.decompress(raw)
