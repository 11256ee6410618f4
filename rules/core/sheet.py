"""A player's own character as forms know it: the fields of a system's sheet, and what a fight leaves of it.

Values are texts by the name of their field; what they mean is the system's business.
"""

from collections.abc import Mapping
from typing import Protocol, TypeVar

import msgspec

from rules.core.ids import CombatantId, RuleId
from rules.core.names import key_of, tidy
from rules.core.option import Choice
from rules.core.refusal import Illegal

S_contra = TypeVar("S_contra", contravariant=True)


class SheetField(msgspec.Struct, frozen=True, kw_only=True):
    """One blank of a sheet; those of one `page` (at most five) are asked together.

    With `choices` (at most 25) one of them serves, or with `most` above 1 several, written with commas between; without
    choices any text of at most `longest` characters. `usual` is what a new sheet says.
    """

    name: str
    label: str  # at most 45 characters
    page: str
    rule: RuleId
    usual: str = ""
    choices: tuple[Choice, ...] = ()
    most: int = 1
    longest: int = 100
    is_optional: bool = False


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet that its system accepts: its values, complete; in plain words; and what its player may want to mend."""

    fields: Mapping[str, str]
    lines: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """What a fight leaves to the next one of its session: of each combatant that plays, and to the whole table."""

    sheets: Mapping[CombatantId, Mapping[str, str]] = {}
    table: Mapping[str, str] = {}


class SheetRules(Protocol[S_contra]):
    """How the sheets of a system work. Pure, like the system."""

    @property
    def fields(self) -> tuple[SheetField, ...]:
        """The blanks, page by page in the order in which they are asked."""
        ...

    @property
    def farewell(self) -> str:
        """What is said to everybody at the end of a session; perhaps nothing."""
        ...

    def check(self, given: Mapping[str, str]) -> Sheet:
        """The sheet of these values; what is left out is as usual. Raises: Illegal, as `checked` does."""
        ...

    def left_words(self, left: Mapping[str, str], *, is_owner: bool) -> str:
        """What a fight left of a sheet, in words; its secrets (a hand of cards) to its owner alone."""
        ...

    def left(self, state: S_contra) -> Left:
        """What the fight, as it stands, would leave if it were over."""
        ...

    def rested(self, fields: Mapping[str, str], left: Mapping[str, str]) -> Mapping[str, str]:
        """The values of a sheet after a session that left this of it."""
        ...


def checked(fields: tuple[SheetField, ...], given: Mapping[str, str]) -> dict[str, str]:
    """The values as they are kept: keys for labels, texts tidied, what is left out as usual.

    Raises: Illegal(NO_SUCH_FIELD, NOT_IN_FIELD, TOO_MANY_IN_FIELD, FIELD_TOO_LONG).
    """
    known = {each.name for each in fields}
    for name in given:
        if name not in known:
            raise Illegal("NO_SUCH_FIELD", field=tidy(name, 60), takes=", ".join(each.name for each in fields))
    return {each.name: _value(each, given.get(each.name, each.usual)) for each in fields}


def _value(blank: SheetField, given: str) -> str:
    if not blank.choices:
        text = tidy(given, blank.longest + 1)
        if len(text) > blank.longest:
            raise Illegal("FIELD_TOO_LONG", blank.rule, field=blank.label, most=str(blank.longest))
        return text
    words = [word for word in (tidy(each, 100) for each in given.split(",")) if word]
    keys = tuple(dict.fromkeys(_key(blank, word) for word in words))
    if not keys and not blank.is_optional:
        keys = (_key(blank, ""),)
    if len(keys) > blank.most:
        raise Illegal("TOO_MANY_IN_FIELD", blank.rule, field=blank.label, most=str(blank.most))
    return ",".join(keys)


def _key(blank: SheetField, word: str) -> str:
    for choice in blank.choices:
        if key_of(word) in (key_of(choice.key), key_of(choice.label)):
            return choice.key
    choices = ", ".join(choice.label for choice in blank.choices)
    raise Illegal("NOT_IN_FIELD", blank.rule, field=blank.label, value=word or "nothing", choices=choices)
