"""Words for what the envelope itself says: refusals and events that mean the same in every system."""

from collections.abc import Mapping
from datetime import UTC, datetime

from rules.core.event import (
    CameBack,
    Closed,
    Corrected,
    DrawAsked,
    DrawsMade,
    Event,
    Explained,
    GmLeft,
    GmNamed,
    Imported,
    Moderated,
    Opened,
    OrdersFollowed,
    Peeked,
    PlayedFor,
    Remembered,
    SeatFreed,
    SeatGiven,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    StoodDown,
    TableSet,
    TimeUp,
    Undone,
    WentAway,
)
from rules.core.ids import is_somebody
from rules.core.names import mention
from rules.core.orders import ELSE, order_said
from rules.core.refusal import Refusal
from rules.core.table_rules import table_switches

PLAYS_NOBODY = "You play nobody here. Ask the {gm} for a place: he gives you one with /gm give-seat."
KEPT_FOR_YOU = "{who} is kept for you here. Press Take your place, or type /fight join."
ELSE_ONLY = (
    "{who} owes {what}. What {who} holds you do not see, so you cannot choose: /gm go-on does what stands after “else” "
    "({otherwise})."
)
_REFUSALS = {
    "NO_FIGHT": "There is no fight in this channel. Open one with /fight begin.",
    "UNKNOWN_FIGHT": "That fight is gone.",
    "NEWER_PROGRAM": "This fight was written by a newer version of the program, and only that can go on with it. "
    "Nothing in it was changed. Another fight can be opened in another channel or thread.",
    "BROKEN_RECORD": "The records of this fight cannot be read. Nothing in them was changed: whoever runs the bot can "
    "look into it. Another fight can be opened in another channel or thread.",
    "PLACE_TAKEN": "A fight is already going on in this channel: /fight show. Whoever leads it puts it away with "
    "/fight end, a moderator with /admin close.",
    "CLOSED": "This fight is over and put away; nothing can be changed in it.",
    "ONLY_ON_SERVER": "That works only in a channel of a server.",
    "NOT_YOURS": "{who} is not yours to play. You may act for: {mine}.",
    "NOT_PLAYING": "You are not in this fight. Press Join while the lobby is open.",
    "PLAYS_NOBODY": PLAYS_NOBODY,
    "KEPT_FOR_YOU": KEPT_FOR_YOU,
    "GM_ONLY": "Only the {gm} of this fight may do that.",
    "NOT_MODERATOR": "Only a moderator may do that: whoever may manage messages{where}{role}.",
    "MAY_NOT_BEGIN": "On this server only {role} may open fights, and its moderators.",
    "BARRED": "The moderators of this server do not let {who} play or lead a fight here.",
    "BARS_HIMSELF": "You cannot bar yourself.",
    "BARRED_ALREADY": "{who} is barred already.",
    "NOT_BARRED": "{who} is not barred.",
    "TOO_MANY_BARRED": "{most} people are barred on this server already: no more can be.",
    "IS_A_BOT": "A bot cannot play. Name a person.",
    "HAS_IT": "{who} is {user}'s already. /gm back says that somebody who was away plays again.",
    "NOBODY_PLAYS": "Nobody but the {gm} plays {who}. Others play: {choices}.",
    "GM_ALREADY": "{who} is {gm} of this fight already.",
    "EVERYBODY_MODERATES": "Not everybody can be a moderator. Choose a role that not everybody has.",
    "SEALED": "This fight still goes on, and its record holds every secret of it. Say open: True if you mean "
    "it: then everybody at the table is told that you opened it.",
    "STALE": "That is no longer open: the fight has moved on. Press Your move for what is open now.",
    "HAND_CHANGED": "Your {held} has changed since that was shown. Look at it as it is now, and choose again.",
    "MOVED_ON": "Something has happened since you opened this. Look again before you press.",
    "NO_NPC_AWAITED": "Nobody whom you play is awaited just now.",
    "TOO_MANY": "There are {most} in this fight already: no more can enter.",
    "NO_OWN_NPCS": "By these rules the {gm} chooses among the stat blocks there are: /gm add.",
    "UNREADABLE": "I could not read that: {what}.",
    "UNKNOWN_RULESET": "I know no rules called {ruleset}. I know: {known}.",
    "NO_SUCH_SCENE": "There is no scene {scene}.",
    "NO_OWN_SCENES": "By these rules only the ready scenes can be laid out.",
    "SCENE_BROKEN": "That scene cannot be laid out: {what}.",
    "SCENE_GONE": "You keep no such scene on this server (any more).",
    "SCENE_NAMELESS": "A scene needs a name.",
    "SCENE_NAME_TAKEN": "You have kept a scene called {name} here already. Take another name, or say replace: True.",
    "SCENE_NAME_READY": "{name} is a ready scene. Take another name.",
    "TOO_MANY_SCENES": "You have kept {most} scenes of these rules here, and there is no room for more. Save it "
    "in place of one of them, with replace: True, or delete one: /gm scene delete.",
    "NOTHING_PASTED": "You have pasted another text since, or none. /gm scene paste shows the last one.",
    "PASTED_FAULTY": "Not every line of that was understood. Change the text, and look at it again.",
    "NOT_FOUGHT": "There has been no fight in this channel yet. Open one with /fight begin.",
    "NOT_GM_THEN": "Only the {gm} of the last fight here can call it up again. /fight begin opens another.",
    "NOTHING_TO_CORRECT": "Nothing has been ruled yet that could be judged again.",
    "CORRECTED_ALREADY": "The last ruling has been judged again already. /fight undo takes that back, and then it can "
    "be judged again in another way.",
    "RULED_TOO_LONG_AGO": "The last ruling began too long ago to be judged again. /gm amend sets what is wrong from "
    "now on.",
    "NOT_BY_AN_ACT": "The last ruling began with the start, or with a check that was called, and not with an act: it "
    "cannot be judged again. /fight undo takes back its last part; /gm amend sets what is wrong from now on.",
    "OWN_DRAWS": "Your table draws by itself: take the ruling back, put right what was wrong, and type it in again.",
    "NOTHING_TO_UNDO": "There is nothing to take back.",
    "UNDO_NEEDS_GM": "Only the {gm} can take that back: {why}.",
    "UNDO_ASKED": "You have asked for that already. The {gm} decides.",
    "ALREADY_JOINED": "You are already in, as {who}.",
    "CHARACTER_TAKEN": "{who} is already played. Still free: {choices}.",
    "LOBBY_ONLY": "The fight has begun: nobody can sit down now but by the {gm}. Ask the {gm} for a place: he gives "
    "you one with /gm give-seat.",
    "BEGUN_ALREADY": "The fight has begun. /fight leave hands your place back for good, after asking.",
    "PLAYS_ALONE": "One person alone plays this fight, and it cannot go on without him. /fight end puts it away.",
    "PRIVATE_CARD": "Only the player of {who} may name a card. Leave it out: the card is then asked for, "
    "and /gm go-on plays the best one unseen.",
    "NOT_A_CHOICE": "That is not one of the choices here.",
    "NOTHING_ASKED": "Nobody asks that any more.",
    "NO_SUCH_ANSWER": "{key} is no answer to that.",
    "NOT_STORED": "I cannot be sure that this was stored. Please do it again: it will not count twice.",
    "NOT_FOUND": 'I find no "{text}" for {what}. There is: {choices}.',
    "AMBIGUOUS": '"{text}" fits more than one for {what}: {choices}.',
    "WHO_ACTS": "Say for whom you act: give a name with as. You may act for: {choices}.",
    "TWO_NAMED": "The action is for one whom you play, and as names another. Leave as out, or choose the action anew.",
    "LEFT_OUT": "{action} needs {blank}: {choices}.",
    "NO_SUCH_BLANK": "{action} takes no {blank}; it takes: {takes}.",
    "ELSE_ONLY": ELSE_ONLY,
    "NO_SUCH_ACTION": '"{text}" cannot be done now. You may: {choices}.',
    "NO_SHEETS": "{system} has no characters of one's own: its ready ones serve.",
    "NO_SUCH_SHEET": "You have no such character here. /sheet list shows those that you have.",
    "SHEET_NAMELESS": "A character needs a name.",
    "SHEET_NAME_TAKEN": "You have a character called {name} already.",
    "TOO_MANY_SHEETS": "You have {most} characters on this server, and more cannot be kept. /sheet delete makes room.",
    "SHEET_CHANGED": "Your character was changed a moment ago. Look again, and do it once more.",
    "SHEET_NEWER": "That character was written by a newer version of the program, and only that can read it.",
    "SHEET_BROKEN": "That character cannot be read. Whoever runs the bot can look into it; /sheet delete drops it.",
    "SHEET_UNREADABLE": "I cannot read that as a character: {what}.",
    "NO_SUCH_FIELD": "A character has no {field}. It has: name, {takes}.",
    "NOT_IN_FIELD": "{field} cannot be {value}. It may be: {choices}.",
    "TOO_MANY_IN_FIELD": "{field}: at most {most}.",
    "FIELD_TOO_LONG": "{field} has at most {most} characters.",
    "FIELD_IN_SESSION": "{field} of {name} follow from the fights of the open session. They can be changed here when "
    "it is over; in a fight, the game master sets them.",
    "SHEET_OF_OTHER_SYSTEM": "{name} is a character of {system}, and cannot play in this fight.",
    "SHEET_BUSY": '{name} is already in a fight, "{where}". A character fights in one place at a time, '
    "whoever plays it there. In a lobby /fight leave makes it free; else it is when that fight is over.",
    "SHEET_IN_OTHER_SESSION": "{name} is in another {gm}'s session. When that is over, or with another character, you "
    "can join here.",
    "SHEET_MOVED": "Your character has just been brought into another fight or deleted, or the session has just ended. "
    "Look again.",
    "SHEETS_MOVED_ON": "The end of this fight can be taken back no more: what it left of {name} counts already.",
    "NO_SESSION": "No such session is open here. /session start opens one.",
    "SESSION_OPEN": "Your session {number} is still open. /session end closes it.",
    "NOT_YOUR_SESSION": "Only its {gm}, or a moderator of this server, may end a session.",
    "SESSION_BUSY": '{name} is still in a fight, "{where}". /fight end there, then /session end.',
    "NO_SUCH_USER": "I know nobody of that kind.",
    "NOT_A_MEMBER": "{who} is not on this server, and would see nothing of the fight.",
    "HIDDEN_ONE": "{who} is hidden, and whoever plays is named to everybody. Reveal {who} first.",
    "EITHER_OR": "Either somebody plays for you, or it goes by orders: give one of the two.",
    "NO_SUCH_ORDERS": "There are no such orders by these rules. There is: {choices}.",
    "NOT_YOURS_TO_HAND": "You play {who} for somebody who is away: who else may see what {who} holds he says, "
    "or the {gm}. Without a delegate it goes by orders.",
    "AWAY_HIMSELF": "{who} is the one who is away, and cannot play meanwhile. Name somebody else, or leave orders.",
    "NOT_AWAY": "You were not away.",
    "NOT_AWAY_HE": "{who} was not away. Away are: {choices}.",
    "STANDS_IN": "You were not away: you play {who}, who is away. /fight leave who:{name} stops that.",
    "LAST_GM": "You are the only {gm}: a fight cannot be without one. /gm hand-over names somebody in your place.",
    "SET_SO_ALREADY": "The table plays so already.",
    "PEEKING_SETTLED": "Whether the {gm} may look at what players hold is settled before the start, so that everybody "
    "knows it when he begins to play. In this fight nobody looks.",
    "NOBODY_THERE": "There is nobody of that kind in this fight. There is: {choices}.",
    "NO_PEEKING": "At this table nobody looks at what another holds. /gm table can allow it in a lobby, before "
    "the start.",
    "NOT_TOLD_YET": "I could not tell the others yet, and nobody looks before that. Ask again in a moment.",
    "IN_NO_FIGHT": "You are in no fight just now. /fight join, in the fight's channel, takes you in.",
    "WHICH_FIGHT": "You are in several fights. Say it in the channel of the one that you mean, or of all at once: "
    "everywhere:True.",
    "ONLY_LEADS": "You play nobody in this fight, you lead it. In its channel /gm hand-over names somebody in your "
    "place; /gm step-down leaves it to another {gm}, if there is one.",
    "NAMED_ELSEWHERE": "That fight is on another server, and whether {who} is there I cannot tell from here. Say it in "
    "its channel.",
    "NOTHING_TO_PEEK": "{who} holds nothing that you do not see already.",
    "STILL_FOUGHT": "The whole record opens every secret: it is given out when the fight is put away (/fight end).",
    "FILE_TOO_LARGE": "A file of a fight has at most {most} MiB.",
    "NO_FILE": "I cannot take that file: {what}. Nothing was stored.",
    "NOT_KEPT": "No place here is kept for you. The {gm} can keep one for you, or give you one.",
    "SEAT_HELD": "{who} is played by {user}. /gm free takes the place back first; /gm give-seat puts somebody else in "
    "his place at once.",
    "NO_PLACE": "{who} is an NPC whom nobody was given, and needs no keeping. /gm give-seat gives {who} to somebody.",
    "DRAW_OWED": "A card or die must be typed in first: {why}. Press Your move.",
    "DECIDED_FIRST": "No check can be called before this is decided: {first}. /gm go-on waits for nobody.",
    "NOTHING_TO_CALL": "No check can be called now: the fight is not under way, or something else comes first.",
    "NO_SUCH_CHECK": "There is no check {check} to call for just now. There is: {choices}.",
    "NOBODY_CALLED": "Say who is called ({check}): {choices}.",
    "NOT_CALLABLE": "Not everybody named can be called now ({check}): whoever is out, hidden or busy cannot. "
    "There is: {choices}.",
    "BAD_VALUE": "{value} does not serve for {what}.",
    "NO_SUCH_SWITCH": "{switch} cannot be set to {value}.",
    "NOT_A_TIME": "{text} is no time of day. Write it as 22:00.",
    "QUIET_TOO_LONG": "Quiet hours last at most {most} hours, so that you can be called at some time of the day.",
    "ZONE_FIRST": "Say your time zone too: begin to type a city near you under zone, or what your clock shows now.",
    "NO_SUCH_ZONE": "I know no time zone {zone}. Begin to type a city near you, or what your clock shows now, and pick "
    "one of those offered.",
    "NO_SUCH_DRAW": "{came} cannot come there: it is elsewhere, or no such card or face exists.",
}


TABLE_CODES = frozenset(_REFUSALS)
"""The codes that have their words here: a system needs none of its own."""


def refusal_words(refusal: Refusal, gm_word: str) -> str | None:
    """A refusal of the table itself in words, or None where its system must say it."""
    template = _REFUSALS.get(refusal.code)
    if template is None:
        return None
    return template.format_map({"gm": gm_word, **refusal.facts})


class _Facts(dict[str, str]):
    """The facts of a refusal; one that is missing leaves a gap instead of an error."""

    def __missing__(self, key: str) -> str:
        return "it"


def refusal_said(refusal: Refusal, what_is_wrong: Mapping[str, str]) -> str:
    """What is wrong, in a system's words by code, which rule says so, and what would be legal."""
    template = what_is_wrong.get(refusal.code) or _REFUSALS.get(refusal.code)
    plain = f"{refusal.code.replace('_', ' ').lower()}."
    wrong = template.format_map(_Facts(refusal.facts)) if template else plain
    rules = f" ({', '.join(refusal.rules)})" if refusal.rules else ""
    hint = f" {refusal.hint}" if refusal.hint else ""
    return f"{wrong[0].upper()}{wrong[1:]}{rules}{hint}"


def _table_set(event: TableSet) -> str:
    """The reading that the table plays by from now on."""
    found = next((each for each in table_switches() if each.key == event.what), None)
    label = next((each.label for each in found.readings if each.key == event.value), "") if found else ""
    return f"{found.about}: {label}." if found and label else f"{event.what}: {event.value}."


def _imported(event: Imported) -> str:
    """Where the fight comes from, and what was proved of it."""
    older = event.steps - event.compared
    begun = datetime.fromtimestamp(event.begun, UTC).strftime("%d %B %Y")
    unproved = f", {older} of an older version fit, but could not be worked out anew" if older else ""
    return (
        f"{mention(event.user)} brought this fight here in a file: begun on {begun}, {event.steps} steps, of which "
        f"{event.compared} follow from what was asked and drawn{unproved}. Whoever has the file can read every secret "
        "in it; what is drawn from now on is not in it."
    )


def _left(event: SeatLeft) -> str:
    """Who is gone, as far as it is known, and whether by his own will."""
    if event.user is None:
        return f"Whoever played {event.name} is gone for good."
    who = f"{mention(event.user)}, who has seen what is held," if event.seen else mention(event.user)
    if event.is_taken:
        return f"{who} plays {event.name} no longer: the place is taken back."
    return f"{who} {'plays' if event.stays else 'is out and plays'} {event.name} no longer."


def words_to_holder(event: Event, name: str) -> str | None:
    """The same of what concerns a place, to whoever holds it; `name`: its combatant's. None: as it is said to all."""
    match event:
        case WentAway(delegate=None):
            at_once = ", at once" if event.orders == ELSE else ""
            return f"While you are away {name} {order_said(event.orders)}{at_once}."
        case WentAway():
            return f"While you are away {mention(event.delegate)} plays {name}, seeing what is held."
        case OrdersFollowed():
            return f"By your standing orders for {name}:"
        case CameBack():
            return f"You are back, and play {name} yourself."
        case _:
            return None


def event_words(event: Event, gm_word: str) -> str | None:
    """An event of the envelope in words, or None where there is nothing to say."""
    match event:
        case Undone() if event.name:
            return f"{event.name} takes that back."
        case Undone(is_moderators=True):
            return "The last ruling is taken back."
        case Undone():
            return f"The {gm_word} took back the last ruling."
        case Corrected():
            return f"The {gm_word} judges the last ruling again."
        case PlayedFor():
            return f"The {gm_word} decides for {' and '.join(event.names)}."
        case OrdersFollowed():
            return f"By the standing orders for {event.name}, who {order_said(event.orders)}:"
        case TimeUp():
            return f"Time is up for {event.name}."
        case Closed():
            return "The fight is put away."
        case DrawAsked():
            return f"A draw is needed: {event.why}."
        case SeatTaken() if event.name:
            return f"{event.name} is played by {mention(event.user)} from now on."
        case SeatGiven():
            seen = ", who has seen what is held" if event.seen else ""
            instead = f", in place of {mention(event.before)}{seen}" if is_somebody(event.before) else ""
            kept = f"; it is kept for {mention(event.kept_for)} no longer" if event.kept_for is not None else ""
            sees = f" The {gm_word} sees what is held there." if event.sees else ""
            return f"{event.name} is played by {mention(event.now)} from now on{instead}{kept}.{sees}"
        case WentAway(delegate=None):
            return f"Whoever plays {event.name} is away: {event.name} {order_said(event.orders)}."
        case WentAway():
            return (
                f"Whoever plays {event.name} is away; {mention(event.delegate)} plays meanwhile, seeing what is held."
            )
        case StoodDown():
            return (
                f"{mention(event.user)} no longer stands in for {event.name}, whom nobody plays now: {event.name} is "
                "waited for as anybody is."
            )
        case CameBack():
            return f"Whoever plays {event.name} is back."
        case GmNamed(alone=True):
            return f"{mention(event.user)} is the {gm_word} from now on."
        case GmNamed():
            return f"{mention(event.user)} is a {gm_word} of this fight too."
        case GmLeft():
            return f"{mention(event.user)} is no {gm_word} of this fight any more."
        case TableSet():
            return _table_set(event)
        case Peeked():
            return f"The {gm_word} ({mention(event.user)}) looked at what {event.name} holds."
        case Moderated():
            return f"By {mention(event.user)}, a moderator of this server:"
        case SeatOffered(user=None, before=None):
            return f"{event.name} is kept for nobody any more."
        case SeatOffered(user=None):
            return f"{event.name} is no longer kept for {mention(event.before)}, nor for anybody else."
        case SeatOffered():
            instead = f", and for {mention(event.before)} no longer" if event.before is not None else ""
            return (
                f"{event.name} is kept for {mention(event.user)}{instead}: /fight join takes it, with all that is held "
                "there."
            )
        case SeatLeft():
            return (
                f"{_left(event)} The {gm_word} plays on for {event.name}, without seeing what is held, until somebody "
                "else does (/gm give-seat, /gm keep)."
            )
        case Opened():
            return f"{mention(event.user)} was given the whole record of this fight, in which every secret can be read."
        case Imported():
            return _imported(event)
        case SeatFreed() if event.user is not None:
            return f"{event.name}'s place is taken back from {mention(event.user)}, to whom Join is open still."
        case SeatTaken() | SeatFreed() | DrawsMade() | Remembered() | Explained() | _:  # terms have their place
            return None
