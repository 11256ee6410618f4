"""The live board of a fight: what everybody sees. Its buttons never depend on who looks or what anybody holds."""

from collections.abc import Iterable, Mapping

from cogs.address import Address
from cogs.paging import paged
from cogs.render import theme
from cogs.screen import Button, Row, Screen
from rules.core.ids import CombatantId, FightId, UserId
from rules.core.option import Choice
from rules.core.view import AskedView, CombatantView, Phase, PlaceView
from rules.referee import Showing

PLACES_SHOWN = 6  # with more than these, empty ones are left out
UNTITLED = "A fight"  # the title of a fight that was given none
PINGED = 40  # people called by one message
HOW_TO_PLAY = (
    "Press **Join** to play; pick a name below to choose who you are. What is yours alone comes to you alone. "
    "I name you when it is your turn: then press **Your move**. An act counts when you confirm it, the answer to a "
    "question at once."
)


def board(showing: Showing, ready: tuple[Choice, ...] = ()) -> Screen:
    """The board as it stands: the lobby, the fight, or how it ended.

    A lobby that waits for a decision (a card of the deal, to be typed in) is shown as a fight: it has those buttons.
    """
    if showing.view.phase is Phase.LOBBY and not showing.is_closed and not showing.view.asked:
        return _lobby(showing, ready)
    parts = (_title(showing), *advice(showing), *_notes(showing), _places(showing), _awaited(showing))
    text = "\n".join(part for part in parts if part)
    return Screen(text=theme.cut(text, theme.CONTENT), rows=(_buttons(showing),))


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
    return f"**{theme.name(showing.title, 100)}**{ended}: {theme.name(showing.view.headline, 200)}"


def _notes(showing: Showing) -> tuple[str, ...]:
    return tuple(theme.plain(note) for note in showing.view.notes)


def advice(showing: Showing) -> tuple[str, ...]:
    """What the GM has to say about this moment, in a fight for one alone."""
    said = showing.view.advice
    return (f"> **{theme.plain(showing.gm_word)}**: {theme.plain(said)}",) if said else ()


def _lobby(showing: Showing, ready: tuple[Choice, ...]) -> Screen:
    named = "A fight" if showing.title == UNTITLED else f"**{theme.name(showing.title, 100)}**, a fight"
    what = f"{named} by the rules of {theme.plain(showing.ruleset_name)}."
    text = "\n".join((f"{what} {showing.gm_word}: <@{showing.gms[0]}>", HOW_TO_PLAY, _people(showing)))
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
    return Screen(text=theme.cut(text, theme.CONTENT), rows=tuple(rows))


def _people(showing: Showing) -> str:
    """Who is in, side by side; long names and many people are cut short, never left out unsaid."""
    lines = ["Nobody has joined yet."] if not showing.players else []
    for side, word in showing.sides.items():
        names = [
            _name(each, showing.players) + (" (hidden)" if each.is_hidden else "")
            for each in showing.view.combatants
            if each.side is side
        ]
        if names:
            lines.append(f"{word}: {theme.fit(names, 400, glue=', ')}")
    return "\n".join(lines)


def _name(combatant: CombatantView, players: Mapping[CombatantId, UserId]) -> str:
    user = players.get(combatant.id)
    return theme.name(combatant.name) + (f" (<@{user}>)" if user else "")


def _places(showing: Showing) -> str:
    """Everybody under the place where he is."""
    view = showing.view
    at: dict[str, list[CombatantView]] = {place.id: [] for place in view.places}
    elsewhere: list[CombatantView] = []
    for each in view.combatants:
        at.get(each.place, elsewhere).append(each)
    lines: list[str] = []
    for place in view.places:
        if at[place.id] or len(view.places) <= PLACES_SHOWN:
            lines.append(_place(place))
            lines.extend(_standing(each, showing) for each in at[place.id])
    lines.extend(_standing(each, showing) for each in elsewhere)
    return theme.fit(lines, 1000)


def _place(place: PlaceView) -> str:
    links = f" – {theme.name(place.links, 200)}" if place.links else ""
    return f"**{theme.name(place.name)}**{links}"


def _standing(combatant: CombatantView, showing: Showing) -> str:
    words = [showing.sides[combatant.side].lower(), *(["hidden"] if combatant.is_hidden else ())]
    state = f": {theme.name(combatant.state, 200)}" if combatant.state else ""
    return f"· {'✗ ' if combatant.is_out else ''}{_name(combatant, showing.players)}{state} [{', '.join(words)}]"


def awaited(asked: Iterable[AskedView]) -> list[str]:
    """Who owes what, and what happens if he stays away: a line each."""
    return [
        f"⏳ {theme.name(each.who)}: {theme.name(each.what, 150)} (else: {theme.name(each.otherwise, 150)})"
        for each in asked
    ]


def _awaited(showing: Showing) -> str:
    return theme.fit(awaited(each for each in showing.view.asked if each.blocks), 500, more="⏳ … and {} more")


def _buttons(showing: Showing) -> tuple[Button, ...]:
    if showing.is_closed or showing.view.phase is Phase.OVER:
        return (
            Button(label="Again", to=Address("again", showing.id), style="main"),
            Button(label="History", to=Address("history", showing.id)),
            *(() if showing.is_closed else (Button(label=showing.gm_word, to=Address("panel", showing.id)),)),
        )
    return (
        Button(label="Your move", to=Address("move", showing.id), style="main"),
        Button(label="Hand", to=Address("hand", showing.id)),
        Button(label=showing.gm_word, to=Address("panel", showing.id)),
        Button(label="History", to=Address("history", showing.id)),
    )


def news(lines: str, calls: Mapping[UserId, str], showing: Showing, terms: str = "") -> Screen:
    """The public message of a ruling: what happened, and who is asked for what now (those are pinged).

    `terms` (a line each) are explained between the two, in small print.

    The calls are never cut off: a name that is not in the message is not pinged.
    """
    owed: dict[str, list[UserId]] = {}
    for user, what in list(calls.items())[:PINGED]:
        owed.setdefault(what, []).append(user)
    called = "\n".join(
        f"{' '.join(f'<@{user}>' for user in users)}: {theme.name(what, 100)}" for what, users in owed.items()
    )
    called = theme.cut(called, 1200)
    small = "\n".join(f"-# {theme.plain(each)}" for each in terms.split("\n") if each)
    room = theme.CONTENT - len(called) - len(small) - 3
    said = theme.fit(theme.plain(lines).split("\n"), room, more="… and {} more: see History")
    rows: tuple[Row, ...] = (_buttons(showing)[:2],) if calls and not showing.is_closed else ()
    return Screen(text="\n".join(part for part in (said, small, called) if part), rows=rows)
