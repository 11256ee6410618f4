"""The live board of a fight: what everybody sees. Its buttons never depend on who looks or what anybody holds."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cogs.address import Address
from cogs.paging import paged
from cogs.render import seats, theme, waiting
from cogs.screen import Button, Row, Screen
from rules.core.ids import FightId, UserId
from rules.core.names import UNTITLED, channel_mention
from rules.core.option import Choice
from rules.core.view import CombatantView, Phase, PlaceView
from rules.referee import Showing

LONGEST = 999  # characters of a board: what a phone shows without scrolling far
TITLE = 60
PLACES_SHOWN = 6  # with more than these, empty ones are left out
WHAT = "What just happened"
LAST = "Last: "
MOVED = "The board is further down now; what stands here is no longer kept up. The buttons still answer."
BETWEEN = "… {} more: see History …"
ROOM_FOR_CALLS = 300  # characters
PINGED = 40  # people called by one message
HOW_TO_PLAY = (
    "Press **Join** to play; pick a name below to choose who you are. What is yours alone comes to you alone. "
    "I name you when it is your turn: then press **Your move**. An act counts when you confirm it, the answer to a "
    "question at once."
)


class Share(NamedTuple):
    """How many characters a board has for each of its parts, or for each line in them."""

    notes: int
    links: int  # of each place
    state: int  # of everybody
    places: int
    last: int
    awaited: int
    words: int  # of what is owed, and of what happens else


SHARES = (  # the first that fits counts; the last always does, but for names and titles full of marks
    Share(notes=900, links=200, state=200, places=900, last=150, awaited=900, words=150),
    Share(notes=300, links=80, state=100, places=900, last=150, awaited=400, words=100),
    Share(notes=200, links=60, state=80, places=900, last=110, awaited=330, words=100),
    Share(notes=120, links=0, state=80, places=900, last=110, awaited=330, words=80),
    Share(notes=120, links=0, state=60, places=500, last=80, awaited=230, words=80),
    Share(notes=60, links=0, state=50, places=330, last=60, awaited=240, words=60),
    Share(notes=60, links=0, state=50, places=200, last=60, awaited=240, words=40),
)


def board(showing: Showing, ready: tuple[Choice, ...] = (), said: str = "") -> Screen:
    """The board as it stands: the lobby, the fight, or how it ended. `said`: what the last ruling told everybody.

    A lobby that waits for a decision (a card of the deal, to be typed in) is shown as a fight: it has those buttons.
    A fight takes at most `LONGEST` characters: first whose move it is and who owes what, then what there is room for.
    """
    if showing.view.phase is Phase.LOBBY and not showing.is_closed and not showing.view.asked:
        return _lobby(showing, ready)
    text = next((text for share in SHARES if len(text := _fight(showing, said, share)) <= LONGEST), "")
    rows = (_buttons(showing), *_to_take(showing))
    return Screen(text=text or theme.cut(_fight(showing, said, SHARES[-1]), LONGEST), rows=rows)


def _fight(showing: Showing, said: str, share: Share) -> str:
    """The board of a fight of which each part takes no more than its share."""
    notes = theme.fit(_notes(showing), share.notes, more="… and more: see /fight show")
    waits = waiting.on_board(showing, share.awaited, share.words)
    places = theme.fit(_standings(showing, share), share.places)
    parts = (_title(showing), *advice(showing), waits, notes, places, _last(said, share.last))
    return "\n".join(part for part in parts if part)


def called(showing: Showing) -> str:
    """The title, to somebody who may be elsewhere; of a fight that was given none, its channel."""
    return channel_mention(showing.place.channel) if showing.title == UNTITLED else showing.title


def whole(showing: Showing) -> tuple[str, ...]:
    """What a board has no room for, to whoever asks for it: the sketch, or all that the system notes."""
    return showing.view.sketch or showing.view.notes


def characters(fight: FightId, ready: tuple[Choice, ...], page: int = 0) -> Row:
    """The menu of ready characters to join as."""
    return paged(Address("joinas", fight), "Join as …", ready, page=page)


def own_characters(showing: Showing, sheets: tuple[Choice, ...]) -> Screen:
    """The menu of somebody's own characters to join with, shown to him alone."""
    if not sheets:
        return Screen(
            text=f"You have no character of your own for {theme.plain(showing.ruleset_name)} on this server yet. "
            "/sheet create makes one. Or press Join: the ready characters can be played at once."
        )
    menu = paged(Address("joinwith", showing.id), "Join with …", sheets)
    return Screen(text="With which of your characters?", rows=(menu,))


def _title(showing: Showing) -> str:
    ended = " (put away)" if showing.is_closed else ""
    return f"**{theme.name(showing.title, TITLE)}**{ended}: {theme.name(showing.view.headline, 100)}"


def _notes(showing: Showing) -> tuple[str, ...]:
    return tuple(theme.plain(note) for note in showing.view.notes)


def _last(said: str, limit: int) -> str:
    """The last ruling in one line; of a long one the end, where its result stands."""
    told = said.split("\n")
    while len(told) > 1 and len(" ".join(told)) > limit:
        told = told[1:]
    line = theme.name(" ".join(told), limit)
    return f"{LAST}{line}" if line else ""


def advice(showing: Showing) -> tuple[str, ...]:
    """What the GM has to say about this moment, in a fight for one alone."""
    said = showing.view.advice
    return (f"> **{theme.plain(showing.gm_word)}**: {theme.plain(said)}",) if said else ()


def _lobby(showing: Showing, ready: tuple[Choice, ...]) -> Screen:
    named = UNTITLED if showing.title == UNTITLED else f"**{theme.name(showing.title, TITLE)}**, a fight"
    what = f"{named} by the rules of {theme.plain(showing.ruleset_name)}."
    gms = ", ".join(f"<@{gm}>" for gm in showing.gms)
    head = f"{what} {showing.gm_word}: {gms}"
    text = "\n".join((head, HOW_TO_PLAY, _people(showing), *unreached(showing)))
    rows: list[Row] = [
        (
            Button(label="Join", to=Address("join", showing.id), style="go"),
            *((Button(label="My characters", to=Address("mine", showing.id)),) if showing.has_sheets else ()),
            Button(label="Leave", to=Address("leave", showing.id)),
            Button(label=f"Start ({showing.gm_word})", to=Address("start", showing.id), style="main"),
        )
    ]
    if ready:
        rows.append(characters(showing.id, ready))
    return Screen(text=theme.cut(text, LONGEST), rows=tuple(rows))


def unreached(showing: Showing) -> tuple[str, ...]:
    """Whom no private message reaches: a line, or none."""
    if not showing.unreached:
        return ()
    names = {each.id: each.name for each in showing.view.combatants}
    who = [theme.name(names.get(each, "?")) for each, user in showing.players.items() if user in showing.unreached]
    where = f"the {showing.held_word} is under **{showing.held_word.capitalize()}** here."
    return (f"📪 Nothing private reaches {theme.fit(who, 150, glue=', ')}: {where}",)


def _people(showing: Showing) -> str:
    """Who is in, side by side; long names and many people are cut short, never left out unsaid."""
    lines = ["Nobody has joined yet."] if not showing.players else []
    for side, word in showing.sides.items():
        names = [
            seats.named(each, showing) + (" (hidden)" if each.is_hidden else "")
            for each in showing.view.combatants
            if each.side is side
        ]
        if names:
            lines.append(f"{word}: {theme.fit(names, 150, glue=', ')}")
    return "\n".join(lines)


def _standings(showing: Showing, share: Share) -> list[str]:
    """Everybody under the place where he is."""
    view = showing.view
    at: dict[str, list[CombatantView]] = {place.id: [] for place in view.places}
    elsewhere: list[CombatantView] = []
    for each in view.combatants:
        at.get(each.place, elsewhere).append(each)
    lines: list[str] = []
    for place in view.places:
        if at[place.id] or len(view.places) <= PLACES_SHOWN:
            lines.append(_place(place, share.links))
            lines.extend(_standing(each, showing, share.state) for each in at[place.id])
    lines.extend(_standing(each, showing, share.state) for each in elsewhere)
    return lines


def _place(place: PlaceView, limit: int) -> str:
    links = f" – {theme.name(place.links, limit)}" if place.links and limit else ""
    return f"**{theme.name(place.name)}**{links}"


def _standing(combatant: CombatantView, showing: Showing, limit: int) -> str:
    words = [showing.sides[combatant.side].lower(), *(["hidden"] if combatant.is_hidden else ())]
    state = f": {theme.name(combatant.state, limit)}" if combatant.state else ""
    return f"· {'✗ ' if combatant.is_out else ''}{seats.named(combatant, showing)}{state} [{', '.join(words)}]"


def held_button(showing: Showing) -> Button:
    """The button for what somebody holds, by the system's own word."""
    return Button(label=showing.held_word.capitalize(), to=Address("hand", showing.id))


def _buttons(showing: Showing) -> tuple[Button, ...]:
    if showing.is_closed or showing.view.phase is Phase.OVER:
        return (
            Button(label="Again", to=Address("again", showing.id), style="main"),
            Button(label="History", to=Address("history", showing.id)),
            Button(label=WHAT, to=Address("what", showing.id)),
            *(() if showing.is_closed else (Button(label=showing.gm_word, to=Address("panel", showing.id)),)),
        )
    return (
        Button(label="Your move", to=Address("move", showing.id), style="main"),
        held_button(showing),
        Button(label=showing.gm_word, to=Address("panel", showing.id)),
        Button(label="History", to=Address("history", showing.id)),
        Button(label=WHAT, to=Address("what", showing.id)),
    )


def _to_take(showing: Showing) -> tuple[Row, ...]:
    """A button for whoever a place is kept for that nobody holds; pressed by others it says so."""
    is_kept = any(showing.kept_for[each] for each in showing.free)
    if not is_kept or showing.is_closed:
        return ()
    return ((Button(label="Take your place", to=Address("take", showing.id), style="go"),),)


def has_room(lines: Sequence[str]) -> bool:
    """Whether a public message can say all this and call people."""
    return sum(len(theme.plain(line)) + 1 for line in lines) <= theme.CONTENT - ROOM_FOR_CALLS


def news(lines: Sequence[str], calls: Mapping[UserId, str], showing: Showing, terms: Sequence[str] = ()) -> Screen:
    """The public message of an act so far: what happened, and who is asked for what now.

    `terms` are explained between the two, in small print. Of a long one the beginning and the end are kept, and a word
    about what stands between. The calls are never cut off: a name that is not in the message is not pinged.
    """
    owed: dict[str, list[UserId]] = {}
    for user, what in list(calls.items())[:PINGED]:
        owed.setdefault(what, []).append(user)
    called = "\n".join(
        f"{' '.join(f'<@{user}>' for user in users)}: {theme.name(what, 100)}" for what, users in owed.items()
    )
    called = theme.cut(called, 1200)
    small = "\n".join(f"-# {theme.plain(each)}" for each in terms)
    room = theme.CONTENT - len(called) - len(small) - 3
    said = theme.fit_ends([theme.plain(line) for line in lines], room, more=BETWEEN)
    is_gm_called = not showing.is_for_one and any(user in showing.gms for user in calls)
    rows: tuple[Row, ...] = (_buttons(showing)[: 3 if is_gm_called else 2],) if calls and not showing.is_closed else ()
    return Screen(text="\n".join(part for part in (said, small, called) if part), rows=rows)
