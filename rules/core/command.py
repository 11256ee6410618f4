"""What people ask for, imperative and frozen: ids, never objects; never the result of a draw.

The commands here mean the same in every system, which decides them; each system adds its own.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

import msgspec

from rules.core.combatant import Side
from rules.core.ids import CombatantId, PromptId


class Office(StrEnum):
    """Who may give a command."""

    ACTOR = "actor"  # whoever controls `actor`, or the GM for it
    ANSWERER = "answerer"  # whoever owes the decision, or the GM for him
    GM = "gm"
    TABLE = "table"  # anybody: for what the Referee itself makes of `/fight join` and the like


def kind_of(name: str) -> str:
    """The tag of a command or event class as stored and as written in a notation: `TakeCover` -> `take-cover`."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=kind_of,
    tag_field="do",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The base of all commands: only the encoding, and who may give it.

    `private` names the blanks that only the controller himself may fill (his cards): anybody else, the GM too,
    could learn from the answer whether he holds them.
    """

    office: ClassVar[Office] = Office.ACTOR
    private: ClassVar[tuple[str, ...]] = ()


class Act(Command, frozen=True):
    """The base of whatever a combatant does: `actor` does it."""

    actor: CombatantId


class Enter(Command, frozen=True):
    """A combatant enters: a player's from a ready character or sheet, or an NPC from a stat block.

    `template` names the ready character or stat block; `where` a place of the scene (empty: the first).
    `sheet` is a player's own character, whole, in place of a ready one, and `left` what its session left of it so far:
    so a fight needs nothing but its own log.
    """

    office: ClassVar[Office] = Office.GM
    combatant: CombatantId
    name: str
    side: Side
    template: str
    where: str = ""
    hidden: bool = False
    sheet: Mapping[str, str] = {}
    left: Mapping[str, str] = {}


class Describe(Command, frozen=True):
    """The GM describes NPCs of his own, for this fight: in the blanks of a form, or several in a text.

    If it is one, he enters at once, as `combatant`; all of them can enter later, as often as wanted.
    Only for systems that have `own_npcs`.
    """

    office: ClassVar[Office] = Office.GM
    combatant: CombatantId
    side: Side
    where: str = ""
    hidden: bool = False
    blanks: Mapping[str, str] = {}
    text: str = ""


class Leave(Command, frozen=True):
    """A combatant leaves the lobby, or is taken out of the fight by the GM."""

    office: ClassVar[Office] = Office.GM
    combatant: CombatantId


class Start(Command, frozen=True):
    """The lobby is complete: deal, and begin.

    In a session `session` is what it left to the whole table so far, and `absent` what it left of each sheet that is
    in it but not in this fight.
    """

    office: ClassVar[Office] = Office.GM
    session: Mapping[str, str] = {}
    absent: tuple[Mapping[str, str], ...] = ()


class Answer(Command, frozen=True):
    """Decide a prompt by the key of one of its choices; `blanks` fills those that the choice has, by name."""

    office: ClassVar[Office] = Office.ANSWERER
    prompt: PromptId
    key: str
    blanks: Mapping[str, str] = {}


class GoOn(Command, frozen=True):
    """Apply the default of each prompt named: what happens to whoever does not decide.

    `said` are answers that were given before and count only now (see `rules.evenly`): the Referee puts them in.
    """

    office: ClassVar[Office] = Office.GM
    prompts: tuple[PromptId, ...]
    said: tuple[Answer, ...] = ()


class Amend(Command, frozen=True):
    """The GM sets a value of a combatant, or of the scene (`whom` empty), overruling the rules.

    `what` is the key of one of the system's amendables, `value` as typed.
    """

    office: ClassVar[Office] = Office.GM
    what: str
    value: str
    whom: CombatantId | None = None


class Call(Command, frozen=True):
    """The GM calls for a check of several at once.

    `check` is the key of one of the system's `calls`, `difficulty` of one of its difficulties, or as typed (empty: the
    usual one); `hidden`: nobody else is told it. `about` says what for, in the GM's words.
    """

    office: ClassVar[Office] = Office.GM
    check: str
    who: tuple[CombatantId, ...]
    difficulty: str = ""
    hidden: bool = False
    about: str = ""


class PlaceThere(Command, frozen=True):
    """The GM puts combatants somewhere, or (without `whom`) names a place and its links.

    `link`: places one can walk to from it, comma-separated; `sight`: those one can see from it.
    """

    office: ClassVar[Office] = Office.GM
    where: str
    whom: tuple[CombatantId, ...] = ()
    link: str = ""
    sight: str = ""
    note: str = ""


class LayOut(Command, frozen=True):
    """The GM lays out a scene of his own, as it is kept, in the lobby: its places and NPCs for those that are there.

    Players' characters stay. Only for systems that have `own_scenes`.
    """

    office: ClassVar[Office] = Office.GM
    scene: str


class Finish(Command, frozen=True):
    """The story ends the fight, whatever the rules say."""

    office: ClassVar[Office] = Office.GM


SHARED_COMMANDS: tuple[type[Command], ...] = (Enter, Leave, Start, Answer, GoOn, Amend, Call, PlaceThere, Finish)
