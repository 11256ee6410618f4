"""What the systems promise of asking evenly: fights go on, and whatever rules the table sets, nobody is stuck."""

from typing import Any

import pytest

from rules.core.command import Answer, GoOn, Leave
from rules.core.ids import CombatantId, PromptId
from rules.core.values import replace
from rules.core.view import Phase
from rules.evenly import MOST
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from tests.contracts.ruleset_play import AnyRuleset, play_on, started
from tests.evenly.points import EVEN, POINTS, Point, SystemRoom
from tests.evenly.test_twins import every_point
from tests.referee.room import GM, NOON

every_system = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)


@every_system
def test_random_fights_go_on_where_all_are_asked(ruleset: AnyRuleset) -> None:
    """Each of those asked has an answer, and what stands after "else" can always happen."""
    met = 0
    for seed in range(16):
        game = started(ruleset, seed)
        game.state = ruleset.evened(game.state, is_even=True)
        for _ in play_on(game, 60):
            assert game.state.asks_all
            for prompt in ruleset.prompts(game.state):
                if not prompt.is_reaction:
                    continue
                met += 1
                assert prompt.whom is not None
                asked = next(each for each in game.look(game.player(prompt.whom)).asked if each.id == prompt.id)
                assert asked.choices
                assert game.refusal(GoOn(prompts=(prompt.id,))) is None
            if game.phase is Phase.OVER:
                break
    assert met or ruleset.id != "texarkana", "by the other rules people seldom bring themselves into it by chance"


@every_system
def test_the_wish_to_ask_all_is_one_switch(ruleset: AnyRuleset) -> None:
    state = started(ruleset, 1).state
    evened = ruleset.evened(state, is_even=True)
    assert evened.asks_all
    assert ruleset.evened(evened, is_even=True) is evened
    assert ruleset.evened(evened, is_even=False) == state
    assert ruleset.evened(state, is_even=False) is state


@every_point
async def test_whoever_is_asked_stays_asked_when_the_table_asks_plainly_again(point: Point) -> None:
    """Else nobody would be awaited, and the fight would stand still. After that it asks plainly."""
    room = await SystemRoom(MemoryStore()).in_the_middle(point.ruleset, point.unable)
    await room.act(point.user, point.act)
    for what, value in (("asking", "plain"), ("pings", "off")):
        await room.referee.set_table(room.place, GM, what=what, value=value, source=room.source())
    assert point.prompt in {each.id for each in await room.asked()}
    assert await room.store.next_due(-1) is None
    await room.answer(point.player, PromptId(point.prompt), point.nothing)
    assert point.prompt not in {each.id for each in await room.asked()}
    assert not (await _state(room)).asks_all


@every_point
async def test_an_undo_to_a_plain_time_asks_evenly_at_an_even_table(point: Point) -> None:
    room = await SystemRoom(MemoryStore()).in_the_middle(point.ruleset, point.unable, rules=EVEN)
    await room.referee.set_table(room.place, GM, what="asking", value="plain", source=room.source())
    await room.act(point.user, point.act)
    await room.referee.set_table(room.place, GM, what="asking", value="even", source=room.source())
    await room.undo()
    assert (await _state(room)).asks_all
    act: Any = point.act  # Any: an act of whichever system
    if getattr(act, "card", ""):  # seen by all: another was dealt for it
        fighter = (await _state(room)).fighter(act.actor)
        act = replace(act, card=fighter.hand[0])
    await room.act(point.user, act)
    assert any(each.id.startswith(point.prompt) for each in await room.asked())


async def _state(room: SystemRoom) -> Any:  # Any: of whichever system
    record = await room.memory.load((await room.show()).id)
    assert record is not None
    return room.referee._tables.decode(record).state


async def test_what_was_noted_and_is_possible_no_more_gives_way_to_what_happens_else() -> None:
    """Ana would shoot at Carl, whom the Dealer then takes out of the fight."""
    point = next(each for each in POINTS if each.prompt == "t1.again")
    room = await SystemRoom(MemoryStore()).in_the_middle(point.ruleset, point.able)
    await room.act(point.user, point.act)
    answer = Answer(prompt=PromptId(point.prompt), key="KDi", blanks={"whom": "carl"})
    assert (await room.act(point.player, answer)).lines[0].startswith("Noted.")
    await room.act(GM, Leave(combatant=CombatantId("carl")))
    assert point.prompt in {each.id for each in await room.asked()}
    room.heard.clear()
    await room.passes(NOON + MOST)
    assert point.prompt not in {each.id for each in await room.asked()}
    assert "Ana does not shoot again." in "\n".join(each.text for each in room.heard)
