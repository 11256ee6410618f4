"""The rules by number and the tables of weapons and armour, as people look them up."""

from collections.abc import Mapping
from functools import lru_cache

from rules.core.reference import Entry, Row, Rule, RuleTable, rules_of
from rules.systems.conflicts.arms import MAGAZINE, SINGLE, Armour, Weapon, arms
from rules.systems.conflicts.library import read

SOURCES: Mapping[str, str] = {
    "C2": "the chapter on conflicts",
    "C2A": "how an unclear place of the chapter is read here",
    "C2D": "what stands here where the chapter says nothing",
}
AMMUNITION: Mapping[str, str] = {MAGAZINE: "a magazine", SINGLE: "one shot, then reload", "": ""}


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every rule that this system cites, in the order of the chapter."""
    named = {  # people look them up by their names
        "C2D-09": tuple(weapon.name for weapon in arms().weapons.values()),
        "C2D-08": tuple(piece.name for piece in arms().armour.values()),
    }
    return rules_of(read("rules.toml", dict[str, Entry]), SOURCES, named)


@lru_cache(maxsize=1)
def arms_tables() -> tuple[RuleTable, ...]:
    """Weapons of the body, of the mind, and armour (C2D-08, C2D-09)."""
    weapons = arms().weapons.values()
    return (
        RuleTable(title="Weapons", rule="C2D-09", rows=tuple(_weapon(each) for each in weapons if not each.is_mental)),
        RuleTable(title="Words", rule="C2D-09", rows=tuple(_weapon(each) for each in weapons if each.is_mental)),
        RuleTable(title="Armour", rule="C2D-08", rows=tuple(_armour(each) for each in arms().armour.values())),
    )


def _weapon(weapon: Weapon) -> Row:
    facts = [f"damage {weapon.damage}", weapon.skill.title()]
    if weapon.rating:
        facts.append(f"Strength {weapon.rating}: {weapon.rating**2} m")
    if weapon.multiplier:
        facts.append(f"Strength x {weapon.multiplier}")
    if weapon.hands == 2:
        facts.append("two hands")
    if weapon.is_thrown:
        facts.append(f"can be thrown, {weapon.grams} g")
    facts += [AMMUNITION[weapon.ammunition]] if weapon.ammunition else []
    facts += ["telescope"] if weapon.has_scope else []
    facts += ["tripod"] if weapon.has_tripod else []
    return Row(name=weapon.name, facts=tuple(facts))


def _armour(piece: Armour) -> Row:
    facts = [f"coverage {piece.coverage}", f"AR {piece.rating}", f"covers {', '.join(piece.parts)}"]
    facts += ["no use against fire"] if piece.is_shield else []
    return Row(name=piece.name, facts=tuple(facts))
