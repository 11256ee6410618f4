"""How refusals are said: what is wrong. The rule and what would be legal are added by `words`."""

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
    "DEALT": "The cards are dealt: {who}'s Will goes with the cards in hand now.",
    "SHEET_WORN": "{who} has no {what} left, and takes part in no more fights.",
    "NO_SUCH_TEMPLATE": "There is no character or stat block {template}.",
    "BAD_STAT_BLOCK": "This does not describe anybody. {faults}",
    "TOO_MANY_OWN": "There are {most} of your own in this fight already.",
    "NO_SUCH_COMBATANT": "There is nobody called {who} here.",
    "NO_SUCH_PLACE": "There is no place {place} known here.",
    "NO_SUCH_WEAPON": "There is no weapon {weapon}.",
    "NO_SUCH_MANNER": "{how} is nothing that a brawl can bring.",
    "NO_SUCH_ANSWER": "{key} is no answer to that.",
    "NO_SUCH_AMENDMENT": "{what} cannot be set.",
    "NO_ENEMY_SEEN": "No enemy is to be seen.",
    "NO_OTHER_PLACE": "There is nowhere to go.",
    "NOTHING_ASKED": "Nobody asks that any more.",
    "NOTHING_SAID": "Nothing was said.",
    "NOTHING_TO_RELOAD": "{who} has nothing to reload.",
    "NOTHING_TO_PICK_UP": "No such weapon lies in {place}.",
    "NOTHING_TO_DISARM": "{whom} has no weapon to be seen.",
    "NOT_SEEN_WITH": "Nobody has seen {whom} with the {weapon}.",
    "NOT_ATTACKED": "Nobody else began a brawl with {who} that is still open.",
    "NO_MAKESHIFT": "{who} has no makeshift weapon.",
    "TOO_LONG": "That is more than {most} letters.",
    "WHOM_IS_MISSING": "{what} of whom?",
    "BAD_VALUE": "{value} does not serve for {what}.",
    "ID_TAKEN": "{who} is in the fight already.",
    "PC_OF_OTHER_SIDE": "{who} is of the Posse.",
    "PC_HIDDEN": "{who} cannot be hidden from the players.",
    "PC_AGAINST_PC": "{who} and {whom} are both of the Posse.",
    "HIDDEN": "{whom} is out of sight.",
    "NPC_HAS_NO_CARDS": "{who} plays no cards.",
    "NOT_A_PC": "{who} is not of the Posse.",
    "NOT_AN_NPC": "{who} is no NPC.",
    "NOT_AN_ENEMY": "{whom} is no enemy.",
    "SELF": "One cannot fight oneself.",
    "DECK_TOO_SMALL": "Too few cards would stay in the deck.",
    "NO_CARDS": "No card is left to flip.",
    "NOT_IN_HAND": "{card} is not in hand.",
    "OUT": "{who} is out of the fight ({condition}).",
    "LOOKOUT_TAKEN": "{who} spoke up first as Lookout.",
    "BEFORE_INITIATIVE": "Nobody acts before the Initiative is known.",
    "NOT_YOUR_PHASE": "It is not the {phase} Phase.",
    "PHASE_OVER": "The Dealer ended this phase.",
    "HAS_ACTED": "{who} has acted in this phase.",
    "LOOKOUT_FIRST": "The Lookout, {who}, has to act first.",
    "CLAIMED": "{who} spoke up first.",
    "BUSY": "{who} is in the middle of something.",
    "HELD": "{who} is held by {holder}.",
    "HOLDS": "{whom} is held already.",
    "NOT_HELD": "Nobody holds {who}.",
    "NOT_HOLDING": "{who} holds nobody.",
    "NOT_ADJACENT": "{place} is not next to {here}.",
    "NOT_THERE": "{whom} is not in {place}.",
    "ENEMY_HERE": "{who} cannot shoot with an enemy so near: {foes}.",
    "ENEMY_HERE_FLEEING": "{who} cannot flee from an enemy in the same zone: {foes}.",
    "ENEMY_THERE": "There are enemies in {place}: {foes}.",
    "NO_SIGHT": "{whom} cannot be seen from here.",
    "OUT_OF_REACH": "{whom} is too far for a {weapon}.",
    "NO_GUN": "{who} has no ranged weapon for this.",
    "NOT_RANGED": "One does not shoot with a {weapon}.",
    "NOT_CARRIED": "{who} does not have the {weapon} at hand.",
    "NOT_FOR_BRAWLING": "The {weapon} cannot be used so.",
    "NOT_WITH_THIS": "With {weapon} one cannot {how}.",
    "NO_RANK": "{who} is not good enough for a {weapon}.",
    "NO_AMMO": "The {weapon} is out of ammunition.",
    "NO_WEAPON": "{who} has no weapon to draw or put away.",
    "IN_HAND": "{who} has {weapon} in hand already.",
    "NOT_AN_OPPONENT": "{whom} cannot stand in a Shootout.",
    "NO_WOE": "No Woe chip is left.",
    "NO_COVER": "There is no cover in {place}.",
    "IN_COVER": "{who} is in cover already.",
    "NO_WAY_OUT": "No way out leads from {place}.",
    "NO_FRESH_INJURY": "{who} has no Injury that Luck could still refuse.",
    "WAGERED": "{who} has wagered on this test already.",
    "NO_SUCH_WAGER": "{name} is neither a Characteristic nor a Flaw of his.",
    "SPENT": "{name} has been used in this session.",
    "NOT_OFFERED": "{card} is not one of the two cards.",
    "SELF_HELP": "{who} cannot help himself.",
    "NO_TEST": "{who} owes no card now.",
    "ALONE": "Nobody can help {who} in this.",
    "HELPED": "{who} helps {whom} already.",
    "NO_TRUMP": "{card} is no trump in it.",
    "DOES_NOT_FIT": "{card} shares neither suit nor value with {other}.",
    "NOT_DYING": "{whom} is not dying.",
    "TENDED": "{who} has tried to save {whom} already.",
    "AFTERMATH": "The fighting is over.",
    "NO_INVOCATION": "{who} knows no such Invocation.",
    "NO_INVOCATION_LEFT": "{who} has no Invocation left in this session.",
    "OBJECT_LOST": "{who} does not have {what} any more.",
    "OUT_OF_SIGHT": "{what} does not reach {whom}.",
    "NOT_A_FRIEND": "{whom} is no friend.",
    "NO_SUCH_TRAIT": "{trait} is no Trait that {who} could claim here.",
    "NO_CLAIM": "{who} has claimed no Trait.",
    "NO_DIFFICULTY": "{who} is in a test of two of the Posse.",
    "NO_LUCK": "{who} has no Luck left.",
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
