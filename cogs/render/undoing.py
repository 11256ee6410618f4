"""The screens of an undo: what would be taken back, how things would stand, who has seen what."""

from collections.abc import Sequence
from dataclasses import replace

from cogs.address import Address
from cogs.render import theme
from cogs.render.board import BETWEEN
from cogs.screen import Button, Row, Screen
from rules.referee import Showing
from rules.undo_classes import Preview

BY_HAND = (
    "Your table draws by itself, and I cannot deal your cards anew. What others have seen would be back in a hand: "
    "shuffle it into your deck, or let the ruling stand."
)
TAKEN, DIFFERS, SEEN = 600, 600, 350  # characters


def preview(showing: Showing, found: Preview) -> Screen:
    """All of it in words; nothing counts until it is confirmed."""
    take = Button(label="Take it back", to=Address("undonow", showing.id, (str(found.seq),)), style="stop")
    back = Button(label="Back", to=Address("panel", showing.id))
    return Screen(text=said(found), rows=((take, *((back,) if showing.viewer.gm else ())),))


def said(found: Preview) -> str:
    """What would be taken back, how things would stand, who has seen what, what would be dealt anew."""
    dealt = found.dealt or ("Nothing need be dealt anew.",)
    if found.is_by_hand:
        dealt = (BY_HAND,)
    parts = [
        _part("Take back what was ruled last?", found.taken or ("Nothing that you were told of.",), TAKEN),
        _part("How things stand now → how they would stand", found.differs or ("No difference to be seen.",), DIFFERS),
        _part("Who has seen what", found.seen or ("Nobody has seen anything by it that was hidden.",), SEEN),
        _part("Dealt or decided anew", dealt, SEEN),
    ]
    return theme.cut("\n\n".join(parts), theme.CONTENT)


def _part(title: str, lines: Sequence[str], limit: int) -> str:
    return f"**{title}**\n{theme.fit_ends([theme.plain(line) for line in lines], limit, more=BETWEEN)}"


def needs_gm(showing: Showing, words: str, seq: int | None) -> Screen:
    """Why somebody cannot take it back by himself, and (with `seq`) the way to ask whoever can."""
    ask = Button(label=f"Ask the {showing.gm_word}", to=Address("undoask", showing.id, (str(seq),)))
    return Screen(text=f"✋ {theme.plain(words)}", rows=() if seq is None else ((ask,),))


def asked(showing: Showing) -> Screen:
    """It was asked for."""
    return Screen(text=f"I have asked the {theme.plain(showing.gm_word)}, before all. Until then it stands.")


def with_undo(screen: Screen, showing: Showing, seq: int | None) -> Screen:
    """The same with [Undo] as its last button, where somebody may take back step `seq` by himself."""
    if seq is None:
        return screen
    button = Button(label="Undo", to=Address("undonow", showing.id, (str(seq),)))
    last: Row = screen.rows[-1] if screen.rows else ()
    if isinstance(last, tuple) and last and len(last) < theme.BUTTONS_IN_ROW:
        return replace(screen, rows=(*screen.rows[:-1], (*last, button)))
    return replace(screen, rows=(*screen.rows, (button,))) if len(screen.rows) < theme.ROWS else screen
