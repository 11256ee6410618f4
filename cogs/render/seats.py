"""Who plays whom, and how the table plays: what the board says of it, and the private screens."""

from collections.abc import Sequence

from cogs.address import Address
from cogs.paging import paged
from cogs.render import theme
from cogs.screen import Row, Screen
from rules.core.ids import CombatantId
from rules.core.reference import Switch, label_of, written
from rules.core.view import CombatantView, HandView, Phase
from rules.referee import Showing

SETTLED_FIRST = "peeking"  # what can be opened only before the start
OPEN = "open"
NOBODY = "nobody plays"  # of one with a place that nobody holds


def named(combatant: CombatantView, showing: Showing) -> str:
    """Somebody with who plays him: a game master is called so, and whoever is away has who or what plays instead.

    Of one that nobody holds it says for whom it is kept, or that nobody plays.
    """
    player = showing.players.get(combatant.id)
    if player is None:
        if combatant.id not in showing.kept_for:
            return theme.name(combatant.name)
        kept = showing.kept_for[combatant.id]
        words = f"kept for <@{kept}>" if kept else NOBODY
        return f"{theme.name(combatant.name)} ({words})"
    away = showing.away.get(combatant.id)
    gms = () if showing.is_for_one else showing.gms
    user = away.user if away else player
    said = [f"<@{user}>", *((theme.plain(showing.gm_word),) if user in gms else ())]
    if away is not None and away.delegate is not None:
        instead = f"the {theme.plain(showing.gm_word)} " if away.delegate in gms else ""
        said += ["away", f"{instead}<@{away.delegate}> plays"]
    elif away is not None:
        said.append(f"away: {away.orders}" if away.orders else "away, and nobody plays")
    return f"{theme.name(combatant.name)} ({', '.join(said)})"


def place(showing: Showing, who: CombatantId, name: str) -> str:
    """A player's character with who plays it just now, or for whom it is kept."""
    user, kept = showing.players.get(who), showing.kept_for[who]
    if user:
        return f"{theme.name(name)}: <@{user}>"
    return f"{theme.name(name)}: {NOBODY}" + (f", kept for <@{kept}>" if kept else "")


def table(showing: Showing, switches: Sequence[Switch]) -> Screen:
    """How the table plays; for a game master with a menu for each thing that he may set."""
    lines = [f"**{theme.plain(each.about)}**: {theme.plain(_label(each))}" for each in switches]
    if not showing.viewer.gm or showing.is_closed:
        how = f"The {theme.plain(showing.gm_word)} sets it: /gm table"
        return Screen(text="\n".join(("**How this table plays**", *lines, f"-# {how}")))
    rows: tuple[Row, ...] = tuple(
        paged(Address("tableset", showing.id, (each.key,)), each.about, each.readings, chosen=each.now)
        for each in switches
        if not is_settled(showing, each)
    )
    how = "A pick counts at once, and everybody is told."
    return Screen(text="\n".join(("**How this table plays**", *lines, how)), rows=rows[: theme.ROWS])


def _label(switch: Switch) -> str:
    return f"{label_of(switch.readings, switch.now)} ({written(switch.key)}={written(switch.now)})"


def is_settled(showing: Showing, switch: Switch) -> bool:
    """Whether it can be changed no more: nobody looks at what others hold who did not say so before the start."""
    return switch.key == SETTLED_FIRST and switch.now != OPEN and showing.view.phase is not Phase.LOBBY


def peeked(showing: Showing, hands: Sequence[HandView]) -> Screen:
    """What somebody else holds, shown to a game master once everybody has been told."""
    lines = ["Everybody has been told that you look at this."]
    for held in hands:
        items = ", ".join(theme.plain(item.label) for item in held.items) or "nothing"
        whose = f"**{theme.plain(showing.held_word.capitalize())} of {theme.name(held.name)}**"
        lines += [f"{whose} ({theme.plain(held.title)}): {items}", *(theme.plain(line) for line in held.sheet)]
    return Screen(text=theme.fit(lines, theme.CONTENT))
