"""The Dealer's own NPCs (TXD-30): read out of a form or a pasted text, with every fault named at its place.

A text is TOML: the fields of one NPC, or a table of fields for each of several. `EXAMPLE` shows one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any

from rules.core.audience import GM
from rules.core.command import Describe, Enter
from rules.core.dice import Dice
from rules.core.ids import RuleId
from rules.core.names import apart, clean, key_of
from rules.core.option import Choice, Slot, choices_of
from rules.core.pasted import UnreadableError, read_toml
from rules.core.refusal import Illegal
from rules.core.ruleset import OwnNpcs, Template
from rules.core.view import Phase
from rules.systems.texarkana.cards import SUITS
from rules.systems.texarkana.events import Described
from rules.systems.texarkana.lobby import enter
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import StatBlock, TexState
from rules.systems.texarkana.weapons import tables, weapon_name

MOST_GRIT = 99
MOST_BRAWLING = 9  # TX-34 names 1 to 3
LEAST_RATING, MOST_RATING = -3, 3  # TXF-12
MOST_OWN = 50  # in one fight
LONGEST_KEY = 30
RATED = ("Pi", "Cl", "Ma", "Sp")  # those that a fight asks for (TXD-11)
KINDS = ("human", "animal", "supernatural")  # TX-05, TXD-29
HIDDEN = "(hidden)"  # after a weapon: nobody sees it until it is drawn (TXD-31)
FIELDS = ("name", "grit", "ratings", "brawling", "weapons", "kind")
EXAMPLE = """\
name = "Black Jack"
grit = 5
brawling = 1
ratings = { Pistols = 2, Clubs = 0, Masks = 1, Spades = 0 }
weapons = ["revolver", "bowie knife (hidden)"]
kind = "human"
"""
OWN_NPCS = OwnNpcs(
    blanks=(
        Slot(name="name", label="Name", is_free=True),
        Slot(name="grit", label="Grit, 1 to 99", choices=(Choice(key="4", label="4"),), is_free=True),
        Slot(
            name="ratings",
            label="Ratings, -3 to 3, and Brawling",
            choices=(Choice(key="r", label="Pistols 0, Clubs 0, Masks 0, Spades 0, Brawling 1"),),
            is_free=True,
            is_optional=True,
        ),
        Slot(name="weapons", label="Weapons, first in hand; “knife (hidden)”", is_free=True, is_optional=True),
        Slot(name="kind", label="What it is", choices=choices_of(*KINDS)),
    ),
    example=EXAMPLE,
)


def describe(draft: TexDraft, dice: Dice, command: Describe) -> None:
    """Write down NPCs for this fight; if it is one, he enters at once.

    Raises: Illegal(OVER, BAD_STAT_BLOCK, TOO_MANY_OWN); as `enter`.
    """
    state = draft.state
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "TX-18")
    blocks = read_text(command.text) if command.text else (read_blanks(command.blanks),)
    keys = _keys(state, blocks)
    if len({*state.own_blocks, *keys}) > MOST_OWN:
        raise Illegal(
            "TOO_MANY_OWN", "TXD-30", most=str(MOST_OWN), hint="Describe one under an old name to replace it."
        )
    for key, block in zip(keys, blocks, strict=True):
        draft.emit(Described(rules=(RuleId("TXD-30"),), audience=GM, key=key, block=block))
    if len(blocks) == 1:
        name = apart(blocks[0].name, [fighter.name for fighter in state.fighters])
        who = Enter(
            combatant=command.combatant,
            name=name,
            side=command.side,
            template=keys[0],
            where=command.where,
            hidden=command.hidden,
        )
        enter(draft, dice, who)


def _keys(state: TexState, blocks: Sequence[StatBlock]) -> list[str]:
    """Under which key each is kept: that of his name if it is known already, else a new one, whatever his script."""
    known = {key_of(block.name): key for key, block in state.own_blocks.items()}
    keys: list[str] = []
    for block in blocks:
        key = known.get(key_of(block.name), "")
        if not key or key in keys:
            word = re.sub(r"[^a-z0-9]+", "-", block.name.casefold())[:LONGEST_KEY].strip("-") or "npc"
            taken = {*state.own_blocks, *keys}
            numbered = (f"own-{word}-{number}" for number in count(2))
            key = next(each for each in chain((f"own-{word}",), numbered) if each not in taken)
        keys.append(key)
    return keys


def own_templates(state: TexState) -> tuple[Template, ...]:
    """What the Dealer has described in this fight."""
    return tuple(
        Template(key=key, name=block.name, note=_note(block), is_ready_character=False)
        for key, block in state.own_blocks.items()
    )


def _note(block: StatBlock) -> str:
    return f"Grit {block.grit}, {', '.join(map(weapon_name, block.weapons)) or 'no weapon'}"[:100]


# ---- reading


class _Reader:
    """Reads fields, and collects what is wrong with them; `where` says for a field where it stands."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, where: str, wrong: str, right: str) -> None:
        """Note a fault: where, what is wrong, and what would be right."""
        self.faults.append(f"{where}: {wrong}; {right}")

    def number(self, where: str, what: str, value: object, least: int, most: int) -> int:
        """A whole number within bounds, perhaps written as a text."""
        text = str(value).strip().replace("−", "-")
        what = "it" if what == where else what
        is_number = isinstance(value, int | str) and not isinstance(value, bool) and re.fullmatch(r"[+-]?\d{1,3}", text)
        if not is_number or not least <= int(text) <= most:
            self.fault(
                where, f"{what} cannot be {shown(value)}", f"a whole number from {least} to {most} would be right"
            )
            return least
        return int(text)

    def rating(self, where: str, name: str, value: object) -> tuple[str, int]:
        """A rating by the name of its suit, or Brawling."""
        suits = {SUITS[suit].casefold(): suit for suit in RATED} | {suit.casefold(): suit for suit in RATED}
        suit = suits.get(name.casefold())
        if suit is None:
            there = ", ".join(SUITS[each] for each in RATED)
            self.fault(where, f"there is no rating {shown(name)}", f"there are {there}")
            return "", 0
        return suit, self.number(where, SUITS[suit], value, LEAST_RATING, MOST_RATING)

    def weapons(self, where: str, names: Sequence[object]) -> tuple[str, ...]:
        """Weapons by key or name; one that is hidden keeps the mark behind it."""
        keys = (*tables().melee, *tables().ranged)
        known = {weapon_name(key).casefold(): key for key in keys} | {key: key for key in keys}
        found = []
        for name in names:
            word = str(name).strip().casefold()
            is_hidden = word.endswith(HIDDEN)
            key = known.get(word.removesuffix(HIDDEN).strip())
            if key is None:
                there = ", ".join(weapon_name(each) for each in keys)
                self.fault(where, f"there is no weapon {shown(name)}", f"there are {there}")
            else:
                found.append(key + HIDDEN if is_hidden else key)
        return tuple(found)

    def kind(self, where: str, value: object) -> str:
        """What sort of being it is."""
        if value not in KINDS:
            self.fault(where, f"kind cannot be {shown(value)}", f"{', '.join(KINDS)} would be right")
            return KINDS[0]
        return str(value)

    def name(self, where: str, value: object) -> str:
        """A name that can be seen."""
        if not isinstance(value, str) or not clean(value):
            self.fault(where, f"name cannot be {shown(value)}", "a text would be right")
            return "somebody"
        return clean(value)

    def require_sound(self) -> None:
        """Raises: Illegal(BAD_STAT_BLOCK) naming every fault, the first few in full."""
        if self.faults:
            more = f" And {len(self.faults) - 5} more." if len(self.faults) > 5 else ""
            said = ". ".join(each[0].upper() + each[1:] for each in self.faults[:5])
            raise Illegal("BAD_STAT_BLOCK", "TXD-30", faults=f"{said}.{more}")


def shown(value: object) -> str:
    """A value as whoever typed it would know it again, not too long."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"“{text[:40]}”"


def read_blanks(blanks: Mapping[str, str]) -> StatBlock:
    """An NPC out of the blanks of a form. Raises: Illegal(BAD_STAT_BLOCK) naming the blank."""
    reader = _Reader()
    known = {slot.name for slot in OWN_NPCS.blanks}
    for blank in sorted(set(blanks) - known):
        reader.fault(blank, "there is no such blank", f"there are {', '.join(sorted(known))}")
    ratings = dict.fromkeys(RATED, 0)
    brawling = 1
    for part in filter(None, map(str.strip, re.split("[,;\n]", blanks.get("ratings", "")))):
        word = re.fullmatch(r"([A-Za-z]+)(?:\s*[=:]\s*|\s+|(?=[-+−\d]))(\S+)", part)
        if word is None:
            reader.fault("Ratings", f"{shown(part)} cannot be read", "“Pistols 1” would be right")
        elif word[1].casefold() == "brawling":
            brawling = reader.number("Ratings", "Brawling", word[2], 1, MOST_BRAWLING)
        else:
            suit, rating = reader.rating("Ratings", word[1], word[2])
            ratings |= {suit: rating} if suit else {}
    weapons = list(filter(None, map(str.strip, re.split("[,;\n]", blanks.get("weapons", "")))))
    block = _block(
        name=reader.name("Name", blanks.get("name", "")),
        grit=reader.number("Grit", "Grit", blanks.get("grit", ""), 1, MOST_GRIT),
        ratings=ratings,
        brawling=brawling,
        weapons=reader.weapons("Weapons", weapons),
        kind=reader.kind("What it is", blanks.get("kind", KINDS[0])),
    )
    reader.require_sound()
    return block


def read_text(text: str) -> tuple[StatBlock, ...]:
    """NPCs out of a pasted text. Raises: Illegal(BAD_STAT_BLOCK) naming the line."""
    reader = _Reader()
    try:
        read = read_toml(text)
    except UnreadableError as error:
        where = f"line {error.line}" if error.line else "the text"
        right = 'a line such as grit = 4 or name = "Jack" would be right'
        reader.fault(where, error.what[0].lower() + error.what[1:], right)
        reader.require_sound()
        raise AssertionError("a fault was noted") from error
    lines = dict(_lines(text))
    is_one = any(not isinstance(each, dict) for each in read.values()) or "ratings" in read
    tables_read = {(): read} if is_one else {(key,): table for key, table in read.items()}
    blocks = tuple(_read_table(reader, lines, path, table) for path, table in tables_read.items())
    if not blocks:
        reader.fault("line 1", "nobody is described", "a line such as grit = 4 would be right")
    reader.require_sound()
    return blocks


Path = tuple[str, ...]


def _read_table(
    reader: _Reader,
    lines: Mapping[Path, int],
    path: Path,
    table: Mapping[str, Any],  # Any: whatever was pasted
) -> StatBlock:
    def at(*field: str) -> str:
        """The line of a field; of its table, if it is not there."""
        full = (*path, *field)
        return f"line {next((lines[full[:end]] for end in range(len(full), -1, -1) if full[:end] in lines), 1)}"

    ratings = dict.fromkeys(RATED, 0)
    given = table.get("ratings", {})
    if not isinstance(given, dict):
        reader.fault(at("ratings"), f"ratings cannot be {shown(given)}", "{ Pistols = 1, Clubs = 0 } would be right")
        given = {}
    for name, value in given.items():
        suit, rating = reader.rating(at("ratings", name), name, value)
        ratings |= {suit: rating} if suit else {}
    weapons = table.get("weapons", [])
    if "grit" not in table:
        reader.fault(at(), "grit is missing", "a line such as grit = 4 would be right")
    block = _block(
        name=reader.name(at("name"), table.get("name", " ".join(path).replace("-", " ").title())),
        grit=reader.number(at("grit"), "grit", table.get("grit", 1), 1, MOST_GRIT),
        ratings=ratings,
        brawling=reader.number(at("brawling"), "brawling", table.get("brawling", 1), 1, MOST_BRAWLING),
        weapons=reader.weapons(at("weapons"), weapons if isinstance(weapons, list) else [weapons]),
        kind=reader.kind(at("kind"), table.get("kind", KINDS[0])),
    )
    for field in table:
        if field not in FIELDS:
            reader.fault(at(field), f"there is no field {shown(field)}", f"there are {', '.join(FIELDS)}")
    return block


def _lines(text: str) -> Iterator[tuple[Path, int]]:
    """Where each field stands: its path, and the number of its line; those inside braces too."""
    section: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            section = _path(header[1])
            yield section, number
        elif field := re.match(r"\s*([\w.\"'-]+)\s*=(.*)", line):
            path = (*section, *_path(field[1]))
            yield path, number
            for inner in re.findall(r"[{,]\s*([\w\"'-]+)\s*=", field[2]):
                yield (*path, *_path(inner)), number


def _path(written: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in written.split("."))


def _block(
    *, name: str, grit: int, ratings: Mapping[str, int], brawling: int, weapons: tuple[str, ...], kind: str
) -> StatBlock:
    return StatBlock(
        name=name,
        grit=grit,
        ratings=ratings,
        brawling=brawling,
        weapons=tuple(dict.fromkeys(weapon.removesuffix(HIDDEN) for weapon in weapons)),
        concealed=tuple(weapon.removesuffix(HIDDEN) for weapon in weapons if weapon.endswith(HIDDEN)),
        is_beast=kind == "animal",
        is_supernatural=kind == "supernatural",
    )
