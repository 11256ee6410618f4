"""Screens about files: what a record opens, what could be proved, for whom the places of an imported fight are kept."""

from cogs.address import Address
from cogs.paging import paged
from cogs.render import seats, theme
from cogs.screen import Button, Entities, Row, Screen
from rules.core.ids import CombatantId
from rules.core.option import Choice
from rules.exporting import Checked
from rules.referee import Showing

OPENS = """\
The whole record of **{title}** opens **every secret** of it, what was held, what was drawn and what was hidden, to \
whoever has the file. With it the fight can be checked (`python -m rules verify`), and go on in another channel \
(/fight import). That you were given it is said in the channel, and stays in the log."""
RECORD = "The whole record. Every secret of the fight can be read in it: keep it to yourself."
WRONG = """\
✗ **The log of this fight does not hold: {where}.** It was changed, or the program has a fault. Whoever runs the bot \
can look into it; go by what you remember, and take back what is wrong."""
HOLDS = """\
✓ **{steps} steps hold**: each follows by the rules from what was asked and drawn, and leads to the fight as it was \
kept."""
OLDER = """\
{steps} older steps were written by an earlier version of the program: they come in order and lead to where the others \
begin, but could not be decided anew."""
TYPED = "Cards and dice were typed in by people: that they came so, only the table knows."
IMPORTED = """\
The fight came here in a file: what is before that was drawn elsewhere, and the file shows every secret. The \
history says who brought it."""
UNPROVED = """\
It cannot prove that the bot shuffles honestly: that what was drawn was left to chance, whoever runs the bot must be \
trusted with."""
NEWER = "I cannot check this fight: it was written by a newer version of the program."
PLACES = """\
**Who plays whom**. Nobody is put in unasked: you keep a place for somebody, and he takes it when he presses. \
(/gm give-seat puts somebody in at once.)"""
FOR_WHOM = """\
For whom do you keep **{name}**? He is named in the channel, and sees what is held there when he takes it."""


def opening(showing: Showing) -> Screen:
    """Whether it is meant: the record opens every secret."""
    button = Button(label="Give me the record", to=Address("openrecord", showing.id), style="stop")
    return Screen(text=OPENS.format(title=theme.name(showing.title, 100)), rows=((button,),))


def proved(found: Checked) -> str:
    """What could be proved of a log and what could not."""
    if found.is_unknown:
        return NEWER
    if found.wrong_at is not None:
        step = f"step {found.wrong_at} does not follow from what came before it"
        return WRONG.format(where=step if found.wrong_at else "its end does not fit")
    lines = [HOLDS.format(steps=found.compared)]
    if found.folded:
        lines.append(OLDER.format(steps=found.folded))
    if found.is_typed:
        lines.append(TYPED)
    if found.is_imported:
        lines.append(IMPORTED)
    return "\n".join((*lines, UNPROVED))


def places(showing: Showing, page: int = 0) -> Screen:
    """Whom each player's character is played by or kept for, to the GM; a menu of those that nobody plays."""
    names = {each.id: each.name for each in showing.view.combatants}
    lines = [f"· {seats.place(showing, who, names.get(who, 'Somebody'))}" for who in showing.kept_for]
    free = [Choice(key=who, label=names.get(who, "Somebody")) for who in showing.free]
    back = (Button(label=showing.gm_word, to=Address("panel", showing.id)),)
    rows: tuple[Row, ...] = (back,)
    if free:
        lines.append(f"Until then you play them as {showing.gm_word}, without seeing what they hold.")
        rows = (paged(Address("keepwhich", showing.id), "For whom is …", free, page=page), back)
    return Screen(text="\n".join((PLACES, theme.fit(lines, 1500))), rows=rows)


def for_whom(showing: Showing, who: CombatantId) -> Screen:
    """For whom this place is kept."""
    name = next((each.name for each in showing.view.combatants if each.id == who), "Somebody")
    to = Address("keepfor", showing.id, (who,))
    buttons = (
        Button(label="For nobody", to=Address("keepfor", showing.id, (who, "nobody"))),
        Button(label="Back", to=Address("places", showing.id)),
    )
    return Screen(
        text=FOR_WHOM.format(name=theme.name(name)), rows=(Entities(to=to, placeholder=f"{name} is for …"), buttons)
    )
