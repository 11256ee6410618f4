"""The screen before somebody leaves a fight for good: what that brings."""

from collections.abc import Iterable

from cogs.address import Address
from cogs.render import theme
from cogs.screen import Button, Screen
from rules.core.ids import CombatantId, UserId
from rules.referee import Showing

FREE = """\
· The {gm} plays on for {names}, without seeing what is held, or gives the place to somebody else."""
OWED = "· What you owe just now is then the {gm}'s to decide: {what}."
HELD = "· Your {word} is shown to you no more, wherever it was."
STANDS_IN = "· You stand in no more for {names}, for whom you play just now."
TOLD = "· Everybody is told. You play again only if the {gm} gives you a place."
FOR_A_WHILE = "-# Only for a while? /me away leaves somebody or orders behind."


def leaving(showing: Showing, who: CombatantId | None) -> Screen:
    """Whether it is meant to hand back all that the viewer holds and stand in for nobody, or only for `who`."""
    gm = theme.plain(showing.gm_word)
    meant = showing.viewer.combatants if who is None else {who}
    played = {each.id: each.name for each in showing.view.combatants if each.id in meant}
    own = {each: name for each, name in played.items() if _holder(showing, each) == showing.viewer.user}
    others = [name for each, name in played.items() if each not in own]
    if own:
        names = _listed(own.values())
        lines = [f"**Leave this fight for good, and hand back {names}?**", FREE.format(gm=gm, names=names)]
    else:
        lines = [f"**Stand in no more for {_listed(others)}?**"]
    owed = [each.what for each in showing.view.asked if each.whom in own]
    if owed:
        lines.append(OWED.format(gm=gm, what=theme.fit([theme.name(each) for each in owed], 300, glue="; ")))
    if any(each.combatant in played for each in showing.view.hands):
        lines.append(HELD.format(word=showing.held_word))
    if own and others:
        lines.append(STANDS_IN.format(names=_listed(others)))
    lines += [TOLD.format(gm=gm), FOR_A_WHILE]
    yes = Button(label="Yes, I am out", to=Address("leavenow", showing.id, (who,) if who else ()), style="stop")
    stay = Button(label="Stay", to=Address("move", showing.id))
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=((yes, stay),))


def _holder(showing: Showing, who: CombatantId) -> UserId | None:
    """Whose the combatant is, whoever plays it just now; None: nobody's."""
    away = showing.away.get(who)
    return away.user if away is not None else showing.players.get(who)


def _listed(names: Iterable[str]) -> str:
    return theme.fit([theme.name(each) for each in names], 300, glue=" and ")
