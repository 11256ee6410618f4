"""A fight as one viewer may see it: plain words and ids, ready to be laid out. No markup, no secrets of others."""

from enum import StrEnum

import msgspec

from rules.core.audience import Viewer
from rules.core.combatant import Side
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.values import replace


class Phase(StrEnum):
    """Where a fight stands, in every system."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"


class CombatantView(msgspec.Struct, frozen=True, kw_only=True):
    """A combatant: `state` in a few words ("Grit 4, 1 Injury, in cover"); `place` is the id of a `PlaceView`.

    `is_out`: it fights no more. `details`: its numbers in words, for the GM alone.
    """

    id: CombatantId
    name: str
    side: Side
    state: str
    place: str = ""
    is_mine: bool = False
    is_npc: bool = False
    is_out: bool = False
    is_hidden: bool = False
    details: str = ""


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place, with how it connects in words ("stairs to the Mezzanine; sees the Mezzanine")."""

    id: str
    name: str
    links: str = ""


class AskedView(msgspec.Struct, frozen=True, kw_only=True):
    """A decision owed. `choices` is empty for those who may not know them."""

    id: PromptId
    whom: CombatantId | None
    who: str  # name of the combatant, or the word for the GM
    what: str
    otherwise: str
    question: str = ""  # the full question, to the one who decides
    choices: tuple[Choice, ...] = ()
    is_mine: bool = False
    blocks: bool = True


class HandView(msgspec.Struct, frozen=True, kw_only=True):
    """Something held secretly, shown to its owner alone: `revision` rises whenever it changes.

    What it is called the system says (`held_word`).
    """

    combatant: CombatantId
    name: str
    title: str
    items: tuple[Choice, ...]
    sheet: tuple[str, ...] = ()
    revision: int = 0


class FightView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a viewer may know of a fight now."""

    phase: Phase
    headline: str  # whose move it is
    combatants: tuple[CombatantView, ...]
    places: tuple[PlaceView, ...] = ()
    asked: tuple[AskedView, ...] = ()
    hands: tuple[HandView, ...] = ()
    notes: tuple[str, ...] = ()  # the tier, the turn, for the GM also hidden things
    settings: tuple[Choice, ...] = ()  # for the GM alone: amendments to make from his panel, each `what=value`
    advice: str = ""  # in a fight for one alone: what the GM has to say about this moment, to everybody
    sketch: tuple[str, ...] = ()  # the places once more, a line each, for where it gets complicated


def marked(combatants: tuple[CombatantView, ...], viewer: Viewer) -> tuple[CombatantView, ...]:
    """The same, the viewer's own marked as his."""
    return tuple(replace(each, is_mine=True) if viewer.owns(each.id) else each for each in combatants)
