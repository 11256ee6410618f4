"""What may be done now, as one viewer may know it."""

from collections.abc import Mapping, Sequence

import msgspec

from rules.core.ids import CombatantId
from rules.core.names import LONGEST
from rules.core.refusal import Illegal, Refusal


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One legal value: `key` goes into the command, `label` (at most 100 characters) is shown, `note` explains.

    `blanks` (at most five) are filled in a small form by whoever answers a prompt with this choice.
    """

    key: str
    label: str
    note: str = ""
    blanks: tuple["Slot", ...] = ()


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One blank of a command (`where whom weapon card how`): its legal values, best first.

    `is_free`: any text serves, the choices only suggest. `is_optional`: may be left out, which is called `when_open`.
    `is_last`: whoever chooses has chosen all, and the command is given at once.
    """

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    is_free: bool = False
    is_optional: bool = False
    when_open: str = "Leave open"
    is_last: bool = False


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of command this combatant may give now, with its blanks; or why not.

    `moment` names what the option rests on (the turn, the hand): an act that quotes a moment gone by is stale.
    """

    kind: str
    actor: CombatantId
    label: str
    slots: tuple[Slot, ...] = ()
    why_not: Refusal | None = None
    moment: str = ""


class Amendable(msgspec.Struct, frozen=True, kw_only=True):
    """Something the GM may set: with `Amend(what=key)`. `group` is the command that offers it.

    `is_free`: any text that fits `hint` serves, the values only suggest.
    """

    key: str
    label: str
    group: str  # "amend": open values; "secret": shown to the GM alone; "decide": the scene
    whom: tuple[Choice, ...] = ()  # empty: of the scene
    values: tuple[Choice, ...] = ()  # empty: as typed, see `hint`
    hint: str = ""
    is_free: bool = False


def clip(text: str) -> str:
    """A label of at most 100 characters."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def unique(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The first choice of each key."""
    return tuple({choice.key: choice for choice in reversed(choices)}.values())[::-1]


def choices_of(*keys: str) -> tuple[Choice, ...]:
    """Values that are shown as they are typed."""
    return tuple(Choice(key=key, label=key) for key in keys)


YES_NO = choices_of("yes", "no")


def filled(choice: Choice, given: Mapping[str, str]) -> dict[str, str]:
    """The blanks of the choice as given, each with a legal value; an optional one left out is empty.

    Raises: Illegal(NO_SUCH_BLANK, LEFT_OUT, NOT_FOUND).
    """
    slots = {slot.name: slot for slot in choice.blanks}
    for name in given:
        if name not in slots:
            takes = ", ".join(slots) or "nothing more"
            raise Illegal("NO_SUCH_BLANK", action=choice.label, blank=name, takes=takes)
    return {name: _value(choice, slot, given.get(name, "")) for name, slot in slots.items()}


def _value(choice: Choice, slot: Slot, text: str) -> str:
    labels = ", ".join(each.label for each in slot.choices)
    if not text:
        if slot.is_optional:
            return ""
        raise Illegal("LEFT_OUT", action=choice.label, blank=slot.name, choices=labels or "your own words")
    if slot.is_free or text in {each.key for each in slot.choices}:
        return text
    raise Illegal("NOT_FOUND", what=slot.name, text=text, choices=labels)
