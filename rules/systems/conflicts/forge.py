"""Weapons and armour of the GM's own, as typed: "name=blunderbuss; skill=fire; damage=2d6+1; rating=9; hands=2"."""

import re

from rules.core.event import cited
from rules.core.typed import bad_value
from rules.systems.conflicts import events as e
from rules.systems.conflicts.arms import MAGAZINE, MENTAL, PARTS, PHYSICAL, SINGLE, Armour, Weapon, roll_of
from rules.systems.conflicts.play import ConflictDraft

WEAPON_HINT = (
    "As in: name=blunderbuss; skill=fire; damage=2d6+1; rating=9; hands=2; ammunition=single. Also multiplier=3/2, "
    "grams=300, thrown=yes, scope=yes, tripod=yes, reach=2."
)
ARMOUR_HINT = "As in: name=buff coat; coverage=9; rating=2; parts=chest, abdomen, arm. Also shield=yes."
MOST = {"rating": 100, "grams": 99_999, "hands": 2, "reach": 20, "coverage": 12}
LONGEST_NAME = 40
MOST_OWN = 50
NAMELESS = re.compile(r"\W+")
TIMES = re.compile(r"[1-9](?:/[1-9])?")


def weapon_made(draft: ConflictDraft, text: str) -> None:
    """A weapon of the GM's own, for everybody to have. Raises: Illegal(BAD_VALUE)."""
    said = _pairs("own weapon", text, WEAPON_HINT)
    key = _key("own weapon", said, WEAPON_HINT, len(draft.state.weapons))
    skill = said.get("skill", "")
    times = said.get("multiplier", "")
    ammunition = said.get("ammunition", "")
    is_sound = (
        skill in (*PHYSICAL, *MENTAL)
        and (not times or TIMES.fullmatch(times))
        and ammunition in ("", MAGAZINE, SINGLE)
        and "damage" in said
    )
    if not is_sound:
        raise bad_value("own weapon", text, WEAPON_HINT)
    roll_of(said["damage"])
    weapon = Weapon(
        name=said["name"][:LONGEST_NAME],
        skill=skill,
        damage=said["damage"].replace(" ", ""),
        hands=0 if skill in MENTAL else max(1, _number(said, "hands", 1)),
        multiplier=times,
        rating=_number(said, "rating", 0),
        grams=_number(said, "grams", 0),
        reach=100 * _number(said, "reach", 2),
        is_thrown=said.get("thrown") == "yes",
        ammunition=ammunition,
        has_scope=said.get("scope") == "yes",
        has_tripod=said.get("tripod") == "yes",
    )
    draft.emit(e.WeaponMade(rules=cited("C2D-09"), key=key, weapon=weapon))


def armour_made(draft: ConflictDraft, text: str) -> None:
    """Armour of the GM's own. Raises: Illegal(BAD_VALUE)."""
    said = _pairs("own armour", text, ARMOUR_HINT)
    key = _key("own armour", said, ARMOUR_HINT, len(draft.state.armours))
    parts = tuple(part.strip() for part in said.get("parts", "").split(",") if part.strip())
    if not set(parts) <= set(PARTS) or "coverage" not in said or "rating" not in said:
        raise bad_value("own armour", text, ARMOUR_HINT)
    armour = Armour(
        name=said["name"][:LONGEST_NAME],
        coverage=_number(said, "coverage", 0),
        rating=_number(said, "rating", 0),
        parts=parts,
        is_shield=said.get("shield") == "yes",
    )
    draft.emit(e.ArmourMade(rules=cited("C2D-08"), key=key, armour=armour))


def _pairs(what: str, text: str, hint: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(";") if part.strip()]
    said = {name.strip().casefold(): value.strip().casefold() for name, equals, value in pairs if equals}
    if len(said) < len(pairs) or not said.get("name"):
        raise bad_value(what, text, hint)
    return said


def _key(what: str, said: dict[str, str], hint: str, already: int) -> str:
    key = NAMELESS.sub("-", said["name"])[:LONGEST_NAME].strip("-")
    if not key or already >= MOST_OWN:
        raise bad_value(what, said["name"], hint)
    return key


def _number(said: dict[str, str], name: str, usual: int) -> int:
    text = said.get(name, str(usual))
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > MOST[name]:
        raise bad_value(name, text, f"A whole number up to {MOST[name]}.")
    return int(text)
