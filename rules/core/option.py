"""What may be done now, as one viewer may know it."""

from dataclasses import dataclass

from rules.core.ids import CombatantId
from rules.core.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One legal value: `key` goes into the command, `label` (at most 100 characters) is shown, `note` explains."""

    key: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One blank of a command (`where whom weapon card how`): its legal values, best first.

    `is_free`: any text serves, the choices only suggest. `is_optional`: may be left out.
    """

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    is_free: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A kind of command this combatant may give now, with its blanks; or why not.

    `moment` names what the option rests on (the turn, the hand): an act that quotes a moment gone by is stale.
    """

    kind: str
    actor: CombatantId
    label: str
    slots: tuple[Slot, ...] = ()
    why_not: Refusal | None = None
    moment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendable:
    """Something the GM may set: with `Amend(what=key)`. `group` is the command that offers it."""

    key: str
    label: str
    group: str  # "amend": open values; "secret": shown to the GM alone; "decide": the scene
    whom: tuple[Choice, ...] = ()  # empty: of the scene
    values: tuple[Choice, ...] = ()  # empty: as typed, see `hint`
    hint: str = ""
