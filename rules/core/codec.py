"""How states, commands and events become bytes and come back, those of older schemas too; how a state is fingerprinted.

Always `order="deterministic"`: sets and mappings would differ from process to process otherwise.
"""

import hashlib
import hmac
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, Union

import msgspec

from rules.core.command import Command, kind_of
from rules.core.dice import Draw
from rules.core.event import ENVELOPE_EVENTS, DrawAsked, Event
from rules.core.fight import Fight
from rules.core.names import tidy
from rules.core.refusal import Illegal
from rules.core.ruleset import Ruleset
from rules.core.table_commands import TABLE_COMMANDS

S = TypeVar("S")

Raw = Mapping[str, Any]  # Any: decoded JSON

LONGEST_TEXT = 300  # characters of a blank that people fill in

_ENVELOPE_TAGS = frozenset(kind_of(each.__name__) for each in ENVELOPE_EVENTS)
_TABLE_TAGS = frozenset(kind_of(each.__name__) for each in TABLE_COMMANDS)
_DRAW_ASKED = kind_of(DrawAsked.__name__)

_encoder = msgspec.json.Encoder(order="deterministic")


class Codec(Generic[S]):
    """Encoding for one system, with its closed unions of commands and events. Use `codec_of`.

    What is stored is read with the `schema` it was written under (left out: the present one); what is older is brought
    up to date on the way. Raises: Illegal(NEWER_PROGRAM, BROKEN_RECORD).
    """

    def __init__(self, ruleset: Ruleset[S]) -> None:
        """Decoders are built once: building is slow, decoding is fast."""
        self._ruleset = ruleset
        # The unions are known only at run time, which a type checker cannot follow.
        self._command_type: Any = Union[ruleset.command_types]  # noqa: UP007 - a tuple of types
        every_command: Any = Union[(*TABLE_COMMANDS, *ruleset.command_types)]
        event_type: Any = Union[(*ENVELOPE_EVENTS, *ruleset.event_types)]
        self._fight = msgspec.json.Decoder(Fight[ruleset.state_type])  # type: ignore[name-defined]  # known at run time
        self._command = msgspec.json.Decoder(every_command)
        self._events = msgspec.json.Decoder(tuple[event_type, ...])
        self._draws = msgspec.json.Decoder(tuple[Draw, ...])
        self._sheet = msgspec.json.Decoder(dict[str, str])

    def fight(self, raw: bytes, schema: int | None = None) -> Fight[S]:
        """An encoded fight."""
        fight: Fight[S] = self._read(self._fight, raw, schema, self._fight_of)
        return fight

    def keyframe(self, raw: bytes, schema: int | None = None) -> Fight[S]:
        """A compressed fight. It says itself if it was written later than its step, as in a fight from a file."""
        whole = unsqueezed(raw)
        own = re.search(rb'"schema":(\d+)', whole)
        return self.fight(whole, max(schema, int(own[1])) if own and schema is not None else schema)

    def command(self, raw: bytes, schema: int | None = None) -> Command:
        """A command, of the system or of the table."""
        command: Command = self._read(self._command, raw, schema, self._command_of)
        return command

    def events(self, raw: bytes, schema: int | None = None) -> tuple[Event, ...]:
        """The events of one step."""
        events: tuple[Event, ...] = self._read(self._events, raw, schema, self._events_of)
        return events

    def draws(self, raw: bytes) -> tuple[Draw, ...]:
        """The draws of one step, the same under every schema."""
        draws: tuple[Draw, ...] = self._read(self._draws, raw, None, lambda draws, _: draws)
        return draws

    def sheet(self, raw: bytes, schema: int | None = None) -> Mapping[str, str]:
        """The values of a player's own character."""
        sheet: Mapping[str, str] = self._read(self._sheet, raw, schema, self._sheet_of)
        return sheet

    def is_present(self, schema: int) -> bool:
        """Whether what was written under this schema is encoded as it would be now."""
        return schema == self._ruleset.schema

    def _read(
        self, decoder: msgspec.json.Decoder[Any], raw: bytes, schema: int | None, update: Callable[[Any, int], Any]
    ) -> Any:  # Any: decoded JSON, and what only the decoder knows
        """What the bytes say; what is older goes through `update` first, as plain JSON."""
        try:
            if schema is not None and not self.is_present(schema):
                self._require_older(schema)
                raw = msgspec.json.encode(update(msgspec.json.decode(raw), schema))
            return decoder.decode(raw)
        except (ValueError, LookupError, TypeError, AttributeError) as error:  # the last three: `migrate`
            raise Illegal("BROKEN_RECORD") from error

    def _require_older(self, schema: int) -> None:
        if schema > self._ruleset.schema:
            raise Illegal("NEWER_PROGRAM")
        if schema < 1:
            raise Illegal("BROKEN_RECORD")

    def _fight_of(self, raw: Raw, schema: int) -> Raw:
        fight = {**raw, "schema": self._ruleset.schema, "state": self._migrated("state", raw["state"], schema)}
        if owed := raw.get("owed_draw"):
            fight["owed_draw"] = {**owed, "command": self._rewritten(owed["command"], schema)}
        return fight

    def _command_of(self, raw: Raw, schema: int) -> Raw:
        return raw if raw["do"] in _TABLE_TAGS else self._migrated("command", raw, schema)

    def _sheet_of(self, raw: Raw, schema: int) -> Raw:
        return self._migrated("sheet", raw, schema)

    def _events_of(self, raw: Sequence[Raw], schema: int) -> Sequence[Raw]:
        return [self._event_of(each, schema) for each in raw]

    def _event_of(self, raw: Raw, schema: int) -> Raw:
        if raw["was"] == _DRAW_ASKED:
            return {**raw, "command": self._rewritten(raw["command"], schema)}
        return raw if raw["was"] in _ENVELOPE_TAGS else self._migrated("event", raw, schema)

    def _rewritten(self, command: str, schema: int) -> str:
        """A command that waits for a draw, as it would be encoded now."""
        return encode(self.command(command.encode(), schema)).decode()

    def _migrated(self, kind: str, raw: Raw, schema: int) -> Raw:
        for each in range(schema, self._ruleset.schema):
            raw = self._ruleset.migrate(kind, raw, each)
        return raw

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


def unsqueezed(raw: bytes) -> bytes:
    """A keyframe as it was before `squeeze`. Raises: Illegal(BROKEN_RECORD)."""
    try:
        return zlib.decompress(raw)
    except zlib.error as error:
        raise Illegal("BROKEN_RECORD") from error


def squeeze(raw: bytes) -> bytes:
    """A keyframe, compressed."""
    return zlib.compress(raw, 6)
