"""Checks of several people at once, which a GM calls for: which there are, and those that are still owed."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.core.audience import ALL, GM, Audience
from rules.core.command import Call
from rules.core.ids import CombatantId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.tally import Tally

LISTED = 12  # names that a refusal lists


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check that may be called now: of `who`, against one of the `difficulties`, the usual one first.

    `marked`: those of `who` whom the rules mean, if they care. `is_hidden`: the difficulty is a secret unless the GM
    tells it. `hint` says what other difficulty may be typed.
    """

    key: str
    label: str
    who: tuple[Choice, ...]
    difficulties: tuple[Choice, ...]
    marked: tuple[CombatantId, ...] = ()
    is_hidden: bool = False
    hint: str = ""


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """A check that somebody owes. `against` is what it has to reach, or what is added to it; a secret's parts are the
    GM's. `about`: what for, in the GM's words."""

    id: str
    who: CombatantId
    check: str
    against: Tally
    about: str = ""


def require_call(checks: Sequence[Check], call: Call, rule: str) -> tuple[Check, tuple[CombatantId, ...]]:
    """The check meant, and each of those called once; `rule` is what lets the GM call.

    Raises: Illegal(NOTHING_TO_CALL, NO_SUCH_CHECK, NOBODY_CALLED, NOT_CALLABLE).
    """
    if not checks:
        raise Illegal("NOTHING_TO_CALL", rule)
    check = next((each for each in checks if each.key == call.check), None)
    if check is None:
        choices = _listed(each.label for each in checks)
        raise Illegal("NO_SUCH_CHECK", rule, check=call.check[:40], choices=choices)
    can = {each.key: each.label for each in check.who}
    for who in call.who:
        if who not in can:
            raise Illegal("NOT_CALLABLE", rule, check=check.label, choices=_listed(can.values()))
    if not call.who:
        raise Illegal("NOBODY_CALLED", rule, check=check.label, choices=_listed(can.values()))
    return check, tuple(dict.fromkeys(call.who))


def difficulty_of(check: Check, call: Call) -> str:
    """The difficulty as typed, or the usual one."""
    return call.difficulty or check.difficulties[0].key


def audience_of(call: Call) -> Audience:
    """Who may know the difficulty."""
    return GM if call.hidden else ALL


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - LISTED} more" if len(every) > LISTED else ""
    return (", ".join(every[:LISTED]) or "nobody and nothing") + more
