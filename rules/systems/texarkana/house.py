"""The switches of the house (TXD-33, TXD-35): which there are, what they may be set to, and reading them."""

from collections.abc import Mapping

from rules.core.refusal import Illegal
from rules.systems.texarkana.library import Scene
from rules.systems.texarkana.state import House, Tier

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "ace": ("1", "14"),
    "bust_over": ("20", "21", "22", "23"),
    "ties": ("pc", "dealer"),
    "incapacitate": ("any_hit", "fatal_only"),
    "chase": ("always", "optional"),
    "injury_penalty": ("1", "0"),
    "session": ("1", "2", "3", "4", "5", "6"),
    "tier": tuple(Tier),
    "may_ambush": ("no", "yes"),
}


def read_house(given: Mapping[str, str]) -> House:
    """The house as these switches set it. Raises: Illegal(NO_SUCH_SWITCH)."""
    for name, value in given.items():
        if value not in SWITCHES.get(name, ()):
            choices = ", ".join(SWITCHES.get(name, SWITCHES))
            raise Illegal("NO_SUCH_SWITCH", "TXD-35", switch=name, value=value, hint=f"There is: {choices}.")
    usual = House()
    return House(
        ace=int(given.get("ace", usual.ace)),
        bust_over=int(given.get("bust_over", usual.bust_over)),
        ties=given.get("ties", usual.ties),
        incapacitate=given.get("incapacitate", usual.incapacitate),
        chase=given.get("chase", usual.chase),
        injury_penalty=int(given.get("injury_penalty", usual.injury_penalty)),
        session=int(given.get("session", usual.session)),
    )


def tier_of(given: Mapping[str, str], scene: Scene) -> Tier:
    """What the situation allows: as switched, else as the scene has it (TXD-33)."""
    return Tier(given.get("tier", scene.tier))


def may_ambush(given: Mapping[str, str], scene: Scene) -> bool:
    """Whether the Posse may use whatever it has (TX-06, TX-07)."""
    return given["may_ambush"] == "yes" if "may_ambush" in given else scene.may_ambush
