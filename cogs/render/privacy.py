"""Screens about what is stored of a person, and what becomes of it when he is forgotten."""

from collections.abc import Sequence

from cogs.address import NOWHERE, Address
from cogs.render import theme
from cogs.screen import Button, Screen
from rules.core.counting import counted
from rules.privacy import FightOf, Forgotten, Stored

WHAT = """\
**What is stored about you**
Your Discord id, in {fights} ({going_on} going on): what you did there, when, and what came of it.
Characters of your own: {characters}.
Scenes kept for you: {scenes}. House rules that you kept for a server: {houses}.
Sessions that you led: {sessions}. Settings of yours (zone, quiet hours, where I write to you): {settings}.
Where messages for you stand: {messages}. What you asked about characters and sessions, so that nothing counts twice: \
{deeds}.
What you did as a moderator: {moderated}. What moderators did that names you: {named}. Servers on which you are barred \
from playing: {barred}.
No message that anybody writes is read or stored; no name of yours, no picture.
Not with me: messages in Discord, which you or a server can delete there; backups, in which whoever runs the bot keeps \
all this as it was, until he drops them."""
FORGET = """\
**Forget you?** That cannot be taken back.
Deleted: {characters}, {scenes}, your settings, and where messages for you stand.
In {fights}, and in the log of what moderators did, somebody without a name stands in your place, in every step. The \
log of the table stays, and can be checked as before.
What stays: that a server has barred you from playing ({barred}); backups, until whoever runs the bot drops them."""
SESSIONS = """\
{sessions} of yours will be over: what is left of the characters goes to those that are in no fight any more."""
ENDS = "⚠ {where}: nobody else leads it, so it is **ended**. Hand it over first if it is to go on."
STAYS = "· {where}: {names} stays, but is yours no more. The others are told, and somebody else can be found to play."
LEADS = "· {where}: you lead it no more. The others are told."
LEFT = """\
{fights} cannot be read by this version of the program and could not be changed: your id still stands there. Ask \
whoever runs the bot, or do it again after the next update."""


def what(stored: Stored) -> Screen:
    """What is stored, in a line each, and the two things that can be done about it."""
    text = WHAT.format(
        fights=counted(len(stored.fights), "fight"),
        going_on=len(stored.going_on),
        characters=_names(stored.characters),
        scenes=_names(stored.scenes),
        houses=stored.houses,
        sessions=stored.sessions,
        settings="some" if stored.has_settings else "none",
        messages=stored.messages,
        deeds=stored.deeds,
        moderated=counted(stored.moderated, "time"),
        named=counted(stored.named, "time"),
        barred=len(stored.barred) or "none",
    )
    buttons = (
        Button(label="Give me my data", to=Address("mydata", NOWHERE)),
        Button(label="Forget me …", to=Address("forget", NOWHERE), style="stop"),
    )
    return Screen(text=theme.cut(text, theme.CONTENT), rows=(buttons,))


def forgetting(stored: Stored) -> Screen:
    """What would happen, before it does."""
    text = FORGET.format(
        characters=counted(len(stored.characters), "character"),
        scenes=counted(len(stored.scenes), "kept scene"),
        fights=counted(len(stored.fights), "fight"),
        barred=counted(len(stored.barred), "server"),
    )
    sessions = [SESSIONS.format(sessions=counted(stored.open_sessions, "open session"))]
    more = [*(sessions if stored.open_sessions else ()), *(line for each in stored.going_on for line in _goes_on(each))]
    more.sort(key=lambda line: not line.startswith("⚠"))
    buttons = (
        Button(label="Yes, forget me", to=Address("forgetnow", NOWHERE), style="stop"),
        Button(label="Give me my data first", to=Address("mydata", NOWHERE)),
        Button(label="Keep everything", to=Address("about", NOWHERE)),
    )
    return Screen(text="\n".join((text, theme.fit(more, theme.CONTENT - len(text) - 1))), rows=(buttons,))


def _goes_on(fight: FightOf) -> list[str]:
    where = f"**{theme.name(fight.title)}** in <#{fight.place.channel}>"
    if fight.is_alone:
        return [ENDS.format(where=where)]
    stays = STAYS.format(where=where, names=theme.name(", ".join(fight.plays), 100))
    return [*([stays] if fight.plays else ()), *([LEADS.format(where=where)] if fight.is_gm else ())]


def forgotten(done: Forgotten) -> Screen:
    """What was done, and what could not be."""
    left = [LEFT.format(fights=counted(done.unreadable, "fight"))] if done.unreadable else []
    return Screen(text="\n".join(("You are forgotten.", *left)))


def _names(names: Sequence[str]) -> str:
    return theme.fit([theme.name(each) for each in names], 300, glue=", ") if names else "none"
