"""The rules by number and the weapon tables, as people look them up."""

import re
from functools import lru_cache

from rules.core.reference import Row, Rule, RuleTable
from rules.systems.twtw.data_files import read
from rules.systems.twtw.weapons import Gun, Melee, field_words, tables

CHAPTER = "the chapter on advanced conflict"
AROUND = "another page of the book"
READING = "how an unclear place is read here"
LONGEST_TITLE = 50
OURS = "what is done here where the book could not be read"
SECTIONS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (  # how an id begins, title, words, source
    ("TW-S", "Surprise", ("surprise", "ambush", "expecting danger", "bravery", "acuity"), CHAPTER),
    ("TW-F", "Fields of fire", ("field of fire", "arc", "angle", "60", "120", "facing"), CHAPTER),
    ("TW-A", "Aim", ("aim", "accurate", "hold", "watch", "bead"), CHAPTER),
    ("TW-E", "Arc edges", ("edge", "toggle", "half hex", "border"), CHAPTER),
    ("TW-C", "Called shots", ("called shot", "head", "heart", "eyeball"), CHAPTER),
    ("TW-B", "Hit location modifiers", ("bump", "up", "down", "punch", "kick", "height", "point-blank"), CHAPTER),
    ("TW-1.2", "Bumps", ("bump", "margin"), AROUND),
    ("TW-1.3", "Action cards", ("card", "deck", "rank", "suit", "joker", "toggle"), AROUND),
    ("TW-1.4", "Damage and locations on the cards", ("card", "damage", "location", "effect"), AROUND),
    ("TW-1", "Checks", ("check", "target number", "tn", "calamity", "skill"), AROUND),
    ("TW-2.1", "Action points", ("action points", "ap", "declare"), AROUND),
    ("TW-2.2", "Moving", ("move", "pace", "hex"), AROUND),
    ("TW-2C", "Moving", ("move", "prone", "stand", "duck", "cover"), AROUND),
    ("TW-2.3", "Continuous actions", ("dodge", "continuous"), AROUND),
    ("TW-2.4", "Traits", ("trait", "die"), AROUND),
    ("TW-2", "Rounds", ("round", "phase", "initiative"), AROUND),
    ("TW-3.2", "Armour and cover", ("cover", "armour", "penetration"), AROUND),
    ("TW-3.3", "Damage and wounds", ("damage", "wound", "concussion", "fall", "smoke", "medicine"), AROUND),
    ("TW-3E", "Hand to hand", ("melee", "brawl", "punch"), AROUND),
    ("TW-3", "Shooting", ("shoot", "fire", "range", "snap shot"), AROUND),
    ("TW-4", "Weapons", ("weapon", "gun", "load", "reload"), AROUND),
    ("TW-OQ", "", ("default", "house"), READING),  # of many things: each is called by how it begins
    ("TW-W", "Wounds", ("wound", "damage", "dying", "dead"), OURS),
)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Every rule that this system cites, in the order of the book."""
    return tuple(_rule(number, text) for number, text in read("rules.toml", dict[str, str]).items())


def _rule(number: str, text: str) -> Rule:
    _, title, words, source = next(section for section in SECTIONS if number.startswith(section[0]))
    return Rule(id=number, title=title or _opening(text), words=words, summary=text, source=source)


def _opening(text: str) -> str:
    """The first clause of a rule, or as many whole words of it as make a title."""
    clause = re.split(r"[;:.,]", text, maxsplit=1)[0]
    return clause if len(clause) <= LONGEST_TITLE else f"{clause[:LONGEST_TITLE].rpartition(' ')[0]} …"


@lru_cache(maxsize=1)
def weapon_tables() -> tuple[RuleTable, ...]:
    """Firearms and hand weapons (TW-4C)."""
    return (
        RuleTable(title="Firearms", rule="TW-4C", rows=tuple(_gun(each) for each in tables().guns.values())),
        RuleTable(title="Hand to hand", rule="TW-3E", rows=tuple(_melee(each) for each in tables().melee.values())),
    )


def _gun(gun: Gun) -> Row:
    facts = [
        f"field {field_words(gun)}",
        f"damage ({gun.row}){gun.column}",
        f"increment {gun.increment}",
        f"aim {gun.aim} AP",
        f"fire {gun.fire} AP",
        f"snap shot -{gun.snap}",
        f"Accurate {gun.accurate}",
        f"{gun.shots} shots, {gun.load}",
    ]
    return Row(name=gun.name, facts=(*facts, *(("Scatter",) if gun.scatter else ())))


def _melee(arm: Melee) -> Row:
    damage = f"({arm.row}){arm.column}" if arm.row else "none of its own"
    kind = "impact, with Strength" if arm.is_impact else "deadly"
    facts = [f"damage {damage}, {kind}", f"{arm.points} AP"]
    return Row(name=arm.name, facts=(*facts, *((f"as a {arm.attribute}",) if arm.attribute else ())))
