"""Who is inside whose field of fire, and at which pace of a path a target leaves it (TW-F4 to TW-F8, TW-A7)."""

from math import isqrt

from rules.systems.twtw.arcs import Arc, Mode, Verdict, cross, dot, verdict
from rules.systems.twtw.ground import PACE
from rules.systems.twtw.hexes import HERE, Spot
from rules.systems.twtw.paths import Path
from rules.systems.twtw.state import Fighter, House, TwtwState
from rules.systems.twtw.weapons import Gun, gun

HALF = {Arc.NARROW: "half", Arc.WIDE: "all"}
TURNED = {Verdict.INSIDE: "within", Verdict.EDGE: "exactly", Verdict.OUT: "beyond"}
TURN = {Arc.NARROW: "30°", Arc.WIDE: "60°"}
HUNDREDTH = PACE // 100  # of a pace


def trained_gun(fighter: Fighter) -> Gun | None:
    """The firearm that somebody aims with, or whose muzzle is still where he aimed."""
    return gun(fighter.aim.weapon) if fighter.aim is not None else None


def lies(state: TwtwState, aimer: Fighter, spot: Spot) -> Verdict | None:
    """How a spot lies in somebody's field of fire; None if he has none (TW-F3, TW-OQ-6)."""
    weapon = trained_gun(aimer)
    if aimer.aim is None or weapon is None:
        return None
    return verdict(state.house.mode, weapon.arc, aimer.spot.to(aimer.aim.centre), aimer.spot.to(spot))


def is_clear(house: House, arc: Arc, found: Verdict | None) -> bool:
    """Whether that is outside. The border counts as inside, but for 60 degrees if the house has it so (TW-OQ-15b)."""
    is_beyond = found is Verdict.EDGE and house.border == "sixty_out" and arc is Arc.NARROW
    return found is Verdict.OUT or is_beyond


def may_toggle(house: House, target: Fighter) -> bool:
    """Whether the optional rule of arc edges holds for this target (TW-E2, TW-E5, TW-E6)."""
    if house.toggle == "off":
        return False
    return house.toggle_for == "all" or (house.toggle_for == "pcs") is target.is_pc


def is_on_edge(state: TwtwState, aimer: Fighter, target: Fighter, spot: Spot | None = None) -> bool:
    """Whether a toggle decides if the target is clear (TW-E2)."""
    weapon = trained_gun(aimer)
    found = lies(state, aimer, spot or target.spot)
    if weapon is None or found is not Verdict.EDGE or is_clear(state.house, weapon.arc, found):
        return False
    return may_toggle(state.house, target)


def exit_pace(state: TwtwState, aimer: Fighter, path: Path) -> int | None:
    """The pace of the path with which the target leaves the field; None if it never does."""
    weapon = trained_gun(aimer)
    if weapon is None:
        return None
    for number, spot in enumerate(path, start=1):
        if is_clear(state.house, weapon.arc, lies(state, aimer, spot)):
            return number
    return None


def measure(state: TwtwState, aimer: Fighter, spot: Spot) -> str:
    """How it was measured that a spot lies where it does, with the numbers (TW-F6, TW-F8)."""
    weapon, found = trained_gun(aimer), lies(state, aimer, spot)
    if aimer.aim is None or weapon is None or found is None:
        return ""
    line, now = aimer.spot.to(aimer.aim.centre), aimer.spot.to(spot)
    mode = state.house.mode
    if mode is not Mode.GRIDLESS:
        return f"{mode}: {TURNED[found]} {TURN[weapon.arc]} aside"
    aside = isqrt(cross(line, now) ** 2 // dot(line, line)) if line != HERE else 0
    reach = isqrt(dot(line, line))
    return f"{mode}: {_paces(aside)} aside at range {_paces(reach)}, {TURNED[found]} {HALF[weapon.arc]} of it"


def _paces(units: int) -> str:
    """A length in paces, to the nearest hundredth."""
    whole, rest = divmod((units + HUNDREDTH // 2) // HUNDREDTH, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".")
