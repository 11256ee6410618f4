"""The switches of the house: readings that are disputable, which values each may have, and reading them."""

from collections.abc import Mapping

from rules.core.refusal import Illegal
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.state import House

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "mode": tuple(Mode),
    "movement": ("quickest_first", "slowest_first"),
    "watch": ("before", "each_exit"),
    "toggle": ("off", "move", "shot"),
    "toggle_for": ("all", "pcs", "npcs"),
    "toggle_clear": ("yes", "no"),
    "border": ("inside", "sixty_out"),
    "out_of_arc": ("both", "aim_only"),
    "bravery_fail": ("half", "defensive"),
    "surprise_calamity": ("fails", "no_defence"),
    "drawn_claimer": ("never", "expects"),
    "move_cost": ("one_then_two", "four_then_one"),
    "accurate_from": ("2", "1"),
    "shaken": ("easy", "never"),
    "height": ("melee", "always"),
    "called_bumps": ("no", "yes"),
    "bank_end": ("stop", "wrap"),
    "difficult": ("9", "7"),
    "wounds": ("on", "off"),
}


def read_house(given: Mapping[str, str], mode: Mode) -> House:
    """The house as these switches set it, in the scene's way of measuring. Raises: Illegal(NO_SUCH_SWITCH)."""
    for name, value in given.items():
        if value not in SWITCHES.get(name, ()):
            choices = ", ".join(SWITCHES.get(name, SWITCHES))
            raise Illegal("NO_SUCH_SWITCH", "TW-OQ-36", switch=name, value=value, hint=f"There is: {choices}.")
    usual = House(mode=mode)
    return House(
        mode=Mode(given.get("mode", usual.mode)),
        movement=given.get("movement", usual.movement),
        watch=given.get("watch", usual.watch),
        toggle=given.get("toggle", usual.toggle),
        toggle_for=given.get("toggle_for", usual.toggle_for),
        toggle_clear=given.get("toggle_clear", usual.toggle_clear),
        border=given.get("border", usual.border),
        out_of_arc=given.get("out_of_arc", usual.out_of_arc),
        bravery_fail=given.get("bravery_fail", usual.bravery_fail),
        surprise_calamity=given.get("surprise_calamity", usual.surprise_calamity),
        drawn_claimer=given.get("drawn_claimer", usual.drawn_claimer),
        move_cost=given.get("move_cost", usual.move_cost),
        accurate_from=int(given.get("accurate_from", usual.accurate_from)),
        shaken=given.get("shaken", usual.shaken),
        height=given.get("height", usual.height),
        called_bumps=given.get("called_bumps", usual.called_bumps),
        bank_end=given.get("bank_end", usual.bank_end),
        difficult=int(given.get("difficult", usual.difficult)),
        wounds=given.get("wounds", usual.wounds),
    )
