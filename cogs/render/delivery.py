"""What is said of where one's own secrets come to: the first words there, why it is said in public, /me delivery."""

from collections.abc import Collection

from cogs.address import Address
from cogs.render import theme
from cogs.render.board import called, held_button
from cogs.screen import Button, Screen
from rules.core.ids import UserId
from rules.core.names import UNTITLED
from rules.preferences import DM, HERE, THREAD
from rules.referee import Showing

WHO_CAN_READ = "Whoever may manage threads on this server (Manage Threads) can read private threads too."
WAYS = {
    DM: "by direct message",
    THREAD: "in a private thread beside the fight",
    HERE: "only when you ask for it, in the fight's channel",
}


def greeting(mine: Showing) -> str:
    """The first words where what he holds comes to."""
    return f"{_fight(mine)}: your {mine.held_word} comes here. /me delivery changes where to."


def elsewhere(mine: Showing) -> Screen:
    """In place of what he holds, where it comes to no more."""
    held = mine.held_word
    return Screen(
        text=f"{theme.plain(_fight(mine))}: your {held} comes elsewhere now. "
        f"**{held.capitalize()}** beside **Your move**, or /me hand, shows it to you alone."
    )


def farewell(mine: Showing, words: str) -> Screen:
    """In place of what he held for somebody who plays himself again."""
    return Screen(text=theme.plain(f"{_fight(mine)}: {words}"))


def _fight(mine: Showing) -> str:
    return f"{UNTITLED} in {called(mine)}" if mine.title == UNTITLED else mine.title


def by_way(screen: Screen, way: str, mine: Showing, *, is_new: bool = False) -> Screen:
    """A private screen as it is sent this way: in a thread its player is named, and at first told who can read it."""
    if way != THREAD:
        return screen
    before = [f"<@{mine.viewer.user}>"]
    if is_new:
        before.append(f"This thread is for you and me. {WHO_CAN_READ}")
    head = " ".join(before)
    return Screen(
        text=f"{head}\n{theme.cut(screen.text, theme.CONTENT - len(head) - 1)}", rows=screen.rows, held=screen.held
    )


def chosen(way: str, *, allows_threads: bool) -> str:
    """What somebody has chosen, and who else can read it. `allows_threads`: whether this server has private threads."""
    said = {
        DM: "What is yours alone comes by direct message."
        + (" If your DMs are closed, it comes in a private thread." if allows_threads else ""),
        THREAD: "What is yours alone comes in a private thread beside the fight. Where there can be none, by direct "
        "message."
        if allows_threads
        else "This server allows no private threads: here what is yours alone comes by direct message.",
        HERE: "What is yours alone comes only when you ask for it: in the fight's channel I say when it has changed.",
    }
    readers = f" {WHO_CAN_READ}" if allows_threads and way != HERE else ""
    return f"{said[way]}{readers}\n/me hand and the button beside **Your move** show it to you alone wherever you are."


def unreachable(showing: Showing, user: UserId) -> Screen:
    """Said once in public, to the player and the game master: nothing private reaches him."""
    text = (
        f"<@{user}>: I cannot write to you privately; your DMs may be closed. "
        f"Press **{showing.held_word.capitalize()}** or type /me hand here: "
        "what you hold is shown to you alone. /me delivery says which other ways there are.\n"
        f"<@{showing.gms[0]}>: the fight goes on all the same."
    )
    return Screen(text=text, rows=_hand(showing))


def changed(showing: Showing, users: Collection[UserId]) -> Screen:
    """Said in public to those who are told in no other way that what they hold has changed."""
    names = " ".join(f"<@{user}>" for user in users)
    held = showing.held_word
    whose = f"your {held}s have changed" if len(users) > 1 else f"your {held} has changed"
    return Screen(text=f"{names}: {whose}. **{held.capitalize()}** shows it to you alone.", rows=_hand(showing))


def _hand(showing: Showing) -> tuple[tuple[Button, ...], ...]:
    return ((Button(label="Your move", to=Address("move", showing.id), style="main"), held_button(showing)),)
