"""The switches of the house: which readings there are, the usual one first, and reading them."""

from collections.abc import Mapping

from rules.core.refusal import Illegal
from rules.systems.conflicts.state import House

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "declare": ("sealed", "open"),  # C2D-05
    "initiative": ("party", "each"),  # C2D-04: who rolls
    "toughness": ("gritty", "cinematic"),  # C2D-16
    "ties": ("hit", "miss"),  # C2A-01
    "zero": ("miss", "hit"),  # C2A-02: a total of exactly 0 against somebody who does not evade
    "balls_up": ("always", "unevading"),  # C2A-03
    "bows": ("strength", "range"),  # C2A-07: what is multiplied
    "ranges": ("quarters", "root"),  # C2D-06
    "running": ("both", "once"),  # C2A-11: running and full pelt
    "small_part": ("3", "2", "1"),  # C2A-12: the malus
    "familiar": ("once", "twice"),  # C2A-14
    "halving": ("down", "up"),  # C2A-20
}


def read_house(given: Mapping[str, str]) -> House:
    """The house as these switches set it. Raises: Illegal(NO_SUCH_SWITCH)."""
    for name, value in given.items():
        if value not in SWITCHES.get(name, ()):
            choices = ", ".join(SWITCHES.get(name, SWITCHES))
            raise Illegal("NO_SUCH_SWITCH", "C2-07", switch=name[:40], value=value[:40], hint=f"There is: {choices}.")
    values = {name: given.get(name, choices[0]) for name, choices in SWITCHES.items()}
    return House(
        declare=values["declare"],
        initiative=values["initiative"],
        toughness=values["toughness"],
        ties=values["ties"],
        zero=values["zero"],
        balls_up=values["balls_up"],
        bows=values["bows"],
        ranges=values["ranges"],
        running=values["running"],
        small_part=int(values["small_part"]),
        familiar=values["familiar"],
        halving=values["halving"],
    )
