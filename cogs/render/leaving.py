"""The screen before somebody leaves a fight for good: what that brings."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from cogs.address import Address
from cogs.render import theme
from cogs.screen import Button, Row, Screen
from rules.core.ids import CombatantId, UserId
from rules.referee import Showing

FREE = """\
· The {gm} plays on for {names}, without seeing what is held, until somebody else does."""
OWED = "· What you owe just now is then the {gm}'s to decide: {what}"
HELD = "· Your {word} is shown to you no more, wherever it was."
HELD_FOR = "· The {word} of {names} is shown to you no more, wherever it was."
STANDS_IN = "· You stand in no more for {names}, for whom you play just now."
WAITED_FOR = "· {names}: waited for as anybody is, until whoever is away comes back or the {gm} finds another."
TOLD = "· Everybody is told."
BACK = " You play again only if the {gm} gives you a place."
BACK_AS = " You play {names} again only if the {gm} gives you the place."
FOR_A_WHILE = "-# Only for a while? /me away leaves somebody or orders behind."
ONE_ONLY = "-# Only one of them? {how}"
FEW = 3  # of whom each has a button of his own


def leaving(showing: Showing, who: CombatantId | None) -> Screen:
    """Whether it is meant to hand back all that the viewer holds and stand in for nobody, or only for `who`."""
    every = {each.id: each.name for each in showing.view.combatants if each.id in showing.viewer.combatants}
    meant = every if who is None else {each: name for each, name in every.items() if each == who}
    own = {each: name for each, name in meant.items() if _holder(showing, each) == showing.viewer.user}
    others = {each: name for each, name in meant.items() if each not in own}
    rest = [name for each, name in every.items() if each not in meant]
    lines = [
        _asked(own, others, rest),
        *_of_own(showing, own),
        *_of_others(showing, own, others),
        _told(showing, own, rest),
        *((FOR_A_WHILE,) if own else ()),
    ]
    if len(meant) > 1:
        how = "Press its button." if len(meant) <= FEW else "/fight leave who: gives up that one alone."
        lines.append(ONE_ONLY.format(how=how))
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=_buttons(showing, meant, rest, who))


def mark(showing: Showing, who: CombatantId | None) -> str:
    """What tells whether the viewer still plays those (or `who`) whom he was asked about, and as what he does."""
    meant = showing.viewer.combatants if who is None else {who} & showing.viewer.combatants
    return mark_of({each: _holder(showing, each) == showing.viewer.user for each in meant})


def mark_of(plays: Mapping[CombatantId, bool]) -> str:
    """The same from whom somebody plays, and whether as his own."""
    said = " ".join(f"{each}{'=' if is_own else '+'}" for each, is_own in sorted(plays.items()))
    return hashlib.sha256(said.encode()).hexdigest()[:8]


def _asked(own: Mapping[CombatantId, str], others: Mapping[CombatantId, str], rest: Sequence[str]) -> str:
    if not own:
        return f"**Stand in no more for {_listed(others.values())}?**"
    names = _listed(own.values())
    if rest:
        return f"**Hand back {names} for good?** You go on as {_listed(rest)}."
    return f"**Leave this fight for good, and hand back {names}?**"


def _of_own(showing: Showing, own: Mapping[CombatantId, str]) -> list[str]:
    """What becomes of those that he holds himself, of what they owe and of what they hold."""
    if not own:
        return []
    gm = theme.plain(showing.gm_word)
    lines = [FREE.format(gm=gm, names=_listed(own.values()))]
    owed = [each for each in showing.view.asked if each.whom in own]
    if owed:
        said = [
            f"{theme.name(each.who)}: {theme.name(each.what)}" if len(own) > 1 else theme.name(each.what)
            for each in owed
        ]
        lines.append(OWED.format(gm=gm, what=theme.sentence(theme.fit(said, 300, glue="; "))))
    if any(each.combatant in own for each in showing.view.hands):
        lines.append(HELD.format(word=showing.held_word))
    return lines


def _of_others(showing: Showing, own: Mapping[CombatantId, str], others: Mapping[CombatantId, str]) -> list[str]:
    """What becomes of those whom he plays for somebody who is away."""
    if not others:
        return []
    names = _listed(others.values())
    lines = [STANDS_IN.format(names=names)] if own else []
    lines.append(WAITED_FOR.format(names=names, gm=theme.plain(showing.gm_word)))
    if any(each.combatant in others for each in showing.view.hands):
        lines.append(HELD_FOR.format(word=showing.held_word, names=names))
    return lines


def _told(showing: Showing, own: Mapping[CombatantId, str], rest: Sequence[str]) -> str:
    """That it is told; and, of what he held himself, that he cannot take it again by himself."""
    back = "" if not own else BACK_AS if rest else BACK
    return f"{TOLD}{back}".format(gm=theme.plain(showing.gm_word), names=_listed(own.values()))


def _buttons(
    showing: Showing, meant: Mapping[CombatantId, str], rest: Sequence[str], who: CombatantId | None
) -> tuple[Row, ...]:
    """One for each, if there are few, one for all that is meant, and one to stay."""
    label = "Yes, give it up" if rest else "Yes, I am out"
    yes = Button(label=label, to=_now(showing, who), style="stop")
    each = [
        Button(label=f"Only {theme.cut(name, 60)}", to=_now(showing, one))
        for one, name in meant.items()
        if 1 < len(meant) <= FEW
    ]
    return ((yes, *each, Button(label="Stay", to=Address("move", showing.id))),)


def _now(showing: Showing, who: CombatantId | None) -> Address:
    return Address("leavenow", showing.id, (mark(showing, who), *((who,) if who else ())))


def _holder(showing: Showing, who: CombatantId) -> UserId | None:
    """Whose the combatant is, whoever plays it just now; None: nobody's."""
    away = showing.away.get(who)
    return away.user if away is not None else showing.players.get(who)


def _listed(names: Iterable[str]) -> str:
    return theme.fit([theme.name(each) for each in names], 300, glue=" and ")
