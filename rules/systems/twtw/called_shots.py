"""Called shots: aiming at a spot of the target raises the target number (TW-C1 to TW-C4)."""

from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.twtw.body import body

TORSO = "torso"
SIDED = ("arm", "leg", "hand", "foot")  # which of the two, the card says
ALIASES = {"eyeball": "eye", "arms": "arm", "legs": "leg", "hands": "hand", "feet": "foot", "heads": "head"}


def spots() -> dict[str, int]:
    """What can be called, each with its penalty: the torso, then every part of the table, the largest first."""
    sizes = body().sizes
    parts = sorted(body().parts.items(), key=lambda item: (sizes[item[1].size], item[1].height))
    either = {side: sizes[body().parts[f"left-{side}"].size] for side in SIDED}
    every = {TORSO: sizes["torso"], **either, **{key: sizes[part.size] for key, part in parts}}
    return dict(sorted(every.items(), key=lambda item: item[1]))


def spot_name(key: str) -> str:
    """What a called spot is called."""
    return body().parts[key].name if key in body().parts else key


def require_spot(text: str) -> str:
    """The spot meant, by key or name; empty for none. Raises: Illegal(NO_SUCH_SPOT)."""
    word = " ".join(text.casefold().replace("-", " ").split())
    if not word:
        return ""
    word = ALIASES.get(word, word)
    for key in spots():
        if word in (key.replace("-", " "), spot_name(key)):
            return key
    known = ", ".join(spot_name(key) for key in spots())
    raise Illegal("NO_SUCH_SPOT", "TW-C1", "TW-C2", spot=text, hint=f"One may call: {known}. The Judge rules the rest.")


def penalty(spot: str) -> Part | None:
    """What the called spot adds to the target number (TW-C1); nothing if none is called."""
    if not spot:
        return None
    return Part(spots()[spot], f"called: {spot_name(spot)}", RuleId("TW-C1"))
