"""The forms in which a GM describes NPCs of his own: blank by blank, or as a pasted text."""

from cogs.address import Address
from cogs.render import theme
from cogs.screen import Blank, Form, Pick
from rules.core.combatant import Side
from rules.core.ids import FightId
from rules.core.option import Choice, Slot
from rules.core.ruleset import OwnNpcs

FORM, PASTED = "=form", "=text"  # keys of ours that no stat block has
WAYS = (
    Choice(key=FORM, label="Your own, in a form"),
    Choice(key=PASTED, label="Your own, as a text", note="pasted TOML, one or several"),
)
KEYS = {each.key for each in WAYS}
TEXT = "=text"  # the blank of the pasted text; no blank of a system is called so
HIDDEN, SEEN = "hidden", "seen"


def form(fight: FightId, own: OwnNpcs, way: str, name: str, side: Side, place: str, *, hidden: bool) -> Form:
    """The form of either way. Whom it is for stands in its address."""
    to = Address("describe", fight, (way.strip("="), side, HIDDEN if hidden else SEEN, place))
    if way == FORM:
        return Form(title="Your own NPC", to=to, blanks=tuple(_blank(slot, name) for slot in own.blanks))
    label = "TOML: one NPC, or a table for each"
    pasted = Blank(name=TEXT, label=label, value=own.example, is_long=True, most=theme.LONGEST_FORM_TEXT)
    return Form(title="Your own NPCs", to=to, blanks=(pasted,))


def _blank(slot: Slot, name: str) -> Blank:
    """A menu of the legal values, else a text that begins with what is usual."""
    if slot.is_free:
        usual = slot.choices[0].label if slot.choices else ""
        value = name if slot.name == "name" else usual
        return Blank(name=slot.name, label=slot.label, value=value, is_optional=slot.is_optional)
    picks = tuple(
        Pick(key=each.key, label=each.label, note=each.note, is_chosen=not at) for at, each in enumerate(slot.choices)
    )
    return Blank(name=slot.name, label=slot.label, picks=picks, is_optional=slot.is_optional)
