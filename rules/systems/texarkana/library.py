"""What comes ready with the system: stat blocks, ready characters and scenes, read from `data` when first needed."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from rules.core import data_files
from rules.core.advice import Advice, Line
from rules.core.combatant import Side
from rules.core.ruleset import Template
from rules.core.terms import Term, Terms
from rules.systems.texarkana.cards import SUITS
from rules.systems.texarkana.state import Link, Sight, StatBlock, Tier, Zone

T = TypeVar("T")

USUAL_RANK = "C"  # of a ready character, in every suit not noted (TXD-30)
USUAL_WILL = 6
USUAL_GRIT = 6
USUAL_LUCK = 3
USUAL_COIN = 3


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A character as it comes in; `ranks` lists only what differs from the usual."""

    name: str
    note: str
    weapons: tuple[str, ...]
    ranks: Mapping[str, str] = {}
    will: int = USUAL_WILL
    grit: int = USUAL_GRIT
    luck: int = USUAL_LUCK
    moniker: str = ""
    characteristics: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    invocations: tuple[str, ...] = ()
    coin: int = USUAL_COIN
    injury: int = 0

    @property
    def all_ranks(self) -> Mapping[str, str]:
        """The rank in every suit that is a skill."""
        return {suit: self.ranks.get(suit, USUAL_RANK) for suit in SUITS if suit != "Sk"}


class SceneNpc(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is in the scene from the start. `in_hand`: None as usual (TXD-31), empty nothing."""

    id: str
    name: str
    template: str
    side: Side
    place: str
    is_hidden: bool = False
    in_hand: str | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A scene: a ready one, or one of the Dealer's own, which brings the stat blocks (`blocks`) that he described."""

    name: str
    note: str = ""
    opening: str = ""  # said to everybody as it is laid out
    tier: Tier
    zones: tuple[Zone, ...]
    links: tuple[Link, ...] = ()
    sights: tuple[Sight, ...] = ()
    npcs: tuple[SceneNpc, ...] = ()
    may_ambush: bool = False
    witnesses: bool = False  # TX-12: whether people are there who will talk
    alone: str = ""  # the ready character whom the one person plays in a scene for one alone
    blocks: Mapping[str, StatBlock] = {}


def read(name: str, type_: type[T]) -> T:
    """A file of `data`, checked."""
    return data_files.read("texarkana", name, type_)


@lru_cache(maxsize=1)
def stat_blocks() -> Mapping[str, StatBlock]:
    """The NPCs, by key."""
    return read("npcs.toml", dict[str, StatBlock])


@lru_cache(maxsize=1)
def characters() -> Mapping[str, Character]:
    """The ready characters, by key."""
    return read("characters.toml", dict[str, Character])


@lru_cache(maxsize=1)
def scenes() -> Mapping[str, Scene]:
    """The ready scenes, by key; the first is the default."""
    return read("scenes.toml", dict[str, Scene])


@lru_cache(maxsize=1)
def templates() -> tuple[Template, ...]:
    """Ready characters and stat blocks as the lobby offers them."""
    ready = [
        Template(key=key, name=each.name, note=each.note, is_ready_character=True) for key, each in characters().items()
    ]
    npcs = [
        Template(key=key, name=each.name, note=f"Grit {each.grit}", is_ready_character=False)
        for key, each in stat_blocks().items()
    ]
    return (*ready, *npcs)


@lru_cache(maxsize=1)
def advice() -> tuple[Line, ...]:
    """What is said to whoever plays alone."""
    return read("advice.toml", Advice).lines


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """What is explained once in a fight."""
    return read("terms.toml", Terms).terms
