"""Two fights that differ only in what somebody secretly has: nobody else can tell them apart, now or by waiting."""

from collections.abc import Iterable, Iterator

import pytest

from rules.core.codec import codec_of, encode
from rules.core.command import Answer, GoOn
from rules.core.ids import PromptId
from rules.core.table_rules import TableRules
from rules.store.memory import MemoryStore
from rules.store.protocol import Message
from rules.systems.conflicts import CONFLICTS
from rules.systems.twtw import TWTW
from tests.evenly.points import EVEN, POINTS, Point, SystemRoom
from tests.referee.room import GM, NOON, refusal_of


def of_points(points: Iterable[Point]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("point", tuple(points), ids=lambda point: point.name)


every_point = of_points(POINTS)
LONG = NOON + 3600


async def both(point: Point, rules: TableRules = EVEN) -> tuple[SystemRoom, SystemRoom]:
    """The two fights, after the act."""
    rooms = []
    for state in (point.able, point.unable):
        room = await SystemRoom(MemoryStore()).in_the_middle(point.ruleset, state, rules)
        await room.act(point.user, point.act)
        rooms.append(room)
    return rooms[0], rooms[1]


async def seen(room: SystemRoom, point: Point) -> list[object]:
    """All that everybody sees who may not know."""
    shown: list[object] = []
    for viewer in point.others:
        showing = await room.show(viewer)
        view = showing.view
        if point.ruleset is CONFLICTS:  # what actions somebody has left is no secret there
            people = tuple((each.id, each.name, each.is_out) for each in view.combatants)
            shown.append((viewer, people, encode(view.asked)))
        else:
            shown.append((viewer, encode(view)))
        shown.append((dict(showing.since), dict(showing.until), showing.calls_gm, showing.seq))
    return shown


def heard(room: SystemRoom, point: Point) -> Iterator[Message]:
    """All that was told to others than him, in public or in private."""
    return (each for each in room.heard if each.kind != "dm" or each.user != point.player)


async def require_twins(one: SystemRoom, other: SystemRoom, point: Point) -> None:
    assert await seen(one, point) == await seen(other, point)
    assert list(heard(one, point)) == list(heard(other, point))


@every_point
async def test_whoever_has_nothing_is_asked_in_the_same_words(point: Point) -> None:
    able, unable = await both(point)
    await require_twins(able, unable, point)
    (asked,) = [each for each in await unable.asked(point.player) if each.id == point.prompt]
    assert point.something not in {choice.key for choice in asked.choices} or point.ruleset is TWTW
    assert point.nothing in {choice.key for choice in asked.choices}
    (asked,) = [each for each in await able.asked(point.player) if each.id == point.prompt]
    assert {point.nothing, point.something} <= {choice.key for choice in asked.choices}


@every_point
async def test_at_a_plain_table_he_is_not_asked_at_all(point: Point) -> None:
    """So there is something here that a pause would tell."""
    able, unable = await both(point, TableRules())
    assert point.prompt in {each.id for each in await able.asked()}
    assert point.prompt not in {each.id for each in await unable.asked()}


@every_point
async def test_nothing_tells_them_apart_until_the_time_is_over(point: Point) -> None:
    """The one who has something says at once what he does; the other says nothing, and neither shows."""
    able, unable = await both(point)
    due = await able.store.next_due(-1)
    assert due is not None
    assert due == await unable.store.next_due(-1)
    await able.answer(point.player, PromptId(point.prompt), point.something)
    await require_twins(able, unable, point)
    for room in (able, unable):
        await room.passes(due - 0.01)
    await require_twins(able, unable, point)
    assert await able.seq() == await unable.seq() == 2
    for room in (able, unable):
        await room.passes(due)
        assert point.prompt not in {each.id for each in await room.asked()}


@every_point
async def test_whoever_does_nothing_cannot_be_told_from_whoever_can_do_nothing(point: Point) -> None:
    """The one says at once that he does nothing, the other just before the end: it comes out at the same time."""
    able, unable = await both(point)
    due = await able.store.next_due(-1)
    assert due is not None
    await able.answer(point.player, PromptId(point.prompt), point.nothing)
    await require_twins(able, unable, point)
    await unable.passes(due - 0.01)
    await unable.answer(point.player, PromptId(point.prompt), point.nothing)
    for room in (able, unable):
        await room.passes(due)
        assert point.prompt not in {each.id for each in await room.asked()}
    if point.ruleset is CONFLICTS:  # there Ana's other actions run on in the same step, if she has any
        told = [[line.text.split("\n")[0] for line in room.heard if line.kind == "line"] for room in (able, unable)]
        assert told[0] == told[1]
        assert "Bart" in told[0][-1]
    else:
        await require_twins(able, unable, point)


@every_point
async def test_whoever_sleeps_cannot_be_told_from_whoever_can_do_nothing(point: Point) -> None:
    """Nobody answers: what stands after "else" happens to both at the same moment, and is told in the same way."""
    able, unable = await both(point)
    ends = []
    for room in (able, unable):
        due = await room.store.next_due(-1)
        assert due is not None
        room.heard.clear()
        await room.passes(due)
        lines = [each for each in room.heard if each.kind == "line"]
        ends.append((due, len(lines), [each.kind for each in room.heard if each.kind != "dm"][:1]))
        assert not any("Time is up" in each.text for each in lines)
    assert ends[0] == ends[1]


@of_points(each for each in POINTS if each.ruleset is not TWTW)  # there whoever aims can fire, whatever he ordered
async def test_whoever_has_nothing_is_refused_privately_what_he_cannot_do(point: Point) -> None:
    _, unable = await both(point)
    before = await seen(unable, point)
    unable.heard.clear()
    code = await refusal_of(unable.answer(point.player, PromptId(point.prompt), point.something))
    assert code == "NOT_A_CHOICE"
    assert await seen(unable, point) == before
    assert unable.heard == []


@every_point
async def test_what_was_said_stands_in_the_log_once_it_counts(point: Point) -> None:
    """What somebody answered is part of the command at the end of the window: the log alone tells what follows."""
    for does in (None, point.nothing, point.something):
        room = await SystemRoom(MemoryStore()).in_the_middle(point.ruleset, point.able)
        await room.act(point.user, point.act)
        if does is not None:
            await room.answer(point.player, PromptId(point.prompt), does)
        assert len(await room.log()) == 2
        await room.passes(LONG)
        step = next(each for each in await room.log() if each.source.startswith("timer:"))
        command = codec_of(point.ruleset).command(step.command)
        assert isinstance(command, GoOn)
        assert command.said == (() if does is None else (Answer(prompt=PromptId(point.prompt), key=does),))


@of_points(each for each in POINTS if each.player == GM)
async def test_running_the_npcs_leaves_them_alone(point: Point) -> None:
    """One press runs all NPCs; whoever may react takes his time for all that, NPCs too."""
    able, _ = await both(point)
    attempt = able.referee.go_on(able.place, GM, source=able.source(), only_npcs=True)
    assert await refusal_of(attempt) == "NO_NPC_AWAITED"
    assert point.prompt in {each.id for each in await able.asked()}
