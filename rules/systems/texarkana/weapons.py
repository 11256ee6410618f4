"""The two weapon tables (TX-30, TX-56), and what a weapon amounts to in a given hand.

A weapon used otherwise than meant has a key of its own: `revolver-grip` (TX-46), `service-rifle-stock` (TX-47). One
that is shot with and can only be thrown is meant to be (`tomahawk`). What was at hand is called as it was described:
`improvised-2:bar stool` (TX-44). `fists` is no weapon at all.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

import msgspec

from rules.systems.texarkana.library import read
from rules.systems.texarkana.state import Fighter, TexState, Tier

FISTS = "fists"
CLUBBED_DAMAGE = 2  # TX-46, TX-47
UNRANKED_DAMAGE = 2  # TXA-04
PC_UNARMED_DAMAGE = 1  # TX-33
AS = ":"  # between the kind of a makeshift weapon and what it is
THROWN = "thrown"
REACH: Mapping[str, int | None] = {"pistol": 1, "short": 1, "medium": 2, "long": None}  # TX-52, TXA-01; None: any


class Melee(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the melee table."""

    name: str
    bonus: int
    damage: int
    rank: Mapping[str, str] = {}
    trumps: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    instead_of_death: tuple[str, ...] = ()
    mounted_bonus: int | None = None
    is_thrown: bool = False
    thrown_trumps: tuple[str, ...] = ()
    is_improvised: bool = False


class Ranged(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the ranged table."""

    name: str
    bonus: int
    damage: int
    rank: Mapping[str, str]
    range: str
    trumps: tuple[str, ...] = ()
    is_single_shot: bool = False
    ignores_cover: bool = False

    @property
    def is_pistol(self) -> bool:
        """Whether it may be fired point-blank (TX-31, TXA-01)."""
        return self.range == "pistol"

    @property
    def is_thrown(self) -> bool:
        """Whether it leaves the hand: a hand weapon thrown up to short range (TX-30)."""
        return self.range == THROWN

    @property
    def reach(self) -> int | None:
        """How many zones away a target may be; None: any in sight (TX-52)."""
        return REACH["short" if self.is_thrown else self.range]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Both tables, by key."""

    melee: Mapping[str, Melee]
    ranged: Mapping[str, Ranged]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The weapon tables, read when first needed."""
    return read("weapons.toml", Tables)


def melee(key: str) -> Melee | None:
    """The melee weapon of this key."""
    return tables().melee.get(key.partition(AS)[0])


def ranged(key: str) -> Ranged | None:
    """The ranged weapon of this key."""
    return tables().ranged.get(key)


@lru_cache(maxsize=64)
def shooting(key: str) -> Ranged | None:
    """What this weapon is in a ranged attack: its row, or what can be thrown as the short weapon that it then is.

    Thrown it does its damage, without its brawling bonus, and whatever else trumps does so besides Pistols (TXA-13).
    """
    thrown = tables().melee.get(key)
    if thrown is None or not thrown.is_thrown:
        return ranged(key)
    return Ranged(
        name=thrown.name,
        bonus=0,
        damage=thrown.damage,
        rank=thrown.rank,
        range=THROWN,
        trumps=thrown.thrown_trumps,
    )


def is_weapon(key: str) -> bool:
    """Whether either table has such a row."""
    return melee(key) is not None or ranged(key) is not None


def carried(key: str) -> str:
    """The weapon that a way of using it belongs to: `revolver-grip` -> `revolver`."""
    return key if AS in key else key.removesuffix("-grip").removesuffix("-stock")


def makeshift(words: str, damage: int) -> str:
    """The key of something at hand, as described: `improvised-2:bar stool` (TX-44)."""
    return f"improvised-{damage}{AS}{words}"


def is_makeshift(key: str) -> bool:
    """Whether this is something that was at hand."""
    row = melee(key)
    return row is not None and row.is_improvised


def rated(key: str, damage: int) -> str:
    """The key of the same makeshift weapon with another damage (TX-44)."""
    _, as_, words = key.partition(AS)
    return f"improvised-{damage}{as_}{words}"


@lru_cache(maxsize=512)
def weapon_name(key: str) -> str:
    """The weapon as the table calls it; something at hand as it was described."""
    if key in ("", FISTS):
        return "bare fists"
    if AS in key:
        return key.partition(AS)[2]
    base = carried(key)
    row = melee(base) or ranged(base)
    name = row.name if row else base
    if key.endswith("-grip"):
        return f"{name} as a club"
    if key.endswith("-stock"):
        return f"{name}'s stock" if "rifle" in name else f"butt of the {name}"
    return name


class Manner(StrEnum):
    """How something is used in a brawl."""

    UNARMED = "unarmed"
    MELEE = "melee"
    POINT_BLANK = "point-blank"
    IMPROVISED = "improvised"


TIER_OF = {
    Manner.UNARMED: Tier.FISTS,
    Manner.MELEE: Tier.MELEE,
    Manner.IMPROVISED: Tier.MELEE,
    Manner.POINT_BLANK: Tier.ANY,
}
TIER_ORDER = (Tier.FISTS, Tier.MELEE, Tier.ANY)


class Arm(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody brawls with: its numbers in this hand, and what may be done instead of damage."""

    key: str
    manner: Manner
    bonus: int
    damage: int
    trumps: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    instead_of_death: tuple[str, ...] = ()
    rule: str

    @property
    def name(self) -> str:
        """As the table calls it."""
        return weapon_name(self.key)

    @property
    def ways(self) -> tuple[str, ...]:
        """What may be done with it instead of damage, by the house perhaps only instead of a fatal one."""
        return (*self.instead, *self.instead_of_death)

    @property
    def tier(self) -> Tier:
        """The least tier that allows it (TX-03 to TX-05, TX-09, TXA-06)."""
        return TIER_OF[self.manner]


def has_rank(fighter: Fighter, rank: Mapping[str, str]) -> bool:
    """Whether the combatant is good enough: in all the suits asked for, A being best; NPCs always (TXA-04)."""
    return not fighter.is_pc or all(fighter.ranks.get(suit, "Z") <= least for suit, least in rank.items())


def brawling_arm(fighter: Fighter, key: str) -> Arm:
    """What this weapon is worth to this combatant in a brawl, whether or not it is at hand.

    Without the rank a melee weapon is an improvised one (TXA-04); what shoots but is no pistol, a stock.
    """
    if key in ("", FISTS):
        damage = PC_UNARMED_DAMAGE if fighter.is_pc else fighter.brawling  # TX-33, TX-34
        rule = "TX-33" if fighter.is_pc else "TX-34"
        return Arm(key=FISTS, manner=Manner.UNARMED, bonus=0, damage=damage, instead=("grapple",), rule=rule)
    row = melee(key)
    if row is not None:
        if row.is_improvised or not has_rank(fighter, row.rank):
            damage = row.damage if row.is_improvised else UNRANKED_DAMAGE
            rule = "TX-44" if row.is_improvised else "TXA-04"
            return Arm(key=key, manner=Manner.IMPROVISED, bonus=0, damage=damage, rule=rule)
        is_higher = fighter.is_mounted and row.mounted_bonus is not None
        return Arm(
            key=key,
            manner=Manner.MELEE,
            bonus=row.mounted_bonus if is_higher and row.mounted_bonus is not None else row.bonus,
            damage=row.damage,
            trumps=row.trumps,
            instead=row.instead,
            instead_of_death=row.instead_of_death,
            rule="TX-30",
        )
    gun = ranged(key)
    if gun is not None and gun.is_pistol:
        return Arm(key=key, manner=Manner.POINT_BLANK, bonus=gun.bonus, damage=gun.damage, rule="TX-31")
    rule = "TX-46" if key.endswith("-grip") else "TX-47"
    return Arm(key=key, manner=Manner.IMPROVISED, bonus=0, damage=CLUBBED_DAMAGE, rule=rule)


def club_of(key: str) -> str:
    """The key of a shooting weapon used as a club: a pistol's grip, anything else's stock (TX-46, TX-47)."""
    gun = ranged(key)
    assert gun is not None, f"{key} shoots"
    return f"{key}-grip" if gun.is_pistol else f"{key}-stock"


def brawling_keys(fighter: Fighter) -> tuple[str, ...]:
    """Everything this combatant could brawl with by what he carries, whatever the tier: in hand first, fists last."""
    keys: list[str] = []
    for weapon in sorted(fighter.usable, key=lambda each: each != fighter.in_hand):
        gun = ranged(weapon)
        if gun is None:
            keys.append(weapon)
            continue
        if gun.is_pistol and weapon not in fighter.is_out_of_ammo and has_rank(fighter, gun.rank):
            keys.append(weapon)
        keys.append(club_of(weapon))
    return (*keys, FISTS)


def shooting_keys(fighter: Fighter) -> tuple[str, ...]:
    """What this combatant carries and can shoot with: in hand first, what has to be thrown last (TX-56, TX-57)."""
    guns = [
        (gun.is_thrown, weapon != fighter.in_hand, weapon)
        for weapon in fighter.usable
        if (gun := shooting(weapon)) and has_rank(fighter, gun.rank) and weapon not in fighter.is_out_of_ammo
    ]
    return tuple(weapon for *_, weapon in sorted(guns, key=lambda each: each[:2]))


def known_weapons(target: Fighter, by: Fighter) -> tuple[str, ...]:
    """The weapons that one could take from the target, what is in hand first (TX-43).

    A PC knows of no hidden ones (TXD-31); the Dealer knows everything.
    """
    seen = (weapon for weapon in target.usable if not by.is_pc or weapon not in target.concealed)
    return tuple(sorted(seen, key=lambda weapon: weapon != target.in_hand))


def is_within_tier(state: TexState, fighter: Fighter, tier: Tier) -> bool:
    """Whether the situation lets him use something of this tier (TX-03 to TX-07, TXD-33), or he means to go too far.

    NPCs set the tier.
    """
    pending = state.escalation
    is_meant = pending is not None and pending.is_meant and pending.act.actor == fighter.id
    return not fighter.is_pc or state.may_ambush or is_meant or is_at_most(tier, state.tier)


def is_at_most(tier: Tier, most: Tier) -> bool:
    """Whether the one tier allows no more than the other."""
    return TIER_ORDER.index(tier) <= TIER_ORDER.index(most)


def tier_of_weapon(key: str) -> Tier:
    """The least tier that allows a weapon in hand (TX-04, TX-05, TX-09, TXA-07)."""
    if key in ("", FISTS):
        return Tier.FISTS
    return Tier.ANY if ranged(key) else Tier.MELEE


def shooting_tier(key: str) -> Tier:
    """The least tier that allows a ranged attack: thrown hand weapons are hand weapons, a bow is a firearm (TXA-07)."""
    return tier_of_weapon(key)


def answering_arm(state: TexState, fighter: Fighter) -> Arm:
    """What somebody answers a brawl with: whatever is in hand, as far as it serves (TXA-26)."""
    for key in brawling_keys(fighter):
        arm = brawling_arm(fighter, key)
        if carried(key) == fighter.in_hand and is_within_tier(state, fighter, arm.tier):
            return arm
    return brawling_arm(fighter, FISTS)
