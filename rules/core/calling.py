"""Checks of several people at once, which a GM calls for: which there are, and those that are still owed."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from rules.core.audience import ALL, GM, Audience
from rules.core.command import Call
from rules.core.draft import Draft
from rules.core.event import Event, cited
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.core.tally import Tally

LISTED = 12  # names that a refusal lists


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check that may be called now: of `who`, against one of the `difficulties`, the usual one first.

    `marked`: those of `who` whom the rules mean, if they care. `is_hidden`: the difficulty is a secret unless the GM
    tells it.
    """

    key: str
    label: str
    who: tuple[Choice, ...]
    difficulties: tuple[Choice, ...]
    marked: tuple[CombatantId, ...] = ()
    is_hidden: bool = False


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """A check that somebody owes. `against` is what it has to reach, or what is added to it; a secret's parts are the
    GM's. `about`: what for, in the GM's words."""

    id: str
    who: CombatantId
    check: str
    against: Tally
    about: str = ""

    @property
    def words(self) -> str:
        """What is called for, in words that anybody may read."""
        return f"{label_of(self.check)} ({self.about})" if self.about else label_of(self.check)

    @property
    def is_secret(self) -> bool:
        """Whether the GM keeps what it is against to himself."""
        return any(part.audience == GM for part in self.against.parts)

    def prompt(self, *, otherwise: str, more: str) -> Prompt:
        """The decision that whoever was called owes: `more` is what he reads behind the check itself."""
        return Prompt(
            id=PromptId(f"{self.id}.check"),
            whom=self.who,
            what=f"a check: {self.words}",
            otherwise=otherwise,
            question=f"A check: {self.words}{more}",
            matter=self.id,
        )


class CheckCalled(Event, frozen=True):
    """Somebody owes a check."""

    called: Called


class CallClosed(Event, frozen=True):
    """That check is owed no more: it is made now, or has lost its point."""

    call: str


class Callee(Protocol):
    """Somebody who can be called."""

    @property
    def id(self) -> CombatantId:
        """Who it is."""
        ...

    @property
    def is_pc(self) -> bool:
        """Whether somebody plays him who is asked."""
        ...


F = TypeVar("F", bound=Callee)


def label_of(check: str) -> str:
    """A check in a word, by its key."""
    return check.title()


def players_first(those: Iterable[F]) -> list[F]:
    """Those called, in the order in which they are asked."""
    return sorted(those, key=lambda each: not each.is_pc)


def owed_by(
    those: Iterable[F], counter: int, check: Check, call: Call, against: Callable[[F], Tally]
) -> tuple[Called, ...]:
    """The check that each of these owes, players first, numbered on from `counter`."""
    return tuple(
        Called(id=f"k{counter + at}", who=each.id, check=check.key, against=against(each), about=call.about)
        for at, each in enumerate(players_first(those), start=1)
    )


def owes(calls: Iterable[Called], who: CombatantId) -> bool:
    """Whether somebody owes a check already."""
    return any(each.who == who for each in calls)


def drop_moot(
    draft: Draft[Any, Event],  # Any: each system has its own state
    calls: Iterable[Called],
    at_hand: Collection[CombatantId],
    rule: str,
) -> bool:
    """Nobody owes a check any more but those at hand; says whether somebody else did."""
    moot = tuple(each for each in calls if each.who not in at_hand)
    draft.emit(*(CallClosed(rules=cited(rule), call=each.id) for each in moot))
    return bool(moot)


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
