"""Going back behind what was declared and shown: nobody stays bound to a plan that all have seen."""

from collections.abc import Sequence

from rules.core.audience import ALL, Seen
from rules.core.dice import Dice
from rules.core.event import Event, cited
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.play import seen_audience
from rules.systems.conflicts.state import ConflictState, Stage

PLAN = "plan"  # how what is seen begins that is what somebody had declared

QUIET: frozenset[type[Event]] = frozenset(
    (
        e.PlanMade,
        e.PlanSealed,
        e.PlansDropped,
        e.PlanChanged,
        e.PlanSpent,
        e.AskingSet,
        e.ActionDone,
        e.StageBegan,
        e.Oriented,
        e.Moved,
        e.Rose,
        e.Dropped,
        e.Handled,
        e.Reloaded,
        e.Prepared,
        e.Tried,
        e.HoldEnded,
    )
)
"""What somebody declares in secret or does in the open, as long as no plan is shown and no die falls."""


class ConflictRedealing:
    """See `rules.core.redealing.Redealing`."""

    def is_quiet(self, event: Event) -> bool:
        """Whether it tells nobody anything that was hidden or a matter of chance.

        Whoever attacks learns from who is asked, and who is not, whether the other has a Defend.
        """
        return type(event) in QUIET

    def seen(self, before: ConflictState, events: Sequence[Event]) -> tuple[Seen, ...]:
        """Whose sealed plans were shown."""
        if before.house.declare != "sealed":
            return ()
        return tuple(
            Seen(what=f"{PLAN} {each.who}", to=each.audience) for each in events if isinstance(each, e.PlanShown)
        )

    def words(self, state: ConflictState, seen: Sequence[Seen]) -> tuple[str, ...]:
        """Whose plans all have seen."""
        names = ", ".join(each.name for each in state.fighters if f"{PLAN} {each.id}" in _to_all(seen))
        return (f"Everybody has seen what was declared by: {names}.",) if names else ()

    def redealt(self, past: ConflictState, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
        """Whoever had declared in secret what all have seen since declares anew (C2-06)."""
        if past.phase is not Phase.RUNNING or past.stage is not Stage.DECLARING or past.house.declare != "sealed":
            return ()
        known = _to_all(seen)
        return tuple(
            e.PlansDropped(rules=cited("C2-06"), audience=seen_audience(each), who=each.id)
            for each in past.fighters
            if each.plans and f"{PLAN} {each.id}" in known
        )


REDEALING = ConflictRedealing()


def _to_all(seen: Sequence[Seen]) -> set[str]:
    return {each.what for each in seen if each.to == ALL}
