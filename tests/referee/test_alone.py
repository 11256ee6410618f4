"""A fight for one alone, when the bot cannot store what it does by itself."""

import itertools
from collections.abc import Callable

from rules.core.command import Answer
from rules.core.ids import Place, UserId
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.recording import NOBODY
from rules.referee import Referee
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.store.protocol import Entry, NotStored

ANA, HERE = UserId(7), Place(guild=1, channel=2)


class Forgetful(MemoryStore):
    """Does not store the bot's own steps while `is_full`."""

    is_full = False

    async def append(self, entry: Entry) -> None:
        if self.is_full and entry.step.user == NOBODY:
            raise NotStored("the disk is full")
        await super().append(entry)


def _bytes() -> Callable[[int], bytes]:
    numbers = itertools.count()
    return lambda length: next(numbers).to_bytes(length, "big")


def _referee(store: Forgetful) -> Referee:
    return Referee(store, RULESETS, clock=lambda: 0.0, random_bytes=_bytes())


async def _begun(referee: Referee, system: str = "conflicts") -> None:
    await referee.begin(HERE, ANA, system, title="", setup=Setup(scene="first-steps"), source="begin")


async def test_what_the_person_did_stands_and_the_same_request_again_goes_on_from_there() -> None:
    store = Forgetful()
    referee = _referee(store)
    await _begun(referee)
    owed = next(each for each in (await referee.show(HERE, ANA)).view.asked if each.is_mine)
    answer = Answer(prompt=owed.id, key=owed.choices[0].key)
    store.is_full = True
    ruling = await referee.act(HERE, ANA, answer, source="press")
    stopped = await referee.show(HERE, ANA)
    assert stopped.seq == ruling.seq
    assert not any(each.whom in stopped.players for each in stopped.view.asked), "only NPCs are awaited"
    store.is_full = False
    again = await _referee(store).act(HERE, ANA, answer, source="press")
    assert again.is_repeat
    assert again.seq == ruling.seq
    after = await _referee(store).show(HERE, ANA)
    assert after.seq > ruling.seq
    assert any(each.whom in after.players for each in after.view.asked)
    await _referee(store).verify(HERE)


async def test_the_gm_can_go_on_himself_where_the_bot_stopped() -> None:
    store = Forgetful()
    referee = _referee(store)
    await _begun(referee)
    owed = next(each for each in (await referee.show(HERE, ANA)).view.asked if each.is_mine)
    store.is_full = True
    await referee.act(HERE, ANA, Answer(prompt=owed.id, key=owed.choices[0].key), source="press")
    store.is_full = False
    await referee.go_on(HERE, ANA, source="go on")
    after = await referee.show(HERE, ANA)
    assert any(each.whom in after.players for each in after.view.asked)


async def test_a_beginning_that_broke_off_leaves_a_lobby_with_a_way_in() -> None:
    store = Forgetful()
    referee = _referee(store)
    store.is_full = True
    await _begun(referee)
    store.is_full = False
    assert (await referee.show(HERE, ANA)).view.phase is Phase.LOBBY
    await referee.join(HERE, ANA, name="", source="join")
    assert list((await referee.show(HERE, ANA)).players.values()) == [ANA]


async def test_a_beginning_that_broke_off_is_made_good_by_the_same_request() -> None:
    store = Forgetful()
    store.is_full = True
    await _begun(_referee(store))
    store.is_full = False
    referee = _referee(store)
    await _begun(referee)
    after = await referee.show(HERE, ANA)
    assert after.view.phase is Phase.RUNNING
    assert list(after.players.values()) == [ANA]
    await _begun(referee)
    assert (await referee.show(HERE, ANA)).seq == after.seq
    await referee.verify(HERE)


async def test_the_steps_of_the_bot_are_no_answer_that_the_person_missed() -> None:
    store = Forgetful()
    referee = _referee(store)
    await _begun(referee, "twtw")
    owed = next(each for each in (await referee.show(HERE, ANA)).view.asked if each.is_mine)
    ruling = await referee.act(HERE, ANA, Answer(prompt=owed.id, key=owed.choices[-1].key), source="press")
    missed = await _referee(store).missed(HERE, ANA)
    assert missed is not None
    assert missed.seq == ruling.seq
    await referee.told(ruling, ANA)
    assert await _referee(store).missed(HERE, ANA) is None


async def test_the_same_fight_once_more_is_for_one_alone_again() -> None:
    referee = _referee(Forgetful())
    await _begun(referee)
    await referee.end(HERE, ANA, source="end")
    first = await referee.again(HERE, ANA, source="again")
    now = await referee.show(HERE, ANA)
    assert now.view.phase is Phase.RUNNING
    assert list(now.players.values()) == [ANA]
    assert (await referee.again(HERE, ANA, source="again")).fight == first.fight
    assert (await referee.show(HERE, ANA)).seq == now.seq


async def test_what_a_crash_broke_off_goes_on_by_the_clock_and_nobody_has_to_press() -> None:
    store = Forgetful()
    referee = _referee(store)
    await _begun(referee)
    owed = next(each for each in (await referee.show(HERE, ANA)).view.asked if each.is_mine)
    store.is_full = True
    ruling = await referee.act(HERE, ANA, Answer(prompt=owed.id, key=owed.choices[0].key), source="press")
    store.is_full = False
    again = _referee(store)
    assert await store.next_due(-1) is not None
    await again.tick(ruling.fight)
    after = await again.show(HERE, ANA)
    assert any(each.whom in after.players for each in after.view.asked)
    assert await store.next_due(-1) is None
