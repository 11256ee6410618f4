"""How refusals are said: what is wrong. The rule and what would be legal are added by `refusal_words`."""

from collections.abc import Mapping

from rules.core.refusal import Refusal

WHAT_IS_WRONG: Mapping[str, str] = {
    "UNREADABLE": "That cannot be read: {what}.",
    "NOT_STARTED": "The fight has not begun.",
    "OVER": "The fight is over.",
    "ALREADY_STARTED": "The fight has begun already.",
    "NO_POSSE": "No player's character is in.",
    "NO_ENEMIES": "There is nobody to fight.",
    "NO_SUCH_SCENE": "There is no scene {scene}.",
    "NO_SUCH_SWITCH": "{switch} cannot be set to {value}.",
    "NO_SUCH_TEMPLATE": "There is no character or stat block {template}.",
    "NO_SUCH_COMBATANT": "There is nobody called {who} here.",
    "NO_SUCH_PLACE": "I know no place {place}.",
    "NO_SUCH_WEAPON": "There is no weapon {weapon} here.",
    "NO_SUCH_ARMOUR": "There is no armour {armour}.",
    "NO_SUCH_PART": "{part} is no part of the body that one aims at.",
    "NO_SUCH_TRAIT": "{trait} cannot help here.",
    "NO_SUCH_ANSWER": "{key} is no answer to that.",
    "NO_SUCH_AMENDMENT": "{what} cannot be set.",
    "NO_SUCH_CHANGE": "{how} is no change of an action.",
    "NO_SUCH_POSTURE": "{how} is nothing one drops into.",
    "NOTHING_ASKED": "Nobody asks that any more.",
    "WHOM_IS_MISSING": "{what} of whom?",
    "BAD_VALUE": "{value} does not serve for {what}.",
    "ID_TAKEN": "{who} is in the fight already.",
    "PC_OF_OTHER_SIDE": "{who} is a player's character, and of the posse.",
    "PC_HIDDEN": "{who} cannot be hidden from the players.",
    "OUT": "{who} is out of the fight ({condition}).",
    "STANDS_BY": "{who} takes no part in the fight.",
    "HAS_DECLARED": "{who} has declared both actions.",
    "NOT_YET": "{first} declares before {who} does.",
    "SURPRISED": "{who} was surprised and cannot defend yet.",
    "HELD": "{who} is held by {holder}.",
    "TOO_LATE": "All have declared.",
    "NOTHING_DECLARED": "{who} has declared nothing yet.",
    "NOT_DECLARED_YET": "The round is still being declared.",
    "NOTHING_TO_CHANGE": "{who} has no action left that could change.",
    "IS_USED": "The {which} action of {who} is used, or is that already.",
    "ASKS_ALREADY": "{who} is asked already in this round.",
    "NOT_YOUR_TURN": "It is not the turn of {who}.",
    "NOT_DECLARED": "{who} declared to {declared}, not to {kind}.",
    "NOBODY_ACTS": "Nobody is to act just now.",
    "NO_WHOM": "Nobody was named.",
    "NO_WHERE": "No place was named.",
    "NO_HOW": "Nothing was said.",
    "NO_TARGET": "Nobody in view can be attacked from here.",
    "NO_WAY": "There is nowhere to move.",
    "SELF": "One cannot attack oneself.",
    "SAME_PARTY": "{whom} is of the same party.",
    "NOT_IN_VIEW": "{who} does not see {whom}.",
    "PART_OF_MIND": "{weapon} aims at no part of the body.",
    "NO_ACTION_LEFT": "{who} has no further action for {trait}.",
    "WRONG_KIND": "This conflict is {kind}: {weapon} has no place in it.",
    "NOT_HOLDER": "{whom} does not hold {who}.",
    "HOLDS": "{who} has hold of {whom} already.",
    "NOT_IN_HAND": "{who} does not have the {weapon} in hand.",
    "NOT_LOADED": "The {weapon} is empty.",
    "TOO_FAR": "{whom} is out of range for the {weapon} ({away}).",
    "OUT_OF_REACH": "{whom} is out of reach for the {weapon} ({away}).",
    "OUT_OF_EARSHOT": "{whom} is out of earshot ({away}).",
    "CANNOT_HANDLE": "That cannot be handled now: {how}.",
    "STANDING": "{who} is on both feet already.",
    "LOW": "{who} is {posture}.",
    "HAS_DROPPED": "{who} has dropped low in this round already.",
    "OVERLOADED": "{who} carries too much to move.",
    "ALREADY_THERE": "{who} is there already.",
}


class _Facts(dict[str, str]):
    """The facts of a refusal; one that is missing leaves a gap instead of an error."""

    def __missing__(self, key: str) -> str:
        return "it"


def refusal_words(refusal: Refusal) -> str:
    """What is wrong, which rule says so, and what would be legal; a code of another's in its own words."""
    template = WHAT_IS_WRONG.get(refusal.code)
    wrong = template.format_map(_Facts(refusal.facts)) if template else f"{refusal.code.replace('_', ' ').lower()}."
    rules = f" ({', '.join(refusal.rules)})" if refusal.rules else ""
    hint = f" {refusal.hint}" if refusal.hint else ""
    return f"{wrong[0].upper()}{wrong[1:]}{rules}{hint}"
