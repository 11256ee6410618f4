"""To do and to take back is as if nothing had happened, for every kind of event of every system."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from rules import notation
from rules.core.audience import PUBLIC
from rules.core.codec import encode
from rules.core.command import Finish
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.registry import RULESETS
from rules.systems.conflicts import events as c
from rules.systems.texarkana import events as t
from rules.systems.texarkana.attempts import Backing
from rules.systems.texarkana.state import SecondShot, TexState
from rules.systems.twtw import events as w
from rules.systems.twtw.arcs import Mode
from rules.tables import AnyRuleset
from tests.playthroughs.test_playthroughs import FILES
from tests.properties.going_back import (
    HERE,
    Kept,
    dealt_anew,
    kept_random,
    kept_written,
    remembered,
    require_cards_in_place,
    require_gone_back,
    require_nobody_knows_another,
)

SEEDS = range(10)
STEPS = 50  # of each seed: a short fight
WHO, WHOM = CombatantId("c1"), CombatantId("c2")
Samples = Mapping[type[Event], Callable[[Any], Event]]  # Any: each takes the state of its own system


def _some_card(state: TexState) -> str:
    return state.deck.rest[0]


SELDOM: Mapping[str, Samples] = {
    "texarkana": {
        t.BackingKept: lambda state: t.BackingKept(backing=Backing(who=WHO, traits=("brawler",), is_decisive=True)),
        t.WoeFed: lambda state: t.WoeFed(who=WHO, woe=9),
        t.CardOwed: lambda state: t.CardOwed(who=WHO),
        t.GritRegained: lambda state: t.GritRegained(who=WHO, grit=9),
        t.InjuryEased: lambda state: t.InjuryEased(who=WHO, injury=7),
        t.LeftDying: lambda state: t.LeftDying(who=WHO, dying=WHOM),
        t.RivalTrumped: lambda state: t.RivalTrumped(attempt="t1", who=WHO, card=_some_card(state)),
        t.SecondShotOffered: lambda state: t.SecondShotOffered(
            second=SecondShot(id="t1", who=WHO, whom=WHOM, weapon="revolver", card=_some_card(state))
        ),
        t.SecondShotOver: lambda state: t.SecondShotOver(id="t1", who=WHO, does_shoot=False),
        t.TraitsStruck: lambda state: t.TraitsStruck(who=WHO, traits=("sharpshooter",)),
    },
    "conflicts": {c.Lamed: lambda state: c.Lamed(who=WHO), c.TurnCut: lambda state: c.TurnCut(who=WHO)},
    "twtw": {
        w.EdgeChecked: lambda state: w.EdgeChecked(
            who=WHO, whom=WHOM, card="1", is_yes=False, is_clear=False, mode=Mode.GRIDLESS
        ),
        w.JabUsed: lambda state: w.JabUsed(who=WHO),
        w.LoadingTried: lambda state: w.LoadingTried(
            who=WHO, weapon="revolver", result=Tally(), number=1, is_calamity=False
        ),
        w.PathCut: lambda state: w.PathCut(who=WHO, length=1),
        w.Revealed: lambda state: w.Revealed(who=WHO),
        w.Treated: lambda state: w.Treated(who=WHO, whom=WHOM, result=Tally(), need=Tally(), is_saved=True),
        w.OrdersDropped: lambda state: w.OrdersDropped(who=WHO),
    },
}
"""What chance brings about too seldom to wait for it: put into a fight by hand."""

NEVER: Mapping[str, Mapping[str, str]] = {"texarkana": {}, "conflicts": {}, "twtw": {}}
"""Kinds of events that cannot be taken back, with the reason: there are none."""

_taken_back: dict[str, set[str]] = {ruleset.id: set() for ruleset in RULESETS}


async def back_to_the_beginning(kept: Kept, *, is_verified: bool = True) -> None:
    """Take everything back, looking at each step, and note the kinds of events that were taken back."""
    kinds = _taken_back[kept.ruleset.id]
    for last in range((await kept.now()).seq, 1, -1):
        before = await kept.now()
        kinds |= {type(event).__name__ for event in kept.events[last]}
        after, events = await kept.undo()
        require_gone_back(kept, before, after, events)
        if kept.ruleset.id == "texarkana":
            require_cards_in_place(after.state)
            require_nobody_knows_another(kept.stood[before.before].state, after.state, remembered(events))
        kinds |= {type(event).__name__ for event in dealt_anew(events)}
    assert not (await kept.now()).before
    if is_verified:
        assert (await kept.referee.verify(HERE)).compared == len(kept.stood)


@cache
def _scores() -> tuple[notation.Score, ...]:
    return tuple(notation.read(file.read_text(encoding="utf-8")) for file in FILES)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
async def test_undo_after_do_is_the_identity_for_every_kind_of_event(ruleset: AnyRuleset) -> None:
    for seed in SEEDS:
        is_verified = seed % 4 == 0
        for kept in (
            await kept_random(ruleset, seed, steps=STEPS, gm_acts=0.12),
            await kept_random(ruleset, 100 + seed, steps=STEPS, gm_acts=0.5),
        ):
            await back_to_the_beginning(kept, is_verified=is_verified)
    for score in _scores():
        if score.ruleset == ruleset.id:
            await back_to_the_beginning(await kept_written(ruleset, score))
    kept = await kept_random(ruleset, 0, steps=5)
    for event in SELDOM[ruleset.id].values():
        state = (await kept.now()).state
        await kept.add((Finish(), (), (event(state),)))
        before = await kept.now()
        after, events = await kept.undo()
        assert not dealt_anew(events)
        assert encode(after.state) == encode(state)
        require_gone_back(kept, before, after, events)
    by_hand = {kind.__name__ for kind in SELDOM[ruleset.id]}
    left = {kind.__name__ for kind in ruleset.event_types} - _taken_back[ruleset.id] - by_hand
    assert sorted(left) == sorted(NEVER[ruleset.id])


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
async def test_what_everybody_sees_after_an_undo_is_what_he_saw_before_it(ruleset: AnyRuleset) -> None:
    """But for what was dealt anew, to those without a part in the fight nothing differs at all."""
    kept = await kept_random(ruleset, 3, steps=30)
    while (before := await kept.now()).before:
        after, events = await kept.undo()
        if not dealt_anew(events):
            then = kept.stood[before.before]
            assert ruleset.view(after.state, PUBLIC) == ruleset.view(then.state, PUBLIC)
