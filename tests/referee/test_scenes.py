"""The scenes that a GM keeps in a server: who may save and paste, what is refused, and what a failing store leaves."""

import itertools

import pytest

from rules.core.combatant import Side
from rules.core.command import LayOut
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.referee import Referee
from rules.registry import RULESETS
from rules.scenes import MOST_SCENES, OWN
from rules.store.protocol import NotStored
from tests.referee.room import ANA, GM, NOON, SALOON, STRANGER, FlakyStore, Room, refusal_of, seeded_bytes

GOOD, BAD = "Bar - Street (sees)\nBandit in Bar", "Bar - Street\n2 Gunmen in Bar"


def refereed(store: FlakyStore) -> Referee:
    ticks = itertools.count()
    return Referee(store, RULESETS, clock=lambda: NOON + next(ticks), random_bytes=seeded_bytes(b"scenes"))


async def begun(store: FlakyStore, scene: str = "ambush") -> Referee:
    referee = refereed(store)
    await referee.begin(SALOON, GM, "texarkana", title="Dusk", setup=Setup(scene=scene), source="begin")
    return referee


async def names(referee: Referee) -> list[str]:
    return [each.name for each in (await referee.show(SALOON, GM)).view.combatants]


@pytest.mark.parametrize("user", [ANA, STRANGER])
async def test_only_the_game_master_saves_and_pastes(user: UserId) -> None:
    scenes = (await begun(FlakyStore())).scenes
    assert await refusal_of(scenes.save(SALOON, user, "Mine")) == "GM_ONLY"
    assert await refusal_of(scenes.paste(SALOON, user, GOOD)) == "GM_ONLY"
    assert await refusal_of(scenes.last_pasted(SALOON, user)) == "GM_ONLY"
    assert await refusal_of(scenes.pasted(SALOON, user, "")) == "GM_ONLY"
    assert await scenes.choices(SALOON.guild, "texarkana", GM) == ()


async def test_rules_without_scenes_of_ones_own_say_so() -> None:
    room = Room(FlakyStore())
    await room.begin()
    scenes = room.referee.scenes
    assert await refusal_of(scenes.save(SALOON, GM, "Mine")) == "NO_OWN_SCENES"
    assert await refusal_of(scenes.paste(SALOON, GM, GOOD)) == "NO_OWN_SCENES"
    assert await scenes.choices(SALOON.guild, "toy", GM) == ()


async def test_a_scene_is_kept_under_one_name_and_found_by_it() -> None:
    referee = await begun(FlakyStore())
    assert await referee.scenes.save(SALOON, GM, " The  Mill ") == "The Mill"
    (choice,) = await referee.scenes.choices(SALOON.guild, "texarkana", GM)
    assert (choice.label, choice.note) == ("The Mill", "kept by you")
    scene = await referee.scenes.scene(SALOON.guild, "texarkana", GM, choice.key)
    await referee.act(SALOON, GM, LayOut(scene=scene), source="load")
    assert await names(referee) == ["Dutch", "Lefty", "Moss"]
    assert await referee.scenes.choices(2, "texarkana", GM) == ()
    assert await referee.scenes.choices(SALOON.guild, "twtw", GM) == ()
    assert await refusal_of(referee.scenes.scene(2, "texarkana", GM, choice.key)) == "NO_SUCH_SCENE"
    assert await referee.scenes.choices(SALOON.guild, "texarkana", ANA) == ()
    assert await refusal_of(referee.scenes.scene(SALOON.guild, "texarkana", ANA, choice.key)) == "NO_SUCH_SCENE"


async def test_a_name_in_use_is_replaced_only_when_that_is_meant_and_the_same_again_is_no_other() -> None:
    referee = await begun(FlakyStore())
    scenes = referee.scenes
    await scenes.save(SALOON, GM, "The Mill")
    assert await scenes.save(SALOON, GM, "the mill") == "The Mill"
    await referee.add(SALOON, GM, name="", template="bear", side=Side.ENEMY, at="", hidden=True, source="add")
    assert await refusal_of(scenes.save(SALOON, GM, "the mill")) == "SCENE_NAME_TAKEN"
    assert await scenes.save(SALOON, GM, "THE MILL", is_replacing=True) == "The Mill"
    assert "Bear" in await scenes.scene(SALOON.guild, "texarkana", GM, f"{OWN}The Mill")
    assert await refusal_of(scenes.save(SALOON, GM, "Ambush on the road")) == "SCENE_NAME_READY"
    assert await refusal_of(scenes.save(SALOON, GM, "\u200b")) == "SCENE_NAMELESS"


async def test_there_is_an_end_to_what_a_server_keeps() -> None:
    scenes = (await begun(FlakyStore())).scenes
    for number in range(MOST_SCENES):
        await scenes.save(SALOON, GM, f"Scene {number}")
    assert await refusal_of(scenes.save(SALOON, GM, "One more")) == "TOO_MANY_SCENES"
    assert await scenes.save(SALOON, GM, "Scene 7", is_replacing=True) == "Scene 7"


async def test_a_text_with_faults_is_kept_and_cannot_be_laid_out() -> None:
    referee = await begun(FlakyStore())
    draft = await referee.scenes.paste(SALOON, GM, BAD)
    assert [each.line for each in draft.pasted.faults] == [2]
    assert await referee.scenes.last_pasted(SALOON, GM) == BAD
    assert await refusal_of(referee.scenes.pasted(SALOON, GM, draft.mark)) == "PASTED_FAULTY"
    newer = await referee.scenes.paste(SALOON, GM, GOOD)
    assert await refusal_of(referee.scenes.pasted(SALOON, GM, draft.mark)) == "NOTHING_PASTED"
    await referee.act(SALOON, GM, LayOut(scene=await referee.scenes.pasted(SALOON, GM, newer.mark)), source="lay")
    assert await names(referee) == ["Bandit"]
    assert await referee.scenes.last_pasted(SALOON, GM) == GOOD


async def test_a_text_that_no_database_holds_is_kept_all_the_same() -> None:
    scenes = (await begun(FlakyStore())).scenes
    draft = await scenes.paste(SALOON, GM, "\ud800\0" + "x" * 5000)
    assert await scenes.last_pasted(SALOON, GM) == draft.text
    assert draft.text.startswith("? x")
    assert len(draft.text) == 4000


async def test_what_is_not_stored_is_said_so_and_nothing_is_kept() -> None:
    store = FlakyStore()
    referee = await begun(store)

    async def fails(write: object) -> None:
        raise NotStored

    store.troubles = [fails, fails]
    assert await refusal_of(referee.scenes.save(SALOON, GM, "The Mill")) == "NOT_STORED"
    assert await refusal_of(referee.scenes.paste(SALOON, GM, GOOD)) == "NOT_STORED"
    assert await referee.scenes.choices(SALOON.guild, "texarkana", GM) == ()


async def test_a_scene_is_laid_out_once_by_one_request_and_can_be_taken_back() -> None:
    referee = await begun(FlakyStore())
    scene = (await referee.scenes.paste(SALOON, GM, GOOD)).pasted.scene
    first = await referee.act(SALOON, GM, LayOut(scene=scene), source="lay")
    again = await referee.act(SALOON, GM, LayOut(scene=scene), source="lay")
    assert (again.seq, again.is_repeat) == (first.seq, True)
    with pytest.raises(Illegal):
        await referee.act(SALOON, ANA, LayOut(scene=scene), source="ana")
    await referee.undo(SALOON, GM, source="undo")
    assert await names(referee) == ["Dutch", "Lefty", "Moss"]
    await referee.verify(SALOON)


async def test_a_kept_scene_is_begun_with_once_and_verified() -> None:
    referee = refereed(FlakyStore())
    await referee.begin(SALOON, GM, "texarkana", title="Dusk", setup=Setup(), source="first")
    scene = (await referee.scenes.paste(SALOON, GM, GOOD)).pasted.scene
    await referee.end(SALOON, GM, source="end")
    setup = Setup(own=scene)
    begun_now = await referee.begin(SALOON, GM, "texarkana", title="Dawn", setup=setup, source="second")
    again = await referee.begin(SALOON, GM, "texarkana", title="Dawn", setup=setup, source="second")
    assert (again.fight, again.is_repeat) == (begun_now.fight, True)
    assert await names(referee) == ["Bandit"]
    await referee.verify(SALOON)
