"""Somebody who plays several: a screen is about one of them at a time, and a menu changes to another."""

from cogs.address import Address
from cogs.paging import paged
from cogs.render import theme
from cogs.screen import Row
from rules.core.ids import CombatantId
from rules.core.option import Choice
from rules.core.view import CombatantView
from rules.referee import Showing


def plays_several(showing: Showing) -> bool:
    """Whether the viewer plays more than one."""
    return len(showing.viewer.combatants) > 1


def current(showing: Showing, last: str = "") -> CombatantId | None:
    """Whom a screen of the viewer's own is about: the first of his who owes something, else his first.

    The `last` shown goes before the others in both. None where he plays nobody.
    """
    for among in (_owing(showing), [each.id for each in _mine(showing)]):
        if among:
            return CombatantId(last) if last in among else among[0]
    return None


def in_turn(showing: Showing) -> tuple[CombatantId, ...]:
    """All whom the viewer plays: first whoever owes something, so that `current` is the first of them."""
    mine = (*_owing(showing), *(each.id for each in _mine(showing)), *sorted(showing.viewer.combatants))
    return tuple(dict.fromkeys(mine))


def menu(showing: Showing, verb: str, now: CombatantId | None, page: int = 0) -> tuple[Row, ...]:
    """For whom else: each with what he owes; none for somebody who plays but one, or is shown another's screen."""
    if now not in showing.viewer.combatants or not plays_several(showing) or showing.is_closed:
        return ()
    mine = _mine(showing)
    name = next((each.name for each in mine if each.id == now), "")
    choices = [Choice(key=each.id, label=each.name, note=_owes(showing, each)) for each in mine]
    return (paged(Address(verb, showing.id), f"For whom? Now: {theme.cut(name, 60)}", choices, page=page),)


def _mine(showing: Showing) -> list[CombatantView]:
    return [each for each in showing.view.combatants if each.id in showing.viewer.combatants]


def _owing(showing: Showing) -> list[CombatantId]:
    """Those of his who owe something; first who can decide it now."""
    asked = [each for each in showing.view.asked if each.is_mine and each.whom in showing.viewer.combatants]
    return [each.whom for each in sorted(asked, key=lambda each: not each.choices) if each.whom is not None]


def _owes(showing: Showing, who: CombatantView) -> str:
    owed = next((each.what for each in showing.view.asked if each.is_mine and each.whom == who.id), "")
    if owed:
        return f"owes: {owed}"
    return "is out" if who.is_out else "owes nothing now"
