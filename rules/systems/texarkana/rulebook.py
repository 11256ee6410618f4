"""The rules by number and the weapon tables, as people look them up."""

from collections.abc import Mapping
from functools import lru_cache

from rules.core.reference import Entry, Row, Rule, RuleTable, rules_of
from rules.systems.texarkana.cards import SUITS, suit_names
from rules.systems.texarkana.library import read
from rules.systems.texarkana.weapons import Melee, Ranged, tables

SOURCES: Mapping[str, str] = {
    "TX": "the chapter on free-for-alls",
    "TXA": "how an unclear place of the chapter is read here",
    "TXF": "another page of the book",
    "TXD": "what is done here where the book could not be read",
}


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every rule that this system cites, in the order of the book."""
    named = {  # people look weapons up by their names
        "TX-30": tuple(row.name for row in tables().melee.values()),
        "TX-56": tuple(row.name for row in tables().ranged.values()),
    }
    return rules_of(read("rules.toml", dict[str, Entry]), SOURCES, named)


@lru_cache(maxsize=1)
def weapon_tables() -> tuple[RuleTable, ...]:
    """Both weapon tables (TX-30, TX-56) with what serves as a makeshift weapon (TX-44)."""
    melee, ranged = tables().melee.values(), tables().ranged.values()
    return (
        RuleTable(title="Hand weapons", rule="TX-30", rows=tuple(_melee(row) for row in melee)),
        RuleTable(title="Ranged weapons", rule="TX-56", rows=tuple(_ranged(row) for row in ranged)),
    )


def _melee(row: Melee) -> Row:
    facts = [f"brawling {row.bonus:+d}" if row.bonus else "brawling 0", f"damage {row.damage}", _rank(row.rank)]
    if row.mounted_bonus is not None:
        facts.append(f"mounted {row.mounted_bonus:+d}")
    if row.trumps:
        facts.append(f"{suit_names(row.trumps)} trump too")
    if row.instead:
        facts.append(f"may {' or '.join(row.instead)} instead of damage")
    if row.instead_of_death:
        facts.append(f"may {' or '.join(row.instead_of_death)} instead (TXA-08)")
    if row.is_thrown:
        facts.append(f"can be thrown 1 zone: {suit_names(('Pi', *row.thrown_trumps))} trump")
    return Row(name=row.name, facts=tuple(facts))


def _ranged(row: Ranged) -> Row:
    reach = "in sight" if row.reach is None else f"{row.reach} {'zone' if row.reach == 1 else 'zones'}"
    facts = [f"attack {row.bonus:+d}" if row.bonus else "attack 0", f"damage {row.damage}"]
    facts += [f"{row.range} range ({reach})", _rank(row.rank)]
    if row.trumps:
        facts.append(f"{suit_names(row.trumps)} trump too")
    if row.is_single_shot:
        facts.append("one shot, then reload")
    if row.ignores_cover:
        facts.append("cover does not help against it")
    return Row(name=row.name, facts=tuple(facts))


def _rank(rank: Mapping[str, str]) -> str:
    needs = " and ".join(f"{least} in {SUITS[suit]}" for suit, least in rank.items())
    return f"needs {needs}" if needs else "needs no rank"
