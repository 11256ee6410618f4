"""What a GM may set, each with the values that serve; setting it is in `amend`."""

from rules.core.combatant import SIDES, Side
from rules.core.option import YES_NO, Amendable, Choice, choices_of, clip
from rules.core.view import Phase
from rules.systems.conflicts.amend import (
    COVERS,
    KINDS,
    LANDMARKS,
    OF_NPC,
    PARTIES,
    SKILLS,
    STATUSES,
    UNSKILLED,
    WEATHERS,
)
from rules.systems.conflicts.arms import arms
from rules.systems.conflicts.forge import ARMOUR_HINT, WEAPON_HINT
from rules.systems.conflicts.rounds import current
from rules.systems.conflicts.state import Condition, ConflictState, Fighter, Posture

OWN_WEAPONS = (
    "name=blunderbuss; skill=fire; damage=2d6; rating=5; hands=2; ammunition=single",
    "name=sling; skill=fire; damage=1d6+1; multiplier=2; hands=2",
    "name=axe; skill=melee; damage=2d6; thrown=yes; grams=1500",
)
OWN_ARMOUR = (
    "name=buff coat; coverage=9; rating=2; parts=chest, abdomen, arm",
    "name=breastplate; coverage=7; rating=5; parts=chest, abdomen",
)
NUMBER = "a whole number"


def amendables(state: ConflictState) -> tuple[Amendable, ...]:
    """Everything that `amend` knows, with the values that serve."""
    here = tuple(fighter for fighter in state.fighters if fighter.condition is not Condition.GONE)
    everybody, npcs = _who(here), _who(tuple(fighter for fighter in here if not fighter.is_pc))
    pcs = _who(tuple(fighter for fighter in here if fighter.is_pc))
    found = [
        *_open(state, everybody),
        *(each for whom, group in ((pcs, "amend"), (npcs, "secret")) for each in _sheet(state, whom, group)),
        Amendable(key="hidden", label="Hidden", group="secret", whom=npcs, values=YES_NO),
    ]
    return (*(each for each in found if each.whom), *_of_scene(state))


def _open(state: ConflictState, everybody: tuple[Choice, ...]) -> tuple[Amendable, ...]:
    places = tuple(Choice(key=mark.id, label=clip(mark.name)) for mark in state.landmarks)
    weapons = {**arms().weapons, **state.weapons}
    gear = tuple(Choice(key=key, label=weapon.name) for key, weapon in weapons.items() if weapon.hands)

    def of(key: str, label: str, *values: Choice, hint: str = "") -> Amendable:
        return Amendable(key=key, label=label, group="amend", whom=everybody, values=values, hint=hint)

    return (
        of("damage", "Damage taken", hint=NUMBER),
        of("strain", "Mental damage taken", hint=NUMBER),
        of("status", "In or out", *choices_of(*STATUSES)),
        of("place", "Where (a landmark)", *places),
        of("posture", "Posture", *choices_of(*Posture)),
        of("facing", "Faces", *everybody),
        of("sees-all", "Sees the whole field", *YES_NO),
        of("cover", "Cover", *choices_of(*COVERS, LANDMARKS)),
        of("airborne", "Airborne", *YES_NO),
        of("surprised", "Expects no attack", *YES_NO),
        of(
            "party",
            "Party",
            *(Choice(key=each, label=SIDES[Side(each)] if each in {*Side} else f"The {each}") for each in PARTIES),
        ),
        of("weapon", "One weapon more", *gear),
        of("ammunition", "Weapons", *choices_of("loaded", "empty")),
    )


def _sheet(state: ConflictState, whom: tuple[Choice, ...], group: str) -> tuple[Amendable, ...]:
    """The numbers of a sheet: a player character's are open, an NPC's are the GM's secret."""
    armour = {**arms().armour, **state.armours}
    pieces = (Choice(key="none", label="none"), *(Choice(key=key, label=each.name) for key, each in armour.items()))
    levels = choices_of(UNSKILLED, *(str(level) for level in range(6)))

    is_secret = group == "secret"

    def of(key: str, label: str, *values: Choice, hint: str = "") -> Amendable:
        key, label = (f"{OF_NPC}{key}", f"{label} (NPC)") if is_secret else (key, label)
        return Amendable(key=key, label=label, group=group, whom=whom, values=values, hint=hint)

    return (
        of("strength", "Strength", hint=NUMBER),
        of("reflexes", "Reflexes", hint=NUMBER),
        of("will", "Will", hint=NUMBER),
        of("load", "Load in kg", hint=NUMBER),
        of("armour", "Armour", *pieces),
        of("words", "Weighty words", *choices_of("none", "terror", "humiliation", "both")),
        *(of(f"skill-{skill}", f"{skill.title()} skill", *levels) for skill in SKILLS),
    )


def _of_scene(state: ConflictState) -> tuple[Amendable, ...]:
    found = [
        Amendable(key="kinds", label="What is fought with", group="decide", values=choices_of(*KINDS)),
        *(Amendable(key=each, label=each.title(), group="decide", values=YES_NO) for each in WEATHERS),
    ]
    found += [
        Amendable(
            key="own-weapon",
            label="A weapon of your own",
            group="decide",
            values=choices_of(*OWN_WEAPONS),
            hint=WEAPON_HINT,
            is_free=True,
        ),
        Amendable(
            key="own-armour",
            label="Armour of your own",
            group="decide",
            values=choices_of(*OWN_ARMOUR),
            hint=ARMOUR_HINT,
            is_free=True,
        ),
    ]
    if state.phase is Phase.RUNNING and current(state) is not None and not state.strikes:
        found.append(
            Amendable(key="turn-passes", label="Pass over whoever is to act", group="decide", values=choices_of("yes"))
        )
    return tuple(found)


def _who(fighters: tuple[Fighter, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key=fighter.id, label=fighter.name) for fighter in fighters)
