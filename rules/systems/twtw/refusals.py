"""How refusals are said: what is wrong. The rule and what would be legal are added by `refusal_words`."""

from collections.abc import Mapping

from rules.core.refusal import Refusal

WHAT_IS_WRONG: Mapping[str, str] = {
    "UNREADABLE": "That cannot be read: {what}.",
    "NOT_STARTED": "The fight has not begun.",
    "OVER": "The fight is over.",
    "ALREADY_STARTED": "The fight has begun already.",
    "NO_POSSE": "Nobody of the Posse is in.",
    "NO_ENEMIES": "There is nobody to fight.",
    "NO_SUCH_SCENE": "There is no scene {scene}.",
    "NO_SUCH_SWITCH": "{switch} cannot be set to {value}.",
    "NO_SUCH_TEMPLATE": "There is no character or stat block {template}.",
    "NO_SUCH_COMBATANT": "There is nobody called {who} here.",
    "NO_SUCH_PLACE": "I cannot find the position {place}.",
    "NO_SUCH_WEAPON": "There is no weapon {weapon}.",
    "NO_SUCH_SPOT": "{spot} is no spot that can be called.",
    "NO_SUCH_MOVE": "I cannot read the move {move}.",
    "NO_SUCH_DIRECTION": "There is no direction {direction} on this ground.",
    "NO_SUCH_ANSWER": "{key} is no answer to that.",
    "NO_SUCH_AMENDMENT": "{what} cannot be set.",
    "NO_TARGET": "Nobody is to be seen.",
    "NO_DIRECTION": "It is not clear which way that is.",
    "NO_CIRCLE": "Keeping the range while moving aside needs hexes.",
    "NO_AIM": "{who} does not aim.",
    "NO_GUN": "{who} has no firearm in hand.",
    "NO_HAND": "{who} has no good hand for the {weapon}.",
    "NO_SHOTS": "The {weapon} of {who} is empty.",
    "NO_COVER": "{who} has no such cover near.",
    "NOTHING_ASKED": "Nobody asks that any more.",
    "NOTHING_SAID": "Nothing was said.",
    "WHOM_IS_MISSING": "{what} of whom?",
    "BAD_VALUE": "{value} does not serve for {what}.",
    "ID_TAKEN": "{who} is in the fight already.",
    "PC_OF_OTHER_SIDE": "{who} is of the Posse.",
    "PC_HIDDEN": "{who} cannot be hidden from the players.",
    "SELF": "{who} cannot do that to himself.",
    "OUT": "{who} is out of the fight ({condition}).",
    "HIDDEN": "{who} is hidden.",
    "BUSY": "{who} is in the middle of something.",
    "NOT_YOUR_TURN": "It is not {who}'s turn.",
    "NOT_NOW": "Nothing like that is done during {now}.",
    "ONLY_DEFENCE": "{who} may only defend himself in this round.",
    "TOO_FEW_POINTS": "That costs {cost} action points, and {who} has {left}.",
    "AIMS_ALREADY": "{who} aims at {whom} already.",
    "DUCKED": "{who} is ducked behind cover.",
    "DUCKED_ALREADY": "{who} is ducked already.",
    "NOT_DUCKED": "{who} is not ducked.",
    "PRONE": "{who} lies on the ground.",
    "PRONE_ALREADY": "{who} lies already.",
    "NOT_PRONE": "{who} does not lie on the ground.",
    "DODGES_ALREADY": "{who} dodges already.",
    "NOWHERE": "That leads {who} nowhere.",
    "TOO_FAR": "{paces} paces are too far for {who}.",
    "TOO_FAR_TO_STRIKE": "{whom} is {away} paces away.",
    "NOT_AN_ARM": "{who} cannot fight with {weapon}.",
    "NOT_CARRIED": "{who} carries no {weapon}.",
    "IN_HAND": "{who} has the {weapon} in hand.",
    "NOT_DYING": "Nobody like that can be helped here.",
    "LOADED": "The {weapon} is full.",
    "EXPECTS_ALREADY": "The Judge knows that {who} expects danger.",
}


class _Facts(dict[str, str]):
    """The facts of a refusal; one that is missing leaves a gap instead of an error."""

    def __missing__(self, key: str) -> str:
        return "it"


def refusal_words(refusal: Refusal) -> str:
    """What is wrong, which rule says so, and what would be legal; a code of another's in its own words."""
    template = WHAT_IS_WRONG.get(refusal.code)
    wrong = template.format_map(_Facts(refusal.facts)) if template else _plain(refusal.code)
    rules = f" ({', '.join(refusal.rules)})" if refusal.rules else ""
    hint = f" {refusal.hint}" if refusal.hint else ""
    return f"{wrong[0].upper()}{wrong[1:]}{rules}{hint}"


def _plain(code: str) -> str:
    return f"{code.replace('_', ' ').lower()}."
