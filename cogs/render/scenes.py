"""Scenes of a game master's own: the form for one, and what was understood of it."""

from cogs.address import NOWHERE, Address
from cogs.render import theme
from cogs.screen import Blank, Button, Form, Row, Screen
from rules.core.counting import counted
from rules.core.ids import FightId
from rules.scenes import Draft

TEXT = "text"  # the blank of the form
LONGEST_SAID = 150  # characters of a line that was understood
LONGEST_FAULT = 400


def saved(name: str) -> str:
    """That a scene is kept."""
    return (
        f"**{theme.name(name, 100)}** is kept for you on this server. "
        "/gm scene load lays it out in a lobby, and /fight begin takes it as its scene."
    )


def deleting(key: str, name: str) -> Screen:
    """Whether it is meant."""
    sure = Button(label="Yes, delete it", to=Address("unkeep", NOWHERE, (key,)), style="stop")
    text = f"Delete the scene **{theme.name(name, 100)}**? That cannot be taken back. Fights opened with it go on."
    return Screen(text=text, rows=((sure,),))


def deleted(name: str) -> Screen:
    """That it is gone."""
    return Screen(text=f"The scene **{theme.name(name, 100)}** is deleted.")


def form(fight: FightId, text: str) -> Form:
    """A form for a whole scene, a line for each thing."""
    most = theme.LONGEST_FORM_TEXT
    label = "Places, people and settings, a line each"
    blank = Blank(name=TEXT, label=label, value=theme.cut(text, most), is_long=True, most=most)
    return Form(title="A scene of your own", to=Address("pasted", fight), blanks=(blank,))


def preview(fight: FightId, draft: Draft, *, is_lobby: bool) -> Screen:
    """Line by line what was not understood, then what was; it can be laid out if all was."""
    pasted = draft.pasted
    heading = f"**{theme.name(pasted.name, 100)}**, as I read it. Nothing is laid out yet."
    if pasted.faults:
        lines = counted(len(pasted.faults), "line")
        heading = f"✋ {lines} I cannot use. Your text is kept: change it, and look again."
    elif not is_lobby:
        heading = "✋ The lobby is closed: a scene is laid out while it is open. Your text is kept."
    faults = [f"❌ Line {each.line}: {theme.name(each.said, LONGEST_FAULT)}" for each in pasted.faults]
    understood = [f"✅ Line {each.line}: {theme.name(each.said, LONGEST_SAID)}" for each in pasted.understood]
    change = Button(label="Change the text", to=Address("paste", fight))
    use = Button(label="Lay it out", to=Address("layout", fight, (draft.mark,)), style="go")
    row: Row = (use, change) if pasted.scene and is_lobby else (change,)
    return Screen(text=theme.fit((heading, *faults, *understood), theme.CONTENT), rows=(row,))
