"""Handling: hands, reloading, aiming (C2-08, C2-43, C2-47, C2-48, C2A-15 to C2A-17, C2D-15)."""

from typing import Any

import pytest

from rules.core.command import GoOn
from rules.systems.conflicts import commands as c, events as e
from rules.systems.conflicts.gear import free_hands, outfit
from rules.systems.conflicts.handling import handlings, label
from rules.systems.conflicts.state import Aim, ConflictState, Spot
from tests.systems.conflicts.table import Table, fight, item, npc, only, pc, performing, who

ANA, BART = who("ana"), who("bart")
GO = GoOn(prompts=())


def handling(*hows: str, **changes: Any) -> Table:  # Any: fields of several types
    """Ana handles first this, then that; nobody else does anything."""
    plans = [f"handle {how}" for how in hows]
    return performing(
        pc(**changes),
        npc(at=20),
        plans={"ana": (plans[0], plans[1] if len(plans) > 1 else "orient"), "bart": ("orient", "orient")},
    )


@pytest.mark.parametrize(
    ("gear", "how", "hold"),
    [
        ((item("pistol", ""),), "draw pistol", "main"),
        ((item("fn-fal", ""),), "draw fn-fal", "both"),
        ((item("sword"), item("pistol", "")), "draw pistol", "off"),
        ((item("sword"), item("fn-fal", "")), "draw fn-fal", "off"),
        ((item("pistol"),), "put away pistol", ""),
        ((item("pistol", "", lies=Spot(x=90)),), "pick up pistol", "main"),
    ],
)
def test_c2_08_weapons_are_drawn_put_away_and_picked_up(gear: tuple[object, ...], how: str, hold: str) -> None:
    table = handling(how, gear=gear)
    table.do(GO)
    which = how.rpartition(" ")[2]
    found = table["ana"].item(which)
    assert found is not None
    assert (found.hold, found.lies) == (hold, None)


@pytest.mark.parametrize(
    ("gear", "how"),
    [
        ((item("fn-fal", "both"), item("pistol", "")), "draw pistol"),
        ((item("pistol", "", lies=Spot(x=110)),), "pick up pistol"),
        ((item("pistol"),), "reload pistol"),
        ((item("sword"),), "aim sword bart"),
        ((item("pistol"),), "telescope pistol bart"),
        ((item("pistol"),), "draw cannon"),
    ],
)
def test_c2_08_what_hands_cannot_do_is_refused(gear: tuple[object, ...], how: str) -> None:
    table = performing(pc(gear=gear), npc(at=20), plans={"ana": ("handle", "orient"), "bart": ("orient", "orient")})
    table.do(GO)
    assert table.refusal(c.Handle(actor=ANA, how=how)).code == "CANNOT_HANDLE"
    assert table.refusal(c.Handle(actor=ANA)).code == "NO_HOW"


def test_c2_08_anything_else_is_for_the_gm_to_rule() -> None:
    (tried,) = only(handling("bar the door").do(GO), e.Tried)
    assert tried.what == "bar the door"


@pytest.mark.parametrize(
    ("verbs", "expected"),
    [
        (("aim",), Aim(whom=BART, item="scoped-fal", actions=1)),
        (("aim", "aim"), Aim(whom=BART, item="scoped-fal", actions=2)),
        (("aim", "steady"), Aim(whom=BART, item="scoped-fal", actions=1, is_steadied=True)),
        (("telescope", "aim"), Aim(whom=BART, item="scoped-fal", actions=1, is_scoped=True)),
    ],
)
def test_c2d_15_each_preparation_is_an_action(verbs: tuple[str, ...], expected: Aim) -> None:
    table = handling(*(f"{verb} scoped-fal bart" for verb in verbs), weapons=("scoped-fal",))
    table.do(GO)
    assert table["ana"].aim == expected


def test_c2a_17_aiming_at_another_begins_anew() -> None:
    aim = Aim(whom=who("cole"), item="pistol", actions=3)
    table = handling("aim pistol bart", aim=aim)
    table.do(GO)
    assert table["ana"].aim == Aim(whom=BART, item="pistol", actions=1)


def test_c2a_17_the_shot_uses_the_aim_up() -> None:
    table = performing(
        pc(aim=Aim(whom=BART, item="pistol", actions=2)),
        npc(at=20),
        plans={"ana": ("attack bart pistol", "orient"), "bart": ("orient", "orient")},
    )
    table.do(GO, 1, 1)
    assert table["ana"].aim is None


def test_an_action_may_be_named_by_its_label() -> None:
    table = performing(pc(), npc(at=20), plans={"ana": ("handle", "orient"), "bart": ("orient", "orient")})
    table.do(GO)
    labels = [label(table.state, each) for each in handlings(table.state, table["ana"])]
    assert labels == ["Aim the pistol at Bart", "Steady the pistol at Bart", "Put away the pistol"]
    table.do(c.Handle(actor=ANA, how="Aim the pistol at Bart"))
    assert table["ana"].aim is not None


def test_two_weapons_of_one_kind_are_told_apart() -> None:
    gear = outfit(ConflictState(), ("pistol", "pistol", "fn-fal"))
    assert [(each.id, each.hold) for each in gear] == [("pistol", "main"), ("pistol-2", ""), ("fn-fal", "")]
    assert free_hands(fight(pc(gear=gear), npc()).state.fighters[0]) == ("off",)
